package workout

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// sums are legs added up.
type sums struct {
	seconds, metres, pausedS float64
	// unmeasured says of the first leg whose distance is not known.
	unmeasured i18n.Sentence
	// lacks says of the first leg whose target needs what is not set.
	lacks                       i18n.Sentence
	watts, mps, beats, exertion sum
}

// newSums has room for the seconds of the legs.
func newSums(legs []Leg) sums {
	total := 0.0
	for i := range legs {
		total += legs[i].Seconds + legs[i].RestS
	}
	room := int(min(total, maxTakesS)) + 1
	return sums{watts: sum{room: room}, mps: sum{room: room}}
}

// sum is one measure over the time of which it is known.
type sum struct {
	asked bool // a step has a target of it
	// samples are by the second in parts of the unit.
	samples      []int32
	room         int // for samples, made with the first
	sum, seconds float64
	movingS      float64 // of seconds, what is not a pause
	// unknown says why the first leg whose value is not known has none.
	unknown i18n.Sentence
}

// Parts of W and of m/s that samples are in, since what is planned is no whole
// number of them.
const (
	perWatt = 100
	perMPS  = 1000
)

func (s *sums) add(l *Leg) {
	start := s.seconds
	s.metres += l.Metres
	if l.Metres == 0 && l.Step.Exercise == nil && !l.pauses() && s.unmeasured == "" {
		s.unmeasured = i18n.Sentencef("%s says neither a distance nor a pace", stepName(l.Number))
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

// add adds what a leg asks for from a second on; without parts no samples.
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
		s.samples = make([]int32, 0, s.room)
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

// seconds is how many seconds have their middle before a time.
func seconds(s float64) int { return int(math.Round(s)) }

// unknown says why nobody knows what a leg has of a measure.
func (l *Leg) unknown(a aim, name i18n.Word) i18n.Sentence {
	switch {
	case a.lacks != "":
		return needs(l.Number, a.lacks)
	case a.asked:
		return i18n.Sentencef("%s may be done in any zone of %s", stepName(l.Number), name)
	case l.Step.MaxEffort:
		return i18n.Sentencef("%s is all out, and its %s is known only when it is done", stepName(l.Number), name)
	case l.Step.Free:
		return i18n.Sentencef("%s is free, and its %s is known only when it is done", stepName(l.Number), name)
	}
	return i18n.Sentencef("%s has no target of %s", stepName(l.Number), name)
}

// minNormalizedS is the time from which on a recorded run has a normalized speed.
const minNormalizedS = 300

// into gives what a load follows from, as an activity would have it. What is
// planned of less than half of the time stands for nothing.
func (s *sums) into(in *load.Input, t *training.Thresholds) {
	in.TimerS, in.DistanceM = s.seconds, s.mps.sum
	if covers := s.mps.seconds; s.mps.movingS > 0 && covers >= load.MinHRShare*s.seconds {
		in.AvgMPS = s.mps.sum / covers
		if in.Sport == training.Swimming && t.ThresholdMPS > 0 { // of the time swum, by which its load goes
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

// standsFor says of the measure that a load follows from that it is planned
// for a part of the time only, and stands for the rest.
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
	return i18n.Sentencef("only %.0f %% of the time has %s, which stands for the rest", 100*by.seconds/s.seconds, name)
}

// why says what would have given a load, in the words of the steps where they
// say it better than the thresholds.
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
