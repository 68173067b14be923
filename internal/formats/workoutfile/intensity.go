package workoutfile

import (
	"math"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// targets writes the first target that the service has a word for, and the
// cadence beside it. Unsaid are the others in words.
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

// intensity is a target in the service's words, nil where it has none.
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
			w.loseOnce("paces are written as speeds", "the device shows them as it does speeds")
		}
		return w.custom(t, unitSpeed, mmPerM)
	case training.TargetCadence:
		return w.custom(t, unitCadence, 1)
	}
	return nil
}

// percent leaves percent of FTP as they are, where no FTP is set here. That is
// safe as far as anybody knows: three clients of the international service
// spell them alike, one from captures and one tested live, and a device resolves
// them by the FTP that the service knows. With an FTP watts are written, which
// every device takes.
func (w *igpsportWriter) percent(t training.StepTarget) *target {
	w.loseOnce("no FTP is set, so percent of it are written as they are", "the FTP that is set at iGPSport says how many watts they are")
	return w.between(t, unitPercentFTP, t.Low, t.High, 1, workout.TargetText)
}

// custom writes the bounds of a target by the thresholds of the day.
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
	if unit == unitCadence { // it alone has no value, as clients were seen to send it
		out.Value = nil
	}
	return out
}

// resolved tells that a target was relative to a threshold, and which.
func (w *igpsportWriter) resolved(t training.StepTarget) {
	if t.Unit == training.TargetZone {
		w.lose(w.step, i18n.Sentencef("%s, which iGPSport has no word for", workout.TargetText(t)),
			"its bounds of today are written, which do not follow the zones")
		return
	}
	if w.once[string(t.Unit)] {
		return
	}
	w.once[string(t.Unit)] = true
	th := &w.day.Thresholds
	what, by := i18n.Sentence(""), i18n.Sentence("")
	switch t.Unit {
	case training.TargetFTP:
		what, by = "percent of FTP are written as watts", i18n.Sentencef("an FTP of %.0f W", th.FTPW)
	case training.TargetLTHR:
		what, by = "percent of LTHR are written as bpm", i18n.Sentencef("an LTHR of %.0f bpm", th.LTHRBpm)
	case training.TargetMaxHR:
		what, by = "percent of the maximum heart rate are written as bpm", i18n.Sentencef("one of %.0f bpm", th.MaxHRBpm)
	case training.TargetPacePct:
		what, by = "percent of threshold pace are written as speeds", "the pace that is set now"
	default:
		return
	}
	w.lose(0, i18n.Sentencef("%s by %s", what, by), "they do not follow a new one")
}

// single is the share of a single value that is left on both sides of it,
// within which a level is on target when a session is compared with its plan.
const single = 0.03

// between is a target with bounds in the service's units, rounded to even as
// igpsport-mcp does. A single value becomes a range, and a range without an
// upper bound ends where nobody gets.
func (w *igpsportWriter) between(t training.StepTarget, unit string, low, high, scale float64,
	text func(training.StepTarget) i18n.Sentence,
) *target {
	asked := t
	asked.Low, asked.High = low, high
	from, to := rounded(low*scale), rounded(high*scale)
	switch {
	case from == to:
		from, to = rounded(low*scale*(1-single)), rounded(high*scale*(1+single))
		w.lose(w.step, i18n.Sentencef("%s is no range", text(asked)),
			i18n.Sentencef("the bounds %d and %d%s are written", from, to, unitWord(unit)))
	case high <= 0:
		_, most := workout.Limits(t.Of, t.Unit)
		if unit != unitPercentFTP {
			_, most = workout.Limits(t.Of, absolute(t.Of))
		}
		to = rounded(most * scale)
		w.lose(w.step, i18n.Sentencef("%s has no upper bound", text(asked)), i18n.Sentencef("%d%s is written as one", to, unitWord(unit)))
	}
	zero := 0
	return &target{Unit: unit, Value: &zero, Min: &from, Max: &to}
}

// absolute is the unit of what a target is about that needs no threshold.
func absolute(of training.TargetOf) training.TargetUnit {
	switch of {
	case training.TargetPower:
		return training.TargetW
	case training.TargetHR:
		return training.TargetBpm
	case training.TargetCadence:
		return training.TargetRPM
	}
	return training.TargetMPS
}

func unitWord(unit string) string {
	return map[string]string{unitPower: " W", unitHR: " bpm", unitSpeed: " mm/s", unitCadence: " rpm", unitPercentFTP: " % FTP"}[unit]
}

func rounded(x float64) int { return int(math.RoundToEven(x)) }

// fail says which threshold a target needs. The first one counts.
func (w *igpsportWriter) fail(t training.StepTarget, lacks string) {
	if w.err != nil {
		return
	}
	name, fix := "threshold", ""
	switch lacks {
	case efforts.LacksFTP:
		name, fix = "FTP", "Set ftp_w with update_athlete_settings, or give the step watts."
	case efforts.LacksLTHR:
		name, fix = "threshold heart rate", "Set lthr_bpm with update_athlete_settings, or give the step beats a minute."
	case efforts.LacksMaxHR:
		name, fix = "maximum heart rate", "Set max_hr_bpm with update_athlete_settings, or give the step beats a minute."
	case efforts.LacksThresholdPace:
		name, fix = "threshold pace", "Set it with update_athlete_settings, or give the step a pace in minutes and seconds."
	}
	w.err = training.Errorf(training.KindInvalid, "Step %d asks for %s, and no %s is set.", w.step, workout.TargetText(t), i18n.Word(name)).
		WithFix("%s", i18n.Word(fix))
}
