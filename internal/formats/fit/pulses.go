package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// pulses holds the heart rates of hr messages: a chest strap stored them while the watch
// could not receive its signal, as in water, and delivered them afterwards.
type pulses struct {
	all []pulse

	// base is the FIT time, and zero the reading of the strap's own clock, at the
	// message that links the two.
	tied bool
	base float64
	zero uint32

	lastTick uint32
}

// pulse is one heart rate and its FIT time in seconds.
type pulse struct {
	at  float64
	bpm uint8
}

const strapTicks = 1024 // ticks of the strap's clock per second

func (p *pulses) add(m *proto.Message) {
	bpm := m.FieldByNum(fieldnum.HrFilteredBpm)
	if bpm == nil {
		return
	}
	ticks, rates := p.times(m), bpm.Value.SliceUint8()
	if len(ticks) == 0 {
		return
	}
	if t := FieldTime(m, fieldnum.HrTimestamp); t != 0 {
		p.tied, p.base, p.zero = true, float64(t)+fraction(m), ticks[0]
	}
	if !p.tied {
		return
	}
	for i := range min(len(ticks), len(rates)) {
		// The 32-bit clock rolls over; the signed difference does not.
		t := p.base + float64(int32(ticks[i]-p.zero))/strapTicks
		if rates[i] == 0 || rates[i] == 0xFF || t < 1 || t > math.MaxUint32-1 {
			continue
		}
		p.all = append(p.all, pulse{t, rates[i]})
	}
}

// fraction returns the fraction of a second that the timestamp of a message
// leaves out.
func fraction(m *proto.Message) float64 {
	if n, ok := Int(m, fieldnum.HrFractionalTimestamp); ok {
		return float64(n) / 32768
	}
	if n, ok := Int(m, fieldnum.HrTime256); ok {
		return float64(n) / 256
	}
	return 0
}

// times returns the clock readings in a strap's message. They are stored completely, or as
// their lowest 12 bits only, packed two to three bytes and continued from the last reading.
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

// strapHoldS is the number of seconds for which the strap's last heart rate is used
// if there is no new one.
const strapHoldS = 5

// merge sets the heart rate of each row to the mean of the strap's readings since
// the previous row, rounded to a whole beat, as the manufacturer's own program
// does. Without readings, the strap's last heart rate is used for under five
// seconds; after that, the watch's value is kept. For the first row, readings count
// from start, or from a second before the row.
func (p *pulses) merge(r *Rows, start uint32) (warnings []string) {
	if len(p.all) == 0 || len(r.At) == 0 {
		return nil
	}
	slices.SortStableFunc(p.all, func(a, b pulse) int { return cmp.Compare(a.at, b.at) })
	before := float64(r.At[0]) - 1
	if start != 0 && float64(start) < before {
		before = float64(start)
	}
	k, replaced, given := 0, 0, 0
	last := pulse{at: math.Inf(-1)}
	for row, t := range r.At {
		now, sum, n := float64(t), 0, 0
		for ; k < len(p.all) && p.all[k].at <= now; k++ {
			if p.all[k].at > before {
				sum, n = sum+int(p.all[k].bpm), n+1
				last.at = p.all[k].at
			}
		}
		if n > 0 {
			last.bpm = uint8(math.Round(float64(sum) / float64(n)))
		}
		if n > 0 || math.Floor(before)-math.Floor(last.at) < strapHoldS {
			if r.Data[training.HeartRate].Valid.Get(row) {
				replaced++
			}
			r.Put(training.HeartRate, row, int32(last.bpm))
			given++
		}
		before = now
	}
	if replaced > 0 {
		warnings = append(warnings,
			string(i18n.Sentencef(
				"The file has two heart rates: the strap's is used in %d of %d rows, the watch's in the others that have one.",
				given, len(r.At))))
	}
	return warnings
}
