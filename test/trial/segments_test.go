package trial

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

const (
	// gateM is how far from the ends of a segment a rider may pass, and
	// segmentShare by how much the way between may be longer or shorter.
	gateM, segmentShare = 25.0, 0.03
)

// effort is a time over the segment.
type effort struct {
	day      training.Day
	seconds  float64
	avgPower float64
}

// timed puts down how often the athlete's climb was ridden, and how fast: from
// the row next to its start to the row next to its end, in each ride.
func (b *book) timed() {
	climb := b.plan.Segments()[0]
	cut := b.of(climb.Ride.Day, training.Cycling)
	from, to := cut.rowAt(climb.FromKm*1000), cut.rowAt(climb.ToKm*1000)
	var all []effort
	for _, o := range b.those(0, b.today, training.Cycling) {
		if o.series(training.Latitude) == nil {
			continue
		}
		for row := 0; row >= 0; {
			var e effort
			if e, row = o.over(cut, from, to, row); row >= 0 {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b effort) int { return int(math.Copysign(1, a.seconds-b.seconds)) })
	here := 0
	for i, e := range all {
		if e.day == saturday {
			here = i + 1
		}
	}
	b.put("segment_count", float64(len(all)))
	b.put("segment_best_s", all[0].seconds)
	b.put("segment_best_day", all[0].day.String())
	b.put("segment_best_w", all[0].avgPower)
	b.put("segment_rank", float64(here))
}

// rowAt is the first row at a distance.
func (o *outing) rowAt(metres float64) int {
	return slices.IndexFunc(o.series(training.Distance), func(d float64) bool { return d >= metres })
}

// away is how far a row is from one of another outing, in m.
func (o *outing) away(row int, of *outing, at int) float64 {
	const perDegree = 6_371_000 * math.Pi / 180
	lat, lon := o.series(training.Latitude)[row], o.series(training.Longitude)[row]
	north, east := lat-of.series(training.Latitude)[at], lon-of.series(training.Longitude)[at]
	return math.Hypot(north, east*math.Cos(lat*math.Pi/180)) * perDegree
}

// next is the row that passes a place next, from a row on: the nearest of those
// that are near; negative if none is.
func (o *outing) next(of *outing, at, row int) int {
	best := -1
	for ; row < len(o.series(training.Latitude)); row++ {
		switch d := o.away(row, of, at); {
		case d <= gateM && (best < 0 || d < o.away(best, of, at)):
			best = row
		case best >= 0 && !(d <= 2*gateM):
			return best
		}
	}
	return best
}

// over is the next time over the segment from a row on, and the row after it;
// negative if there is none.
func (o *outing) over(of *outing, from, to, row int) (effort, int) {
	d, long := o.series(training.Distance), of.series(training.Distance)[to]-of.series(training.Distance)[from]
	for {
		begin := o.next(of, from, row)
		if begin < 0 {
			return effort{}, -1
		}
		end := o.next(of, to, begin)
		if end >= 0 && math.Abs(d[end]-d[begin]-long) <= segmentShare*long {
			sum, n := 0.0, 0.0
			for _, w := range o.series(training.Power)[begin:end] {
				if !math.IsNaN(w) {
					sum, n = sum+w, n+1
				}
			}
			times := o.rec.Columns.TimeS
			return effort{o.Day, float64(times[end] - times[begin]), sum / n}, end
		}
		for row = begin; row < len(d) && o.away(row, of, from) <= 2*gateM; row++ {
		}
		if row == len(d) {
			return effort{}, -1
		}
	}
}
