package steptext

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// cues writes the words before the first number.
func (p *writer) cues(s *training.WorkoutStep) (words []string) {
	if s.Text != "" {
		if p.spoken(s.Text) {
			words = append(words, s.Text)
		} else {
			p.lose(i18n.Sentencef("The text %q reads like numbers of the step", s.Text), workout.LeftOut)
		}
	}
	for _, c := range s.Cues {
		if c.AtS != math.Trunc(c.AtS) || c.ForS != math.Trunc(c.ForS) || !p.spoken(c.Text) {
			p.lose(i18n.Sentencef("The text %q at %s s", c.Text, number(c.AtS)), workout.LeftOut)
			continue
		}
		at := number(c.AtS) + "^"
		if c.ForS > 0 {
			at += number(c.ForS)
		}
		words = append(words, at, c.Text)
	}
	return words
}

// spoken reports words that are read as such before the first number.
func (p *writer) spoken(text string) bool {
	words := split(text, 0)
	line := stepLine{reader: &reader{sport: p.sport}, words: words, first: -1}
	for i, w := range words {
		if _, cue := timed(w.lower); cue || line.token(i) > 0 || len(line.faults) > 0 {
			return false
		}
	}
	return len(words) > 0 && joined(words) == text && !strings.ContainsAny(text, "\r\n")
}

// aims writes the targets. The word ramp is for all of them.
func (p *writer) aims(s *training.WorkoutStep) (words []string) {
	ramps := false
	for _, t := range s.Targets {
		ramps = ramps || p.ramps(t)
	}
	if ramps {
		words = append(words, "ramp")
	}
	for i, t := range s.Targets {
		for _, before := range s.Targets[:i] {
			if before.Of == t.Of {
				p.lose(i18n.Sentencef("A second target of %s", i18n.Word(t.Of)), workout.LeftOut)
				t.Of = ""
			}
		}
		if t.Of == "" {
			continue
		}
		switch {
		case t.Ramp != "" && !p.ramps(t):
			p.lose(i18n.Sentencef("The ramp of %s", i18n.Word(t.Of)), "it is written without a direction")
			t.Ramp = ""
		case ramps && t.Ramp == "" && t.High > t.Low && t.Of != training.TargetCadence:
			p.lose(i18n.Sentencef("A range of %s beside a ramp", i18n.Word(t.Of)), "it is written as a ramp")
		}
		words = append(words, p.target(t))
	}
	return words
}

// ramps reports a ramp that the grammar can say: of something other than
// cadence, between two values that are two as it writes them.
func (p *writer) ramps(t training.StepTarget) bool {
	if t.Ramp == "" || t.Of == training.TargetCadence || t.Low == 0 || t.High <= t.Low {
		return false
	}
	metres := cmp.Or(t.Per, training.PaceOf(p.sport)).Metres()
	return t.Of != training.TargetPace || t.Unit != training.TargetMPS || math.Round(metres/t.Low) != math.Round(metres/t.High)
}

// target writes one target.
func (p *writer) target(t training.StepTarget) string {
	low, high := t.Low, t.High
	relative := !slices.Contains([]training.TargetUnit{
		training.TargetZone, training.TargetOwnZone, training.TargetMPS, training.TargetOf10,
	}, t.Unit)
	switch {
	case high == 0:
		p.lose(i18n.Sentencef("A target of %s without an upper bound", i18n.Word(t.Of)), "its lower one is written")
		high = low
	case low == 0 && !relative:
		p.lose(i18n.Sentencef("A target of %s without a lower bound", i18n.Word(t.Of)), "its upper one is written")
		low = high
	}
	if t.Ramp == training.RampDown {
		low, high = high, low
	}
	power := "" // what tells a percentage of FTP where sports have others
	if p.sport != training.Cycling && p.sport != "" && t.Of == training.TargetPower {
		power = " Power"
	}
	switch t.Unit {
	case training.TargetMPS:
		return p.speed(t, low, high)
	case training.TargetOf10:
		return "RPE " + between(low, high, number, "", "")
	case training.TargetBest:
		return between(low, high, number, "", "%") + " MMP " + p.seconds(t.OverS)
	case training.TargetOwnZone:
		return between(low, high, number, "CZ", "")
	case training.TargetZone:
		of := map[training.TargetOf]string{training.TargetHR: " HR", training.TargetPace: " Pace"}[t.Of]
		return between(low, high, number, "Z", "") + of + power
	}
	unit, behind := "%", map[training.TargetUnit]string{
		training.TargetFTP: power, training.TargetLTHR: " LTHR", training.TargetMaxHR: " HR", training.TargetPacePct: " Pace",
	}[t.Unit]
	switch t.Unit {
	case training.TargetW, training.TargetBpm, training.TargetRPM:
		unit = string(t.Unit)
	}
	return between(low, high, number, "", unit) + behind
}

// between writes one value, or two; before stands before each.
func between(from, to float64, write func(float64) string, before, unit string) string {
	if from == to {
		return before + write(from) + unit
	}
	return before + write(from) + "-" + before + write(to) + unit
}

// speed writes a speed in km/h, or as a pace.
func (p *writer) speed(t training.StepTarget, from, to float64) string {
	if t.Of == training.TargetSpeed {
		return between(from, to, func(mps float64) string { return trimmed(mps * workout.KmhPerMPS) }, "", "km/h")
	}
	per, behind := t.Per, "/"+string(t.Per)
	if per == "" {
		per, behind = training.PaceOf(p.sport), ""
	}
	clock := func(mps float64) string {
		s := per.Metres() / mps
		whole := math.Round(s)
		if math.Abs(s-whole) > 1e-6 {
			p.lose(i18n.Sentencef("%s s are no whole seconds of a pace", trimmed(s)), "they are rounded")
		}
		sec := int(whole) % 60
		return strconv.Itoa(int(whole)/60) + ":" + string([]byte{byte('0' + sec/10), byte('0' + sec%10)})
	}
	return between(from, to, clock, "", behind) + " Pace"
}
