package load

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version is the version of the rules of load, fitness, fatigue and form.
const Version = 5

const (
	// MinHRShare is the minimum share of timer time that heart rate must cover in
	// order to represent the whole.
	MinHRShare = 0.5
	// minPowerShare is the minimum share of timer time that power must cover for a load from
	// power to be preferred, because such a load includes only the covered time.
	minPowerShare = 0.5
)

// Input holds the values from which the load of one activity is computed. Zero
// fields are unknown.
type Input struct {
	Sport     training.Sport
	TimerS    float64
	DistanceM float64
	AvgMPS    float64 // for a pool swim: over the swum lengths
	GradedMPS float64 // normalized graded speed
	NPW       float64 // not rounded
	NPWindows int
	AvgHRBpm  float64
	HRSeconds float64
	Exertion  float64 // 1 to 10
	Manual    float64
}

// Session returns the values that are checked for plausibility.
func (in Input) Session() stream.Session {
	return stream.Session{Sport: in.Sport, TimerS: in.TimerS, DistanceM: in.DistanceM, PowerW: in.NPW}
}

// doubt returns the reason why the values of a method are implausible, or "" if
// they are plausible. An entered load is always plausible, power has its own limit,
// and the other methods need a plausible speed.
func (in *Input) doubt(m Method) (why i18n.Sentence) {
	switch m {
	case MethodManual:
	case MethodPower:
		why = in.Session().Doubt()
	default:
		why = in.Session().Speed()
	}
	return why
}

// Load is the load of one activity. IntensityFactor is 0 if the method does not define it.
type Load struct {
	TSS             float64
	IntensityFactor float64
	Method          Method
}

// By computes a load by one method, or returns the reason why it cannot.
func (r Rules) By(m Method, in Input, t training.Thresholds) (Load, i18n.Sentence) {
	if why := in.doubt(m); why != "" {
		return Load{}, why
	}
	return r.by(m, &in, &t)
}

// by does the same as [Rules.By] for a plausible session.
func (r Rules) by(m Method, in *Input, t *training.Thresholds) (Load, i18n.Sentence) {
	l, missing := Load{Method: m}, i18n.Sentence("")
	switch m {
	case MethodManual:
		l.TSS = in.Manual
		missing = unless(in.Manual > 0, "no load was entered")
	case MethodPower:
		np := power.NP{Watts: in.NPW, Windows: in.NPWindows}
		if tss, ok := power.TSS(np, t.FTPW); ok {
			l.TSS, l.IntensityFactor = tss, in.NPW/t.FTPW
			break
		}
		missing = unless(in.NPW <= 0, noFTP)
		if missing == "" {
			missing = "there is no normalized power"
		}
	case MethodGraded:
		l.TSS, missing = byPace(in, in.GradedMPS, t, "no grade-adjusted speed is known")
	case MethodSpeed:
		l.TSS, missing = byPace(in, in.AvgMPS, t, training.NoSpeed)
	case MethodSwim:
		l.TSS, missing = bySwim(in, t)
	case MethodHeartRate, MethodReserve, MethodHRSS:
		l.TSS, missing = r.byHeart(m, in, t)
	case MethodExertion:
		l.TSS, missing = byExertion(in)
	default:
		missing = "there is no such method"
	}
	if missing == "" {
		missing = stream.LoadBound(l.TSS, in.TimerS)
	}
	if missing != "" {
		return Load{}, missing
	}
	return l, ""
}

const (
	noFTP  = "no FTP is set"
	noLTHR = "no threshold heart rate is set"
	noPace = "no threshold pace is set"
)

// unless returns "" if ok is true, and otherwise why.
func unless(ok bool, why i18n.Sentence) i18n.Sentence {
	if ok {
		return ""
	}
	return why
}

func covered(in *Input) bool { return in.AvgHRBpm > 0 && in.HRSeconds >= MinHRShare*in.TimerS }

func (r Rules) byHeart(m Method, in *Input, t *training.Thresholds) (float64, i18n.Sentence) {
	switch {
	case in.AvgHRBpm <= 0 && (in.HRSeconds <= 0 || in.TimerS <= 0):
		return 0, training.NoHeartRate
	case !covered(in):
		return 0, thinHeart(in.HRSeconds, in.TimerS)
	case m == MethodReserve:
		return heart.ReserveTSS(in.AvgHRBpm, in.TimerS, *t)
	case t.LTHRBpm <= 0:
		return 0, noLTHR
	case m == MethodHRSS:
		trimp, missing := heart.TRIMPFromAverage(in.AvgHRBpm, in.TimerS, *t, r.Sex)
		if missing != "" {
			return 0, missing
		}
		return heart.HRSS(trimp, *t, r.Sex)
	}
	tss, ok := heart.HRTSS(in.AvgHRBpm, t.LTHRBpm, in.TimerS)
	return tss, unless(ok, "the activity has no duration")
}

// ThinHeart returns a sentence if heart rate covers too little of the timer
// time (both in s) to represent the whole activity, and "" otherwise.
func ThinHeart(hrSeconds, timerS float64) i18n.Sentence {
	if hrSeconds >= MinHRShare*timerS {
		return ""
	}
	return thinHeart(hrSeconds, timerS)
}

func thinHeart(hrSeconds, timerS float64) i18n.Sentence {
	return i18n.Sentencef("heart rate covers only %.0f %% of the time", hrSeconds/timerS*100)
}

// missing returns a sentence on the data that a load would need: the thresholds for the
// recorded values.
func missing(in *Input, t *training.Thresholds) i18n.Sentence {
	if why := in.Session().Speed(); why != "" {
		return why
	}
	var lacks []i18n.Sentence
	if in.NPW > 0 && t.FTPW <= 0 {
		lacks = append(lacks, "FTP")
	}
	if speedOf(in) > 0 && t.ThresholdMPS <= 0 {
		lacks = append(lacks, "threshold pace")
	}
	if covered(in) && t.LTHRBpm <= 0 {
		lacks = append(lacks, "threshold heart rate")
	}
	last := len(lacks) - 1
	switch {
	case last == 0:
		return i18n.Sentencef("no %s is set for the sport", lacks[0])
	case last == 1:
		return i18n.Sentencef("neither %s nor a %s is set for the sport", lacks[0], lacks[1])
	case last > 1:
		return i18n.Sentencef("no %s or %s is set for the sport", i18n.Joined("%s, %s", lacks[:last]...), lacks[last])
	case in.HRSeconds > 0 && in.TimerS > 0 && !covered(in):
		return thinHeart(in.HRSeconds, in.TimerS)
	case !believed(speedOf(in), in.Sport):
		return tooFast
	case in.Session().Power() != "":
		return in.Session().Power()
	default:
		return "no power, pace, heart rate, perceived exertion or manual load"
	}
}

// notByPace is the reason why there is no load from pace in a sport that has no such method.
const notByPace i18n.Sentence = "only runs and swims get a load from pace"

const tooFast = "the speed is beyond what is possible"

// believed reports whether a speed is within the limits of the sport. A
// recording of a few seconds, or a distance entered by hand, can give any speed.
func believed(mps float64, sport training.Sport) bool {
	limit := stream.MaxSpeedMMS(sport)
	return limit <= 0 || mps*1000 <= float64(limit)
}

// byPace returns rTSS: hours · (speed / threshold speed)² · 100, for running.
func byPace(in *Input, mps float64, t *training.Thresholds, absent i18n.Sentence) (float64, i18n.Sentence) {
	switch {
	case !MethodSpeed.Fits(in.Sport):
		return 0, "it is not a run"
	case mps <= 0 || in.TimerS <= 0:
		return 0, absent
	case !believed(mps, in.Sport):
		return 0, tooFast
	case t.ThresholdMPS <= 0:
		return 0, noPace
	}
	share := mps / t.ThresholdMPS
	return in.TimerS / 3600 * share * share * 100, ""
}

// bySwim returns sTSS: hours · (speed / critical swim speed)³ · 100, where hours
// and speed refer to the time spent swimming. Rests at the wall neither add to the
// hours nor lower the speed.
func bySwim(in *Input, t *training.Thresholds) (float64, i18n.Sentence) {
	switch {
	case !MethodSwim.Fits(in.Sport):
		return 0, "it is not a swim"
	case in.AvgMPS <= 0 || in.DistanceM <= 0:
		return 0, training.NoDistance
	case !believed(in.AvgMPS, in.Sport):
		return 0, tooFast
	case t.ThresholdMPS <= 0:
		return 0, noPace
	}
	share := in.AvgMPS / t.ThresholdMPS
	return in.DistanceM / in.AvgMPS / 3600 * share * share * share * 100, ""
}

// speedOf returns a speed in m/s from which a load can be computed, or 0 if
// there is none.
func speedOf(in *Input) float64 {
	if !MethodSpeed.Fits(in.Sport) && !MethodSwim.Fits(in.Sport) {
		return 0
	}
	return max(in.AvgMPS, in.GradedMPS)
}

// Rules determines how an athlete's loads are computed.
type Rules struct {
	// Order lists the methods, best first; nil means the default.
	Order []Method
	// Sex selects the constants of the methods that use TRIMP.
	Sex training.Sex
	// alone is the word that limits the rules to its methods, or empty.
	alone string
}

// RulesOf returns an athlete's rules. An order that cannot be parsed, for example
// because another version wrote it, becomes the default.
func RulesOf(a *training.Athlete) Rules {
	order, err := ParseOrder(a.LoadOrder)
	if err != nil {
		order = defaultOrder[:]
	}
	return Rules{Order: order, Sex: a.Sex}
}

// Only returns the rules limited to the methods of a word: those in the athlete's order, or
// all of them if the order contains none.
func (r Rules) Only(word string) Rules {
	own := r.order()
	r.Order, r.alone = nil, word
	for _, m := range own {
		if m.Word() == word {
			r.Order = append(r.Order, m)
		}
	}
	if len(r.Order) == 0 {
		r.Order, _ = methodsOf(word)
	}
	return r
}

func (r Rules) order() []Method {
	if r.Order == nil {
		return defaultOrder[:]
	}
	return r.Order
}

// Of computes a load by the first method in the order for which the inputs and thresholds
// suffice, or returns the reason why there is none. A method that gives 0 is skipped, so
// that no load is zero. Power that covers less than half of the time is used only if no
// other method gives a load.
func (r Rules) Of(in Input, t training.Thresholds) (Load, i18n.Sentence) {
	var partial Load
	for _, m := range r.order() {
		// Most methods lack an input, and checking that is cheaper than checking
		// plausibility.
		l, missing := r.by(m, &in, &t)
		if missing != "" || !(l.TSS > 0) || in.doubt(m) != "" {
			continue
		}
		if m == MethodPower && float64(in.NPWindows+power.WindowS-1) < minPowerShare*in.TimerS {
			partial = l
			continue
		}
		return l, ""
	}
	if partial.TSS > 0 {
		return partial, ""
	}
	if r.alone != "" {
		return Load{}, r.lacks(&in, &t)
	}
	return Load{}, missing(&in, &t)
}

// lacks returns the reason why none of the methods of the word alone gives a load.
func (r Rules) lacks(in *Input, t *training.Thresholds) i18n.Sentence {
	why := notByPace
	for _, m := range r.Order {
		if !m.Fits(in.Sport) {
			continue
		}
		if _, why = r.By(m, *in, *t); why == "" {
			why = NoImpulse
		}
	}
	return why
}

// NoImpulse is the reason given if nothing is missing but the load is 0.
const NoImpulse i18n.Sentence = "it adds up to zero: the activity is too short, or heart rate stayed at rest"

// SessionRPE returns Foster's session load: the rating from 1 to 10 times the
// minutes. The result has its own unit and must not be added to training stress scores.
// It returns false if the rating or the duration is missing.
func SessionRPE(exertion, seconds float64) (float64, bool) {
	if exertion <= 0 || seconds <= 0 {
		return 0, false
	}
	return exertion * seconds / 60, true
}

// pointsByExertion holds Friel's training stress points per hour for ratings of 1 to 10.
// An hour rated 8 counts as an hour at threshold.
var pointsByExertion = [...]float64{20, 30, 40, 50, 60, 70, 80, 100, 120, 140}

// byExertion returns Friel's points for a rating, interpolated between two
// ratings.
func byExertion(in *Input) (float64, i18n.Sentence) {
	if _, ok := SessionRPE(in.Exertion, in.TimerS); !ok {
		return 0, "no perceived exertion was given"
	}
	at := min(max(in.Exertion, 1), float64(len(pointsByExertion))) - 1
	low := int(at)
	high := min(low+1, len(pointsByExertion)-1)
	points := pointsByExertion[low] + (at-float64(low))*(pointsByExertion[high]-pointsByExertion[low])
	return in.TimerS / 3600 * points, ""
}
