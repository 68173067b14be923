package apple

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/training"
)

// way is a type of record with a distance covered in a span.
type way uint8

const (
	onFoot way = iota
	byBike
	inWater
)

// ways maps Apple's names to the record types that are read.
var ways = map[string]way{"DistanceWalkingRunning": onFoot, "DistanceCycling": byBike, "DistanceSwimming": inWater}

// wayOf returns the type of distance records for a sport, false if none.
func wayOf(s training.Sport) (way, bool) {
	switch s {
	case training.Running, training.Walking, training.Hiking:
		return onFoot, true
	case training.Cycling:
		return byBike, true
	case training.Swimming:
		return inWater, true
	}
	return 0, false
}

// wayKey identifies the distances of one type from one source.
type wayKey struct {
	way  way
	from sourceID
}

// A distance is packed with its span in the low bits: a record covers a few
// minutes, and one over an hour does not belong to a workout.
const (
	spanBits = 12
	longSpan = 3600
)

// walked stores a record's distance; it returns false if that is unusable.
func (h *health) walked(wy way, e *element) bool {
	from, ok1 := h.clock.read(e.raw("startDate"))
	to, ok2 := h.clock.read(e.raw("endDate"))
	v, isNumber := e.number("value")
	scale, known := kilometres[string(e.raw("unit"))]
	const mostKM = 200
	km := v * scale
	if !ok1 || !ok2 || !isNumber || !known || km < 0 || km > mostKM || to.unix < from.unix {
		return false
	}
	span := to.unix - from.unix
	if span > longSpan || km == 0 {
		return true
	}
	key := wayKey{wy, h.sources.of(e)}
	s := h.gone[key]
	if s == nil {
		s = &samples{}
		h.gone[key] = s
	}
	if h.blocks >= mostBlocks {
		return false
	}
	blocks := len(s.blocks)
	s.add(from.unix, int64(math.Round(km*1e6))<<spanBits|span) // in mm
	h.blocks += len(s.blocks) - blocks
	return true
}

// distance returns the distance in km in a span, by the records of one source:
// the source that wrote the workout if it has records, else the best source
// that has.
func (h *health) distance(wy way, by sourceID, from, to int64) (km float64) {
	var keys []wayKey
	for k := range h.gone {
		if k.way == wy {
			keys = append(keys, k)
		}
	}
	own := func(k wayKey) int {
		if k.from == by {
			return 0
		}
		return 1
	}
	slices.SortFunc(keys, func(a, b wayKey) int {
		return cmp.Or(cmp.Compare(own(a), own(b)), h.source(a.from).before(h.source(b.from)), cmp.Compare(a.from, b.from))
	})
	for _, k := range keys {
		if km = sumWithin(h.gone[k], from, to); km > 0 {
			return km
		}
	}
	return 0
}

// sumWithin adds up distances within a span; a distance that extends beyond the
// span counts in part.
func sumWithin(s *samples, from, to int64) (km float64) {
	s.each(from-longSpan, to, func(at, v int64) bool {
		span, mm := v&(1<<spanBits-1), float64(v>>spanBits)
		switch common := min(to, at+span) - max(from, at); {
		case span == 0 && at >= from:
			km += mm / 1e6
		case common > 0:
			km += mm / 1e6 * float64(common) / float64(span)
		}
		return true
	})
	return km
}

// measure sets the distance of a workout, or of its legs, to the sum of its
// records if no total is stated.
func (h *health) measure(w *workout) {
	if w.several() {
		for i := range w.legs {
			h.measureLeg(&w.legs[i], w.legs[i].sport(), w.from)
		}
		return
	}
	if whole := w.whole(); whole.values[training.MetricDistanceKM] == 0 {
		h.measureLeg(&w.leg, sportOf(w.word), w.from)
	}
}

func (h *health) measureLeg(l *leg, sport training.Sport, by sourceID) {
	wy, known := wayOf(sport)
	if !known || l.values[training.MetricDistanceKM] > 0 {
		return
	}
	if km := h.distance(wy, by, l.start.unix, l.end.unix); km > 0 {
		l.values = l.values.Put(training.MetricDistanceKM, math.Round(km*1e6)/1e6)
	}
}
