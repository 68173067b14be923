package efforts

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Series is a channel at one value a second of running time. TimeS is each
// value's second of the recording, so that a pause or a gap is a jump of it.
type Series struct {
	X     []float64
	TimeS []int32

	sum []float64 // of the values before each index, for means in one step
}

// maxSeconds bounds the memory that a series takes, whatever a file claims.
const maxSeconds = 1 << 19

// SegmentOf is a channel of a recording in its shown unit, with lone spikes and
// drop-outs of one second taken out (median of three).
func SegmentOf(v *stream.View, ch training.Channel) *Series {
	u, values, times := v.Usable(ch), v.Columns.Data[ch].Values, v.Columns.TimeS
	n := u.Count()
	x, at := make([]float64, 0, n), make([]int32, 0, n)
	scale := 1 / ch.Scale()
	for i := range values {
		if len(x) >= maxSeconds {
			break
		}
		if !u.Get(i) || i+1 < len(times) && times[i+1] == times[i] && u.Get(i+1) {
			continue
		}
		for k := range max(1, v.WeightS[i]) {
			x, at = append(x, float64(values[i])*scale), append(at, times[i]+k)
		}
	}
	s := &Series{X: x, TimeS: at}
	s.despike()
	return s
}

// NewSegment is a series of values that are a second apart.
func NewSegment(x []float64) *Series {
	s := &Series{X: x, TimeS: make([]int32, len(x))}
	for i := range s.TimeS {
		s.TimeS[i] = int32(i)
	}
	s.total()
	return s
}

func (s *Series) despike() {
	if len(s.X) > 2 {
		a, b := s.X[0], s.X[1]
		for i := 2; i < len(s.X); i++ {
			c := s.X[i]
			s.X[i-1] = max(min(a, b), min(max(a, b), c))
			a, b = b, c
		}
	}
	s.total()
}

func (s *Series) total() {
	s.sum = make([]float64, len(s.X)+1)
	total := 0.0
	for i, x := range s.X {
		total += x
		s.sum[i+1] = total
	}
}

// Len is the number of values, which is the seconds of running time.
func (s *Series) Len() int { return len(s.X) }

// Mean is the mean of the values [from, to), 0 of none.
func (s *Series) Mean(from, to int) float64 {
	if to <= from {
		return 0
	}
	return (s.sum[to] - s.sum[from]) / float64(to-from)
}

// Residual is the sum of squares around the mean of the values [from, to).
func (s *Series) Residual(from, to int) float64 {
	mean, sum := s.Mean(from, to), 0.0
	for _, x := range s.X[from:max(from, to)] {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

// Index is the first value at or after a second of the recording.
func (s *Series) Index(timeS float64) int {
	lo, hi := 0, len(s.TimeS)
	for lo < hi {
		mid := (lo + hi) / 2
		if float64(s.TimeS[mid]) < timeS {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// EndS is the second of the recording at which the stretch [.., to) ends.
func (s *Series) EndS(to int) int32 {
	if to <= 0 || len(s.TimeS) == 0 {
		return 0
	}
	return s.TimeS[to-1] + 1
}

// Jumps reports a pause or a gap right before value i.
func (s *Series) Jumps(i int) bool {
	return i > 0 && i < len(s.TimeS) && s.TimeS[i]-s.TimeS[i-1] > PauseS
}

// PauseS is the longest step in seconds that is no pause: a longer one always
// ends a stretch.
const PauseS = 5

// With is another series on the same seconds.
func (s *Series) With(x []float64) *Series {
	out := &Series{X: x, TimeS: s.TimeS}
	out.total()
	return out
}
