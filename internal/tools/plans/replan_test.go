package plans_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// asked calls a tool that needs a person's consent, and returns the question.
func (b *board) asked(tool string, args object) journal.Preview {
	b.Helper()
	_, err := b.table.Call(b.Context(), tool, call(), json.RawMessage(with(args)))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		b.Fatalf("%s asked nothing: %v", tool, err)
	}
	return need.Preview
}

// agree makes a call to which a person agrees.
func (b *board) agree(tool string, args object, out any) {
	b.Helper()
	token := b.asked(tool, args).Token
	if _, err := b.journal.Grant(b.Context(), storetest.Export(who), token, now); err != nil {
		b.Fatal(err)
	}
	c := call()
	c.Approval = token
	tooltest.Decode(b.T, b.table, c, tool, with(args), out)
}

// TestReplanIsAcceptedByAPerson: the difference is shown, accepted in one journal entry, and undone.
func TestReplanIsAcceptedByAPerson(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring, "id": "spring"})
	before := b.file("spring")
	sick := training.CalendarEvent{
		ID:       "flu",
		Category: training.EventSick,
		Name:     "Flu",
		Start:    "2026-02-10T00:00:00",
		End:      "2026-02-14T00:00:00",
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Events, ID: sick.ID, Days: training.DayRange{From: sick.Start.Day(), To: sick.End.Day() - 1},
			Source: "intervals", Body: sick,
		})
		return err
	})
	args := object{"id": "spring", "replan": true}
	var out struct {
		Difference []struct{ Before, After string } `json:"difference"`
		Reasons    []string                         `json:"reasons"`
		JournalID  string                           `json:"journal_id"`
	}
	tooltest.Decode(t, b.table, call(), "edit_training_plan", with(object{"id": "spring", "replan": true, "dry_run": true}), &out)
	if len(out.Difference) != 1 || !strings.Contains(out.Difference[0].Before, "20.0 km") || !strings.Contains(out.Difference[0].After,
		"10.0 km") ||
		out.JournalID != "" ||
		b.file("spring") != before {
		t.Fatalf("dry run: %+v", out)
	}
	if q := b.asked("edit_training_plan", args); !strings.Contains(q.Summary.String(), "10.0 km") ||
		!strings.Contains(q.Summary.String(), "doctor") {
		t.Errorf("the question does not say what changes: %s", q.Summary)
	}
	b.agree("edit_training_plan", args, &out)
	if out.JournalID == "" || !strings.Contains(b.file("spring"), "distance_km: 10") || !strings.Contains(b.file("spring"), "# eased after") {
		t.Errorf("%+v\n%s", out, b.file("spring"))
	}
	again := b.ask("edit_training_plan", object{"id": "spring", "replan": true})
	if len(again.Changes) != 0 || !strings.Contains(strings.Join(again.Notes, " "), "Nothing has to change") {
		t.Errorf("a second time: %+v", again)
	}
	if _, err := b.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, now); err != nil {
		t.Fatal(err)
	}
	if got := b.ask("get_training_plan", object{"id": "spring", "part": "text"}); got.Text != spring {
		t.Errorf("undone:\n%s", got.Text)
	}
}

func TestReplanOfNothing(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring, "id": "spring"})
	b.refused("edit_training_plan", object{"id": "spring"}, training.KindInvalid, "either operations or replan")
	b.refused("edit_training_plan", object{
		"id": "spring", "replan": true, "operations": []object{{"op": "week", "week": 9}},
	}, training.KindInvalid, "either operations or replan")
	b.refused("edit_training_plan", object{"id": "none", "replan": true}, training.KindNotFound, "none")
}

// TestTooMuchAsksAPerson: an assistant may save hard days in a row only with a person's consent, which the journal
// keeps with the words. An athlete is told.
func TestTooMuchAsksAPerson(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	hard := "plan_name: Hard\nsport: running\nweeks:\n  - week_number: 1\n    week_start_date: 2026-02-16\n    sessions:\n"
	for _, day := range []string{"Monday", "Tuesday", "Wednesday"} {
		hard += "      - {day_of_week: " + day + ", type: intervals, duration_minutes: 50}\n"
	}
	args := object{"text": hard, "id": "hard"}
	if q := b.asked("save_training_plan", args); !strings.Contains(q.Summary.String(), "3 hard days in a row") {
		t.Errorf("%s", q.Summary)
	}
	var out struct {
		JournalID string `json:"journal_id"`
	}
	b.agree("save_training_plan", args, &out)
	e, err := b.db.JournalEntry(t.Context(), storetest.Export(who), out.JournalID)
	if err != nil || !strings.Contains(e.Summary, "hard days in a row") {
		t.Errorf("the journal has %v, %v", e.Summary, err)
	}
	b.ask("edit_training_plan", object{"id": "hard", "operations": []object{{"op": "comment", "week": 1, "text": "as agreed"}}})
	athlete := call()
	athlete.Scope.Audience = training.AudiencePage
	var told answer
	tooltest.Decode(
		t,
		b.table,
		athlete,
		"save_training_plan",
		with(object{"text": strings.Replace(hard, "Hard", "Own", 1), "id": "own"}),
		&told,
	)
	if !strings.Contains(strings.Join(told.Notes, " "), "3 hard days in a row") {
		t.Errorf("the athlete is not told: %v", told.Notes)
	}
}
