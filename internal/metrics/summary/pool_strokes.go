package summary

import (
	"lapkeep/internal/training"
)

// StrokesVersion is the version of the rule of [PutStrokes].
const StrokesVersion = 1

// PutStrokes adds to the values of a swim or a stretch of one what follows
// from the lengths that in accepts: strokes a minute and the distance of a
// stroke, over the lengths with counted strokes alone, so that drills and
// rests at the wall do not count; and from its pace that over 100 m. Strokes
// are as the device counts them: those of the arm that wears it.
func PutStrokes(v training.Values, r *training.Recording, in func(training.Length) bool) {
	if pace, ok := v[training.MetricPaceSPerKM]; ok {
		v[training.MetricPaceSPer100M] = pace / 10
	}
	strokes, seconds, counted := 0, 0.0, 0
	for _, l := range r.Lengths {
		if !in(l) {
			continue
		}
		if swolf, ok := SWOLF(l); ok {
			strokes += l.Strokes
			seconds += swolf - float64(l.Strokes)
			counted++
		}
	}
	if counted == 0 {
		return
	}
	v[training.MetricAvgStrokesPerMin] = float64(strokes) / seconds * 60
	if pool := r.DeviceValues[training.MetricPoolLengthM]; pool > 0 {
		v[training.MetricDistancePerStrokeCM] = float64(counted) * pool / float64(strokes) * 100
	}
}
