package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// visit calls see with each object of an answer.
func visit(v any, see func(map[string]any)) {
	switch x := v.(type) {
	case map[string]any:
		see(x)
		for _, one := range x {
			visit(one, see)
		}
	case []any:
		for _, one := range x {
			visit(one, see)
		}
	}
}

// objects calls see with each object of what a tool answers to a model.
func (a *subject) objects(t *testing.T, tool, args string, see func(map[string]any)) {
	t.Helper()
	var v any
	if err := json.Unmarshal(tooltest.Call(t, a.table, a.call(t), tool, args).Structured, &v); err != nil {
		t.Fatal(err)
	}
	visit(v, see)
}

// TestARangeOfThePastEndsToday: "this year" ends today in every tool but those
// of the calendar, which look ahead. What is projected stands apart.
func TestARangeOfThePastEndsToday(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	today := training.DayOf(noon).String()
	var ahead []string
	asked := 0
	for _, r := range a.table.Rows() {
		for _, name := range []string{"range", "compare"} {
			switch {
			case r.Input().Properties[name] == nil:
			case r.Ahead:
				ahead = append(ahead, r.Name)
			default:
				asked++
				a.objects(t, r.Name, fmt.Sprintf(`{%q:"this year"}`, name), func(o map[string]any) {
					if read, ok := o["read_as"].(map[string]any); ok && read[name] != "2026-01-01 to "+today {
						t.Errorf("%s reads %s as %v", r.Name, name, read[name])
					}
					if end, _ := o["end_date"].(string); end > today && o["start_date"] == "2026-01-01" {
						t.Errorf("%s answers up to %s, and today is %s: %v", r.Name, end, today, o)
					}
				})
			}
		}
	}
	off := any(nil)
	args := `{"project_days":14,"assumed_daily_load":50,"days_off":["today to in 7 days"]}`
	a.objects(t, "analyze_training_load", args, func(o map[string]any) {
		if read, ok := o["read_as"].(map[string]any); ok {
			off = read["days_off[0]"]
		}
	})
	if off != today+" to "+(training.DayOf(noon)+7).String() {
		t.Errorf("days off to come are read as %v", off)
	}
	if want := []string{"check_training_plan", "export_workout", "list_events"}; !slices.Equal(slices.Sorted(slices.Values(ahead)), want) {
		t.Errorf("%v look ahead, not %v", ahead, want)
	}
	if asked < 10 {
		t.Errorf("only %d ranges were asked for", asked)
	}
}

// TestABucketThatIsCutSaysSo: the first and the last week or month of a range
// that begins and ends within them are partial, wherever a tool answers by week
// or month.
func TestABucketThatIsCutSaysSo(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	for day := training.NewDay(2026, 6, 1); day <= training.DayOf(noon); day++ {
		a.ask(t, "update_wellness", fmt.Sprintf(`{"date":%q,"values":{"resting_hr_bpm":50}}`, day))
	}
	for _, c := range []struct{ tool, args, unit string }{
		{"analyze_training_load", `"resolution":"week"`, "week"},
		{"analyze_training_load", `"resolution":"month"`, "month"},
		{"get_training_summary", `"sections":["by_week"]`, "week"},
		{"get_training_summary", `"sections":["by_month"]`, "month"},
		{"get_wellness", `"resolution":"week"`, "week"},
		{"get_wellness", `"resolution":"month"`, "month"},
		{"get_wellness", `"resolution":"week","sections":["bands"]`, "week"},
	} {
		for _, r := range []struct{ span, week, month string }{
			{"2026-06-10 to 2026-07-22", "2026-06-08 2026-07-20", "2026-06-01 2026-07-01"},
			{"2026-06-10 to 2026-12-31", "2026-06-08 2026-08-17", "2026-06-01 2026-08-01"}, // cut by today
		} {
			found := false
			a.objects(t, c.tool, fmt.Sprintf(`{"range":%q,%s}`, r.span, c.args), func(o map[string]any) {
				dates, ok := o["dates"].([]any)
				if !ok {
					dates, ok = o["from"].([]any)
				}
				if !ok || o["projected_load"] != nil {
					return
				}
				found = true
				var parts []string
				list, _ := o["partial"].([]any)
				for _, p := range list {
					parts = append(parts, fmt.Sprint(p.(map[string]any)["date"]))
				}
				want := map[string]string{"week": r.week, "month": r.month}[c.unit]
				if strings.Join(parts, " ") != want {
					t.Errorf("%s %s of %s has the partial %v of %v, not %s", c.tool, c.args, r.span, parts, dates, want)
				}
			})
			if !found {
				t.Errorf("%s %s of %s has no series", c.tool, c.args, r.span)
			}
		}
	}
}

// TestEndsAreInclusive: a time off of three days is said to end on its third in
// every answer, in what a write tells and on the pages, though it is stored with
// the day after.
func TestEndsAreInclusive(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	const last, after = "2027-03-05", "2027-03-06"
	said := 0
	check := func(where, text string) {
		if strings.Contains(text, after) {
			at := strings.Index(text, after)
			t.Errorf("%s says the day after the last: …%s…", where, text[max(0, at-120):min(len(text), at+40)])
		}
		said += strings.Count(text, last)
	}
	made := a.ask(t, "create_events", `{"events":[{"category":"holiday","name":"Sea","date":"2027-03-01","end_date":"2027-03-03"}]}`)
	check("create_events", made)
	id := ""
	a.objects(t, "list_events", `{"range":"2027-03"}`, func(o map[string]any) {
		if o["name"] == "Sea" {
			id, _ = o["id"].(string)
		}
	})
	edit := fmt.Sprintf(`{"id":%q,"date":"2027-03-03","end_date":%q`, id, last)
	check("a dry run", a.ask(t, "update_event", edit+`,"dry_run":true}`))
	check("update_event", a.ask(t, "update_event", edit+`}`))
	for _, view := range []string{"agenda", "upcoming", "annual"} {
		check(view, a.ask(t, "list_events", fmt.Sprintf(`{"range":"2027-03-01 to 2027-03-14","view":%q}`, view)))
	}
	check("get_event", a.ask(t, "get_event", fmt.Sprintf(`{"id":%q}`, id)))
	a.later = 24 * time.Hour * time.Duration(training.NewDay(2027, 3, 4)-training.DayOf(noon))
	for _, r := range a.table.Rows() {
		if r.Safety == tools.Read && len(r.Input().Required) == 0 {
			if res, err := a.table.Call(t.Context(), r.Name, a.call(t), json.RawMessage(`{}`)); err == nil {
				check(r.Name, string(res.Structured))
			}
		}
	}
	if said < 8 {
		t.Errorf("the last day is said only %d times", said)
	}
	base, ticket, stop := showing(t, a.person)
	defer stop()
	root, cookie := enter(t, base, ticket)
	for _, path := range []string{
		"/", "/calendar?view=agenda&date=" + last, "/calendar?date=" + last, "/calendar?view=annual", "/calendar/" + id, "/plan", "/journal",
	} {
		_, page := getPage(t, root+path, cookie)
		for begin, end := range map[string]string{ // a month and the strip of today show all days
			`data-day="` + after + `"`: "</section>", `href="/days/` + after + `"`: "</li>",
		} {
			if before, day, ok := strings.Cut(page, begin); ok {
				day, rest, _ := strings.Cut(day, end)
				if page = before + rest; strings.Contains(day, "Sea") {
					t.Errorf("%s shows it on the day after the last", path)
				}
			}
		}
		check(path, page)
	}
}
