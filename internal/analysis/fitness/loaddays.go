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

// ofSports is the inputs of the sports; none means all.
func ofSports(inputs []store.LoadInput, sports []training.Sport) []store.LoadInput {
	if len(sports) == 0 {
		return inputs
	}
	var out []store.LoadInput
	for i := range inputs {
		if slices.Contains(sports, inputs[i].Sport) {
			out = append(out, inputs[i])
		}
	}
	return out
}

// latestNamed is how many activities a gap names.
const latestNamed = 3

// coverage counts which activities have a load and why the others have none.
// They are to be added in order of day.
type coverage struct {
	view LoadCoverage
	gaps map[string]*LoadGap
}

func (c *coverage) add(in *store.LoadInput, l load.Load, why string) {
	v := &c.view
	v.Activities++
	if why == "" {
		v.WithLoad++
		if v.ByMethod == nil {
			v.ByMethod = map[string]int{}
		}
		v.ByMethod[string(l.Method)]++
		return
	}
	g := c.gaps[why]
	if g == nil {
		if c.gaps == nil {
			c.gaps = map[string]*LoadGap{}
		}
		g = &LoadGap{Reason: why}
		c.gaps[why] = g
	}
	g.Count++
	if g.Latest = append(g.Latest, in.ID); len(g.Latest) > latestNamed {
		g.Latest = g.Latest[1:]
	}
}

func (c *coverage) result() LoadCoverage {
	for _, g := range c.gaps {
		slices.Reverse(g.Latest) // the latest first
		c.view.Without = append(c.view.Without, *g)
	}
	slices.SortFunc(c.view.Without, func(a, b LoadGap) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return c.view
}
