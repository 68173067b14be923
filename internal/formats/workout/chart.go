package workout

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// Voice is in whose words and units a picture is written.
type Voice struct {
	Say   Say
	Miles bool // distances and paces are by the mile
}

// ChartOf draws a workout by the thresholds of a day: a bar a step, repeats written
// out. Why says why there is nothing to draw, and is empty otherwise. What a
// step asks for and the day does not have is no level: its bar is free, and
// the note names what is not known.
func ChartOf(v Voice, w *Workout, day efforts.Day) (c picture.Chart, why i18n.Sentence) {
	legs := Legs(w, day)
	switch {
	case len(legs) == 0:
		return c, "the workout has no steps"
	case !slices.ContainsFunc(legs, func(l Leg) bool { return l.Step.Exercise == nil }):
		return c, "the steps are exercises, which have no intensity over time"
	}
	s, a := scaleOf(v, legs, day), axisOf(v, legs, w.Sport)
	c = picture.Chart{
		Title: w.Name, Description: strings.Join(strings.Fields(Body(v.Say, w, day)), " "),
		Across: a.axis, Up: s.up, Threshold: s.name,
	}
	var lacks []string
	for i := range legs {
		l := &legs[i]
		bar, lack := s.bar(l)
		bar.Width, bar.Label = a.width(l), s.label(l)
		c.Bars = append(c.Bars, bar)
		if l.RestS > 0 && a.isTime {
			c.Bars = append(c.Bars, picture.Bar{Width: l.RestS, Zone: 1, Label: Duration(v.Say, l.RestS) + "\n" + v.Say("rest")})
		}
		if lack != "" && !slices.Contains(lacks, lack) {
			lacks = append(lacks, lack)
		}
	}
	var notes []string // what is not known comes first, since a long note is cut
	for _, lack := range lacks {
		notes = append(notes, v.Say("%s is not known", LackName(lack)))
	}
	if total := PlainTotal(v.Say, w); total != "" {
		notes = append(notes, total)
	}
	c.Note = strings.Join(notes, " · ")
	return c, ""
}

// label says how long a step is, what it asks for by the thresholds of the
// day, and what is written of it.
func (s *scale) label(l *Leg) string {
	lines := []string{Head(s.Say, l.Step)}
	if t := l.Target; t.Of != "" {
		text := NoteText(t).Say(s.Say)
		if l.Lacks == "" && t.Of != training.TargetRPE {
			low, high := l.Low, l.High
			if t.Ramp == training.RampDown && low > 0 && high > 0 {
				low, high = high, low
			}
			text = BoundsText(t.Of, low, high, s.per(t)).Say(s.Say)
		}
		lines = append(lines, text)
	} else if l.Step.MaxEffort {
		lines = append(lines, s.Say("all out"))
	}
	if l.RestS > 0 {
		lines = append(lines, s.Say("then %s rest", Duration(s.Say, l.RestS)))
	}
	if l.Step.Text != "" && l.Step.Exercise == nil {
		lines = append(lines, l.Step.Text)
	}
	return strings.Join(lines, "\n")
}
