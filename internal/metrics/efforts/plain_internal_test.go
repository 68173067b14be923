package efforts

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// plain merges by looking at every pair in every round.
type plain struct {
	s       *Series
	pieces  []Piece
	costs   []float64
	penalty float64
}

func (m *plain) merge() {
	m.join(func(i int) bool { return m.costs[i] <= m.penalty/64 })
	for m.join(func(i int) bool {
		c := m.costs[i]
		return c <= m.penalty && (i == 0 || c <= m.costs[i-1]) && (i+1 >= len(m.costs) || c < m.costs[i+1])
	}) {
	}
}

func (m *plain) join(take func(i int) bool) bool {
	m.costs = m.costs[:0]
	for i := 0; i+1 < len(m.pieces); i++ {
		m.costs = append(m.costs, (&merger{s: m.s}).cost(m.pieces[i], m.pieces[i+1]))
	}
	out := m.pieces[:0]
	for i := 0; i < len(m.pieces); i++ {
		p := m.pieces[i]
		if i < len(m.costs) && take(i) {
			p.To = m.pieces[i+1].To
			p.Mean = m.s.Mean(p.From, p.To)
			i++
		}
		out = append(out, p)
	}
	joined := len(out) < len(m.pieces)
	m.pieces = out
	return joined
}

func (m *plain) absorb() {
	for i := 1; i+1 < len(m.pieces); i++ {
		a, p, b := m.pieces[i-1], m.pieces[i], m.pieces[i+1]
		between := (p.Mean-a.Mean)*(b.Mean-p.Mean) >= 0
		if p.Seconds() > binS+binS/2 || !between || m.s.Jumps(p.From) || m.s.Jumps(b.From) {
			continue
		}
		if math.Abs(p.Mean-a.Mean) < math.Abs(p.Mean-b.Mean) {
			m.pieces[i-1].To = p.To
		} else {
			m.pieces[i+1].From = p.From
		}
		m.pieces = slices.Delete(m.pieces, i, i+1)
		i--
	}
	for i, p := range m.pieces {
		m.pieces[i].Mean = m.s.Mean(p.From, p.To)
	}
}

// cutPlainly returns [Cut] by the plain merger.
func cutPlainly(s *Series) []Piece {
	bins := binsOf(s)
	if len(bins) == 0 {
		return nil
	}
	sigma := noise(s, bins)
	m := &plain{s: s, pieces: bins, penalty: 2 * strictness * sigma * sigma * math.Log(float64(len(bins)+1))}
	m.merge()
	m.absorb()
	m.pieces = Refine(s, m.pieces)
	m.merge()
	return m.pieces
}

// TestCutIsAsThePlainOne, on any series, to the last bit.
func TestCutIsAsThePlainOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.SampledFrom([]*rapid.Generator[float64]{
			rapid.Float64Range(-10, 2000), rapid.Map(rapid.IntRange(0, 4), func(n int) float64 { return float64(n) * 50 }),
		}).Draw(t, "levels")
		var x []float64
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			l := level.Draw(t, "level")
			for range rapid.IntRange(1, 25).Draw(t, "seconds") {
				l += rapid.SampledFrom([]float64{0, 0, 1, -1, 3}).Draw(t, "drift")
				x = append(x, l)
			}
		}
		s := NewSegment(x)
		for range rapid.IntRange(0, 3).Draw(t, "pauses") {
			for i := rapid.IntRange(0, len(x)).Draw(t, "pause"); i < len(x); i++ {
				s.TimeS[i] += 60
			}
		}
		if got, _ := Cut(s); !slices.Equal(got, cutPlainly(s)) {
			t.Fatalf("%v, the plain one %v", got, cutPlainly(s))
		}
	})
}

// ramp returns levels that rise a little by little more: in the second half
// each pair is cheaper than the next, so that a round joins only one of them.
func ramp(n int) *Series {
	x := make([]float64, n)
	level := 0.0
	for i := range x {
		if i%binS == 0 {
			step := 1.0
			if at := float64(i)/float64(n) - 0.5; at > 0 {
				step = 1.6 + 3*at
			}
			level += step
		}
		x[i] = level - float64(n)/8
	}
	return NewSegment(x)
}

// TestLongSeriesAreCutInTime: the plain one takes minutes.
func TestLongSeriesAreCutInTime(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	if pieces, _ := Cut(ramp(300_000)); len(pieces) == 0 {
		t.Error("no pieces")
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("300,000 seconds took %v", took)
	}
}

func BenchmarkCut(b *testing.B) {
	s := ramp(30_000)
	b.Run("by what changed", func(b *testing.B) {
		for b.Loop() {
			Cut(s)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			cutPlainly(s)
		}
	})
}

// TestTwoMakeASetIfTheyAreLong: of short ones it takes three.
func TestTwoMakeASetIfTheyAreLong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		count, seconds int
		want           bool
	}{{2, 419, false}, {2, 420, true}, {1, 900, false}, {2, 60, false}, {3, 60, true}} {
		d := &detector{s: NewSegment(metricstest.Repeat(250, 4000)), rules: rules{basis: ByPower}}
		var found []stretch
		for i := range c.count {
			from := 300 + i*2*c.seconds
			found = append(found, d.stretch(from, from+c.seconds, Work))
		}
		if got := d.patterned(found); got != c.want {
			t.Errorf("%d of %d s: %v", c.count, c.seconds, got)
		}
	}
}

// TestAValueIsLookedForNearby: within half a minute of rows and no further.
func TestAValueIsLookedForNearby(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 200)
	metricstest.Put(r, training.Altitude, metricstest.Repeat(450, 200))
	for i := range 200 {
		if i != 100 {
			r.Columns.Data[training.Altitude].Valid.Clear(i)
		}
	}
	f := newFiller(stream.Of(r, stream.Limits{}))
	for at, want := range map[int32]bool{70: false, 71: true, 100: true, 129: true, 130: false} {
		if _, ok := f.at(training.Altitude, at); ok != want {
			t.Errorf("at %d s: %v", at, ok)
		}
	}
}

// NewSegment returns a series of values that are a second apart.
func NewSegment(x []float64) *Series {
	s := &Series{X: x, TimeS: make([]int32, len(x))}
	for i := range s.TimeS {
		s.TimeS[i] = int32(i)
	}
	s.total()
	return s
}
