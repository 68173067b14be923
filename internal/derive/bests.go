package derive

import (
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// powerCurves adds every curve that is taken from power.
func (c *collector) powerCurves(v *stream.View) {
	watts, first, missing := curve.PowerSeries(v)
	if missing != "" || len(watts) == 0 {
		return
	}
	if c.in.Activity.Sport != training.Cycling {
		c.add(primitive.PowerSource, primitive.EncodeSource(power.SourceOf(c.in.powerFrom())))
	}
	coarse := primitive.NewCoarseCurves()
	c.add(primitive.PowerCurve, primitive.NewCurves().Encode(curve.PowerOf(watts, first)))
	if byLevel := curve.Fatigued(watts, first); len(byLevel) > 0 {
		c.add(primitive.FatiguedCurve, coarse.EncodeFatigued(byLevel))
	}
	if points := curve.Normalized(watts, first); len(points) > 0 {
		c.add(primitive.NPCurve, coarse.Encode(points))
	}
}

// distanceCurves adds the shortest times and the highest speeds.
func (c *collector) distanceCurves(v *stream.View) {
	distances := curve.Distances(c.in.Activity.Sport)
	if len(distances) == 0 {
		return
	}
	tracks := curve.TracksOf(v)
	if efforts, missing := tracks.Efforts(distances); missing == "" && len(efforts) > 0 {
		c.add(primitive.Efforts, primitive.EncodeEfforts(efforts))
	}
	if points, missing := tracks.Pace(); missing == "" {
		c.add(primitive.PaceCurve, primitive.NewCoarseCurves().Encode(points))
	}
}
