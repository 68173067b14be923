package page

import (
	"math"
	"strconv"
	"strings"
)

// Sparkline is the path of a series in a box of 100 by 28 units; gaps stay open.
func Sparkline(values []Num) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != "" {
			low, high = math.Min(low, Float(v)), math.Max(high, Float(v))
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
			y = 26 - 24*(Float(v)-low)/(high-low)
		}
		b.WriteString(pen + Coordinate(x) + " " + Coordinate(y))
		pen = "L"
	}
	return b.String()
}

// Coordinate is a length of a drawing.
func Coordinate(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Share is a part of a whole as a length of 100, within it.
func Share(part, whole Num) string {
	if Float(whole) <= 0 {
		return "0"
	}
	return Coordinate(math.Max(0, math.Min(100, 100*Float(part)/Float(whole))))
}
