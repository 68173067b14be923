package archive_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/packtest"
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

// TestCountsAreThoseOfTheWalk, unless all of a large file had to be read.
func TestCountsAreThoseOfTheWalk(t *testing.T) {
	t.Parallel()
	strava, apple := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(strava, "export.zip"), stravatest.Build(stravatest.Options{Seconds: 20}).Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, strava, "loose.gpx", "<gpx/>", 1)
	if err := appletest.New(appletest.Options{Days: 2, Workouts: 2, Seconds: 60}).Unpack(apple); err != nil {
		t.Fatal(err)
	}
	want := 0
	for range archive.Walk(t.Context(), []string{strava}, archive.Limits{}) {
		want++
	}
	if n, known := archive.Count(t.Context(), []string{strava}, archive.Limits{}); n != want || !known || n < 20 {
		t.Errorf("%d, %v, want %d", n, known, want)
	}
	if _, known := archive.Count(t.Context(), []string{strava, apple}, archive.Limits{}); known {
		t.Error("what health data holds is known before it is read")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, known := archive.Count(ctx, []string{strava}, archive.Limits{}); known {
		t.Error("a count that was called off is known")
	}
}

// outcome describes in one line how a walk took one file.
func outcome(t *testing.T, root string, it listing.Item) string {
	t.Helper()
	name, err := filepath.Rel(root, it.Path)
	if err != nil {
		name = it.Path
	}
	name = filepath.ToSlash(name)
	if it.Skip != "" {
		return name + " skipped: " + it.Skip
	}
	data, err := it.Bytes(t.Context())
	if err != nil {
		return name + " " + training.KindOf(err).String()
	}
	return name + " = " + string(data)
}

func walk(t *testing.T, root string, l archive.Limits, paths ...string) []string {
	t.Helper()
	var got []string
	for it := range archive.Walk(t.Context(), paths, l) {
		got = append(got, outcome(t, root, it))
	}
	return got
}

// put writes a file that is so many hours old.
func put(t *testing.T, root, name, data string, age int) string {
	t.Helper()
	p := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Add(-time.Duration(age) * time.Hour)
	if err := os.Chtimes(p, at, at); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWalkOrdersNewestFirstAndNamesWhatItSkips(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put(t, root, "old.fit", "1", 9)
	put(t, root, "b/same.fit", "2", 5)
	put(t, root, "a/same.fit", "3", 5)
	put(t, root, "new.gpx", "4", 1)
	put(t, root, ".hidden", "x", 2)
	put(t, root, ".git/config", "x", 2)
	put(t, root, "half.fit.part", "x", 3)
	put(t, root, "me.JPG", "x", 4)
	put(t, root, "all.tar", "x", 6)
	got := walk(t, root, archive.Limits{}, root)
	want := []string{
		"new.gpx = 4",
		".hidden skipped: It is a hidden file.",
		"half.fit.part skipped: It is a temporary file.",
		"me.JPG skipped: It is a picture, a video or a document.",
		"a/same.fit = 3",
		"b/same.fit = 2",
		"all.tar skipped: Archives of this kind are not read yet; unpack it first.",
		"old.fit = 1",
		".git skipped: It is a hidden folder.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWalkTakesPathsAsNamed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	hidden := put(t, root, ".ride.fit", "1", 0)
	got := walk(t, root, archive.Limits{}, hidden, filepath.Join(root, "none.fit"))
	if diff := cmp.Diff([]string{".ride.fit = 1", "none.fit not_found"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWalkDoesNotFollowLinks(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	root, outside := t.TempDir(), t.TempDir()
	secret := put(t, outside, "secret.fit", "s", 0)
	for name, target := range map[string]string{"link.fit": secret, "dir": outside} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range walk(t, root, archive.Limits{}, root) {
		if !strings.Contains(line, "symbolic link") {
			t.Errorf("followed: %s", line)
		}
	}
	named := filepath.Join(t.TempDir(), "home")
	if err := os.Symlink(outside, named); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"secret.fit = s"}, walk(t, named, archive.Limits{}, named)); diff != "" {
		t.Errorf("a link that was named: %s", diff)
	}
}

func TestLinkSwappedInAfterTheWalkStaysInside(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	root := t.TempDir()
	p := put(t, root, "a.fit", "1", 0)
	secret := put(t, t.TempDir(), "secret.fit", "s", 0)
	for it := range archive.Walk(t.Context(), []string{root}, archive.Limits{}) {
		if err := os.Remove(p); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(secret, p); err != nil {
			t.Fatal(err)
		}
		if data, err := it.Bytes(t.Context()); err == nil {
			t.Errorf("read %q from outside the root", data)
		}
	}
}

func TestWalkLimits(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put(t, root, "1.fit", "long text", 1)
	put(t, root, "2.fit", "s", 2)
	put(t, root, "3.fit", "s", 3)
	put(t, root, "d/e/f/4.fit", "s", 4)
	tests := []struct {
		name   string
		limits archive.Limits
		want   []string
	}{
		{"bytes", archive.Limits{FileBytes: 4}, []string{"1.fit too_large", "2.fit = s", "3.fit = s", "d/e/f/4.fit = s"}},
		{"files", archive.Limits{Files: 2}, []string{"1.fit = long text", "2.fit = s", "3.fit too_large"}},
		{"depth", archive.Limits{Depth: 2}, []string{"1.fit = long text", "2.fit = s", "3.fit = s", "d/e/f too_large"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, walk(t, root, tt.limits, root)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestWalkStopsWhenCanceled(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, n := range []string{"1.fit", "2.fit", "3.fit"} {
		put(t, root, n, "s", 0)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for it := range archive.Walk(ctx, []string{root}, archive.Limits{}) {
		n++
		cancel()
		if _, err := it.Bytes(ctx); training.KindOf(err) != training.KindCanceled {
			t.Errorf("reading after the end: %v", err)
		}
	}
	if n != 1 {
		t.Errorf("got %d items, want 1", n)
	}
}

// TestWalkTellsHowFarLargeFilesAreRead, and says nothing of small ones.
func TestWalkTellsHowFarLargeFilesAreRead(t *testing.T) {
	t.Parallel()
	for bytes, large := range map[int64]bool{0: false, 20 << 20: true} {
		root := t.TempDir()
		if err := appletest.New(appletest.Options{Bytes: bytes, Workouts: 1}).Unpack(root); err != nil {
			t.Fatal(err)
		}
		var last, of int64
		limits := archive.Limits{Streamed: func(name string, read, size int64) {
			if read < last || !strings.HasSuffix(name, "export.xml") {
				t.Errorf("%s: %d bytes after %d", name, read, last)
			}
			last, of = read, size
		}}
		for range archive.Walk(t.Context(), []string{root}, limits) { //nolint:revive // it is told of on the way
		}
		if (last > 0) != large || last != of || of > 0 && of < bytes {
			t.Errorf("%d of %d bytes were told of a file of %d", last, of, bytes)
		}
	}
}

func TestWalkGrowingFileIsBounded(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	p := put(t, root, "a.fit", "12", 0)
	for it := range archive.Walk(t.Context(), []string{root}, archive.Limits{FileBytes: 4}) {
		if err := os.WriteFile(p, []byte("123456"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := it.Bytes(t.Context()); training.KindOf(err) != training.KindTooLarge {
			t.Errorf("got %v, want too large", err)
		}
	}
}

// TestWalkSaysWhereFilesLie, by whatever the folder was named.
func TestWalkSaysWhereFilesLie(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inner := packtest.Files{{Name: "c.fit", Data: []byte("1")}, {Name: "deep/d.fit", Data: []byte("1")}}
	put(t, root, "top.fit", "1", 1)
	put(t, root, "a/b/one.fit", "1", 1)
	outer := packtest.Files{{Name: "in.ZIP", Data: inner.Zip()}, {Name: "w/e.fit", Data: []byte("1")}}
	put(t, root, "a/Plans.v2.zip", string(outer.Zip()), 1)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip(err)
	}
	lies := func(path string) map[string]string {
		got := map[string]string{}
		for it := range archive.Walk(t.Context(), []string{path}, archive.Limits{}) {
			below, ok := strings.CutPrefix(it.Lies, filepath.ToSlash(root)+"/")
			if !ok {
				t.Errorf("%s lies in %q", it.Path, it.Lies)
			}
			got[below] = it.Folder
		}
		return got
	}
	whole := map[string]string{
		"top.fit": "", "a/b/one.fit": "a/b", "a/Plans.v2.zip/w/e.fit": "a/Plans.v2/w",
		"a/Plans.v2.zip/in.ZIP/c.fit": "a/Plans.v2/in", "a/Plans.v2.zip/in.ZIP/deep/d.fit": "a/Plans.v2/in/deep",
	}
	for path, want := range map[string]map[string]string{
		root: whole, link: whole,
		filepath.Join(link, "a", "b"): {"a/b/one.fit": ""}, filepath.Join(root, "top.fit"): {"top.fit": ""},
		filepath.Join(root, "a", "Plans.v2.zip"): {
			"a/Plans.v2.zip/w/e.fit": "w", "a/Plans.v2.zip/in.ZIP/c.fit": "in", "a/Plans.v2.zip/in.ZIP/deep/d.fit": "in/deep",
		},
	} {
		if diff := cmp.Diff(want, lies(path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
