package wellness

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// point is one value of a line.
type point struct {
	day    training.Day
	value  float64
	source string // the source whose values it can be compared with
}

// line holds the values of a field in order.
type line struct {
	points []point
	mixed  bool // they have several sources
}

// line returns the values of a field on or after the given day, each with its source. Values that
// do not depend on their source all have the source "".
func (t *table) line(f training.WellnessField, from training.Day) line {
	l, _ := t.lineAndSources(f, from)
	return l
}

// lineAndSources also returns the sources of the values, in full.
func (t *table) lineAndSources(f training.WellnessField, from training.Day) (line, []string) {
	days := t.from(from)
	l := line{points: make([]point, 0, len(days))}
	bySource := f.BySource()
	var sources []string
	for i := range days {
		n, ok := days[i].Numbers[f]
		if !ok {
			continue
		}
		if !slices.Contains(sources, n.Source) {
			sources = append(sources, n.Source)
		}
		p := point{day: days[i].Day, value: n.Value}
		if bySource {
			if p.source = n.Source; n.Source == athlete && days[i].under[f] != "" {
				p.source = days[i].under[f]
			}
			l.mixed = l.mixed || p.source != n.Source || len(l.points) > 0 && p.source != l.points[0].source
		}
		l.points = append(l.points, p)
	}
	if l.mixed {
		l.settle(t.copies(f, from))
	}
	return l, sources
}

// settle replaces the sources that only copy another one, and the athlete as the source of single
// entries: an entry belongs to the source of the last days before it.
func (l *line) settle(copies map[string]string) {
	last := -1
	l.mixed = false
	for i := range l.points {
		p := &l.points[i]
		for range copies { // a copy of a copy
			if of := copies[p.source]; of != "" {
				p.source = of
			}
		}
		switch {
		case p.source != athlete:
			last = i
		case last >= 0 && p.day-l.points[last].day <= aWeek:
			p.source = l.points[last].source
		}
		l.mixed = l.mixed || p.source != l.points[0].source
	}
}

// leastCopies is the minimum number of days on which two sources have a value in order to find out
// whether one copies the other.
const leastCopies = 3

// copies returns the sources whose values of a field are those of another source, on at least nine
// of ten days that both have: a service shows what a device sent to it.
func (t *table) copies(f training.WellnessField, from training.Day) map[string]string {
	type pair struct{ copy, of string }
	same, all := map[pair]int{}, map[pair]int{}
	days := t.from(from)
	for i := range days {
		n, source := days[i].Numbers[f], ""
		for _, o := range days[i].others {
			if o.field != f {
				continue
			}
			x := n.Value
			if source = n.Source; source == athlete && days[i].under[f] != "" {
				if source = days[i].under[f]; source == o.source {
					continue
				}
				k := slices.IndexFunc(days[i].others, func(b other) bool { return b.field == f && b.source == source })
				x = days[i].others[k].value
			}
			if source == "" || source == o.source {
				continue
			}
			k := pair{o.source, source}
			if all[k]++; sameValue(x, o.value) {
				same[k]++
			}
		}
	}
	out := map[string]string{}
	for k, n := range same {
		const of10 = 9
		if n >= leastCopies && n*10 >= all[k]*of10 && (out[k.copy] == "" || k.of < out[k.copy]) {
			out[k.copy] = k.of
		}
	}
	return out
}

// sameValue reports whether one value is the other, or the other rounded.
func sameValue(a, b float64) bool {
	const near = 1e-6
	for _, scale := range []float64{1, 10, 100} {
		ra, rb := math.Round(a*scale)/scale, math.Round(b*scale)/scale
		if math.Abs(ra-b) < near || math.Abs(a-rb) < near {
			return true
		}
	}
	return math.Abs(a-b) < near
}

// sourceOn returns the source that counts on a day, which is that of the latest value.
func (l line) sourceOn(d training.Day) string {
	for _, p := range slices.Backward(l.points) {
		if p.day <= d {
			return p.source
		}
	}
	return ""
}

// of returns the values of one source.
func (l line) of(source string) []point {
	if !l.mixed {
		return l.points
	}
	var out []point
	for _, p := range l.points {
		if p.source == source {
			out = append(out, p)
		}
	}
	return out
}

// main returns the source with the most values, the later of two with equally many.
func (l line) main() string {
	if !l.mixed && len(l.points) > 0 {
		return l.points[0].source
	}
	counts, best := map[string]int{}, ""
	for _, p := range l.points {
		if counts[p.source]++; counts[p.source] >= counts[best] {
			best = p.source
		}
	}
	return best
}

// bySource groups days by the source that counts on them.
func (l line) bySource(days []training.Day) map[string][]int {
	out := map[string][]int{}
	for i, d := range days {
		s := ""
		if l.mixed {
			s = l.sourceOn(d)
		}
		out[s] = append(out[s], i)
	}
	return out
}

// restart describes the change to the source that counts on a day, if values from before the
// change are among the values from a day on. It returns "" otherwise.
func (l line) restart(from, today training.Day) i18n.Sentence {
	if !l.mixed {
		return ""
	}
	source, former, n := l.sourceOn(today), "", 0
	var since training.Day
	for _, p := range l.points {
		switch {
		case p.day < from || p.day > today:
		case p.source != source:
			former, since = p.source, 0
		default:
			if n++; since == 0 {
				since = p.day
			}
		}
	}
	if former == "" {
		return ""
	}
	was, is := longName(former), longName(source)
	if was == is {
		return i18n.Sentencef("the device behind %s changed on %s, so only the %d days from the new one count", is, since, n)
	}
	return i18n.Sentencef("the source changed from %s to %s on %s, so only the %d days from %s count", was, is, since, n, is)
}

// longName returns the name of a source with the device behind it, if both are known. Unknown
// names come from other people, and may contain the athlete's name.
func longName(source string) string {
	name, origin, _ := strings.Cut(source, "/")
	shown := sourceName(name)
	origin = strings.ToLower(origin)
	if origin != "" && (origin == "apple watch" || slices.Contains(training.WellnessSources(), origin)) {
		return shown + "/" + origin
	}
	return shown
}

// mostSpans is the maximum number of stretches with an unusual source that are listed for a group.
const mostSpans = 12

// Runs says on which days a group of values did not come from its usual source.
type Runs struct {
	Usual string   `json:"usual"`
	Other []string `json:"other"` // "SOURCE FIRST..LAST", the newest last
}

// runs returns the runs of the sources of the shown fields, by group.
func (t *table) runs(fields []training.WellnessField, from training.Day) map[string]*Runs {
	var out map[string]*Runs
	for _, f := range fields {
		name := string(f.Group())
		if name == "" {
			name = string(f)
		}
		if !f.BySource() || out[name] != nil && !f.Leads() {
			continue
		}
		if r := t.runsOf(f, from); r != nil {
			if out == nil {
				out = map[string]*Runs{}
			}
			out[name] = r
		}
	}
	return out
}

func (t *table) runsOf(f training.WellnessField, from training.Day) *Runs {
	l := line{mixed: true}
	t.each(f, from, func(d training.Day, _ float64, source string) {
		l.points = append(l.points, point{day: d, source: longName(source)})
	})
	out := &Runs{Usual: l.main()}
	for i := 0; i < len(l.points); {
		j := i
		for j+1 < len(l.points) && l.points[j+1].source == l.points[i].source {
			j++
		}
		if p := l.points[i]; p.source != out.Usual {
			span := answers.SpanOf(training.DayRange{From: p.day, To: l.points[j].day})
			text := p.source + " " + span.From.String()
			if j > i {
				text += ".." + span.To.String()
			}
			out.Other = append(out.Other, text)
		}
		i = j + 1
	}
	if len(out.Other) == 0 {
		return nil
	}
	out.Other = out.Other[max(0, len(out.Other)-mostSpans):]
	return out
}

// Told holds the values of sources that do not count on a day, by field and source, in columns that
// share an index. A gap is null.
type Told struct {
	Dates  []training.Day                   `json:"dates"`
	Values map[string]map[string][]*float64 `json:"values"`
}

// mostToldDays is the maximum number of days in [Told]; the latest are kept.
const mostToldDays = 92

// told fills in the values that do not count on the days of the query.
func (v *View) told(t *table, q Query) {
	out := &Told{Values: map[string]map[string][]*float64{}}
	wanted := func(o other) bool { return plain(o.field) && q.wants(o.field) }
	days := slices.DeleteFunc(slices.Clone(t.from(q.Days.From)), func(d resolved) bool { return !slices.ContainsFunc(d.others, wanted) })
	if len(days) == 0 {
		v.Missing = v.Missing.Add(string(SectionSources), "no day of this period has values of several sources")
		return
	}
	if len(days) > mostToldDays {
		days = days[len(days)-mostToldDays:]
		v.cut("Only the latest are shown; ask for fewer days, fewer fields or a coarser resolution.")
	}
	for i, d := range days {
		out.Dates = append(out.Dates, d.Day)
		for _, o := range d.others {
			if wanted(o) {
				out.put(i, len(days), o)
			}
		}
	}
	v.Told = out
}

func (o *Told) put(i, days int, x other) {
	by := o.Values[string(x.field)]
	if by == nil {
		by = map[string][]*float64{}
		o.Values[string(x.field)] = by
	}
	name := longName(x.source)
	source := name
	for n := 2; by[source] != nil && by[source][i] != nil; n++ { // several unknown sources
		source = fmt.Sprintf("%s %d", name, n)
	}
	if by[source] == nil {
		by[source] = make([]*float64, days)
	}
	by[source][i] = new(answers.Round(x.value, decimals(x.field)))
}
