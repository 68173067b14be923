package browser

import (
	"fmt"
	"maps"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// cell is a number of the page: what it is called, the tool's digits that it
// carries, and what one reads.
type cell struct{ Key, Value, Text, Unit, Title string }

// grid is a table of the page: the names of its columns, and its rows.
type grid struct {
	ID      string
	Columns []string
	Numeric []bool
	Rows    [][]cell
}

// shown is every number of a page.
type shown struct {
	Tables []grid
	Others []cell   // numbers that stand in no table
	Prose  []string // texts beside the numbers; a picture of steps, and what a format cannot say, are the tool's own
}

const readPage = `(() => {
	const cell = (d) => ({Key: d?.dataset.key ?? "", Value: d?.value ?? "", Text: d?.textContent ?? "", Unit: d?.nextElementSibling?.matches(".unit") ? d.nextElementSibling.textContent : "", Title: d?.title ?? ""});
	const main = document.querySelector("main");
	const Tables = [...main.querySelectorAll("table[id]")].map((t) => ({
		ID: t.id, Columns: [...t.tHead.rows[0].cells].map((c) => c.dataset.key ?? ""), Numeric: [...t.tHead.rows[0].cells].map((c) => c.classList.contains("num")),
		Rows: [...t.tBodies[0].rows].map((r) => [...r.cells].map((td) => td.classList.contains("num") ? cell(td.querySelector("data")) : ({Key: "", Value: td.dataset.value ?? "", Text: td.textContent.trim(), Unit: "", Title: ""}))),
	}));
	const Others = [...main.querySelectorAll("data")].filter((d) => !d.closest("table[id]")).map(cell);
	const copy = main.cloneNode(true), Prose = [];
	copy.querySelectorAll("table[id], data, .unit, option, nav.choices, .choices, label, .keys, #keys, legend, .legend, .body-legend, .step-number, .to-device dl, canvas, lk-chart, lk-streams, .sessions, figure svg, pre, code, textarea, noscript, dialog").forEach((e) => e.remove());
	const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (walk.currentNode.data.trim()) Prose.push(walk.currentNode.data.trim());
	copy.querySelectorAll("[aria-label], [title]").forEach((e) => Prose.push(e.getAttribute("aria-label") ?? e.getAttribute("title")));
	return {Tables, Others, Prose};
})()`

// question is a tool with its arguments.
type question struct{ tool, args string }

// asked returns the questions of a panel.
func asked(name, path string, now time.Time) []question {
	loadOf := func(sport string) question {
		return question{"analyze_training_load", `{"range":"last 90 days","resolution":"day","sections":["series"],"sport":"` + sport + `"}`}
	}
	status := question{"get_status", `{}`}
	switch name {
	case "today":
		return []question{
			{"get_wellness", `{"range":"last 28 days"}`},
			{"list_events", fmt.Sprintf(`{"range":"%s to %s","by_sport":true}`, date(now.AddDate(0, 0, -2)), date(now.AddDate(0, 0, 4)))},
			{"analyze_training_load", `{"range":"last 42 days"}`},
			{"get_coach_context", `{"parts":["alerts"]}`},
			{"list_goals", `{}`},
			{"list_activities", `{"limit":10}`},
			status,
		}
	case "fitness":
		return []question{
			{"analyze_training_load", `{"range":"last 90 days","resolution":"day","sections":["series","weeks","ratio","intensity","alerts"],"project_days":42,"assumed_daily_load":0}`},
			loadOf("cycling"), loadOf("running"), loadOf("swimming"),
			{"list_events", `{"view":"upcoming"}`},
		}
	case "zones":
		return zoneQuestions(now)
	case "day":
		day := strings.TrimPrefix(path, "/days/")
		return []question{
			{"list_events", `{"range":"` + day + `"}`},
			{"analyze_training_load", fmt.Sprintf(`{"from":%q,"to":%q,"resolution":"day","sections":["series"]}`, day, day)},
			{"list_activities", `{"range":"` + day + `"}`},
		}
	case "calendar", "week", "agenda":
		from, to := stretch(name, now)
		beside := railOf(name, from, to, now)
		out := []question{{"list_activities", fmt.Sprintf(`{"range":"%s to %s","limit":100,"order":"asc"}`, date(from), date(to))}}
		for ; !from.After(to); from = from.AddDate(0, 0, 21) {
			end := from.AddDate(0, 0, 20)
			if end.After(to) {
				end = to
			}
			out = append(out, question{"list_events", fmt.Sprintf(`{"range":"%s to %s","limit":60}`, date(from), date(end))})
		}
		return append(out, beside...)
	case "activities":
		return []question{{"list_activities", `{"limit":50,"totals":true}`}, status}
	case "activity":
		return []question{
			{"get_activity", `{"id":"` + strings.TrimPrefix(path, "/activities/") + `","sections":["digest","summary","device","laps","splits","zones","similar","weather"]}`},
			{"get_activity", `{"id":"` + strings.TrimPrefix(path, "/activities/") + `","sections":["climbs","lengths","best_efforts","notes"]}`},
			{"get_activity", `{"id":"` + strings.TrimPrefix(path, "/activities/") + `","sections":["intervals"]}`},
			{"list_activities", `{"sport":"cycling","limit":10}`},
			{"get_athlete_profile", `{}`},
		}
	case "share":
		id, _ := strings.CutSuffix(strings.TrimPrefix(path, "/activities/"), "/share")
		return []question{{"get_activity", `{"id":"` + id + `"}`}}
	case "body":
		return []question{{"get_body_map", `{"range":"last 90 days","regions":true}`}}
	case "ask":
		return []question{{"list_activities", `{"range":"this year","sport":"cycling","sort":"distance"}`}}
	case "start":
		return []question{status, {"get_athlete_profile", `{}`}, {"connect_source", `{"dry_run":true}`}, {"estimate_thresholds", `{}`}}
	case "event", "planned":
		return []question{{"get_event", `{"id":"` + strings.TrimPrefix(path, "/calendar/") + `"}`}, {"list_activities", `{"range":"last 30 days","limit":100}`}}
	case "curves":
		return []question{{"get_curves", `{"kind":"power","range":"last 90 days","compare":"last 365 days","models":true}`}}
	case "wellness":
		return []question{{"get_wellness", `{"range":"last 90 days","sections":["readiness","trends","days","bands"]}`}}
	case "plan":
		monday, _ := stretch("week", now)
		from, to := monday.AddDate(0, 0, -84), monday.AddDate(0, 0, 181)
		acts := question{"list_activities", fmt.Sprintf(`{"range":"%s to %s","limit":100,"fields":["sport","pace_s_per_km","pace_s_per_100m","avg_power_w","avg_hr_bpm"]}`, date(from), date(now))}
		out := []question{{"list_events", fmt.Sprintf(`{"view":"annual","range":"%s to %s"}`, date(from), date(to))}, {"get_training_plan", `{"weeks":"current"}`}, {"check_training_plan", `{}`}}
		return append(append(out, sportWeeks(from, to)...), acts)
	case "report":
		_, day, _ := strings.Cut(path, "date=")
		return []question{{"get_training_summary", `{"period":"week","date":"` + day + `","sections":["report"]}`}}
	case "sources":
		return []question{status}
	case "goals":
		return []question{{"list_goals", `{}`}}
	case "gear":
		return []question{{"list_gear", `{}`}}
	case "memory":
		return []question{{"get_coach_context", `{"parts":["memory"],"max_tokens":8000}`}, {"get_session_logs", `{"limit":14}`}}
	case "records":
		return []question{{"get_records", `{"sport":"cycling"}`}}
	case "season":
		return seasonQuestions(now)
	case "race":
		return []question{{"predict_race", `{"sport":"running"}`}}
	case "segments":
		return []question{{"list_segments", `{"kind":"climbs"}`}}
	case "segment":
		id, _ := url.PathUnescape(strings.TrimPrefix(path, "/segments/"))
		return []question{{"get_segment", fmt.Sprintf(`{"id":%q}`, id)}}
	case "routes":
		return []question{{"list_routes", `{}`}}
	case "settings":
		return []question{{"get_athlete_profile", `{}`}}
	}
	return nil
}

// weekSports returns the sports with weeks of their own.
func weekSports() []string { return []string{"cycling", "running", "swimming", "strength"} }

func sportWeeks(from, to time.Time) (out []question) {
	for _, s := range weekSports() {
		out = append(out, question{"list_events", fmt.Sprintf(`{"view":"annual","range":"%s to %s","sport":"%s"}`, date(from), date(to), s)})
	}
	return out
}

// railOf returns the questions for the weeks beside the days; an agenda has
// none.
func railOf(view string, from, to, now time.Time) []question {
	if view == "agenda" {
		return nil
	}
	return append(sportWeeks(from, to), question{"analyze_training_load", fmt.Sprintf(
		`{"range":"%s to %s","resolution":"day","sections":["series"]}`, date(from), min(date(to), date(now)))})
}

// season asks for the bests of the days up to an activity, of the lengths of its own.
func season(t *testing.T, answers []map[string]any) string {
	t.Helper()
	day, err := time.Parse("2006-01-02", text(answers[0]["local_date"]))
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, a := range answers {
		for _, e := range list(get(a, "best_efforts", "power")) {
			steps = append(steps, text(get(e, "duration_s")))
		}
	}
	return fmt.Sprintf(`{"kind":"power","sport":"cycling","per_kg":true,"from":"%s","to":"%s","durations_s":[%s]}`,
		date(day.AddDate(0, 0, -89)), date(day), strings.Join(steps, ","))
}

// zoneQuestions returns a question for each of twelve weeks, and two for all of
// them.
func zoneQuestions(now time.Time) (out []question) {
	for i := range 12 {
		day := date(now.AddDate(0, 0, -7*(11-i)))
		out = append(out, question{"get_training_summary", fmt.Sprintf(`{"period":"week","date":%q,"sections":["time_in_zones"]}`, day)})
	}
	first := now.AddDate(0, 0, -7*11)
	from := date(first.AddDate(0, 0, -(int(first.Weekday())+6)%7))
	return append(out,
		question{"get_training_summary", fmt.Sprintf(`{"from":%q,"to":%q,"sections":["time_in_zones"]}`, from, date(now))},
		question{"analyze_training_load", fmt.Sprintf(`{"from":%q,"to":%q,"sections":["intensity"]}`, from, date(now))})
}

// seasonQuestions returns the questions for this year, the years before and each of its days.
func seasonQuestions(now time.Time) []question {
	year := func(ago int, sections string) question {
		day := date(now)
		if ago > 0 {
			day = fmt.Sprintf("%d-12-31", now.Year()-ago)
		}
		return question{"get_training_summary", fmt.Sprintf(`{"period":"year","date":%q,"sections":[%s]}`, day, sections)}
	}
	out := []question{
		year(0, `"by_month","previous","streaks","bests","milestones"`), year(1, `"by_month"`),
		{"get_training_summary", `{"sections":["eddington"]}`},
		{"analyze_training_load", fmt.Sprintf(`{"from":"%d-01-01","to":%q,"resolution":"day","sections":["series"]}`, now.Year(), date(now))},
	}
	for ago := range 6 {
		out = append(out, year(ago, `"totals"`))
	}
	return out
}

func date(t time.Time) string { return t.Format("2006-01-02") }

// stretch returns the days that a view of the calendar shows around today.
func stretch(view string, now time.Time) (from, to time.Time) {
	monday := func(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }
	switch view {
	case "week":
		return monday(now), monday(now).AddDate(0, 0, 6)
	case "agenda":
		return now, now.AddDate(0, 0, 27)
	}
	first := now.AddDate(0, 0, 1-now.Day())
	return monday(first), monday(first.AddDate(0, 1, -1)).AddDate(0, 0, 6)
}

// TestNumbersAreTheTools: on every panel each number is the tool's to the digit, in
// the row and column where it belongs, and reads as that number in its unit.
func TestNumbersAreTheTools(t *testing.T) {
	for _, units := range []string{"metric", "imperial"} {
		t.Run(units, func(t *testing.T) {
			home := copied(t)
			path, _ := program(t)
			if out, err := exec.CommandContext(t.Context(), path, "call", "update_athlete_settings", `{"units":"`+units+`"}`, "--home", home).CombinedOutput(); err != nil {
				t.Fatalf("%s%v", out, err)
			}
			at := dashboard(t)
			b := open(t, at)
			now, err := time.Parse("2006-01-02", text(call(t, home, "get_status", `{}`)["local_date"]))
			if err != nil {
				t.Fatal(err)
			}
			all := panels(t, b, at)
			for _, name := range slices.Sorted(maps.Keys(all)) {
				// words of ours, which other tests read; a shared page's numbers are rounded; a map has none
				if name == "map" || name == "glossary" || name == "entry" || name == "assistant" || name == "share" {
					continue
				}
				t.Run(name, func(t *testing.T) {
					g := newGiven()
					for _, q := range asked(name, all[name], now) {
						if name == "activity" && units == "imperial" {
							q.args = strings.Replace(q.args, `{"id"`, `{"split":"mile","id"`, 1)
						}
						g.add(q.tool, call(t, home, q.tool, q.args), units == "imperial")
					}
					if name == "agenda" || name == "calendar" { // days without anything stand there for what is moved to them
						for from, to := stretch(name, now); !from.After(to); from = from.AddDate(0, 0, 1) {
							g.walk("", date(from), false)
						}
					}
					if name == "activity" {
						g.add("get_curves", call(t, home, "get_curves", season(t, g.answers["get_activity"])), units == "imperial")
					}
					if name == "journal" {
						for _, w := range written(t, home) {
							g.walk("", w, false)
						}
					}
					b.visit(t, at, all[name], "light", 1440, 900)
					s, err := chromedp.Run(b, chromedp.Evaluate[shown](readPage))
					if err != nil {
						t.Fatal(err)
					}
					compare(t, name, s, g, units == "imperial")
				})
			}
		})
	}
}

// written returns the journal as the command line lists it: like the page, in
// the athlete's zone.
func written(t testing.TB, home string) (out []string) {
	t.Helper()
	path, _ := program(t)
	list, err := exec.CommandContext(t.Context(), path, "undo", "--list", "--home", home).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		id, rest, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if len(rest) < 19 {
			continue
		}
		at, err := time.Parse(time.DateTime, rest[:19])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, id, at.Format("2006-01-02T15:04"), rest[19:])
	}
	return out
}

// fewest is how many numbers a panel has at least, so that an empty page is no success.
var fewest = map[string]int{
	"today": 20, "fitness": 400, "calendar": 60, "week": 10, "agenda": 5, "activities": 200, "activity": 40, "event": 3, "planned": 2, "curves": 20,
	"wellness": 300, "plan": 20, "sources": 5, "settings": 10, "start": 20, "body": 3,
	"goals": 2, "gear": 2, "records": 20, "season": 40, "race": 3, "segments": 5, "segment": 3,
}

func compare(t *testing.T, name string, s shown, g *given, imperial bool) {
	t.Helper()
	n := len(s.Others)
	want := wanted(name, g)
	for _, table := range s.Tables {
		if table.ID == "trends" { // they stand in the order of the charts
			place := func(r map[string]string) int {
				return slices.IndexFunc(table.Rows, func(c []cell) bool { return c[0].Value == r["field"] })
			}
			slices.SortFunc(want[table.ID], func(a, b map[string]string) int { return place(a) - place(b) })
		}
		n += compareTable(t, table, want[table.ID], g, imperial)
		delete(want, table.ID)
	}
	for id := range want {
		t.Errorf("there is no table %s", id)
	}
	for _, c := range s.Others {
		was := c
		if c.Key == "distance_km" && (c.Unit == "m" || c.Unit == "yd") && g.swims(c.Value) {
			c.swum(t, imperial)
		}
		reads(t, c, imperial)
		if c = was; !known(c, g) {
			t.Errorf("%s %s (%q): no tool gave it", c.Key, c.Value, c.Text)
		}
	}
	for _, p := range s.Prose {
		for _, f := range figure.FindAllString(p, -1) {
			if !g.words[f] && !g.within(f) && !constant(f) && (name != "body" || len(f) > 2) { // a scale of pain
				t.Errorf("%q says %s, which no tool gave", p, f)
			}
		}
	}
	if n < fewest[name] {
		t.Errorf("it shows %d numbers, less than %d", n, fewest[name])
	}
	t.Logf("%d numbers in %d tables and %d beside them, %d texts", n, len(s.Tables), len(s.Others), len(s.Prose))
}

// swims reports whether a tool gave a swim of this distance in km.
func (g *given) swims(km string) bool {
	var in func(v any) bool
	in = func(v any) bool {
		switch v := v.(type) {
		case []any:
			return slices.ContainsFunc(v, in)
		case map[string]any:
			if v["sport"] == "swimming" && text(v["distance_km"]) == km {
				return true
			}
			return slices.ContainsFunc(slices.Collect(maps.Values(v)), in)
		}
		return false
	}
	for _, answers := range g.answers {
		if slices.ContainsFunc(answers, func(a map[string]any) bool { return in(a) }) {
			return true
		}
	}
	return false
}

// known reports whether a tool gave the number under its name, or, where the
// name states what is measured (a goal's done, a trend's latest), under
// another.
func known(c cell, g *given) bool {
	if g.pairs[c.Key+"="+c.Value] {
		return true
	}
	for _, other := range []string{"done", "value", "estimate", "mean_7d"} {
		if g.pairs[other+"="+c.Value] {
			return true
		}
	}
	return false
}

// constant reports whether figures are constants of the page's sentences:
// stretches and rows that it requests.
func constant(f string) bool { return slices.Contains([]string{"7", "20", "28", "42", "50", "365"}, f) }

func reads(t *testing.T, c cell, imperial bool) {
	t.Helper()
	if c.Value == "" {
		return
	}
	if digits, _, _ := strings.Cut(c.Title, " "); c.Key == "distance_m" && digits == c.Value {
		return // a race has a name, and a long distance reads in kilometres
	}
	text, unit := reading(c.Key, c.Value, imperial)
	got := strings.TrimPrefix(strings.ReplaceAll(c.Text, "−", "-"), "+")
	got = strings.TrimPrefix(got, "≥ ") // a part of a week
	if got != text || unit != "" && c.Unit != unit {
		t.Errorf("%s %s reads %q %q, not %q %q", c.Key, c.Value, c.Text, c.Unit, text, unit)
	}
	if digits, _, _ := strings.Cut(c.Title, " "); strings.ReplaceAll(text, ",", "") != c.Value && !strings.Contains(text, ":") && digits != c.Value {
		t.Errorf("%s %s reads %q with the title %q", c.Key, c.Value, c.Text, c.Title)
	}
}

// swum makes a distance in the water, which reads in metres or yards, one in them.
func (c *cell) swum(t *testing.T, imperial bool) {
	t.Helper()
	km, err := strconv.ParseFloat(c.Value, 64)
	if err != nil {
		return
	}
	metres := 1000 * km
	if c.Key = "swum"; imperial {
		metres /= 0.9144
	}
	if want := map[bool]string{false: "m", true: "yd"}[imperial]; c.Unit != want {
		t.Errorf("%s km in the water read %s %s", c.Value, c.Text, c.Unit)
	}
	if digits, _, _ := strings.Cut(c.Title, " "); digits != c.Value {
		t.Errorf("%s km in the water has the title %q", c.Value, c.Title)
	}
	c.Value = rounded(metres, 0)
	c.Title = c.Value
}

// compareTable compares cell by cell where it is known what must stand there, and
// else number by number with what tools gave.
func compareTable(t *testing.T, table grid, want []map[string]string, g *given, imperial bool) (n int) {
	t.Helper()
	if want != nil && len(want) != len(table.Rows) {
		t.Errorf("%s has %d rows, the tool %d", table.ID, len(table.Rows), len(want))
		return 0
	}
	for i, row := range table.Rows {
		for j, c := range row {
			key := table.Columns[j]
			if want == nil {
				if table.Numeric[j] && c.Value != "" && !known(c, g) {
					t.Errorf("%s, row %d: %s %s, which no tool gave", table.ID, i+1, c.Key, c.Value)
				}
			} else if v, told := want[i][key]; table.Numeric[j] && c.Value != v || told && c.Value != v {
				t.Errorf("%s, row %d, %s: %q, the tool has %q", table.ID, i+1, key, c.Value, v)
			}
			if table.Numeric[j] {
				if key == "distance_km" && slices.ContainsFunc(row, func(c cell) bool { return c.Value == "swimming" }) {
					c.swum(t, imperial)
				}
				reads(t, c, imperial)
				n++
			}
		}
	}
	return n
}
