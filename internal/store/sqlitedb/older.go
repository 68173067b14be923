package sqlitedb

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
)

// Programs from 2026-11-22 to 2026-11-28 kept a checksum in the last bytes of
// each page, and call a page damaged whose checksum is wrong. SQLite leaves
// these bytes alone.
const (
	atPageSize   = 16 // in the header
	atReserved   = 20
	checksumSize = 8

	firstPage = 1             // has the schema's version, and changes with each write
	allPages  = math.MaxInt64 // those of the tables' definitions too, which migrations change
)

// tellOlder writes the checksums of the first pages of a database that was
// made by such a program. It can then read the schema's version, and refuses a
// newer one with the reason instead of calling the database damaged.
func tellOlder(path string, pages int64) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil || !isLogged(header) || header[atReserved] != checksumSize {
		return err
	}
	page := make([]byte, binary.BigEndian.Uint16(header[atPageSize:]))
	for n := range pages {
		at := n * int64(len(page))
		if _, err := f.ReadAt(page, at); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		end := len(page) - checksumSize
		if _, err := f.WriteAt(checksum(page[:end]), at+int64(end)); err != nil {
			return err
		}
	}
	return nil
}

// checksum is computed as by SQLite's cksumvfs extension.
func checksum(words []byte) []byte {
	var s1, s2 uint32
	for ; len(words) >= 8; words = words[8:] {
		s1 += binary.LittleEndian.Uint32(words) + s2
		s2 += binary.LittleEndian.Uint32(words[4:]) + s1
	}
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, s1), s2)
}
