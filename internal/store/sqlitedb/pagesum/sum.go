package pagesum

import "encoding/binary"

// Reserved is how many bytes at the end of a page are its sum.
const Reserved = 8

// sum is the sum of the words of a page, as cksmCompute of cksumvfs has it.
// Each step can be undone, so that a change of one word is never lost.
func sum(words []byte) (s1, s2 uint32) {
	for ; len(words) >= 8; words = words[8:] {
		s1 += binary.LittleEndian.Uint32(words) + s2
		s2 += binary.LittleEndian.Uint32(words[4:]) + s1
	}
	return s1, s2
}

// Put writes the sum of a page into its last bytes.
func Put(page []byte) {
	at := len(page) - Reserved
	s1, s2 := sum(page[:at])
	binary.LittleEndian.PutUint32(page[at:], s1)
	binary.LittleEndian.PutUint32(page[at+4:], s2)
}

// Holds reports whether a page is what was written. One of zeros was never
// written: its sum is zero too.
func Holds(page []byte) bool {
	at := len(page) - Reserved
	s1, s2 := sum(page[:at])
	return s1 == binary.LittleEndian.Uint32(page[at:]) && s2 == binary.LittleEndian.Uint32(page[at+4:])
}

// The bytes of the first page that say how the others are, as
// https://www.sqlite.org/fileformat.html#the_database_header has them.
const (
	magic      = "SQLite format 3\x00"
	headerSize = 100
	atPageSize = 16
	atReserved = 20
)

// Kept reports whether a database whose file begins so keeps sums.
func Kept(header []byte) bool {
	return len(header) >= headerSize && string(header[:len(magic)]) == magic && header[atReserved] == Reserved
}

// PageSize is the size of the pages of a database whose file begins so, 0 if
// that is no size.
func PageSize(header []byte) int {
	n := int(binary.BigEndian.Uint16(header[atPageSize:]))
	if n == 1 {
		n = 1 << 16
	}
	if !isPage(n) {
		return 0
	}
	return n
}

// isPage reports whether so many bytes may be a page.
func isPage(n int) bool { return n >= 512 && n <= 1<<16 && n&(n-1) == 0 }
