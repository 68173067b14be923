package threshold

import "lapkeep/internal/training"

// Version of the rules in this package.
const Version = 1

// Confidence is how much an estimate is worth, by rules that each estimator
// states.
type Confidence string

// The levels of confidence.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// Effort is a best effort that an estimate rests on.
type Effort struct {
	Activity  training.ActivityID
	Day       training.Day
	DurationS float64
	Value     float64 // W, bpm or m/s
	DistanceM float64 // 0 for efforts over a duration
}

// Estimate is an estimated threshold.
type Estimate struct {
	Key        training.ThresholdKey
	Value      float64 // in the unit of Key
	Method     string  // best_60min, best_20min_x0.95, cp_x0.95, friel_30min, best_30min …
	Confidence Confidence
	Evidence   []Effort
	// Notes say what raised or lowered the confidence.
	Notes []string
	// Advice is how to confirm it.
	Advice string
}

// Input is what one sport's bests over the window add up to. Each list has
// the best of every duration or distance over all activities of the window,
// with the activity it comes from.
type Input struct {
	Sport training.Sport
	Power []Effort // best mean power by duration
	// HR is the average heart rate of the last 20 minutes of hard
	// half-hours, and the best mean heart rate by duration.
	HR         []Effort
	FieldTests []FieldTest
	Pace       []Effort // best times over distances
	Activities int      // with the channel, in the window
}

// FieldTest is the part of one activity that looks like Friel's test: 30
// minutes alone and hard; AvgLast20Bpm is what the test reads.
type FieldTest struct {
	Activity     training.ActivityID
	Day          training.Day
	StartS       float64
	AvgLast20Bpm float64
	AvgWholeBpm  float64
}

// FTP estimates functional threshold power, or says why it cannot.
func FTP(in Input) (Estimate, string) { return Estimate{}, "" }

// CriticalPower estimates critical power and W′, or says why it cannot.
func CriticalPower(in Input) (CPFit, string) { return CPFit{}, "" }

// LTHR estimates heart rate at lactate threshold, or says why it cannot.
func LTHR(in Input) (Estimate, string) { return Estimate{}, "" }

// Pace estimates threshold speed, or says why it cannot.
func Pace(in Input) (Estimate, string) { return Estimate{}, "" }

// CPFit is a two-parameter fit of work on time with its standard errors.
type CPFit struct {
	CPW, WPrimeJ   float64
	CPSE, WPrimeSE float64 // W, J
	SEEJ           float64 // standard error of the estimate, J
	Points         []Effort
}

// FitCP fits W = CP·t + W′ by least squares; false with fewer than two
// distinct durations or without a positive result.
func FitCP(points []Effort) (CPFit, bool) { return CPFit{}, false }
