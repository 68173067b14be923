package derive

import "lapkeep/internal/training"

// The kinds of primitives, as they stand in the store. An activity that lacks
// what a kind needs has no row of it.
const (
	PowerHistogram = "power_histogram" // [DecodeHistogram], 1 W
	HRHistogram    = "hr_histogram"    // [DecodeHistogram], 1 bpm
	SpeedHistogram = "speed_histogram" // [DecodeHistogram], 1 mm/s; cycling 100 mm/s
	PowerCurve     = "power_curve"     // [DecodeCurve], W
	HRCurve        = "hr_curve"        // [DecodeCurve], bpm
	FatiguedCurve  = "fatigued_curve"  // [Curves.EachFatigued], W after kJ
	NPCurve        = "np_curve"        // [NewCoarseCurves], W
	PaceCurve      = "pace_curve"      // [NewCoarseCurves], cm/s
	Efforts        = "efforts"         // [DecodeEfforts]
	AfterBest      = "after_best"      // [DecodeAfterBest]
	Laps           = "laps"            // [DecodeLaps], the device's laps
	SplitsKM       = "splits_km"       // [DecodeLaps]
	SplitsMile     = "splits_mile"     // [DecodeLaps]
	Climbs         = "climbs"          // [DecodeClimbs]
	ClimbWays      = "climb_ways"      // [DecodeWays], one for each of the climbs
	PowerSource    = "power_source"    // [DecodeSource], where power is not a bicycle's
	PowerMeter     = "power_meter"     // [DecodeSource], of a bicycle, where the recording names it
	Intervals      = "intervals"       // [DecodeIntervals]
	Route          = "route"           // [DecodeRoute]
	// GradedPaceCurve and GradedEfforts are those of a run as on the flat.
	GradedPaceCurve = "graded_pace_curve" // [NewCoarseCurves], cm/s
	GradedEfforts   = "graded_efforts"    // [DecodeEfforts]
	// Report is there for every activity that was derived; its row carries
	// the hash of the inputs. [DecodeReport]
	Report = "report"
)

// Kinds lists them all.
func Kinds() []string {
	return []string{
		PowerHistogram, HRHistogram, SpeedHistogram, PowerCurve, HRCurve, FatiguedCurve, NPCurve, PaceCurve, Efforts,
		GradedPaceCurve, GradedEfforts, AfterBest,
		Laps, SplitsKM, SplitsMile, Climbs, ClimbWays, PowerSource, PowerMeter, Intervals, Route, Report,
	}
}

func damaged(kind string) error {
	return training.Errorf(training.KindCorrupt, "A stored %s cannot be decoded.", kind).
		WithFix("Run lapkeep verify; what is derived is computed again from the recordings.")
}
