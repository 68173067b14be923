package browser

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// How a number of a tool is read by a person, written a second time: the page's own
// formatter is not asked whether it is right.

// reading is what one reads of the number that a tool calls key: the text and its unit.
func reading(key, value string, imperial bool) (text, unit string) {
	kind := kindOf(key)
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || kind == nil {
		return value, ""
	}
	unit, text = kind.metric, value
	if imperial && kind.imperial != "" {
		f *= kind.times
		behind := digits(f)
		switch kind.imperial {
		case "°F":
			_, point, _ := strings.Cut(value, ".")
			f, behind = f+32, len(point)
		case "lb":
			behind = 1
		}
		unit, text = kind.imperial, strconv.FormatFloat(f, 'f', behind, 64)
	}
	if kind.clock {
		text = hours(f)
	}
	return text, unit
}

type kind struct {
	name             *regexp.Regexp
	metric, imperial string
	times            float64
	clock            bool
}

var kinds = []kind{
	{regexp.MustCompile(`(^|_)s_per_km$`), "/km", "/mi", 1.609344, true},
	{regexp.MustCompile(`(^|_)s_per_100m$`), "/100 m", "/100 yd", 0.9144, true},
	{regexp.MustCompile(`_w_per_kg$`), "W/kg", "", 0, false},
	{regexp.MustCompile(`_m_per_h$`), "m/h", "ft/h", 1 / 0.3048, false},
	{regexp.MustCompile(`_kmh$`), "km/h", "mph", 1 / 1.609344, false},
	{regexp.MustCompile(`_km$`), "km", "mi", 1 / 1.609344, false},
	{regexp.MustCompile(`_kcal$`), "kcal", "", 0, false},
	{regexp.MustCompile(`_j$`), "J", "", 0, false},
	{regexp.MustCompile(`_kj$`), "kJ", "", 0, false},
	{regexp.MustCompile(`_kg$`), "kg", "lb", 1 / 0.45359237, false},
	{regexp.MustCompile(`_bpm$`), "bpm", "", 0, false},
	{regexp.MustCompile(`_rpm$`), "rpm", "", 0, false},
	{regexp.MustCompile(`_spm$`), "spm", "", 0, false},
	{regexp.MustCompile(`_pct$`), "%", "", 0, false},
	{regexp.MustCompile(`_ms$`), "ms", "", 0, false},
	{regexp.MustCompile(`_ml$`), "ml", "", 0, false},
	{regexp.MustCompile(`_g$`), "g", "", 0, false},
	{regexp.MustCompile(`_w$`), "W", "", 0, false},
	{regexp.MustCompile(`_c$`), "°C", "°F", 1.8, false},
	{regexp.MustCompile(`_h$`), "h", "", 0, false},
	{regexp.MustCompile(`_m$`), "m", "ft", 1 / 0.3048, false},
	{regexp.MustCompile(`_s$`), "", "", 0, true},
}

func kindOf(key string) *kind {
	for i := range kinds {
		if kinds[i].name.MatchString(key) {
			return &kinds[i]
		}
	}
	return nil
}

// digits behind the point: three figures that count, at most two of them behind it.
func digits(f float64) int {
	switch f = math.Abs(f); {
	case f == 0:
		return 0
	case f < 10:
		return 2
	case f < 100:
		return 1
	}
	return 0
}

// hours are seconds as 1:02:03, or 2:03 below an hour.
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

// from is the first answer of a tool.
func (g *given) from(tool string) map[string]any { return g.answers[tool][0] }

var figure = regexp.MustCompile(`\d+(?:[.:,]\d+)*`)

func (g *given) walk(name string, v any, imperial bool) {
	switch v := v.(type) {
	case json.Number:
		g.pairs[name+"="+v.String()] = true
		text, _ := reading(name, v.String(), imperial)
		g.word(v.String())
		g.word(text)
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
			switch measure := text(v["measure"]); {
			case measure != "" && (k == "done" || k == "target"): // of a goal, in what it measures
				g.walk(measure, x, imperial)
			case name == "compliance_pct": // by duration, distance or load
				g.walk(name, x, imperial)
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

// within says that a figure can be one of those, as exact as it is written.
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

// text is a value as it was written, empty where it is missing.
func text(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

// at is an element of a column, empty where there is none.
func at(column any, i int) string {
	if all := list(column); i < len(all) {
		return text(all[i])
	}
	return ""
}
