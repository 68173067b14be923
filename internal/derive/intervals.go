package derive

import (
	"math"

	"lapkeep/internal/metrics/efforts"
)

// The kinds of intervals and the bases in the order of their stored numbers,
// which never changes.
var (
	intervalKinds = []efforts.Kind{efforts.Work, efforts.Ramp, efforts.Over, efforts.Under}
	bases         = []efforts.Basis{efforts.ByPower, efforts.BySpeed, efforts.ByHR, efforts.ByLengths}
)

// The parts of a unit in which intervals are stored.
const (
	levelStep = efforts.LevelParts
	meanStep  = efforts.MeanParts
)

// The bits of an interval's head, above its kind.
const (
	headLaps  = 1 << 2
	headRamp  = 1 << 3 // its two ends follow
	headMeans = 4      // the bit from which the means that are there are marked
)

// EncodeIntervals writes the structure of a session.
func EncodeIntervals(s *efforts.Session) []byte {
	w := newWriter(24 + 24*len(s.Intervals))
	w.uint(uint64(indexOf(bases, s.Basis)))
	w.uint(uint64(len(s.Intervals)))
	w.int(int64(s.EndS))
	w.step(s.EasyLevel, levelStep)
	w.step(s.WarmUp.DistanceM, meanStep)
	w.step(s.CoolDown.DistanceM, meanStep)
	last := int64(0)
	for i := range s.Intervals {
		w.interval(&s.Intervals[i], &last)
	}
	for _, m := range []efforts.Means{s.WarmUp, s.CoolDown} {
		m.DistanceM = 0 // it stands above
		fields := meanFields(&m)
		mask := meansThere(fields)
		w.uint(mask)
		w.means(fields, mask)
	}
	return w.b
}

// meansThere marks the means that are there, a bit each.
func meansThere(fields [7]meanField) (mask uint64) {
	for k, f := range fields {
		if stepsOf(*f.value, f.step) != 0 {
			mask |= 1 << k
		}
	}
	return mask
}

func (w *writer) means(fields [7]meanField, mask uint64) {
	for k, f := range fields {
		if mask&(1<<k) != 0 {
			w.step(*f.value, f.step)
		}
	}
}

func (r *reader) means(m *efforts.Means, mask uint64) {
	for k, f := range meanFields(m) {
		if mask&(1<<k) != 0 {
			*f.value = r.step(f.step)
		}
	}
}

func (w *writer) interval(iv *efforts.Interval, last *int64) {
	head := uint64(indexOf(intervalKinds, iv.Kind))
	if iv.Laps {
		head |= headLaps
	}
	ramp := iv.Kind == efforts.Ramp
	if ramp {
		head |= headRamp
	}
	fields := meanFields(&iv.Means)
	mask := meansThere(fields)
	w.uint(head | mask<<headMeans)
	w.int(int64(iv.StartS) - *last)
	w.int(int64(iv.EndS) - int64(iv.StartS))
	*last = int64(iv.EndS)
	w.step(iv.Level, levelStep)
	w.step(iv.RestLevel, levelStep)
	if ramp {
		w.step(iv.FirstLevel, levelStep)
		w.step(iv.LastLevel, levelStep)
	}
	w.means(fields, mask)
}

// DecodeIntervals reads what [EncodeIntervals] wrote.
func DecodeIntervals(b []byte) (*efforts.Session, error) {
	r := newReader(b)
	s := &efforts.Session{}
	basis := r.uint()
	n := r.count(5)
	if basis >= uint64(len(bases)) {
		return nil, damaged("list of intervals")
	}
	s.Basis, s.EndS = bases[basis], r.int32()
	s.EasyLevel, s.WarmUp.DistanceM, s.CoolDown.DistanceM = r.step(levelStep), r.step(meanStep), r.step(meanStep)
	s.Intervals = make([]efforts.Interval, n)
	last := int64(0)
	for i := range s.Intervals {
		r.interval(&s.Intervals[i], &last)
	}
	if len(r.b) > 0 { // those of the first version end here
		r.means(&s.WarmUp, r.uint())
		r.means(&s.CoolDown, r.uint())
	}
	if !r.done() {
		return nil, damaged("list of intervals")
	}
	return s, nil
}

func (r *reader) interval(iv *efforts.Interval, last *int64) {
	head := r.uint()
	iv.Kind, iv.Laps = intervalKinds[head&3], head&headLaps != 0
	iv.StartS = r.moment(last)
	iv.EndS = r.moment(last)
	iv.Level, iv.RestLevel = r.step(levelStep), r.step(levelStep)
	iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
	if head&headRamp != 0 {
		iv.FirstLevel, iv.LastLevel = r.step(levelStep), r.step(levelStep)
	}
	r.means(&iv.Means, head>>headMeans)
}

// moment reads a time that is stored as its distance from the one before.
func (r *reader) moment(last *int64) int32 {
	*last += r.int()
	if *last != int64(int32(*last)) {
		r.fail()
		*last = 0
	}
	return int32(*last)
}

type meanField struct {
	value *float64
	step  float64
}

// meanFields are the means in the order of the stored form.
func meanFields(m *efforts.Means) [7]meanField {
	return [...]meanField{
		{&m.PowerW, meanStep},
		{&m.HRBpm, meanStep},
		{&m.MaxHRBpm, meanStep},
		{&m.SpeedMPS, levelStep},
		{&m.CadenceRPM, meanStep},
		{&m.DistanceM, meanStep},
		{&m.ClimbM, meanStep},
	}
}

// stepsOf is a number in whole steps; what cannot be stored is 0.
func stepsOf(v, step float64) int64 {
	if n := math.Round(v * step); math.Abs(n) < 1<<52 {
		return int64(n)
	}
	return 0
}

func (w *writer) step(v, step float64) { w.int(stepsOf(v, step)) }

func (r *reader) step(step float64) float64 { return float64(r.int()) / step }

// indexOf is where a word stands; the first stands for those that are unknown.
func indexOf[T comparable](words []T, x T) int {
	for i, w := range words {
		if w == x {
			return i
		}
	}
	return 0
}
