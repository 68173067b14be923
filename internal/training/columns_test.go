package training

import (
	"math/rand/v2"
	"testing"
)

// TestRunsAreTheRowsThatAreSet: loops over runs see each row of a stretch that
// is set, once, and no other.
func TestRunsAreTheRowsThatAreSet(t *testing.T) {
	t.Parallel()
	words := []uint64{0, 1, 1 << 63, ^uint64(0), 0xFF00, ^uint64(1)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		b := make(Bitmap, random.IntN(6))
		for i := range b {
			b[i] = words[random.IntN(len(words))]
		}
		first := random.IntN(330)
		end := first + random.IntN(330)
		next := first
		for from, to := b.Run(first, end); from < to; from, to = b.Run(to, end) {
			for ; next < to; next++ {
				if b.Get(next) != (next >= from) {
					t.Fatalf("%x: row %d: set %v, run [%d, %d)", b, next, b.Get(next), from, to)
				}
			}
		}
		for ; next < end; next++ {
			if b.Get(next) {
				t.Fatalf("%x: row %d is set and in no run", b, next)
			}
		}
	}
}

// BenchmarkSumOfAnHour measures the gain of [Bitmap.Run] over asking for each row.
func BenchmarkSumOfAnHour(b *testing.B) {
	values, set := make([]int32, 3600), NewBitmap(3600)
	for i := range values {
		values[i] = int32(i)
		if i%900 > 20 {
			set.Set(i)
		}
	}
	for name, sum := range map[string]func([]int32, Bitmap) int64{"rows": sumOfRows, "runs": sumOfRuns} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum(values, set)
			}
		})
	}
}

func sumOfRows(values []int32, set Bitmap) (sum int64) {
	for i, x := range values {
		if set.Get(i) {
			sum += int64(x)
		}
	}
	return sum
}

func sumOfRuns(values []int32, set Bitmap) (sum int64) {
	for from, to := set.Run(0, len(values)); from < to; from, to = set.Run(to, len(values)) {
		for _, x := range values[from:to] {
			sum += int64(x)
		}
	}
	return sum
}
