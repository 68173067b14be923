package derive

import "lapkeep/internal/metrics/curve"

// EncodeEfforts writes best efforts over distances, [curve.Effort.Rounded].
func EncodeEfforts(efforts []curve.Effort) []byte {
	w := newWriter(24 * len(efforts))
	kept := 0
	for _, e := range efforts {
		if finite(e.DistanceM) && finite(e.TimeS) && finite(e.StartS) {
			kept++
		}
	}
	w.uint(uint64(kept))
	for _, e := range efforts {
		if finite(e.DistanceM) && finite(e.TimeS) && finite(e.StartS) {
			w.float(e.DistanceM)
			w.float(e.Rounded().TimeS)
			w.float(e.StartS)
		}
	}
	return w.b
}

// DecodeEfforts reads what [EncodeEfforts] wrote.
func DecodeEfforts(b []byte) ([]curve.Effort, error) {
	r := newReader(b)
	efforts := make([]curve.Effort, r.count(24))
	for i := range efforts {
		efforts[i] = curve.Effort{DistanceM: r.float(), TimeS: r.float(), StartS: r.float()}
	}
	if !r.done() {
		return nil, damaged("list of efforts")
	}
	return efforts, nil
}
