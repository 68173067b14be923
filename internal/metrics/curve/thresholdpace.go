package curve

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ThresholdPaceVersion is the version of the rule of [Pace].
const ThresholdPaceVersion = 1

const (
	hourS = 3600
	// riegel is the exponent of time on distance (Riegel 1981).
	riegel = 1.06
	// minPaceS and maxPaceS bound the efforts that say something of an hour.
	minPaceS, maxPaceS = 480, 2 * hourS
	// nearPaceS is the effort from which an hour follows with little error.
	nearPaceS = 20 * 60
)

// Pace estimates threshold speed, or says why it cannot. Running: the speed
// that the best efforts of 8 minutes to 2 hours give for an hour by Riegel's
// formula, those of 20 minutes or more before the shorter ones. Swimming:
// critical swim speed from the best 200 and 400 m.
//
// Confidence: high for an effort of 40 to 80 minutes, or if an effort of
// another activity is within 3 %; medium for one of 20 minutes or more; low
// otherwise; one level less with under three activities.
func Pace(in Input) (Estimate, i18n.Sentence) {
	if in.Sport == training.Swimming {
		return criticalSwim(in)
	}
	e := Estimate{
		Key:    training.KeyThresholdPace,
		Advice: "Confirm with 30 minutes alone at the hardest even pace, on flat ground: the average speed.",
	}
	efforts := between(in.Pace, nearPaceS, maxPaceS)
	e.Confidence = Medium
	if len(efforts) == 0 {
		efforts, e.Confidence = between(in.Pace, minPaceS, nearPaceS), Low
	}
	if len(efforts) == 0 {
		return Estimate{}, "no best effort over a distance between 8 minutes and 2 hours"
	}
	best := efforts[0]
	for _, f := range efforts[1:] {
		if hourSpeed(f) > hourSpeed(best) {
			best = f
		}
	}
	e.Value, e.Method, e.Evidence = hourSpeed(best), "best_effort_riegel_60min", []ThresholdEffort{best}
	if best.DurationS >= 40*60 && best.DurationS <= 80*60 {
		e.Confidence = High
	}
	e.confirm(best, efforts)
	e.judgeCount(in.Activities)
	return e, ""
}

// hourSpeed is the speed for an hour that an effort gives by Riegel's formula.
func hourSpeed(e ThresholdEffort) float64 {
	return e.Value * math.Pow(hourS/e.DurationS, 1/riegel-1)
}

// agreeShare is within which share two efforts confirm each other.
const agreeShare = 0.03

func (e *Estimate) confirm(best ThresholdEffort, efforts []ThresholdEffort) {
	for _, f := range efforts {
		if f.Activity == best.Activity || apart(hourSpeed(f), e.Value) > agreeShare {
			continue
		}
		e.Evidence = append(e.Evidence, f)
		if e.Confidence == Medium {
			e.Confidence = High
		}
		e.note(false, i18n.Sentencef("An effort of another activity over %s agrees.",
			i18n.Measured("%.0f ", f.DistanceM, i18n.MetresOfWay())))
		return
	}
}

// criticalSwim is the slope of distance on time over 200 and 400 m.
func criticalSwim(in Input) (Estimate, i18n.Sentence) {
	var points []ThresholdEffort
	var x, y []float64
	for _, d := range []float64{200, 400} {
		for _, f := range in.Pace {
			if f.DistanceM == d && f.DurationS > 0 {
				points, x, y = append(points, f), append(x, f.DurationS), append(y, d)
			}
		}
	}
	if len(points) != 2 {
		return Estimate{}, "no best efforts over 200 and 400 m"
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope <= 0 || l.Intercept < 0 {
		return Estimate{}, "the best efforts over 200 and 400 m do not look maximal"
	}
	e := Estimate{
		Key: training.KeyThresholdPace, Value: l.Slope, Method: "css_200_400", Confidence: Medium, Evidence: points,
		Advice: "Confirm with a test: 400 m and 200 m all out, with full rest between them.",
	}
	e.judgeCount(in.Activities)
	return e, ""
}
