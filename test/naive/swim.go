package naive

import "math"

// Length is one length of a pool; NaN strokes were not counted.
type Length struct {
	Seconds, Strokes float64
	Active           bool
}

// AverageSWOLF is the mean of seconds + strokes over the lengths that were
// swum and have strokes.
func AverageSWOLF(lengths []Length) float64 {
	var swolf []float64
	for _, l := range lengths {
		if l.Active && !math.IsNaN(l.Strokes) {
			swolf = append(swolf, l.Seconds+l.Strokes)
		}
	}
	return Mean(swolf)
}
