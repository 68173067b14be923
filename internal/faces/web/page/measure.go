package page

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Measure is a number of a tool as a page shows it: according to the table of units, with
// the tool's digits in the markup and in CSV.
type Measure struct {
	Key   string // in the glossary or the answer
	Value string // as the tool wrote it; empty if it is missing
	Text  string // as displayed, without the unit
	Unit  string
	Exact string // the tool's digits and unit, if the text has less
}

// Digits returns a number as it is in the tool's JSON. A text is assumed to be
// formatted already. A nil pointer is a missing number and returns "".
func Digits(v any) Num {
	switch x := v.(type) {
	case Num:
		return x
	case string:
		return Num(x)
	}
	b, err := json.Marshal(v)
	if err != nil || string(b) == "null" {
		return ""
	}
	return Num(b)
}

// Number returns a value for display in the reader's unit, or "–" if it is
// missing.
func (p *Page) Number(key string, v any) Measure {
	n := Digits(v)
	m := Measure{Key: key, Value: n.String(), Text: n.String()}
	if n == "" {
		m.Text = "–"
		return m
	}
	u := i18n.UnitOf(key)
	m.Unit = u.Shown
	f, err := n.Float64()
	if err != nil {
		return m
	}
	if m.Text, m.Unit = u.Display(p.reader(), f, m.Value); u.Clock && m.Unit == u.Shown && f == math.Trunc(f) {
		return m
	}
	if m.Unit != u.Shown || strings.ReplaceAll(m.Text, ",", "") != m.Value {
		m.Exact = u.Told(m.Value)
	}
	return m
}

// Stretch returns the length of a best. A distance is in kilometres from 1 km on, and has a
// name if it is a race distance.
func (p *Page) Stretch(key string, v any) Measure {
	m := p.Number(key, v)
	metres := Float(Num(m.Value))
	switch {
	case p.reader().Swims || key != "distance_m" && key != "distance_km":
		return m
	case key == "distance_km":
		if metres *= 1000; metres > 0 && metres < 1000 && !p.Miles {
			m.Text, m.Unit = i18n.UnitOf("distance_m").Display(p.reader(), metres, "")
		}
	case metres >= 1000 && !p.Miles:
		m.Text, m.Unit = strconv.FormatFloat(metres/1000, 'f', -1, 64), "km" // a round length, which was not measured
	}
	const mile = 1000 * i18n.KmPerMile
	for _, race := range []struct {
		metres     float64
		text, unit string
	}{
		{5000, "5", "km"},
		{10_000, "10", "km"},
		{21_097.5, p.Say("Half marathon"), ""},
		{42_195, p.Say("Marathon"), ""},
		{mile, "1", "mi"},
		{2 * mile, "2", "mi"},
		{10 * mile, "10", "mi"},
	} {
		if math.Abs(metres-race.metres) < 1 {
			m.Text, m.Unit = race.text, race.unit
		}
	}
	if m.Value != "" && m.Text != m.Value {
		m.Exact = i18n.UnitOf(key).Told(m.Value)
	}
	return m
}

// Chosen returns a measure of a figure that somebody chose, which is not as exact as its
// decimals are when they are zeros: 110 km, not 110.0.
func (m Measure) Chosen() Measure {
	m.Text = strings.TrimSuffix(m.Text, ".0")
	return m
}

// Signed returns a measure with an explicit sign.
func (m Measure) Signed() Measure {
	if m.Value != "" && !strings.HasPrefix(m.Text, "-") && strings.Trim(m.Text, "0:") != "" {
		m.Text = "+" + m.Text
	}
	m.Text = strings.ReplaceAll(m.Text, "-", "−")
	return m
}

// Float returns a number for a drawing, or 0 if it is missing.
func Float(v json.Number) float64 {
	f, _ := v.Float64()
	return f
}

// Day formats a date, such as Fri 27 Nov, with the year if it is not the
// current one.
func (p *Page) Day(text string) string {
	d, err := training.ParseDay(text)
	if err != nil {
		return text
	}
	t := d.Time(time.UTC)
	in := p.Say("%s, %s %d", p.Weekday(d), p.Month(int(t.Month())), t.Day())
	if t.Year() != p.Call.Today.Time(time.UTC).Year() {
		in = p.Say("%s %d", in, t.Year())
	}
	return in
}

// Weekday returns the short name of a day of the week.
func (p *Page) Weekday(d training.Day) string { return i18n.Weekday(d.Weekday()).Say(p.Say) }

// Month returns the short name of a month, counted from 1.
func (p *Page) Month(n int) string { return i18n.Month(n).Say(p.Say) }

// When returns the hours and minutes of a local time, or "" if it has none.
func When(local string) string {
	if _, clock, ok := strings.Cut(local, "T"); ok && len(clock) >= 5 && clock[2] == ':' {
		return clock[:5]
	}
	return ""
}

// Or returns *p, or the zero value if p is nil.
func Or[T any](p *T) (out T) {
	if p != nil {
		out = *p
	}
	return out
}

// At returns the number at an index of a column, or "" if it is out of range.
func At[T any](column []T, i int) Num {
	if i >= 0 && i < len(column) {
		return Digits(column[i])
	}
	return ""
}

// Last returns the last of a column, or nil if it is empty.
func Last[T any](column []T) *T {
	if len(column) == 0 {
		return nil
	}
	return &column[len(column)-1]
}

// Texts converts sentences to strings.
func Texts(all []i18n.Sentence) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = s.String()
	}
	return out
}

// NonZero returns a pointer to v, or nil for 0.
func NonZero[T int | float64](v T) *T {
	if v == 0 {
		return nil
	}
	return &v
}

// chartSaid describes a chart in sentences, for readers who cannot see it: the tool's own
// sentences or, if there are none, the last, lowest and highest number of each line.
func (p *Page) chartSaid(t *Table) []string {
	if len(t.Said) > 0 {
		return t.Said
	}
	var out []string
	for i, c := range t.Columns {
		switch c.Line {
		case "", "none", "band-high", "band-low", "bar-behind":
			continue // this is only a reference for other lines; the table shows it
		}
		if text := p.lineSaid(t, i); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// lineSaid describes one line of a chart, or "" if it has no number.
func (p *Page) lineSaid(t *Table, at int) string {
	var last, low, high *Row
	for i := range t.Rows {
		r := &t.Rows[i]
		if at >= len(r.Cells) || r.Cells[at].Value == "" {
			continue
		}
		if last = r; low == nil || r.float(at) < low.float(at) {
			low = r
		}
		if high == nil || r.float(at) > high.float(at) {
			high = r
		}
	}
	if last == nil {
		return ""
	}
	return p.Say("%s: latest %s (%s), lowest %s (%s), highest %s (%s).", t.Columns[at].Title,
		last.Cells[at].Whole(), last.Cells[0].Whole(), low.Cells[at].Whole(), low.Cells[0].Whole(), high.Cells[at].Whole(), high.Cells[0].Whole())
}

func (r *Row) float(at int) float64 { return Float(Num(r.Cells[at].Value)) }

// Whole returns a measure with its unit.
func (m Measure) Whole() string {
	if m.Unit == "" {
		return m.Text
	}
	return m.Text + " " + m.Unit
}

// again returns the address of the page as it was requested.
func (p *Page) again() string {
	if p.Request.Method != http.MethodGet && p.Request.Method != http.MethodHead {
		return "/"
	}
	return p.With()
}

// Word returns the name of a key in an answer, or otherwise if it has none.
func Word[K comparable](p *Page, names map[K]i18n.Sentence, key K, otherwise string) string {
	if name, ok := names[key]; ok {
		return name.In(p.Say)
	}
	return otherwise
}

// Place returns a placeholder in a sentence, which the page's script replaces
// with its own text.
func Place(name string) string { return "{" + name + "}" }

// Sparkline returns the SVG path of a series in a box of 100 by 28 units.
func Sparkline(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	low, high := slices.Min(values), slices.Max(values)
	var b strings.Builder
	pen := "M"
	for i, v := range values {
		x := 100 * float64(i) / float64(max(1, len(values)-1))
		y := 14.0
		if high > low {
			y = 26 - 24*(v-low)/(high-low)
		}
		b.WriteString(pen + Coordinate(x) + " " + Coordinate(y))
		pen = "L"
	}
	return b.String()
}

// Coordinate formats a length of a drawing.
func Coordinate(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Share returns part as a percentage of whole, limited to 0 to 100.
func Share(part, whole any) string {
	all := Float(Digits(whole))
	if all <= 0 {
		return "0"
	}
	return Coordinate(math.Max(0, math.Min(100, 100*Float(Digits(part))/all)))
}

// FormAt returns the position of a form value on a scale from −40 to +40, in
// percent.
func FormAt(tsb float64) string {
	return Coordinate(math.Max(1, math.Min(99, onGauge(tsb))))
}

func onGauge(tsb float64) float64 { return (tsb + 40) * 100 / 80 }

// formBand is a band of form as drawn in the chart and the gauge; an open end
// is empty.
type formBand struct{ From, To, Class, Name, Span string }

// FormBands returns the tool's bands of form, lowest first.
func (p *Page) FormBands() []formBand {
	classes := []string{"risk", "optimal", "grey", "fresh", "transition"}
	var out []formBand
	for i, b := range fitness.FormScale() {
		out = append(out, formBand{b.From, b.To, classes[i%len(classes)], b.Name.In(p.Say), b.Range.In(p.Say)})
	}
	return out
}

// At returns the band's start on the form gauge.
func (b formBand) At() string { return Coordinate(b.low()) }

func (b formBand) Wide() string {
	high := 100.0
	if b.To != "" {
		high = onGauge(Float(Num(b.To)))
	}
	return Coordinate(high - b.low())
}

func (b formBand) low() float64 {
	if b.From == "" {
		return 0
	}
	return onGauge(Float(Num(b.From)))
}
