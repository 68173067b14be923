package account_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
)

func (h *home) estimate(t *testing.T) string {
	t.Helper()
	var v athlete.ProfileView
	tooltest.Decode(t, h.table, cli, "get_athlete_profile", `{}`, &v)
	return v.PowerEstimate
}

func TestWhatPowerIsEstimatedByIsSetShownAndUndone(t *testing.T) {
	t.Parallel()
	h := open(t)
	const set = "bike_kg=8.5,road=drops,mountain_crr=0.015"
	out := h.update(t, model, `{"power_estimate":"bike_kg=8.5, road=drops, mountain_crr = 0.015"}`)
	if len(out.Changes) != 1 || out.Changes[0].Field != "power_estimate" || h.estimate(t) != set {
		t.Fatalf("%+v, now %q", out, h.estimate(t))
	}
	if same := h.update(t, model, `{"power_estimate":"`+set+`"}`); len(same.Changes) != 0 {
		t.Errorf("the same again changes %+v", same.Changes)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || h.estimate(t) != "" {
		t.Errorf("undone: %v, now %q", err, h.estimate(t))
	}
	h.update(t, model, `{"power_estimate":"bike_kg=9"}`)
	h.update(t, model, `{"power_estimate":"default"}`)
	if got := h.estimate(t); got != "" {
		t.Errorf("the defaults are %q", got)
	}
	for text, want := range map[string]string{
		"bike_kg=1000": "from 3 to 60", "road=lying": "hoods", "drop all tables": "cannot be read", strings.Repeat("road=drops,", 40): "300",
	} {
		p := tooltest.Fails(t, h.table, model, "update_athlete_settings", `{"power_estimate":"`+text+`"}`)
		if !strings.Contains(p.String(), want) {
			t.Errorf("%.30q: %s", text, p)
		}
	}
	if got := h.estimate(t); got != "" {
		t.Errorf("refused, and now %q", got)
	}
}
