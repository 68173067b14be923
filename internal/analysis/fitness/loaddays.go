package fitness

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LoadReader is what questions about load read from the store.
type LoadReader interface {
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
}

// LoadOf is the load of one activity under the thresholds of its day, or the
// reason why it has none.
func LoadOf(in *store.LoadInput, t *Timeline) (load.Load, string) {
	return load.Of(load.Input{
		Sport: in.Sport, TimerS: in.TimerS, NPW: in.NP, NPWindows: in.NPWindows,
		AvgHRBpm: in.AvgHR, HRSeconds: in.HRSeconds, Manual: in.ManualLoad,
	}, t.At(in.Sport, in.Day))
}

// dailyLoads sums loads by day; element 0 is days.From. Inputs outside of
// days do not count.
func dailyLoads(inputs []store.LoadInput, t *Timeline, days training.DayRange) []float64 {
	out := make([]float64, days.Days())
	for i := range inputs {
		in := &inputs[i]
		if !days.Contains(in.Day) {
			continue
		}
		if l, why := LoadOf(in, t); why == "" {
			out[in.Day-days.From] += l.TSS
		}
	}
	return out
}

// ofSports keeps the inputs of the sports; none means all.
func ofSports(inputs []store.LoadInput, sports []training.Sport) []store.LoadInput {
	if len(sports) == 0 {
		return inputs
	}
	return slices.DeleteFunc(inputs, func(in store.LoadInput) bool { return !slices.Contains(sports, in.Sport) })
}

// latestNamed is how many activities a gap names.
const latestNamed = 3

// coverageOf counts which activities of the days have a load and why the
// others have none.
func coverageOf(inputs []store.LoadInput, t *Timeline, days training.DayRange) LoadCoverage {
	var c LoadCoverage
	gaps := map[string]*LoadGap{}
	for i := len(inputs) - 1; i >= 0; i-- { // the latest first
		in := &inputs[i]
		if !days.Contains(in.Day) {
			continue
		}
		c.Activities++
		l, why := LoadOf(in, t)
		if why == "" {
			c.WithLoad++
			if c.ByMethod == nil {
				c.ByMethod = map[string]int{}
			}
			c.ByMethod[string(l.Method)]++
			continue
		}
		g := gaps[why]
		if g == nil {
			g = &LoadGap{Reason: why}
			gaps[why] = g
		}
		if g.Count++; len(g.Latest) < latestNamed {
			g.Latest = append(g.Latest, in.ID)
		}
	}
	for _, g := range gaps {
		c.Without = append(c.Without, *g)
	}
	slices.SortFunc(c.Without, func(a, b LoadGap) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return c
}
