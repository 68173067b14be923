package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
)

// place is a field of an answer: the tool, its arguments, and the way to the
// field. A step of the way is a member, [n] an item (-1 is the last), [k=v] the
// item whose member k is v, [+] the sum over all items. $NAME in arguments and
// ways is a value of [agreement.with].
type place struct{ tool, args, way string }

// agreement is one question that several tools answer.
type agreement struct {
	name   string
	within float64 // as the coarsest of the answers rounds
	asks   []place
}

const (
	tss    = "analyze_training_load"
	totals = "get_training_summary"
	one    = "get_activity"
	lists  = "list_activities"
)

// agreements returns the fields that occur in several answers.
func agreements() []agreement {
	day := func(col string) []place {
		return []place{
			{tss, `{}`, "today." + col},
			{tss, `{"range":"last 2 weeks"}`, "actual." + col + ".[-1]"},
			{tss, `{"range":"last 90 days","resolution":"month"}`, "actual." + col + ".[-1]"},
			{tss, `{"range":"today","project_days":3,"assumed_daily_load":0}`, "today." + col},
			{"list_events", `{"project_to":"$LATER"}`, "today." + col},
		}
	}
	of := func(key string) []place {
		return []place{
			{one, `{"id":"$RIDE"}`, "summary." + key},
			{lists, `{"around":"$RIDE","fields":["` + key + `"]}`, "activities.[id=$RIDE]." + key},
			{"compare_activities", `{"ids":["$RIDE","$RUN"]}`, "metrics." + key + ".[0]"},
		}
	}
	sum := func(key string) []place {
		return []place{
			{totals, `{"range":"$DAYS"}`, "totals." + key},
			{totals, `{"range":"$DAYS"}`, "by_sport.[+]." + key},
			{lists, `{"range":"$DAYS","limit":100,"fields":["` + key + `"]}`, "activities.[+]." + key},
		}
	}
	return []agreement{
		{"fitness today", 0, day("ctl")},
		{"fatigue today", 0, day("atl")},
		{"form today", 0, day("tsb")},
		{"ramp today", 0, day("ramp_per_week")},
		{"load of some weeks", 0.6, append(sum("tss"),
			place{tss, `{"range":"$DAYS","resolution":"day"}`, "actual.load.[+]"},
			place{tss, `{"range":"$DAYS","resolution":"week"}`, "actual.load.[+]"},
			place{"list_events", `{"range":"$DAYS"}`, "weeks.[+].done.load"})},
		{"distance of some weeks", 0.06, append(sum("distance_km"), place{"list_events", `{"range":"$DAYS"}`, "weeks.[+].done.distance_km"})},
		{"time of some weeks", 1, append(sum("duration_s"), place{"list_events", `{"range":"$DAYS"}`, "weeks.[+].done.duration_s"})},
		{"climbing of some weeks", 1.1, sum("elevation_gain_m")},
		{"work of some weeks", 1.1, sum("work_kj")},
		{"load of a ride", 0.06, append(of("tss"), place{totals, `{"range":"$RIDEDAY","sport":"ride"}`, "totals.tss"})},
		{"normalized power of a ride", 0.06, of("normalized_power_w")},
		{"power of a ride", 0.06, of("avg_power_w")},
		{"heart rate of a ride", 0.06, of("avg_hr_bpm")},
		{"TRIMP of a ride", 0.051, []place{
			{one, `{"id":"$RIDE","sections":["load"]}`, "load.impulses.trimp"},
			{totals, `{"range":"$RIDEDAY","sport":"ride","sections":["trimp"]}`, "trimp.rows.trimp.[0]"},
		}},
		{"TRIMP of some weeks", 1.1, []place{
			{totals, `{"range":"$DAYS","sections":["trimp"]}`, "trimp.total_trimp"},
			{totals, `{"range":"$DAYS","sections":["trimp"]}`, "trimp.by_sport.[+].total_trimp"},
			{totals, `{"range":"$DAYS","sections":["trimp"]}`, "trimp.rows.trimp.[+]"},
		}},
		{"distance of a ride", 0.006, append(of("distance_km"),
			place{totals, `{"range":"$RIDEDAY","sport":"ride"}`, "longest.[0].distance_km"})},
		{"climbing of a ride", 1, append(of("elevation_gain_m"),
			place{totals, `{"range":"$RIDEDAY","sport":"ride"}`, "totals.elevation_gain_m"})},
		{"intensity of a ride", 0.006, of("intensity_factor")},
		{"FTP", 0, []place{
			{"get_athlete_profile", `{}`, "thresholds.[sport=cycling].settings.ftp_w.value"},
			{"get_athlete_profile", `{}`, "histories.[setting=ftp_w].values.[-1]"},
			{"get_sport_settings", `{}`, "sports.[sport=cycling].settings.ftp_w.value"},
			{"estimate_thresholds", `{}`, "estimates.[setting=ftp_w].current.value"},
			{one, `{"id":"$RIDE"}`, "thresholds.ftp_w"},
		}},
		{"weight", 0, []place{
			{"get_athlete_profile", `{}`, "weight_kg.value"},
			{"get_athlete_profile", `{}`, "histories.[setting=weight_kg].values.[-1]"},
			{one, `{"id":"$RUN"}`, "thresholds.weight_kg"},
		}},
		{"resting heart rate", 0, []place{
			{"get_athlete_profile", `{}`, "thresholds.[sport=running].settings.resting_hr_bpm.value"},
			{one, `{"id":"$RUN"}`, "thresholds.resting_hr_bpm"},
		}},
		{"best 20 minutes", 0.006, []place{
			{"get_curves", `{"range":"all","durations_s":[1200]}`, "curve.power_w.[0]"},
			{"get_records", `{"sport":"ride"}`, "periods.[0].power.power_w.[3]"},
			{"get_records", `{"sport":"ride","range":"all","durations_s":[1200]}`, "periods.[0].power.power_w.[0]"},
		}},
		{"fastest 5 km", 0.06, []place{
			{"get_curves", `{"range":"all","kind":"distance","distances_m":["5k"]}`, "curve.time_s.[0]"},
			{"get_records", `{"sport":"run","range":"all","distances_m":[5000]}`, "periods.[0].distance.time_s.[0]"},
		}},
		{"activities", 0, []place{
			{"get_status", `{}`, "data.activities"},
			{totals, `{"period":"all"}`, "totals.activities"},
			{totals, `{"period":"all"}`, "by_sport.[+].activities"},
			{lists, `{"limit":1}`, "total"},
			{tss, `{"range":"all"}`, "coverage.activities"},
		}},
		{"time in the third power zone of a ride", 1, []place{
			{totals, `{"range":"$RIDEDAY","sport":"ride"}`, "time_in_zones.[kind=power].seconds.[2]"},
			{one, `{"id":"$RIDE","sections":["zones"]}`, "zones.power.zones.[name=Z3].seconds"},
		}},
	}
}

// TestToolsAgree asks the demo athlete each question by every tool that
// answers it: two tools never give two figures.
func TestToolsAgree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newDemo(t)
	with := a.words(t)
	for _, q := range agreements() {
		t.Run(q.name, func(t *testing.T) {
			t.Parallel()
			var first float64
			for i, ask := range q.asks {
				got := a.figure(t, place{ask.tool, with.Replace(ask.args), with.Replace(ask.way)})
				if i == 0 {
					first = got
				}
				if math.Abs(got-first) > q.within+1e-9 {
					t.Errorf("%s %s says %g at %s, but %s %s says %g", ask.tool, ask.args, got, ask.way, q.asks[0].tool, q.asks[0].args, first)
				}
			}
		})
	}
	t.Run("the report on training impulse", func(t *testing.T) {
		t.Parallel()
		res := tooltest.Call(t, a.table, a.call(t), totals, with.Replace(`{"range":"$DAYS","sections":["trimp"]}`))
		var text bytes.Buffer
		if err := json.Indent(&text, res.Structured, "", " "); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/demo/trimp.json", text.String()+"\n")
	})
}

// newDemo returns the demo athlete below the whole table, in a home of the
// test's own.
func newDemo(t *testing.T) *subject {
	t.Helper()
	made, err := builtDemo()
	if err != nil {
		t.Fatal(err)
	}
	a := &subject{person: newPerson(t)}
	home := filepath.Join(a.user, "demo")
	if err := errors.Join(os.CopyFS(home, os.DirFS(made)), os.Chmod(home, 0o700)); err != nil { // copied folders are open to others
		t.Fatal(err)
	}
	a.environ = append(a.environ, "LAPKEEP_HOME="+home)
	a.openHome(t)
	return a
}

// builtDemo makes the demo athlete's home, once for all tests. [TestMain] removes it.
var builtDemo = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp(scratch, "demo-")
	if err != nil {
		return "", err
	}
	p := &person{user: dir, work: dir, environ: []string{"TZ=Europe/Berlin"}}
	home := filepath.Join(dir, "home")
	if code, out, said := p.run(context.Background(), "demo", "--only-build", "--home", home); code != 0 {
		return "", fmt.Errorf("lapkeep demo: exit %d\n%s%s", code, out, said)
	}
	return home, nil
})

// words fills in the ids and days of the questions.
func (a *subject) words(t *testing.T) *strings.Replacer {
	t.Helper()
	id := func(sport string) (string, string) {
		var list struct {
			Activities []struct{ ID, Local_date string }
		}
		tooltest.Decode(t, a.table, a.call(t), lists, `{"has_power":true,"indoor":false,"sport":"`+sport+`","limit":1}`, &list)
		return list.Activities[0].ID, list.Activities[0].Local_date
	}
	ride, day := id("ride")
	run, _ := id("run")
	monday := a.call(t).Today.WeekStart(a.call(t).Week)
	return strings.NewReplacer("$RIDEDAY", day, "$RIDE", ride, "$RUN", run, "$LATER", (monday + 20).String(),
		"$DAYS", fmt.Sprintf("%s..%s", monday-28, monday-1))
}

// figure goes the way to a field of an answer.
func (a *subject) figure(t *testing.T, q place) float64 {
	t.Helper()
	var v any
	res := tooltest.Call(t, a.table, a.call(t), q.tool, q.args)
	if err := json.Unmarshal(res.Structured, &v); err != nil {
		t.Fatal(err)
	}
	got, ok := stepAlong(v, strings.Split(q.way, "."))
	if !ok {
		t.Fatalf("%s %s has no %s: %s", q.tool, q.args, q.way, res.Structured[:min(len(res.Structured), 2000)])
	}
	return got
}

// stepAlong goes a way through an answer. What a sum's items lack adds nothing.
func stepAlong(v any, way []string) (float64, bool) {
	if len(way) == 0 {
		f, ok := v.(float64)
		return f, ok
	}
	step, rest := way[0], way[1:]
	list, isList := v.([]any)
	switch {
	case !strings.HasPrefix(step, "["):
		m, _ := v.(map[string]any)
		return stepAlong(m[step], rest)
	case !isList || len(list) == 0:
		return 0, false
	case step == "[+]":
		sum := 0.0
		for _, item := range list {
			x, _ := stepAlong(item, rest)
			sum += x
		}
		return sum, true
	}
	inside := step[1 : len(step)-1]
	if key, want, found := strings.Cut(inside, "="); found {
		for _, item := range list {
			if m, _ := item.(map[string]any); m[key] == want {
				return stepAlong(item, rest)
			}
		}
		return 0, false
	}
	n, err := strconv.Atoi(inside)
	if n < 0 {
		n += len(list)
	}
	if err != nil || n < 0 || n >= len(list) {
		return 0, false
	}
	return stepAlong(list[n], rest)
}

// metric is a quantity in metric units within a sentence. A minute is "8m" in
// the text of a workout, so that "m" alone has its space or a sign before it.
var metric = regexp.MustCompile(`\d(?: ?(?:km|cm|kg|°C|km/h|m/h|m/s|kilomet\w+)| m|mtr)\b|[+@]\S*\dm\b|/km\b|/100 ?m\b|\b\d{3,}m\b`)

// staysMetric returns the members of answers whose texts are no sentences of
// ours, or quote names that are the same for everybody, with the reason.
func staysMetric() map[string]string {
	return map[string]string{
		"content": "a file", "calendar": "a file", "prompt": "asks a model, which reads the fields",
		"questions": "asks a model", "help": "the language of workouts, in which both units are written",
		"description": "the athlete's words, or the text of a workout", "workout": "the text of a workout", "structure": "the text of a workout",
		"pace": "a step as it is given to tools", "speed": "a step as it is given to tools",
		"text": "the athlete's words in the memory, and pages of docs/metrics.md with their formulas",
		"name": "the athlete's, that of a race, or of a session as it stands in the calendar", "plan_name": "the athlete's",
		"id": "an id", "target": "an id", "setting": "the name of a field", "best_by": "the name of a field",
		"length": "that of a repeat, which is called so by everybody",
		"erg":    "a step by its length, as its workout calls it", "mrc": "likewise",
		"assumes": "the records of the world that a model was fitted to",
		"confirm": "a test by its name: 400 m and 200 m",
		"fix":     "how a text of a workout is written",
	}
}

// TestSentencesSayMiles: who reads miles and feet is told no quantity of theirs
// in metric units, by no tool on a page.
func TestSentencesSayMiles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	demo, small := newDemo(t), newSubject(t)
	m := &inMiles{t: t, units: map[string]bool{}}
	for _, a := range []*subject{demo, small} {
		for _, r := range a.table.Rows() {
			raw := json.RawMessage(a.own(exampleOf(r.Name)))
			if r.Input().Properties["dry_run"] != nil {
				raw = args(t, r, string(raw), "dry_run", true)
			} else if r.Safety != tools.Read {
				continue // would write
			}
			m.ask(a, r.Name, raw)
		}
	}
	with := demo.words(t)
	for _, q := range agreements() {
		for _, ask := range q.asks {
			m.ask(demo, ask.tool, json.RawMessage(with.Replace(ask.args)))
		}
	}
	for _, ask := range append(thorough(),
		place{tool: "check_workout", args: `{"sport":"ride","steps":[{"duration_s":600,"speed":"30-32km/h"},{"distance_m":8000,"speed":"up to 25km/h"}]}`},
		place{tool: "check_workout", args: `{"sport":"swim","description":"- 100mtr 1:45/100m Pace"}`},
	) {
		m.ask(demo, ask.tool, json.RawMessage(with.Replace(ask.args)))
	}
	if m.answers < 150 {
		t.Errorf("only %d answers were read", m.answers)
	}
	for _, unit := range []string{"mi", "ft", "/mi", "mph", "yd"} {
		if !m.units[unit] {
			t.Errorf("no sentence says %s", unit)
		}
	}
}

// TestWhoReadsMiles: commands show miles to an athlete who reads them. JSON and
// answers to assistants stay metric, and the latter name the reader's units.
func TestWhoReadsMiles(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	rides(t, p.work, may, 3600, training.Running)
	p.must(t, "import", p.work)
	metric := p.must(t, "activities")
	if !strings.Contains(metric, " km") || strings.Contains(p.must(t, "call", "get_status"), "athlete_reads") {
		t.Errorf("%s", metric)
	}
	inJSON := p.must(t, "activities", "--json")
	p.must(t, "call", "update_athlete_settings", `{"units":"imperial"}`)
	shown := p.must(t, "activities") + p.must(t, "activity", "latest") + p.must(t, "week", "--range", "2026-05")
	if !mile.MatchString(shown) || regexp.MustCompile(`\d ?(km|m|kg|°C)\b|, (km|m)\b`).MatchString(shown) {
		t.Errorf("%s", shown)
	}
	if again := p.must(t, "activities", "--json"); again != inJSON {
		t.Errorf("%s\nwas\n%s", again, inJSON)
	}
	w, _ := opened(t, p.program(io.Discard, io.Discard), cli.OpenOptions{})
	c, err := w.NewCall(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.Scope.Audience = training.AudienceModel
	res, err := w.Table.Call(t.Context(), "list_activities", c, nil)
	if err != nil || !strings.Contains(res.Text, `"athlete_reads":"imperial"`) || !strings.Contains(res.Text, `"distance_km"`) {
		t.Errorf("%v %s", err, res.Text)
	}
}

// inMiles reads answers as a page shows them to who reads miles.
type inMiles struct {
	t       *testing.T
	answers int
	units   map[string]bool // that sentences say
}

var mile = regexp.MustCompile(`\d ?(mi|ft|lb|mph|yd|/mi)\b`)

// ask reads the answer, if there is one: some examples are of another athlete.
func (m *inMiles) ask(a *subject, tool string, raw json.RawMessage) {
	m.t.Helper()
	c := a.call(m.t)
	c.Scope.Audience, c.Face = training.AudiencePage, onPage
	c.Said, c.Miles = i18n.InMiles(nil), true
	res, err := a.table.Call(m.t.Context(), tool, c, raw)
	if err != nil {
		m.text(tool, "error", err.Error())
		return
	}
	m.answers++
	m.read(tool+" "+string(raw), "", decoded(m.t, res.Structured))
}

func (m *inMiles) read(asked, member string, v any) {
	m.t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			m.read(asked, memberOf(member, key), x)
		}
	case []any:
		for _, x := range v {
			m.read(asked, member, x)
		}
	case string:
		m.text(asked, member, v)
	}
}

func (m *inMiles) text(asked, member, text string) {
	m.t.Helper()
	for _, found := range mile.FindAllStringSubmatch(text, -1) {
		m.units[found[1]] = true
	}
	if metric.MatchString(text) && staysMetric()[member] == "" {
		m.t.Errorf("%s: %s is %q", asked, member, text)
	}
}
