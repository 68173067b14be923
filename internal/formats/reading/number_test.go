package reading_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
)

// FuzzNumber holds the short way of reading decimals against the library's,
// to the bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{
		"0", "-0", "1.5", ".5", "5.", ".", "-", "", "-.", "46.0301541", "123456789012345", "1234567890123456", "0.000000000000001",
		"99999999999999.9", "1e5", "+3", "1_0", "0x1p4", "Inf", "NaN", "1.2.3", "--1", " 7 ", "١",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := reading.TrackNumber(s)
		want, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		finite := err == nil && !math.IsNaN(want) && !math.IsInf(want, 0)
		if ok != finite || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q is %v %v, want %v %v", s, got, ok, want, err)
		}
	})
}
