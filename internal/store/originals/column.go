package originals

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"lapkeep/internal/training"
)

// Encode packs the first n rows of a column; rows that it lacks are missing.
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

// smoother says whether second differences of a sample of the rows are
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

// nextFlip is the first row from at whose validity is not want, or n.
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

// maxVarint is the most bytes that a difference of differences takes: it has
// 34 bits and a sign.
const maxVarint = 5

// appendDifferences writes the valid values. Nearly all are a byte or two.
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

// validWord is the validity of 64 rows, of those that are below n.
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

// Decode unpacks a column of n rows. Any damage is of KindCorrupt.
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
		return col, damaged(fmt.Errorf("%d rows where %d were expected", rows, n))
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
			return nil, damaged(errors.New("a run is longer than the column"))
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
		return damaged(errors.New("values are left over"))
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
