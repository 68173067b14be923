package terrain

import (
	"math"
	"slices"
	"sort"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Relief is the believed altitude of a recording: one value a row that has an
// altitude. It is made once for whatever asks for climbs and stretches.
type Relief struct {
	view *stream.View
	row  []int32
	cm   []int64   // with what is no climb taken out
	alt  []float64 // the same in m, smoothed over the whole recording
	cuts []cut
	kind Kind
	// half is the seconds on each side that altitude is smoothed over.
	half int32
	// hysteresis is how far altitude has to come back in m for a turn to count.
	hysteresis float64
}

// Kind is what an altitude was measured by.
func (r *Relief) Kind() Kind { return r.kind }

// cut is what was taken out in cm by the row at index from and all after it.
type cut struct {
	from  int
	shift int64
}

const (
	// smoothHalfS makes the centred smoothing window 5 s long.
	smoothHalfS = 2
	// commonLeaps is the rows to a leap from which leaps are noise, which goes
	// back: to take them out would make a way of it.
	commonLeaps = 500
	// fewLeaps are never common, however short the recording.
	fewLeaps = 3
)

// ReliefOf reads the altitude of a recording. What changes during a pause, or
// faster than anybody climbs or descends, is taken out of all that follows,
// unless that is common.
func ReliefOf(v *stream.View) *Relief {
	r := &Relief{view: v, half: smoothHalfS}
	n := v.Usable(training.Altitude).Count()
	if n == 0 {
		return r
	}
	if leaps := r.follow(n, stream.MaxVerticalCMS(v.Recording.Sport)); leaps > fewLeaps && len(r.row) >= leastRough && leaps*commonLeaps > len(r.row) {
		r.follow(n, math.MaxInt32)
	}
	if r.kind = r.kindOf(); r.kind == Simulated {
		r.half = 0
	}
	r.hysteresis = r.hysteresisOf()
	r.smooth()
	return r
}

// follow sets the altitude of the rows, n at most. What changes by more than
// limit cm a second, or in a pause, is taken out; leaps counts the former.
func (r *Relief) follow(n int, limit int64) (leaps int) {
	v := r.view
	r.row, r.cm, r.cuts = make([]int32, 0, n), make([]int64, 0, n), nil
	values, times := v.Columns.Data[training.Altitude].Values, v.Columns.TimeS
	u := v.Usable(training.Altitude)
	shift, raw, last := int64(0), int64(0), -1
	for i := range values {
		if !u.Get(i) {
			continue
		}
		cm := int64(values[i])
		if last >= 0 {
			step := cm - raw
			leap := max(step, -step) > limit*int64(max(1, times[i]-times[last]))
			if leap {
				leaps++
			}
			if leap || pausedBetween(v, last, i) {
				shift -= step
				r.cuts = append(r.cuts, cut{len(r.row), shift})
			}
		}
		raw, last = cm, i
		r.row, r.cm = append(r.row, int32(i)), append(r.cm, cm+shift)
	}
	return leaps
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

// smooth sets each altitude to the mean of those within two seconds, of a simulated one to itself. Sums are
// of whole centimetres, so that they are exact.
func (r *Relief) smooth() {
	times := r.view.Columns.TimeS
	r.alt = make([]float64, len(r.cm))
	from, to, sum := 0, 0, int64(0)
	for i, row := range r.row {
		t := times[row]
		for to < len(r.row) && times[r.row[to]] <= t+r.half {
			sum += r.cm[to]
			to++
		}
		for times[r.row[from]] < t-r.half {
			sum -= r.cm[from]
			from++
		}
		r.alt[i] = float64(sum) / float64(100*(to-from))
	}
}

// between gives the altitudes of the rows [from, to) to use in order, in
// pieces, smoothed over nothing outside of them and shifted by nothing that
// was before them.
func (r *Relief) between(from, to int, use func(alt []float64)) {
	a, _ := slices.BinarySearch(r.row, int32(from))
	b, _ := slices.BinarySearch(r.row, int32(to))
	shift := r.shiftAt(a)
	head, tail := r.inner(a, b)
	if shift != 0 {
		head, tail = b, b
	}
	var room [8]float64
	edge := room[:0]
	for i := a; i < head; i++ {
		edge = append(edge, r.mean(i, a, b, shift))
	}
	use(edge)
	use(r.alt[head:tail])
	edge = room[:0]
	for i := tail; i < b; i++ {
		edge = append(edge, r.mean(i, a, b, shift))
	}
	use(edge)
}

// shiftAt is what was taken out before the value at index i.
func (r *Relief) shiftAt(i int) int64 {
	k := sort.Search(len(r.cuts), func(k int) bool { return r.cuts[k].from > i })
	if k == 0 {
		return 0
	}
	return r.cuts[k-1].shift
}

// inner is the part of the values [a, b) whose windows lie within.
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

// mean is the altitude in m at index i, smoothed over the values [a, b).
func (r *Relief) mean(i, a, b int, shift int64) float64 {
	times := r.view.Columns.TimeS
	t := times[r.row[i]]
	sum, n := int64(0), 0
	for k := i; k >= a && times[r.row[k]] >= t-r.half; k-- {
		sum, n = sum+r.cm[k]-shift, n+1
	}
	for k := i + 1; k < b && times[r.row[k]] <= t+r.half; k++ {
		sum, n = sum+r.cm[k]-shift, n+1
	}
	return float64(sum) / float64(100*n)
}
