package fit

import (
	"math"
	"strings"
	"time"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
)

// Float returns the numeric value of a field, or the first value of an array.
// It returns false for FIT's markers for "no value", and for NaN.
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

// Integer returns the value of an integer field, or the first value of an
// array. It returns false for FIT's markers for "no value".
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

// firstOf returns the first element of an array of integers, or false if it is empty.
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

// Int returns the integer in field num of a message, or false if there is none.
func Int(m *proto.Message, num byte) (int64, bool) {
	f := m.FieldByNum(num)
	if f == nil {
		return 0, false
	}
	return Integer(f.Value, f.BaseType)
}

// Number returns the number in field num of a message, or false if there is none.
func Number(m *proto.Message, num byte) (float64, bool) {
	f := m.FieldByNum(num)
	if f == nil {
		return 0, false
	}
	return Float(f.Value, f.BaseType)
}

// Code returns the code in field num, or the type's "no value" (all ones) if
// the field is missing.
func Code[T ~uint8 | ~uint16](m *proto.Message, num byte) T {
	n, ok := Int(m, num)
	if !ok || n < 0 || n > int64(^T(0)) {
		return ^T(0)
	}
	return T(n)
}

// FieldTime returns the FIT time in field num, in seconds, or 0 if there is none.
func FieldTime(m *proto.Message, num byte) uint32 {
	n, ok := Int(m, num)
	if !ok || n <= 0 || n >= math.MaxUint32 {
		return 0
	}
	return uint32(n)
}

// FieldText returns the text in field num (the first of an array), or "" if
// there is none.
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

// millis returns a duration in seconds from a field that is in milliseconds.
func millis(m *proto.Message, num byte) (float64, bool) {
	n, ok := Int(m, num)
	return float64(n) / 1000, ok
}

// seconds returns an array of durations in seconds, with 0 for invalid ones, or
// nil if none is valid.
func seconds(m *proto.Message, num byte) []float64 {
	f := m.FieldByNum(num)
	if f == nil || !f.Value.Valid(f.BaseType) {
		return nil
	}
	raw := f.Value.SliceUint32()
	out := make([]float64, len(raw))
	for i, n := range raw {
		if n != 0xFFFFFFFF {
			out[i] = float64(n) / 1000
		}
	}
	return out
}

// messageIndex returns the number of a message among those of its kind, without the
// flags in the upper bits, or -1 if there is none.
func messageIndex(m *proto.Message, num byte) int {
	n, ok := Int(m, num)
	if !ok {
		return -1
	}
	return int(n & 0x0FFF)
}

// plain returns the name of an enumerated value, or "" if the profile has none
// ("SportInvalid(99)").
func plain(name string) string {
	if strings.Contains(name, "Invalid") {
		return ""
	}
	return name
}

// epoch is the start of FIT time in Unix seconds: 1989-12-31T00:00:00Z.
const epoch = 631065600

// FirstDate is the lowest FIT time that is a date. Smaller values are seconds since
// the device was switched on.
const FirstDate = 0x10000000

// ProfileTime returns the instant of a FIT time.
func ProfileTime(s uint32) time.Time { return time.Unix(epoch+int64(s), 0).UTC() }

// Seconds returns the FIT time of an instant, rounded down to the second and
// limited to the range of the format.
func Seconds(t time.Time) int64 {
	return min(max(t.Unix()-epoch, 0), 1<<32-2)
}
