package causetest

import (
	"encoding/binary"

	"lapkeep/test/rawfit"
)

// TwoHearts is a ride whose watch reads the wrist, and whose strap stored
// every beat: the strap is right.
type TwoHearts struct {
	Seconds      int
	Strap, Wrist int // bpm, steady
	// Strap gap: no beats in [GapFrom, GapTo); none where they are the same.
	GapFrom, GapTo int
	// ClockS is the strap's own clock when the ride begins, in seconds.
	ClockS int
}

const (
	hrMessage = 132
	ticks     = 1024 // of the strap's clock in a second
	beatsEach = 8    // beats in a message
)

// File writes it. The truth is of a recording whose strap had no gap.
func (c TwoHearts) File() Case {
	f := activity(garmin, 3122)
	f.TimerStart(Start())
	for t := range c.Seconds {
		f.Record(rawfit.Fields{"timestamp": at(t), "heart_rate": c.Wrist, "power": 180, "distance": float64(9 * (t + 1))})
	}
	c.beats(f, 0, c.GapFrom)
	c.beats(f, max(c.GapTo, c.GapFrom), c.Seconds)
	return whole(f, c.Seconds, rawfit.Fields{"sport": cycling}, Truth{
		HRBpm: float64(c.Strap), PowerW: 180, DistanceM: float64(9 * c.Seconds), MovingS: float64(c.Seconds),
	})
}

// beats writes those of a stretch: one message that ties the strap's clock to
// the watch's, then eight to a message, each by the low 12 bits of its time,
// which begin anew every four seconds.
func (c TwoHearts) beats(f *rawfit.File, from, to int) {
	if from >= to {
		return
	}
	stamp := make([]byte, 4)
	binary.LittleEndian.PutUint32(stamp, rawfit.Stamp(at(from)))
	anchor := make([]byte, 4)
	binary.LittleEndian.PutUint32(anchor, uint32((c.ClockS+from)*ticks))
	bpm := byte(c.Strap)
	f.Raw(hrMessage,
		rawfit.RawField{Num: 253, Base: rawfit.Uint32, Data: stamp},
		rawfit.RawField{Num: 6, Base: rawfit.Uint8, Data: []byte{bpm}},
		rawfit.RawField{Num: 9, Base: rawfit.Uint32, Data: anchor})
	step := float64(60*ticks) / float64(c.Strap)
	for beat := 1; ; beat += beatsEach {
		var rates, packed []byte
		for k := 0; k < beatsEach; k += 2 {
			a := uint32((c.ClockS+from)*ticks) + uint32(float64(beat+k)*step)
			b := uint32((c.ClockS+from)*ticks) + uint32(float64(beat+k+1)*step)
			rates = append(rates, bpm, bpm)
			packed = append(packed, byte(a), byte(a>>8&0x0F)|byte(b<<4), byte(b>>4))
		}
		if float64(beat+beatsEach)*step > float64((to-from)*ticks) {
			return
		}
		f.Raw(hrMessage,
			rawfit.RawField{Num: 6, Base: rawfit.Uint8, Data: rates},
			rawfit.RawField{Num: 10, Base: rawfit.Byte, Data: packed})
	}
}
