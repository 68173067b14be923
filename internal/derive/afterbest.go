package derive

import (
	"math"

	"lapkeep/internal/metrics/curve"
)

// EncodeAfterBest writes what belongs to best efforts; distances that efforts
// over a duration covered are kept to the metre.
func EncodeAfterBest(a curve.AfterBest) []byte {
	w := newWriter(1024)
	for _, lengths := range [][]curve.Length{a.Power, a.HeartRate, a.Distance} {
		w.uint(uint64(len(lengths)))
		for _, l := range lengths {
			w.uint(uint64(l.DurationS)) //nolint:gosec // not negative
			over := l.DurationS == 0
			if over {
				w.float(l.DistanceM)
			} else {
				w.covered(l.DistanceM)
			}
			w.uint(uint64(len(l.After)))
			for _, e := range l.After {
				if over {
					w.float(e.Value)
					w.float(e.StartS)
					continue
				}
				w.uint(uint64(math.Round(e.Value * float64(l.DurationS)))) // a sum of whole numbers
				w.uint(uint64(e.StartS))
				w.covered(e.DistanceM)
			}
		}
	}
	return w.b
}

// covered writes metres; 0 means that they are not known.
func (w *writer) covered(m float64) { w.uint(uint64(max(0, math.Round(m)+1))) }

func (r *reader) covered() float64 { return float64(r.uint()) - 1 }

// DecodeAfterBest reads what [EncodeAfterBest] wrote.
func DecodeAfterBest(b []byte) (a curve.AfterBest, err error) {
	r := newReader(b)
	for _, into := range []*[]curve.Length{&a.Power, &a.HeartRate, &a.Distance} {
		*into = make([]curve.Length, r.count(3))
		for i := range *into {
			(*into)[i] = r.length()
		}
	}
	if !r.done() {
		return curve.AfterBest{}, damaged("list of efforts")
	}
	return a, nil
}

func (r *reader) length() (l curve.Length) {
	l.DurationS = int32(min(r.uint(), math.MaxInt32)) //nolint:gosec // it fits
	over := l.DurationS == 0
	if over {
		l.DistanceM = r.float()
	} else {
		l.DistanceM = r.covered()
	}
	l.After = make([]curve.Ranked, r.count(3))
	for i := range l.After {
		e := &l.After[i]
		if over {
			*e = curve.Ranked{Value: r.float(), DistanceM: l.DistanceM, StartS: r.float()}
			continue
		}
		*e = curve.Ranked{Value: float64(r.uint()) / float64(l.DurationS), StartS: float64(r.uint()), DistanceM: r.covered()}
	}
	return l
}
