package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Rows collects the records of one file, in their order, directly into columns.
type Rows struct {
	At   []uint32 // FIT time
	Data [training.NumChannels]training.Column
	// Developer holds the fields that apps and sensors added.
	Developer []DeveloperColumn

	capacity int
	// mostDeveloper is the largest number of developer columns.
	mostDeveloper int

	unsorted bool
	absurd   int // number of impossible values
	timeless int // number of records without a time
	// described holds the current descriptions of the developer fields.
	described map[developerID]description
	awaiting  []awaited

	compressed compressedDistance
}

// NewRows returns rows with room for capacity records. all is the number of
// records in all parts of the input.
func NewRows(capacity, all int) Rows {
	return Rows{capacity: capacity, mostDeveloper: min(maxDeveloperColumns, maxDeveloperValues/max(1, all))}
}

// LastTime returns the FIT time of the latest record, or 0 before the first.
func (r *Rows) LastTime() uint32 {
	if len(r.At) == 0 {
		return 0
	}
	return r.At[len(r.At)-1]
}

// OnRecord reads one record message. It runs for every record, and allocates
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
	at       int   // offset of the record in the bytes that are being read
	fraction int64 // of the cadence, in 1/128 rpm; -1 for none
	set      channelSet
}

// value stores one field of a record that the library has read, by the rule of its
// channel; see [Rows.field].
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

// end adds the fractional part of the cadence, which is a separate field of the record.
func (r *Rows) end(rec *record) {
	if rec.fraction > 0 && rec.fraction < 128 && rec.set.has(training.Cadence) {
		r.Data[training.Cadence].Values[rec.row] += int32(math.Round(float64(rec.fraction) * 10 / 128))
	}
}

// row returns the index of the row for a record at t: a new row, or the last one if
// it is in the same second.
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

// channelSet is the set of channels for which a record has had a value so far.
type channelSet uint32

func (s channelSet) has(ch training.Channel) bool { return s>>ch&1 != 0 }

// Put stores a value of a channel in an existing row.
func (r *Rows) Put(ch training.Channel, row int, v int32) {
	col := &r.Data[ch]
	if row >= len(col.Values) {
		r.grow(col, row)
	}
	col.Values[row] = v
	col.Valid.Set(row)
}

// grow makes col long enough for row. The first time, it gets the length that the file may
// need, so that storing a value is a single write. The surplus is cut off at the end.
func (r *Rows) grow(col *training.Column, row int) {
	n := max(r.capacity, row+1, 2*len(col.Values))
	col.Values = append(make([]int32, 0, n), col.Values...)[:n]
	col.Valid = append(make(training.Bitmap, 0, (n+63)/64), col.Valid...)[:(n+63)/64]
}

// Pad extends or cuts every column to exactly one value per row.
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

// compressedDistance decodes the three-byte field of old speed sensors: 12 bits of
// speed in 1/100 m/s, and 12 bits of distance in 1/16 m, which roll over.
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

// farSeconds is the maximum difference in seconds between a row and the middle one:
// longer than any event, shorter than the error of a clock that was never set.
const farSeconds = 30 * 24 * 3600

// Settle sorts the rows by time. It drops rows that are far from the middle row, or from
// near if there are rows close to that time, and merges rows in the same second.
func (r *Rows) Settle(near uint32) (warnings []string) {
	if r.timeless > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records have no time and were dropped.", r.timeless)))
	}
	if r.absurd > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d impossible values were dropped.", r.absurd)))
	}
	r.Pad()
	if len(r.At) == 0 {
		return warnings
	}
	middle := r.middle(near)
	if !r.unsorted && !isFar(r.At[0], middle) && !isFar(r.At[len(r.At)-1], middle) {
		return warnings
	}
	order, dropped := r.order(middle)
	if r.unsorted {
		warnings = append(warnings, string(i18n.Sentence("The clock goes backwards in the recording; the records were put in order of time.")))
	}
	if dropped > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records are weeks away from the others and were dropped.", dropped)))
	}
	r.permute(order)
	return warnings
}

// middle returns the time to which rows must be close: near itself if a tenth of
// the rows are close to it, or else the time of the middle row. At the middle row,
// a clock that was wrong at first has usually been set.
func (r *Rows) middle(near uint32) uint32 {
	at := 0
	for _, t := range r.At {
		if near != 0 && !isFar(t, near) {
			at++
		}
	}
	if at > 0 && at*10 >= len(r.At) {
		return near
	}
	return r.At[len(r.At)/2]
}

func isFar(a, b uint32) bool {
	d := int64(a) - int64(b)
	return d > farSeconds || d < -farSeconds
}

func (r *Rows) order(middle uint32) (order []int, dropped int) {
	order = make([]int, 0, len(r.At))
	for i, t := range r.At {
		if isFar(t, middle) {
			dropped++
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.At[a], r.At[b]) })
	return order, dropped
}

// permute rebuilds the columns from rows in the given order. Rows in the same
// second are merged; later ones win.
func (r *Rows) permute(order []int) {
	old := *r
	r.At, r.capacity = make([]uint32, 0, len(order)), len(order)
	r.Data = [training.NumChannels]training.Column{}
	r.Developer = slices.Clone(old.Developer)
	for i := range r.Developer {
		r.Developer[i].Values = nil
	}
	r.unsorted = false
	for _, from := range order {
		row := r.row(old.At[from])
		for ch := range training.NumChannels {
			if col := &old.Data[ch]; col.Valid.Get(from) {
				r.Put(ch, row, col.Values[from])
			}
		}
		for i := range r.Developer {
			if v := old.Developer[i].Values; v != nil {
				r.Developer[i].pad(row)
				r.Developer[i].set(row, v[from])
			}
		}
	}
	r.Pad()
}
