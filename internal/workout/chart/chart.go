package chart

import (
	"slices"
	"strings"

	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/picture/profile"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
	"lapkeep/internal/workout/plain"
)

// Voice is in whose words and units a picture is written.
type Voice struct {
	Say   plain.Say
	Miles bool // distances and paces are by the mile
}

// Of draws a workout by the thresholds of a day: a bar a step, repeats written
// out. Why says why there is nothing to draw, and is empty otherwise. What a
// step asks for and the day does not have is no level: its bar is free, and
// the note names what is not known.
func Of(v Voice, w *workout.Workout, day planned.Day) (c profile.Chart, why phrase.Sentence) {
	legs := workout.Legs(w, day)
	switch {
	case len(legs) == 0:
		return c, "the workout has no steps"
	case !slices.ContainsFunc(legs, func(l workout.Leg) bool { return l.Step.Exercise == nil }):
		return c, "the steps are exercises, which have no intensity over time"
	}
	s, a := scaleOf(v, legs, day), axisOf(v, legs, w.Sport)
	c = profile.Chart{
		Title: w.Name, Description: strings.Join(strings.Fields(plain.Body(v.Say, w, day)), " "),
		Across: a.axis, Up: s.up, Threshold: s.name,
	}
	var lacks []string
	for i := range legs {
		l := &legs[i]
		bar, lack := s.bar(l)
		bar.Width, bar.Label = a.width(l), s.label(l)
		c.Bars = append(c.Bars, bar)
		if l.RestS > 0 && a.isTime {
			c.Bars = append(c.Bars, profile.Bar{Width: l.RestS, Zone: 1, Label: plain.Duration(v.Say, l.RestS) + "\n" + v.Say("rest")})
		}
		if lack != "" && !slices.Contains(lacks, lack) {
			lacks = append(lacks, lack)
		}
	}
	var notes []string // what is not known comes first, since a long note is cut
	for _, lack := range lacks {
		notes = append(notes, v.Say("%s is not known", workout.LackName(lack)))
	}
	if total := plain.Total(v.Say, w); total != "" {
		notes = append(notes, total)
	}
	c.Note = strings.Join(notes, " · ")
	return c, ""
}

// label says how long a step is, what it asks for by the thresholds of the
// day, and what is written of it.
func (s *scale) label(l *workout.Leg) string {
	lines := []string{plain.Head(s.Say, l.Step)}
	if t := l.Target; t.Of != "" {
		text := workout.NoteText(t).Say(s.Say)
		if l.Lacks == "" && t.Of != training.TargetRPE {
			low, high := l.Low, l.High
			if t.Ramp == training.RampDown && low > 0 && high > 0 {
				low, high = high, low
			}
			text = workout.BoundsText(t.Of, low, high, s.per(t)).Say(s.Say)
		}
		lines = append(lines, text)
	} else if l.Step.MaxEffort {
		lines = append(lines, s.Say("all out"))
	}
	if l.RestS > 0 {
		lines = append(lines, s.Say("then %s rest", plain.Duration(s.Say, l.RestS)))
	}
	if l.Step.Text != "" && l.Step.Exercise == nil {
		lines = append(lines, l.Step.Text)
	}
	return strings.Join(lines, "\n")
}
