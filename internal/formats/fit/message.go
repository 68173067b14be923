package fit

import (
	"math"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/factory"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/proto"
)

// message builds a FIT message. Values that the field cannot hold are left out,
// because FIT has no other way to express "none".
type message struct{ proto.Message }

func newMessage(num typedef.MesgNum) *message {
	return &message{proto.Message{Num: num}}
}

func (m *message) put(num byte, v proto.Value) {
	f := factory.CreateField(m.Num, num)
	f.Value = v
	m.Fields = append(m.Fields, f)
}

// int adds a whole number or a code to a field of any width.
func (m *message) int(num byte, n int64) {
	f := factory.CreateField(m.Num, num)
	if v, ok := narrow(f.BaseType, n); ok {
		f.Value = v
		m.Fields = append(m.Fields, f)
	}
}

// scaled adds x·scale rounded to the nearest whole number.
func (m *message) scaled(num byte, x, scale float64) {
	if y := math.Round(x * scale); math.Abs(y) < 1<<53 {
		m.int(num, int64(y))
	}
}

// list adds an array of x·scale, with each value as close as the field can represent it.
func (m *message) list(num byte, xs []float64, scale float64) {
	f := factory.CreateField(m.Num, num)
	switch f.BaseType {
	case basetype.Uint8:
		f.Value = proto.SliceUint8(wholes[uint8](xs, scale))
	case basetype.Uint16:
		f.Value = proto.SliceUint16(wholes[uint16](xs, scale))
	default:
		f.Value = proto.SliceUint32(wholes[uint32](xs, scale))
	}
	m.Fields = append(m.Fields, f)
}

func wholes[T uint8 | uint16 | uint32](xs []float64, scale float64) []T {
	out := make([]T, len(xs))
	for i, x := range xs {
		out[i] = T(min(max(0, math.Round(x*scale)), float64(^T(0)-1)))
	}
	return out
}

// LongestText is the maximum length of a text in bytes, because a field has one
// byte for its size.
const LongestText = 200

// Short cuts a text to the length that a field can hold.
func Short(s string) string {
	for i := range s {
		if i > LongestText {
			return s[:i]
		}
	}
	return s
}

func (m *message) text(num byte, s string) {
	if s == "" {
		return
	}
	f := factory.CreateField(m.Num, num)
	f.Value = proto.String(Short(s))
	if f.Array {
		f.Value = proto.SliceString([]string{Short(s)})
	}
	m.Fields = append(m.Fields, f)
}

// narrow returns n in the base type, or false if it does not fit or means "none".
func narrow(base basetype.BaseType, n int64) (proto.Value, bool) {
	switch base {
	case basetype.Enum, basetype.Uint8, basetype.Byte:
		return proto.Uint8(uint8(n)), n >= 0 && n < math.MaxUint8
	case basetype.Uint8z:
		return proto.Uint8(uint8(n)), n > 0 && n <= math.MaxUint8
	case basetype.Sint8:
		return proto.Int8(int8(n)), n >= math.MinInt8 && n < math.MaxInt8
	case basetype.Uint16:
		return proto.Uint16(uint16(n)), n >= 0 && n < math.MaxUint16
	case basetype.Uint16z:
		return proto.Uint16(uint16(n)), n > 0 && n <= math.MaxUint16
	case basetype.Sint16:
		return proto.Int16(int16(n)), n >= math.MinInt16 && n < math.MaxInt16
	case basetype.Uint32:
		return proto.Uint32(uint32(n)), n >= 0 && n < math.MaxUint32
	case basetype.Uint32z:
		return proto.Uint32(uint32(n)), n > 0 && n <= math.MaxUint32
	case basetype.Sint32:
		return proto.Int32(int32(n)), n >= math.MinInt32 && n < math.MaxInt32
	}
	return proto.Value{}, false
}
