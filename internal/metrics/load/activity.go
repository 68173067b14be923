package load

import (
	"fmt"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 2

// Method says how a load was computed.
type Method string

// The methods, best first: what the athlete entered stands over what a sensor
// says, as every other edit does.
const (
	MethodManual    Method = "manual"
	MethodPower     Method = "power_tss"
	MethodHeartRate Method = heart.MethodHRTSS
)

// minHRShare is the share of timer time that heart rate has to cover for its
// average to stand for the whole.
const minHRShare = 0.5

// Input is what the load of one activity needs. Zero fields are unknown.
type Input struct {
	Sport     training.Sport
	TimerS    float64
	NPW       float64 // not rounded
	NPWindows int
	AvgHRBpm  float64
	HRSeconds float64
	Manual    float64
}

// Load is the load of one activity. IntensityFactor is 0 where the method has
// none.
type Load struct {
	TSS             float64
	IntensityFactor float64
	Method          Method
}

// Of computes a load by the best method that its inputs and thresholds allow
// (the athlete's own word, power, heart rate), or says in one phrase why
// there is none.
func Of(in Input, t training.Thresholds) (Load, string) {
	if in.Manual > 0 {
		return Load{TSS: in.Manual, Method: MethodManual}, ""
	}
	np := power.NP{Watts: in.NPW, Windows: in.NPWindows}
	if tss, ok := power.TSS(np, t.FTPW); ok {
		return Load{TSS: tss, IntensityFactor: in.NPW / t.FTPW, Method: MethodPower}, ""
	}
	covered := in.AvgHRBpm > 0 && in.HRSeconds >= minHRShare*in.TimerS
	if covered {
		if tss, ok := heart.HRTSS(in.AvgHRBpm, t.LTHRBpm, in.TimerS); ok {
			return Load{TSS: tss, Method: MethodHeartRate}, ""
		}
	}
	return Load{}, missing(in, covered)
}

// missing says what would have given a load.
func missing(in Input, covered bool) string {
	switch {
	case in.NPW > 0 && covered:
		return "neither FTP nor a threshold heart rate is set for the sport"
	case in.NPW > 0:
		return "no FTP is set for the sport"
	case covered:
		return "no threshold heart rate is set for the sport"
	case in.AvgHRBpm > 0 && in.TimerS > 0:
		return fmt.Sprintf("heart rate covers only %.0f %% of the time", in.HRSeconds/in.TimerS*100)
	default:
		return "no power, heart rate or manual load"
	}
}
