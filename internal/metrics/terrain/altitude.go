package terrain

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// profile is the believed altitude of a stretch, smoothed: one value a row
// that has an altitude, in metres.
type profile struct {
	row []int32
	alt []float64
}

const (
	// smoothHalfS makes the centred smoothing window 5 s long.
	smoothHalfS = 2
	// maxVerticalMPS is the vertical speed beyond which a step is an error of
	// the sensor or a calibration, not a climb.
	maxVerticalMPS = 5
	// maxVerticalSkiMPS is the same downhill on skis.
	maxVerticalSkiMPS = 40
)

// profileOf reads the rows [from, to). What changes during a pause, or faster
// than anybody climbs or descends, is taken out of all that follows.
func profileOf(v *stream.View, from, to int) profile {
	var p profile
	limit := float64(maxVerticalMPS)
	if v.Recording.Sport == training.AlpineSki {
		limit = maxVerticalSkiMPS
	}
	shift, last := 0.0, -1
	var raw float64
	for i := from; i < to; i++ {
		cm, ok := v.At(training.Altitude, i)
		if !ok {
			continue
		}
		alt := float64(cm) / 100
		if last >= 0 {
			step := alt - raw
			seconds := float64(max(1, v.Columns.TimeS[i]-v.Columns.TimeS[last]))
			if math.Abs(step) > limit*seconds || pausedBetween(v, last, i) {
				shift -= step
			}
		}
		raw, last = alt, i
		p.row, p.alt = append(p.row, int32(i)), append(p.alt, alt+shift)
	}
	p.smooth(v.Columns.TimeS)
	return p
}

func pausedBetween(v *stream.View, a, b int) bool {
	if len(v.Recording.Pauses) == 0 {
		return false
	}
	for i := a; i < b; i++ {
		if v.PauseBetween(i) {
			return true
		}
	}
	return false
}

// smooth replaces each altitude by the mean of those within two seconds.
func (p *profile) smooth(times []int32) {
	out := make([]float64, len(p.alt))
	from, to, sum := 0, 0, 0.0
	for i, r := range p.row {
		for to < len(p.row) && times[p.row[to]] <= times[r]+smoothHalfS {
			sum += p.alt[to]
			to++
		}
		for times[p.row[from]] < times[r]-smoothHalfS {
			sum -= p.alt[from]
			from++
		}
		out[i] = sum / float64(to-from)
	}
	p.alt = out
}
