package fit

import (
	"encoding/binary"

	"lapkeep/internal/i18n"
)

const (
	recordMessage    = 20
	fieldDescription = 206
	timestampField   = 253
	byteBaseType     = 0x0D

	compressedBit = 0x80
	definitionBit = 0x40
	developerBit  = 0x20
)

// canonicalBase maps the number of each base type to its full code. Some programs
// leave out the bit for "has a byte order", or write numbers that do not exist.
var canonicalBase = [...]byte{
	0x00, 0x01, 0x02, 0x83, 0x84, 0x85, 0x86, 0x07, 0x88, 0x89, 0x0A, 0x8B, 0x8C, 0x0D, 0x8E, 0x8F, 0x90,
}

func canonical(b byte) byte {
	if n := b & 0x1F; int(n) < len(canonicalBase) {
		return canonicalBase[n]
	}
	return byteBaseType
}

// definition holds the parts of a local message type that the walk needs.
type definition struct {
	defined   bool
	message   uint16
	size      int // of the data, without the header byte
	bigEndian bool
	stamp     int // offset of the timestamp in the data, -1 if there is none
	baseType  int // offset of the base type in a field description, -1 if there is none
}

type walker struct {
	in   []byte
	defs [16]definition
	last uint32 // latest timestamp of a record

	out     []byte // nil until a byte had to change
	kept    int    // in[:kept] is done: copied to out, or unchanged
	records int
	mended  int
	skipped int

	compressed bool
}

// walk reads the messages of body and keeps the well-formed ones in s.
func (s *Sequence) walk(body []byte) {
	w := walker{in: body}
	pos := 0
	for pos < len(body) {
		n := w.step(pos, true)
		if n > 0 {
			pos += n
			continue
		}
		next := w.resync(pos)
		w.cut(pos, next)
		pos = next
	}
	s.Messages, s.Records, s.Compressed = w.result(), w.records, w.compressed
	if w.mended > 0 {
		s.note(false, i18n.Sentencef("%d field definitions use an unknown type; they were read as the nearest known one.", w.mended))
	}
	if w.skipped > 0 {
		s.note(true, i18n.Sentencef("%d bytes are damaged and were skipped.", w.skipped))
	}
}

// step returns the length of the message at pos, or 0 if there is no plausible
// one. With commit it also stores definitions and repairs base types.
func (w *walker) step(pos int, commit bool) int {
	h := w.in[pos]
	if h&(compressedBit|definitionBit) == definitionBit {
		return w.define(pos, commit)
	}
	local := h & 0x0F
	if h&compressedBit != 0 {
		local = h >> 5 & 3
	}
	d := &w.defs[local]
	if !d.defined || pos+1+d.size > len(w.in) {
		return 0
	}
	if commit {
		w.compressed = w.compressed || h&compressedBit != 0
		w.data(d, pos+1)
	}
	return 1 + d.size
}

// data counts a record, and repairs a field description.
func (w *walker) data(d *definition, at int) {
	switch d.message {
	case recordMessage:
		w.records++
		if d.stamp < 0 {
			return
		}
		// A time far from the previous times is damage, not a new time.
		if t := d.timestamp(w.in[at:]); w.last == 0 || t-w.last < resyncSpan {
			w.last = t
		}
	case fieldDescription:
		if d.baseType < 0 {
			// Without a type, the decoder would fail when the field is first used.
			w.cut(at-1, at+d.size)
			return
		}
		if b := w.in[at+d.baseType]; b != canonical(b) {
			w.mend(at+d.baseType, canonical(b))
		}
	}
}

func (d *definition) timestamp(data []byte) uint32 {
	if d.bigEndian {
		return binary.BigEndian.Uint32(data[d.stamp:])
	}
	return binary.LittleEndian.Uint32(data[d.stamp:])
}

// define reads the definition at pos. It repairs nothing before the definition is known
// to be complete.
func (w *walker) define(pos int, commit bool) int {
	fields, dev, ok := w.layout(pos)
	if !ok {
		return 0
	}
	d := definition{defined: true, bigEndian: w.in[pos+2] == 1, stamp: -1, baseType: -1}
	d.message = binary.LittleEndian.Uint16(w.in[pos+3:])
	if d.bigEndian {
		d.message = binary.BigEndian.Uint16(w.in[pos+3:])
	}
	for f := pos + 6; f < fields; f += 3 {
		d.field(w.in[f], int(w.in[f+1]))
		if base := w.in[f+2]; base != canonical(base) {
			if !commit {
				return 0
			}
			w.mend(f+2, canonical(base))
		}
	}
	for f := fields + 1; f < dev; f += 3 {
		d.size += int(w.in[f+1])
	}
	if commit {
		w.defs[w.in[pos]&0x0F] = d
	}
	return max(fields, dev) - pos
}

// layout returns the end of the fields of the definition at pos, and the end of
// its developer fields (0 if it has none). It returns false if the definition
// is incomplete.
func (w *walker) layout(pos int) (fields, dev int, ok bool) {
	if pos+6 > len(w.in) || w.in[pos+2] > 1 {
		return 0, 0, false
	}
	fields = pos + 6 + 3*int(w.in[pos+5])
	if w.in[pos]&developerBit == 0 {
		return fields, 0, fields <= len(w.in)
	}
	if fields >= len(w.in) {
		return 0, 0, false
	}
	dev = fields + 1 + 3*int(w.in[fields])
	return fields, dev, dev <= len(w.in)
}

func (d *definition) field(num byte, size int) {
	if num == timestampField && size == 4 {
		d.stamp = d.size
	}
	if d.message == fieldDescription && num == 2 && size > 0 {
		d.baseType = d.size
	}
	d.size += size
}

// own copies everything done so far, up to pos, to out.
func (w *walker) own(pos int) {
	if w.out == nil {
		w.out = make([]byte, 0, len(w.in))
	}
	w.out = append(w.out, w.in[w.kept:pos]...)
	w.kept = pos
}

// mend replaces the byte at pos.
func (w *walker) mend(pos int, b byte) {
	w.own(pos)
	w.out = append(w.out, b)
	w.kept = pos + 1
	w.mended++
}

// cut leaves out [from, to).
func (w *walker) cut(from, to int) {
	w.own(from)
	w.kept = to
	w.skipped += to - from
}

func (w *walker) result() []byte {
	if w.out == nil {
		return w.in
	}
	return append(w.out, w.in[w.kept:]...)
}

// The evidence that resync requires: resyncRun messages in a row, including a
// record within resyncSpan seconds of the last one seen.
const (
	resyncRun  = 6
	resyncSpan = 24 * 3600
)

// resync returns the position after the damage at pos from which messages are
// plausible according to the known definitions, or the end if there is none.
func (w *walker) resync(pos int) int {
	if w.last == 0 {
		return len(w.in)
	}
	for q := pos + 1; q < len(w.in); q++ {
		if w.plausible(q) {
			return q
		}
	}
	return len(w.in)
}

func (w *walker) plausible(pos int) bool {
	sawRecord := false
	for range resyncRun {
		if pos == len(w.in) {
			break
		}
		n := w.step(pos, false)
		if n == 0 || w.in[pos]&definitionBit != 0 {
			return false
		}
		if d := &w.defs[w.in[pos]&0x0F]; d.message == recordMessage && d.stamp >= 0 && w.in[pos] < definitionBit {
			t := d.timestamp(w.in[pos+1:])
			if t < w.last || t > w.last+resyncSpan {
				return false
			}
			sawRecord = true
		}
		pos += n
	}
	return sawRecord
}

// Message is a definition or data message of a sequence.
type Message struct {
	// Bytes is the whole message, with its header byte.
	Bytes []byte
	// Local is the local type that a definition message defines, or that a data
	// message has.
	Local byte
	// Number is the global number of the message.
	Number uint16
	// Definition is the last definition of the local type. For a definition
	// message, it is the message itself.
	Definition []byte
}

// IsDefinition reports whether the message defines a local type.
func (m *Message) IsDefinition() bool {
	return m.Bytes[0]&(compressedBit|definitionBit) == definitionBit
}

// Cursor iterates over the messages of a sequence, which are well formed.
type Cursor struct {
	w   walker
	pos int
	of  [16][]byte // the definitions
}

// Cursor returns a cursor before the first message.
func (s *Sequence) Cursor() *Cursor { return &Cursor{w: walker{in: s.Messages}} }

// Next reads the next message into m. It returns false at the end, or if the bytes
// are implausible.
func (c *Cursor) Next(m *Message) bool {
	if c.pos >= len(c.w.in) {
		return false
	}
	h := c.w.in[c.pos]
	n := c.w.step(c.pos, h&(compressedBit|definitionBit) == definitionBit)
	if n == 0 {
		return false
	}
	m.Bytes, m.Local = c.w.in[c.pos:c.pos+n], h&0x0F
	if m.IsDefinition() {
		c.of[m.Local] = m.Bytes
	} else if h&compressedBit != 0 {
		m.Local = h >> 5 & 3
	}
	m.Number, m.Definition = c.w.defs[m.Local].message, c.of[m.Local]
	c.pos += n
	return true
}
