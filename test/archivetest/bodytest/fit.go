package bodytest

import (
	"encoding/binary"
	"math"
	"time"

	"lapkeep/test/rawfit"
)

// fitWriter appends FIT messages whose definitions are written out by hand.
type fitWriter struct{ b []byte }

func (w *fitWriter) u8(v uint8)   { w.b = append(w.b, v) }
func (w *fitWriter) u16(v uint16) { w.b = binary.LittleEndian.AppendUint16(w.b, v) }
func (w *fitWriter) u32(v uint32) { w.b = binary.LittleEndian.AppendUint32(w.b, v) }

// define writes a definition: fields are number, size, base type by threes.
func (w *fitWriter) define(local byte, global uint16, fields ...byte) {
	w.b = append(w.b, 0x40|local, 0, 0)
	w.u16(global)
	w.u8(uint8(len(fields) / 3))
	w.b = append(w.b, fields...)
}

func (w *fitWriter) whole() []byte {
	out := make([]byte, 12, 16+len(w.b))
	out[0], out[1] = 14, 0x20
	binary.LittleEndian.PutUint16(out[2:], 2132)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(w.b)))
	copy(out[8:], ".FIT")
	out = binary.LittleEndian.AppendUint16(out, rawfit.CRC(out))
	out = append(out, w.b...)
	return binary.LittleEndian.AppendUint16(out, rawfit.CRC(out))
}

func (w *fitWriter) fileID(kind byte, maker, product uint16, serial uint32, at time.Time) {
	w.define(0, 0, 0, 1, 0x00, 1, 2, 0x84, 2, 2, 0x84, 3, 4, 0x8C, 4, 4, 0x86)
	w.b = append(w.b, 0, kind)
	w.u16(maker)
	w.u16(product)
	w.u32(serial)
	w.u32(rawfit.Stamp(at))
}

const (
	garmin  = 1
	fenix   = 3570
	another = 4000000001 // the serial number of files that are no activities
)

// FITOfType is a FIT file of nothing but its header message: what an archive
// is full of beside activities (32 monitoring, 41 stub, 44 metrics, 49 sleep).
// It is padded with timestamps to at least size bytes.
func FITOfType(kind byte, at time.Time, size int) []byte {
	var w fitWriter
	w.fileID(kind, garmin, fenix, another, at)
	w.define(1, 55, 253, 4, 0x86)
	for n := 0; len(w.b) < size; n++ {
		w.u8(1)
		w.u32(rawfit.Stamp(at.Add(time.Duration(n) * time.Minute)))
	}
	return w.whole()
}

// fitSports are the numbers of the profile.
var fitSports = map[string]byte{"running": 1, "cycling": 2, "transition": 3, "swimming": 5, "walking": 11, "hiking": 17}

// FIT is the body as an activity file with one lap and one session.
func (b Body) FIT() []byte { return Multisport(b) }

// Multisport is one activity file of several sessions, one a leg. The first
// leg's device recorded them all.
func Multisport(legs ...Body) []byte {
	first, w := legs[0], fitWriter{}
	for _, b := range legs {
		w.b = append(make([]byte, 0, len(w.b)+256+28*(b.Seconds/b.every()+1)), w.b...)
	}
	maker, product := first.Maker, first.Product
	if maker == 0 {
		maker = garmin
	}
	if product == 0 {
		product = fenix
	}
	w.fileID(4, maker, product, first.Serial, first.Began())
	w.define(1, 21, 253, 4, 0x86, 0, 1, 0, 1, 1, 0)
	w.define(2, 20, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84, 3, 1, 2, 4, 1, 2, 5, 4, 0x86, 6, 2, 0x84, 7, 2, 0x84)
	w.define(3, 19, 253, 4, 0x86, 2, 4, 0x86, 7, 4, 0x86, 8, 4, 0x86, 9, 4, 0x86)
	w.define(4, 18, 253, 4, 0x86, 2, 4, 0x86, 7, 4, 0x86, 8, 4, 0x86, 9, 4, 0x86, 5, 1, 0, 6, 1, 0)
	w.define(5, 34, 253, 4, 0x86, 0, 4, 0x86, 1, 2, 0x84, 2, 1, 0, 3, 1, 0, 4, 1, 0, 5, 4, 0x86)
	timer := 0
	for _, b := range legs {
		w.leg(b)
		timer += b.TimerS()
	}
	end, final := legs[len(legs)-1].At(legs[len(legs)-1].last()), legs[len(legs)-1]
	w.u8(5)
	w.u32(rawfit.Stamp(end))
	w.u32(uint32(1000 * timer))
	w.u16(uint16(len(legs)))
	kind := byte(0)
	if len(legs) > 1 {
		kind = 1 // auto multi sport
	}
	w.b = append(w.b, kind, 26, 1)
	w.u32(rawfit.Stamp(end.Add(time.Duration(final.OffsetS) * time.Second)))
	return w.whole()
}

// leg writes the rows of one session between its timer events.
func (w *fitWriter) leg(b Body) {
	w.event(b.Began(), 0)
	paused, points := false, b.Points()
	for i, p := range points {
		if i > 0 && p.Second-points[i-1].Second > b.every() {
			w.event(b.At(points[i-1].Second), 1) // stopped by itself
			paused = true
		}
		if paused {
			w.event(b.At(p.Second), 0)
			paused = false
		}
		w.record(b, p)
	}
	last := points[len(points)-1]
	end := b.At(last.Second)
	w.event(end, 4)
	w.u8(3)
	w.totals(b, end, last)
	w.u8(4)
	w.totals(b, end, last)
	w.b = append(w.b, fitSports[b.Sport], b.SubSport)
}

func (w *fitWriter) event(at time.Time, kind byte) {
	w.u8(1)
	w.u32(rawfit.Stamp(at))
	w.b = append(w.b, 0, kind)
}

func (w *fitWriter) totals(b Body, end time.Time, last Point) {
	w.u32(rawfit.Stamp(end))
	w.u32(rawfit.Stamp(b.Began()))
	w.u32(uint32(1000 * b.ElapsedS()))
	w.u32(uint32(1000 * b.TimerS()))
	w.u32(uint32(math.Round(100 * last.DistanceM)))
}

func (w *fitWriter) record(b Body, p Point) {
	w.u8(2)
	w.u32(rawfit.Stamp(b.At(p.Second)))
	lat, lon, hr, power := uint32(math.MaxInt32), uint32(math.MaxInt32), uint8(p.HR), uint16(p.PowerW)
	if !b.NoGPS {
		lat, lon = uint32(int32(p.Lat*(1<<31)/180)), uint32(int32(p.Lon*(1<<31)/180))
	}
	if b.NoHR {
		hr = 0xFF
	}
	if b.NoPower {
		power = 0xFFFF
	}
	w.u32(lat)
	w.u32(lon)
	w.u16(uint16(math.Round(5 * (p.AltitudeM + 500))))
	w.u8(hr)
	w.u8(uint8(p.Cadence))
	w.u32(uint32(math.Round(100 * p.DistanceM)))
	w.u16(uint16(math.Round(1000 * p.SpeedMS)))
	w.u16(power)
}
