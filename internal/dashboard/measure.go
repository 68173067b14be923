package dashboard

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// measure is a number of a tool as a page shows it: the digits that the tool
// gave, with the unit that its name ends in.
type measure struct {
	Key   string // of the glossary or of the answer
	Value string // as the tool said it; empty where it is missing
	Text  string // as it is read, without the unit
	Unit  string
}

// number is the measure of a value, or what stands for a missing one.
func (p *page) number(key string, v json.Number) measure {
	m := measure{Key: key, Value: v.String(), Text: v.String()}
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
	if p.miles && u.Miles.Shown != "" {
		f, m.Unit = u.Miles.Of(f), u.Miles.Shown
		m.Text = u.Miles.Text(f, v.String())
	}
	if u.Clock {
		m.Text = phrase.Clock(math.Round(f))
	}
	return m
}

// signed is a measure whose sign says something.
func (m measure) signed() measure {
	if m.Value != "" && !strings.HasPrefix(m.Text, "-") && m.Text != "0" {
		m.Text = "+" + m.Text
	}
	m.Text = strings.ReplaceAll(m.Text, "-", "−")
	return m
}

// orElse is a number as it was said, or another where it was not.
func orElse(v json.Number, other string) string {
	if v == "" {
		return other
	}
	return v.String()
}

// float is a number for a drawing, 0 where it is missing.
func float(v json.Number) float64 {
	f, _ := v.Float64()
	return f
}

// day is a date in the words of the page: Fri 27 Nov, with the year where it is
// not this one.
func (p *page) day(text string) string {
	d, err := training.ParseDay(text)
	if err != nil {
		return text
	}
	t := d.Time(time.UTC)
	in := p.say("%s, %s %d", p.weekday(d), p.month(int(t.Month())), t.Day())
	if t.Year() != p.call.Today.Time(time.UTC).Year() {
		in = p.say("%s %d", in, t.Year())
	}
	return in
}

func (p *page) weekday(d training.Day) string {
	return [...]string{
		p.say("Sun"), p.say("Mon"), p.say("Tue"), p.say("Wed"), p.say("Thu"), p.say("Fri"), p.say("Sat"),
	}[d.Weekday()]
}

func (p *page) month(n int) string {
	return [...]string{
		p.say("Jan"), p.say("Feb"), p.say("Mar"), p.say("Apr"), p.say("May"), p.say("Jun"),
		p.say("Jul"), p.say("Aug"), p.say("Sep"), p.say("Oct"), p.say("Nov"), p.say("Dec"),
	}[n-1]
}

// when is the hour of an instant that is told in the athlete's time.
func when(local string) string {
	if _, clock, ok := strings.Cut(local, "T"); ok && len(clock) >= 5 {
		return clock[:5]
	}
	return ""
}

func count(n int) num { return json.Number(strconv.Itoa(n)) }
