package workoutfile

import (
	"fmt"
	"math"
	"strings"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The fractions that are added on each side of a single value to make it a range,
// as in Intervals.icu by default. Cadence uses the fraction for pace.
const (
	aroundHR   = 0.015
	aroundPace = 0.025
)

// The zones that devices have. For higher zones, the bounds are written.
const (
	fitfileHrZones    = 5
	fitfilePowerZones = 7
)

// The bounds that replace a missing bound, because FIT needs both.
const (
	openPercentFTP = 300 // some readers interpret higher values as watts
	openW          = 2000
	openBpm        = 230
	openPaceMPS    = 12.5
	openSpeedMPS   = 35
	openRPM        = 250
	leastMPS       = 0.25
	leastOther     = 1
)

// easyPercent is the highest percentage of FTP in a rest, warm-up or cool-down that
// no reader interprets as watts.
const easyPercent = 110

// said returns a sport and its sub-sport in the form in which they are read back.
func said(sport training.Sport, sub string) (training.Sport, string) {
	return fit.Sport(fit.SportCodes(sport, sub))
}

// aims sets the first two targets that FIT can express, and returns the others
// in words.
func (w *fitfileWriter) aims(s *training.WorkoutStep, number int, own *training.WorkoutStep) (notes []string, err error) {
	if s.MaxEffort {
		w.losses.Add(number, "the instruction to go all out", "the note contains it")
		notes = append(notes, "All out")
	}
	for _, t := range s.Targets {
		free := s.Free && t.Of == training.TargetPower
		if t.Of == training.TargetRPE || free || len(own.Targets) == 2 {
			w.losses.Add(number, i18n.Sentencef("the target “%s”", workout.NoteText(t)), "the note contains it")
			notes = append(notes, workout.NoteText(t).String())
			continue
		}
		out, err := w.target(t, number, s.Kind)
		if err != nil {
			return nil, err
		}
		own.Targets = append(own.Targets, out)
	}
	w.shown(s, number, own)
	return notes, nil
}

// shown keeps the setting for the device's display of power if a target can hold it.
func (w *fitfileWriter) shown(s *training.WorkoutStep, number int, own *training.WorkoutStep) {
	if s.PowerShown == "" {
		return
	}
	t, has := own.Target(training.TargetPower)
	if _, ok := fit.PowerTarget(s.PowerShown); ok && has && t.Unit != training.TargetZone {
		own.PowerShown = s.PowerShown
		return
	}
	w.losses.Add(number, i18n.Sentencef("power shown as the mean of %s", s.PowerShown), workout.LeftOut)
}

// target returns a target in a unit of FIT, with both bounds.
func (w *fitfileWriter) target(t training.StepTarget, number int, kind training.StepKind) (training.StepTarget, error) {
	if err := workout.Plausible(number, t); err != nil {
		return t, err
	}
	out, by := t, i18n.Sentence("")
	// The athlete's zones are rarely those on the device, so their bounds are written if they are known.
	if native := fitfileNative(t, kind); !native || t.Unit == training.TargetZone {
		absolute, err := workout.Absolute(w.day, number, t)
		switch {
		case err == nil:
			out, by = absolute, workout.By(w.day, t)
		case !native:
			return t, err
		default:
			w.losses.Add(number, i18n.Sentencef("the bounds of %s", workout.TargetText(t)), "the zones set on the device apply")
		}
	}
	out.Per = ""
	if out.Unit != training.TargetZone {
		out = whole(ranged(bounded(out)))
	}
	kept := t
	kept.Per = ""
	if out != kept {
		said := out
		said.Per = t.Per
		w.losses.Add(number, workout.RampedText(t), workout.WrittenAs(workout.RampedText(said), by))
	}
	if speed := out.Of == training.TargetSpeed; (speed || out.Of == training.TargetPace) && speed != fit.Speed(w.day.Sport) {
		told := map[bool]i18n.Word{true: "pace", false: "speed"}
		w.losses.Add(number, i18n.Sentencef("the target as a %s", told[!speed]),
			i18n.Sentencef("a device shows it as a %s", told[speed]))
	}
	return out, workout.Plausible(number, out)
}

// fitfileNative reports whether FIT has the unit of a target, and whether readers
// interpret its values correctly.
func fitfileNative(t training.StepTarget, kind training.StepKind) bool {
	easy := kind == training.StepWarmup || kind == training.StepRest || kind == training.StepCooldown
	switch t.Unit {
	case training.TargetFTP:
		hard := t.Low
		if t.Ramp != "" {
			hard = t.High // where one of its steps begins
		}
		return max(t.Low, t.High) <= openPercentFTP && (!easy || hard <= easyPercent)
	case training.TargetMaxHR:
		return max(t.Low, t.High) <= fit.BeatsAbove
	case training.TargetZone:
		most := map[training.TargetOf]float64{training.TargetHR: fitfileHrZones, training.TargetPower: fitfilePowerZones}[t.Of]
		return t.Low == t.High && t.Low == math.Trunc(t.Low) && t.Low >= 1 && t.High <= most
	case training.TargetW, training.TargetBpm, training.TargetMPS, training.TargetRPM:
		return true
	}
	return false
}

// bounded returns a target with both bounds.
func bounded(t training.StepTarget) training.StepTarget {
	most, least := 0.0, float64(leastOther)
	switch t.Unit {
	case training.TargetFTP:
		most = openPercentFTP
	case training.TargetMaxHR:
		most = fit.BeatsAbove
	case training.TargetW:
		most = openW
	case training.TargetBpm:
		most = openBpm
	case training.TargetRPM:
		most = openRPM
	case training.TargetMPS:
		most, least = openPaceMPS, leastMPS
		if t.Of == training.TargetSpeed {
			most = openSpeedMPS
		}
	}
	switch {
	case t.High == 0:
		t.High, t.Ramp = max(most, t.Low), ""
	case t.Low == 0:
		t.Low, t.Ramp = min(least, t.High), ""
	}
	return t
}

// ranged makes a range from a single value if devices need one.
func ranged(t training.StepTarget) training.StepTarget {
	if t.Low != t.High || t.Of == training.TargetPower {
		return t
	}
	around := aroundPace
	if t.Of == training.TargetHR {
		around = aroundHR
	}
	t.Low, t.High = t.Low*(1-around), t.High*(1+around)
	if t.Unit == training.TargetMaxHR {
		t.High = min(t.High, fit.BeatsAbove)
	}
	if t.Unit != training.TargetMPS {
		t.Low, t.High = math.Floor(t.Low), math.Ceil(t.High)
	}
	return t
}

// whole rounds to FIT's resolution: whole watts, beats, revolutions and
// percent, and millimetres per second.
func whole(t training.StepTarget) training.StepTarget {
	scale := 1.0
	if t.Unit == training.TargetMPS {
		scale = 1000
	}
	least := 1 / scale // 0 would mean none
	t.Low, t.High = max(least, math.Round(t.Low*scale)/scale), max(least, math.Round(t.High*scale)/scale)
	return t
}

// paces lists the paces to which the attribute pace refers in a run: those of races for
// which the runner has a time. There is none for threshold pace; the pace for 10 km is the
// closest.
var paces = []string{"1 mile", "5 km", "10 km", "half marathon", "marathon"}

const nearestThreshold = "2" // index in paces

// aim adds the leading target to a step. A pace other than threshold pace has no
// unit, so it is described in words.
func (r *reader) aim(s *training.WorkoutStep, number int, p share) {
	t := training.StepTarget{Of: training.TargetPower, Unit: training.TargetFTP, Low: p.low, High: p.high, Ramp: p.ramp}
	if t.Low+t.High == 0 {
		return
	}
	running := r.sport != training.Cycling
	if running {
		t.Of, t.Unit = training.TargetPace, training.TargetPacePct
	}
	switch {
	case p.zone:
		t.Unit = training.TargetZone
	case r.ftpW > 0 && !running:
		t.Unit, t.Low, t.High = training.TargetW, t.Low*r.ftpW/100, t.High*r.ftpW/100
	case running:
		if name, ok := paceName(p.pace); ok && p.pace != nearestThreshold {
			r.losses.Read(number, i18n.Sentencef("%s of %s pace", percentWords(t), name), "the text contains it")
			s.Text = percentWords(t) + " of " + name + " pace"
			return
		} else if ok {
			r.losses.Read(number, i18n.Sentencef("%s of %s pace", percentWords(t), name), "it is read as a percentage of threshold pace")
		} else {
			r.losses.Read(number, i18n.Sentencef("which pace %s refers to", percentWords(t)), "it is read as a percentage of threshold pace")
		}
	}
	if t.Sound() {
		s.Targets = append(s.Targets, t)
	}
}

func paceName(number string) (string, bool) {
	for i, name := range paces {
		if number == fmt.Sprint(i) {
			return name, true
		}
	}
	return "", false
}

// percentWords returns the numbers of a target without the name of the threshold.
func percentWords(t training.StepTarget) string {
	return strings.TrimSuffix(workout.RampedText(t).String(), " threshold pace")
}
