package derive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// These are the kinds and bases of intervals in the order of their stored
// numbers, which must not change.
var (
	intervalKinds = []efforts.Kind{efforts.Work, efforts.Ramp, efforts.Over, efforts.Under}
	bases         = []efforts.Basis{efforts.ByPower, efforts.BySpeed, efforts.ByHR, efforts.ByLengths}
)

// These are the numbers of steps per unit in which intervals are stored.
const (
	levelStep = efforts.LevelParts
	meanStep  = efforts.MeanParts
)

// These are the bits of an interval's first number, above its kind.
const (
	headLaps  = 1 << 2
	headRamp  = 1 << 3 // the levels at its two ends follow
	headMeans = 4      // position of the first bit that marks a mean as present
)

// EncodeIntervals encodes the intervals of a session.
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
		m.DistanceM = 0 // the distance is stored above
		fields := meanFields(&m)
		mask := meansThere(fields)
		w.uint(mask)
		w.means(fields, mask)
	}
	return w.b
}

// meansThere returns a mask with a bit for each mean that is present.
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

// DecodeIntervals decodes the result of [EncodeIntervals].
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
	if len(r.b) > 0 { // data of the first version ends here
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

// moment reads a time that is stored as the difference from the previous one.
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

// meanFields returns the means in the order in which they are stored.
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

// stepsOf returns a number in whole steps, or 0 if it cannot be stored.
func stepsOf(v, step float64) int64 {
	if n := math.Round(v * step); math.Abs(n) < 1<<52 {
		return int64(n)
	}
	return 0
}

func (w *writer) step(v, step float64) { w.int(stepsOf(v, step)) }

func (r *reader) step(step float64) float64 { return float64(r.int()) / step }

func indexOf[T comparable](words []T, x T) int {
	for i, w := range words {
		if w == x {
			return i
		}
	}
	return 0
}

// refresh stores the tracks of changed segments, and removes deleted segments with their efforts.
// It returns the hashes of the new tracks. They are stored once every activity has been matched.
func (f *segmentsFollower) refresh(ctx context.Context, t *touch) (fresh map[string]string, err error) {
	if len(t.segments) == 0 {
		return nil, nil
	}
	known, err := f.hashes(ctx, t.athlete)
	if err != nil {
		return nil, err
	}
	fresh = map[string]string{}
	var put []store.SegmentWay
	var drop []string
	for _, id := range t.segments {
		way, ok, err := f.way(ctx, t.athlete, id)
		if err != nil {
			return nil, err
		}
		hash, had := known[id]
		switch {
		case !ok && had:
			drop = append(drop, id)
		case ok && (t.anew || hash != way.Hash):
			fresh[id], way.Hash = way.Hash, ""
			put, drop = append(put, way), append(drop, id)
		}
	}
	if len(drop) == 0 {
		return fresh, nil
	}
	return fresh, f.db.Write(ctx, func(tx *store.Tx) error {
		for _, id := range drop {
			if err := tx.DropSegment(t.athlete, id); err != nil {
				return err
			}
		}
		for _, way := range put {
			if err := tx.PutSegmentWay(t.athlete, way); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *segmentsFollower) hashes(ctx context.Context, a training.AthleteID) (map[string]string, error) {
	ways, err := f.db.SegmentWays(ctx, training.Everything(a))
	out := make(map[string]string, len(ways))
	for i := range ways {
		out[ways[i].Segment] = ways[i].Hash
	}
	return out, err
}

// way returns the track of a segment from its document, or false if the segment
// is deleted or invalid.
func (f *segmentsFollower) way(ctx context.Context, a training.AthleteID, id string) (w store.SegmentWay, ok bool, err error) {
	docs, err := f.db.Documents(ctx, training.Everything(a), document.Segments, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return w, false, err
	}
	s, err := document.Show[training.Segment](docs[0])
	if err != nil {
		return w, false, nil //nolint:nilerr // an unreadable segment does not stop the others
	}
	if _, err := route.NewWay(s.Points); err != nil {
		return w, false, nil //nolint:nilerr // saving it reports the error
	}
	w = store.SegmentWay{Segment: id, Sport: s.Sport, Data: EncodeWay(s.Points)}
	first, last := s.Points[0], s.Points[len(s.Points)-1]
	w.StartLat, w.StartLon = steps(first.LatDeg), steps(first.LonDeg)
	w.EndLat, w.EndLon = steps(last.LatDeg), steps(last.LonDeg)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%x", s.Sport, w.Data))
	w.Hash = hex.EncodeToString(sum[:16])
	return w, true, nil
}

func steps(degrees float64) int32 { return int32(math.Round(degrees * 1e6)) }

// own is one of the athlete's segments. Its track for matching is created when it is first needed.
type own struct {
	store.SegmentWay
	made *route.Way
}

func (o *own) start() route.Point { return pointOf(o.StartLat, o.StartLon) }
func (o *own) end() route.Point   { return pointOf(o.EndLat, o.EndLon) }

// pointOf converts the position of a gate to the resolution of a sketch.
func pointOf(lat, lon int32) route.Point { return route.Point{Lat: lat / 10, Lon: lon / 10} }

// may reports whether a recording with the given sketch may have passed over the segment.
func (o *own) may(sport training.Sport, s *route.Sketch) (bool, error) {
	if o.Sport != "" && o.Sport != sport || !s.MayPass(o.start()) || !s.MayPass(o.end()) {
		return false, nil
	}
	if o.made == nil {
		points, err := DecodeWay(o.Data)
		if err != nil {
			return false, err
		}
		if o.made, err = route.NewWay(points); err != nil {
			return false, err
		}
	}
	return o.made.MayFollow(s), nil
}

// wayStep is the resolution of a stored track in degrees, about 0.1 m.
const wayStep = 1e-6

// EncodeWay encodes the track of a segment, without altitudes.
func EncodeWay(points []training.RoutePoint) []byte {
	w := newWriter(10 + 4*len(points))
	w.uint(uint64(len(points)))
	lat, lon := int64(0), int64(0)
	for _, p := range points {
		y, x := int64(math.Round(p.LatDeg/wayStep)), int64(math.Round(p.LonDeg/wayStep))
		w.int(y - lat)
		w.int(x - lon)
		lat, lon = y, x
	}
	return w.b
}

// DecodeWay decodes the result of [EncodeWay].
func DecodeWay(b []byte) ([]training.RoutePoint, error) {
	r := newReader(b)
	points := make([]training.RoutePoint, r.count(2))
	lat, lon := int64(0), int64(0)
	for i := range points {
		lat, lon = r.sum(lat), r.sum(lon)
		points[i] = training.RoutePoint{LatDeg: float64(lat) * wayStep, LonDeg: float64(lon) * wayStep}
	}
	if !r.done() {
		return nil, damaged("segment")
	}
	return points, nil
}
