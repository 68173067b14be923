package today

import (
	"math"

	"lapkeep/internal/faces/web/page"
)

// figures are those of a band that people read.
type figures struct {
	key, unit      string
	mean, from, to page.Num
}

// inMs is HRV as watches show it; the band itself is of logarithms.
func inMs(b page.Band) figures {
	return figures{"mean_7d_ms", "ms", b.MeanMs, b.FromMs, b.ToMs}
}

func inItsUnit(b page.Band) figures {
	return figures{"mean_7d", b.Unit, b.Mean, b.From, b.To}
}

// bandAt is where a value lies on a scale that its usual band takes the middle
// third of.
func bandAt(b page.Band) string {
	from, to := page.Float(b.From), page.Float(b.To)
	if to <= from {
		return "50"
	}
	return page.Coordinate(math.Max(2, math.Min(98, 33.3+33.4*(page.Float(b.Mean)-from)/(to-from))))
}
