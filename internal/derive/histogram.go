package derive

import (
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// maxBins bounds a decoded histogram: 300 km/h in mm/s.
const maxBins = 1 << 17

// EncodeHistogram writes the bins with runs of empty ones folded.
func EncodeHistogram(h zones.Histogram) []byte {
	w := newWriter(16 + 2*len(h.Seconds))
	w.uint(uint64(h.Channel))
	w.int(int64(h.Width))
	w.int(int64(h.First))
	w.uint(uint64(len(h.Seconds)))
	empty := uint64(0)
	for _, s := range h.Seconds {
		if s == 0 {
			empty++
			continue
		}
		w.uint(empty)
		w.uint(uint64(s))
		empty = 0
	}
	return w.b
}

// DecodeHistogram reads what [EncodeHistogram] wrote.
func DecodeHistogram(b []byte) (zones.Histogram, error) {
	var h zones.Histogram
	err := DecodeHistogramInto(&h, b)
	return h, err
}

// DecodeHistogramInto reads what [EncodeHistogram] wrote into the room of a
// histogram that is needed no more.
func DecodeHistogramInto(h *zones.Histogram, b []byte) error {
	r := newReader(b)
	ch := r.uint()
	seconds := h.Seconds
	*h = zones.Histogram{Channel: training.Channel(ch), Width: r.int32(), First: r.int32()}
	n := r.uint()
	if r.bad || n > maxBins || ch >= uint64(training.NumChannels) || h.Width <= 0 {
		*h = zones.Histogram{}
		return damaged("histogram")
	}
	if seconds == nil || n > uint64(cap(seconds)) {
		seconds = make([]uint32, n)
	} else {
		seconds = seconds[:n]
		clear(seconds)
	}
	for i := uint64(0); len(r.b) > 0; i++ {
		skip, s := r.uint(), r.uint()
		if r.bad || skip > n || i+skip >= n || s == 0 || s > 1<<32-1 {
			*h = zones.Histogram{}
			return damaged("histogram")
		}
		i += skip
		seconds[i] = uint32(s)
	}
	h.Seconds = seconds
	return nil
}
