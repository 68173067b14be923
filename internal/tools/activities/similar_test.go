package activities_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/analysis/activity"
	"lapkeep/internal/analysis/activity/activitytest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestSimilarActivities imports one workout three times, on one way and the
// other way round, and another somewhere else.
func TestSimilarActivities(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "b.fit", workout(7, 5, 240, 120, 290))
	back := workout(14, 10, 60, 60, 350)
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		slices.Reverse(back.Columns.Data[ch].Values)
	}
	h.file(t, "c.fit", back)
	away := workout(21, 5, 240, 120, 285)
	for i := range away.Columns.Data[training.Latitude].Values {
		away.Columns.Data[training.Latitude].Values[i] += 50_000_000
	}
	h.file(t, "d.fit", away)
	var done imported
	h.decode(t, "import_files", `{"paths":["."]}`, &done)
	ids := map[string]string{}
	for _, f := range done.Files {
		ids[filepath.Base(f.Path)] = string(f.Activities[0])
	}
	args := `{"id":"` + ids["b.fit"] + `","sections":["similar"]}`
	var d activity.Detail
	h.decode(t, "get_activity", args, &d)
	if d.Similar == nil || d.Similar.Route == nil || d.Similar.Profile == nil || d.Similar.Structure == nil {
		t.Fatalf("%+v %v", d.Similar, d.Missing)
	}
	if got, want := described(d.Similar.Route, ids), "a.fit "; got != want {
		t.Errorf("route %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Structure, ids), "d.fit 5 × 4:00 @ 289 W, 2:00 easy|a.fit 5 × 4:00 @ 284 W, 2:00 easy"; got != want {
		t.Errorf("structure %q, want %q", got, want)
	}
	if got, want := described(d.Similar.Profile, ids), "d.fit "; got != want {
		t.Errorf("profile %q, want %q", got, want)
	}
	text := tooltest.Call(t, h.table, call(t, activitytest.Model), "get_activity", args).Text
	if strings.Contains(text, "lat") && strings.Contains(text, "lon") {
		t.Errorf("the answer tells a place: %s", text)
	}
}

// described is the rows of matches: the file, whether it went the other way,
// and the intervals.
func described(m *activity.Matches, ids map[string]string) string {
	var out []string
	for _, f := range m.Activities {
		for name, id := range ids {
			if id == f["id"] {
				words := name + " "
				if f["reversed"] == true {
					words += "reversed "
				}
				if sets, ok := f["intervals"].(string); ok {
					words += sets
				}
				out = append(out, words)
			}
		}
	}
	return strings.Join(out, "|")
}
