package app

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
)

// newFinder is over names, titles and descriptions.
func newFinder(table *tools.Table) tooltest.Finder {
	var texts []tooltest.Text
	for _, r := range table.Rows() {
		texts = append(texts, tooltest.Text{Name: r.Name, Title: r.Title, Description: r.Description})
	}
	return tooltest.NewFinder(texts)
}

var trialRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| (`([a-z_]+)`|not yet) \\| `([a-z_]+)`([^|]*) \\|$")

// TestTrialQuestionsFindTheirTools: a search by keywords has the right tool
// among its first three for nearly all trial questions of another server.
func TestTrialQuestionsFindTheirTools(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	for _, n := range tools.FormerNames() {
		known[n.Old] = n.Tool
	}
	f := newFinder(wholeTable(t))
	rows := trialRow.FindAllStringSubmatch(readText(t, filepath.Join(repository, "docs", "examples.md")), -1)
	found := 0
	for _, row := range rows {
		ask, tool, there, otherwise := row[1], row[3], row[4], row[5] != ""
		if known[there] != tool && !otherwise {
			t.Errorf("%q: %s is replaced by %q, not by %q", ask, there, known[there], tool)
		}
		first := f.Rank(ask)[:3]
		if slices.Contains(first, tool) {
			found++
		} else {
			t.Logf("%q finds %v, not %q", ask, first, tool)
		}
	}
	if len(rows) != 36 || found < 30 {
		t.Errorf("of %d questions %d find their tool", len(rows), found)
	}
}

// TestTheFinderFinds: rare words count, repeated ones little.
func TestTheFinderFinds(t *testing.T) {
	t.Parallel()
	table := wholeTable(t)
	f := newFinder(table)
	for ask, want := range map[string]string{
		"predict times on a flat course": "predict_race",
		"please disconnect":              "disconnect_source",
		"original as TCX":                "export_activity",
	} {
		if got := f.Rank(ask); got[0] != want || len(got) != len(table.Rows()) {
			t.Errorf("%q finds %v", ask, got[:3])
		}
	}
}
