package fit

import (
	"math"
	"strconv"
)

// encodeSerial is a serial number, 0 (none) if it is not one.
func encodeSerial(s string) int64 {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0
	}
	return int64(n)
}

// version is a version like 5.12 in hundredths, -1 if it is not one.
func version(s string) int64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 0 || x > 655 {
		return -1
	}
	return int64(math.Round(x * 100))
}
