package export

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestBaseIsBelowTheEdits: of a field that the athlete edited, what an import
// here made of it unless the athlete's word stands here too; of the others what
// the document says.
func TestBaseIsBelowTheEdits(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	doc := Activity{
		ID: "a", Sport: training.Running, SubSport: "trail", Start: noon, Name: "Edited", Description: "d", Tags: []string{"t"}, Race: true,
		Commute: true, GearID: "g", PerceivedExertion: 7, Feel: 2, CarbsG: 90, FluidML: 800, Ignored: []training.Ignored{{}},
		Marked:     []training.Marked{{EndS: 1}},
		ManualLoad: 50, HiddenFromModels: true,
	}
	fields := []string{
		"name", "description", "sport", "sub_sport", "tags", "race", "commute", "gear_id", "perceived_exertion", "feel", "carbs_g", "fluid_ml",
		"ignored", "intervals", "manual_load", "hidden_from_models",
	}
	own := training.Activity{
		ID: "a", Sport: training.Running, SubSport: "trail", Start: noon, Name: "Edited", Description: "d", Tags: []string{"t"}, Race: true,
		Commute: true, GearID: "g", PerceivedExertion: 7, Feel: 2, CarbsG: 90, FluidML: 800, Ignored: []training.Ignored{{}},
		Marked:     []training.Marked{{EndS: 1}},
		ManualLoad: 50, HiddenFromModels: true,
	}
	nothing := training.Activity{ID: "a", Sport: training.Running, Start: noon}
	nothing.Name = base(&Activity{Sport: training.Running, Start: noon, Edited: []string{"name"}}, nil).Name
	if nothing.Name == "" || nothing.Name == "Edited" {
		t.Fatalf("a run at noon is called %q", nothing.Name)
	}
	here := store.ActivityRow{Activity: training.Activity{
		ID: "a", Sport: training.Walking, SubSport: "hike", Start: noon, Name: "Here", Description: "h", Tags: []string{"h"}, Race: true,
		Commute: true, GearID: "h", PerceivedExertion: 3, Feel: 4, CarbsG: 10, FluidML: 100, Ignored: []training.Ignored{{}, {}},
		Marked:     []training.Marked{{EndS: 2}},
		ManualLoad: 5, HiddenFromModels: true,
	}}
	edited := here
	edited.Edited = fields
	for name, c := range map[string]struct {
		edited []string
		here   *store.ActivityRow
		want   training.Activity
	}{
		"nothing is edited":       {nil, &here, own},
		"all is, and is not here": {fields, nil, nothing},
		"all is here":             {fields, &here, here.Activity},
		"all is edited here too":  {fields, &edited, nothing},
	} {
		a := doc
		a.Edited = c.edited
		if d := cmp.Diff(c.want, base(&a, c.here)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestGearThatCannotBeRead ends what is read back.
func TestGearThatCannotBeRead(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	run := &store.ImportRun{Athlete: "ann"}
	if _, err := Documents(ctx, storetest.Open(t), (&Document{}).gear(), run, 1); training.KindOf(err) != training.KindCanceled {
		t.Error(err)
	}
}

// TestEverythingOfTheAthleteTravels: a field that is new to the athlete goes
// with the export, or this fails.
func TestEverythingOfTheAthleteTravels(t *testing.T) {
	t.Parallel()
	var a training.Athlete
	fill(t, reflect.ValueOf(&a).Elem())
	p := profileOf(a)
	if d := cmp.Diff(a, p.Athlete(a.ID)); d != "" {
		t.Error(d)
	}
}

// fill gives every field a value.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(v.Type().Field(i).Name)
		case reflect.Int:
			f.SetInt(3)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			fill(t, f)
		default:
			t.Fatalf("%s is of a kind that this test does not fill", v.Type().Field(i).Name)
		}
	}
}
