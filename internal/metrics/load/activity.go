package load

import "lapkeep/internal/training"

// Version of the rules in this package.
const Version = 1

// Method says how a load was computed.
type Method string

// The methods, best first.
const (
	MethodPower     Method = "power_tss"
	MethodHeartRate Method = "hrtss_avg_lthr"
	MethodManual    Method = "manual"
)

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

// Of computes a load by the best method that its inputs and thresholds allow,
// or says in one phrase why there is none.
func Of(in Input, t training.Thresholds) (Load, string) { return Load{}, "" }
