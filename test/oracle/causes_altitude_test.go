package oracle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
	"lapkeep/test/naive"
)

// gradedBy is how many times faster than it was a run on the flat is told to
// be; 1 where the graded pace is refused.
func gradedBy(v *stream.View) float64 {
	g, missing := pace.GradeWell(v)
	if missing != "" {
		return 1
	}
	factor, missing := g.Factor(route.Whole(v))
	if missing != "" {
		return 1
	}
	return factor
}

// What a barometer drifts is climbed, and no more: nothing can tell.
func TestDriftOfABarometer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Flat{
			Seconds: rapid.IntRange(900, 3600).Draw(t, "seconds"), MPS: rapid.Float64Range(2.2, 5).Draw(t, "m/s"),
			Seed:   rapid.Uint64().Draw(t, "seed"),
			SigmaM: rapid.Float64Range(0, 0.3).Draw(t, "sigma"), DriftM: rapid.Float64Range(0, 25).Draw(t, "drift"),
		}
		made := c.File()
		v := stream.Of(sessionsOf(t, made)[0], stream.Limits{})
		rise := c.DriftM * math.Sin(math.Pi*float64(c.Seconds)/3600) / made.Sessions[0].DistanceM
		if by, want := gradedBy(v), naive.GAP(1, rise); math.Abs(by-want) > 0.03 {
			t.Errorf("a run that seems to rise %.2f %% is told to be worth %.3f of its speed, not %.3f", 100*rise, by, want)
		}
		if gain := summary.Of(v).Values[training.MetricElevationGainM]; gain > c.DriftM+2 {
			t.Errorf("%.1f m were climbed by a drift of %.1f m", gain, c.DriftM)
		}
	})
}
