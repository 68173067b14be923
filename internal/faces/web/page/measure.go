package page

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Measure is a number of a tool as a page shows it: the digits that the tool
// gave, with the unit that its name ends in.
type Measure struct {
	Key   string // of the glossary or of the answer
	Value string // as the tool said it; empty where it is missing
	Text  string // as it is read, without the unit
	Unit  string
}

// Number is the measure of a value, or what stands for a missing one.
func (p *Page) Number(key string, v json.Number) Measure {
	m := Measure{Key: key, Value: v.String(), Text: v.String()}
	if v == "" {
		m.Text = "–"
		return m
	}
	u := unitOf(key)
	m.Unit = u.Shown
	f, err := v.Float64()
	if err != nil {
		return m
	}
	if p.Miles && u.Miles.Shown != "" && !(key == "pool_length_m" && builtInMetres(f)) {
		f, m.Unit = u.Miles.Of(f), u.Miles.Shown
		m.Text = u.Miles.Text(f, v.String())
	}
	if u.Clock {
		m.Text = i18n.Clock(math.Round(f))
	}
	return m
}

// builtInMetres is whether a pool is no whole number of yards long: it is 25 m to
// everybody.
func builtInMetres(m float64) bool {
	yards := m / i18n.MPerYard
	return math.Abs(yards-math.Round(yards)) > 0.02
}

// Signed is a measure whose sign says something.
func (m Measure) Signed() Measure {
	if m.Value != "" && !strings.HasPrefix(m.Text, "-") && m.Text != "0" {
		m.Text = "+" + m.Text
	}
	m.Text = strings.ReplaceAll(m.Text, "-", "−")
	return m
}

// OrElse is a number as it was said, or another where it was not.
func OrElse(v json.Number, other string) string {
	if v == "" {
		return other
	}
	return v.String()
}

// Float is a number for a drawing, 0 where it is missing.
func Float(v json.Number) float64 {
	f, _ := v.Float64()
	return f
}

// Day is a date in the words of the page: Fri 27 Nov, with the year where it is
// not this one.
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

// Weekday is the short name of a day of the week.
func (p *Page) Weekday(d training.Day) string {
	return [...]string{
		p.Say("Sun"), p.Say("Mon"), p.Say("Tue"), p.Say("Wed"), p.Say("Thu"), p.Say("Fri"), p.Say("Sat"),
	}[d.Weekday()]
}

// Month is the short name of a month, from 1.
func (p *Page) Month(n int) string {
	return [...]string{
		p.Say("Jan"), p.Say("Feb"), p.Say("Mar"), p.Say("Apr"), p.Say("May"), p.Say("Jun"),
		p.Say("Jul"), p.Say("Aug"), p.Say("Sep"), p.Say("Oct"), p.Say("Nov"), p.Say("Dec"),
	}[n-1]
}

// When is the hour of an instant that is told in the athlete's time.
func When(local string) string {
	if _, clock, ok := strings.Cut(local, "T"); ok && len(clock) >= 5 {
		return clock[:5]
	}
	return ""
}

// Count is a whole number that the page shows as a tool's.
func Count(n int) Num { return json.Number(strconv.Itoa(n)) }
