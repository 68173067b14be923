package stream

import (
	"math"
	"slices"
	"sort"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Version is the version of the rules in [View].
const Version = 7

const (
	// smartCapS is the longest time in s that a row covers if rows are written
	// only on change, unless they are usually far apart.
	smartCapS = 10
	// slowCapS is the maximum time in s that a row of a slow channel covers, unless rows
	// are usually far apart.
	slowCapS = 30
	// smartSlowCapS is the same limit for recordings whose rows are written only
	// on change: for up to a minute, an unchanged heart rate is not written again.
	smartSlowCapS = 61
)

// View is a recording with its usable rows and their weights. It shares the
// recording's columns and never changes them.
type View struct {
	Recording *training.Recording
	// Columns are the recording's columns with the Derived channels added.
	Columns *training.Columns
	// WeightS is the seconds of timer time that each row covers: the time to the
	// next row or pause, but at most CapS. Rows in a pause have weight 0.
	WeightS []int32
	// CapS is the longest time that one row covers: 1 s if there is one row per
	// second, 10 s under smart recording, more if rows are far apart.
	CapS int32
	// HoldS is the maximum time in s for which a power is held under smart recording.
	HoldS int32
	// Smart is set if the device wrote rows only when a value changed (smart recording).
	Smart bool
	// EndStamped is set if the time of a row is the end of its second.
	EndStamped bool
	// Running marks the rows that were recorded while the timer was running. A row
	// in the same second as a stop or a start is also marked.
	Running training.Bitmap
	// Masked counts the rows of each channel that were masked as spikes.
	Masked [training.NumChannels]int
	// Leaps counts the impossible steps that were removed from distance, and (under
	// Latitude) those after which positions continue from the new place.
	Leaps [training.NumChannels]Leaps
	// Derived lists the channels that were computed from others instead of
	// recorded: distance from positions or speed, speed from distance.
	Derived []training.Channel
	// Silent gives the reason for each recorded channel that is treated as absent.
	Silent [training.NumChannels]i18n.Sentence

	// Way is the distance of the whole recording.
	Way Way

	after  tail    // the distance after the last row
	unit   bool    // the distance is in a different unit
	stepS  []int32 // seconds to the next row, pause or end, without a cap
	slowS  []int32 // for [View.SlowWeightS]
	usable [training.NumChannels]training.Bitmap

	powerOnce sync.Once
	power     Samples
}

// Of returns the view of a recording. It makes one pass over the rows and one
// over each channel with limits.
func Of(r *training.Recording, l Limits) *View {
	v := &View{Recording: r, Columns: &r.Columns}
	n := v.Columns.Len()
	v.Running = training.NewBitmap(n)
	v.stepS = make([]int32, n)
	v.walk()
	v.cadence()
	if v.EndStamped = v.endStamped(); v.EndStamped { // the last row ends the last second
		v.stepS[n-1] = max(1, v.stepS[n-1])
	}
	v.WeightS, v.slowS = make([]int32, n), make([]int32, n)
	held := int32(slowCapS)
	if v.Smart {
		held = smartSlowCapS
	}
	for i, s := range v.stepS {
		v.WeightS[i] = min(s, v.CapS)
		if s < held || s <= v.CapS {
			v.slowS[i] = s
		}
	}
	l = l.withDefaults(r.Sport)
	v.silence()
	v.clean(l.SpeedMMS)
	if v.unit = v.otherUnit(l.SpeedMMS); !v.unit {
		v.complete(l.SpeedMMS)
	}
	v.mask(l)
	v.settleWay()
	return v
}

// walk finds for every row whether the timer was running and how long the row lasted.
func (v *View) walk() {
	times, pauses := v.Columns.TimeS, v.Recording.Pauses
	k := 0
	for i, t := range times {
		now := float64(t)
		for k < len(pauses) && pauses[k].ToS <= now {
			k++
		}
		if k < len(pauses) && pauses[k].FromS < now {
			continue
		}
		v.Running.Set(i)
		end := v.endOf(i)
		if k < len(pauses) {
			end = min(end, pauses[k].FromS)
		}
		v.stepS[i] = int32(max(0, math.Round(end-now)))
	}
}

// endOf returns the time of the next row. The last row lasts until the
// recording ends, or for a second if the end is unknown.
func (v *View) endOf(i int) float64 {
	times := v.Columns.TimeS
	if i+1 < len(times) {
		return float64(times[i+1])
	}
	if v.Recording.ElapsedS > 0 {
		return min(v.Recording.ElapsedS, float64(times[i])+smartCapS)
	}
	return float64(times[i]) + 1
}

// At returns the value of ch in row i, if the timer was running and the value is plausible.
func (v *View) At(ch training.Channel, i int) (int32, bool) {
	if !v.usable[ch].Get(i) {
		return 0, false
	}
	return v.Columns.Data[ch].Values[i], true
}

// Usable marks the rows in which [View.At] has a value of ch.
func (v *View) Usable(ch training.Channel) training.Bitmap { return v.usable[ch] }

// Has reports whether ch has at least one usable row.
func (v *View) Has(ch training.Channel) bool {
	for _, w := range v.usable[ch] {
		if w != 0 {
			return true
		}
	}
	return false
}

// SlowWeightS returns the weight in seconds of row i in averages of slow channels
// (heart rate, temperature): the time to the next row or pause if that is under 30
// s (61 s under smart recording) or at most CapS, and otherwise 0.
func (v *View) SlowWeightS(i int) int32 { return v.slowS[i] }

// weights returns the weights in s of all rows for a channel, which depend on whether it is slow.
func (v *View) weights(ch training.Channel) []int32 {
	switch ch {
	case training.HeartRate, training.Temperature, training.CoreTemperature, training.RespirationRate:
		return v.slowS
	default:
		return v.WeightS
	}
}

// SecondsOf returns the timer time in s for which ch has a value.
func (v *View) SecondsOf(ch training.Channel) float64 {
	var sum int64
	u, weights := v.usable[ch], v.weights(ch)
	for from, to := u.Run(0, len(weights)); from < to; from, to = u.Run(to, len(weights)) {
		for _, w := range weights[from:to] {
			sum += int64(w)
		}
	}
	return float64(sum)
}

// Coverage returns the share of timer time, 0 to 1, for which ch has a value.
func (v *View) Coverage(ch training.Channel) float64 {
	if v.Recording.TimerS <= 0 {
		return 0
	}
	return min(1, v.SecondsOf(ch)/v.Recording.TimerS)
}

// MeanOf returns the time-weighted mean of ch over its usable rows, in the
// channel's integer units, and the seconds that it covers. It returns false if
// there are no usable rows. If all rows have weight 0, they all count equally.
func (v *View) MeanOf(ch training.Channel) (mean, seconds float64, ok bool) {
	return v.MeanIn(ch, training.Span{FromS: math.Inf(-1), ToS: math.Inf(1)})
}

// MeanIn does the same as [View.MeanOf] for the rows of a span.
func (v *View) MeanIn(ch training.Channel, span training.Span) (mean, seconds float64, ok bool) {
	var sum, weight, plain, rows int64
	u, values, weights := v.usable[ch], v.Columns.Data[ch].Values, v.weights(ch)
	first, end := v.Rows(span)
	for from, to := u.Run(first, end); from < to; from, to = u.Run(to, end) {
		held := weights[from:to]
		for i, value := range values[from:to] {
			x, w := int64(value), int64(held[i])
			sum, weight = sum+x*w, weight+w
			plain += x
		}
		rows += int64(to - from)
	}
	switch {
	case weight > 0:
		return float64(sum) / float64(weight), float64(weight), true
	case rows > 0:
		return float64(plain) / float64(rows), 0, true
	}
	return 0, 0, false
}

// HeldMeanIn returns the mean of ch over the rows of a span, each weighted by
// the time to the next row, pause or end of the span, up to 10 s or CapS if
// that is more. The last row of the recording has a weight of at least a second. It
// returns false if all weights are 0.
func (v *View) HeldMeanIn(ch training.Channel, span training.Span) (mean float64, ok bool) {
	var sum, weight int64
	u, times := v.usable[ch], v.Columns.TimeS
	from, to := v.Rows(span)
	for i := from; i < to; i++ {
		if !u.Get(i) {
			continue
		}
		w := min(v.stepS[i], max(v.CapS, smartCapS))
		if i == len(times)-1 {
			w = max(1, w)
		}
		w = int32(min(float64(w), math.Ceil(span.ToS-float64(times[i]))))
		sum, weight = sum+int64(v.Columns.Data[ch].Values[i])*int64(w), weight+int64(w)
	}
	return float64(sum) / float64(max(1, weight)), weight > 0
}

// MaxIn returns the highest usable value of ch in a span, in integer units, or
// false if there is none.
func (v *View) MaxIn(ch training.Channel, span training.Span) (int32, bool) {
	best, ok := int32(math.MinInt32), false
	u := v.usable[ch]
	first, end := v.Rows(span)
	for from, to := u.Run(first, end); from < to; from, to = u.Run(to, end) {
		best, ok = max(best, slices.Max(v.Columns.Data[ch].Values[from:to])), true
	}
	if !ok {
		return 0, false
	}
	return best, true
}

const (
	// leastHoldS is the minimum time in s for which a power is held under smart recording.
	leastHoldS = 5
	// sparseS is the median step in s above which rows are usually far apart, so the time
	// between them is not a gap.
	sparseS = 5
	// mostCapS limits the time that one row may cover: ten minutes.
	mostCapS = 600
)

// cadence distinguishes a recording with one row per second (and gaps) from one with rows
// only on change or at longer intervals, and sets how many seconds a row may cover. Steps
// into a pause are ignored. In a smart recording, fewer than nine in ten steps are one
// second long. If the median step is over 5 s, a row covers up to twice the step that nine
// in ten steps do not exceed, but at most four times the median; a longer step is a break.
func (v *View) cadence() {
	v.CapS, v.HoldS = 1, 1
	steps, ones := v.steps()
	if n := len(steps); n < 3 || n < 10 && ones > 0 || ones*10 >= n*9 {
		return
	}
	slices.Sort(steps)
	middle, usual := steps[len(steps)/2], steps[len(steps)*9/10]
	v.Smart, v.CapS = true, smartCapS
	v.HoldS = max(leastHoldS, (3*middle+1)/2)
	if middle > sparseS {
		v.CapS = max(smartCapS, min(2*usual, activeSteps*middle, mostCapS))
		v.HoldS = v.CapS
	}
}

// steps returns the seconds between rows while the timer was running, and the
// number of steps of one second.
func (v *View) steps() (steps []int32, ones int) {
	times := v.Columns.TimeS
	steps = make([]int32, 0, len(times))
	for i := 0; i+1 < len(times); i++ {
		d := times[i+1] - times[i]
		if d <= 0 || v.stepS[i] != d {
			continue
		}
		steps = append(steps, d)
		if d == 1 {
			ones++
		}
	}
	return steps, ones
}

// Rows returns the rows [from, to) with a time in the span.
func (v *View) Rows(span training.Span) (from, to int) {
	times := v.Columns.TimeS
	from = sort.Search(len(times), func(i int) bool { return float64(times[i]) >= span.FromS })
	to = sort.Search(len(times), func(i int) bool { return float64(times[i]) >= span.ToS })
	return from, max(from, to)
}

// Measured returns the span of the rows that were measured in the given span. The two
// differ only if the time of a row is the end of its second.
func (v *View) Measured(span training.Span) training.Span {
	if v.EndStamped {
		span.FromS++
		span.ToS++
	}
	return span
}

// endStamped reports whether the time of a row is the end of its second, as in
// Zwift and SRM: in such a recording, with a row every second, the first row is a second
// after the start, and the last one at the end or later.
func (v *View) endStamped() bool {
	times := v.Columns.TimeS
	if v.Smart || len(times) < 2 || v.Recording.ElapsedS <= 0 {
		return false
	}
	return times[0] == 1 && float64(times[len(times)-1]) >= v.Recording.ElapsedS
}

// TimerIn returns the seconds of a span in which the timer was running.
func (v *View) TimerIn(span training.Span) float64 {
	s := max(0, span.ToS-span.FromS)
	for _, p := range v.Recording.Pauses {
		s -= max(0, min(p.ToS, span.ToS)-max(p.FromS, span.FromS))
	}
	return max(0, s)
}

// stopsAfter returns the time in s at which the timer first stops after a moment at which it runs.
func (v *View) stopsAfter(t float64) float64 {
	for _, p := range v.Recording.Pauses {
		if p.ToS > t {
			return min(p.FromS, v.Recording.ElapsedS)
		}
	}
	return v.Recording.ElapsedS
}

// PauseBetween reports whether the timer was stopped at some time between rows
// i and i+1.
func (v *View) PauseBetween(i int) bool {
	times := v.Columns.TimeS
	if i+1 >= len(times) {
		return false
	}
	a, b := float64(times[i]), float64(times[i+1])
	k := sort.Search(len(v.Recording.Pauses), func(k int) bool { return v.Recording.Pauses[k].ToS > a })
	return k < len(v.Recording.Pauses) && v.Recording.Pauses[k].FromS < b
}

// ActiveVersion is the version of the rule in [ActiveS].
const ActiveVersion = 1

// activeSteps is the maximum gap in active time, in median steps.
const activeSteps = 4

// ActiveS returns the seconds from the first row to the last, without gaps of more than
// four median steps, as Sauce for Strava computes active time. Times must be ascending.
func ActiveS(timeS []int32) int32 {
	if len(timeS) < 2 {
		return 0
	}
	steps := make([]int32, 0, len(timeS)-1)
	for i := range timeS[1:] {
		steps = append(steps, timeS[i+1]-timeS[i])
	}
	sorted := slices.Sorted(slices.Values(steps))
	most := activeSteps * sorted[len(sorted)/2]
	var sum int32
	for _, s := range steps {
		if s <= most {
			sum += s
		}
	}
	return sum
}
