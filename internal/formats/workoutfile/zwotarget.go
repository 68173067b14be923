package workoutfile

import (
	"fmt"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// paces are those that the attribute pace names in a run: of races that the
// runner has a time for. There is none for threshold pace; that of 10 km is
// the nearest.
var paces = []string{"1 mile", "5 km", "10 km", "half marathon", "marathon"}

const nearestThreshold = "2" // of paces

// aim gives a step its leading target. A pace that is no threshold pace has
// no unit, and stays in words.
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
			r.losses.Read(number, i18n.Sentencef("%s of the pace of %s", percentWords(t), name), "the text says it")
			s.Text = percentWords(t) + " of " + name + " pace"
			return
		} else if ok {
			r.losses.Read(number, i18n.Sentencef("%s of the pace of %s", percentWords(t), name), "it is read as of threshold pace")
		} else {
			r.losses.Read(number, i18n.Sentencef("which pace %s are of", percentWords(t)), "it is read as of threshold pace")
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

// percentWords are the numbers of a target without what they are of.
func percentWords(t training.StepTarget) string {
	return strings.TrimSuffix(workout.RampedText(t).String(), " threshold pace")
}
