package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

// capitals returns the words of field names that are written in capital
// letters.
func capitals() []string {
	return []string{"hr", "lthr", "tss", "ctl", "atl", "tsb", "ftp", "np", "hrv", "rmssd", "gps", "css", "vam", "id"}
}

// label returns a field's name in words, without its unit.
func label(key string) string {
	words := strings.Split(strings.TrimSuffix(strings.TrimSuffix(key, i18n.UnitOf(key).Suffix), "_bytes"), "_")
	for i, w := range words {
		switch {
		case w == "ids":
			words[i] = "IDs"
		case slices.Contains(capitals(), w):
			words[i] = strings.ToUpper(w)
		case i == 0 && w != "":
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// shownIn returns the unit in which a number of a field is shown; times have
// none. A column has the unit of its first number.
func (p *page) shownIn(key string, v any) string {
	u := i18n.UnitOf(key)
	f, _ := float(v)
	switch {
	case strings.HasSuffix(key, "_bytes"):
		return "MB"
	case p.miles && u.Miles.Shown != "" && !u.Native(f):
		return u.Miles.Shown
	}
	return u.Shown
}

// cell returns a scalar without its unit.
func (p *page) cell(key string, v any) string {
	switch v := v.(type) {
	case string:
		if t, err := time.Parse(time.RFC3339, v); err == nil {
			return t.Format("2006-01-02 15:04")
		}
		return strings.Join(strings.Fields(v), " ") // a cell must stay on one line
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return v.String()
		}
		return p.number(key, f, v.String())
	}
	return ""
}

func (p *page) number(key string, f float64, exact string) string {
	u := i18n.UnitOf(key)
	converted := p.miles && u.Miles.Shown != "" && !u.Native(f)
	if converted {
		f = u.Miles.Of(f)
	}
	switch {
	case strings.HasSuffix(key, "_bytes"):
		return strconv.FormatFloat(f/1e6, 'f', 1, 64)
	case u.Clock && u.Shown == "" && math.Abs(f) < 60:
		return rounded(f, exact) + " s"
	case u.Clock:
		return i18n.Clock(f)
	case converted:
		return u.Miles.Text(f, exact)
	}
	return rounded(f, exact)
}

// rounded rounds a number to about three digits; the exact one is in the JSON.
func rounded(f float64, exact string) string {
	decimals := 2
	switch size := math.Abs(f); {
	case f == math.Trunc(f):
		return strings.TrimSuffix(exact, ".0")
	case size >= 100:
		decimals = 0
	case size >= 10:
		decimals = 1
	}
	text := strconv.FormatFloat(f, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// quantity returns a scalar with its unit.
func (p *page) quantity(key string, v any) string {
	text, u := p.cell(key, v), p.shownIn(key, v)
	if _, isNumber := v.(json.Number); !isNumber || u == "" {
		return text
	}
	return text + " " + u
}

// inline returns a value on one line; ok is false if it needs more.
func (p *page) inline(key string, v any) (text string, ok bool) {
	switch v := v.(type) {
	case object:
		return p.inlineObject(key, v)
	case []any:
		if len(v) == 0 {
			return "none", true
		}
		if !scalars(v) {
			return "", false
		}
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = p.cell(key, x)
		}
		return strings.Join(parts, ", "), true
	}
	return p.quantity(key, v), true
}

// mostInline is the most scalars of an object that share a line.
const mostInline = 3

func (p *page) inlineObject(key string, o object) (string, bool) {
	if len(o) == 0 {
		return "none", true
	}
	if len(o) > mostInline || slices.ContainsFunc(o, func(m member) bool { return !scalar(m.value) }) {
		return "", false
	}
	main, rest := "", o
	switch start, end := o.get("start_date"), o.get("end_date"); {
	case o.get("value") != nil:
		main, rest = p.quantity(key, o.get("value")), without(o, "value")
	case start != nil && end != nil:
		main, rest = p.cell("", start)+" to "+p.cell("", end), without(o, "start_date", "end_date")
		if start == end {
			return p.cell("", start), true
		}
	}
	var parts []string
	for _, m := range rest {
		name := strings.ToLower(label(m.key))
		if name == "days" {
			parts = append(parts, p.quantity(m.key, m.value)+" days")
			continue
		}
		parts = append(parts, name+" "+p.quantity(m.key, m.value))
	}
	said := strings.Join(parts, ", ")
	switch {
	case main == "":
		return said, true
	case said == "":
		return main, true
	}
	return main + " (" + said + ")", true
}

func without(o object, keys ...string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return slices.Contains(keys, m.key) })
}

// inherited returns an object in which names without a unit get their parent's
// unit. In an object of percentages, the fields' own units are replaced.
func inherited(key string, o object) object {
	suffix := i18n.UnitOf(key).Suffix
	if key == "percent" {
		suffix = "_pct"
	}
	if suffix == "" {
		return o
	}
	out := slices.Clone(o)
	for i, m := range out {
		own := i18n.UnitOf(m.key).Suffix
		if own == "" || suffix == "_pct" {
			out[i].key = strings.TrimSuffix(m.key, own) + suffix
		}
	}
	return out
}

// series is an object whose lists are values by day or week, in order.
type series struct {
	from, to string
	values   []member
	rest     object
}

// seriesOf finds lists of numbers next to a list of dates.
func seriesOf(o object) (series, bool) {
	laidOut := columns(o)
	s := series{rest: o}
	for _, m := range laidOut {
		list := m.value.([]any) // columns holds only lists
		numbers := true
		for _, v := range list {
			numbers = numbers && isNumber(v)
		}
		first, _ := list[0].(string)
		last, _ := list[len(list)-1].(string)
		switch {
		case numbers:
			s.values = append(s.values, m)
		case m.key == "dates" || m.key == "days" || m.key == "weeks":
			s.from, s.to = first, last
		default:
			continue
		}
		s.rest = without(s.rest, m.key)
	}
	return s, s.from != "" && len(s.values) > 0
}

// curves returns a line for each list: its name, its shape, and its last,
// lowest and highest value.
func (p *page) curves(s series) [][2]string {
	var out [][2]string
	for _, m := range s.values {
		list := m.value.([]any) // as above
		low, high := math.Inf(1), math.Inf(-1)
		var last, least, most any
		for _, v := range list {
			f, ok := float(v)
			if !ok {
				continue
			}
			last = v
			if f < low {
				low, least = f, v
			}
			if f > high {
				high, most = f, v
			}
		}
		if last == nil {
			continue
		}
		said := fmt.Sprintf("last %s, %s to %s", p.quantity(m.key, last), p.cell(m.key, least), p.cell(m.key, most))
		out = append(out, [2]string{label(m.key), spark(list, low, high) + step + said})
	}
	return out
}

func float(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// mostBars is the largest width of a curve.
const mostBars = 60

// spark draws values as bars of eight heights, a blank for a missing value. If
// there are more values than bars, each bar shows the highest of its values.
func spark(list []any, low, high float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	n := min(len(list), mostBars)
	for i := range n {
		top, found := math.Inf(-1), false
		for _, v := range list[i*len(list)/n : (i+1)*len(list)/n] {
			if f, ok := float(v); ok {
				top, found = max(top, f), true
			}
		}
		switch {
		case !found:
			b.WriteByte(' ')
		case high <= low:
			b.WriteRune(bars[0])
		default:
			b.WriteRune(bars[int((top-low)/(high-low)*float64(len(bars)-1))])
		}
	}
	return b.String()
}

// toolInText finds what may be the name of a tool, and commands that call one.
var toolInText = textclean.LazyRegexp(`(lapkeep call |[Cc]all )?([a-z]+(?:_[a-z]+)+)`)

// asCommands replaces the names of tools in a text for a person with the
// commands that call them.
func (a *app) asCommands(text string) string {
	if !toolInText.Get().MatchString(text) {
		return text
	}
	table := a.Table(settings.Settings{})
	return toolInText.Get().ReplaceAllStringFunc(text, func(match string) string {
		found := toolInText.Get().FindStringSubmatch(match)
		_, ok := table.Lookup(found[2])
		switch before := found[1]; {
		case !ok || before == "lapkeep call ":
			return match
		case before == "Call ":
			return "Run " + commandOf(found[2])
		case before != "":
			return "run " + commandOf(found[2])
		}
		return commandOf(found[2])
	})
}

// commandOf returns the command that calls a tool.
func commandOf(tool string) string {
	for _, s := range shortcuts() {
		if len(s.asks) == 1 && s.asks[0].tool == tool {
			return "lapkeep " + s.name
		}
	}
	if tool == "save_training_plan" {
		return "lapkeep plan new"
	}
	return "lapkeep call " + tool
}

// tellPerson makes an answer speak to a person: with commands, and in their units.
func (a *app) tellPerson(call *tools.Call) {
	if a.miles {
		call.TellMiles()
	}
	say := call.Said
	if say == nil {
		say = i18n.InEnglish
	}
	call.Said = func(format string, args ...any) string { return a.asCommands(say(format, args...)) }
}
