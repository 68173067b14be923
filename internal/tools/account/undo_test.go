package account_test

import (
	"testing"

	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestUndoTakesBackWhatAssistantsWrote, and nothing of the athlete's own.
func TestUndoTakesBackWhatAssistantsWrote(t *testing.T) {
	t.Parallel()
	h := open(t)
	if p := tooltest.Fails(t, h.table, model, "undo", `{}`); p.Kind != training.KindNotFound {
		t.Errorf("nothing was written: %v", p)
	}
	mine := h.update(t, model, `{"ftp_w": 240}`)
	theirs := h.update(t, cli, `{"lthr_bpm": 160}`)
	if p := tooltest.Fails(t, h.table, model, "undo", `{"journal_id":"`+theirs.JournalID+`"}`); p.Kind != training.KindNotFound {
		t.Errorf("an assistant takes back the athlete's own: %v", p)
	}
	var out changed
	tooltest.Decode(t, h.table, model, "undo", `{"dry_run":true}`, &out)
	if !out.DryRun || out.JournalID != "" || len(out.Changes) != len(mine.Changes) {
		t.Errorf("a dry run: %+v", out)
	}
	tooltest.Decode(t, h.table, model, "undo", `{}`, &out)
	if out.JournalID == "" || len(out.Changes) == 0 || out.Changes[0].Before != mine.Changes[0].After {
		t.Errorf("%+v, %+v", mine, out)
	}
	if p := tooltest.Fails(t, h.table, model, "undo", `{"id":"`+mine.JournalID+`"}`); p.Kind != training.KindConflict {
		t.Errorf("twice: %v", p)
	}
}
