package fit

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/muktihari/fit/profile"
	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/factory"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"
)

// Layout gives the positions of the values in the records of one definition. Nearly
// all records of all devices are numbers of fixed width at fixed positions. Reading
// them there takes a fifth of the time that reading any message takes.
type Layout struct {
	stamp     int // offset of the time
	order     binary.ByteOrder
	cells     []cell
	developer *DeveloperLayout // nil if there are no developer fields
	room      []record         // reused for each batch of records
}

// DeveloperLayout gives the positions of the developer fields in the records of
// one definition, as described at that point of the file.
type DeveloperLayout struct {
	order binary.ByteOrder
	cells []cell // cells refer to developer columns by index
}

// cell is one number in a record.
type cell struct {
	at    int
	form  form
	none  int64        // the value that means "none"
	means *recordField // for the device's own fields
	// These are for developer fields.
	column        int
	scale, offset float64
}

// form is the encoding of a number in the bytes.
type form uint8

const (
	noForm form = iota
	unsigned8
	signed8
	unsigned16
	signed16
	unsigned32
	signed32
	float32s
	// Big-endian forms follow the others in the same order.
	bigEndian
)

const devDataMask = 0x20

// Layout reads a definition of records from its bytes, starting at the header byte.
// The decoder must already have read it. Layout returns nil if such a record
// contains anything other than plain numbers; the decoder then reads the records.
func (f *Fields) Layout(def []byte, r *Rows) *Layout {
	l := &Layout{stamp: -1, order: binary.LittleEndian}
	endian := form(0)
	if def[2] == 1 {
		l.order, endian = binary.BigEndian, bigEndian
	}
	fields := def[6 : 6+3*int(def[5])]
	at := 1
	for ; len(fields) > 0; fields = fields[3:] {
		if !l.field(f, fields[0], int(fields[1]), at, endian) {
			return nil
		}
		at += int(fields[1])
	}
	if l.stamp < 0 {
		return nil
	}
	l.developer = DeveloperLayoutOf(def, r)
	return l
}

// DeveloperLayoutOf reads the developer fields of a definition of records from
// its bytes, starting at the header byte. It returns nil if none of them is a
// number with a description.
func DeveloperLayoutOf(def []byte, r *Rows) *DeveloperLayout {
	if def[0]&devDataMask == 0 {
		return nil
	}
	l, endian, at := &DeveloperLayout{order: binary.LittleEndian}, form(0), 1
	if def[2] == 1 {
		l.order, endian = binary.BigEndian, bigEndian
	}
	end := 6 + 3*int(def[5])
	for fields := def[6:end]; len(fields) > 0; fields = fields[3:] {
		at += int(fields[1])
	}
	for own := def[end+1:]; len(own) > 0; own = own[3:] {
		l.field(r, developerID{own[2], own[0]}, int(own[1]), at, endian)
		at += int(own[1])
	}
	if len(l.cells) == 0 {
		return nil
	}
	return l
}

// field adds a field if it has a description and is a number. If the field is an
// array, it reads the first number.
func (l *DeveloperLayout) field(r *Rows, of developerID, size, at int, endian form) {
	d, ok := r.described[of]
	form, none := formOf(d.base)
	if !ok || d.Name == "" || form == noForm || size < form.width() {
		return
	}
	if column, ok := r.developerColumn(&d); ok {
		l.cells = append(l.cells, cell{at: at, form: form.in(endian), none: none, column: column, scale: d.scale, offset: d.offset})
	}
}

// field adds one field and reports whether it is plain.
func (l *Layout) field(f *Fields, num byte, size, at int, endian form) bool {
	b := f.record[num]
	if size == 0 || b == skipped {
		return true
	}
	if num == fieldnum.RecordTimestamp {
		if b.BaseType != basetype.Uint32 || size != 4 {
			return false
		}
		if l.stamp < 0 {
			l.stamp = at
		}
		return true
	}
	form, none := formOf(b.BaseType)
	if b.Array || form == noForm || size < form.width() {
		return false
	}
	if form != float32s { // no channel is read from floating-point fields
		l.cells = append(l.cells, cell{at: at, form: form.in(endian), none: none, means: recordFieldOf[num]})
	}
	return true
}

// formOf returns the encoding of a base type, and its value for "none".
func formOf(b basetype.BaseType) (form, int64) {
	switch b {
	case basetype.Uint8, basetype.Enum, basetype.Byte:
		return unsigned8, int64(basetype.Uint8Invalid)
	case basetype.Uint8z:
		return unsigned8, 0
	case basetype.Sint8:
		return signed8, int64(basetype.Sint8Invalid)
	case basetype.Uint16:
		return unsigned16, int64(basetype.Uint16Invalid)
	case basetype.Uint16z:
		return unsigned16, 0
	case basetype.Sint16:
		return signed16, int64(basetype.Sint16Invalid)
	case basetype.Uint32:
		return unsigned32, int64(basetype.Uint32Invalid)
	case basetype.Uint32z:
		return unsigned32, 0
	case basetype.Sint32:
		return signed32, int64(basetype.Sint32Invalid)
	case basetype.Float32:
		return float32s, 0
	}
	return noForm, 0
}

func (f form) width() int {
	switch f {
	case unsigned8, signed8:
		return 1
	case unsigned16, signed16:
		return 2
	}
	return 4
}

// in returns the form in the byte order of the definition. One-byte forms are the
// same in both byte orders.
func (f form) in(endian form) form {
	if f.width() == 1 {
		return f
	}
	return f + endian
}

// integer returns the integer at the start of b; f must not be a float.
func (f form) integer(b []byte) int64 {
	switch f {
	case unsigned8:
		return int64(b[0])
	case signed8:
		return int64(int8(b[0])) //nolint:gosec // the form is signed
	case unsigned16:
		return int64(binary.LittleEndian.Uint16(b))
	case signed16:
		return int64(int16(binary.LittleEndian.Uint16(b))) //nolint:gosec // the form is signed
	case unsigned32:
		return int64(binary.LittleEndian.Uint32(b))
	case signed32:
		return int64(int32(binary.LittleEndian.Uint32(b))) //nolint:gosec // the form is signed
	case unsigned16 + bigEndian:
		return int64(binary.BigEndian.Uint16(b))
	case signed16 + bigEndian:
		return int64(int16(binary.BigEndian.Uint16(b))) //nolint:gosec // the form is signed
	case unsigned32 + bigEndian:
		return int64(binary.BigEndian.Uint32(b))
	default:
		return int64(int32(binary.BigEndian.Uint32(b))) //nolint:gosec // the form is signed
	}
}

// number returns the value of a developer field, or false if there is none.
func (c *cell) number(b []byte, order binary.ByteOrder) (float64, bool) {
	if c.form != float32s && c.form != float32s+bigEndian {
		n := c.form.integer(b[c.at:])
		return float64(n), n != c.none
	}
	x := float64(math.Float32frombits(order.Uint32(b[c.at:])))
	return x, !math.IsNaN(x) && !math.IsInf(x, 0)
}

// partLen is the maximum number of records that are read together, field by field.
const partLen = 64

// OnBytes reads consecutive records of one layout and size from their bytes, header
// bytes first. It has the same effect as [Rows.OnRecord] on the decoded records.
func (r *Rows) OnBytes(l *Layout, b []byte, size int) {
	for len(b) > 0 {
		b = b[size*r.part(l, b, size):]
	}
}

// part reads the first records, up to the first one that is in the same second as the one
// before it, and returns their number. It reads one field of all these records before the
// next field, which takes half as long as reading record by record.
func (r *Rows) part(l *Layout, b []byte, size int) (n int) {
	records := slices.Grow(l.room[:0], min(partLen, len(b)/size))
	for ; n < partLen && n*size < len(b); n++ {
		t := l.order.Uint32(b[n*size+l.stamp:])
		if t == 0 || t == basetype.Uint32Invalid {
			r.timeless++
			continue
		}
		if n > 0 && t == r.LastTime() {
			break
		}
		records = append(records, record{at: n * size, row: r.row(t), fraction: -1})
	}
	l.room = records
	for i := range l.cells {
		r.field(&l.cells[i], b, records)
	}
	for i := range records {
		rec := &records[i]
		r.end(rec)
		r.onDeveloper(rec.row, l.developer, b[rec.at:])
	}
	return n
}

// field stores one field of several records, as [Rows.value] does for one record.
func (r *Rows) field(c *cell, b []byte, records []record) {
	ch, read, weak := c.means.channel, c.means.read, c.means.weak
	col := &r.Data[ch]
	for i := range records {
		rec := &records[i]
		n := c.form.integer(b[rec.at+c.at:])
		switch {
		case n == c.none || weak && rec.set.has(ch):
			continue
		case c.means.fraction:
			rec.fraction = n
			continue
		}
		v, ok := read(n)
		if !ok || !fits(v) {
			if n != 0 {
				r.absurd++
			}
			continue
		}
		if rec.row >= len(col.Values) {
			r.grow(col, rec.row)
		}
		col.Values[rec.row] = int32(v)
		col.Valid.Set(rec.row)
		rec.set |= 1 << ch
	}
}

// skipped is used for every record field without a channel. Without it, the library
// would make a new base for each unknown field of each record, and expand
// components that are not needed.
var skipped = &proto.FieldBase{Name: "skipped", Num: 255, Type: profile.Uint8, BaseType: basetype.Uint8, Scale: 1}

// Fields provides the decoder's fields. For records it has only those with a
// channel, without components and in the type that the file declares; for other
// messages it has the standard ones.
type Fields struct {
	record [256]*proto.FieldBase
	std    *factory.Factory
}

// NewFields returns the factory for one file.
func NewFields() *Fields {
	f := &Fields{std: factory.StandardFactory()}
	for i := range f.record {
		f.record[i] = skipped
	}
	for i := range recordFields {
		num := recordFields[i].num
		f.record[num] = plainField(f.std.CreateField(mesgnum.Record, num).FieldBase)
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

// OnMesgDef adapts the record fields to the types that the file declares: some
// devices write a channel in a width that differs from the profile.
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
