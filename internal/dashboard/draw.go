package dashboard

import (
	"math"
	"strconv"
	"strings"
)

// sparkline is the path of a series in a box of 100 by 28 units; gaps stay open.
func sparkline(values []num) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != "" {
			low, high = math.Min(low, float(v)), math.Max(high, float(v))
		}
	}
	if math.IsInf(low, 0) {
		return ""
	}
	var b strings.Builder
	pen := "M"
	for i, v := range values {
		if v == "" {
			pen = "M"
			continue
		}
		x := 100 * float64(i) / float64(max(1, len(values)-1))
		y := 14.0
		if high > low {
			y = 26 - 24*(float(v)-low)/(high-low)
		}
		b.WriteString(pen + coordinate(x) + " " + coordinate(y))
		pen = "L"
	}
	return b.String()
}

func coordinate(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// share is a part of a whole as a length of 100, within it.
func share(part, whole num) string {
	if float(whole) <= 0 {
		return "0"
	}
	return coordinate(math.Max(0, math.Min(100, 100*float(part)/float(whole))))
}
