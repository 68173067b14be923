package upkeep

import (
	"encoding/binary"
	"errors"
	"io"
	"os"

	"lapkeep/internal/store/sqlitedb/pagesum"
)

// tree is where the rows of a table lie in the file.
type tree struct {
	root  uint32
	byRow bool // in the order of row numbers, not of a key
}

// Pages of SQLite's file format, 1.6: what kinds there are, and where a page
// has the number of its cells and its last child.
const (
	innerByKey, innerByRow = 0x02, 0x05
	leafByKey, leafByRow   = 0x0a, 0x0d
	cellsAt, childAt       = 3, 8
	innerHead, leafHead    = 12, 8
)

// standIn is the number of the row that a leaf has which stands for a damaged
// one: SQLite takes none without rows. No row of ours has it.
const standIn = -1 << 63

// bridge puts a leaf with one empty row in the place of each page of the
// trees that is not what was written, so that a table is read past it. What
// lay below such a page is left out; pages with parts of long rows stay as
// they are, so that reading such a row fails. A file whose pages have no sums
// is left alone.
func bridge(path string, trees []tree) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	const fileHeader, reservedAt = 100, 20
	header := make([]byte, fileHeader)
	if _, err := f.ReadAt(header, 0); err != nil {
		return err
	}
	b := &bridging{file: f, size: pagesum.PageSize(header), seen: map[uint32]bool{1: true}} // page 1 was read
	if b.size == 0 || !pagesum.Kept(header) {
		return nil
	}
	b.usable = b.size - int(header[reservedAt])
	for _, t := range trees {
		if err := b.node(t.root, t.byRow); err != nil {
			return err
		}
	}
	return nil
}

type bridging struct {
	file         *os.File
	size, usable int
	seen         map[uint32]bool
}

// node goes through a page and those below it.
func (b *bridging) node(n uint32, byRow bool) error {
	if n == 0 || b.seen[n] {
		return nil
	}
	b.seen[n] = true
	page, at := make([]byte, b.size), int64(n-1)*int64(b.size)
	if _, err := b.file.ReadAt(page, at); errors.Is(err, io.EOF) {
		return nil // the file was cut
	} else if err != nil {
		return err
	}
	if !pagesum.Holds(page) {
		_, err := b.file.WriteAt(b.leaf(byRow), at)
		return err
	}
	if page[0] != innerByKey && page[0] != innerByRow {
		return nil
	}
	for i := range int(binary.BigEndian.Uint16(page[cellsAt:])) {
		cell := int(binary.BigEndian.Uint16(page[min(innerHead+2*i, b.size-2):]))
		if err := b.node(binary.BigEndian.Uint32(page[min(cell, b.size-4):]), byRow); err != nil {
			return err
		}
	}
	return b.node(binary.BigEndian.Uint32(page[childAt:]), byRow)
}

// leaf is a page with one row that is all NULL.
func (b *bridging) leaf(byRow bool) []byte {
	page := make([]byte, b.size)
	cell := []byte{2, 2, 0, 0} // two bytes of a record: its header is as long and has one column, which is NULL
	page[0] = leafByKey
	if byRow {
		page[0] = leafByRow
		cell = []byte{2, 0xC0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 2, 0} // the number comes between
	}
	start := b.usable - len(cell)
	copy(page[start:], cell)
	binary.BigEndian.PutUint16(page[cellsAt:], 1)
	binary.BigEndian.PutUint16(page[cellsAt+2:], uint16(start)) //nolint:gosec // below 65,536; a page of that size keeps sums at its end
	binary.BigEndian.PutUint16(page[leafHead:], uint16(start))  //nolint:gosec // the same
	pagesum.Put(page)
	return page
}
