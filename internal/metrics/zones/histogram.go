package zones

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 1

// Histogram is seconds by value: bin i holds values from (First+i)·Width up
// to, not including, (First+i+1)·Width, in the channel's integer units.
type Histogram struct {
	Channel training.Channel
	Width   int32 // 1 W, 1 bpm, 1 mm/s
	First   int32
	Seconds []uint32
}

// Of counts a recording's power, heart rate or speed in bins of one integer
// unit; empty if the recording has none. A row counts the seconds of timer
// time that it stands for; heart rate holds for less than 30 s.
func Of(v *stream.View, ch training.Channel) Histogram {
	return OfValues(v, ch, v.Columns.Data[ch].Values)
}

// OfValues is [Of] with other values of the same rows, such as speed as it
// would be on the flat. It has one for each row of the channel.
func OfValues(v *stream.View, ch training.Channel, values []int32) Histogram {
	h := Histogram{Channel: ch, Width: 1}
	u := v.Usable(ch)
	low, high, ok := bounds(values, u)
	if !ok || int64(high)-int64(low) > maxBins {
		return h
	}
	h.First, h.Seconds = low, make([]uint32, high-low+1)
	weight := func(i int) int32 { return v.WeightS[i] }
	if ch == training.HeartRate {
		weight = v.SlowWeightS
	}
	for i, x := range values {
		if u.Get(i) {
			h.Seconds[x-low] += uint32(weight(i))
		}
	}
	return h
}

// maxBins bounds the memory of a histogram whose channel has no limits.
const maxBins = 1 << 17

func bounds(values []int32, u training.Bitmap) (low, high int32, ok bool) {
	for i, x := range values {
		if !u.Get(i) {
			continue
		}
		if !ok {
			low, high, ok = x, x, true
		}
		low, high = min(low, x), max(high, x)
	}
	return low, high, ok
}

// TotalS is the seconds in all bins.
func (h Histogram) TotalS() float64 {
	var sum uint64
	for _, s := range h.Seconds {
		sum += uint64(s)
	}
	return float64(sum)
}

// Coarse is the histogram in bins of width units, for showing. A width that
// is not a multiple of the histogram's own leaves it as it is.
func (h Histogram) Coarse(width int32) Histogram {
	if len(h.Seconds) == 0 || width <= h.Width || width%h.Width != 0 {
		return h
	}
	k := width / h.Width
	first := floorDiv(h.First, k)
	out := Histogram{Channel: h.Channel, Width: width, First: first}
	last := floorDiv(h.First+int32(len(h.Seconds))-1, k)
	out.Seconds = make([]uint32, last-first+1)
	for i, s := range h.Seconds {
		out.Seconds[floorDiv(h.First+int32(i), k)-first] += s
	}
	return out
}

func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
