package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
)

// TestFreshnessStandsInEveryReadAnswer: it is asked for once by each answer
// that rests on what was read, and by no other.
func TestFreshnessStandsInEveryReadAnswer(t *testing.T) {
	t.Parallel()
	row := func(name string, safety tools.Safety, widens bool) tools.Row {
		spec := rideSpec()
		spec.Name, spec.Safety, spec.Widens = name, safety, widens
		return tools.New(spec, func(context.Context, *tools.Call, rideIn) (rideOut, error) { return rideOut{}, nil })
	}
	table := tools.NewTable(row("list_rides", tools.Read, false), row("save_ride", tools.Write, false), row("use_more", tools.Read, true))
	c := call()
	asked := 0
	c.Freshness = func(context.Context) i18n.Sentence { asked++; return "tri read 12 minutes ago" }
	for name, want := range map[string]bool{"list_rides": true, "save_ride": false, "use_more": false} {
		asked = 0
		res := tooltest.Call(t, table, c, name, `{}`)
		if got := strings.Contains(string(res.Structured), `"freshness":"tri read 12 minutes ago"`); got != want || (asked == 1) != want {
			t.Errorf("%s: %s, asked %d times", name, res.Structured, asked)
		}
	}
	c.Freshness = func(context.Context) i18n.Sentence { return "" }
	for _, c := range []*tools.Call{c, call()} {
		if res, err := table.Call(t.Context(), "list_rides", c, json.RawMessage(`{}`)); err != nil || strings.Contains(res.Text, "freshness") {
			t.Errorf("%s %v", res.Text, err)
		}
	}
}
