package curve

import (
	"math"
	"slices"
)

// blockLen is the number of starts that are compared at once.
const blockLen = 16

// groupLen is the number of blocks that are compared at once for one duration.
const groupLen = 8

// tilted holds the prefix sums of a series minus its mean level, so that they vary around
// zero instead of rising. Within a block of neighbouring starts, they differ little, so a
// single comparison of two blocks' extremes can show that none of their windows beats the
// best known one. This keeps the scan short on steady power, where rising sums would exclude
// nothing.
//
// The window [i, i+d) has the sum at[i+d]−at[i] + level·d; the last term is the
// same for all windows of a duration and is left out of comparisons.
type tilted[T int32 | int64] struct {
	at    []T // n+1 prefix sums
	level int64
	low   []T // low[b] is the least value in block b of starts
	high  []T // high[b] is the greatest value in blocks b and b+1 of ends
	// These are the same values for groups of blocks. Groups of starts begin at every
	// groupLen-th block, and groups of ends at every block.
	groupLow, groupHigh []T

	sums   []T // best tilted sum by duration, unset until found
	starts []int32
	last   int // start of the best window of the previous duration
}

func newTilted[T int32 | int64](values []int32, level int64) *tilted[T] {
	n := len(values)
	t := &tilted[T]{at: make([]T, n+1), level: level, sums: make([]T, n+1), starts: make([]int32, n+1)}
	for i, v := range values {
		t.at[i+1] = t.at[i] + T(int64(v)-level)
	}
	blocks := n/blockLen + 1
	t.low, t.high = make([]T, blocks), make([]T, blocks)
	for b := range blocks {
		block := t.at[b*blockLen : min((b+1)*blockLen, n+1)]
		least, greatest := block[0], block[0]
		for _, x := range block[1:] {
			least, greatest = min(least, x), max(greatest, x)
		}
		t.low[b], t.high[b] = least, greatest
	}
	for b := range blocks - 1 {
		t.high[b] = max(t.high[b], t.high[b+1])
	}
	t.group()
	return t
}

// group finds the extremes of groups of blocks.
func (t *tilted[T]) group() {
	blocks := len(t.low)
	t.groupLow, t.groupHigh = make([]T, 0, blocks/groupLen+1), make([]T, blocks)
	for from := 0; from < blocks; from += groupLen {
		t.groupLow = append(t.groupLow, slices.Min(t.low[from:min(from+groupLen, blocks)]))
	}
	for b := range t.high {
		t.groupHigh[b] = slices.Max(t.high[b:min(b+groupLen, blocks)])
	}
}

func (t *tilted[T]) n() int { return len(t.at) - 1 }

func (t *tilted[T]) best(d int) (int64, int32) {
	return int64(t.sums[d]) + t.level*int64(d), t.starts[d]
}

// warm uses the best window of the neighbouring duration, extended on either side, as the
// first candidate for duration d.
func (t *tilted[T]) warm(d int) {
	s := min(t.last, t.n()-d)
	t.sums[d], t.starts[d] = t.at[s+d]-t.at[s], int32(s)
	for s > 0 && s > t.last-2 {
		s--
		if x := t.at[s+d] - t.at[s]; x > t.sums[d] {
			t.sums[d], t.starts[d] = x, int32(s)
		}
	}
	t.last = int(t.starts[d])
}

// inside tries every start of block b.
func (t *tilted[T]) inside(b, d int, best T, start int32) (T, int32) {
	from := b * blockLen
	to := min(from+blockLen, t.n()-d+1)
	begins := t.at[from:to]
	ends := t.at[from+d : to+d]
	ends = ends[:len(begins)]
	for i, x := range begins {
		if s := ends[i] - x; s > best {
			best, start = s, int32(from+i)
		}
	}
	return best, start
}

// holds reports whether block b may hold a better window than the best known
// one. Few blocks do, and the test needs no branch for each window.
func (t *tilted[T]) holds(b, d int, best T) bool {
	begins, ends := t.at[b*blockLen:], t.at[b*blockLen+d:]
	return len(ends) < blockLen || highest((*[blockLen]T)(begins), (*[blockLen]T)(ends)) > best
}

// highest returns the highest sum of all windows of a block.
func highest[T int32 | int64](begins, ends *[blockLen]T) T {
	return max(
		max(ends[0]-begins[0], ends[1]-begins[1], ends[2]-begins[2], ends[3]-begins[3]),
		max(ends[4]-begins[4], ends[5]-begins[5], ends[6]-begins[6], ends[7]-begins[7]),
		max(ends[8]-begins[8], ends[9]-begins[9], ends[10]-begins[10], ends[11]-begins[11]),
		max(ends[12]-begins[12], ends[13]-begins[13], ends[14]-begins[14], ends[15]-begins[15]),
	)
}

// single searches the blocks for one duration, skipping whole groups first.
func (t *tilted[T]) single(d int) {
	t.warm(d)
	best, start := t.sums[d], t.starts[d]
	q, blocks := d/blockLen, (t.n()-d)/blockLen+1
	low, high := t.low[:blocks], t.high[q:q+blocks]
	for g := 0; g*groupLen < blocks; g++ {
		if t.groupHigh[g*groupLen+q]-t.groupLow[g] <= best {
			continue
		}
		to := min((g+1)*groupLen, blocks)
		for b := g * groupLen; b < to; b++ {
			if high[b]-low[b] > best && t.holds(b, d, best) {
				best, start = t.inside(b, d, best, start)
			}
		}
	}
	t.sums[d], t.starts[d] = best, start
	t.last = int(start)
}

// MeanMaxVersion is the version of the search for the highest mean of a duration.
const MeanMaxVersion = 1

// scanner finds the best windows in a series.
type scanner interface {
	// single finds the best window of one duration.
	single(d int)
	best(d int) (sum int64, start int32)
}

// scan calls use with a scanner that uses 32-bit sums if they cannot overflow, as
// in every power recording of up to a day, and with 64-bit sums otherwise.
func scan(values []int32, use func(scanner)) {
	if len(values) == 0 {
		return
	}
	total, size := int64(0), int64(0)
	for _, v := range values {
		total += int64(v)
		size += max(int64(v), -int64(v))
	}
	level := total / int64(len(values))
	if size+max(level, -level)*int64(len(values)) < math.MaxInt32/2 {
		use(newTilted[int32](values, level))
	} else {
		use(newTilted[int64](values, level))
	}
}
