package answers

import (
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
)

// LoadInput gives the values that the load of a stored activity is computed from.
func LoadInput(in *store.LoadInput) load.Input {
	return load.Input{
		Sport: in.Sport, TimerS: in.TimerS, DistanceM: in.DistanceM, AvgMPS: in.AvgSpeed, GradedMPS: in.GradedMPS,
		NPW: in.NP, NPWindows: in.NPWindows, AvgHRBpm: in.AvgHR, HRSeconds: in.HRSeconds,
		Exertion: in.RPE, Manual: in.ManualLoad,
	}
}

// NoImpulse says why a load by heart rate is none.
const NoImpulse = load.NoImpulse
