package workoutfile

import (
	"math"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// part is what a step becomes: a block, or a half of intervals.
type part struct {
	tag     string
	length  float64
	power   training.StepTarget // in percent; the zero value is none
	cadence training.StepTarget
	showAvg bool
	texts   []text
}

// part makes the block of a step and takes note of what is lost.
func (w *writer) part(s *training.WorkoutStep, number int) (p part, err error) {
	w.losses.Common(number, s)
	p.length = s.DurationS
	if w.byDistance {
		p.length = s.DistanceM
		if s.DurationS > 0 {
			w.losses.Add(number, i18n.Sentencef("the duration of %g s beside the distance", s.DurationS), workout.LeftOut)
		}
	}
	if s.Open {
		w.losses.Add(number, "that it lasts until the athlete ends it", "it is as long as it is about")
	}
	if s.CaloriesKcal > 0 {
		w.losses.Add(number, i18n.Sentencef("that it lasts for %g kcal", s.CaloriesKcal), workout.LeftOut)
	}
	if s.Exercise != nil {
		w.losses.Add(number, "the sets of an exercise", workout.LeftOut)
	}
	said, err := w.targets(s, number, &p)
	if err != nil {
		return p, err
	}
	p.tag = w.tag(s, &p)
	w.shown(s, number, &p)
	w.texts(s, number, said, &p)
	return p, nil
}

// tag is the element: a warm-up or a cool-down that Zwift draws as one has
// one value or goes its way, but no band.
func (w *writer) tag(s *training.WorkoutStep, p *part) string {
	t := p.power
	switch level := t.Low == t.High; {
	case s.MaxEffort:
		return "MaxEffort"
	case t.Of == "":
		return "FreeRide"
	case s.Kind == training.StepWarmup && (level || t.Ramp == training.RampUp):
		return "Warmup"
	case s.Kind == training.StepCooldown && (level || t.Ramp == training.RampDown):
		return "Cooldown"
	case t.Ramp != "":
		return "Ramp"
	}
	return steady
}

// targets sets the power, or pace, and the cadence, and gives in words what
// has no place.
func (w *writer) targets(s *training.WorkoutStep, number int, p *part) (said string, err error) {
	for _, t := range s.Targets {
		switch {
		case t.Of == training.TargetCadence && p.cadence.Of == "" && !s.MaxEffort:
			p.cadence = w.rpm(t, number)
		case w.leads(t) && p.power.Of == "" && !s.MaxEffort && (w.run || !s.Free):
			if p.power, err = w.share(t, number); err != nil {
				return "", err
			}
		default:
			w.losses.Add(number, i18n.Sentencef("the target “%s”", workout.NoteText(t)), "the text says it")
			said = workout.Join(said, workout.NoteText(t).String())
		}
	}
	return said, nil
}

// leads says whether a target is what Zwift goes by: power on a bike, pace on
// foot.
func (w *writer) leads(t training.StepTarget) bool {
	if w.run {
		return t.Of == training.TargetPace || t.Of == training.TargetSpeed
	}
	return t.Of == training.TargetPower
}

// share is a target in percent of FTP or of threshold pace, and one value
// where it has one bound.
func (w *writer) share(t training.StepTarget, number int) (training.StepTarget, error) {
	if err := workout.Plausible(number, t); err != nil {
		return t, err
	}
	out, err := w.percent(t, number)
	if err != nil {
		return t, err
	}
	by := i18n.Sentence("")
	if out.Unit != t.Unit {
		own := training.StepTarget{Unit: out.Unit}
		by = workout.By(w.day, own)
	}
	if out.Low == 0 || out.High == 0 {
		out.Low = max(out.Low, out.High)
		out.High, out.Ramp = out.Low, ""
	}
	out.Low, out.High = math.Round(out.Low*1e4)/1e4, math.Round(out.High*1e4)/1e4
	if out.Low == out.High {
		out.Ramp = ""
	}
	instead := workout.WrittenAs(workout.RampedText(out), by)
	switch {
	case w.run && by == "":
		instead = i18n.Sentencef("it is written as %s of the pace of 10 km, the nearest that Zwift knows", percentWords(out))
	case w.run:
		instead = i18n.Sentencef("it is written as %s of the pace of 10 km, the nearest that Zwift knows, by %s", percentWords(out), by)
	}
	if w.run || t.Unit != out.Unit || t.Low != out.Low || t.High != out.High {
		w.losses.Add(number, workout.RampedText(t), instead)
	}
	return out, workout.Plausible(number, out)
}

func (w *writer) percent(t training.StepTarget, number int) (training.StepTarget, error) {
	unit := training.TargetFTP
	if w.run {
		unit = training.TargetPacePct
	}
	if t.Unit == unit {
		return t, nil
	}
	abs, err := workout.Absolute(w.day, number, t)
	if err != nil {
		return t, err
	}
	full, lacks := w.full()
	if full <= 0 {
		return t, workout.Lacking(number, t, lacks)
	}
	abs.Unit, abs.Per, abs.Low, abs.High = unit, "", 100*abs.Low/full, 100*abs.High/full
	if w.run {
		abs.Of = training.TargetPace
	}
	return abs, nil
}

// rpm is a target of cadence in whole revolutions, both bounds of it.
func (w *writer) rpm(t training.StepTarget, number int) training.StepTarget {
	out := t
	if out.Low == 0 || out.High == 0 {
		out.Low = max(out.Low, out.High)
		out.High = out.Low
	}
	out.Low, out.High, out.Ramp = math.Round(out.Low), math.Round(out.High), ""
	if out != t {
		w.losses.Add(number, i18n.Sentencef("the cadence of %s", workout.RampedText(t)),
			i18n.Sentencef("it is written as %s", workout.RampedText(out)))
	}
	return out
}

// shown is the one thing that Zwift can show of power beside it.
func (w *writer) shown(s *training.WorkoutStep, number int, p *part) {
	p.showAvg = s.PowerShown == training.ShowLap && (p.tag == steady || p.tag == "FreeRide")
	if s.PowerShown != "" && !p.showAvg {
		w.losses.Add(number, i18n.Sentencef("that power is shown as the mean of %s", s.PowerShown), workout.LeftOut)
	}
}

// texts are the text of a step, which comes at its start, and its cues.
func (w *writer) texts(s *training.WorkoutStep, number int, said string, p *part) {
	line := s.Text
	if said != "" {
		line = workout.Join(line, said)
	}
	if line != "" {
		p.texts = append(p.texts, text{byDistance: w.byDistance, message: line})
	}
	for _, c := range s.Cues {
		if c.Text == "" {
			continue
		}
		if w.byDistance && c.AtS > 0 {
			w.losses.Add(number, i18n.Sentencef("that “%s” comes after %g s", c.Text, c.AtS), "it comes at the start")
			c.AtS = 0
		}
		p.texts = append(p.texts, text{at: c.AtS, forS: c.ForS, byDistance: w.byDistance, message: c.Text})
	}
}
