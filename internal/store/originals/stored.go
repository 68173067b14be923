package originals

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"

	"github.com/klauspost/compress/zstd"
)

// HashOf returns the hash of what a packed original holds, as far as it can be
// unpacked.
func HashOf(packed io.Reader) string {
	sum := sha256.New()
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return ""
	}
	defer z.Close()
	if _, err := io.Copy(sum, z); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// gzipMagic begins what is packed already.
var gzipMagic = []byte{0x1F, 0x8B, 8}

// The parts of a zstd frame (RFC 8878, 3.1.1) that stores its content as it
// is: one segment, its size in four bytes, no checksum, as the name of an
// original is one. A raw block holds up to 128 KiB.
const (
	frameMagic  = 0xFD2FB528
	frameForm   = 2<<6 | 1<<5
	maxRawBlock = 128 << 10
	lastBlock   = 1
)

// pack appends data to dst as a zstd frame. What is packed already is only put
// into one: to press it again takes time and saves nothing.
func (p *Packer) pack(dst, data []byte) []byte {
	if !bytes.HasPrefix(data, gzipMagic) || uint64(len(data)) > 1<<32-1 {
		return p.encoder().EncodeAll(data, dst)
	}
	dst = binary.LittleEndian.AppendUint32(dst, frameMagic)
	dst = append(dst, frameForm)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data))) //nolint:gosec // just checked
	for len(data) > 0 {
		n := min(len(data), maxRawBlock)
		head := uint32(n) << 3 //nolint:gosec // at most 128 KiB
		if n == len(data) {
			head |= lastBlock
		}
		dst = append(dst, byte(head), byte(head>>8), byte(head>>16)) //nolint:gosec // three bytes of it
		dst = append(dst, data[:n]...)
		data = data[n:]
	}
	return dst
}
