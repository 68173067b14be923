package wellness

import (
	"math"

	"lapkeep/internal/dashboard/answer"
	"lapkeep/internal/dashboard/page"
)

// figures are those of a band that people read.
type figures struct {
	key, unit      string
	mean, from, to answer.Num
}

// inMs is HRV as watches show it; the band itself is of logarithms.
func inMs(b answer.Band) figures {
	return figures{"mean_7d_ms", "ms", b.MeanMs, b.FromMs, b.ToMs}
}

func inItsUnit(b answer.Band) figures {
	return figures{"mean_7d", b.Unit, b.Mean, b.From, b.To}
}

// bandAt is where a value lies on a scale that its usual band takes the middle
// third of.
func bandAt(b answer.Band) string {
	from, to := page.Float(b.From), page.Float(b.To)
	if to <= from {
		return "50"
	}
	return page.Coordinate(math.Max(2, math.Min(98, 33.3+33.4*(page.Float(b.Mean)-from)/(to-from))))
}
