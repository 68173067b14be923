package cli

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

// capitals returns the words in field names that are written in capital letters.
func capitals() []string {
	return []string{"hr", "lthr", "tss", "ctl", "atl", "tsb", "ftp", "np", "hrv", "rmssd", "gps", "css", "vam", "id"}
}

// label returns a field's name in words, without its unit.
func label(key string) string {
	words := strings.Split(strings.TrimSuffix(key, i18n.UnitOf(key).Suffix), "_")
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

// shownIn returns the unit in which a number of a field is shown; times have no
// unit. A column has the unit of its first number.
func (p *page) shownIn(key string, v any) string {
	f, _ := float(v)
	return i18n.UnitOf(key).For(p.reader, f).Shown
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
		text, _ := i18n.UnitOf(key).Display(p.reader, f, v.String())
		return text
	}
	return ""
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
		if !ordered.Scalars(v) {
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

// mostInline is the maximum number of an object's scalars on one line.
const mostInline = 3

func (p *page) inlineObject(key string, o object) (string, bool) {
	if len(o) == 0 {
		return "none", true
	}
	if len(o) > mostInline || slices.ContainsFunc(o, func(m member) bool { return !ordered.Scalar(m.Value) }) {
		return "", false
	}
	main, rest := "", o
	switch start, end := o.Get("start_date"), o.Get("end_date"); {
	case o.Get("value") != nil:
		main, rest = p.quantity(key, o.Get("value")), without(o, "value")
	case start != nil && end != nil:
		main, rest = p.cell("", start)+" to "+p.cell("", end), without(o, "start_date", "end_date")
		if start == end {
			return p.cell("", start), true
		}
	}
	var parts []string
	for _, m := range rest {
		name := strings.ToLower(p.head(m.Key))
		if name == "days" {
			parts = append(parts, p.quantity(m.Key, m.Value)+" days")
			continue
		}
		parts = append(parts, name+" "+p.quantity(m.Key, m.Value))
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
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return slices.Contains(keys, m.Key) })
}

// inherited returns an object in which names without a unit get their parent's
// unit. In an object of percentages, it replaces the fields' own units.
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
		own := i18n.UnitOf(m.Key).Suffix
		if own == "" || suffix == "_pct" {
			out[i].Key = strings.TrimSuffix(m.Key, own) + suffix
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
	laidOut := ordered.Columns(o)
	s := series{rest: o}
	for _, m := range laidOut {
		list := m.Value.([]any) // columns holds only lists
		numbers := true
		for _, v := range list {
			numbers = numbers && isNumber(v)
		}
		first, _ := list[0].(string)
		last, _ := list[len(list)-1].(string)
		switch {
		case numbers:
			s.values = append(s.values, m)
		case m.Key == "dates" || m.Key == "days" || m.Key == "weeks":
			s.from, s.to = first, last
		default:
			continue
		}
		s.rest = without(s.rest, m.Key)
	}
	return s, s.from != "" && len(s.values) > 0
}

// curves returns a line for each list: its name, its shape, and its last,
// lowest and highest value.
func (p *page) curves(s series) [][2]string {
	var out [][2]string
	for _, m := range s.values {
		list := m.Value.([]any) // as above
		known := slices.DeleteFunc(slices.Clone(list), func(v any) bool { _, ok := float(v); return !ok })
		if len(known) == 0 {
			continue
		}
		said := p.say("last %s, %s to %s", p.quantity(m.Key, known[len(known)-1]),
			p.cell(m.Key, slices.MinFunc(known, byValue)), p.cell(m.Key, slices.MaxFunc(known, byValue)))
		out = append(out, [2]string{p.name(m.Key), p.shape(list) + step + said})
	}
	return out
}

// shape draws values between the lowest and the highest of them.
func (p *page) shape(list []any) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range list {
		if f, ok := float(v); ok {
			low, high = min(low, f), max(high, f)
		}
	}
	return p.spark(list, low, high)
}

func byValue(a, b any) int {
	x, _ := float(a)
	y, _ := float(b)
	return cmp.Compare(x, y)
}

func float(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// A curve has at most mostBars bars, and leaves room for its name and values besides.
const (
	mostBars   = 60
	besideBars = 20
)

// spark draws values as bars of eight heights, a blank for a missing value. If
// there are more values than bars, each bar shows the highest of its values.
func (p *page) spark(list []any, low, high float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	n := min(len(list), mostBars)
	if p.width > 0 {
		n = min(n, max(1, p.width-besideBars))
	}
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

// toolInText matches possible names of tools, and commands that call a tool.
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
		if s.tool == tool {
			return "lapkeep " + s.name
		}
	}
	if tool == "create_training_plan" {
		return "lapkeep plan new"
	}
	return "lapkeep call " + tool
}

// tellPerson adapts an answer to a person: it names commands in place of tools and
// uses the person's units.
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
