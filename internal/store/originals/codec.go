// Package originals keeps the bytes of recorded files, named by their hash and compressed,
// so that no recorded data is ever lost because a decoder does not understand it yet. A
// file is completely on disk before [Dir.Put] returns; reading checks the hash.
//
// # Colcodec
//
// [Codec] stores one column of a recording in one blob: the run lengths of valid and
// missing rows, and the valid values as variable-length differences, both compressed by
// zstd with its checksum. It does no I/O.
//
// A blob is a zstd frame around
//
//	order of differences (1 or 2)            1 byte
//	rows                                     uvarint
//	runs: valid, missing, valid, missing …   count and lengths, uvarint
//	values of the valid rows                 zig-zag varints of the differences
//
// Floats (developer fields) are stored as four planes of bytes instead; their first byte is
// 4.
package originals

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/training"
)

// MaxRows is the maximum length of a column: half a year at one row per second.
const MaxRows = 1 << 24

// maxRaw bounds the claimed size of a frame, which may be damaged: a row needs
// at most ten bytes.
const maxRaw = 10*MaxRows + 64

// Codec compresses and restores the columns of recordings. It is safe for
// concurrent use; its buffers are allocated on first use.
type Codec struct {
	encoder func() *zstd.Encoder
	decoder func() *zstd.Decoder
	scratch sync.Pool // *[]byte
}

// NewCodec returns a Codec.
func NewCodec() *Codec {
	return &Codec{
		encoder: sync.OnceValue(func() *zstd.Encoder {
			// The next compression level saves a twentieth of the size but takes
			// twice as long.
			e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true),
				zstd.WithWindowSize(1<<17), zstd.WithEncoderLevel(zstd.SpeedFastest))
			return colcodecMust(e, err)
		}),
		decoder: sync.OnceValue(func() *zstd.Decoder {
			d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(4), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxMemory(maxRaw))
			return colcodecMust(d, err)
		}),
		scratch: sync.Pool{New: func() any { return new([]byte) }},
	}
}

// colcodecMust panics on options that zstd rejects, which no input can cause.
func colcodecMust[T any](v T, err error) T {
	if err != nil {
		panic("colcodec: " + err.Error())
	}
	return v
}

func (c *Codec) pack(raw []byte) []byte {
	buf, _ := c.scratch.Get().(*[]byte)
	defer c.scratch.Put(buf)
	*buf = c.encoder().EncodeAll(raw, (*buf)[:0])
	return bytes.Clone(*buf)
}

// unpack calls f with the content of a frame, which is valid only during the call.
func (c *Codec) unpack(blob []byte, f func(raw []byte) error) error {
	buf, _ := c.scratch.Get().(*[]byte)
	defer c.scratch.Put(buf)
	raw, err := c.decoder().DecodeAll(blob, (*buf)[:0])
	if err != nil {
		return damaged(err)
	}
	*buf = raw
	return f(raw)
}

var errTruncated = errors.New("the column ends early")

func damaged(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt,
		What: "A stored column is damaged.",
		Fix:  "Run lapkeep verify to see which; importing the file again rewrites it.",
		Err:  cause,
	}
}

// Encode packs the first n rows of a column; rows beyond the column's end count as missing.
func (c *Codec) Encode(col training.Column, n int) []byte {
	order := byte(1)
	if smoother(col, n) {
		order = 2
	}
	buf, _ := c.scratch.Get().(*[]byte)
	defer c.scratch.Put(buf)
	raw := append((*buf)[:0], order)
	raw = binary.AppendUvarint(raw, uint64(n)) //nolint:gosec // rows are not negative
	raw = appendRuns(raw, col.Valid, n)
	raw = appendDifferences(raw, col, n, order)
	*buf = raw
	return c.pack(raw)
}

// smoother reports whether, in a sample of the rows, second differences are
// smaller than first ones, as they are for time, distance and position.
func smoother(col training.Column, n int) bool {
	const sample = 512
	var first, second int
	var prev, delta int64
	seen := 0
	for i := 0; i < min(n, len(col.Values)) && seen < sample; i++ {
		if !col.Valid.Get(i) {
			continue
		}
		d := int64(col.Values[i]) - prev
		if seen > 1 {
			first += bits.Len64(zigzag(d))
			second += bits.Len64(zigzag(d - delta))
		}
		prev, delta = int64(col.Values[i]), d
		seen++
	}
	return second < first
}

func zigzag(d int64) uint64 { return uint64(d<<1) ^ uint64(d>>63) } //nolint:gosec // that is the point

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) } //nolint:gosec // that is the point

func appendRuns(raw []byte, valid training.Bitmap, n int) []byte {
	var runs []uint64
	at, want := 0, true
	for at < n {
		end := nextFlip(valid, at, n, want)
		runs = append(runs, uint64(end-at)) //nolint:gosec // not negative
		at, want = end, !want
	}
	raw = binary.AppendUvarint(raw, uint64(len(runs)))
	for _, r := range runs {
		raw = binary.AppendUvarint(raw, r)
	}
	return raw
}

// nextFlip returns the first row, beginning with the row at, whose validity differs from
// want, or n if there is none.
func nextFlip(valid training.Bitmap, at, n int, want bool) int {
	for at < n {
		if at&63 == 0 && at+64 <= n && at>>6 < len(valid) {
			if w := valid[at>>6]; want && w == ^uint64(0) || !want && w == 0 {
				at += 64
				continue
			}
		}
		if valid.Get(at) != want {
			return at
		}
		at++
	}
	return n
}

// maxVarint is the maximum length of a second difference in bytes: it has 34
// bits and a sign.
const maxVarint = 5

// appendDifferences writes the valid values, nearly all of which take one or two bytes.
func appendDifferences(raw []byte, col training.Column, n int, order byte) []byte {
	values := col.Values[:min(n, len(col.Values))]
	at := len(raw)
	raw = slices.Grow(raw, maxVarint*len(values))[:at+maxVarint*len(values)]
	var prev, delta int64
	for w := 0; w<<6 < len(values); w++ {
		for word := validWord(col.Valid, w, len(values)); word != 0; word &= word - 1 {
			x := int64(values[w<<6+bits.TrailingZeros64(word)])
			d := x - prev
			out := d
			if order == 2 {
				out = d - delta
			}
			prev, delta = x, d
			u := zigzag(out)
			for u >= 0x80 {
				raw[at] = byte(u) | 0x80
				at++
				u >>= 7
			}
			raw[at] = byte(u)
			at++
		}
	}
	return raw[:at]
}

// validWord returns the validity bits of 64 rows, without rows from n on.
func validWord(valid training.Bitmap, w, n int) uint64 {
	if w >= len(valid) {
		return 0
	}
	word := valid[w]
	if rest := n - w<<6; rest < 64 {
		word &= 1<<rest - 1
	}
	return word
}

// Decode unpacks a column of n rows. If the blob is damaged, the error has KindCorrupt.
func (c *Codec) Decode(blob []byte, n int) (training.Column, error) {
	var col training.Column
	err := c.unpack(blob, func(raw []byte) (err error) {
		col, err = decode(raw, n)
		return err
	})
	return col, err
}

func decode(raw []byte, n int) (training.Column, error) {
	var col training.Column
	if len(raw) == 0 || raw[0] != 1 && raw[0] != 2 {
		return col, damaged(errors.New("unknown form"))
	}
	order, raw := raw[0], raw[1:]
	rows, raw, ok := uvarint(raw)
	if !ok || rows > MaxRows || rows != uint64(n) { //nolint:gosec // n is not negative
		return col, damaged(fmt.Errorf("%d rows instead of %d", rows, n))
	}
	col.Valid = training.NewBitmap(n)
	raw, err := readRuns(raw, col.Valid, n)
	if err != nil {
		return training.Column{}, err
	}
	col.Values = make([]int32, n)
	if err := readDifferences(raw, col, order); err != nil {
		return training.Column{}, err
	}
	return col, nil
}

func readRuns(raw []byte, valid training.Bitmap, n int) ([]byte, error) {
	runs, raw, ok := uvarint(raw)
	if !ok || runs > uint64(len(raw)) {
		return nil, damaged(errTruncated)
	}
	at := 0
	for k := range runs {
		var length uint64
		if length, raw, ok = uvarint(raw); !ok || length > uint64(n-at) { //nolint:gosec // at <= n
			return nil, damaged(errors.New("a run of values is longer than the column"))
		}
		end := at + int(length) //nolint:gosec // at most n
		if k%2 == 0 {
			setRange(valid, at, end)
		}
		at = end
	}
	if at != n {
		return nil, damaged(errTruncated)
	}
	return raw, nil
}

func setRange(b training.Bitmap, from, to int) {
	for i := from; i < to; {
		if i&63 == 0 && i+64 <= to {
			b[i>>6] = ^uint64(0)
			i += 64
			continue
		}
		b.Set(i)
		i++
	}
}

func readDifferences(raw []byte, col training.Column, order byte) error {
	var value, delta int64
	for w, word := range col.Valid {
		for ; word != 0; word &= word - 1 {
			var u uint64
			if len(raw) > 0 && raw[0] < 0x80 {
				u, raw = uint64(raw[0]), raw[1:]
			} else {
				var ok bool
				if u, raw, ok = uvarint(raw); !ok {
					return damaged(errTruncated)
				}
			}
			if order == 2 {
				delta += unzigzag(u)
			} else {
				delta = unzigzag(u)
			}
			value += delta
			if int64(int32(value)) != value { //nolint:gosec // this is the check
				return damaged(errors.New("a value is out of range"))
			}
			col.Values[w<<6+bits.TrailingZeros64(word)] = int32(value) //nolint:gosec // just checked
		}
	}
	if len(raw) != 0 {
		return damaged(errors.New("there are extra values"))
	}
	return nil
}

func uvarint(b []byte) (v uint64, rest []byte, ok bool) {
	v, k := binary.Uvarint(b)
	if k <= 0 {
		return 0, b, false
	}
	return v, b[k:], true
}

const floatForm = 4

// EncodeFloats packs a developer field, whose missing rows are NaN.
func (c *Codec) EncodeFloats(values []float32) []byte {
	n := len(values)
	raw := make([]byte, 1+4*n)
	raw[0] = floatForm
	for i, v := range values {
		b := math.Float32bits(v)
		for plane := range 4 {
			raw[1+plane*n+i] = byte(b >> (8 * plane)) //nolint:gosec // one byte of four
		}
	}
	return c.pack(raw)
}

// DecodeFloats unpacks a developer field of n rows.
func (c *Codec) DecodeFloats(blob []byte, n int) ([]float32, error) {
	var values []float32
	err := c.unpack(blob, func(raw []byte) error {
		if len(raw) != 1+4*n || raw[0] != floatForm {
			return damaged(errors.New("not a column of this many floats"))
		}
		values = make([]float32, n)
		for i := range values {
			var b uint32
			for plane := range 4 {
				b |= uint32(raw[1+plane*n+i]) << (8 * plane)
			}
			values[i] = math.Float32frombits(b)
		}
		return nil
	})
	return values, err
}
