package curve

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// MaximalVersion is the version of the rule in [Rule.Find].
const MaximalVersion = 1

// Rule distinguishes the maximal efforts of one kind from everyday training.
// Everything that is derived from efforts uses it.
type Rule struct {
	// FromS and ToS limit the durations that indicate endurance.
	FromS, ToS float64
	// fall is the minimum exponent with which the power or speed of maximal efforts falls
	// with time: half the usual one.
	fall float64
	// near is the minimum value of an effort, as a fraction of the best one.
	near float64
	// usual is the minimum ratio of an effort to everyday training if heart rate does not
	// show how hard the effort was.
	usual float64
	// heart lowers the required fraction of the maximum heart rate.
	heart float64
	// hour converts an effort to the equivalent power or speed for an hour.
	hour func(ThresholdEffort) float64
}

// PowerRule is the rule for mean power on the bike.
func PowerRule() Rule {
	return Rule{FromS: OneEffortLeastS, ToS: 2 * hourS, fall: 0.03, near: 0.88, usual: 1.2, hour: hourPower}
}

// SpeedRule is the rule for mean speed, on foot or in water.
func SpeedRule(sport training.Sport) Rule {
	if sport == training.Swimming {
		return Rule{FromS: CriticalFromS, ToS: 4 * hourS, fall: 0.01, near: 0.93, usual: 1.05, heart: 0.05, hour: hourSwum}
	}
	return Rule{FromS: LeastEffortS, ToS: 4 * hourS, fall: 0.03, near: 0.95, usual: 1.08, hour: hourSpeed}
}

// TrialsS returns the durations in s for which the search looks for efforts.
func TrialsS() []int32 {
	return []int32{180, 300, 360, 480, 720, 1200, 1800, 2400, 3000, 3600, 5400, 7200}
}

// hourPower returns the power for an hour by the reference athlete's curve.
func hourPower(e ThresholdEffort) float64 {
	return e.Value * reference.Power(hourS) / reference.Power(e.DurationS)
}

// swimFall is the exponent with which speed in water falls with time.
const swimFall = 0.03

func hourSwum(e ThresholdEffort) float64 { return e.Value * math.Pow(hourS/e.DurationS, -swimFall) }

// Found holds the maximal efforts of a period.
type Found struct {
	// Efforts do not overlap; they are sorted by duration.
	Efforts []ThresholdEffort
	// Most is the highest confidence of an estimate from the efforts.
	Most Confidence
	// Why is the reason why there are none.
	Why i18n.Sentence
}

// Find returns the maximal efforts of a list. usual is the power or speed of everyday
// training; 0 means unknown. An effort is maximal if
//
//   - the heart rate was near the maximum or, if it is not
//     known, the effort stands out from everyday training or was a race,
//   - no longer effort shows that more was possible: a part of an even hour
//     shows nothing about ten minutes,
//   - no better effort of the same activity overlaps with it: intervals with
//     their rests are one effort,
//   - it is close to the best of all efforts, when both are converted to an hour.
//
// The confidence is high if heart rate or a race shows that an effort was maximal, or if
// three independent efforts agree and the longest is at least twice as long as the shortest.
// It is medium if two such efforts agree, and low for an effort that merely stands out.
func (r Rule) Find(all []ThresholdEffort, usual float64) Found {
	all = slices.DeleteFunc(slices.Clone(all), func(e ThresholdEffort) bool {
		return e.Value <= 0 || e.DurationS < r.FromS || e.DurationS > r.ToS
	})
	slices.SortStableFunc(all, func(a, b ThresholdEffort) int {
		return cmp.Or(cmp.Compare(a.DurationS, b.DurationS), cmp.Compare(b.Value, a.Value))
	})
	hard := slices.DeleteFunc(slices.Clone(all), func(e ThresholdEffort) bool {
		return !r.Hard(e, usual) || r.surpassed(e, all)
	})
	hard = r.best(r.apart(hard))
	if len(hard) == 0 {
		return Found{Why: r.why(all)}
	}
	return Found{Efforts: hard, Most: r.most(hard)}
}

// Hard reports whether an effort may have been maximal, judged by its heart rate, or else
// because it was a race or stands out from everyday training.
func (r Rule) Hard(e ThresholdEffort, usual float64) bool {
	if e.HeartShare > 0 {
		return e.HeartShare >= r.HeartShare(e.DurationS)
	}
	return e.Race || r.hour(e) >= r.usual*usual
}

// These are the fractions of the maximum heart rate that the mean of a maximal effort reaches.
// They depend on the duration because heart rate takes minutes to rise, and falls over hours.
const (
	shortHeart, middleHeart, hourHeart, longHeart = 0.85, 0.88, 0.85, 0.82
	shortHeartS, middleHeartS                     = 300, 1800
)

// HeartShare returns the fraction of the maximum heart rate that the mean of a
// maximal effort reaches over the given seconds.
func (r Rule) HeartShare(seconds float64) float64 {
	share := middleHeart
	switch {
	case seconds < shortHeartS:
		share = shortHeart
	case seconds >= 2*hourS:
		share = longHeart
	case seconds >= hourS:
		share = hourHeart + (longHeart-hourHeart)*math.Log2(seconds/hourS)
	case seconds > middleHeartS:
		share = middleHeart + (hourHeart-middleHeart)*math.Log2(seconds/middleHeartS)
	}
	return share - r.heart
}

// leastMore is the minimum ratio of a shorter effort's power or speed to a longer one's.
const leastMore = 1.01

// surpassed reports whether a longer effort shows that more was possible.
func (r Rule) surpassed(e ThresholdEffort, all []ThresholdEffort) bool {
	return slices.ContainsFunc(all, func(long ThresholdEffort) bool {
		if long.DurationS == e.DurationS {
			return long.Value > e.Value
		}
		more := max(leastMore, math.Pow(long.DurationS/e.DurationS, r.fall))
		return long.DurationS > e.DurationS && e.Value < more*long.Value
	})
}

// samePieceShare is the minimum ratio at which two overlapping efforts count as the same
// effort, of which the longer one is kept.
const samePieceShare = 0.97

// apart keeps the best of overlapping efforts of one activity.
func (r Rule) apart(efforts []ThresholdEffort) (out []ThresholdEffort) {
	left := slices.Clone(efforts)
	for len(left) > 0 {
		best := slices.MaxFunc(left, func(a, b ThresholdEffort) int { return cmp.Compare(r.hour(a), r.hour(b)) })
		kept := best
		for _, e := range left {
			if e.overlaps(best) && r.hour(e) >= samePieceShare*r.hour(best) && e.DurationS > kept.DurationS {
				kept = e
			}
		}
		out = append(out, kept)
		left = slices.DeleteFunc(left, func(e ThresholdEffort) bool { return e == kept || e == best || e.overlaps(kept) })
	}
	slices.SortStableFunc(out, func(a, b ThresholdEffort) int { return cmp.Compare(a.DurationS, b.DurationS) })
	return slices.CompactFunc(out, func(a, b ThresholdEffort) bool { return a.DurationS == b.DurationS })
}

// overlaps reports whether two efforts are parts of one stretch of an activity.
func (e ThresholdEffort) overlaps(f ThresholdEffort) bool {
	return e.Activity == f.Activity && e.Placed && f.Placed && e.StartS < f.StartS+f.DurationS && f.StartS < e.StartS+e.DurationS
}

const (
	// longFromS is the duration in s beyond which an effort is better compared with
	// shorter efforts than converted to an hour.
	longFromS = 1200
	// longFall is the steepest exponent with which long bests fall.
	longFall = -0.17
	// shownNear is how much farther from the best an effort may be if heart rate or a race shows
	// that it was maximal. The rate at which power or speed falls with time differs between people.
	shownNear = 0.06
)

// best keeps the efforts near the best one, and the long ones that do not fall
// more steeply than long efforts do.
func (r Rule) best(efforts []ThresholdEffort) (out []ThresholdEffort) {
	most := 0.0
	for _, e := range efforts {
		most = max(most, r.hour(e))
	}
	for _, e := range efforts {
		if n := len(out); n > 0 && e.DurationS > longFromS && out[n-1].DurationS >= longFromS/2 && !e.shown() {
			if e.Value >= out[n-1].Value*math.Pow(e.DurationS/out[n-1].DurationS, longFall) {
				out = append(out, e)
			}
			continue
		}
		near := r.near
		if e.shown() {
			near -= shownNear
		}
		if r.hour(e) >= near*most {
			out = append(out, e)
		}
	}
	return out
}

// shown reports whether anything other than its power or speed shows that an effort was maximal.
func (e ThresholdEffort) shown() bool { return e.HeartShare > 0 || e.Race }

// wideRatio is the minimum ratio of the longest to the shortest effort for two efforts
// together to show more than one.
const wideRatio = 2

func (r Rule) most(hard []ThresholdEffort) Confidence {
	wide := hard[len(hard)-1].DurationS >= wideRatio*hard[0].DurationS
	switch {
	case slices.ContainsFunc(hard, ThresholdEffort.shown), wide && len(hard) >= leastPoints:
		return High
	case wide:
		return Medium
	}
	return Low
}

// why returns the reason why none of the efforts is maximal.
func (r Rule) why(all []ThresholdEffort) i18n.Sentence {
	if len(all) == 0 {
		return "no effort in this period is long enough to tell"
	}
	hardest := slices.MaxFunc(all, func(a, b ThresholdEffort) int { return cmp.Compare(r.hour(a), r.hour(b)) })
	if hardest.HeartShare > 0 && hardest.HeartShare < r.HeartShare(hardest.DurationS) {
		return i18n.Sentencef("the hardest effort averaged %.0f %% of maximum heart rate; a maximal one of its length reaches %.0f %%",
			100*hardest.HeartShare, 100*r.HeartShare(hardest.DurationS))
	}
	return "no effort stands out from everyday training, and no heart rate near a known maximum confirms one as maximal"
}
