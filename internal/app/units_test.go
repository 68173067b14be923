package app

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/glossary"
)

// counted are numbers a time without a unit before it, and some that no page
// shows as a number with one.
func counted() []string {
	return []string{
		"ramp_per_week", "tss_per_day", "needed_per_day", "trimp_per_min", "avg_strokes_per_min", "respiration_per_min",
		"s_per_month", "s_per_month_error", "hours_per_week_min", "hours_per_week_max",
	}
}

// TestPagesKnowEachCompoundUnit: each number of a tool whose name says one
// quantity a unit of another is shown with both.
func TestPagesKnowEachCompoundUnit(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, e := range glossary.Entries() {
		keys[e.Key] = true
	}
	name := regexp.MustCompile(`"([a-z0-9_]*_per_[a-z0-9_]*)"`)
	for _, r := range wholeTable(t).Rows() {
		b, err := r.Output().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllSubmatch(b, -1) {
			keys[string(m[1])] = true
		}
	}
	found := 0
	for k := range keys {
		if !strings.Contains(k, "_per_") || slices.Contains(counted(), k) {
			continue
		}
		found++
		if m := (&page.Page{}).Number(k, "1"); m.Unit == "" {
			t.Errorf("no unit of the pages knows %s", k)
		}
	}
	if found < 10 {
		t.Errorf("only %d numbers", found)
	}
}
