package oracle

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/causetest"
)

// Each leg of a triathlon has the way that was made in it, whoever counted it.
func TestLegsHaveTheirOwnDistance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Legs{
			SwimS: rapid.IntRange(300, 900).Draw(t, "swim"), BikeS: rapid.IntRange(600, 1500).Draw(t, "bike"),
			RunS: rapid.IntRange(300, 900).Draw(t, "run"),
			GapS: rapid.IntRange(0, 60).Draw(t, "gap"), SwimRows: rapid.Bool().Draw(t, "rows of the swim"),
		}
		for i := range c.Places {
			c.Places[i] = rapid.Bool().Draw(t, "place")
		}
		made := c.File()
		for i, r := range summaries(t, made) {
			truth := made.Sessions[i]
			tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.005*truth.DistanceM/1000+0.02)
			tells(t, r, training.MetricDurationS, truth.TimerS, 0)
		}
	})
}
