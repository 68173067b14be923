package rawfit

// CRC is the checksum of FIT files: CRC-16 with the reflected polynomial
// 0xA001, starting from zero.
func CRC(data []byte) uint16 {
	crc := uint16(0)
	for _, b := range data {
		crc ^= uint16(b)
		for range 8 {
			low := crc & 1
			crc >>= 1
			if low != 0 {
				crc ^= 0xA001
			}
		}
	}
	return crc
}
