package decode

import (
	"fmt"
	"strconv"

	"github.com/muktihari/fit/proto"

	"lapkeep/internal/recording/fit/field"
)

func serial(m *proto.Message, num byte) string {
	n, ok := field.Int(m, num)
	if !ok || n <= 0 || n == 0xFFFFFFFF {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// software reads a version in hundredths.
func (f *file) software(m *proto.Message, num byte) {
	if n, ok := field.Int(m, num); ok && f.device.Software == "" {
		f.device.Software = fmt.Sprintf("%d.%02d", n/100, n%100)
	}
}
