package store_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestWhatAScopeWithholds is the same for what is said of a write as for reads.
func TestWhatAScopeWithholds(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	day, event := store.ChangeKind(document.Wellness), store.ChangeKind(document.Events)
	for sharing, want := range map[training.Sharing]string{
		{}:                          "weight of settings, weight, waist, comments, description, event",
		{Weight: true}:              "comments, description, event",
		{Notes: true}:               "weight of settings, weight, waist",
		{Weight: true, Notes: true}: "",
	} {
		storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: sharing}) })
		for _, s := range []training.Scope{storetest.Model("ann"), {Athlete: "ann", Audience: training.AudiencePage}, storetest.Export("ann")} {
			w, err := db.Withheld(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range []struct {
				of          store.ChangeKind
				field, name string
			}{
				{store.ChangeSettings, "weight_kg", "weight of settings"},
				{store.ChangeSettings, "ftp_w", "FTP"},
				{day, "weight_kg", "weight"},
				{day, "abdomen_cm", "waist"},
				{day, "comments", "comments"},
				{day, "soreness", "soreness"},
				{store.ChangeActivity, "description", "description"},
				{store.ChangeActivity, "name", "name"},
				{event, "description", "event"},
				{event, "name", "name of the event"},
				{store.ChangeGear, "weight_kg", "weight of a bike"},
			} {
				if w.Hides(f.of, f.field) {
					got = append(got, f.name)
				}
			}
			shown := want
			if s.Audience != training.AudienceModel {
				shown = ""
			}
			if text := strings.Join(got, ", "); text != shown {
				t.Errorf("shared %+v, the %s does not see %q, want %q", sharing, s.Audience, text, shown)
			}
		}
	}
}

// TestAWorkoutIsShownWithoutWords: its steps stay, if they are those of its
// text by the same voice; that another says the same text tells nothing.
func TestAWorkoutIsShownWithoutWords(t *testing.T) {
	t.Parallel()
	const text = "secret\n- 10m 95%"
	steps := []training.WorkoutStep{{
		Kind: training.StepRepeat, Count: 2, Text: "secret",
		Steps: []training.WorkoutStep{{Text: "secret", DurationS: 600}},
	}}
	said := training.CalendarEvent{Name: "Tempo", Description: text, Structure: training.StructureOf(text, steps)}
	for own, want := range map[string]int{
		`{"load":50}`:                         1,
		`{"description":"secret 2"}`:          0,
		`{"description":"secret\n- 10m 95%"}`: 0,
	} {
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		days := training.DayRange{From: 20_000, To: 20_000}
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err1 := tx.Say("ann", document.Statement{Collection: document.Events, ID: "e", Source: "tri", Days: days, Body: said})
			_, err2 := tx.PutOwn("ann", document.Events, "e", document.Own{Fields: json.RawMessage(own)})
			return errors.Join(err1, err2)
		})
		d, err := db.Document(t.Context(), storetest.Model("ann"), document.Events, "e")
		if err != nil {
			t.Fatal(err)
		}
		e, err := document.Show[training.CalendarEvent](d)
		if err != nil || strings.Contains(readable(d)+readable(e), "secret") || e.Name != "Tempo" {
			t.Errorf("%s: a model sees %+v, %v", own, e, err)
		}
		if got := e.Structure.Of(e.Description); len(got) != want || want == 1 && got[0].Steps[0].DurationS != 600 {
			t.Errorf("%s: the steps are %+v", own, got)
		}
	}
}

// TestModelsKnowOfTheirOwnWritesAlone: what the athlete did elsewhere may be
// about what is hidden.
func TestModelsKnowOfTheirOwnWritesAlone(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Write(t, db, func(tx *store.Tx) error {
		return errors.Join(
			tx.PutJournal(store.JournalEntry{ID: "theirs", Athlete: "ann", Face: "mcp", Summary: "Plan 1 event."}),
			tx.PutJournal(store.JournalEntry{ID: "hers", Athlete: "ann", Face: "cli", Summary: "Hide the ride of 2026-05-01."}))
	})
	for s, want := range map[training.Scope]int{storetest.Model("ann"): 1, storetest.Export("ann"): 2} {
		all, err := db.Journal(t.Context(), s, 0)
		if err != nil || len(all) != want || all[len(all)-1].ID != "theirs" {
			t.Errorf("the %s is told %+v, %v", s.Audience, all, err)
		}
		if _, err := db.JournalEntry(t.Context(), s, "hers"); (err == nil) != (want == 2) {
			t.Errorf("the %s reads an entry of the athlete's: %v", s.Audience, err)
		}
	}
}
