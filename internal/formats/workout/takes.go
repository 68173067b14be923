package workout

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
)

// Takes is what a workout takes as planned. What is not known is 0, and
// Missing says why by the name that results have for it. Estimated says so of
// what is known only if something is assumed.
type Takes struct {
	// DurationS is in s with rests, DistanceM in m.
	DurationS, DistanceM float64
	WorkKJ               float64
	NormalizedPowerW     float64
	// Intensity is the share of the threshold, where the load's method has one.
	Intensity, Load    float64
	Method             load.Method
	Missing, Estimated map[string]i18n.Sentence
}

// Takes computes what a workout takes by the thresholds of a day. A range
// counts at its middle, a ramp in a straight line, a zone at the middle of its
// bounds, a rest that asks for nothing at 0. Normalized power and speed are
// those of the plan by seconds, and the load is that of an activity with these
// values, so that who does it as it is planned gets the load that was planned.
// Where the power of a step is not known, that of the whole is not either.
func (w *Workout) Takes(day efforts.Day, rules load.Rules) Takes {
	legs := Legs(w, day)
	t := Takes{Missing: map[string]i18n.Sentence{}, Estimated: map[string]i18n.Sentence{}}
	s, unknown := newSums(legs), i18n.Sentence("")
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

// distance takes that of the whole, if there is no part of which it is not known.
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

// noDuration says why nobody knows how long a leg is.
func (l *Leg) noDuration() i18n.Sentence {
	switch {
	case l.Step.Open && l.Metres == 0:
		return i18n.Sentencef("%s lasts until the lap button", stepName(l.Number))
	case l.Metres > 0 && l.mps.lacks != "":
		return i18n.Sentencef("%s has a distance, and %s is not set", stepName(l.Number), i18n.Word(l.mps.lacks))
	case l.Metres > 0:
		return i18n.Sentencef("%s has a distance and no pace", stepName(l.Number))
	case l.Step.CaloriesKcal > 0:
		return i18n.Sentencef("%s lasts for %g kcal", stepName(l.Number), l.Step.CaloriesKcal)
	}
	return i18n.Sentencef("%s has no duration", stepName(l.Number))
}

// maxTakesS bounds what is added up by seconds.
const maxTakesS = 7 * 86400
