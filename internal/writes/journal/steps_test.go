package journal_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// do makes a write whose changes are what the test is about.
func (d fixture) do(changed []journal.Changed, apply func(tx *store.Tx) error) string {
	d.t.Helper()
	w := journal.Write{Athlete: "me", Face: "cli", Tool: "test", Summary: "A write", Now: noon}
	out, err := d.j.Do(d.t.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{Changed: changed}, apply(tx)
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return out.JournalID
}

func (d fixture) ftp() float64 {
	d.t.Helper()
	h, err := d.db.History(d.t.Context(), scope)
	if err != nil {
		d.t.Fatal(err)
	}
	return h.At(training.Cycling.Plain(), training.DayOf(noon)).FTPW
}

func TestThresholdsComeBackBothWays(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	ftp := func(w float64) training.ThresholdEntry {
		return training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 20000, Values: []float64{w}}
	}
	first := d.do([]journal.Changed{journal.DeleteThreshold(ftp(250))}, func(tx *store.Tx) error { return tx.PutThreshold("me", ftp(250)) })
	second := d.do([]journal.Changed{journal.PutThreshold(ftp(250))}, func(tx *store.Tx) error { return tx.PutThreshold("me", ftp(270)) })
	d.undo(second)
	if d.ftp() != 250 {
		t.Errorf("FTP = %v, want the former 250", d.ftp())
	}
	d.undo(first)
	if d.ftp() != 0 {
		t.Errorf("FTP = %v, want none", d.ftp())
	}
}

func TestAnAthleteComesBack(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	before, err := d.db.Athlete(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	after := before
	after.TimeZone, after.BirthYear = "Asia/Kolkata", 1990
	id := d.do([]journal.Changed{journal.PutAthlete(before, after)}, func(tx *store.Tx) error { return tx.PutAthlete(after) })
	redo := d.undo(id)
	if a, err := d.db.Athlete(t.Context(), scope); err != nil || a != before {
		t.Errorf("athlete = %+v, %v", a, err)
	}
	d.undo(redo.JournalID)
	if a, err := d.db.Athlete(t.Context(), scope); err != nil || a != after {
		t.Errorf("athlete = %+v, %v", a, err)
	}
}

func TestNotesComeAndGo(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	n := store.Note{ID: "n1", Activity: "ride", Target: "local", Author: "athlete", Text: "windy", At: noon}
	id := d.do([]journal.Changed{journal.DeleteNote(n)}, func(tx *store.Tx) error { return tx.PutNote("me", n) })
	redo := d.undo(id)
	if notes, err := d.db.Notes(t.Context(), scope, "ride"); err != nil || len(notes) != 0 {
		t.Errorf("notes = %v, %v", notes, err)
	}
	d.undo(redo.JournalID)
	if notes, err := d.db.Notes(t.Context(), scope, "ride"); err != nil || len(notes) != 1 || notes[0].Text != "windy" {
		t.Errorf("notes = %v, %v", notes, err)
	}
}

func TestAManualActivityGetsItsFormerValuesBack(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.write(func(tx *store.Tx) error {
		return tx.PutSummary("me", "ride", store.Summary{Values: training.Values{training.MetricDurationS: 3600}})
	})
	former, err := d.db.Activity(t.Context(), scope, "ride")
	if err != nil {
		t.Fatal(err)
	}
	changed := former.Activity
	changed.Name = "Evening ride"
	id := d.do([]journal.Changed{journal.PutManual(journal.Manual{Activity: former.Activity, Summary: former.Summary})},
		func(tx *store.Tx) error {
			if err := tx.PutActivity("me", changed); err != nil {
				return err
			}
			return tx.PutSummary("me", "ride", store.Summary{Values: training.Values{training.MetricDurationS: 60}})
		})
	redo := d.undo(id)
	if a, err := d.db.Activity(t.Context(), scope, "ride"); err != nil || a.Name != "Morning ride" ||
		a.Summary.Values[training.MetricDurationS] != 3600 {
		t.Errorf("activity = %+v, %v", a, err)
	}
	d.undo(redo.JournalID)
	if a, err := d.db.Activity(t.Context(), scope, "ride"); err != nil || a.Name != "Evening ride" ||
		a.Summary.Values[training.MetricDurationS] != 60 {
		t.Errorf("activity = %+v, %v", a, err)
	}
}

func TestAnImportIsUndoneAsARun(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.write(func(tx *store.Tx) error {
		if err := tx.PutImportRun(store.ImportRun{ID: "run1", Athlete: "me", StartedAt: noon}); err != nil {
			return err
		}
		rec := &training.Recording{Format: training.FormatFIT, Sport: training.Running, Start: noon, ElapsedS: 60, TimerS: 60}
		if err := tx.PutRecording("me", store.NewRecording{ID: "rec", Audience: store.EveryAudience, RunID: "run1", Recording: rec}); err != nil {
			return err
		}
		if err := tx.PutActivity("me", training.Activity{
			ID: "run", Sport: training.Running, Start: noon,
			LocalDay: training.DayOf(noon),
		}); err != nil {
			return err
		}
		return tx.LinkRecording("me", "run", "rec", 0, 0)
	})
	// The disk is full when the entry is to be written: the run stands for it.
	ended, stop := context.WithCancel(t.Context())
	stop()
	lost, err := d.j.RecordImport(ended, store.ImportRun{ID: "run1", Athlete: "me"}, "Import of 1 file", noon)
	if err == nil || lost.Undo != "lapkeep undo run1" {
		t.Fatalf("%v %+v", err, lost)
	}
	if _, err := d.j.Undo(t.Context(), scope, "run2", noon); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a run that brought nothing: %v", err)
	}
	d.undo(d.undo("run1").JournalID)
	out, err := d.j.RecordImport(t.Context(), store.ImportRun{ID: "run1", Athlete: "me"}, "Import of 1 file", noon)
	if err != nil {
		t.Fatal(err)
	}
	redo := d.undo(out.JournalID)
	if _, err := d.db.Activity(t.Context(), scope, "run"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("the run's activity is still there: %v", err)
	}
	d.undo(redo.JournalID)
	if _, err := d.db.Activity(t.Context(), scope, "run"); err != nil {
		t.Errorf("it did not come back: %v", err)
	}
}

// TestWordsThatAnImportBroughtGoWithIt, and come back; later words on the same
// thing have to be undone first.
func TestWordsThatAnImportBroughtGoWithIt(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.write(func(tx *store.Tx) error {
		if _, err := tx.PutOwn("me", document.Gear, "g1", document.Own{Fields: []byte(`{"kind":"bike","name":"Green"}`)}); err != nil {
			return err
		}
		_, err := tx.PutOwn("me", document.Events, "e1", document.Own{Fields: []byte(`{"name":"Race"}`)})
		return err
	})
	here := func() int {
		t.Helper()
		events, err := d.db.Documents(t.Context(), scope, document.Events, document.Filter{})
		things, gerr := d.db.Gear(t.Context(), scope)
		if err != nil || gerr != nil {
			t.Fatal(err, gerr)
		}
		return len(events) + len(things)
	}
	run := store.ImportRun{ID: "run1", Athlete: "me", Own: []ledger.Thing{{Kind: "gear", ID: "g1"}, {Kind: "event", ID: "e1"}}}
	out, err := d.j.RecordImport(t.Context(), run, "Import of an export", noon)
	if err != nil {
		t.Fatal(err)
	}
	later, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Summary: "Rename", Targets: map[string]string{"event:e1": ""}, Now: noon},
		func(*store.Tx) (journal.Effect, error) { return journal.Effect{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.j.Undo(t.Context(), scope, out.JournalID, noon); training.KindOf(err) != training.KindConflict || here() != 2 {
		t.Errorf("later words on it: %v", err)
	}
	d.undo(later.JournalID)
	redo := d.undo(out.JournalID)
	if n := here(); n != 0 {
		t.Errorf("%d things are left", n)
	}
	d.undo(redo.JournalID)
	if n := here(); n != 2 {
		t.Errorf("%d of 2 things came back", n)
	}
}

// TestAnImportIsNotTakenFromUnderLaterWords: what the athlete said since of a
// route, a workout or a folder that an import brought would be all that is
// left of it; a day of wellness stands by itself. No write has to name what
// its inverse puts back.
func TestAnImportIsNotTakenFromUnderLaterWords(t *testing.T) {
	t.Parallel()
	for c, refused := range map[document.Collection]bool{
		document.Routes: true, document.Workouts: true, document.Folders: true, document.CustomItems: true,
		document.Reminders: true, document.Events: true, document.Wellness: false,
	} {
		d := newFixture(t)
		say := func(id string) {
			d.write(func(tx *store.Tx) error {
				_, err := tx.PutStatement("me", document.Statement{
					Collection: c, ID: id, Source: "strava", RunID: "run1",
					Body: map[string]string{"name": "There"},
				})
				return err
			})
		}
		say("2026-05-01")
		say("2026-05-02")
		out, err := d.j.RecordImport(t.Context(), store.ImportRun{ID: "run1", Athlete: "me"}, "Import of an archive", noon)
		if err != nil {
			t.Fatal(err)
		}
		later, err := d.j.Do(t.Context(), journal.Write{Athlete: "me", Summary: "Rename", Now: noon}, func(tx *store.Tx) (journal.Effect, error) {
			former, err := tx.PutOwn("me", c, "2026-05-02", document.Own{Fields: []byte(`{"name":"Here"}`)})
			return journal.Effect{Changed: []journal.Changed{journal.PutDocument(c, "2026-05-02", former)}}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.j.Undo(t.Context(), scope, out.JournalID, noon)
		if (training.KindOf(err) == training.KindConflict) != refused || !refused && err != nil {
			t.Errorf("%s: %v", c, err)
		}
		if !refused {
			continue
		}
		d.undo(later.JournalID)
		d.undo(out.JournalID)
		if all, err := d.db.Documents(t.Context(), scope, c, document.Filter{}); err != nil || len(all) != 0 {
			t.Errorf("%s: %v are left, %v", c, all, err)
		}
	}
}

func TestAStepOfTheFutureIsRefusedWhole(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.rename("Kept")
	id := d.do([]journal.Changed{journal.Op{Kind: "fold_space"}, journal.SetOverride("ride", "name", nil)},
		func(*store.Tx) error { return nil })
	if _, err := d.j.Undo(t.Context(), scope, id, noon); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("err = %v", err)
	}
	if d.name() != "Kept" {
		t.Errorf("half of the undo was done: %q", d.name())
	}
}

func TestADamagedStepIsToldAsDamage(t *testing.T) {
	t.Parallel()
	for _, kind := range []journal.OpKind{journal.OpSetOverride, journal.OpPutThreshold, journal.OpPutAthlete, journal.OpPutNote} {
		d := newFixture(t)
		id := d.do([]journal.Changed{journal.Op{Kind: kind, ID: "ride", Data: []byte(`"not an object"`)}}, func(*store.Tx) error { return nil })
		if _, err := d.j.Undo(t.Context(), scope, id, noon); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: err = %v", kind, err)
		}
	}
}

func TestDocumentsComeAndGo(t *testing.T) {
	t.Parallel()
	none := journal.PutDocument(document.Events, "e", document.Own{})
	former := none
	former.Kind = "stand_document" // in stores of earlier versions
	for _, did := range []journal.Changed{none, former, journal.DocumentChanged{Collection: document.Events, ID: "e"}} {
		documentsComeAndGo(t, did)
	}
}

func documentsComeAndGo(t *testing.T, did journal.Changed) {
	t.Helper()
	d := newFixture(t)
	own := document.Own{Fields: []byte(`{"name":"Rest"}`), Days: training.DayRange{From: 20_000, To: 20_001}}
	id := d.do([]journal.Changed{did}, func(tx *store.Tx) error {
		_, err := tx.PutOwn("me", document.Events, "e", own)
		return err
	})
	read := func() []document.Document {
		all, err := d.db.Documents(t.Context(), scope, document.Events, document.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	made := read()
	redo := d.undo(id)
	if gone := read(); len(made) != 1 || len(gone) != 0 {
		t.Errorf("made %+v, after undo %+v", made, gone)
	}
	d.undo(redo.JournalID)
	if diff := cmp.Diff(made, read()); diff != "" {
		t.Errorf("brought back (-want +got):\n%s", diff)
	}
}

func TestGearComesBackBothWays(t *testing.T) {
	t.Parallel()
	for _, did := range []journal.Changed{
		journal.PutDocument(document.Gear, "g1", document.Own{}),
		journal.Op{Kind: "put_gear", ID: "g1", Data: []byte(`{}`)}, // in stores of earlier versions
	} {
		gearComesBackBothWays(t, did)
	}
}

func gearComesBackBothWays(t *testing.T, did journal.Changed) {
	t.Helper()
	d := newFixture(t)
	words := document.Own{Fields: []byte(`{"kind":"bike","name":"Green"}`)}
	id := d.do([]journal.Changed{did}, func(tx *store.Tx) error {
		_, err := tx.PutOwn("me", document.Gear, "g1", words)
		return err
	})
	names := func() (out []string) {
		t.Helper()
		all, err := d.db.Gear(t.Context(), scope)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range all {
			out = append(out, g.Name)
		}
		return out
	}
	redo := d.undo(id)
	if got := names(); len(got) != 0 {
		t.Errorf("undone: %v", got)
	}
	d.undo(redo.JournalID)
	if got := names(); len(got) != 1 || got[0] != "Green" {
		t.Errorf("again: %v", got)
	}
}

// TestWhatASyncWroteIsTakenBackByItsIDAlone: who undoes means what they or an
// assistant did last.
func TestWhatASyncWroteIsTakenBackByItsIDAlone(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.rename("Hill repeats")
	w, apply := rename("As the service says")
	w.Face, w.Tool, w.Targets = "sync", "sync_now", map[string]string{"elsewhere": ""}
	out, err := d.j.Do(t.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		_, err := apply(tx)
		return journal.Effect{Changed: []journal.Changed{journal.SetOverride("other", "name", nil)}}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	e, undo, synced, err := d.j.BySync(t.Context(), scope)
	if err != nil || !synced || e.ID != out.JournalID || !strings.Contains(undo, e.ID) {
		t.Errorf("%+v %q %v %v", e, undo, synced, err)
	}
	d.undo("")
	if d.name() != "Morning ride" {
		t.Errorf("the name is %q", d.name())
	}
	if _, err := d.j.Undo(t.Context(), scope, "", noon); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a second time: %v", err)
	}
}

// TestWhatBringsARunBackStandsInNobodysWay: connected again, a service says
// under the same name what later words may be on.
func TestWhatBringsARunBackStandsInNobodysWay(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	gone := d.do([]journal.Changed{journal.Op{Kind: journal.OpRestoreRun, ID: "run1"}},
		func(tx *store.Tx) error { return tx.RemoveRun("me", "run1") })
	d.write(func(tx *store.Tx) error {
		_, err := tx.PutStatement("me", document.Statement{
			Collection: document.Routes, ID: "way", Source: "strava", RunID: "run1",
			Body: map[string]string{"name": "There"},
		})
		return err
	})
	d.do([]journal.Changed{journal.PutDocument(document.Routes, "way", document.Own{})}, func(tx *store.Tx) error {
		_, err := tx.PutOwn("me", document.Routes, "way", document.Own{Fields: []byte(`{"name":"Here"}`)})
		return err
	})
	d.undo(gone)
}
