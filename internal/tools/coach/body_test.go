package coach_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

type mark struct {
	Region  string `json:"region"`
	Label   string `json:"label"`
	By      string `json:"by"`
	Date    string `json:"date"`
	Pain    *int   `json:"pain"`
	Kind    string `json:"kind"`
	Note    string `json:"note"`
	Since   string `json:"since"`
	Cleared string `json:"cleared"`
}

type body struct {
	Marks   []mark `json:"marks"`
	History []mark `json:"history"`
	Regions []struct {
		ID string `json:"id"`
	} `json:"regions"`
}

func (b *board) body(args object) (out body) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), "get_body_map", with(args), &out)
	return out
}

func (b *board) mark(by, date, region string, pain int) written {
	b.Helper()
	return b.write("mark_body_regions", object{"by": by, "date": date, "marks": []object{{"region": region, "pain": pain, "kind": "pain"}}})
}

// TestMarksHaveALevelADateAndAHistory: they outlive the process, and a later
// one of the same author is in the place of the earlier.
func TestMarksHaveALevelADateAndAHistory(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.mark("athlete", "2026-04-20", "left achilles tendon", 6)
	b.mark("athlete", "2026-04-25", "left_achilles", 3)
	b.mark("athlete", "2026-04-28", "right_kneecap", 0)
	got := b.body(object{"range": "2026-04"})
	if len(got.Marks) != 2 || *got.Marks[0].Pain != 3 || got.Marks[0].Since != "2026-04-20" || got.Marks[0].Label != "left Achilles tendon" ||
		*got.Marks[1].Pain != 0 || got.Marks[1].Since != "2026-04-28" {
		t.Errorf("%+v", got.Marks)
	}
	if len(got.History) != 3 || got.History[2].Date != "2026-04-20" || *got.History[2].Pain != 6 {
		t.Errorf("%+v", got.History)
	}
	b.write("mark_body_regions", object{"by": "athlete", "clear": []string{"left_achilles"}})
	b.mark("athlete", "2026-05-01", "left_achilles", 2) // it came back
	got = b.body(object{"range": "2026-04-20..2026-05-01", "region": "achilles left"})
	if len(got.Marks) != 1 || got.Marks[0].Since != "2026-05-01" || len(got.History) != 3 || got.History[1].Cleared != "2026-05-01" {
		t.Errorf("%+v", got)
	}
	if all := b.body(object{"regions": true}).Regions; len(all) <= 63 {
		t.Error(len(all))
	}
}

// TestAthleteAndCoachApart: neither clears or replaces the other's.
func TestAthleteAndCoachApart(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.mark("athlete", "2026-05-01", "left_shin", 5)
	b.write("mark_body_regions", object{"marks": []object{
		{"region": "left_shin", "kind": "watch", "note": "Second time this year."}, {"region": "left_heel"},
	}})
	got := b.body(object{})
	if len(got.Marks) != 3 || got.Marks[0].By != "athlete" || got.Marks[1].By != "coach" || got.Marks[1].Pain != nil {
		t.Errorf("%+v", got)
	}
	w := b.write("mark_body_regions", object{"clear": []string{"all"}})
	if got := b.body(object{}); len(got.Marks) != 1 || got.Marks[0].By != "athlete" || len(w.Changes) != 2 || w.Changes[0].After == "" {
		t.Errorf("%+v %+v", got, w)
	}
	b.undo()
	if got := b.body(object{}); len(got.Marks) != 3 {
		t.Errorf("%+v", got)
	}
	if w := b.write("mark_body_regions", object{"by": "athlete", "clear": []string{"right_heel"}}); len(w.Notes) != 1 || w.JournalID != "" {
		t.Errorf("%+v", w)
	}
}

// TestNoRegionIsLeftOutInSilence: one that is not known refuses them all.
func TestNoRegionIsLeftOutInSilence(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	shin := object{"region": "left_shin"}
	b.refused("mark_body_regions", object{"marks": []object{shin, {"region": "left_knee"}}}, training.KindInvalid, "In mark 2")
	b.refused("mark_body_regions", object{"marks": []object{{"region": "left_kneecp"}}}, training.KindInvalid, "Did you mean left_kneecap?")
	b.refused("mark_body_regions", object{"clear": []string{"wing"}}, training.KindInvalid, "no region")
	b.refused("mark_body_regions", object{"marks": []object{{"region": "left_shin", "pain": 11}}}, training.KindInvalid, "pain")
	b.refused("mark_body_regions", object{"marks": []object{shin, {"region": "shin left"}}}, training.KindInvalid, "twice")
	b.refused("mark_body_regions", object{"marks": []object{shin}, "clear": []string{"left_shin"}}, training.KindInvalid, "both")
	b.refused("mark_body_regions", object{}, training.KindInvalid, "nothing to mark")
	b.refused("mark_body_regions", object{"date": "2026-05-02", "clear": []string{"all"}}, training.KindInvalid, "in the future")
	b.refused("get_body_map", object{"region": "wing"}, training.KindInvalid, "no region")
	if got := b.body(object{}); len(got.Marks) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestNotesOnTheBodyAreTheAthletes: an assistant sees them if it may see notes.
func TestNotesOnTheBodyAreTheAthletes(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("mark_body_regions", object{"by": "athlete", "marks": []object{{"region": "left_shin", "note": "since the move", "pain": 4}}})
	for _, shares := range []bool{true, false} {
		storetest.Write(t, b.db, func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "UTC", WeekStart: 1, Sharing: training.Sharing{Notes: shares}})
		})
		if got := b.body(object{}).Marks; len(got) != 1 || *got[0].Pain != 4 || (got[0].Note != "") != shares {
			t.Errorf("shares %v: %+v", shares, got)
		}
	}
}
