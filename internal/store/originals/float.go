package originals

import (
	"errors"
	"math"
)

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
			return damaged(errors.New("not a column of floats of this length"))
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
