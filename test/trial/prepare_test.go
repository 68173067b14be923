package trial

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/training"
)

// ids are the client's names of things: "activity 2026-08-18 cycling", "event
// 2026-08-22", "gear Road bike".
type ids map[string]string

// replace puts ids in place of what $(…) in arguments names.
func (l ids) replace(args string) (string, error) {
	for {
		before, rest, found := strings.Cut(args, "$(")
		if !found {
			return args, nil
		}
		name, after, _ := strings.Cut(rest, ")")
		id, known := l[name]
		if !known {
			return "", fmt.Errorf("no id of %q is known", name)
		}
		args = before + id + after
	}
}

func must(t *testing.T, s *mcp.ClientSession, tool string, args any) map[string]any {
	t.Helper()
	out, err := call(t.Context(), s, tool, args)
	if err != nil || out["error"] != nil {
		t.Fatalf("%s %v: %v %v", tool, args, err, out["error"])
	}
	return out
}

// prepare enters what the athlete has beside recordings, and notes ids and
// loads as the server tells them.
func (b *book) prepare(t *testing.T, s *mcp.ClientSession) ids {
	t.Helper()
	known := ids{}
	b.learn(t, s, known)
	for _, e := range entered() {
		must(t, s, "create_events", map[string]any{"events": []event{e}})
	}
	for _, item := range all(t.Context(), t, s, "list_events", map[string]any{"range": "2026-08-20 to 2026-10-31"}, "events") {
		known["event "+text(item["local_date"])] = text(item["id"])
	}
	return known
}

// learn reads every page of the activities.
func (b *book) learn(t *testing.T, s *mcp.ClientSession, known ids) {
	t.Helper()
	b.loads, b.told = map[training.Day]float64{}, map[string]float64{}
	for _, row := range all(t.Context(), t, s, "list_activities", map[string]any{"limit": 100}, "activities") {
		local := text(row["local_date"])
		known["activity "+local+" "+text(row["sport"])] = text(row["id"])
		on, err := training.ParseDay(local)
		if err != nil {
			t.Fatal(err)
		}
		if load, ok := row["tss"].(float64); ok {
			b.loads[on] += load
			b.told[local+" "+text(row["sport"])] = load
		}
	}
}

// all are the rows of every page.
func all(ctx context.Context, t *testing.T, s *mcp.ClientSession, tool string, args map[string]any, field string) (rows []map[string]any) {
	t.Helper()
	for {
		page, err := call(ctx, s, tool, args)
		if err != nil || page["error"] != nil {
			t.Fatalf("%s: %v %v", tool, err, page["error"])
		}
		list, _ := page[field].([]any)
		for _, row := range list {
			if m, ok := row.(map[string]any); ok {
				rows = append(rows, m)
			}
		}
		next := text(page["next_cursor"])
		if next == "" {
			return rows
		}
		args["cursor"] = next
	}
}

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
