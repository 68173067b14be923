package document_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const ref = "service:1"

func day(n int) time.Time { return storetest.Noon().AddDate(0, 0, n) }

// book is a store with one ride, "a", and one that nothing recorded, "typed".
type book struct {
	*testing.T
	db *store.DB
}

func open(t *testing.T) book {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.PutActivity("ann", storetest.Activity("typed", day(-3))); err != nil {
			return err
		}
		return storetest.AddRide(tx, "ann", "a", storetest.Noon(), store.EveryAudience)
	})
	return book{t, db}
}

func (b book) say(id training.ActivityID, run string, asOf time.Time, s training.Statement) (changed bool) {
	b.Helper()
	storetest.Write(b, b.db, func(tx *store.Tx) (err error) {
		changed, err = tx.PutSaid("ann", id, s, document.StatementsBy{RunID: run, AsOf: asOf, At: storetest.Noon()})
		return err
	})
	return changed
}

func (b book) run(f func(tx *store.Tx, a training.AthleteID, run string) error, run string) {
	b.Helper()
	storetest.Write(b, b.db, func(tx *store.Tx) error { return f(tx, "ann", run) })
}

func (b book) name(id training.ActivityID) string {
	b.Helper()
	row, err := b.db.Activity(b.Context(), storetest.Export("ann"), id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return "gone"
	}
	if err != nil {
		b.Fatal(err)
	}
	return row.Name
}

func (b book) notes() []string {
	b.Helper()
	all, err := b.db.Notes(b.Context(), storetest.Export("ann"), "a")
	if err != nil {
		b.Fatal(err)
	}
	out := []string{}
	for _, n := range all {
		out = append(out, n.ID+" "+n.Text)
	}
	return out
}

func TestWordsLieBetweenTheRecordingAndTheEdits(t *testing.T) {
	t.Parallel()
	b := open(t)
	before, err := b.db.Activity(t.Context(), storetest.Export("ann"), "a")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "name", []byte(`"Mine"`))
		return err
	})
	b.say("a", "run1", day(0), training.Statement{
		Ref: ref, Name: "Theirs", Description: "words", Race: true, Commute: true, GearID: "g1", MoreGear: []string{"g2"},
		PerceivedExertion: 7, Tags: []string{"long run"},
	})
	id, err := b.db.Resolve(t.Context(), storetest.Export("ann"), ref)
	if err != nil {
		t.Fatal(err)
	}
	row, err := b.db.Activity(t.Context(), storetest.Export("ann"), id)
	if err != nil {
		t.Fatal(err)
	}
	want := before.Activity
	want.Name, want.Description, want.Race, want.Commute, want.GearID = "Mine", "words", true, true, "g1"
	want.MoreGear = []string{"g2"}
	want.PerceivedExertion, want.Tags, want.Edited, want.ExternalIDs = 7, []string{"long run"}, []string{"name"}, []string{ref}
	if d := cmp.Diff(want, row.Activity); d != "" {
		t.Error(d)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "name", nil)
		return err
	})
	if got := b.name("a"); got != "Theirs" {
		t.Errorf("without the edit it is called %q", got)
	}
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	t.Parallel()
	b := open(t)
	for i, tt := range []struct {
		asOf    time.Time
		name    string
		changed bool
		want    string
	}{
		{day(0), "One", true, "One"},
		{day(0), "One", false, "One"},
		{day(5), "Two", true, "Two"},
		{day(1), "One", false, "Two"}, // an older copy found later
		{day(5), "Three", true, "Three"},
	} {
		seq := storetest.LastSeq(t, b.db)
		if got := b.say("a", "run", tt.asOf, training.Statement{Ref: ref, Name: tt.name}); got != tt.changed {
			t.Errorf("step %d: changed %v", i, got)
		}
		if (storetest.LastSeq(t, b.db) != seq) != tt.changed {
			t.Errorf("step %d: the log says otherwise", i)
		}
		if got := b.name("a"); got != tt.want {
			t.Errorf("step %d: called %q, want %q", i, got, tt.want)
		}
	}
}

func TestARunIsTakenBackAndStandsAgain(t *testing.T) {
	t.Parallel()
	b := open(t)
	stands := func(want ...string) {
		t.Helper()
		all, err := b.db.Said(b.Context(), storetest.Export("ann"), "a")
		got := []string{}
		for _, s := range all {
			got = append(got, s.Said.Name)
		}
		if d := cmp.Diff(append([]string{}, want...), got); d != "" || err != nil {
			t.Error(err, d)
		}
	}
	undo := func(tx *store.Tx, a training.AthleteID, run string) error { return tx.RemoveRun(a, run) }
	redo := func(tx *store.Tx, a training.AthleteID, run string) error { return tx.RestoreRun(a, run) }
	own := b.name("a")
	check := func(when, a, typed string, notes ...string) {
		t.Helper()
		if got := []string{b.name("a"), b.name("typed")}; got[0] != a || got[1] != typed {
			t.Errorf("%s: %q, want %q and %q", when, got, a, typed)
		}
		if d := cmp.Diff(append([]string{}, notes...), b.notes()); d != "" {
			t.Errorf("%s: %s", when, d)
		}
	}
	b.say("a", "run1", day(0), training.Statement{Ref: ref, Name: "One", PrivateNote: "tired"})
	b.say("typed", "run1", day(0), training.Statement{Ref: "service:2", Name: "Yoga"})
	check("said", "One", "Yoga", ref+" tired")
	b.say("a", "run2", day(1), training.Statement{Ref: ref, Name: "Two", PrivateNote: "fresh"})
	check("said anew", "Two", "Yoga", ref+" fresh")
	b.run(undo, "run2")
	stands("One")
	check("run 2 undone", "One", "Yoga", ref+" tired")
	b.run(undo, "run1")
	stands()
	if _, err := b.db.Said(b.Context(), training.Scope{Athlete: "ann", Audience: training.AudienceModel},
		"a"); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a model reads them: %v", err)
	}
	check("both undone", own, "gone")
	b.run(redo, "run1")
	check("run 1 again", "One", "Yoga", ref+" tired")
	b.run(redo, "run2")
	check("run 2 again", "Two", "Yoga", ref+" fresh")
	b.run(undo, "another")
	check("another undone", "Two", "Yoga", ref+" fresh")
	b.say("a", "run3", day(2), training.Statement{Ref: ref, Name: "Three"})
	check("the note is gone", "Three", "Yoga")
}

func TestANoteThatWasDeletedStaysSo(t *testing.T) {
	t.Parallel()
	b := open(t)
	words := training.Statement{Ref: ref, Name: "One", PrivateNote: "tired"}
	b.say("a", "run1", day(0), words)
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.DeleteNote("ann", ref) })
	words.Name = "Two"
	if b.say("a", "run2", day(1), words); len(b.notes()) != 0 {
		t.Errorf("it came back: %q", b.notes())
	}
}

// TestTwoReferencesOfOneActivity: each field is that of the first that has it.
func TestTwoReferencesOfOneActivity(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.say("a", "run1", day(0), training.Statement{Ref: "service:2", Name: "Second", Description: "second's words"})
	b.say("a", "run1", day(0), training.Statement{Ref: ref, Name: "First"})
	row, err := b.db.Activity(t.Context(), storetest.Export("ann"), "a")
	if err != nil || row.Name != "First" || row.Description != "second's words" {
		t.Errorf("%q %q %v", row.Name, row.Description, err)
	}
}
