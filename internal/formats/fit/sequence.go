package fit

import (
	"bytes"
	"encoding/binary"

	"lapkeep/internal/i18n"
)

const (
	minHeader = 12
	crcSize   = 2
)

var magic = []byte(".FIT")

// Sequence is one FIT file; an input may chain several.
type Sequence struct {
	// Messages is the well-formed part of the data, repaired where necessary.
	Messages []byte
	// Records counts the record messages, an upper bound on the number of rows.
	Records int
	// Compressed is set if some messages give their time relative to the previous one.
	Compressed bool
	// Damaged is set if something was lost or may be wrong; Notes describe it.
	Damaged bool
	Notes   []string
}

// Is reports whether data begins with a FIT header.
func Is(data []byte) bool {
	return len(data) >= minHeader && data[0] >= minHeader && bytes.Equal(data[8:12], magic)
}

// Split finds the FIT files in data, in order.
func Split(data []byte) []Sequence {
	var out []Sequence
	for pos := 0; pos < len(data); {
		if !Is(data[pos:]) {
			next := nextHeader(data, pos)
			if len(out) > 0 {
				out[len(out)-1].note(true,
					i18n.Sentencef("%d bytes between or after the parts of the file are not FIT and were skipped.", next-pos))
			}
			pos = next
			continue
		}
		s, size := one(data[pos:])
		out = append(out, s)
		pos += size
	}
	return out
}

// nextHeader returns the position of the next header after pos, or the length
// of data.
func nextHeader(data []byte, pos int) int {
	for from := pos + 1; from < len(data); {
		i := bytes.Index(data[from:], magic)
		if i < 0 {
			break
		}
		at := from + i - 8
		if at > pos && (data[at] == 12 || data[at] == 14) {
			return at
		}
		from += i + len(magic)
	}
	return len(data)
}

// one reads the sequence at the beginning of data, and returns its length in bytes.
func one(data []byte) (Sequence, int) {
	var s Sequence
	header := min(int(data[0]), len(data))
	declared := int64(binary.LittleEndian.Uint32(data[4:8]))
	body := data[header:]
	end := declared + crcSize
	switch {
	case declared == 0 || declared > int64(len(body)):
		// A device that fails writes no length, or its file is cut off before the end.
		if next := nextHeader(data, 0); next < len(data) {
			body = body[:max(0, next-header)]
		}
		end = int64(len(body))
		if declared != 0 {
			s.note(true, i18n.Sentencef("The file is cut off: %d of %d bytes are there.", len(body), declared))
		} else if len(body) > crcSize {
			s.note(true, "The file was never closed by the device: its header states no length.")
			body = body[:len(body)-crcSize]
		}
	case declared+crcSize > int64(len(body)):
		s.note(true, "The file is cut off: its checksum is missing.")
		end = int64(len(body))
		body = body[:declared]
	default:
		body = body[:declared]
		want := binary.LittleEndian.Uint16(data[header+int(declared):])
		if CRC(data[:header+int(declared)]) != want {
			s.note(true, "The checksum is wrong: the file may be damaged.")
		}
	}
	s.walk(body)
	return s, header + int(end)
}

// Unclosed reports whether data ends before its FIT files do, or has a wrong
// checksum. Both happen while a file is being written: a device writes the checksum
// last, and a copy into reserved space ends in zeros.
func Unclosed(data []byte) bool {
	for Is(data) {
		end := int64(data[0]) + int64(binary.LittleEndian.Uint32(data[4:8]))
		if end == int64(data[0]) || end+crcSize > int64(len(data)) || CRC(data[:end]) != binary.LittleEndian.Uint16(data[end:]) {
			return true
		}
		data = data[end+crcSize:]
	}
	return false
}

func (s *Sequence) note(damaged bool, what i18n.Sentence) {
	s.Damaged = s.Damaged || damaged
	s.Notes = append(s.Notes, string(what))
}

// Header returns the header of a FIT file with size bytes of messages.
func Header(size uint32) []byte {
	h := make([]byte, 14)
	h[0], h[1] = 14, 0x20
	binary.LittleEndian.PutUint32(h[4:], size)
	copy(h[8:], magic)
	return h
}

// crcTables holds the reflected CRC-16 of FIT (polynomial 0xA001) for eight
// bytes at a time: eight lookups per step instead of sixteen.
var crcTables = makeCRCTables()

func makeCRCTables() *[8][256]uint16 {
	var t [8][256]uint16
	for i := range 256 {
		c := uint16(i)
		for range 8 {
			c = c>>1 ^ 0xA001*(c&1)
		}
		t[0][i] = c
	}
	for k := 1; k < 8; k++ {
		for i := range 256 {
			c := t[k-1][i]
			t[k][i] = c>>8 ^ t[0][c&0xFF]
		}
	}
	return &t
}

// CRC returns the FIT checksum of b.
func CRC(b []byte) uint16 {
	t := crcTables
	var c uint16
	for ; len(b) >= 8; b = b[8:] {
		c = t[7][b[0]^byte(c)] ^ t[6][b[1]^byte(c>>8)] ^ t[5][b[2]] ^ t[4][b[3]] ^
			t[3][b[4]] ^ t[2][b[5]] ^ t[1][b[6]] ^ t[0][b[7]]
	}
	for _, x := range b {
		c = c>>8 ^ t[0][byte(c)^x]
	}
	return c
}
