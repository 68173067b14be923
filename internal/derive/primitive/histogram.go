package primitive

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
	r := newReader(b)
	ch := r.uint()
	h := zones.Histogram{Channel: training.Channel(ch), Width: r.int32(), First: r.int32()}
	n := r.uint()
	if r.bad || n > maxBins || ch >= uint64(training.NumChannels) || h.Width <= 0 {
		return zones.Histogram{}, damaged("histogram")
	}
	h.Seconds = make([]uint32, n)
	for i := uint64(0); len(r.b) > 0; i++ {
		skip, s := r.uint(), r.uint()
		if r.bad || skip > n || i+skip >= n || s == 0 || s > 1<<32-1 {
			return zones.Histogram{}, damaged("histogram")
		}
		i += skip
		h.Seconds[i] = uint32(s)
	}
	return h, nil
}
