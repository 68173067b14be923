package fit

// crcTables hold the reflected CRC-16 of FIT (polynomial 0xA001) for eight
// bytes at a time: eight lookups a step instead of sixteen.
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

// CRC is the FIT checksum of b.
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
