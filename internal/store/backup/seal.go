package backup

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"strings"
)

// sumsName is the member that has the SHA-256 of each other, as sha256sum
// writes and checks it.
const sumsName = "SHA256SUMS"

// The seal ends the file: one block with the SHA-256 of all bytes before it.
// A tar has ended by then; in a zstd file it is a frame that readers skip
// (RFC 8878, 3.1.2).
const (
	sealTitle     = "lapkeep backup sha256 "
	sealSize      = 512
	skippable     = 0x184D2A50
	skippableHead = 8
)

func seal(sum hash.Hash, compressed bool) []byte {
	var head []byte
	if compressed {
		head = binary.LittleEndian.AppendUint32(head, skippable)
		head = binary.LittleEndian.AppendUint32(head, sealSize)
		sum.Write(head) // so that no bit of the file is without a sum
	}
	block := make([]byte, sealSize)
	copy(block, sealTitle+hex.EncodeToString(sum.Sum(nil))+"\n")
	return append(head, block...)
}

// sealed reads a whole file and compares it with its seal; found is false if
// it ends in none.
func sealed(ctx context.Context, f *os.File) (found, holds bool, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() < sealSize {
		return false, false, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, &until{ctx, io.NewSectionReader(f, 0, info.Size()-sealSize)}); err != nil {
		return false, false, err
	}
	block := make([]byte, sealSize)
	if _, err := f.ReadAt(block, info.Size()-sealSize); err != nil {
		return false, false, err
	}
	want := string(seal(sum, false))
	return strings.HasPrefix(string(block), sealTitle), string(block) == want, nil
}

// until reads while its context lasts.
type until struct {
	ctx context.Context //nolint:containedctx // it bounds this one copy
	r   io.Reader
}

func (u *until) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}

// sums holds the checksums of members, by name.
type sums map[string]string

// parseSums reads [sumsName]; false if a line is none of its own.
func parseSums(text string) (sums, bool) {
	all := sums{}
	for line := range strings.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if _, twice := all[name]; !ok || twice || !strings.HasSuffix(line, "\n") {
			return nil, false
		}
		all[name] = sum
	}
	return all, true
}
