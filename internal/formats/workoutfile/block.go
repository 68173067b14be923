package workoutfile

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// reader makes steps from blocks.
type reader struct {
	*file
	next int // the number of the next step
}

// number64 returns the number in an attribute, or false if it is missing.
func (b *block) number64(name string) (float64, bool, error) {
	s, ok := b.attrs[name]
	if !ok || s == "" {
		return 0, false, nil
	}
	x, isNumber := ergNumber(s)
	if !isNumber {
		return 0, false, b.fault("has a %s of “%s”", name, s).WithFix("Give a number of at least 0.")
	}
	return x, true, nil
}

// fault returns an error about the block, which has no line number.
func (b *block) fault(format string, args ...any) *training.Error {
	said := i18n.Sentencef(format, args...)
	if b.number > 0 {
		return training.Errorf(training.KindInvalid, "Block %d (%s) %s.", b.number, b.name, said)
	}
	return training.Errorf(training.KindInvalid, "The file %s.", said)
}

// readOf lists the attributes that are read in each block, in addition to
// readOfAll; any other attribute is a loss.
var (
	readOfAll = []string{"duration", "cadence", "cadencelow", "cadencehigh", "show_avg", "zone", "pace"}
	readOf    = map[string][]string{
		"steadystate": {"power", "powerlow", "powerhigh"},
		"solidstate":  {"power", "powerlow", "powerhigh"},
		"warmup":      {"power", "powerlow", "powerhigh"},
		"cooldown":    {"power", "powerlow", "powerhigh"},
		"ramp":        {"power", "powerlow", "powerhigh"},
		"freeride":    {},
		"maxeffort":   {},
		"intervalst": {
			"repeat", "onduration", "offduration", "onpower", "offpower", "poweronlow", "poweronhigh", "powerofflow", "poweroffhigh",
			"poweronzone", "poweroffzone", "cadenceresting", "overunder",
		},
	}
)

// block makes steps from a block, and numbers them.
func (r *reader) block(b *block) (steps []training.WorkoutStep, err error) {
	kind := strings.ToLower(b.name)
	known, ok := readOf[kind]
	if !ok {
		r.losses.Read(0, i18n.Sentencef("the element %s", b.name), workout.LeftOut)
		return nil, nil
	}
	r.others(b, known)
	if kind == "intervalst" {
		steps, err = r.intervals(b)
	} else {
		var s training.WorkoutStep
		if s, err = r.step(b, kind); err == nil && s.DurationS+s.DistanceM > 0 {
			r.cues(r.next, &s, b.texts)
			steps = []training.WorkoutStep{s}
		} else if err == nil {
			r.losses.Read(0, i18n.Sentencef("a %s without a length", b.name), workout.LeftOut)
		}
	}
	for i := range steps {
		r.next += numbers(&steps[i])
	}
	return steps, err
}

// numbers returns the number of step numbers that a step needs, including the
// steps in it.
func numbers(s *training.WorkoutStep) int {
	n := 1
	for i := range s.Steps {
		n += numbers(&s.Steps[i])
	}
	return n
}

// others adds a loss for attributes that are not read.
func (r *reader) others(b *block, known []string) {
	var left []string
	for name, value := range b.attrs {
		if value != "" && !slices.Contains(known, name) && !slices.Contains(readOfAll, name) {
			left = append(left, name)
		}
	}
	slices.Sort(left)
	for _, name := range left {
		r.losses.Read(0, i18n.Sentencef("%s of %s", name, b.name), workout.LeftOut)
	}
}

// step makes a step from a block, without its texts.
func (r *reader) step(b *block, kind string) (s training.WorkoutStep, err error) {
	if err := r.length(b, "duration", &s); err != nil {
		return s, err
	}
	switch kind {
	case "warmup":
		s.Kind = training.StepWarmup
	case "cooldown":
		s.Kind = training.StepCooldown
	case "freeride":
		s.Free = r.sport == training.Cycling
	case "maxeffort":
		s.MaxEffort = true
	}
	if b.attrs["show_avg"] == "1" {
		s.PowerShown = training.ShowLap
	}
	if kind != "freeride" && kind != "maxeffort" {
		t, err := r.power(b, kind)
		if err != nil {
			return s, err
		}
		if r.aim(&s, r.next, t); t.rest {
			s.Kind = cmp.Or(s.Kind, training.StepRest)
		}
	}
	t, err := r.cadence(b, "cadence")
	if t.Sound() {
		s.Targets = append(s.Targets, t)
	}
	return s, err
}

// length sets the length of a step. The file states once whether lengths are in
// seconds or metres.
func (r *reader) length(b *block, attr string, s *training.WorkoutStep) error {
	const most = 1e6
	x, ok, err := b.number64(attr)
	switch {
	case err != nil:
		return err
	case !ok:
		return b.fault("has no %s", attr).WithFix("Give one in seconds, or in metres if durationType is distance.")
	case x > most:
		return b.fault("has a %s of %g", attr, x).WithFix("Give at most %d.", int(most))
	}
	if r.byDistance {
		s.DistanceM = x
	} else {
		s.DurationS = x
	}
	return nil
}

// share is a target as a percentage of FTP or of a pace.
type share struct {
	low, high float64
	ramp      training.RampWay
	zone      bool
	rest      bool   // 0 W
	pace      string // the number of its pace, in a run
}

// power returns the target of a block: one value, a band, a ramp or a zone.
func (r *reader) power(b *block, kind string) (share, error) {
	at, one, err := r.percent(b, "power")
	if err != nil {
		return share{}, err
	}
	low, hasLow, err := r.percent(b, "powerlow")
	if err != nil {
		return share{}, err
	}
	high, hasHigh, err := r.percent(b, "powerhigh")
	if err != nil {
		return share{}, err
	}
	out := share{low: at, high: at, pace: b.attrs["pace"]}
	switch {
	case hasLow && hasHigh:
		out.low, out.high = low, high
		if one && math.Abs(at-(low+high)/2) > roundedPercent {
			r.losses.Read(r.next, i18n.Sentencef("the power of %g %% in addition to a range", at), workout.LeftOut)
		}
	case !one && (hasLow || hasHigh):
		out.low, out.high = low+high, low+high
	case !one:
		return r.zone(b, "zone")
	}
	if out.low == 0 && out.high == 0 {
		out.rest = true
		r.losses.Read(r.next, i18n.Sentencef("a power of %g %%", 0.0), "it is read as a rest without a target")
	}
	r.slope(&out, kind)
	return out, nil
}

// roundedPercent is the largest change that rounding can make to a percentage.
const roundedPercent = 0.06

// slope turns two different powers into a ramp if the block is one. PowerLow is the power
// at the start, even if it is the higher one. A cool-down with the lower power first is
// read as going down, because its author took the names of the attributes literally.
func (r *reader) slope(s *share, kind string) {
	ramp := kind == "warmup" || kind == "ramp" || kind == "cooldown"
	switch {
	case s.low == s.high:
		return
	case ramp && min(s.low, s.high) == 0:
		r.losses.Read(r.next, i18n.Sentencef("a ramp that begins or ends at 0, with %g %% at the other "+
			"end", max(s.low, s.high)), "it is read as an upper bound")
	case ramp && s.low < s.high && kind == "cooldown":
		s.ramp = training.RampDown
		r.losses.Read(r.next, i18n.Sentencef("a cool-down from %g to %g %%", s.low, s.high), "it is read as going down")
	case ramp && s.low < s.high:
		s.ramp = training.RampUp
	case ramp:
		s.ramp = training.RampDown
	}
	s.low, s.high = min(s.low, s.high), max(s.low, s.high)
}

// percent returns the value of an attribute in percent, or false if it is missing.
func (r *reader) percent(b *block, name string) (float64, bool, error) {
	const most = 10
	x, ok, err := b.number64(name)
	if err == nil && x > most {
		return 0, false, b.fault("has a %s of %g, which is %.0f %%", name, x, 100*x).
			WithFix("Power is a fraction: 0.88 is 88 %% of FTP.")
	}
	return math.Round(x*1e6) / 1e4, ok, err
}

func (r *reader) zone(b *block, name string) (share, error) {
	z, ok, err := b.number64(name)
	if err != nil || !ok {
		return share{}, err
	}
	if z != math.Trunc(z) || z < 1 || z > 10 {
		return share{}, b.fault("has a %s of %g", name, z).WithFix("Give a zone of 1 or higher.")
	}
	return share{low: z, high: z, zone: true}, nil
}

// cadence returns the target in the attribute, or in the two attributes of a range.
func (r *reader) cadence(b *block, name string) (training.StepTarget, error) {
	t := training.StepTarget{Of: training.TargetCadence, Unit: training.TargetRPM}
	_, most := workout.Limits(t.Of, t.Unit)
	one, _, err := b.number64(name)
	if err != nil {
		return t, err
	}
	low, hasLow, err := b.number64(name + "low")
	if err != nil {
		return t, err
	}
	high, hasHigh, err := b.number64(name + "high")
	if err != nil {
		return t, err
	}
	if t.Low, t.High = one, one; hasLow || hasHigh {
		t.Low, t.High = low, high
		if hasLow && hasHigh {
			t.Low, t.High = min(low, high), max(low, high)
		}
	}
	if max(t.Low, t.High) > most {
		return t, b.fault("has a %s of %g rpm", name, max(t.Low, t.High)).WithFix("Give at most %g rpm.", most)
	}
	return t, nil
}
