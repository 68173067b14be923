package account_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
)

func (h *home) loads(t *testing.T) string {
	t.Helper()
	var v athlete.ProfileView
	tooltest.Decode(t, h.table, cli, "get_athlete_profile", `{}`, &v)
	return v.Loads
}

func TestTheOrderOfLoadMethodsIsSetShownAndUndone(t *testing.T) {
	t.Parallel()
	h := open(t)
	out := h.update(t, model, `{"load_methods":"pace, power,hr"}`)
	if len(out.Changes) != 1 || out.Changes[0].Field != "load_methods" || h.loads(t) != "pace,power,hr" {
		t.Fatalf("%+v, now %q", out, h.loads(t))
	}
	if same := h.update(t, model, `{"load_methods":"pace,power,hr"}`); len(same.Changes) != 0 {
		t.Errorf("the same again changes %+v", same.Changes)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || h.loads(t) != "" {
		t.Errorf("undone: %v, now %q", err, h.loads(t))
	}
	h.update(t, model, `{"load_methods":"rpe"}`)
	h.update(t, model, `{"load_methods":"default"}`)
	if got := h.loads(t); got != "" {
		t.Errorf("the usual order is %q", got)
	}
	p := tooltest.Fails(t, h.table, model, "update_athlete_settings", `{"load_methods":"watts,hr"}`)
	if !strings.Contains(p.String(), "manual, power, pace") {
		t.Errorf("%+v", p)
	}
}
