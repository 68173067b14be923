package dashboard

import "math"

// bandAt is where a value lies on a scale that its usual band takes the middle
// third of.
func bandAt(b hrvBand) string {
	from, to := float(b.From), float(b.To)
	if to <= from {
		return "50"
	}
	return coordinate(math.Max(2, math.Min(98, 33.3+33.4*(float(b.Mean)-from)/(to-from))))
}
