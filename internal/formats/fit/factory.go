package fit

import (
	"github.com/muktihari/fit/profile"
	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/factory"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"
)

// skipped stands for every record field that has no channel. The library
// makes a new base for each unknown field of each record otherwise, and
// expands components that are not looked at.
var skipped = &proto.FieldBase{Name: "skipped", Num: 255, Type: profile.Uint8, BaseType: basetype.Uint8, Scale: 1}

// Fields gives the decoder its fields: for records only those that have a
// channel, without components and in the type that the file itself declares;
// for other messages the standard ones.
type Fields struct {
	record [256]*proto.FieldBase
	std    *factory.Factory
}

// NewFields is the factory for one file.
func NewFields() *Fields {
	f := &Fields{std: factory.StandardFactory()}
	for i := range f.record {
		f.record[i] = skipped
	}
	for num := range recordChannels {
		if recordChannels[num].read != nil {
			f.record[num] = plainField(f.std.CreateField(mesgnum.Record, byte(num)).FieldBase)
		}
	}
	return f
}

func plainField(b *proto.FieldBase) *proto.FieldBase {
	c := *b
	c.Components, c.SubFields, c.Accumulate = nil, nil, false
	return &c
}

// CreateField implements the decoder's factory.
func (f *Fields) CreateField(message typedef.MesgNum, num byte) proto.Field {
	if message == mesgnum.Record {
		return proto.Field{FieldBase: f.record[num]}
	}
	std := f.std.CreateField(message, num)
	if std.Name != factory.NameUnknown {
		return std
	}
	return proto.Field{FieldBase: skipped}
}

// OnMesgDef adapts the record fields to the types that the file declares:
// some devices write a channel in another width than the profile says.
func (f *Fields) OnMesgDef(def proto.MessageDefinition) {
	if def.MesgNum != mesgnum.Record {
		return
	}
	for _, d := range def.FieldDefinitions {
		b := f.record[d.Num]
		if b == skipped || b.BaseType == d.BaseType || b.Array || !isNumber(d.BaseType) {
			continue
		}
		c := *b
		c.BaseType, c.Type = d.BaseType, profile.ProfileType(d.BaseType&basetype.BaseTypeNumMask)
		f.record[d.Num] = &c
	}
}

func isNumber(b basetype.BaseType) bool {
	return b != basetype.String && b != basetype.Byte && b != basetype.Enum
}
