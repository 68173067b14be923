package workoutgen

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// Workout is a structured workout.
type Workout struct {
	Sport training.Sport
	Steps []training.WorkoutStep
}

// Workouts draws workouts within the limits of can.
func Workouts(can Can) *rapid.Generator[Workout] {
	return rapid.Custom(func(t *rapid.T) Workout {
		d := drawer{T: t, can: can, sport: training.Cycling}
		if len(can.Sports) > 0 {
			d.sport = rapid.SampledFrom(can.Sports).Draw(t, "sport")
		}
		steps, _ := d.list(0, can.mostSteps())
		return Workout{Sport: d.sport, Steps: steps}
	})
}

// drawer draws the parts of one workout.
type drawer struct {
	*rapid.T
	can   Can
	sport training.Sport
}

// from returns a number from low to high.
func (d drawer) from(low, high int, name string) int {
	return rapid.IntRange(low, high).Draw(d.T, name)
}

// once returns true in one of several cases, if may is set.
func (d drawer) once(may bool, in int, name string) bool {
	return may && d.from(0, in-1, name) == in-1 // shrinks to false
}

// list draws at most most steps, counted when written out, and returns their
// number.
func (d drawer) list(depth, most int) (steps []training.WorkoutStep, written int) {
	for n := d.from(1, min(6, most), "steps"); n > 0 && written < most; n-- {
		var s training.WorkoutStep
		size := 1
		if d.once(depth < d.can.Nested, 3, "repeat") {
			s, size = d.repeat(depth, most-written)
		} else {
			s = d.step()
		}
		if d.once(d.can.Sections && depth == 0, 4, "section") {
			s.Section = d.text("section")
		}
		steps, written = append(steps, s), written+size
	}
	return steps, written
}

// repeat draws a repeat with at most most steps when written out.
func (d drawer) repeat(depth, most int) (s training.WorkoutStep, written int) {
	least := 2
	if d.can.Once {
		least = 1
	}
	if most < least {
		return d.step(), 1
	}
	inner, size := d.list(depth+1, min(12, most/least))
	count := d.from(least, max(least, min(d.can.mostRepeats(), most/size)), "count")
	s = training.WorkoutStep{Kind: training.StepRepeat, Count: count, Steps: inner}
	if d.once(d.can.RepeatTexts, 2, "label") {
		s.Text = d.text("text")
	}
	return s, count * size
}

func (d drawer) step() training.WorkoutStep {
	if d.once(d.can.Exercises && d.sport == training.Strength, 2, "exercise") {
		return d.exercise()
	}
	var s training.WorkoutStep
	d.length(&s)
	d.steering(&s)
	if d.can.Kinds {
		s.Kind = rapid.SampledFrom([]training.StepKind{
			"", training.StepWork, training.StepRest, training.StepWarmup, training.StepCooldown,
		}).Draw(d.T, "kind")
	}
	if d.once(d.can.Texts, 2, "named") {
		s.Text = d.text("text")
	}
	d.cues(&s)
	if _, power := s.Target(training.TargetPower); power {
		s.HidePower = d.once(d.can.HidePower, 6, "hide power")
		if d.once(d.can.PowerShown, 4, "shows power") {
			s.PowerShown = rapid.SampledFrom([]training.PowerShown{
				training.ShowLap, training.Show1S, training.Show3S, training.Show10S, training.Show30S,
			}).Draw(d.T, "power shown")
		}
	}
	return s
}

// length draws seconds, metres or kilocalories, or an open length.
func (d drawer) length(s *training.WorkoutStep) {
	s.Open = d.once(d.can.Open, 6, "open")
	moves := d.sport != training.Strength
	switch {
	case s.Open && (d.can.OpenBare || d.once(d.can.OpenAlone, 2, "open alone")):
	case d.once(d.can.Distance && moves, 3, "distance"):
		units := []int{25, 100, 1000}
		if d.sport == training.Swimming {
			units = units[:2]
		}
		s.DistanceM = float64(d.from(1, 40, "distance") * rapid.SampledFrom(units).Draw(d.T, "metres"))
		if d.once(d.can.Rest, 4, "rests") {
			s.RestS = float64(d.from(1, 300, "rest"))
		}
	case !s.Open && d.once(d.can.Calories, 6, "calories"):
		s.CaloriesKcal = float64(d.from(5, 1000, "kcal"))
	default:
		s.DurationS = float64(d.from(5, 59, "seconds"))
		if d.once(true, 2, "long") {
			s.DurationS = float64(60*d.from(1, 120, "minutes") + d.from(0, 59, "seconds"))
		}
	}
}

// exercise draws sets by repetitions or by time. Its text is the name.
func (d drawer) exercise() training.WorkoutStep {
	s := training.WorkoutStep{Text: d.text("exercise"), Exercise: &training.StepExercise{Sets: d.from(1, 6, "sets")}}
	if d.once(true, 3, "timed") {
		s.DurationS = float64(d.from(10, 120, "seconds"))
	} else {
		s.Exercise.Reps = d.from(1, 30, "reps")
	}
	switch d.from(0, 2, "lifts") {
	case 1:
		s.Exercise.WeightKg = float64(d.from(2, 300, "half kg")) / 2
	case 2:
		s.Exercise.Percent1RM = float64(d.from(30, 100, "percent"))
	}
	if d.once(true, 2, "rests") {
		s.RestS = float64(d.from(10, 240, "rest"))
	}
	if d.can.Kinds {
		s.Kind = training.StepWork
	}
	return s
}

// scripts are the letters for words; each word uses only one script.
var scripts = [...]string{
	"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "àâçéèêëîïôöûüßñåøæžščřłęą", "αβγδεζηθικλμνξοπρστυφχψω",
	"абвгдежзийклмнопрстуфхцчшщыэюя", "אבגדהוזחטיכלמנסעפצקרשת", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह",
	"あいうえおかきくけこさしすせそたちつてとなにぬねのアイウエオカキクケコ", "山川水火木金土日月人大小中上下高低速走泳", "가나다라마바사아자차카타파하강물산들길",
}

// reserved are words that have, or once had, a meaning in a workout as text.
var reserved = [...]string{
	"ramp", "free", "freeride", "maxeffort", "rest", "press", "lap", "hidepower", "hr", "lthr", "pace", "power", "mmp", "rpm", "bpm",
	"rpe", "css", "ftp", "warmup", "warm", "cooldown", "cool", "zone", "open", "repeat", "intensity", "en", "max", "easy",
}

// text draws words of letters with single spaces between them: no digit, no
// sign, no line break, nothing that a format would read as anything but text.
func (d drawer) text(name string) string {
	out := ""
	for _, w := range rapid.SliceOfN(rapid.Custom(word), 1, 4).Draw(d.T, name) {
		if next := strings.TrimSpace(out + " " + w); len([]rune(next)) <= d.can.textRunes() {
			out = next
		}
	}
	if out == "" {
		return "a"
	}
	return out
}

func word(t *rapid.T) string {
	letters := []rune(rapid.SampledFrom(scripts[:]).Draw(t, "script"))
	w := string(rapid.SliceOfN(rapid.SampledFrom(letters), 2, 9).Draw(t, "letters"))
	if slices.Contains(reserved[:], strings.ToLower(w)) {
		return "ab"
	}
	return w
}

// cues draws cues for the start of a step and during it, one after the other.
func (d drawer) cues(s *training.WorkoutStep) {
	if d.once(d.can.Note, 6, "note") {
		s.Cues = append(s.Cues, training.StepCue{Text: d.text("note")})
	}
	last := int(s.DurationS) - 10
	if last < 10 || !d.once(d.can.Cues, 4, "cues") {
		return
	}
	at := 0
	for n := d.from(1, 3, "cues"); n > 0 && at < last; n-- {
		at = d.from(at+1, last, "at")
		c := training.StepCue{AtS: float64(at), Text: d.text("cue")}
		if d.once(true, 2, "for") {
			shown := d.from(1, int(s.DurationS)-at, "for")
			c.ForS, at = float64(shown), at+shown
		}
		s.Cues = append(s.Cues, c)
	}
}

// steering draws the control of a step.
func (d drawer) steering(s *training.WorkoutStep) {
	switch {
	case d.once(d.can.MaxEffort, 10, "maximal"):
		s.MaxEffort = true
		return
	case d.once(d.can.Free, 8, "free"):
		s.Free = true
	case d.once(!d.can.Steered, 8, "untargeted"):
		return
	}
	kinds := d.kinds()
	if s.Free {
		kinds = slices.DeleteFunc(kinds, func(of training.TargetOf) bool { return of == training.TargetPower || !d.can.FreeSteered })
	}
	if len(kinds) > 0 && !d.once(s.Free, 2, "free alone") {
		kinds = rapid.Permutation(kinds).Draw(d.T, "targets")
		n := 1
		if d.once(d.can.Several && len(kinds) > 1, 5, "several") {
			n = 2
		}
		for _, of := range kinds[:n] {
			s.Targets = append(s.Targets, d.target(of))
		}
	}
	pedals := d.sport != training.Swimming && d.sport != training.Strength
	if d.once(d.can.Cadence && pedals && (len(s.Targets) > 0 || d.can.CadenceAlone), 4, "cadence") {
		s.Targets = append(s.Targets, d.target(training.TargetCadence))
	}
}

// kinds returns the allowed targets of a sport.
func (d drawer) kinds() []training.TargetOf {
	var out []training.TargetOf
	add := func(of training.TargetOf, may bool, no ...training.Sport) {
		if may && !slices.Contains(no, d.sport) {
			out = append(out, of)
		}
	}
	add(training.TargetPower, len(d.can.Power) > 0, training.Swimming, training.Walking, training.Strength)
	add(training.TargetHR, len(d.can.HR) > 0)
	add(training.TargetPace, len(d.can.Pace) > 0, training.Cycling, training.Strength)
	add(training.TargetSpeed, d.can.Speed, training.Swimming, training.Strength)
	add(training.TargetRPE, d.can.RPE)
	return out
}

// scale is the range of a target's numbers: from low to high, in steps of one
// part.
type scale struct{ low, high, parts int }

func (d drawer) target(of training.TargetOf) training.StepTarget {
	x := training.StepTarget{Of: of, Unit: d.unit(of)}
	if x.Unit == training.TargetBest {
		x.OverS = float64(rapid.SampledFrom([]int{5, 60, 180, 300, 1200}).Draw(d.T, "over"))
	}
	if of == training.TargetPace && x.Unit == training.TargetMPS {
		d.pace(&x)
		return x
	}
	s := scales(of, x.Unit)
	if s.parts == 10 && d.once(true, 2, "whole") {
		s = scale{s.low / 10, s.high / 10, 1}
	}
	low, high := d.bounds(&x, s.low, s.high)
	x.Low, x.High = float64(max(low, 0))/float64(s.parts), float64(max(high, 0))/float64(s.parts)
	return x
}

// pace draws whole seconds for a distance, and stores them as speed.
func (d drawer) pace(x *training.StepTarget) {
	x.Per = rapid.SampledFrom(append([]training.PaceDistance{""}, d.can.Per...)).Draw(d.T, "per")
	metres := x.Per.Metres()
	if x.Per == "" {
		metres = training.PaceOf(d.sport).Metres()
	}
	slowest, fastest := 1.0, 7.0 // m/s
	if d.sport == training.Swimming {
		slowest, fastest = 0.5, 2
	}
	quick, slow := int(metres/fastest)+1, int(metres/slowest)
	low, high := d.bounds(x, 0, slow-quick) // in seconds faster than the slowest
	speed := func(faster int) float64 {
		if faster < 0 {
			return 0
		}
		return metres / float64(slow-faster)
	}
	x.Low, x.High = speed(low), speed(high)
}

func (d drawer) unit(of training.TargetOf) training.TargetUnit {
	switch of {
	case training.TargetPower:
		return rapid.SampledFrom(d.can.Power).Draw(d.T, "power")
	case training.TargetHR:
		return rapid.SampledFrom(d.can.HR).Draw(d.T, "heart rate")
	case training.TargetPace:
		return rapid.SampledFrom(d.can.Pace).Draw(d.T, "pace")
	case training.TargetSpeed:
		return training.TargetMPS
	case training.TargetRPE:
		return training.TargetOf10
	}
	return training.TargetRPM
}

func scales(of training.TargetOf, unit training.TargetUnit) scale {
	switch unit {
	case training.TargetW:
		return scale{40, 900, 1}
	case training.TargetFTP:
		return scale{300, 2000, 10}
	case training.TargetBest:
		return scale{300, 1100, 10}
	case training.TargetBpm:
		return scale{80, 200, 1}
	case training.TargetLTHR:
		return scale{500, 1150, 10}
	case training.TargetMaxHR:
		return scale{400, 1000, 10}
	case training.TargetPacePct:
		return scale{500, 1300, 10}
	case training.TargetMPS:
		return scale{1000, 16000, 1000}
	case training.TargetOf10:
		return scale{1, 10, 1}
	case training.TargetRPM:
		return scale{40, 130, 1}
	}
	if of == training.TargetPower {
		return scale{1, 7, 1}
	}
	return scale{1, 5, 1} // zones of heart rate and pace
}

// bounds draws a single value, a range, a ramp or one bound, with -1 for the
// missing other one.
func (d drawer) bounds(x *training.StepTarget, least, most int) (low, high int) {
	zone := x.Unit == training.TargetZone || x.Unit == training.TargetOwnZone
	low = d.from(least, most, "low")
	switch {
	case low < most && !zone && d.once(slices.Contains(d.can.Ramps, x.Of), 4, "ramp"):
		x.Ramp = rapid.SampledFrom([]training.RampWay{training.RampUp, training.RampDown}).Draw(d.T, "way")
		return low, d.from(low+1, most, "high")
	case d.once(d.can.OneSided, 8, "one-sided"):
		if d.once(true, 2, "at most") {
			return -1, low
		}
		return low, -1
	case low < most && d.once(d.can.Ranges && !zone || d.can.ZoneRanges && zone, 2, "range"):
		return low, d.from(low+1, most, "high")
	}
	return low, low
}
