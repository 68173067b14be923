package app

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestEmptyAnswersSayWhatToTry asks where nothing is: of a fresh athlete, and
// of days and sports that an athlete with data has not. Each answer names
// what can be done.
func TestEmptyAnswersSayWhatToTry(t *testing.T) {
	t.Parallel()
	next := regexp.MustCompile(`lapkeep import|get_status|import_files|add_activity_note|update_athlete_settings`)
	full := newSubject(t)
	fresh := &subject{person: newPerson(t)}
	fresh.openHome(t)
	for _, c := range []struct {
		who        *subject
		tool, args string
	}{
		{fresh, "get_status", `{}`},
		{fresh, "get_athlete_profile", `{}`},
		{fresh, "list_activities", `{}`},
		{fresh, "analyze_training_load", `{}`},
		{fresh, "get_training_summary", `{}`},
		{fresh, "get_curves", `{}`},
		{fresh, "estimate_thresholds", `{}`},
		{fresh, "search", `{"query":"hills"}`},
		{full, "list_activities", `{"sport":"rowing"}`},
		{full, "list_activities", `{"min_load":5000}`},
		{full, "analyze_training_load", `{"range":"2010"}`},
		{full, "get_training_summary", `{"range":"2010"}`},
		{full, "get_training_summary", `{"sport":"rowing"}`},
		{full, "get_curves", `{"range":"2010"}`},
		{full, "estimate_thresholds", `{"sport":"rowing"}`},
		{full, "get_activity_notes", `{"id":"` + full.ids[1] + `"}`},
		{full, "search", `{"query":"xyzzy"}`},
	} {
		res := tooltest.Call(t, c.who.table, c.who.call(t), c.tool, c.args)
		if !next.MatchString(res.Text) {
			t.Errorf("%s %s says nothing of what to try: %s", c.tool, c.args, res.Text)
		}
	}
}

// TestOldRidesAreNoLackOfActivities: rides of years ago, without a load, leave form
// unknown; the reason is not that there are none.
func TestOldRidesAreNoLackOfActivities(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	rides(t, filepath.Join(p.user, "rides"), may.AddDate(-2, 0, 0), 900, training.Cycling)
	p.must(t, "import", filepath.Join(p.user, "rides"))
	if said := p.must(t, "today"); !strings.Contains(said, "Form: not known; no activity from ") {
		t.Error(said)
	}
}
