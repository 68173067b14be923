package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// Float is the numeric value of a field, the first one of an array. It is
// false for the marks by which FIT says "no value", and for NaN.
func Float(v proto.Value, base basetype.BaseType) (float64, bool) {
	if n, ok := Integer(v, base); ok {
		return float64(n), true
	}
	var x float64
	switch v.Type() {
	case proto.TypeFloat32:
		x = float64(v.Float32())
	case proto.TypeFloat64:
		x = v.Float64()
	case proto.TypeSliceFloat32:
		s := v.SliceFloat32()
		if len(s) == 0 {
			return 0, false
		}
		x = float64(s[0])
	default:
		return 0, false
	}
	return x, !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Integer is the value of an integer field, the first one of an array.
func Integer(v proto.Value, base basetype.BaseType) (int64, bool) {
	switch v.Type() {
	case proto.TypeUint8:
		return fieldWhole(v.Uint8(), base == basetype.Uint8z, basetype.Uint8Invalid)
	case proto.TypeUint16:
		return fieldWhole(v.Uint16(), base == basetype.Uint16z, basetype.Uint16Invalid)
	case proto.TypeUint32:
		return fieldWhole(v.Uint32(), base == basetype.Uint32z, basetype.Uint32Invalid)
	case proto.TypeInt8:
		return fieldWhole(v.Int8(), false, basetype.Sint8Invalid)
	case proto.TypeInt16:
		return fieldWhole(v.Int16(), false, basetype.Sint16Invalid)
	case proto.TypeInt32:
		return fieldWhole(v.Int32(), false, basetype.Sint32Invalid)
	case proto.TypeInt64:
		return fieldWhole(v.Int64(), false, basetype.Sint64Invalid)
	case proto.TypeUint64:
		n := v.Uint64()
		return int64(n), n <= math.MaxInt64 && (n != 0 || base != basetype.Uint64z)
	default:
		return firstOf(v, base)
	}
}

// firstOf is the first element of an array of integers.
func firstOf(v proto.Value, base basetype.BaseType) (int64, bool) {
	switch v.Type() {
	case proto.TypeSliceUint8:
		if s := v.SliceUint8(); len(s) > 0 {
			return fieldWhole(s[0], base == basetype.Uint8z, basetype.Uint8Invalid)
		}
	case proto.TypeSliceUint16:
		if s := v.SliceUint16(); len(s) > 0 {
			return fieldWhole(s[0], base == basetype.Uint16z, basetype.Uint16Invalid)
		}
	case proto.TypeSliceUint32:
		if s := v.SliceUint32(); len(s) > 0 {
			return fieldWhole(s[0], base == basetype.Uint32z, basetype.Uint32Invalid)
		}
	}
	return 0, false
}

func fieldWhole[T uint8 | uint16 | uint32 | int8 | int16 | int32 | int64](n T, zeroIsNone bool, none T) (int64, bool) {
	if zeroIsNone {
		return int64(n), n != 0
	}
	return int64(n), n != none
}

// Int is the integer in field num of a message.
func Int(m *proto.Message, num byte) (int64, bool) {
	f := m.FieldByNum(num)
	if f == nil {
		return 0, false
	}
	return Integer(f.Value, f.BaseType)
}

// Number is the number in field num of a message.
func Number(m *proto.Message, num byte) (float64, bool) {
	f := m.FieldByNum(num)
	if f == nil {
		return 0, false
	}
	return Float(f.Value, f.BaseType)
}

// Code is the code in field num, the type's "no value" (all ones) if it
// is not there.
func Code[T ~uint8 | ~uint16](m *proto.Message, num byte) T {
	n, ok := Int(m, num)
	if !ok || n < 0 || n > int64(^T(0)) {
		return ^T(0)
	}
	return T(n)
}

// FieldTime is the FIT time in field num, 0 if there is none.
func FieldTime(m *proto.Message, num byte) uint32 {
	n, ok := Int(m, num)
	if !ok || n <= 0 || n >= math.MaxUint32 {
		return 0
	}
	return uint32(n)
}

// FieldText is the text in field num.
func FieldText(m *proto.Message, num byte) string {
	f := m.FieldByNum(num)
	if f == nil {
		return ""
	}
	switch f.Value.Type() {
	case proto.TypeString:
		return reading.Text(f.Value.String())
	case proto.TypeSliceString:
		if s := f.Value.SliceString(); len(s) > 0 {
			return reading.Text(s[0])
		}
	}
	return ""
}

// effort is a segment lap message: an effort on a segment that the device timed.
type effort struct {
	start, end uint32
	is         training.DeviceEffort
}

func newEffort(m *proto.Message) effort {
	e := effort{
		start: FieldTime(m, fieldnum.SegmentLapStartTime), end: FieldTime(m, fieldnum.SegmentLapTimestamp),
		is: training.DeviceEffort{
			Name: FieldText(m, fieldnum.SegmentLapName), ID: FieldText(m, fieldnum.SegmentLapUuid),
			Start:   place(m, fieldnum.SegmentLapStartPositionLat, fieldnum.SegmentLapStartPositionLong),
			End:     place(m, fieldnum.SegmentLapEndPositionLat, fieldnum.SegmentLapEndPositionLong),
			GivenUp: Code[typedef.SegmentLapStatus](m, fieldnum.SegmentLapStatus) == typedef.SegmentLapStatusFail,
		},
	}
	e.is.ElapsedS, _ = millis(m, fieldnum.SegmentLapTotalElapsedTime)
	e.is.TimerS, _ = millis(m, fieldnum.SegmentLapTotalTimerTime)
	return e
}

// place is a position, nil for half of one and for none.
func place(m *proto.Message, latitude, longitude byte) *training.RoutePoint {
	lat, okLat := Int(m, latitude)
	lon, okLon := Int(m, longitude)
	if !okLat || !okLon || lat == 0 && lon == 0 {
		return nil
	}
	return &training.RoutePoint{LatDeg: float64(lat) / training.Latitude.Scale(), LonDeg: float64(lon) / training.Longitude.Scale()}
}

// effortsOf are those of a part that end after they begin.
func (f *file) effortsOf(p part) (out []training.DeviceEffort) {
	for _, e := range f.efforts {
		if e.start < p.from || e.start >= p.until || e.end <= e.start {
			continue
		}
		e.is.StartS, e.is.EndS = p.offset(e.start), p.offset(e.end)
		out = append(out, e.is)
	}
	slices.SortStableFunc(out, func(a, b training.DeviceEffort) int { return cmp.Compare(a.StartS, b.StartS) })
	return out
}

// lap is a lap message.
type lap struct {
	start, end uint32 // FIT time, 0 if not said
	elapsed    float64
	timer      float64
	trigger    string
	intensity  string
	step       int // index of its step in the file, -1 for none
	sport      typedef.Sport
	sub        typedef.SubSport
	values     training.Values
}

func newLap(m *proto.Message) lap {
	l := lap{
		start:     FieldTime(m, fieldnum.LapStartTime),
		end:       FieldTime(m, fieldnum.LapTimestamp),
		trigger:   plain(Code[typedef.LapTrigger](m, fieldnum.LapLapTrigger).String()),
		intensity: plain(Code[typedef.Intensity](m, fieldnum.LapIntensity).String()),
		sport:     Code[typedef.Sport](m, fieldnum.LapSport),
		sub:       Code[typedef.SubSport](m, fieldnum.LapSubSport),
		values:    values(m, LapValues),
	}
	l.step = -1
	if n, ok := Int(m, fieldnum.LapWktStepIndex); ok {
		l.step = int(n)
	}
	l.elapsed, _ = millis(m, fieldnum.LapTotalElapsedTime)
	l.timer, _ = millis(m, fieldnum.LapTotalTimerTime)
	if l.start == 0 && l.end > uint32(l.elapsed) {
		l.start = l.end - uint32(l.elapsed)
	}
	return l
}

// length is a length message: once through the pool.
type length struct {
	start   uint32
	elapsed float64
	timer   float64
	strokes int
	stroke  string
	active  bool
}

func newLength(m *proto.Message) length {
	l := length{
		start:  FieldTime(m, fieldnum.LengthStartTime),
		stroke: plain(Code[typedef.SwimStroke](m, fieldnum.LengthSwimStroke).String()),
		active: Code[typedef.LengthType](m, fieldnum.LengthLengthType) != typedef.LengthTypeIdle,
	}
	l.elapsed, _ = millis(m, fieldnum.LengthTotalElapsedTime)
	l.timer, _ = millis(m, fieldnum.LengthTotalTimerTime)
	if n, ok := Int(m, fieldnum.LengthTotalStrokes); ok {
		l.strokes = int(n)
	}
	if end := FieldTime(m, fieldnum.LengthTimestamp); l.start == 0 && end > uint32(l.elapsed) {
		l.start = end - uint32(l.elapsed)
	}
	return l
}
