package route

import (
	"math"
	"slices"
	"sort"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Relief is the corrected altitude of a recording, with one value for each row that has
// an altitude. It is computed once and used for both climbs and stretches.
type Relief struct {
	view *stream.View
	row  []int32
	cm   []int64   // without changes that are not climbs or descents
	alt  []float64 // the same in m, smoothed over the whole recording
	cuts []cut
	kind TerrainKind
	// half is the number of seconds on either side over which altitude is smoothed.
	half int32
	// hysteresis is the height in m by which the altitude must reverse for a turning point.
	hysteresis float64
}

// Kind returns how the altitude was measured.
func (r *Relief) Kind() TerrainKind { return r.kind }

// cut shifts all rows from an index on by an amount in cm.
type cut struct {
	from  int
	shift int64
}

const (
	// smoothHalfS is the half-length in s of the centred smoothing window, which is 5 s long.
	smoothHalfS = 2
	// commonLeaps is the number of rows per leap below which leaps are noise. Noise goes up
	// and down evenly; if only its leaps were removed, it would count as climbing.
	commonLeaps = 500
	// fewLeaps is the number of leaps that is always acceptable, even in a short recording.
	fewLeaps = 3
)

// ReliefOf reads the altitude of a recording. A change during a pause, or one
// that is faster than anyone climbs or descends, is subtracted from all later values,
// unless such changes are common.
func ReliefOf(v *stream.View) *Relief {
	r := &Relief{view: v, half: smoothHalfS}
	n := v.Usable(training.Altitude).Count()
	if n == 0 {
		return r
	}
	leaps, back := r.follow(n, stream.MaxVerticalCMS(v.Recording.Sport))
	if back && leaps > fewLeaps && len(r.row) >= leastRough && leaps*commonLeaps > len(r.row) {
		r.follow(n, math.MaxInt32)
	}
	if r.kind = r.kindOf(); r.kind == Simulated {
		r.half = 0
	}
	r.hysteresis = r.hysteresisOf()
	r.smooth()
	return r
}

// settlingS is the time in s within which a sensor settles at its altitude.
const settlingS = 60

// follow sets the altitude of at most n rows. It subtracts every change during a
// pause, and every leap, which is a change of more than limit cm per second. It returns
// the number of leaps, and whether they go back and forth; the leaps of a settling sensor
// go in one direction.
func (r *Relief) follow(n int, limit int64) (leaps int, back bool) {
	v := r.view
	row, cms := make([]int32, 0, n), make([]int64, 0, n)
	r.cuts = nil
	values, times := v.Columns.Data[training.Altitude].Values, v.Columns.TimeS
	u := v.Usable(training.Altitude)
	shift, raw, last := int64(0), int64(0), -1
	var sum, way int64
	var begun, ended int32 // the first leap, and the last
	for i := range values {
		if !u.Get(i) {
			continue
		}
		cm := int64(values[i])
		if last >= 0 {
			step := cm - raw
			size := max(step, -step)
			leap := size > limit*int64(max(1, times[i]-times[last]))
			if leap {
				if leaps == 0 {
					begun = times[i]
				}
				leaps, sum, way, ended = leaps+1, sum+step, way+size, times[i]
			}
			if leap || pausedBetween(v, last, i) {
				shift -= step
				r.cuts = append(r.cuts, cut{len(row), shift})
			}
		}
		raw, last = cm, i
		row, cms = append(row, int32(i)), append(cms, cm+shift)
	}
	r.row, r.cm = row, cms
	return leaps, max(sum, -sum) < way || ended-begun > settlingS
}

func pausedBetween(v *stream.View, a, b int) bool {
	if len(v.Recording.Pauses) == 0 {
		return false
	}
	for i := a; i < b; i++ {
		if v.PauseBetween(i) {
			return true
		}
	}
	return false
}

// smooth sets each altitude to the mean of the altitudes within two seconds. It does not
// smooth a simulated altitude.
func (r *Relief) smooth() {
	r.alt = make([]float64, 0, len(r.cm))
	all := terrainWindow{from: 0, to: len(r.cm)}
	r.means(all, all, 0, func(alt []float64) { r.alt = append(r.alt, alt...) })
}

// between calls use with the altitudes of the rows [from, to) in order, in pieces. The
// altitudes are neither smoothed over rows outside that range nor shifted by changes before it.
func (r *Relief) between(from, to int, use func(alt []float64)) {
	a, _ := slices.BinarySearch(r.row, int32(from))
	b, _ := slices.BinarySearch(r.row, int32(to))
	shift := r.shiftAt(a)
	head, tail := r.inner(a, b)
	if shift != 0 {
		head, tail = b, b
	}
	of := terrainWindow{a, b}
	r.means(terrainWindow{a, head}, of, shift, use)
	use(r.alt[head:tail])
	r.means(terrainWindow{tail, b}, of, shift, use)
}

// terrainWindow is a range of values [from, to).
type terrainWindow struct{ from, to int }

// means calls use with the altitudes in m at the indexes in at, in order and in pieces. Each
// is the mean of those values within two seconds that are inside the given window, minus
// shift. Sums are in whole centimetres, so they are exact.
func (r *Relief) means(at, of terrainWindow, shift int64, use func(alt []float64)) {
	if at.from >= at.to {
		return
	}
	times := r.view.Columns.TimeS
	from, sum := at.from, int64(0)
	for from > of.from && times[r.row[from-1]] >= times[r.row[at.from]]-r.half {
		from--
	}
	var room [16]float64
	part, to := room[:0], from
	for _, row := range r.row[at.from:at.to] {
		t := times[row]
		for to < of.to && times[r.row[to]] <= t+r.half {
			sum += r.cm[to] - shift
			to++
		}
		for times[r.row[from]] < t-r.half {
			sum -= r.cm[from] - shift
			from++
		}
		if len(part) == len(room) {
			use(part)
			part = room[:0]
		}
		part = append(part, float64(sum)/float64(100*(to-from)))
	}
	use(part)
}

// shiftAt returns the shift in cm at index i.
func (r *Relief) shiftAt(i int) int64 {
	k := sort.Search(len(r.cuts), func(k int) bool { return r.cuts[k].from > i })
	if k == 0 {
		return 0
	}
	return r.cuts[k-1].shift
}

// inner returns the part of the values [a, b) whose smoothing windows lie completely
// inside.
func (r *Relief) inner(a, b int) (head, tail int) {
	times := r.view.Columns.TimeS
	head, tail = a, b
	for head < b && a > 0 && times[r.row[head]]-r.half <= times[r.row[a-1]] {
		head++
	}
	for tail > head && b < len(r.row) && times[r.row[tail-1]]+r.half >= times[r.row[b]] {
		tail--
	}
	return head, tail
}

// GradeVersion is the version of the rule in [Grade].
const GradeVersion = 2

const (
	gradeHalfM  = 20.0 // the slope is computed over the 40 m around a row
	gradeLeastM = 10.0 // over a shorter distance there is no slope
	maxGradePct = 45.0
	// roughFactor is the factor by which the window is longer if the altitude is from GPS.
	roughFactor = 5.0
	// noiseMargin is the factor by which the rises of pure noise may by chance exceed the
	// expected ones.
	noiseMargin = 1.3
)

// Grade returns the slope in percent at every row, over the 40 m around it; ok marks the
// rows with a known slope. Slopes are limited to 45 %. If the altitude is from GPS, the
// slope is computed over 200 m and reduced by the share of noise in the rises.
func Grade(v *stream.View) (pct []float32, ok training.Bitmap) { return ReliefOf(v).Grade() }

// Grade does the same as the function [Grade].
func (r *Relief) Grade() (pct []float32, ok training.Bitmap) {
	n := r.view.Columns.Len()
	pct, ok = make([]float32, n), training.NewBitmap(n)
	c := r.course()
	half, least, share := gradeHalfM, gradeLeastM, 1.0
	if r.kind == Satellite {
		half, least = roughFactor*half, roughFactor*least
		share = r.signal(c, half)
	}
	c.slopes(half, func(i int, rise, run float64) {
		if run >= least {
			g := share * rise / run * 100
			pct[c.row[i]] = float32(min(max(g, -maxGradePct), maxGradePct))
			ok.Set(int(c.row[i]))
		}
	})
	return pct, ok
}

// slopes calls use for each row with the rise and the run in m over a distance of half on
// either side.
func (c *course) slopes(half float64, use func(i int, rise, run float64)) {
	from, to := 0, 0
	for i, d := range c.dist {
		for c.dist[from] < d-half {
			from++
		}
		for to+1 < len(c.dist) && c.dist[to] < d+half {
			to++
		}
		use(i, c.alt[to]-c.alt[from], c.dist[to]-c.dist[from])
	}
}

// signal returns the factor that removes noise from the mean square of the rises
// over windows of a given half length. The result matters for load, which depends
// on that mean square.
func (r *Relief) signal(c course, half float64) float64 {
	sum, n := 0.0, 0.0
	c.slopes(half, func(_ int, rise, run float64) {
		if run >= half {
			sum, n = sum+rise*rise, n+1
		}
	})
	mps := r.speedMPS()
	if sum <= 0 || mps <= 0 {
		return 0
	}
	return math.Sqrt(max(0, 1-noiseMargin*r.drift(2*half/mps)/(sum/n)))
}
