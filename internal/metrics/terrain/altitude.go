package terrain

import (
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
	if !v.Has(training.Altitude) {
		return profile{}
	}
	limit := int64(maxVerticalMPS * 100)
	if v.Recording.Sport == training.AlpineSki {
		limit = maxVerticalSkiMPS * 100
	}
	room := max(0, to-from)
	p := profile{row: make([]int32, 0, room)}
	alt := make([]int64, 0, room) // cm
	shift, raw, last := int64(0), int64(0), -1
	for i := from; i < to; i++ {
		cm, ok := v.At(training.Altitude, i)
		if !ok {
			continue
		}
		if last >= 0 {
			step := int64(cm) - raw
			seconds := int64(max(1, v.Columns.TimeS[i]-v.Columns.TimeS[last]))
			if max(step, -step) > limit*seconds || pausedBetween(v, last, i) {
				shift -= step
			}
		}
		raw, last = int64(cm), i
		p.row, alt = append(p.row, int32(i)), append(alt, raw+shift)
	}
	p.smooth(alt, v.Columns.TimeS)
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

// smooth sets each altitude to the mean of those within two seconds. Sums are
// of whole centimetres, so that they are exact.
func (p *profile) smooth(cm []int64, times []int32) {
	p.alt = make([]float64, len(cm))
	from, to, sum := 0, 0, int64(0)
	for i, r := range p.row {
		for to < len(p.row) && times[p.row[to]] <= times[r]+smoothHalfS {
			sum += cm[to]
			to++
		}
		for times[p.row[from]] < times[r]-smoothHalfS {
			sum -= cm[from]
			from++
		}
		p.alt[i] = float64(sum) / float64(100*(to-from))
	}
}
