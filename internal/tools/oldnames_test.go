package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

func TestEveryNameIsThereOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, n := range tools.FormerNames() {
		if seen[n.Old] || n.Old == n.Tool {
			t.Errorf("%s is there twice, or is no other name", n.Old)
		}
		seen[n.Old] = true
		var args map[string]any
		if err := json.Unmarshal([]byte(n.Args), &args); err != nil {
			t.Errorf("%s: %v", n.Old, err)
		}
	}
	for _, want := range []string{
		"get_activities", "icu_get_recent_activities", "icu_update_activity", "strava://athlete/fetch-all",
		"strava.trimp.banister", "get_activity_laps", "get_run_detail", "get_athlete_power_curves",
	} {
		if !seen[want] {
			t.Errorf("%s is not known", want)
		}
	}
}

func TestHintsNameNoRealActivity(t *testing.T) {
	t.Parallel()
	hints := tools.Hints()
	if len(hints) != len(tools.FormerNames()) {
		t.Errorf("%d hints for %d names", len(hints), len(tools.FormerNames()))
	}
	for old, hint := range hints {
		if strings.Contains(hint, tools.ExampleID) || len(hint) > 300 {
			t.Errorf("%s: %s", old, hint)
		}
		if _, args, ok := strings.Cut(textclean.Markdown(hint), " such as "); ok && !json.Valid([]byte(args)) {
			t.Errorf("%s: an assistant reads arguments that are no JSON: %s", old, args)
		}
	}
	if got := hints["icu_get_activity_intervals"]; got != `get_activity with arguments such as {"id": "ID", "sections": ["laps"]}` {
		t.Error(got)
	}
	if got := hints["get_fitness_summary"]; got != "analyze_training_load" {
		t.Error(got)
	}
}
