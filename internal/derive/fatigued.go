package derive

import "lapkeep/internal/metrics/curve"

// NewCoarseCurves is a codec on the durations of [curve.Coarse].
func NewCoarseCurves() Curves { return CurvesOn(curve.Coarse()) }

// EncodeFatigued writes the curves of the first of [curve.FatigueLevelsKJ],
// each with its length before it.
func (c Curves) EncodeFatigued(byLevel [][]curve.Point) []byte {
	w := newWriter(256 * len(byLevel))
	w.uint(uint64(len(byLevel)))
	for _, points := range byLevel {
		w.text(string(c.Encode(points)))
	}
	return w.b
}

// EachFatigued calls f with the level, the grid index and the value of every
// point, in order.
func (c Curves) EachFatigued(b []byte, f func(level, i int, value float64)) error {
	return levels(b, func(level int, data []byte) error {
		return c.Each(data, func(i int, v float64) { f(level, i, v) })
	})
}

func levels(b []byte, f func(level int, data []byte) error) error {
	r := newReader(b)
	n := r.count(2)
	if n > len(curve.FatigueLevelsKJ()) {
		r.fail()
	}
	for level := range n {
		size := r.uint()
		if r.bad || size > uint64(len(r.b)) {
			return damaged("fatigued curve")
		}
		data := r.b[:size]
		r.b = r.b[size:]
		if err := f(level, data); err != nil {
			return err
		}
	}
	if !r.done() {
		return damaged("fatigued curve")
	}
	return nil
}
