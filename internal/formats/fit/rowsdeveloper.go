package fit

import (
	"math"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"
)

// DeveloperColumn is a field that an app or sensor added to the records.
type DeveloperColumn struct {
	Name, Units string
	// Values has one value a row, NaN where there is none; nil if the field
	// was never used.
	Values []float32

	of        developerID
	native    byte // the record field that it stands for by its own word
	hasNative bool
}

// developerID is how records name a developer field. An app may give the same
// one to another field later in the recording.
type developerID struct{ index, num byte }

// description holds a field_description message.
type description struct {
	DeveloperColumn
	base          basetype.BaseType
	scale, offset float64
}

// What a hostile file can ask for is bounded: descriptions that are kept,
// columns that records use, and values in all of them.
const (
	maxDescriptions     = 4096
	maxDeveloperColumns = 64
	maxDeveloperValues  = 8 << 20
)

// OnFieldDescription takes note of a developer field. It holds for the records
// that follow, in place of an earlier one of the same number.
func (r *Rows) OnFieldDescription(m *proto.Message) {
	d := description{
		base:  basetype.BaseType(Code[uint8](m, fieldnum.FieldDescriptionFitBaseTypeId)),
		scale: 1,
	}
	d.of = developerID{
		Code[uint8](m, fieldnum.FieldDescriptionDeveloperDataIndex),
		Code[uint8](m, fieldnum.FieldDescriptionFieldDefinitionNumber),
	}
	d.Name, d.Units = FieldText(m, fieldnum.FieldDescriptionFieldName), FieldText(m, fieldnum.FieldDescriptionUnits)
	if s, ok := Int(m, fieldnum.FieldDescriptionScale); ok && s > 0 {
		d.scale = float64(s)
	}
	if o, ok := Int(m, fieldnum.FieldDescriptionOffset); ok {
		d.offset = float64(o)
	}
	native, ok := Int(m, fieldnum.FieldDescriptionNativeFieldNum)
	message, of := Int(m, fieldnum.FieldDescriptionNativeMesgNum)
	if ok && native >= 0 && native <= math.MaxUint8 && (!of || message == mesgnum.Record) {
		d.native, d.hasNative = byte(native), true
	}
	if r.described == nil {
		r.described = map[developerID]description{}
	}
	if _, known := r.described[d.of]; known || len(r.described) < maxDescriptions {
		r.described[d.of] = d
	}
}

// developerColumn is the column of the field that is described now, made on
// its first use; false if there is no room for it.
func (r *Rows) developerColumn(d *description) (int, bool) {
	for i := range r.Developer {
		if c := &r.Developer[i]; c.of == d.of && c.Name == d.Name && c.Units == d.Units {
			return i, true
		}
	}
	if len(r.Developer) == r.mostDeveloper {
		return 0, false
	}
	r.Developer = append(r.Developer, d.DeveloperColumn)
	return len(r.Developer) - 1, true
}

// awaited is the developer fields of a record that the library is to read: it
// goes by the first description of a number, which may not hold any more.
type awaited struct {
	layout *DeveloperLayout
	bytes  []byte
}

// Await takes note of a record, as it stands in the file, whose own fields
// will come through [Rows.OnRecord] in the same order.
func (r *Rows) Await(l *DeveloperLayout, b []byte) { r.awaiting = append(r.awaiting, awaited{l, b}) }

// arrived is the developer fields of the next record that was waited for.
func (r *Rows) arrived() awaited {
	if len(r.awaiting) == 0 {
		return awaited{}
	}
	a := r.awaiting[0]
	r.awaiting = r.awaiting[1:]
	return a
}

func (r *Rows) onDeveloper(row int, l *DeveloperLayout, b []byte) {
	if l == nil {
		return
	}
	for i := range l.cells {
		c := &l.cells[i]
		if x, ok := c.number(b, l.order); ok {
			r.Developer[c.column].put(row, x/c.scale-c.offset, r.capacity)
		}
	}
}

// put stores a value.
func (c *DeveloperColumn) put(row int, x float64, capacity int) {
	if c.Values == nil {
		c.Values = make([]float32, 0, max(capacity, row+1))
	}
	for len(c.Values) <= row {
		c.Values = append(c.Values, nan32)
	}
	if v := float32(x); !math.IsInf(float64(v), 0) {
		c.Values[row] = v
	}
}

// rejoin makes one column of those of one name and unit that never have a
// value in the same row: an app that was started anew is given another number.
func (r *Rows) rejoin() {
	for i := range r.Developer {
		for k := i + 1; k < len(r.Developer); k++ {
			a, b := &r.Developer[i], &r.Developer[k]
			if a.Name != b.Name || a.Units != b.Units || a.Values == nil || b.Values == nil || overlap(a.Values, b.Values) {
				continue
			}
			for row, v := range b.Values {
				if v == v { // not NaN
					a.pad(row + 1)
					a.Values[row] = v
				}
			}
			b.Values = nil
		}
	}
}

func overlap(a, b []float32) bool {
	for i := range min(len(a), len(b)) {
		if a[i] == a[i] && b[i] == b[i] { // neither is NaN
			return true
		}
	}
	return false
}
