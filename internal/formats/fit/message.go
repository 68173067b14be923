package fit

import (
	"math"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/factory"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/proto"
)

// message builds one FIT message; values that the field cannot hold are left
// out, as FIT has no other way to say "none".
type message struct{ proto.Message }

func newMessage(num typedef.MesgNum) *message {
	return &message{proto.Message{Num: num}}
}

func (m *message) put(num byte, v proto.Value) {
	f := factory.CreateField(m.Num, num)
	f.Value = v
	m.Fields = append(m.Fields, f)
}

// int puts a whole number into a field of whatever width it has.
func (m *message) int(num byte, n int64) {
	f := factory.CreateField(m.Num, num)
	if v, ok := narrow(f.BaseType, n); ok {
		f.Value = v
		m.Fields = append(m.Fields, f)
	}
}

// code puts an enumerated value; all ones mean "none".
func (m *message) code(num byte, n uint16) {
	m.int(num, int64(n))
}

// scaled puts x·scale rounded to the nearest whole number.
func (m *message) scaled(num byte, x, scale float64) {
	if y := math.Round(x * scale); math.Abs(y) < 1<<53 {
		m.int(num, int64(y))
	}
}

// LongestText is how many bytes a text may have: a field has one byte for its
// size.
const LongestText = 200

func (m *message) text(num byte, s string) {
	if s == "" {
		return
	}
	for i := range s {
		if i > LongestText {
			s = s[:i]
			break
		}
	}
	f := factory.CreateField(m.Num, num)
	f.Value = proto.String(s)
	if f.Array {
		f.Value = proto.SliceString([]string{s})
	}
	m.Fields = append(m.Fields, f)
}

// narrow is n in the base type, false if it does not fit or means "none".
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
