package importing_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/rawfit"
	"lapkeep/test/workouttest"
)

// fours returns a workout of so many times four minutes.
func fours(name string, times int) *workout.Workout {
	return &workout.Workout{Name: name, Sport: training.Cycling, Steps: []training.WorkoutStep{
		workouttest.Timed(training.StepWarmup, 600, workouttest.FTP(50, 0)),
		workouttest.Times(times,
			workouttest.Timed(training.StepWork, 240, workouttest.FTP(105, 0)),
			workouttest.Timed(training.StepRest, 180, workouttest.FTP(55, 0))),
	}}
}

// inForm returns a workout as a file of a form.
func inForm(t testing.TB, form string, w *workout.Workout) []byte {
	t.Helper()
	day := workouttest.Day(w.Sport)
	var data []byte
	var err error
	switch form {
	case "zwo":
		data, _, err = workoutfile.WriteZWO(w, day)
	case "erg":
		data, _, err = workoutfile.WriteERG(w, day)
	case "mrc":
		data, _, err = workoutfile.WriteMRC(w, day)
	case "fit":
		data, _, err = workoutfile.WriteFIT(w, day)
	case "json":
		data, _, err = workoutfile.WriteIGPSport(w, day, func() string { return "A" })
	default:
		t.Fatal(form)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tree is files by their paths.
type tree map[string][]byte

// keep writes files below a folder, all changed last at one time.
func keep(t testing.TB, dir string, at time.Time, files tree) {
	t.Helper()
	for name, data := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(p, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

// library returns the library as an athlete sees it: "folder: name, steps".
func (b bench) library(t testing.TB) []string {
	t.Helper()
	scope := storetest.Export(me)
	folders := map[string]string{"": "-"}
	docs, err := b.db.Documents(t.Context(), scope, document.Folders, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		f, err := document.Show[training.WorkoutFolder](d)
		if err != nil {
			t.Fatal(err)
		}
		folders[d.ID] = f.Name
	}
	used := map[string]bool{"": true}
	if docs, err = b.db.Documents(t.Context(), scope, document.Workouts, document.Filter{}); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range docs {
		w, err := document.Show[training.LibraryWorkout](d)
		if err != nil {
			t.Fatal(err)
		}
		used[w.FolderID] = true
		out = append(out, strings.TrimSpace(folders[w.FolderID]+": "+w.Name+", "+minutes(w.Structure.Of(w.Description))+" "+string(w.Sport)))
	}
	for id, name := range folders {
		if !used[id] {
			out = append(out, name+": empty")
		}
	}
	slices.Sort(out)
	return out
}

func minutes(steps []training.WorkoutStep) string {
	s := 0.0
	for _, step := range training.WrittenOut(steps) {
		s += step.DurationS
	}
	return time.Duration(s * float64(time.Second)).String()
}

// TestWorkoutFilesOfARealTree: what Zwift, TrainerRoad, a watch and an archive
// of workouts look like, among recordings and files that are broken.
func TestWorkoutFilesOfARealTree(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	plans := packtest.Files{
		{Name: "Week 1/Mo.zwo", Data: inForm(t, "zwo", fours("Mo", 5))}, {Name: "Week 1/Tu.mrc", Data: inForm(t, "mrc", fours("Tu", 6))},
	}
	keep(t, dir, start, tree{
		"Zwift/Workouts/123/Fours.zwo":      inForm(t, "zwo", fours("Fours", 2)),
		"Zwift/Workouts/123/broken.zwo":     inForm(t, "zwo", fours("Broken", 2))[:200],
		"Zwift/Workouts/123/copy/Fours.zwo": inForm(t, "zwo", fours("Fours", 2)),
		"TrainerRoad/Baxter.erg":            inForm(t, "erg", fours("Baxter", 3)),
		"TrainerRoad/junk.mrc":              []byte("junk"),
		"GARMIN/Workouts/W1.FIT":            inForm(t, "fit", fours("Watch", 4)),
		"GARMIN/Activity/ride.fit":          rawfit.SteadyRide().Bytes,
		"native.json":                       inForm(t, "json", fours("Native", 7)),
		"plans.zip":                         plans.Zip(),
		"other.json":                        []byte(`{"title":"a story","structure":[{"type":"chapter"}]}`),
	})
	want := []string{
		"-: Native, 59m0s cycling",
		"GARMIN / Workouts: Watch, 38m0s cycling",
		"TrainerRoad: Baxter, 31m0s cycling",
		"Zwift / Workouts / 123: Fours, 24m0s cycling",
		"plans / Week 1: Mo, 45m0s cycling",
		"plans / Week 1: Tu, 52m0s cycling",
	}
	results, got := b.pass(t, "run1", dir)
	if diff := cmp.Diff(map[importing.Status]int{importing.Imported: 7, importing.Duplicate: 1, importing.Failed: 2, importing.Ignored: 1},
		statusCounts(results)); diff != "" {
		t.Errorf("%s\n%+v", diff, results)
	}
	if want := (importing.Library{Workouts: 6, Folders: 4}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	if diff := cmp.Diff(want, b.library(t)); diff != "" {
		t.Error(diff)
	}
	for _, r := range results {
		if r.Status == importing.Failed && (r.Reason == "" || len(r.Workouts) > 0) {
			t.Errorf("%+v", r)
		}
	}
	seq := storetest.LastSeq(t, b.db)
	results, got = b.pass(t, "run2", dir)
	if statusCounts(results)[importing.Duplicate] != 8 || got != (importing.Library{}) || storetest.LastSeq(t, b.db) != seq {
		t.Errorf("a second time: %+v, %+v", got, results)
	}
	b.undo(t, "run1", true)
	if left := b.library(t); len(left) > 0 || b.count(t) != 0 {
		t.Errorf("after the undo there is %v", left)
	}
	b.undo(t, "run1", false)
	if diff := cmp.Diff(want, b.library(t)); diff != "" {
		t.Error(diff)
	}
}

// pass imports a path as a run, in which files may fail.
func (b bench) pass(t testing.TB, runID, path string) (all []importing.FileResult, library importing.Library) {
	t.Helper()
	_, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), []string{path}, archive.Limits{}),
		importing.RunOptions{RunID: runID, Paths: []string{path}}, func(r importing.FileResult) {
			library.Count(r)
			all = append(all, r)
		})
	if err != nil {
		t.Fatal(err)
	}
	return all, library
}

func (b bench) undo(t testing.TB, runID string, undone bool) {
	t.Helper()
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		if undone {
			return tx.RemoveRun(me, runID)
		}
		return tx.RestoreRun(me, runID)
	})
}

func statusCounts(results []importing.FileResult) map[importing.Status]int {
	out := map[importing.Status]int{}
	for _, s := range statuses(results) {
		out[s]++
	}
	return out
}

// own sets the athlete's words on the one workout of the library.
func (b bench) own(t testing.TB, own document.Own) {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Workouts, document.Filter{})
	if err != nil || len(docs) != 1 {
		t.Fatal(docs, err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(me, document.Workouts, docs[0].ID, own)
		return err
	})
}

// TestAnEditedWorkoutFile: the workout follows its file but for the athlete's
// own words, an undo brings back what it was, and an older file changes
// nothing.
func TestAnEditedWorkoutFile(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir, old := t.TempDir(), inForm(t, "zwo", fours("Fours", 2))
	keep(t, dir, start, tree{"sub/a.zwo": old})
	b.pass(t, "run1", dir)
	b.own(t, document.Own{Fields: json.RawMessage(`{"name":"Mine"}`)})
	keep(t, dir, start.Add(time.Hour), tree{"sub/a.zwo": inForm(t, "zwo", fours("Fours", 3))})
	results, got := b.pass(t, "run2", dir)
	if got != (importing.Library{Updated: 1}) || !strings.Contains(results[0].Reason.String(), "was updated, except for your own edits") {
		t.Errorf("%+v, %+v", got, results)
	}
	want := []string{"sub: Mine, 31m0s cycling"}
	if diff := cmp.Diff(want, b.library(t)); diff != "" {
		t.Error(diff)
	}
	keep(t, dir, start, tree{"sub/a.zwo": old}) // from a backup
	results, got = b.pass(t, "run3", dir)
	if got != (importing.Library{}) || !strings.Contains(results[0].Reason.String(), "A later version") {
		t.Errorf("%+v, %+v", got, results)
	}
	copied := t.TempDir()
	keep(t, copied, start.Add(2*time.Hour), tree{"a.zwo": old})
	results, got = b.pass(t, "run4", copied)
	if got != (importing.Library{}) || !strings.Contains(results[0].Reason.String(), "an earlier version") {
		t.Errorf("%+v, %+v", got, results)
	}
	if diff := cmp.Diff(want, b.library(t)); diff != "" {
		t.Error(diff)
	}
	b.undo(t, "run2", true)
	if diff := cmp.Diff([]string{"sub: Mine, 24m0s cycling"}, b.library(t)); diff != "" {
		t.Error(diff)
	}
}

// TestFilesOfOneNameAreNotOneWorkout: neither those of two folders, nor one that
// another workout was written over.
func TestFilesOfOneNameAreNotOneWorkout(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	keep(t, dir, start, tree{"A/Mo.zwo": inForm(t, "zwo", fours("Mo", 2)), "B/Mo.zwo": inForm(t, "zwo", fours("Mo", 3))})
	b.pass(t, "run1", filepath.Join(dir, "A"))
	b.pass(t, "run2", filepath.Join(dir, "B"))
	keep(t, dir, start.Add(time.Hour), tree{"A/Mo.zwo": inForm(t, "zwo", fours("Hard Mo", 4))})
	b.pass(t, "run3", filepath.Join(dir, "A"))
	want := []string{"-: Hard Mo, 38m0s cycling", "-: Mo, 24m0s cycling", "-: Mo, 31m0s cycling"}
	if diff := cmp.Diff(want, b.library(t)); diff != "" {
		t.Error(diff)
	}
}

// TestADeletedWorkoutStaysDeleted until its file is another.
func TestADeletedWorkoutStaysDeleted(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	keep(t, dir, start, tree{"sub/a.zwo": inForm(t, "zwo", fours("Fours", 2))})
	b.pass(t, "run1", dir)
	b.own(t, document.Own{Deleted: true})
	results, got := b.pass(t, "run2", dir)
	if got != (importing.Library{}) || results[0].Status != importing.Duplicate || !strings.Contains(results[0].Reason.String(),
		"stays deleted") {
		t.Errorf("%+v, %+v", got, results)
	}
	folders, err := b.db.Documents(t.Context(), storetest.Export(me), document.Folders, document.Filter{})
	if err != nil || len(folders) != 1 {
		t.Fatal(folders, err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(me, document.Folders, folders[0].ID, document.Own{Deleted: true})
		return err
	})
	keep(t, dir, start.Add(time.Hour), tree{"sub/a.zwo": inForm(t, "zwo", fours("Fours", 3))})
	if _, got = b.pass(t, "run3", dir); got != (importing.Library{Workouts: 1}) {
		t.Errorf("of the edited file: %+v", got)
	}
	if diff := cmp.Diff([]string{"-: Fours, 31m0s cycling"}, b.library(t)); diff != "" {
		t.Error(diff)
	}
}

// TestAFolderStaysWhileARunHasWorkoutsInIt.
func TestAFolderStaysWhileARunHasWorkoutsInIt(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	keep(t, dir, start, tree{"sub/a.zwo": inForm(t, "zwo", fours("A", 2))})
	b.pass(t, "run1", dir)
	keep(t, dir, start, tree{"sub/b.zwo": inForm(t, "zwo", fours("B", 3))})
	if _, got := b.pass(t, "run2", filepath.Dir(dir)); got.Folders != 0 || got.Workouts != 1 {
		t.Errorf("by another root: %+v", got)
	}
	b.undo(t, "run1", true)
	if diff := cmp.Diff([]string{"sub: B, 31m0s cycling"}, b.library(t)); diff != "" {
		t.Error(diff)
	}
	b.undo(t, "run2", true)
	if left := b.library(t); len(left) > 0 {
		t.Error(left)
	}
}

// TestPackedWorkoutFiles: also a FIT file, whose form is known once it is read.
func TestPackedWorkoutFiles(t *testing.T) {
	t.Parallel()
	pack := func(data []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(data) //nolint:errcheck // into memory
		z.Close()
		return b.Bytes()
	}
	b := wayBench(t)
	dir := t.TempDir()
	whole := pack(inForm(t, "zwo", fours("Cut", 2)))
	keep(t, dir, start, tree{
		"a.zwo.gz": pack(inForm(t, "zwo", fours("", 2))), "b.fit.gz": pack(inForm(t, "fit", fours("B", 3))),
		"cut.zwo.gz": whole[:len(whole)-20],
	})
	results, _ := b.pass(t, "run", dir)
	if diff := cmp.Diff([]string{"-: B, 31m0s cycling", "-: a, 24m0s cycling"}, b.library(t)); diff != "" {
		t.Error(diff)
	}
	if statusCounts(results)[importing.Failed] != 1 {
		t.Errorf("%+v", results)
	}
}

// TestWorkoutsTellWhatIsNotTaken in one sentence, once.
func TestWorkoutsTellWhatIsNotTaken(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	data := bytes.Replace(inForm(t, "zwo", fours("Tagged", 2)), []byte("<workout>"),
		[]byte(`<author>Jane</author><tags><tag name="VO2"/></tags><workout>`), 1)
	keep(t, dir, start, tree{"a.zwo": data})
	results, _ := b.pass(t, "run1", dir)
	want := []string{"Not imported from the file: the author Jane; the tag “VO2”."}
	if diff := cmp.Diff(want, phrasetest.Texts(results[0].Warnings)); diff != "" {
		t.Error(diff)
	}
	if results, _ = b.pass(t, "run2", dir); len(results[0].Warnings) > 0 {
		t.Errorf("a second time: %q", results[0].Warnings)
	}
}

// TestWorkoutsOfACancelledRun: what was reported is there, and the same import
// completes it.
func TestWorkoutsOfACancelledRun(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	b = onStore(b.db, func(o *importing.Options) { o.GroupFiles = 2 })
	dir, files := t.TempDir(), tree{}
	for i := range 20 {
		files["sub/"+string(rune('a'+i))+".zwo"] = inForm(t, "zwo", fours("W", i+1))
	}
	keep(t, dir, start, files)
	ctx, cancel := context.WithCancel(t.Context())
	told := 0
	_, err := b.im.Import(ctx, me, archive.Walk(ctx, []string{dir}, archive.Limits{}), importing.RunOptions{RunID: "run1"},
		func(importing.FileResult) {
			if told++; told == 5 {
				cancel()
			}
		})
	if err == nil || len(b.library(t)) < told || len(b.library(t)) == len(files) {
		t.Errorf("%d workouts of %d that were told, %v", len(b.library(t)), told, err)
	}
	b.pass(t, "run2", dir)
	if n := len(b.library(t)); n != len(files) {
		t.Errorf("%d workouts in the end", n)
	}
	b.undo(t, "run1", true)
	b.undo(t, "run2", true)
	if left := b.library(t); len(left) > 0 {
		t.Error(left)
	}
}

// TestServicesBringNoWorkoutsAsFiles: they list them by themselves.
func TestServicesBringNoWorkoutsAsFiles(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	results := b.run(t, importing.RunOptions{Source: "strava"}, file{"a.fit", inForm(t, "fit", fours("A", 2))})
	if results[0].Status != importing.Ignored || len(b.library(t)) > 0 {
		t.Errorf("%+v", results)
	}
}
