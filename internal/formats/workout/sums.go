package workout

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// sums adds up legs.
type sums struct {
	seconds, metres, pausedS float64
	// unmeasured describes the first leg without a known distance.
	unmeasured i18n.Sentence
	// lacks describes the first leg whose target needs a missing threshold.
	lacks                       i18n.Sentence
	watts, mps, beats, exertion sum
}

// newSums returns sums with room for the seconds of the legs.
func newSums(legs []Leg) sums {
	total := 0.0
	for i := range legs {
		total += legs[i].Seconds + legs[i].RestS
	}
	room := int(min(total, maxTakesS)) + 1
	return sums{watts: sum{room: room}, mps: sum{room: room}}
}

// spare keeps the memory for samples for reuse, because a calendar adds up dozens
// of workouts.
var spare = sync.Pool{New: func() any { return []int32(nil) }}

// end returns the memory for samples to spare.
func (s *sums) end() {
	for _, samples := range [][]int32{s.watts.samples, s.mps.samples} {
		if samples != nil {
			spare.Put(samples) //nolint:staticcheck // a header is small compared with the samples
		}
	}
}

// sum adds up one measure over the time for which it is known.
type sum struct {
	asked bool // a step has a target of the measure
	// samples has one value per second, in fractions of the unit.
	samples      []int32
	room         int // for samples, which are allocated with the first one
	sum, seconds float64
	movingS      float64 // the part of seconds that is not a pause
	// unknown is the reason why the first leg without a value has none.
	unknown i18n.Sentence
}

// The number of sample units in 1 W and in 1 m/s. Planned values are not whole numbers.
const (
	perWatt = 100
	perMPS  = 1000
)

func (s *sums) add(l *Leg) {
	start := s.seconds
	s.metres += l.Metres
	if l.Metres == 0 && l.Step.Exercise == nil && !l.pauses() && s.unmeasured == "" {
		s.unmeasured = i18n.Sentencef("%s has neither a distance nor a pace", stepName(l.Number))
	}
	if l.Lacks != "" && s.lacks == "" {
		s.lacks = needs(l.Number, l.Lacks)
	}
	s.watts.add(l, l.watts, start, perWatt, "power")
	s.mps.add(l, l.mps, start, perMPS, "pace")
	s.beats.add(l, l.beats, start, 0, "heart rate")
	s.exertion.add(l, l.exertion, start, 0, "exertion")
	s.seconds, s.pausedS = start+l.Seconds+l.RestS, s.pausedS+l.RestS
	if l.pauses() {
		s.pausedS += l.Seconds
	}
	s.watts.pause(start+l.Seconds, l.RestS)
	s.mps.pause(start+l.Seconds, l.RestS)
}

func needs(step int, lacks string) i18n.Sentence {
	return i18n.Sentencef("%s needs %s, which is not set", stepName(step), i18n.Word(lacks))
}

// add adds the target of a leg that begins at start, in seconds. If parts is 0, it
// adds no samples.
func (s *sum) add(l *Leg, a aim, start float64, parts float64, name i18n.Word) {
	s.asked = s.asked || a.asked
	if !a.known {
		if s.unknown == "" {
			s.unknown = l.unknown(a, name)
		}
		return
	}
	s.sum, s.seconds = s.sum+l.Seconds*a.mean(), s.seconds+l.Seconds
	if a.mean() > 0 {
		s.movingS += l.Seconds
	}
	if parts == 0 {
		return
	}
	if s.samples == nil {
		s.samples = spare.Get().([]int32)[:0] //nolint:errcheck // nothing else is put there
		s.samples = slices.Grow(s.samples, s.room)
	}
	for i := seconds(start); i < seconds(start+l.Seconds); i++ {
		share := (float64(i) + 0.5 - start) / l.Seconds
		s.samples = append(s.samples, int32(math.Round((a.from+(a.to-a.from)*share)*parts)))
	}
}

func (s *sum) pause(start, restS float64) {
	s.seconds += restS
	s.samples = append(s.samples, make([]int32, seconds(start+restS)-seconds(start))...)
}

// seconds returns how many seconds have their middle before time s.
func seconds(s float64) int { return int(math.Round(s)) }

// unknown returns why the value of a measure is unknown for a leg.
func (l *Leg) unknown(a aim, name i18n.Word) i18n.Sentence {
	switch {
	case a.lacks != "":
		return needs(l.Number, a.lacks)
	case a.asked:
		return i18n.Sentencef("%s may be done in any zone of %s", stepName(l.Number), name)
	case l.Step.MaxEffort:
		return i18n.Sentencef("%s is all out, so its %s is known only afterwards", stepName(l.Number), name)
	case l.Step.Free:
		return i18n.Sentencef("%s is free, so its %s is known only afterwards", stepName(l.Number), name)
	}
	return i18n.Sentencef("%s has no %s target", stepName(l.Number), name)
}

// minNormalizedS is the shortest time in s of a recorded run that has a normalized speed.
const minNormalizedS = 300

// into fills in the input of a load, as for an activity. It leaves out a measure
// that is planned for less than half of the time.
func (s *sums) into(in *load.Input, t *training.Thresholds) {
	in.TimerS, in.DistanceM = s.seconds, s.mps.sum
	if covers := s.mps.seconds; s.mps.movingS > 0 && covers >= load.MinHRShare*s.seconds {
		in.AvgMPS = s.mps.sum / covers
		if in.Sport == training.Swimming && t.ThresholdMPS > 0 { // over the time spent swimming, which its load uses
			in.AvgMPS = s.mps.sum / s.mps.movingS
			in.TimerS = s.mps.movingS + s.seconds - covers
			in.DistanceM = in.AvgMPS * in.TimerS
		}
		if np, ok := power.Normalized(s.mps.samples); ok && covers >= minNormalizedS {
			in.GradedMPS = np.Watts / perMPS
		}
	}
	if s.beats.seconds > 0 {
		in.AvgHRBpm, in.HRSeconds = s.beats.sum/s.beats.seconds, s.beats.seconds
	}
	if s.exertion.seconds > 0 && s.exertion.seconds >= load.MinHRShare*s.seconds {
		in.Exertion = s.exertion.sum / s.exertion.seconds
	}
}

// standsFor returns a phrase if a measure is planned for only part of the time but
// used for the whole time, or "" if it covers everything.
func (s *sums) standsFor(m load.Method) i18n.Sentence {
	by, name := &s.exertion, i18n.Word("an exertion")
	covered := s.exertion.seconds + s.pausedS
	switch m {
	case load.MethodPower:
		return ""
	case load.MethodGraded, load.MethodSpeed, load.MethodSwim:
		by, name, covered = &s.mps, "a pace", s.mps.seconds
	case load.MethodHeartRate, load.MethodReserve, load.MethodHRSS:
		by, name, covered = &s.beats, "a heart rate", s.beats.seconds+s.pausedS
	}
	if covered >= s.seconds-0.5 {
		return ""
	}
	return i18n.Sentencef("only %.0f %% of the time has %s, which is used for the rest too", 100*by.seconds/s.seconds, name)
}

// why returns the reason why there is no load: a precise reason from the steps if
// there is one, or else missing.
func (s *sums) why(missing i18n.Sentence) i18n.Sentence {
	switch {
	case s.mps.asked && s.mps.seconds < load.MinHRShare*s.seconds:
		return s.mps.unknown
	case s.lacks != "":
		return s.lacks
	case !s.watts.asked && !s.mps.asked && !s.beats.asked && !s.exertion.asked:
		return "none of its steps has a target"
	}
	return missing
}

// Takes holds the planned duration, distance and load of a workout. A value of 0
// means unknown; Missing has the reason, by the value's name in results. Estimated
// explains values that are based on an assumption.
type Takes struct {
	// DurationS is in s, including rests; DistanceM is in m.
	DurationS, DistanceM float64
	WorkKJ               float64
	NormalizedPowerW     float64
	// Intensity is relative to the threshold, if the method has one.
	Intensity, Load    float64
	Method             load.Method
	Missing, Estimated map[string]i18n.Sentence
}

// Takes computes the values of a workout, using the thresholds of a day. A range and a zone
// count as the middle of their bounds, a ramp as a straight line, and a rest without a
// target as 0. Normalized power and speed are computed second by second from the plan, and
// the load is that of an activity with these values, so that doing the workout as planned
// gives the planned load. If the power of one step is unknown, the power of the whole
// workout is unknown too. Without an FTP, a workout in percent of it has no watts, but it has a
// load, because load depends only on the percentages.
func (w *Workout) Takes(day efforts.Day, rules load.Rules) Takes {
	t := w.takes(day, rules)
	why := t.Missing["normalized_power_w"]
	if why == "" || day.Thresholds.FTPW > 0 || len(day.Thresholds.PowerZones) > 0 ||
		slices.ContainsFunc(training.WrittenOut(w.Steps), inWatts) {
		return t
	}
	day.Thresholds.FTPW = 250 // any value gives the same load
	t = w.takes(day, rules)
	t.WorkKJ, t.NormalizedPowerW = 0, 0
	t.Missing["normalized_power_w"], t.Missing["work_kj"] = why, why
	return t
}

// inWatts reports whether a step has a target of power that does not depend on FTP alone.
func inWatts(s training.WorkoutStep) bool {
	t, ok := s.Target(training.TargetPower)
	return ok && t.Unit != training.TargetFTP && t.Unit != training.TargetZone
}

func (w *Workout) takes(day efforts.Day, rules load.Rules) Takes {
	legs := Legs(w, day)
	t := Takes{Missing: map[string]i18n.Sentence{}, Estimated: map[string]i18n.Sentence{}}
	s, unknown := newSums(legs), i18n.Sentence("")
	defer s.end()
	for i := range legs {
		l := &legs[i]
		if l.Seconds <= 0 && unknown == "" {
			unknown = l.noDuration()
		}
		if s.seconds+l.Seconds+l.RestS > maxTakesS {
			unknown = "the workout is longer than a week"
			break
		}
		if l.Guessed != "" && t.Estimated["duration_s"] == "" {
			t.Estimated["duration_s"] = i18n.Sentencef("%s %s", stepName(l.Number), l.Guessed)
			if l.Step.Exercise != nil {
				t.Estimated["duration_s"] = l.Guessed
			}
		}
		s.add(l)
	}
	if len(legs) == 0 {
		unknown = "the workout has no steps"
	}
	t.distance(&s)
	if unknown != "" {
		t.Missing["duration_s"], t.Missing["load"] = unknown, unknown
		delete(t.Estimated, "duration_s")
		return t
	}
	t.DurationS = math.Round(s.seconds)
	in := load.Input{Sport: w.Sport}
	t.power(&s, &in)
	s.into(&in, &day.Thresholds)
	l, why := rules.Of(in, day.Thresholds)
	if t.Load, t.Intensity, t.Method = l.TSS, l.IntensityFactor, l.Method; why != "" {
		t.Missing["load"] = cmp.Or(t.Missing["normalized_power_w"], s.why(why))
		return t
	}
	if why := cmp.Or(s.standsFor(l.Method), t.Estimated["duration_s"]); why != "" {
		t.Estimated["load"] = why
	}
	return t
}

// distance sets the total distance, if the distance of every part is known.
func (t *Takes) distance(s *sums) {
	switch {
	case s.unmeasured == "":
		t.DistanceM = s.metres
	case s.metres > 0:
		t.Missing["distance_km"] = s.unmeasured
	}
}

func (t *Takes) power(s *sums, in *load.Input) {
	if !s.watts.asked {
		return
	}
	if s.watts.unknown != "" {
		t.Missing["normalized_power_w"], t.Missing["work_kj"] = s.watts.unknown, s.watts.unknown
		return
	}
	t.WorkKJ = s.watts.sum / 1000
	np, ok := power.Normalized(s.watts.samples)
	if !ok {
		t.Missing["normalized_power_w"] = i18n.Sentencef("the workout is shorter than %d s", power.WindowS)
		return
	}
	in.NPW, in.NPWindows = np.Watts/perWatt, np.Windows
	t.NormalizedPowerW = in.NPW
}

// noDuration returns why the duration of a leg is unknown.
func (l *Leg) noDuration() i18n.Sentence {
	switch {
	case l.Step.Open && l.Metres == 0:
		return i18n.Sentencef("%s lasts until the lap button", stepName(l.Number))
	case l.Metres > 0 && l.mps.lacks != "":
		return i18n.Sentencef("%s has a distance, but %s is not set", stepName(l.Number), i18n.Word(l.mps.lacks))
	case l.Metres > 0:
		return i18n.Sentencef("%s has a distance but no pace", stepName(l.Number))
	case l.Step.CaloriesKcal > 0:
		return i18n.Sentencef("%s lasts for %g kcal", stepName(l.Number), l.Step.CaloriesKcal)
	}
	return i18n.Sentencef("%s has no duration", stepName(l.Number))
}

// maxTakesS limits the time that is added up second by second.
const maxTakesS = 7 * 86400
