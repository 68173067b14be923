package fitness

import (
	"encoding/binary"
	"math"
)

// AppendText appends a text, or any bytes, with its length.
func AppendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Packed reads what a [Codec] appended: varints and texts. After the first
// fault all that it reads is zero.
type Packed struct {
	b   []byte
	bad bool
}

// Unpack begins to read.
func Unpack(b []byte) *Packed { return &Packed{b: b} }

// More says that something follows.
func (r *Packed) More() bool { return len(r.b) > 0 }

// OK says that there was no fault.
func (r *Packed) OK() bool { return !r.bad }

// Fail makes what was read a fault.
func (r *Packed) Fail() { r.b, r.bad = nil, true }

// Uint reads an unsigned varint.
func (r *Packed) Uint() uint64 {
	v, n := binary.Uvarint(r.b)
	return past(r, v, n)
}

// Int reads a signed varint of 32 bits.
func (r *Packed) Int() int32 {
	v, n := binary.Varint(r.b)
	if v < math.MinInt32 || v > math.MaxInt32 {
		n = 0
	}
	return int32(past(r, v, n)) //nolint:gosec // as asked
}

func past[T uint64 | int64](r *Packed, v T, n int) T {
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Count reads how many items follow, each of at least some bytes.
func (r *Packed) Count(leastBytes int) int {
	n := r.Uint()
	if n > uint64(len(r.b)/leastBytes) { //nolint:gosec // not negative
		r.Fail()
		return 0
	}
	return int(n) //nolint:gosec // at most len(b)
}

// Text reads what [AppendText] appended; it shares the bytes that are read.
func (r *Packed) Text() []byte {
	n := r.Count(1)
	s := r.b[:n:n]
	r.b = r.b[n:]
	return s
}
