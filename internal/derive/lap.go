package derive

import (
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// EncodeLaps writes laps with their own and the device's values.
func EncodeLaps(ls []summary.Lap) []byte { return encodeLaps(ls, false) }

// EncodeSplits writes splits, their values rounded to seven digits: a long ride
// has hundreds of them, and they take half the room then. [DecodeLaps] reads them.
func EncodeSplits(ls []summary.Lap) []byte { return encodeLaps(ls, true) }

func encodeLaps(ls []summary.Lap, short bool) []byte {
	w := newWriter(128 * len(ls))
	sets := make([]training.Values, 0, 2*len(ls))
	for _, l := range ls {
		sets = append(sets, l.Values, l.Device)
	}
	table := namesOf(sets...)
	w.names(table)
	w.uint(uint64(len(ls)))
	for _, l := range ls {
		w.int(int64(l.Index))
		w.float(orZero(l.StartS))
		w.float(orZero(l.EndS))
		w.text(l.Trigger)
		w.text(l.Intensity)
		w.values(l.Values, table, short)
		w.values(l.Device, table, short)
	}
	return w.b
}

// DecodeLaps reads what [EncodeLaps] wrote.
func DecodeLaps(b []byte) ([]summary.Lap, error) {
	r := newReader(b)
	table := r.names()
	ls := make([]summary.Lap, r.count(21))
	for i := range ls {
		ls[i] = summary.Lap{
			Index: int(r.int32()), StartS: r.float(), EndS: r.float(),
			Trigger: r.text(), Intensity: r.text(), Values: r.values(table), Device: r.values(table),
		}
	}
	if !r.done() {
		return nil, damaged("list of laps")
	}
	return ls, nil
}

// orZero keeps a time that is not a number out of the store.
func orZero(v float64) float64 {
	if !finite(v) {
		return 0
	}
	return v
}
