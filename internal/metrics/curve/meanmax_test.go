package curve

import (
	"math/rand/v2"
	"testing"
)

func realLike(n int, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 7))
	out := make([]int32, n)
	level, left := 180.0, 0
	x := 180.0
	for i := range out {
		if left == 0 {
			level, left = 60+r.Float64()*260, 20+r.IntN(600)
			if r.IntN(8) == 0 {
				level, left = 0, 5+r.IntN(60)
			}
			if r.IntN(30) == 0 {
				level, left = 500+r.Float64()*400, 5+r.IntN(20)
			}
		}
		left--
		x += (level - x) * .25
		out[i] = int32(max(0, x+r.NormFloat64()*35))
		if level == 0 {
			out[i] = 0
		}
	}
	return out
}

func flat(n int, sigma float64) []int32 {
	r := rand.New(rand.NewPCG(3, 7))
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(250 + r.NormFloat64()*sigma)
	}
	return out
}

func brute(v []int32) []int64 {
	s := make([]int64, len(v)+1)
	for i, x := range v {
		s[i+1] = s[i] + int64(x)
	}
	out := make([]int64, len(v))
	for d := 1; d <= len(v); d++ {
		best := s[d] - s[0]
		for i := 0; i+d <= len(v); i++ {
			best = max(best, s[i+d]-s[i])
		}
		out[d-1] = best
	}
	return out
}

func TestQuick(t *testing.T) {
	for n := 1; n < 400; n += 3 {
		v := realLike(n, uint64(n))
		e := MeanMax(v)
		for d, want := range brute(v) {
			if e.Sums[d] != want {
				t.Fatalf("n %d d %d: %d want %d", n, d+1, e.Sums[d], want)
			}
		}
	}
}

func BenchmarkMeanMax4h(b *testing.B) {
	interval := make([]int32, 14400)
	for i := range interval {
		if i/30%2 == 1 {
			interval[i] = 400
		}
	}
	noisyInterval := append([]int32(nil), interval...)
	r := rand.New(rand.NewPCG(3, 7))
	white := make([]int32, 14400)
	for i := range noisyInterval {
		noisyInterval[i] = max(0, noisyInterval[i]+int32(r.NormFloat64()*10))
		white[i] = r.Int32N(500)
	}
	for _, c := range []struct {
		name string
		v    []int32
	}{{"real", realLike(14400, 1)}, {"flat", flat(14400, 0)}, {"erg", flat(14400, 4)}, {"erg15", flat(14400, 15)}, {"intervals", interval}, {"noisyintervals", noisyInterval}, {"white", white}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				MeanMax(c.v)
			}
		})
	}
}
