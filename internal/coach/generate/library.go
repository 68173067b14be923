package generate

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// library returns the sessions of Lapkeep's library by id.
var library = sync.OnceValue(func() map[string]workout.Session {
	out := map[string]workout.Session{}
	for _, s := range workout.AllSession() {
		out[s.ID] = s
	}
	return out
})

func sessionOf(id string) workout.Session { return library()[id] }

// These are the parts of a library text that grow: the number of repeats of the main set, the
// number of series, or the minutes of the first step of the main set.
var (
	mainForm   = regexp.MustCompile(`^(Main set|Second \w+|Third \w+)( (\d+)x)?\n`)
	lengthForm = regexp.MustCompile(`\b(\d+h)?(\d+m)?\b`)
)

// textOf returns the text of a library session with a main set of n repeats, series or minutes.
func textOf(id string, n int) string {
	parts := strings.Split(sessionOf(id).Text, "\n\n")
	var mains []int
	for i, p := range parts {
		if mainForm.MatchString(p + "\n") {
			mains = append(mains, i)
		}
	}
	switch first := mains[0]; {
	case len(mains) > 1:
		n = min(n, len(mains))
		parts = append(parts[:mains[n-1]+1], parts[len(parts)-1])
	case mainForm.FindStringSubmatch(parts[first] + "\n")[3] != "":
		head, rest, _ := strings.Cut(parts[first], "\n")
		parts[first] = fmt.Sprintf("%s %dx\n%s", head[:strings.LastIndex(head, " ")], n, rest)
	default:
		lines := strings.SplitN(parts[first], "\n", 3)
		at := lengthForm.FindAllStringIndex(lines[1], -1)
		i := slices.IndexFunc(at, func(x []int) bool { return x[1] > x[0] })
		lines[1] = lines[1][:at[i][0]] + lengthText(n) + lines[1][at[i][1]:]
		parts[first] = strings.Join(lines, "\n")
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// lengthText returns minutes in the workout language, in which 100m would be a distance.
func lengthText(minutes int) string {
	if minutes < 60 {
		return fmt.Sprintf("%dm", minutes)
	}
	return fmt.Sprintf("%dh%dm", minutes/60, minutes%60)
}

// measured holds what a session takes.
type measured struct{ minutes, load, hard float64 }

// linear holds what a session takes with a main set of 0, and with each further repeat,
// series or minute.
type linear struct{ zero, each measured }

func (l *linear) at(n int) measured {
	x := float64(n)
	return measured{l.zero.minutes + x*l.each.minutes, math.Round(l.zero.load + x*l.each.load), l.zero.hard + x*l.each.hard}
}

// fill returns the minutes of the main set with which the session takes the given minutes.
func (l *linear) fill(minutes float64) int {
	return int(math.Floor((minutes - l.zero.minutes) / l.each.minutes))
}

// usual returns what the sessions of the library take at usual speeds.
var usual = sync.OnceValue(func() map[string]linear {
	out := map[string]linear{}
	for id, s := range library() {
		if s.Sport != training.Strength && s.Purpose != workout.Test {
			out[id] = linearOf(id, nil)
		}
	}
	return out
})

// linearOf measures two lengths of a session.
func linearOf(id string, speeds map[training.Sport]float64) linear {
	a, b := measure(id, 1, speeds), measure(id, 2, speeds)
	each := measured{b.minutes - a.minutes, b.load - a.load, b.hard - a.hard}
	return linear{measured{a.minutes - each.minutes, a.load - each.load, a.hard - each.hard}, each}
}

// measure computes what a session takes with a main set of n.
func measure(id string, n int, speeds map[training.Sport]float64) measured {
	s := sessionOf(id)
	w, _ := steptext.Read(textOf(id, n), s.Sport)
	day := dayOf(s.Sport, speeds)
	t := w.Takes(day, load.Rules{})
	out := measured{minutes: t.DurationS / 60, load: t.Load, hard: HardMinutes(w.Steps, day)}
	if t.Load == 0 { // all-out efforts have no target
		out.load = out.minutes / 60 * perHour(s.Sport, quality)
	}
	return out
}

// dayOf returns thresholds for which the steps of the library can be measured. Targets in per
// cent of power and heart rate take the same with any threshold.
func dayOf(s training.Sport, speeds map[training.Sport]float64) efforts.Day {
	speed := speeds[s]
	if speed == 0 {
		speed = map[training.Sport]float64{training.Running: usualRunMPS, training.Swimming: usualSwimMPS}[s]
	}
	return efforts.Day{Sport: s, Thresholds: training.Thresholds{FTPW: 200, LTHRBpm: 165, MaxHRBpm: 185, RestHRBpm: 55, ThresholdMPS: speed}}
}

// These are the threshold speeds of an athlete whose own are unknown.
const (
	usualRunMPS  = 1000.0 / 330
	usualSwimMPS = 100.0 / 125
)

// HardMinutes returns how long the steps are above the first threshold: from 78 % of FTP, 88 % of
// threshold pace, 90 % of LTHR, and 94 % of critical swim speed, and in all-out efforts.
func HardMinutes(steps []training.WorkoutStep, day efforts.Day) float64 {
	sum := 0.0
	for _, l := range workout.Legs(&workout.Workout{Sport: day.Sport, Steps: steps}, day) {
		from := map[training.TargetUnit]float64{training.TargetFTP: 78, training.TargetLTHR: 90, training.TargetPacePct: 88}[l.Target.Unit]
		if day.Sport == training.Swimming {
			from = 94
		}
		if l.Step.MaxEffort || from > 0 && (l.Target.Low+l.Target.High)/2 >= from {
			sum += l.Seconds / 60
		}
	}
	return sum
}

// role is the purpose of a session in its week.
type role uint8

const (
	easy role = iota
	quality
	long
	shakeout
	brick
)

// perHour returns the TSS per hour of a session without steps: 100 times the square of the usual intensity.
func perHour(s training.Sport, r role) float64 {
	intensity := map[training.Sport][5]float64{
		training.Cycling:  {0.65, 0.78, 0.68, 0.6, 0.65},
		training.Running:  {0.75, 0.84, 0.76, 0.7, 0.78},
		training.Swimming: {0.7, 0.8, 0.72, 0.65, 0.7},
	}[s][r]
	return 100 * intensity * intensity
}
