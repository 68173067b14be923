package glossary

import (
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
)

func otherToolsEntries() []Entry {
	return []Entry{
		{
			Key: "active_time_sauce", Title: "Active time as Sauce counts it", Formula: "Σ steps between rows that last at most four times the median step",
			Inputs: "the rows' times", Needs: "two rows", Unit: "s", Source: "Sauce for Strava's published tests", Version: stream.ActiveVersion,
			Limits: "For comparison only: it knows gaps, not movement.", Proof: vectorTested,
		},
		{
			Key: "peak_sauce", Title: "Best mean as Sauce counts it", Formula: "max of Σ value · (time since the row before) / time, over stretches of at least the duration",
			Inputs: "times and values of rows", Needs: "rows that span the duration", Unit: "W, bpm", Source: "Sauce for Strava's published tests",
			Version: curve.BackwardVersion, Limits: "For comparison only. The first row stands for nothing.", Proof: vectorTested + ", brute force over every stretch",
		},
	}
}
