package fit

import (
	"math"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// Rows collects the records of one file, in the order of the file, straight
// into columns.
type Rows struct {
	At   []uint32 // FIT time
	Data [training.NumChannels]training.Column
	// Developer holds the fields that apps and sensors added.
	Developer []DeveloperColumn

	capacity int
	// mostDeveloper is how many developer columns there may be.
	mostDeveloper int

	unsorted bool
	absurd   int // values that cannot be
	timeless int // records without a time
	// described holds the present descriptions of the developer fields.
	described map[developerID]description
	awaiting  []awaited

	compressed compressedDistance
}

// NewRows has room for so many rows, of all that the recording's files have.
func NewRows(capacity, all int) Rows {
	return Rows{capacity: capacity, mostDeveloper: min(maxDeveloperColumns, maxDeveloperValues/max(1, all))}
}

// LastTime is the FIT time of the latest record, 0 before the first.
func (r *Rows) LastTime() uint32 {
	if len(r.At) == 0 {
		return 0
	}
	return r.At[len(r.At)-1]
}

// OnRecord reads one record message. It runs once a record and allocates
// nothing once the columns exist.
func (r *Rows) OnRecord(m *proto.Message) {
	own := r.arrived()
	t := uint32(0)
	for i := range m.Fields {
		if m.Fields[i].Num == fieldnum.RecordTimestamp {
			t = m.Fields[i].Value.Uint32()
			break
		}
	}
	if t == 0 || t == basetype.Uint32Invalid {
		r.timeless++
		return
	}
	row := r.row(t)
	rec := record{row: row, fraction: -1}
	for i := range m.Fields {
		f := &m.Fields[i]
		c := recordFieldOf[f.Num]
		if c == nil {
			continue
		}
		switch f.Num {
		case fieldnum.RecordTimestamp:
			continue
		case fieldnum.RecordCompressedSpeedDistance:
			r.compressed.read(r, row, f.Value.SliceUint8())
			continue
		}
		if n, ok := Integer(f.Value, f.BaseType); ok {
			r.value(&rec, c, n)
		}
	}
	r.end(&rec)
	r.onDeveloper(row, own.layout, own.bytes)
}

func fits(n int64) bool { return n >= math.MinInt32 && n <= math.MaxInt32 }

// record collects the values of one record.
type record struct {
	row      int
	at       int   // where it begins in the bytes that it is read from
	fraction int64 // of the cadence, in 1/128 rpm, -1 without one
	set      channelSet
}

// value stores one field of a record that the library read, by its channel's
// rule; see [Rows.field].
func (r *Rows) value(rec *record, c *recordField, n int64) {
	if c.fraction {
		rec.fraction = n
		return
	}
	if c.weak && rec.set.has(c.channel) {
		return
	}
	v, ok := c.read(n)
	if !ok || !fits(v) {
		if n != 0 {
			r.absurd++
		}
		return
	}
	r.Put(c.channel, rec.row, int32(v))
	rec.set |= 1 << c.channel
}

// end adds what two fields of a record say together.
func (r *Rows) end(rec *record) {
	if rec.fraction > 0 && rec.fraction < 128 && rec.set.has(training.Cadence) {
		r.Data[training.Cadence].Values[rec.row] += int32(math.Round(float64(rec.fraction) * 10 / 128))
	}
}

// row is the row for a record at t: a new one, or the last one if that is of
// the same second.
func (r *Rows) row(t uint32) int {
	n := len(r.At)
	if n > 0 {
		if last := r.At[n-1]; last == t {
			return n - 1
		} else if t < last {
			r.unsorted = true
		}
	}
	if r.At == nil {
		r.At = make([]uint32, 0, r.capacity)
	}
	r.At = append(r.At, t)
	return n
}

// channelSet is the channels that one record has given so far.
type channelSet uint32

func (s channelSet) has(ch training.Channel) bool { return s>>ch&1 != 0 }

// Put stores a value of a channel in a row that exists.
func (r *Rows) Put(ch training.Channel, row int, v int32) {
	col := &r.Data[ch]
	if row >= len(col.Values) {
		r.grow(col, row)
	}
	col.Values[row] = v
	col.Valid.Set(row)
}

// grow makes col long enough for row: at first as long as the file can need,
// so that storing a value is one write. What is too much is cut off at the end.
func (r *Rows) grow(col *training.Column, row int) {
	n := max(r.capacity, row+1, 2*len(col.Values))
	col.Values = append(make([]int32, 0, n), col.Values...)[:n]
	col.Valid = append(make(training.Bitmap, 0, (n+63)/64), col.Valid...)[:(n+63)/64]
}

// Pad gives every column exactly one value a row.
func (r *Rows) Pad() {
	n := len(r.At)
	for ch := range r.Data {
		col := &r.Data[ch]
		if !col.Present() {
			continue
		}
		if n > len(col.Values) {
			r.grow(col, n-1)
		}
		col.Values, col.Valid = col.Values[:n:n], col.Valid[:(n+63)/64]
	}
	for i := range r.Developer {
		r.Developer[i].pad(n)
	}
}

// compressedDistance follows the three-byte field of old speed sensors: 12
// bits of speed in 1/100 m/s and 12 bits of distance in 1/16 m that roll over.
type compressedDistance struct {
	seen bool
	last int64
	sum  int64
}

func (c *compressedDistance) read(r *Rows, row int, b []uint8) {
	if len(b) < 3 || b[0] == 0xFF && b[1] == 0xFF && b[2] == 0xFF {
		return
	}
	speed := int64(b[0]) | int64(b[1]&0x0F)<<8
	dist := int64(b[1]>>4) | int64(b[2])<<4
	if speed != 0xFFF {
		r.Put(training.Speed, row, int32(speed*10))
	}
	if !c.seen {
		c.seen, c.sum = true, dist
	} else {
		c.sum += (dist - c.last) & 0xFFF
	}
	c.last = dist
	if cm, ok := distance(c.sum * 100 / 16); ok && !r.Data[training.Distance].Valid.Get(row) {
		r.Put(training.Distance, row, int32(cm))
	}
}

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
