package sqlitedb

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"

	"lapkeep/internal/training"
)

// MarkSuffix ends the name of a database's mark.
const MarkSuffix = ".mark"

// Mark names a state of a store.
type Mark struct {
	Writes int64 // transactions that were acknowledged
	Seq    int64 // the last change of the change log
	Digest [16]byte
}

// The file: these words, the numbers and the digest, and a CRC-32 of it all.
const (
	title = "lapkeep mark 1\n\x00"
	size  = len(title) + 8 + 8 + 16 + 4
)

func (m Mark) encode() []byte {
	b := append(make([]byte, 0, size), title...)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Writes)) //nolint:gosec // a count
	b = binary.BigEndian.AppendUint64(b, uint64(m.Seq))    //nolint:gosec // a count
	b = append(b, m.Digest[:]...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// ReadMark is the mark at a path; ok is false if there is none.
func ReadMark(path string) (m Mark, ok bool, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	if len(b) != size || string(b[:len(title)]) != title || crc32.ChecksumIEEE(b[:size-4]) != binary.BigEndian.Uint32(b[size-4:]) {
		return m, false, training.Errorf(training.KindCorrupt, "The mark of the last write (%s) is damaged.", path).
			WithFix("The next write makes it anew.")
	}
	b = b[len(title):]
	m.Writes, m.Seq = int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:])) //nolint:gosec // counts
	copy(m.Digest[:], b[16:])
	return m, true, nil
}

// write puts the mark in place of the one before. Its few bytes lie in one
// sector of the disk, which is written whole or not at all.
func (m Mark) write(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(m.encode())
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
