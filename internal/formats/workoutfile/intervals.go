package workoutfile

import (
	"math"
	"slices"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// intervals makes a repeat of two steps. If the texts differ between repetitions,
// each run of equal repetitions becomes a repeat.
func (r *reader) intervals(b *block) ([]training.WorkoutStep, error) {
	times, ok, err := b.number64("repeat")
	if err != nil {
		return nil, err
	}
	if !ok {
		times = 1
	}
	if times < 1 || times > training.MaxWorkoutSteps || times != math.Trunc(times) {
		return nil, b.fault("has a Repeat of %g", times).WithFix("Give a whole number from 1 to %d.", training.MaxWorkoutSteps)
	}
	on, err := r.half(b, "on", r.next, "cadence")
	if err != nil {
		return nil, err
	}
	off, err := r.half(b, "off", r.next+1, "cadenceresting")
	if err != nil {
		return nil, err
	}
	if b.attrs["overunder"] != "1" {
		purpose(&on, &off)
	}
	var halves []training.WorkoutStep
	for _, s := range []training.WorkoutStep{on, off} {
		if s.DurationS+s.DistanceM > 0 {
			halves = append(halves, s)
		}
	}
	if len(halves) == 0 {
		r.losses.Read(0, i18n.Sentencef("a %s without a length", b.name), workout.LeftOut)
		return nil, nil
	}
	return r.repeats(b, halves, int(times)), nil
}

// half returns the hard or the easy step of intervals.
func (r *reader) half(b *block, which string, number int, cadence string) (s training.WorkoutStep, err error) {
	if _, ok := b.attrs[which+"duration"]; !ok {
		return s, nil
	}
	if err := r.length(b, which+"duration", &s); err != nil {
		return s, err
	}
	named := *b
	named.attrs = map[string]string{
		"power": b.attrs[which+"power"], "powerlow": b.attrs["power"+which+"low"], "powerhigh": b.attrs["power"+which+"high"],
		"zone": b.attrs["power"+which+"zone"], "pace": b.attrs["pace"],
	}
	for name, value := range named.attrs {
		if value == "" {
			delete(named.attrs, name)
		}
	}
	t, err := r.power(&named, "")
	if err != nil {
		return s, err
	}
	r.aim(&s, number, t)
	c, err := r.cadence(b, cadence)
	if c.Sound() {
		s.Targets = append(s.Targets, c)
	}
	return s, err
}

// purpose marks the steps as work and rest if the second one is easier.
func purpose(on, off *training.WorkoutStep) {
	hard, has := on.Leading()
	easy, rests := off.Leading()
	if !has || rests && (hard.Unit != easy.Unit || level(easy) >= level(hard)) {
		return
	}
	on.Kind, off.Kind = training.StepWork, training.StepRest
}

func level(t training.StepTarget) float64 {
	from, to := t.Ends()
	return (from + to) / 2
}

// repeats distributes the texts, whose times count from the start of the block,
// over the steps, and joins equal repetitions into one repeat.
func (r *reader) repeats(b *block, halves []training.WorkoutStep, times int) []training.WorkoutStep {
	texts := make([][]text, times*len(halves))
	for _, t := range b.texts {
		at, within := place(halves, times, t.at)
		t.at = within
		texts[at] = append(texts[at], t)
	}
	var out []training.WorkoutStep
	number := r.next
	for i := 0; i < times; {
		from := i
		for i++; i < times && same(texts, len(halves), from, i); i++ {
		}
		steps := make([]training.WorkoutStep, len(halves))
		for k := range halves {
			steps[k] = halves[k]
			r.cues(number+k, &steps[k], texts[from*len(halves)+k])
		}
		number += len(halves)
		if i-from > 1 {
			number++
			steps = []training.WorkoutStep{{Kind: training.StepRepeat, Count: i - from, Steps: steps}}
		}
		out = append(out, steps...)
	}
	return out
}

func same(texts [][]text, n, a, b int) bool {
	for k := range n {
		if !slices.Equal(texts[a*n+k], texts[b*n+k]) {
			return false
		}
	}
	return true
}

// place returns the written-out step at the given position, and how far into the step the
// position is. A position beyond the end belongs to the last step.
func place(halves []training.WorkoutStep, times int, at float64) (step int, within float64) {
	const near = 1e-6 // files have offsets such as 66.00032
	last := times*len(halves) - 1
	for ; step < last; step++ {
		s := &halves[step%len(halves)]
		length := s.DurationS + s.DistanceM
		if at < length-near {
			break
		}
		at -= length
	}
	return step, math.Max(0, math.Round(at*1000)/1000)
}

// cues adds the texts to a step. In a workout, cues are placed only by time.
func (r *reader) cues(number int, s *training.WorkoutStep, texts []text) {
	for i, t := range texts {
		switch {
		case i == 0 && t.at == 0 && t.forS == 0 && s.Text == "":
			s.Text = t.message
		case t.byDistance:
			r.losses.Read(number, i18n.Sentencef("the position of “%s”, %s into the step",
				t.message, i18n.Measured("%g ", t.at, i18n.MetresOfWay())), "the text of the step contains it")
			s.Text = workout.Join(s.Text, t.message)
		default:
			s.Cues = append(s.Cues, training.StepCue{AtS: t.at, ForS: t.forS, Text: t.message})
		}
	}
}

// intervals writes a repeat of two plain steps as one block, or returns false for
// any other repeat.
func (w *writer) intervals(s *training.WorkoutStep, next int) (bool, error) {
	if len(s.Steps) != 2 || !halves(&s.Steps[0], &s.Steps[1]) {
		return false, nil
	}
	on, err := w.part(&s.Steps[0], next)
	if err != nil {
		return false, err
	}
	off, err := w.part(&s.Steps[1], next+1)
	if err != nil {
		return false, err
	}
	rpm := off.cadence
	if on.tag != steady || off.tag != steady || on.power.Ramp+off.power.Ramp != "" || on.showAvg || off.showAvg || rpm.Low != rpm.High {
		return false, nil
	}
	kinds := s.Steps[0].Kind != ""
	if kinds != (s.Steps[1].Kind != "") || kinds && level(off.power) >= level(on.power) {
		return false, nil
	}
	w.losses.Nameless(next+2, s)
	e := named("IntervalsT")
	e.add("Repeat", float64(s.Count))
	e.add("OnDuration", on.length)
	e.add("OffDuration", off.length)
	e.aim("OnPower", "PowerOnLow", "PowerOnHigh", on.power)
	e.aim("OffPower", "PowerOffLow", "PowerOffHigh", off.power)
	e.cadence(on.cadence)
	if off.cadence.Of != "" {
		e.add("CadenceResting", off.cadence.Low)
	}
	if w.run {
		e.set("pace", nearestThreshold)
	}
	for i := range s.Count {
		from := float64(i) * (on.length + off.length)
		e.addTexts(on.texts, from)
		e.addTexts(off.texts, from+on.length)
	}
	w.blocks = append(w.blocks, e)
	return true, nil
}

const steady = "SteadyState"

// halves reports whether the kinds of two steps allow them in one block of intervals.
func halves(on, off *training.WorkoutStep) bool {
	if on.Kind == training.StepRepeat || off.Kind == training.StepRepeat || on.RestS > 0 || off.RestS > 0 {
		return false
	}
	return (on.Kind == "" || on.Kind == training.StepWork) && (off.Kind == "" || off.Kind == training.StepRest)
}
