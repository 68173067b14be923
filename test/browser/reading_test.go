package browser

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// How a number of a tool is read by a person, written a second time: the page's own
// formatter is not asked whether it is right.

// reading returns the text and the unit of the number that a tool calls key.
func reading(key, value string, imperial bool) (text, unit string) {
	if strings.HasPrefix(key, "eddington_") {
		return value, "" // it counts days
	}
	kind := kindOf(key)
	f, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value, ""
	}
	places, most := kind.places, len(strings.Split(value+".", ".")[1])
	unit = kind.metric
	if imperial && kind.imperial != "" {
		f *= kind.times
		unit = kind.imperial
		switch {
		case kind.imperial == "°F":
			f += 32
		case places != "told":
			most = 2
		}
	}
	if kind.clock {
		return hours(f), unit
	}
	return thousands(rounded(f, decimals(places, math.Abs(f), most))), unit
}

// rounded rounds the digits that a person sees, and ties away from zero.
func rounded(f float64, decimals int) string {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'f', -1, 64))
	return r.FloatString(decimals)
}

// decimals returns the digits behind the point: of most numbers three figures that
// count, at most as many behind it as the tool gave.
func decimals(places string, size float64, most int) int {
	switch places {
	case "0":
		return 0
	case "1":
		return 1
	case "2":
		return 2
	case "told":
		return min(1, most)
	case "way":
		switch {
		case size >= 1000:
			return 0
		case size >= 20:
			return 1
		}
		return 2
	}
	switch {
	case size >= 100:
		return 0
	case size >= 10:
		return min(1, most)
	}
	return min(2, most)
}

// thousands separates the thousands; nothing is -0.
func thousands(text string) string {
	if strings.Trim(text, "-0.") == "" {
		return "0"
	}
	whole, rest, point := strings.Cut(text, ".")
	minus := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if minus {
		whole = "-" + whole
	}
	if point {
		whole += "." + rest
	}
	return whole
}

type kind struct {
	name             *regexp.Regexp
	metric, imperial string
	times            float64
	clock            bool
	places           string
}

var kinds = []kind{
	{regexp.MustCompile(`(^|_)s_per_km$`), "/km", "/mi", 1.609344, true, ""},
	{regexp.MustCompile(`(^|_)s_per_100m$`), "/100 m", "/100 yd", 0.9144, true, ""},
	{regexp.MustCompile(`_w_per_kg$`), "W/kg", "", 0, false, "2"},
	{regexp.MustCompile(`_m_per_h$`), "m/h", "ft/h", 1 / 0.3048, false, "0"},
	{regexp.MustCompile(`_kmh$`), "km/h", "mph", 1 / 1.609344, false, "1"},
	{regexp.MustCompile(`_km$`), "km", "mi", 1 / 1.609344, false, "way"},
	{regexp.MustCompile(`_kcal$`), "kcal", "", 0, false, "0"},
	{regexp.MustCompile(`_j$`), "J", "", 0, false, "0"},
	{regexp.MustCompile(`_kj$`), "kJ", "", 0, false, "0"},
	{regexp.MustCompile(`_kg$`), "kg", "lb", 1 / 0.45359237, false, "1"},
	{regexp.MustCompile(`(mean_7d|usual_from|usual_to)_bpm$`), "bpm", "", 0, false, "1"},
	{regexp.MustCompile(`_bpm$`), "bpm", "", 0, false, "0"},
	{regexp.MustCompile(`_rpm$`), "rpm", "", 0, false, "0"},
	{regexp.MustCompile(`_spm$`), "spm", "", 0, false, "0"},
	{regexp.MustCompile(`share_pct$`), "%", "", 0, false, "1"},
	{regexp.MustCompile(`grade_pct$`), "%", "", 0, false, "1"},
	{regexp.MustCompile(`^polarization_index$`), "", "", 0, false, "2"},
	{regexp.MustCompile(`_pct$`), "%", "", 0, false, "told"},
	{regexp.MustCompile(`_ms$`), "ms", "", 0, false, "0"},
	{regexp.MustCompile(`_ml$`), "ml", "", 0, false, "0"},
	{regexp.MustCompile(`_g$`), "g", "", 0, false, "0"},
	{regexp.MustCompile(`_w$`), "W", "", 0, false, "0"},
	{regexp.MustCompile(`_c$`), "°C", "°F", 1.8, false, "told"},
	{regexp.MustCompile(`_h$`), "h", "", 0, false, "told"},
	{regexp.MustCompile(`_m$`), "m", "ft", 1 / 0.3048, false, "0"},
	{regexp.MustCompile(`_s$`), "", "", 0, true, ""},
	{regexp.MustCompile(`(^load_.*|load|tss|trimp|ctl|atl|tsb)$`), "", "", 0, false, "0"},
	{regexp.MustCompile(``), "", "", 0, false, ""},
}

func kindOf(key string) *kind {
	for i := range kinds {
		if kinds[i].name.MatchString(key) {
			return &kinds[i]
		}
	}
	return nil
}

// hours returns seconds as 1:02:03, or 2:03 below an hour.
func hours(f float64) string {
	s := int(math.Floor(f + 0.5))
	parts := []string{fmt.Sprint(s % 3600 / 60), fmt.Sprintf("%02d", s%60)}
	if s >= 3600 {
		parts = []string{fmt.Sprint(s / 3600), fmt.Sprintf("%02d", s%3600/60), parts[1]}
	}
	return strings.Join(parts, ":")
}

// given is everything that tools answered to what a panel asks.
type given struct {
	answers map[string][]map[string]any // by the tool
	pairs   map[string]bool             // "name=value" of each number
	between [][2]float64                // what a figure in miles may be
	words   map[string]bool             // each figure that a sentence may have
}

func newGiven() *given {
	return &given{answers: map[string][]map[string]any{}, pairs: map[string]bool{}, words: map[string]bool{}}
}

func (g *given) add(tool string, v map[string]any, imperial bool) {
	g.answers[tool] = append(g.answers[tool], v)
	g.walk("", v, imperial)
}

// from returns the first answer of a tool.
func (g *given) from(tool string) map[string]any { return g.answers[tool][0] }

var figure = regexp.MustCompile(`\d+(?:[.:,]\d+)*`)

func (g *given) walk(name string, v any, imperial bool) {
	switch v := v.(type) {
	case json.Number:
		g.pairs[name+"="+v.String()] = true
		text, _ := reading(name, v.String(), imperial)
		g.word(v.String())
		g.word(text)
		g.word(strings.ReplaceAll(text, ",", "")) // in sentences, thousands are not separated
	case string:
		for _, f := range figure.FindAllString(v, -1) {
			g.word(f)
			g.word(strings.TrimLeft(f, "0"))
		}
		if imperial {
			g.converted(v)
		}
		if len(v) >= 16 && v[10] == 'T' { // the minute of an instant
			g.word(v[11:16])
		}
	case []any:
		for _, x := range v {
			g.walk(name, x, imperial)
		}
	case map[string]any:
		for k, x := range v {
			g.walk(k, x, imperial)
			switch measure, of := text(v["measure"]), text(v["of"]); {
			case of != "" && (k == "total" || k == "reached" || k == "next" || k == "to_next"): // of a milestone
				g.walk(of, x, imperial)
			case measure != "" && (k == "done" || k == "target"): // of a goal, in what it measures
				g.walk(measure, x, imperial)
			case name == "compliance_pct": // by duration, distance or load
				g.walk(name, x, imperial)
			case name == "resting_hr_band" && k != "unit":
				g.walk(k+"_bpm", x, imperial)
			}
		}
	}
}

// said are the measured numbers of a sentence; perMetric is how many of the other
// unit each has.
var (
	said      = regexp.MustCompile(`(\d+)(?:\.(\d+))? (km|m|kg)\b`)
	perMetric = map[string]float64{"km": 1 / 1.609344, "m": 1 / 0.3048, "kg": 1 / 0.45359237}
)

// converted notes what the numbers of a sentence may be in miles, feet and pounds:
// a sentence rounds, so that each is somewhere between two.
func (g *given) converted(sentence string) {
	for _, m := range said.FindAllStringSubmatch(sentence, -1) {
		v, err := strconv.ParseFloat(m[1]+"."+m[2]+"0", 64)
		if err != nil {
			continue
		}
		half, k := math.Pow10(-len(m[2]))/2, perMetric[m[3]]
		g.between = append(g.between, [2]float64{(v - half) * k, (v + half) * k})
	}
}

// within reports whether a figure can be one of those, as exact as it is
// written.
func (g *given) within(figure string) bool {
	v, err := strconv.ParseFloat(figure, 64)
	_, places, _ := strings.Cut(figure, ".")
	half := math.Pow10(-len(places)) / 2
	return err == nil && slices.ContainsFunc(g.between, func(b [2]float64) bool { return v+half >= b[0] && v-half <= b[1] })
}

func (g *given) word(text string) { g.words[strings.TrimPrefix(text, "-")] = true }

// get follows names into an answer, nil where there is nothing.
func get(v any, names ...string) any {
	for _, n := range names {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[n]
	}
	return v
}

func list(v any) []any { all, _ := v.([]any); return all }

// text returns a value as it was written, empty where it is missing.
func text(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

// at returns an element of a column, empty where there is none.
func at(column any, i int) string {
	if all := list(column); i < len(all) {
		return text(all[i])
	}
	return ""
}

// TestLoadByOneMethod chooses what load is counted by: the numbers are then the
// tool's by that method, in the table and of a day; and a day whose load is
// estimated says so in the table and beside the chart.
func TestLoadByOneMethod(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	const whole = `{"range":"last 90 days","resolution":"day","sections":["series"]}`
	row := func(day, column string) string {
		return fmt.Sprintf(`(() => { const t = document.querySelector("#fitness"); const i = [...t.tHead.rows[0].cells].findIndex((c) => c.dataset.key === %q);
			const c = [...t.tBodies[0].rows].find((r) => r.cells[0].dataset.value === %q).cells[i];
			return i < 0 ? "none" : c.querySelector("data")?.value ?? c.textContent.trim(); })()`, column, day)
	}
	estimated := ""
	for _, days := range get(call(t, "", "analyze_training_load", whole), "actual", "estimated").(map[string]any) {
		estimated = text(list(days)[0])
	}
	if estimated == "" {
		t.Fatal("no day of the demo has an estimated load")
	}
	b.visit(t, at, "/fitness", "light", 1440, 900)
	if got := eval[string](t, b, row(estimated, "load_estimated_by")); got != "≈ estimated, by heart rate" {
		t.Errorf("%s says %q", estimated, got)
	}
	b.visit(t, at, "/days/"+estimated, "light", 390, 800)
	b.until(t, `[...document.querySelectorAll(".kpi .mark")].some((m) => m.textContent.includes("estimated, by heart rate"))`)
	b.visit(t, at, "/fitness", "light", 1440, 900)
	for by, word := range map[string]string{"power": "By power", "hr": "By heart rate", "pace": "By pace", "rpe": "By perceived effort"} {
		b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("nav[aria-label='Load by'] a[href*='load=%s']").click()`, by)))
		b.until(t, fmt.Sprintf(`new URLSearchParams(location.search).get("load") === %q &&
			document.querySelector("nav[aria-label='Load by'] a[href*='load=%s'][aria-current]")?.textContent === %q`, by, by, word))
		a := call(t, "", "analyze_training_load", whole[:len(whole)-1]+`,"load_method":"`+by+`"}`)
		days := list(get(a, "actual", "dates"))
		for i := 0; i < len(days); i += 30 {
			for _, column := range []string{"load", "ctl"} {
				want := text(list(get(a, "actual", column))[i])
				if got := eval[string](t, b, row(text(days[i]), column)); got != want {
					t.Errorf("by %s, %s of %s is %s, not %s", by, column, text(days[i]), got, want)
				}
			}
		}
		if reasons := list(get(a, "coverage", "without")); len(reasons) > 0 {
			want := text(get(reasons[0], "reason"))
			b.until(t, fmt.Sprintf(`document.querySelector("main").textContent.includes(%q)`, want))
		}
	}
	b.fine(t, "load by one method", source)
}

// TestASessionOfThePlanMovesInTheCalendar: one that stands in the plan alone is
// dragged and moved by keys in each view, by an edit of the plan; it is not
// copied, and its key opens it on the plan.
func TestASessionOfThePlanMovesInTheCalendar(t *testing.T) {
	home := ownHome(t)
	plan := call(t, home, "check_training_plan", `{}`)
	week, day := 0, ""
	for _, w := range list(plan["weeks"]) {
		if start := text(get(w, "week_start")); start > time.Now().Format(time.DateOnly) {
			day = start
			_, _ = fmt.Sscan(text(get(w, "week")), &week)
			break
		}
	}
	if week == 0 {
		t.Skip("the demo's plan has no week to come")
	}
	call(t, home, "edit_training_plan", fmt.Sprintf(`{"operations":[{"op":"add","week":%d,"day":"Monday","fields":{"name":"Skipping rope","type":"strength","duration_minutes":15}}]}`, week))
	at := dashboard(t)
	b := open(t, at)
	there := func(day string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('[data-day=%q] .event[data-session] .event-name')].some((e) => e.textContent.trim() === "Skipping rope")`, day)
	}
	const it = `[...document.querySelectorAll(".event[data-session]")].find((e) => e.textContent.includes("Skipping rope"))`
	for i, view := range []string{"month", "week", "agenda"} {
		b.visit(t, at, "/calendar?view="+view+"&date="+day, "light", 1440, 900)
		b.until(t, there(next(day, i)))
		if !eval[bool](t, b, it+`.textContent.includes("in the plan") && `+it+`.textContent.includes("◇")`) {
			t.Errorf("%s does not say that it stands in the plan alone", view)
		}
		if view == "month" {
			b.drag(t, fmt.Sprintf(".event[data-session=%q]", eval[string](t, b, it+`.dataset.session`)), next(day, i+1))
		} else {
			b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`))
			b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
		}
		b.until(t, there(next(day, i+1))+` && !document.querySelector(".moving")`)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`), chromedp.KeyEvent("c"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.getElementById("toasts").textContent.includes("move it but not copy it")`)
	b.do(t, chromedp.KeyEvent("u"))
	b.until(t, there(next(day, 2)))
	b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`), chromedp.KeyEvent("e"))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/plan" && document.querySelector("li:target")?.textContent.includes("Skipping rope")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestNothingInACellIsCut at any width, in either theme; e changes an entry, and
// a week of the plan's bars opens.
func TestNothingInACellIsCut(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, view := range []string{"month", "week", "agenda"} {
		for _, width := range []int64{1440, 1100, 900, 820, 390} {
			b.visit(t, at, "/calendar?metric=distance&view="+view, "dark", width, 900)
			if got := eval[string](t, b, `[...document.querySelectorAll(".event, .event .part, .rail, .rail .part, .day")].filter((e) => { const c = e.closest(".day, .rail"); return e.checkVisibility() && c.clientWidth > 0 && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 || e.getBoundingClientRect().right > c.getBoundingClientRect().right + 1); }).map((e) => e.className + ": " + e.textContent.trim()).slice(0, 3).join("; ")`); got != "" {
				t.Errorf("%s at %d: %s", view, width, got)
			}
			if eval[bool](t, b, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s at %d scrolls sideways", view, width)
			}
		}
	}
	b.visit(t, at, "/calendar?view=week", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".event[data-id]").focus()`), chromedp.KeyEvent("e"))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "").startsWith("/calendar/") && location.hash === "#edit"`)
	b.visit(t, at, "/plan", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-chart[kind=weeks]").focus()`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/calendar" && location.search.includes("view=week")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
