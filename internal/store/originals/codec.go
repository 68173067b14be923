package originals

import (
	"bytes"
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/training"
)

// MaxRows is the longest column: half a year at one row a second.
const MaxRows = 1 << 24

// maxRaw bounds what a damaged frame may claim to unpack to: a row needs at
// most ten bytes.
const maxRaw = 10*MaxRows + 64

// Codec encodes and decodes columns. It is safe for concurrent use; its
// buffers are made on first use.
type Codec struct {
	encoder func() *zstd.Encoder
	decoder func() *zstd.Decoder
	scratch sync.Pool // *[]byte
}

// NewCodec makes a codec.
func NewCodec() *Codec {
	return &Codec{
		encoder: sync.OnceValue(func() *zstd.Encoder {
			// The next level makes recordings a twentieth smaller for twice the time.
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

// colcodecMust panics on options that zstd refuses, which no input can cause.
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

// unpack calls f with the content of a frame, which is valid only in f.
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
