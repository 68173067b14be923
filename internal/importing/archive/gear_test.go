package archive_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/stravatest"
)

func TestGearOfAnArchive(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Edited: true, Seconds: 20})
	bikes, err := archive.Bikes(file(t, a, "bikes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	shoes, err := archive.Shoes(file(t, a, "shoes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	got := []stravatest.Gear{}
	for _, g := range append(bikes, shoes...) {
		got = append(got, stravatest.Gear{Name: g.Name, Brand: g.Brand, Model: g.Model, Bike: g.Kind == training.GearBike})
	}
	if d := cmp.Diff(a.Truth.Gear, got); d != "" {
		t.Error(d)
	}
	table, err := archive.Activities(file(t, a, "activities.csv"))
	if err != nil {
		t.Fatal(err)
	}
	more := archive.GearOf(table.Rows, append(bikes, shoes...))
	want := []training.Gear{{ID: archive.GearID("12345678"), Kind: training.GearBike, Name: "12345678"}}
	if d := cmp.Diff(want, more); d != "" {
		t.Errorf("of activities alone: %s", d)
	}
	parts, err := archive.Components(file(t, a, "components.csv"))
	if err != nil || len(parts) != 1 || parts[0].PartOf != bikes[0].ID || parts[0].Part != "Chain" || parts[0].Name != "Shimano CN-M8100" {
		t.Errorf("%+v %v", parts, err)
	}
}

func TestGearIsToldByItsName(t *testing.T) {
	t.Parallel()
	got, err := archive.Components([]byte("Bike,Brand,Model,Type\nA,Shimano,X,Chain\nA,Shimano,X,Chain\n" +
		"B,Shimano,X,Chain\nB,,,Saddle\n,x,y,z\n"))
	if err != nil || len(got) != 4 {
		t.Fatalf("%+v %v", got, err)
	}
	seen := map[string]bool{}
	for _, g := range got {
		if seen[g.ID] {
			t.Errorf("%+v has the id of another", g)
		}
		seen[g.ID] = true
	}
	nameless, err := archive.Shoes([]byte("Name,Brand,Model\n,Saucony,Endorphin\n,,\n"))
	if err != nil || len(nameless) != 1 || nameless[0].Name != "Saucony Endorphin" {
		t.Errorf("%+v %v", nameless, err)
	}
	if archive.GearID("Green") != archive.GearID("green") || archive.GearID("Green") == archive.GearID("Greens") {
		t.Error("ids do not follow names")
	}
}

func TestProfileAndRoutes(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 20})
	p, err := archive.ReadProfile(file(t, a, "profile.csv"))
	if d := cmp.Diff(archive.Profile{Name: "Some Athlete", Sex: training.Male, WeightKg: a.Truth.WeightKG}, p); d != "" || err != nil {
		t.Error(d, err)
	}
	for text, want := range map[string]archive.Profile{
		"h\n": {}, "h\n1,m,,,F,,\"61,5\"\n": {Sex: training.Female, WeightKg: 61.5}, "h\n1,m,A,B,X,,7150\n": {Name: "A B"}, "": {},
		"h\n1,m,,,,,25\n": {WeightKg: 25}, "h\n1,m,,,,,24.9\n": {}, "h\n1,m,,,,,250\n": {WeightKg: 250}, "h\n1,m,,,,,250.1\n": {},
	} {
		if got, err := archive.ReadProfile([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	routes, err := archive.Routes(file(t, a, "routes.csv"))
	var want []archive.Route
	for i, name := range a.Truth.Routes {
		want = append(want, archive.Route{Ref: fmt.Sprintf("strava:%d", i+1), Name: name, File: fmt.Sprintf("routes/%d.gpx", i+1)})
	}
	if d := cmp.Diff(want, routes); d != "" || err != nil {
		t.Error(d, err)
	}
	if _, err := archive.Routes([]byte("\x00\xff")); err == nil {
		t.Error("no text is no table")
	}
}
