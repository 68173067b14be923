package activities_test

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/importing"
	"lapkeep/internal/training"
)

// TestDecisionsOnOnePairAreUndone decides about two recordings over and over, in
// every order, and takes each decision back.
func TestDecisionsOnOnePairAreUndone(t *testing.T) {
	t.Parallel()
	for name, device := range map[string]int{"two activities": 3, "one activity": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLives(t)(0)
			l.records(1)
			l.records(device)
			l.decidesInEveryOrder(3)
		})
	}
}

func (l *life) decidesInEveryOrder(depth int) {
	l.Helper()
	if depth == 0 {
		return
	}
	before := l.shown()
	for _, p := range l.plans() {
		id := l.must(l.decide(p))
		l.done = append(l.done, l.args)
		l.decidesInEveryOrder(depth - 1)
		if _, refused := l.undoes(id); refused {
			l.Fatalf("%q: refused", l.done)
		}
		l.same("undone", before, l.shown())
		l.done = l.done[:len(l.done)-2]
	}
}

// plans returns the decisions that the athlete can make about the two
// recordings.
func (l *life) plans() (all []importing.Plan) {
	l.Helper()
	add := func(p importing.Plan, err error) {
		if err != nil {
			l.Fatalf("%q: %v", l.done, err)
		}
		all = append(all, p)
	}
	ids, scope := l.ids(), l.scope(training.AudienceExport)
	if len(ids) == 1 {
		recs, err := l.db.Recordings(l.Context(), scope, ids[0])
		for _, r := range recs {
			add(importing.Split(l.Context(), l.db, scope, string(ids[0]), string(r.ID)))
		}
		if err != nil || len(recs) != 2 {
			l.Fatalf("%q: %v, %v", l.done, recs, err)
		}
		return all
	}
	for _, two := range [][2]string{{string(ids[0]), string(ids[1])}, {string(ids[1]), string(ids[0])}} {
		add(importing.Join(l.Context(), l.db, scope, two[0], two[1]))
		add(importing.Apart(l.Context(), l.db, scope, two[0], two[1]))
	}
	return all
}

// TestADeletionIsNotDoneAgainOnOthers where the activity became one with another
// that was never deleted, whichever of the two goes on.
func TestADeletionIsNotDoneAgainOnOthers(t *testing.T) {
	t.Parallel()
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			l := newLives(t)(0)
			l.records(order[0])
			gone := l.must(l.tool("delete_activity", fmt.Sprintf(`{"id":%q}`, l.ids()[0])))
			l.records(3)
			l.records(order[1])
			undo, _ := l.undoes(gone)
			if ids := l.ids(); len(ids) != 2 {
				t.Errorf("%q", ids)
			}
			before := l.shown()
			if _, refused := l.undoes(undo); !refused || !strings.Contains(l.refusal, madeOfOthers) {
				t.Errorf("refused: %t, %s", refused, l.refusal)
			}
			l.same("refused", before, l.shown())
		})
	}
}

// TestADeletionIsNotDoneAgainOnAnEntry that went to the activity since.
func TestADeletionIsNotDoneAgainOnAnEntry(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	l.records(0)
	gone := l.must(l.tool("delete_activity", fmt.Sprintf(`{"id":%q}`, l.ids()[0])))
	l.must(l.tool("create_activities", fmt.Sprintf(entryOf, "")))
	undo, _ := l.undoes(gone)
	before := l.shown()
	if a := l.only(); a.Name != "word one" {
		t.Errorf("%+v", a)
	}
	if _, refused := l.undoes(undo); !refused || !strings.Contains(l.refusal, madeOfOthers) {
		t.Errorf("refused: %t, %s", refused, l.refusal)
	}
	l.same("refused", before, l.shown())
}

// TestAnEntryOfAnotherTimeLeavesItsRecording where it was deleted and is entered anew.
func TestAnEntryOfAnotherTimeLeavesItsRecording(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	entry := fmt.Sprintf(entryOf, `,"external_id":"k1"`)
	l.must(l.tool("create_activities", entry))
	gone := l.must(l.tool("delete_activity", fmt.Sprintf(`{"id":%q}`, l.ids()[0])))
	l.records(2)
	undo, _ := l.undoes(gone)
	l.only()
	l.undoes(undo)
	l.must(l.tool("create_activities", strings.ReplaceAll(entry, "05-01", "05-02")))
	if ids := l.ids(); len(ids) != 2 {
		t.Errorf("%q", ids)
	}
}

// TestAnEntryThatWasKeptApartIsApartAgain when that decision is done again, though
// a recording took the entry meanwhile.
func TestAnEntryThatWasKeptApartIsApartAgain(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	l.must(l.tool("create_activities", fmt.Sprintf(entryOf, "")))
	entry := l.ids()[0]
	l.recordsOf(1, 2)
	other := l.ids()[1]
	plan, err := importing.Apart(t.Context(), l.db, l.scope(training.AudienceExport), string(entry), string(other))
	if err != nil {
		t.Fatal(err)
	}
	apart := l.must(l.decide(plan))
	l.records(3)
	before := l.shown()
	undo, _ := l.undoes(apart)
	if ids := l.ids(); len(ids) != 2 {
		t.Errorf("%q", ids)
	}
	l.undoes(undo)
	l.same("apart again", before, l.shown())
}

// TestADecisionIsUndoneWithoutTheOtherRecording where the import of that was undone
// before: what was said of the activity is said of the one that is left.
func TestADecisionIsUndoneWithoutTheOtherRecording(t *testing.T) {
	t.Parallel()
	for name, device := range map[string]int{"two activities": 3, "one activity": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLives(t)(0)
			l.records(1)
			first := l.ids()[0]
			l.must(l.tool("update_activity", fmt.Sprintf(`{"id":%q,"description":"word one"}`, first)))
			before := l.shown()
			other := l.records(device)
			for _, p := range l.plans() {
				decision := l.must(l.decide(p))
				undo, _ := l.undoes(other)
				l.undoes(decision)
				l.same("undone", before, l.shown())
				refused := false
				if other, refused = l.undoes(undo); refused {
					t.Fatal(l.refusal)
				}
			}
		})
	}
}

// TestADecisionThatHeldOthersTogetherIsUndone: two recordings are one by a third,
// and by the athlete's word on a fourth once the third is gone.
func TestADecisionThatHeldOthersTogetherIsUndone(t *testing.T) {
	t.Parallel()
	l := newLives(t)(0)
	for _, device := range []int{1, 2, 3} {
		l.records(device)
	}
	before := l.shown()
	if len(l.ids()) != 3 {
		t.Fatalf("%q", l.ids())
	}
	third := l.records(0)
	ids := l.ids()
	if len(ids) != 2 {
		t.Fatalf("%q", ids)
	}
	plan, err := importing.Join(t.Context(), l.db, l.scope(training.AudienceExport), string(ids[0]), string(ids[1]))
	if err != nil {
		t.Fatal(err)
	}
	decision := l.must(l.decide(plan))
	l.undoes(third)
	l.undoes(decision)
	l.same("undone", before, l.shown())
}
