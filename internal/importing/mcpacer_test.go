package importing_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/coachtruth"
)

// originalFolder returns an original folder of MCPacer on disk.
func originalFolder(t testing.TB) string {
	t.Helper()
	all, err := coachtruth.Original()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, all); err != nil {
		t.Fatal(err)
	}
	return dir
}

// folder imports what lies in a folder, and counts by status.
func (b bench) folder(t testing.TB, runID, dir string) (map[importing.Status]int, map[string]importing.FileResult, store.ImportRun) {
	t.Helper()
	counts, all := map[importing.Status]int{}, map[string]importing.FileResult{}
	run, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), []string{dir}, archive.Limits{}),
		importing.RunOptions{RunID: runID, Paths: []string{dir}}, func(r importing.FileResult) {
			counts[r.Status]++
			name, err := filepath.Rel(dir, r.Path)
			if err != nil {
				t.Error(err)
			}
			all[filepath.ToSlash(name)] = r
		})
	if err != nil {
		t.Fatal(err)
	}
	return counts, all, run
}

// ran stores an activity that somebody ran.
func (b bench) ran(t testing.TB, id training.ActivityID, r coachtruth.OriginalRun, late time.Duration, elapsedS float64) {
	t.Helper()
	place := coachtruth.OriginalTruth().Zone
	if r.ID == 17000106 { // far from home
		place = "Australia/Sydney"
	}
	zone, err := time.LoadLocation(place)
	if err != nil {
		t.Fatal(err)
	}
	start, err := time.ParseInLocation("2006-01-02T15:04", r.StartLocal, zone)
	if err != nil {
		t.Fatal(err)
	}
	a := storetest.Activity(id, start.UTC().Add(late))
	a.Sport, a.LocalDay = training.Running, training.DayOf(start)
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		if err := tx.PutActivity(me, a); err != nil {
			return err
		}
		return tx.PutSummary(me, id, store.Summary{Values: training.Values{training.MetricElapsedTimeS: elapsedS}})
	})
}

func (b bench) digestOf(t testing.TB, id training.ActivityID) string {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Digests, document.Filter{ID: string(id)})
	if err != nil || len(docs) == 0 {
		return ""
	}
	d, err := document.Show[training.Digest](docs[0])
	if err != nil {
		t.Fatal(err)
	}
	return d.Line
}

func (b bench) notesOf(t testing.TB, id training.ActivityID) (out []string) {
	t.Helper()
	all, err := b.db.Notes(t.Context(), storetest.Export(me), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		out = append(out, n.Text)
	}
	return out
}

// TestAFolderOfMCPacer: its texts, and what a coach said of the activities
// that are here, by their reference or by when and how long they were; what
// is said of others waits. Again is nothing new.
func TestAFolderOfMCPacer(t *testing.T) {
	t.Parallel()
	b, dir, runs := stravaBench(t), originalFolder(t), coachtruth.OriginalTruth().Runs
	b.ran(t, "named", runs[0], time.Hour, 10) // the reference counts, not the time
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.Redirect(me, "strava:17000101", "named") })
	b.ran(t, "timed", runs[1], 90*time.Second, 4005+50)
	b.ran(t, "longer", runs[2], 0, 10029+900) // another one that began then
	b.ran(t, "own", runs[5], 0, 2445)
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(me, document.Digests, "own", document.Own{Fields: []byte(`{"line":"Mine [easy]","by":"athlete"}`)})
		return err
	})
	counts, all, run := b.folder(t, "run1", dir)
	if counts[importing.Imported] != 20 || counts[importing.Failed] != 1 {
		t.Errorf("%v", counts)
	}
	if got := b.digestOf(t, "named"); got != runs[0].Digest || !slices.Equal(b.notesOf(t, "named"), runs[0].Notes) {
		t.Errorf("%q %q", got, b.notesOf(t, "named"))
	}
	if got := b.digestOf(t, "timed"); got != runs[1].Digest {
		t.Error(got)
	}
	if got := b.digestOf(t, "longer") + strings.Join(b.notesOf(t, "longer"), ""); got != "" {
		t.Error(got)
	}
	if r := all["run_data/run_17000106.json"]; b.digestOf(t, "own") != "Mine [easy]" || len(r.Warnings) != 1 {
		t.Errorf("%+v", r)
	}
	for _, waits := range []string{"run_data/run_17000103.json", "run_data/run_17000105.json"} {
		if r := all[waits]; r.Status != importing.Ignored || !strings.Contains(r.Reason.String(), "is not here yet") {
			t.Errorf("%+v", r)
		}
	}
	for _, noise := range coachtruth.OriginalTruth().Noise {
		if r := all[noise]; r.Status != importing.Ignored && r.Status != importing.Failed || r.Reason == "" {
			t.Errorf("%s: %+v", noise, r)
		}
	}
	if len(run.Own) != 18+2+2 {
		t.Errorf("%d things of the athlete's own", len(run.Own))
	}
	seq := storetest.LastSeq(t, b.db)
	counts, _, run = b.folder(t, "run2", dir)
	if counts[importing.Imported]+counts[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq || len(run.Own) != 0 {
		t.Errorf("again: %v, %d changes", counts, storetest.LastSeq(t, b.db)-seq)
	}
	b.ran(t, "late", runs[2], 0, 10029)
	if counts, _, _ := b.folder(t, "run3", dir); counts[importing.Imported] != 1 || b.digestOf(t, "late") != runs[2].Digest {
		t.Errorf("once it is here: %v", counts)
	}
}

// TestCalledOffAndBegunAgain: what was acknowledged is there, and the same
// import completes it.
func TestCalledOffAndBegunAgain(t *testing.T) {
	t.Parallel()
	dir := originalFolder(t)
	for _, stop := range []int{0, 6, 13, 17} {
		b := newBench(t, func(o *importing.Options) { o.GroupFiles = 1 })
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		items := archive.Walk(ctx, []string{dir}, archive.Limits{})
		run, err := b.im.Import(ctx, me, items, importing.RunOptions{RunID: "cut"}, func(r importing.FileResult) {
			if r.Status == importing.Imported {
				if n++; n > stop {
					cancel()
				}
			}
		})
		cancel()
		if err == nil && n < 18 || len(run.Own) < n {
			t.Errorf("after %d: %v, %d reported, %d kept", stop, err, n, len(run.Own))
		}
		counts, _, again := b.folder(t, "run2", dir)
		if got := len(run.Own) + len(again.Own); got != 18 || counts[importing.Imported] != len(again.Own) {
			t.Errorf("after %d: %d and %d texts", stop, len(run.Own), len(again.Own))
		}
	}
}

// TestWhatIsNoFolderOfACoach: half of one, garbage, what is too large, links
// and names that lead out have a sentence each, and the rest is taken.
func TestWhatIsNoFolderOfACoach(t *testing.T) {
	t.Parallel()
	b, dir := stravaBench(t), t.TempDir()
	put := func(name, body string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bomb := "a: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nweeks: [*b, *b, *b, *b, *b, *b, *b]\n"
	put("training_plans/plan_bomb.yaml", bomb)
	put("training_plans/plan_..yaml", "plan_name: Dots\nweeks: []\n")
	put("training_plans/plan_Spring Half 2026.yaml", "plan_name: Spring\nweeks: []\n")
	put("training_plans/plan_garbage.yaml", "\x00\x01\x02 no text")
	put("training_plans/plan_words.yaml", "no plan at all\n")
	put("coaching_data/COACH_MEMORY.md", "## Athlete\n"+strings.Repeat("x", 1<<20))
	put("coaching_data/memory/2026-02-30.md", "no day")
	put("coaching_data/memory/2026-03-01.md", "live")
	put("coaching_data/memory/archive/2026-03-01.md", "archived\n\n")
	put("personas/Grumpy Uncle.md", "Grumble.")
	put("run_data/run_1.json", "[[[[")
	put("run_data/run_2.json", `{"id": 2, "run_digest": "`+strings.Repeat("long ", 100)+`", "start_date": "yesterday"}`)
	secret := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	links := os.Symlink(secret, filepath.Join(dir, "personas", "link.md")) == nil
	_, all, run := b.folder(t, "run1", dir)
	for name, want := range map[string]string{
		"training_plans/plan_garbage.yaml":   "It is not UTF-8 text.",
		"coaching_data/COACH_MEMORY.md":      "larger than 1 MiB",
		"coaching_data/memory/2026-02-30.md": "none of the plans, texts and runs",
		"run_data/run_1.json":                "not a complete",
		"run_data/run_2.json":                "is not here yet",
		"coaching_data/memory/2026-03-01.md": "",
		"personas/Grumpy Uncle.md":           "",
		"training_plans/plan_bomb.yaml":      "",
		"training_plans/plan_..yaml":         "",
		"training_plans/plan_words.yaml":     "",
	} {
		r := all[name]
		if r.Path == "" || (want == "") != (r.Status == importing.Imported) || !strings.Contains(r.Reason.String(), want) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := all["training_plans/plan_words.yaml"]; len(r.Warnings) != 1 {
		t.Errorf("%+v", r)
	}
	if r := all["personas/link.md"]; links && r.Status == importing.Imported {
		t.Errorf("%+v", r)
	}
	var ids []string
	for _, th := range run.Own {
		ids = append(ids, th.ID)
	}
	slices.Sort(ids)
	want := []string{"2026-03-01", "Grumpy Uncle", "bomb", "plan", "spring-half-2026", "words"}
	if !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
	if got := b.body(t, document.SessionLogs, "2026-03-01"); got != "archived\n\nlive\n" {
		t.Errorf("%q", got)
	}
	if got := b.body(t, document.TrainingPlans, "bomb"); got != bomb {
		t.Errorf("%q", got)
	}
}

func (b bench) body(t testing.TB, c document.Collection, id string) string {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), c, document.Filter{ID: id})
	if err != nil || len(docs) != 1 {
		t.Fatal(docs, err)
	}
	v, err := document.Show[training.TextVersion](docs[0])
	if err != nil {
		t.Fatal(err)
	}
	return v.Body
}
