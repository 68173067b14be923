package pagesum

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// The log beside a database, as https://www.sqlite.org/fileformat.html#the_write_ahead_log
// has it.
const (
	logMagic      = 0x377f0682 // the lowest bit says in which order the sums take the bytes
	logHeaderSize = 32
	frameHeader   = 24
)

// logPages are the pages that the committed part of a log holds, by number
// from 1. After the first frame whose sum is wrong there is no log for SQLite.
func logPages(path string) (pages map[uint32]bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	r := bufio.NewReaderSize(f, 1<<16)
	head := make([]byte, logHeaderSize)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, nil //nolint:nilerr // it was never begun
	}
	size := binary.BigEndian.Uint32(head[8:])
	if binary.BigEndian.Uint32(head)&^1 != logMagic || size > 1<<16 || !isPage(int(size)) {
		return nil, nil
	}
	c := chain{order: binary.LittleEndian}
	if head[3]&1 == 1 {
		c.order = binary.BigEndian
	}
	c.add(head[:24])
	if !c.is(head[24:]) {
		return nil, nil
	}
	return c.committed(r, head[16:24], make([]byte, frameHeader+size))
}

// chain is the running sum of a log.
type chain struct {
	order  binary.ByteOrder
	s1, s2 uint32
}

func (c *chain) add(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		c.s1 += c.order.Uint32(b) + c.s2
		c.s2 += c.order.Uint32(b[4:]) + c.s1
	}
}

func (c *chain) is(stored []byte) bool {
	return c.s1 == binary.BigEndian.Uint32(stored) && c.s2 == binary.BigEndian.Uint32(stored[4:])
}

// committed reads frames while they belong to the log.
func (c *chain) committed(r io.Reader, salt, frame []byte) (map[uint32]bool, error) {
	pages, open := map[uint32]bool{}, []uint32{}
	for {
		if _, err := io.ReadFull(r, frame); err != nil {
			return pages, nil //nolint:nilerr // the log ends here, or in the middle of a frame that counts for nothing
		}
		c.add(frame[:8])
		c.add(frame[frameHeader:])
		if string(frame[8:16]) != string(salt) || !c.is(frame[16:]) {
			return pages, nil
		}
		open = append(open, binary.BigEndian.Uint32(frame))
		if binary.BigEndian.Uint32(frame[4:]) != 0 { // a commit
			for _, p := range open {
				pages[p] = true
			}
			open = open[:0]
		}
	}
}
