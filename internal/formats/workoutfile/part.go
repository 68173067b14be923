package workoutfile

import (
	"math"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// part is the content of a step: a block, or a half of intervals.
type part struct {
	tag     string
	length  float64
	power   training.StepTarget // in percent; the zero value means none
	cadence training.StepTarget
	showAvg bool
	texts   []text
}

// part makes the block of a step and adds its losses.
func (w *writer) part(s *training.WorkoutStep, number int) (p part, err error) {
	w.losses.Common(number, s)
	p.length = s.DurationS
	if w.byDistance {
		p.length = s.DistanceM
		if s.DurationS > 0 {
			w.losses.Add(number, i18n.Sentencef("the duration of %g s in addition to the distance", s.DurationS), workout.LeftOut)
		}
	}
	w.losses.Ends(number, s)
	said, err := w.targets(s, number, &p)
	if err != nil {
		return p, err
	}
	p.tag = w.tag(s, &p)
	w.shown(s, number, &p)
	w.texts(s, number, said, &p)
	return p, nil
}

// tag returns the name of the element. Zwift draws a warm-up or a cool-down as such only if
// it has a single value or a ramp in the right direction, but not if it has a range.
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

// targets sets the power or pace and the cadence, and returns in words what cannot
// be written.
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
			w.losses.Add(number, i18n.Sentencef("the target “%s”", workout.NoteText(t)), "the text contains it")
			said = workout.Join(said, workout.NoteText(t).String())
		}
	}
	return said, nil
}

// leads reports whether Zwift guides by a target: power on a bike, pace on foot.
func (w *writer) leads(t training.StepTarget) bool {
	if w.run {
		return t.Of == training.TargetPace || t.Of == training.TargetSpeed
	}
	return t.Of == training.TargetPower
}

// share returns a target as a percentage of FTP or of threshold pace. A single
// bound becomes a single value.
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
		instead = i18n.Sentencef("it is written as %s of 10 km pace, the nearest that Zwift supports", percentWords(out))
	case w.run:
		instead = i18n.Sentencef("it is written as %s of 10 km pace, the nearest that Zwift supports, at %s", percentWords(out), by)
	}
	if w.run || t.Unit != out.Unit || t.Low != out.Low || t.High != out.High {
		w.losses.Add(number, workout.RampedText(t), instead)
	}
	return out, workout.Plausible(number, out)
}

func (w *writer) percent(t training.StepTarget, number int) (training.StepTarget, error) {
	if w.run {
		return workout.Percent(w.day, number, t, training.TargetPacePct)
	}
	return workout.Percent(w.day, number, t, training.TargetFTP)
}

// rpm returns a cadence target in whole revolutions per minute, with both bounds.
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

// shown sets the only display of power that Zwift offers, the average; any
// other display is a loss.
func (w *writer) shown(s *training.WorkoutStep, number int, p *part) {
	p.showAvg = s.PowerShown == training.ShowLap && (p.tag == steady || p.tag == "FreeRide")
	if s.PowerShown != "" && !p.showAvg {
		w.losses.Add(number, i18n.Sentencef("power shown as the mean of %s", s.PowerShown), workout.LeftOut)
	}
}

// texts adds the text of a step, which is shown at its start, and its cues.
func (w *writer) texts(s *training.WorkoutStep, number int, said string, p *part) {
	line := s.Text
	if said != "" {
		line = workout.Join(line, said)
	}
	if line != "" {
		p.texts = append(p.texts, text{byDistance: w.byDistance, message: line})
	}
	for _, c := range w.losses.Cues(number, s) {
		if c.Text == "" {
			continue
		}
		switch {
		case w.byDistance && c.AtS > 0:
			w.losses.Add(number, i18n.Sentencef("the time of “%s”, %g s into the step", c.Text, c.AtS), "it comes at the start")
			c.AtS = 0
		case w.byDistance && (c.ForS > 0 || len(p.texts) > 0): // texts at one distance are read as one
			w.losses.Add(number, i18n.Sentencef("“%s” as a separate cue", c.Text), "the text of the step contains it")
		}
		p.texts = append(p.texts, text{at: c.AtS, forS: c.ForS, byDistance: w.byDistance, message: c.Text})
	}
}

// targets writes the first target that the service can express, and also a cadence. unsaid
// holds the other targets in words.
func (w *igpsportWriter) targets(s *training.WorkoutStep, it *item) (unsaid []i18n.Sentence) {
	for _, t := range s.Targets {
		into := &it.Target
		if t.Of == training.TargetCadence {
			into = &it.Cadence
		}
		if *into == nil {
			if *into = w.intensity(t); *into != nil {
				w.ramp(t)
				continue
			}
		}
		unsaid = append(unsaid, workout.RampedText(t))
	}
	return unsaid
}

func (w *igpsportWriter) ramp(t training.StepTarget) {
	if t.Ramp != "" {
		w.lose(w.step, workout.RampedText(t), "the range is written, without a direction")
	}
}

// intensity returns a target in the service's form, or nil if it has none.
func (w *igpsportWriter) intensity(t training.StepTarget) *target {
	if err := workout.Plausible(w.step, t); err != nil {
		if w.err == nil {
			w.err = err
		}
		return nil
	}
	if t.Unit == training.TargetZone && t.Low == t.High && t.Low == math.Trunc(t.Low) {
		zone := int(t.Low)
		if t.Of == training.TargetPower && zone <= powerZones {
			return &target{Unit: unitPowerZone, Value: &zone}
		}
		if t.Of == training.TargetHR && zone <= hrZones {
			return &target{Unit: unitHRZone, Value: &zone}
		}
	}
	if t.Unit == training.TargetFTP && w.day.Thresholds.FTPW <= 0 {
		return w.percent(t)
	}
	switch t.Of {
	case training.TargetPower:
		return w.custom(t, unitPower, 1)
	case training.TargetHR:
		return w.custom(t, unitHR, 1)
	case training.TargetPace, training.TargetSpeed:
		if t.Of == training.TargetPace {
			w.lose(0, "paces are written as speeds", "the device shows them as speeds")
		}
		return w.custom(t, unitSpeed, mmPerM)
	case training.TargetCadence:
		return w.custom(t, unitCadence, 1)
	}
	return nil
}

// percent writes percentages of FTP unchanged if no FTP is set. As far as we know, this is
// safe: three clients of the international service write them in the same way (one was seen
// in captures, one was tested live), and a device resolves them using the FTP that is set on
// the service. If an FTP is set, watts are written, which every device accepts.
func (w *igpsportWriter) percent(t training.StepTarget) *target {
	w.lose(0, "no FTP is set, so percentages of it are written unchanged", "the FTP set in iGPSport determines the watts")
	return w.between(t, unitPercentFTP, t.Low, t.High, 1, workout.TargetText)
}

// custom writes the bounds of a target, using the thresholds of the day.
func (w *igpsportWriter) custom(t training.StepTarget, unit string, scale float64) *target {
	low, high, lacks := w.day.Bounds(t)
	switch lacks {
	case "":
	case efforts.LacksBestPower, efforts.LacksOwnZones:
		return nil // no setting of the athlete would help
	default:
		w.fail(t, lacks)
		return nil
	}
	w.resolved(t)
	out := w.between(t, unit, low, high, scale, func(t training.StepTarget) i18n.Sentence {
		return workout.BoundsText(t.Of, t.Low, t.High, t.Per)
	})
	if unit == unitCadence { // the only unit without a value, as seen in clients
		out.Value = nil
	}
	return out
}

// resolved adds a loss with the threshold to which a target was relative.
func (w *igpsportWriter) resolved(t training.StepTarget) {
	if t.Unit == training.TargetZone {
		w.lose(w.step, i18n.Sentencef("%s, which iGPSport has no name for", workout.TargetText(t)),
			"today's bounds are written; they do not change with the zones")
		return
	}
	th := &w.day.Thresholds
	what, by := i18n.Sentence(""), i18n.Sentence("")
	switch t.Unit {
	case training.TargetFTP:
		what, by = "percentages of FTP are written as watts", i18n.Sentencef("an FTP of %.0f W", th.FTPW)
	case training.TargetLTHR:
		what, by = "percentages of LTHR are written as bpm", i18n.Sentencef("an LTHR of %.0f bpm", th.LTHRBpm)
	case training.TargetMaxHR:
		what, by = "percentages of the maximum heart rate are written as bpm", i18n.Sentencef("a maximum of %.0f bpm", th.MaxHRBpm)
	case training.TargetPacePct:
		what, by = "percentages of threshold pace are written as speeds", "the current threshold pace"
	default:
		return
	}
	w.lose(0, i18n.Sentencef("%s at %s", what, by), "they do not change with a new one")
}

// single is the fraction that is added on both sides of a single value. It equals
// the tolerance within which a level counts as on target when a session is compared
// with its plan.
const single = 0.03

// between returns a target with bounds in the units of the service, rounded half to
// even as in igpsport-mcp. A single value becomes a range, and a range without an
// upper bound gets a bound that nobody reaches.
func (w *igpsportWriter) between(t training.StepTarget, unit string, low, high, scale float64,
	text func(training.StepTarget) i18n.Sentence,
) *target {
	asked := t
	asked.Low, asked.High = low, high
	from, to := rounded(low*scale), rounded(high*scale)
	switch {
	case from == to:
		from, to = rounded(low*scale*(1-single)), rounded(high*scale*(1+single))
		w.lose(w.step, i18n.Sentencef("%s is not a range", text(asked)),
			i18n.Sentencef("the bounds %d and %d%s are written", from, to, unitWord(unit)))
	case high <= 0:
		_, most := workout.Limits(t.Of, t.Unit)
		if unit != unitPercentFTP {
			_, most = workout.Limits(t.Of, workout.AbsoluteUnit(t.Of))
		}
		to = rounded(most * scale)
		w.lose(w.step, i18n.Sentencef("%s has no upper bound", text(asked)), i18n.Sentencef("the bound is written as %d%s", to, unitWord(unit)))
	}
	zero := 0
	return &target{Unit: unit, Value: &zero, Min: &from, Max: &to}
}

func unitWord(unit string) string {
	return map[string]string{unitPower: " W", unitHR: " bpm", unitSpeed: " mm/s", unitCadence: " rpm", unitPercentFTP: " % FTP"}[unit]
}

func rounded(x float64) int { return int(math.RoundToEven(x)) }

// fail sets the error for the threshold that a target needs, unless there is
// one already.
func (w *igpsportWriter) fail(t training.StepTarget, lacks string) {
	if w.err == nil {
		w.err = workout.Lacking(w.step, t, lacks)
	}
}
