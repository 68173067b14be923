package wellness

import (
	"math"

	"lapkeep/internal/dashboard/answer"
	"lapkeep/internal/dashboard/page"
)

// bandAt is where a value lies on a scale that its usual band takes the middle
// third of.
func bandAt(b answer.Band) string {
	from, to := page.Float(b.From), page.Float(b.To)
	if to <= from {
		return "50"
	}
	return page.Coordinate(math.Max(2, math.Min(98, 33.3+33.4*(page.Float(b.Mean)-from)/(to-from))))
}
