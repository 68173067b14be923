package power

import (
	"math"
	"math/bits"
)

// NormalizedVersion is the version of the rule of [Normalized].
const NormalizedVersion = 1

// WindowS is the length in seconds of normalized power's running mean.
const WindowS = 30

// NP is a fourth-power mean of running means.
type NP struct {
	Watts   float64 // not rounded
	Windows int     // windows that entered; TSS is counted over them
}

// Normalized is the canonical normalized power of samples of one second in W:
// the fourth root of the mean fourth power of all full 30 s windows (Coggan
// 2003). Samples below 0 count as 0, those above 2^25−1 as that. False if there
// are fewer than 30 samples.
//
// Window sums are integers and their fourth powers are added in 128 bits, so
// that the sum is exact and does not depend on the order of adding.
func Normalized(samples []int32) (NP, bool) {
	if len(samples) < WindowS {
		return NP{}, false
	}
	if high, low, ok := smallSums(samples); ok {
		return fourthRoot(high, low, len(samples)-WindowS+1), true
	}
	sum, high, low := int64(0), uint64(0), uint64(0)
	seen := int32(0)
	for _, w := range samples[:WindowS-1] {
		sum += int64(w)
		seen |= w
	}
	tail := samples[:len(samples)-WindowS+1]
	for i, w := range samples[WindowS-1:] {
		sum += int64(w)
		seen |= w
		square := uint64(sum) * uint64(sum)
		h, l := bits.Mul64(square, square)
		var carry uint64
		low, carry = bits.Add64(low, l, 0)
		high, _ = bits.Add64(high, h, carry)
		sum -= int64(tail[i])
	}
	if seen < 0 || seen >= 1<<maxSampleBits {
		return Normalized(clamped(samples))
	}
	return fourthRoot(high, low, len(tail)), true
}

// Within these bits for every sample and for the sum at the start of every
// stretch no window of a stretch sums up to 2^16, so that its fourth power is
// one of 64 bits. Nobody rides half a minute above 1092 W or a second above
// 4095 W; such samples take the general way.
const (
	smallSampleBits = 12
	smallSumBits    = 15
)

// firstEnd is where in a stretch its first window ends, stretchLen how many
// windows of it are added between two looks at their sums.
const (
	firstEnd   = WindowS - 1
	stretchLen = 8
)

type stretch [stretchLen + firstEnd]int32

// total is a sum in 128 bits.
type total struct{ high, low uint64 }

// add takes in the fourth power of a small sum.
func (t *total) add(sum int32) {
	square := uint64(uint32(sum)) * uint64(uint32(sum)) //nolint:gosec // small and not negative, or not used
	low, carry := bits.Add64(t.low, square*square, 0)
	t.low, t.high = low, t.high+carry
}

// smallSums adds the fourth powers of the windows' sums if all of them are
// small. It follows two halves of the samples at once, because a running sum
// waits for itself.
func smallSums(samples []int32) (high, low uint64, ok bool) {
	windows := len(samples) - firstEnd
	half := windows / 2
	second := samples[half:]
	var a, b, sums, seen int32 // the last two: bits of sums and of samples
	for i, w := range samples[:firstEnd] {
		a, b, seen = a+w, b+second[i], seen|w|second[i]
	}
	var t, u total
	i := 0
	for ; i+stretchLen <= half; i += stretchLen {
		sums |= a | b
		x, y := (*stretch)(samples[i:]), (*stretch)(second[i:])
		for j := range stretchLen {
			inA, inB := x[j+firstEnd], y[j+firstEnd]
			a, b, seen = a+inA, b+inB, seen|inA|inB
			t.add(a)
			u.add(b)
			a, b = a-x[j], b-y[j]
		}
	}
	rest := func(sum int32, from, to int) {
		for k := from; k < to; k++ {
			sums |= sum
			sum += samples[k+firstEnd]
			seen |= samples[k+firstEnd]
			t.add(sum)
			sum -= samples[k]
		}
	}
	rest(a, i, half)
	rest(b, half+i, windows)
	low, carry := bits.Add64(t.low, u.low, 0)
	return t.high + u.high + carry, low, sums>>smallSumBits == 0 && seen>>smallSampleBits == 0
}

// maxSampleBits keeps the square of a window's sum within 64 bits.
const maxSampleBits = 25

func clamped(samples []int32) []int32 {
	out := make([]int32, len(samples))
	for i, w := range samples {
		out[i] = min(max(w, 0), 1<<maxSampleBits-1)
	}
	return out
}

// fourthRoot turns the sum of the windows' fourth powers of sums into watts.
func fourthRoot(high, low uint64, windows int) NP {
	sum := float64(high)*0x1p64 + float64(low)
	return NP{Watts: math.Sqrt(math.Sqrt(sum/float64(windows))) / WindowS, Windows: windows}
}

// Running carries normalized power's window over a session, so that a lap or
// a half can be asked for with the windows that reach into it.
type Running struct {
	watts []int32
	sums  []int64 // sums[i] is that of the window that ends at sample i
}

// NewRunning sums the windows of samples of one second in W.
func NewRunning(samples []int32) *Running {
	r := &Running{watts: samples, sums: make([]int64, len(samples))}
	sum := int64(0)
	for i, w := range samples {
		sum += int64(w)
		if i >= WindowS {
			sum -= int64(samples[i-WindowS])
		}
		r.sums[i] = sum
	}
	return r
}

// Between is normalized power over the full windows that end at the samples
// [from, to), whatever they reach back to; false if there are none.
func (r *Running) Between(from, to int) (NP, bool) {
	from = max(from, WindowS-1)
	to = min(to, len(r.sums))
	if from >= to {
		return NP{}, false
	}
	mean, comp := 0.0, 0.0
	for _, s := range r.sums[from:to] {
		x := float64(s) * float64(s)
		x *= x
		mean, comp = neumaier(mean, comp, x)
	}
	watts := math.Sqrt(math.Sqrt((mean+comp)/float64(to-from))) / WindowS
	return NP{Watts: watts, Windows: to - from}, true
}

// neumaier adds x to sum and keeps what rounding lost in comp.
func neumaier(sum, comp, x float64) (float64, float64) {
	t := sum + x
	if math.Abs(sum) >= math.Abs(x) {
		comp += (sum - t) + x
	} else {
		comp += (x - t) + sum
	}
	return t, comp
}
