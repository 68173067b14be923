package curve

import "lapkeep/internal/metrics/zones"

// WorkVersion is the version of the rule of [WorkAbove].
const WorkVersion = 1

// WorkAbove sums the work above a power in W, from a histogram of power: excess
// counts only the part above it, within all work of the seconds at or above it.
// Both are in J. False for a histogram that is empty or not in bins of 1 W, and
// for a limit that is not above zero.
func WorkAbove(h zones.Histogram, limitW float64) (excess, within float64, ok bool) {
	if len(h.Seconds) == 0 || h.Width != 1 || !(limitW > 0) {
		return 0, 0, false
	}
	for i, s := range h.Seconds {
		if w := float64(h.First) + float64(i); s > 0 && w >= limitW {
			excess += (w - limitW) * float64(s)
			within += w * float64(s)
		}
	}
	return excess, within, true
}
