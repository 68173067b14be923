package fit_test

import (
	"math"
	"testing"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
)

func TestFloatKnowsEveryMarkOfNoValue(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value proto.Value
		base  basetype.BaseType
		want  float64
		ok    bool
	}{
		"uint8":             {proto.Uint8(7), basetype.Uint8, 7, true},
		"uint8 none":        {proto.Uint8(255), basetype.Uint8, 0, false},
		"uint8z none":       {proto.Uint8(0), basetype.Uint8z, 0, false},
		"uint8z":            {proto.Uint8(255), basetype.Uint8z, 255, true},
		"sint8":             {proto.Int8(-5), basetype.Sint8, -5, true},
		"sint8 none":        {proto.Int8(127), basetype.Sint8, 0, false},
		"uint16 none":       {proto.Uint16(65535), basetype.Uint16, 0, false},
		"sint16":            {proto.Int16(-300), basetype.Sint16, -300, true},
		"uint32 none":       {proto.Uint32(math.MaxUint32), basetype.Uint32, 0, false},
		"uint32z none":      {proto.Uint32(0), basetype.Uint32z, 0, false},
		"sint32 none":       {proto.Int32(math.MaxInt32), basetype.Sint32, 0, false},
		"uint64 too large":  {proto.Uint64(math.MaxUint64), basetype.Uint64, 0, false},
		"float32":           {proto.Float32(1.5), basetype.Float32, 1.5, true},
		"float32 none":      {proto.Float32(math.Float32frombits(math.MaxUint32)), basetype.Float32, 0, false},
		"float64 infinite":  {proto.Float64(math.Inf(1)), basetype.Float64, 0, false},
		"first of an array": {proto.SliceUint16([]uint16{9, 8}), basetype.Uint16, 9, true},
		"an empty array":    {proto.SliceUint16([]uint16{}), basetype.Uint16, 0, false},
		"text":              {proto.String("7"), basetype.String, 0, false},
		"nothing":           {proto.Value{}, basetype.Uint8, 0, false},
	} {
		got, ok := fit.Float(tt.value, tt.base)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %v %v, want %v %v", name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestFieldsOfAMessage(t *testing.T) {
	t.Parallel()
	put := func(num byte, base basetype.BaseType, v proto.Value) proto.Field {
		return proto.Field{FieldBase: &proto.FieldBase{Num: num, BaseType: base}, Value: v}
	}
	m := &proto.Message{Fields: []proto.Field{
		put(1, basetype.Uint16, proto.Uint16(300)),
		put(2, basetype.Uint32, proto.Uint32(1_000_000)),
		put(3, basetype.String, proto.String(" Edge\x00 ")),
		put(4, basetype.String, proto.SliceString([]string{"first", "second"})),
	}}
	if n, ok := fit.Int(m, 1); !ok || n != 300 {
		t.Errorf("field 1 is %d %v", n, ok)
	}
	if c := fit.Code[uint8](m, 1); c != 0xFF {
		t.Errorf("300 as a code of one byte is %d", c)
	}
	if c := fit.Code[uint16](m, 9); c != 0xFFFF {
		t.Errorf("a field that is not there is %d", c)
	}
	if fit.FieldTime(m, 2) != 1_000_000 || fit.FieldTime(m, 9) != 0 || fit.FieldTime(m, 3) != 0 {
		t.Error("times")
	}
	if fit.FieldText(m, 3) != "Edge" || fit.FieldText(m, 4) != "first" || fit.FieldText(m, 1) != "" || fit.FieldText(m, 9) != "" {
		t.Error("texts")
	}
}
