package power

// NormalizedVersion is the version of the rule of [Normalized].
const NormalizedVersion = 2

// WindowS is the length in seconds of normalized power's running mean.
const WindowS = 30

// NP is a fourth-power mean of running means.
type NP struct {
	Watts   float64 // not rounded
	Windows int     // windows that entered; TSS is counted over them
}

// Normalized is the canonical normalized power of samples of one second in W:
// the fourth root of the mean fourth power of all full 30 s windows (Coggan
// 2003). Samples below 0 count as 0. False if there are fewer than 30 samples.
func Normalized(samples []int32) (NP, bool) {
	windows := len(samples) - WindowS + 1
	if windows < 1 {
		return NP{}, false
	}
	window, fourths := int64(0), 0.0 // sums of integers do not drift
	for _, w := range samples[:WindowS-1] {
		window += int64(max(w, 0))
	}
	for i, w := range samples[WindowS-1:] {
		window += int64(max(w, 0))
		square := float64(window) * float64(window)
		fourths += square * square
		window -= int64(max(samples[i], 0))
	}
	return fourthRoot(fourths, windows), true
}

// fourthRoot turns the sum of the fourth powers of windows' sums into watts.
func fourthRoot(fourths float64, windows int) NP {
	return NP{Watts: root4(fourths/float64(windows)) / WindowS, Windows: windows}
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
	fourths := 0.0
	for _, s := range r.sums[from:to] {
		square := float64(s) * float64(s)
		fourths += square * square
	}
	return fourthRoot(fourths, to-from), true
}
