package load

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 5

const (
	// MinHRShare is the share of timer time that heart rate has to cover to
	// stand for the whole.
	MinHRShare = 0.5
	// minPowerShare is the share under which power gives way to another
	// method: its load is only of the time that it covers.
	minPowerShare = 0.5
)

// Input holds the values from which the load of one activity follows. Zero fields are unknown.
type Input struct {
	Sport     training.Sport
	TimerS    float64
	DistanceM float64
	AvgMPS    float64 // of a pool swim over the lengths swum
	GradedMPS float64 // normalized graded speed
	NPW       float64 // not rounded
	NPWindows int
	AvgHRBpm  float64
	HRSeconds float64
	Exertion  float64 // 1 to 10
	Manual    float64
}

// Session takes the values that can exceed what a person can do.
func (in Input) Session() stream.Session {
	return stream.Session{Sport: in.Sport, TimerS: in.TimerS, DistanceM: in.DistanceM, PowerW: in.NPW}
}

// doubt says why a method has nothing to rest on: where the whole session
// cannot be, none has but the athlete's own word, and power has none of its own.
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

// Load is the load of one activity. IntensityFactor is 0 where the method has
// none.
type Load struct {
	TSS             float64
	IntensityFactor float64
	Method          Method
}

// By computes a load by one method, or says what it lacks.
func (r Rules) By(m Method, in Input, t training.Thresholds) (Load, i18n.Sentence) {
	if why := in.doubt(m); why != "" {
		return Load{}, why
	}
	return r.by(m, &in, &t)
}

// by is [Rules.By] of a session that nobody doubts.
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

// unless is nothing where ok, and otherwise why not.
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

// ThinHeart says so where heart rate covers too little of the timer time, both
// in seconds, to stand for the whole.
func ThinHeart(hrSeconds, timerS float64) i18n.Sentence {
	if hrSeconds >= MinHRShare*timerS {
		return ""
	}
	return thinHeart(hrSeconds, timerS)
}

func thinHeart(hrSeconds, timerS float64) i18n.Sentence {
	return i18n.Sentencef("heart rate covers only %.0f %% of the time", hrSeconds/timerS*100)
}

// missing says what would have given a load: the thresholds that what was
// recorded lacks.
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
