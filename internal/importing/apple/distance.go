package apple

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/training"
)

// way is a type of record that has a distance.
type way uint8

const (
	onFoot way = iota
	byBike
	inWater
)

// ways maps Apple's names to the record types that are read.
var ways = map[string]way{"DistanceWalkingRunning": onFoot, "DistanceCycling": byBike, "DistanceSwimming": inWater}

// wayOf returns the type of distance records for a sport, or false if there is none.
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

// wayKey identifies the distance records of one type from one source.
type wayKey struct {
	way  way
	from sourceID
}

// A distance and the length of its span are packed into one number, the span in the low bits.
// Records usually cover a few minutes; a record longer than an hour cannot be part of a workout.
const (
	spanBits = 12
	longSpan = 3600
)

// walked stores a record's distance. It returns false if the record is unusable.
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

// distance returns the distance in km in a span, from the records of one source: the
// source that wrote the workout if it has records, or else the best source with records.
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

// sumWithin adds up the distances within a span. A record that extends beyond
// the span counts only in part.
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

// measure sets the distance of a workout, or of each of its legs, to the sum of
// its distance records, unless a total is given.
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
