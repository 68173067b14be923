package apple

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"lapkeep/internal/training"
)

// kind is a sort of record that a workout's stream is made of.
type kind struct {
	channel training.Channel
	units   units // how many of the channel's shown unit one of a record's is
}

const (
	perKMH = 1 / 3.6
	perMPH = 0.44704
)

var speeds = units{"m/s": 1, "km/hr": perKMH, "mi/hr": perMPH}

// kinds are those that are kept, by Apple's name.
var kinds = map[string]kind{
	"HeartRate":                  {training.HeartRate, perMinute},
	"RunningPower":               {training.Power, units{"W": 1}},
	"CyclingPower":               {training.Power, units{"W": 1}},
	"CyclingCadence":             {training.Cadence, perMinute},
	"CyclingSpeed":               {training.Speed, speeds},
	"RunningSpeed":               {training.Speed, speeds},
	"RunningVerticalOscillation": {training.VerticalOscillation, units{"cm": 10, "in": 25.4}},
	"RunningGroundContactTime":   {training.GroundContact, units{"ms": 1}},
}

// samples are the values of one channel from one source, packed: nearly all
// of a file are of this sort, and which of them lie in a workout is known at
// its end only. One takes two or three bytes.
type samples struct {
	blocks []block
	lastAt int64
	lastV  int64
}

type block struct {
	from, to int64 // the earliest and the latest of it
	firstAt  int64
	data     []byte
}

// blockBytes is how much is unpacked to find the samples of a workout.
const blockBytes = 8 << 10

func (s *samples) add(at, v int64) {
	n := len(s.blocks)
	if n == 0 || len(s.blocks[n-1].data) > blockBytes-2*binary.MaxVarintLen64 {
		s.blocks = append(s.blocks, block{from: at, to: at, firstAt: at, data: make([]byte, 0, blockBytes)})
		s.lastAt, s.lastV = at, 0
		n++
	}
	b := &s.blocks[n-1]
	b.data = binary.AppendVarint(b.data, at-s.lastAt)
	b.data = binary.AppendVarint(b.data, v-s.lastV)
	b.from, b.to = min(b.from, at), max(b.to, at)
	s.lastAt, s.lastV = at, v
}

// each yields the samples of a span, both ends included.
func (s *samples) each(from, to int64, yield func(at, v int64) bool) {
	if s == nil {
		return
	}
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.to < from || b.from > to {
			continue
		}
		if !b.each(func(at, v int64) bool { return at < from || at > to || yield(at, v) }) {
			return
		}
	}
}

// each yields the samples of a block; it is false if that was called off.
func (b *block) each(yield func(at, v int64) bool) bool {
	at, v := b.firstAt, int64(0)
	for data := b.data; len(data) > 0; {
		dt, n := binary.Varint(data)
		dv, m := binary.Varint(data[n:])
		data = data[n+m:]
		at, v = at+dt, v+dv
		if !yield(at, v) {
			return false
		}
	}
	return true
}

// any says that there is a sample in a span.
func (s *samples) any(from, to int64) (found bool) {
	s.each(from, to, func(int64, int64) bool { found = true; return false })
	return found
}

// seriesKey names the samples of one channel from one source.
type seriesKey struct {
	channel training.Channel
	from    sourceID
}

// rank orders the samples of each channel, those of the best source first.
// What a source is may change until the last record is read.
func (h *health) rank() {
	keys := slices.SortedFunc(maps.Keys(h.series), func(a, b seriesKey) int {
		return cmp.Or(h.source(a.from).before(h.source(b.from)), cmp.Compare(a.from, b.from))
	})
	for _, k := range keys {
		h.ranked[k.channel] = append(h.ranked[k.channel], h.series[k])
	}
}

// mostBlocks is how much of samples is kept, 128 MiB packed: those of a
// lifetime.
const mostBlocks = 16 << 10

// sampled keeps a value of a stream; it is false for one that is not usable.
func (h *health) sampled(k kind, e *element) bool {
	at, ok := h.clock.read(e.raw("startDate"))
	v, isNumber := e.number("value")
	scale, known := k.units[string(e.raw("unit"))]
	if !ok || !isNumber || !known {
		return false
	}
	v *= scale * k.channel.Scale()
	const most = 1 << 31
	if v < 0 || v >= most {
		return false
	}
	key := seriesKey{k.channel, h.sources.of(e)}
	s := h.series[key]
	if s == nil {
		s = &samples{}
		h.series[key] = s
	}
	blocks := len(s.blocks)
	if h.blocks >= mostBlocks {
		return false
	}
	s.add(at.unix, int64(v+0.5))
	h.blocks += len(s.blocks) - blocks
	return true
}
