package derive

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// powerCurves adds every curve that is taken from power, or says why no person
// can do it.
func (c *collector) powerCurves(v *stream.View, s stream.Session) (points []curve.Point, doubt i18n.Sentence) {
	watts, first, missing := curve.PowerSeries(v)
	if missing != "" || len(watts) == 0 {
		return nil, ""
	}
	points = curve.PowerOf(watts, first)
	if doubt = s.Power(); doubt == "" {
		doubt = beyond(points)
	}
	if doubt != "" {
		return points, doubt
	}
	if from := c.in.powerFrom(); c.in.Activity.Sport != training.Cycling {
		c.add(PowerSource, EncodeSource(power.SourceOf(from)))
	} else if meter := power.MeterOf(from); meter != "" {
		c.add(PowerMeter, EncodeSource(meter))
	}
	coarse := NewCoarseCurves()
	c.add(PowerCurve, NewCurves().Encode(points))
	if byLevel := curve.Fatigued(watts, first); len(byLevel) > 0 {
		c.add(FatiguedCurve, coarse.EncodeFatigued(byLevel))
	}
	if points := curve.Normalized(watts, first); len(points) > 0 {
		c.add(NPCurve, coarse.Encode(points))
	}
	return points, ""
}

// beyond says why a curve cannot be, or nothing.
func beyond(points []curve.Point) i18n.Sentence {
	for _, p := range points {
		if why := stream.Power(p.Value, float64(p.DurationS)); why != "" {
			return why
		}
	}
	return ""
}

// distanceCurves adds the highest speeds and the shortest times, which it gives.
func (c *collector) distanceCurves(v *stream.View, tracks curve.Tracks, sport summary.Addition) []curve.Effort {
	distances := curve.Distances(c.in.Activity.Sport)
	if len(distances) == 0 {
		return nil
	}
	efforts := c.distanceCurvesOf(tracks, distances, Efforts, PaceCurve)
	if g, ok := sport.Graded(); ok {
		c.distanceCurvesOf(tracks.Worth(v, g.RowFactor), distances, GradedEfforts, GradedPaceCurve)
	}
	return efforts
}

func (c *collector) distanceCurvesOf(t curve.Tracks, distances []float64, efforts, speeds string) []curve.Effort {
	found, missing := t.Efforts(distances)
	if missing == "" && len(found) > 0 {
		c.add(efforts, EncodeEfforts(found))
	}
	if points, missing := t.Pace(); missing == "" {
		c.add(speeds, NewCoarseCurves().Encode(points))
	}
	return found
}
