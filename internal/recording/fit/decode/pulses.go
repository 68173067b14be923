package decode

import (
	"math"

	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/recording/fit/field"
	"lapkeep/internal/recording/fit/rows"
	"lapkeep/internal/training"
)

// pulses are the heart rates of hr messages: what a chest strap stored while
// the watch could not hear it, as in water, and delivered afterwards.
type pulses struct {
	at  []uint32 // FIT time
	bpm []uint8

	// base is the FIT time, and zero the strap's own clock, of the message
	// that ties the two together.
	tied bool
	base float64
	zero float64

	lastTick uint32
}

const strapTicks = 1024 // ticks of the strap's clock a second

func (p *pulses) add(m *proto.Message) {
	bpm := m.FieldByNum(fieldnum.HrFilteredBpm)
	if bpm == nil {
		return
	}
	ticks, rates := p.times(m), bpm.Value.SliceUint8()
	if len(ticks) == 0 {
		return
	}
	if t := field.Time(m, fieldnum.HrTimestamp); t != 0 {
		p.tied, p.base, p.zero = true, float64(t), float64(ticks[0])/strapTicks
		if n, ok := field.Int(m, fieldnum.HrFractionalTimestamp); ok {
			p.base += float64(n) / 32768
		}
	}
	if !p.tied {
		return
	}
	for i := range min(len(ticks), len(rates)) {
		t := p.base + float64(ticks[i])/strapTicks - p.zero
		if rates[i] == 0 || rates[i] == 0xFF || t < 1 || t > math.MaxUint32-1 {
			continue
		}
		p.at, p.bpm = append(p.at, uint32(t)), append(p.bpm, rates[i])
	}
}

// times are the strap's clock readings of a message: in full, or as their
// lowest 12 bits, two in three bytes, counted on from the last one.
func (p *pulses) times(m *proto.Message) []uint32 {
	if f := m.FieldByNum(fieldnum.HrEventTimestamp); f != nil {
		if ticks := f.Value.SliceUint32(); len(ticks) > 0 {
			p.lastTick = ticks[len(ticks)-1]
			return ticks
		}
	}
	f := m.FieldByNum(fieldnum.HrEventTimestamp12)
	if f == nil {
		return nil
	}
	var ticks []uint32
	for b := f.Value.SliceUint8(); len(b) >= 3; b = b[3:] {
		for _, low := range [2]uint32{uint32(b[0]) | uint32(b[1]&0x0F)<<8, uint32(b[1]>>4) | uint32(b[2])<<4} {
			p.lastTick += (low - p.lastTick) & 0xFFF
			ticks = append(ticks, p.lastTick)
		}
	}
	return ticks
}

// fill gives rows without a heart rate the latest one that the strap had
// stored up to then, if that is not older than 10 s.
func (p *pulses) fill(r *rows.Rows) {
	const hold = 10
	i := 0
	for row, t := range r.At {
		for i+1 < len(p.at) && p.at[i+1] <= t {
			i++
		}
		if i >= len(p.at) || p.at[i] > t || t-p.at[i] > hold || r.Data[training.HeartRate].Valid.Get(row) {
			continue
		}
		r.Put(training.HeartRate, row, int32(p.bpm[i]))
	}
}

// join adds the pulses of a file that is chained to this one.
func (p *pulses) join(q *pulses) {
	p.at, p.bpm = append(p.at, q.at...), append(p.bpm, q.bpm...)
}
