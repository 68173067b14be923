package route

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Track holds the positions of a recording that are believed, made once to be
// matched against many ways.
type Track struct {
	timeS    []int32
	lat, lon []int32 // semicircles
	row      []int32
	// limit is the speed in m/s beyond which nobody is in the sport, 0 for none.
	limit float64
}

// TrackOf takes the positions of a recording, the first of each second.
func TrackOf(v *stream.View) *Track {
	n := v.Columns.Len()
	t := &Track{
		timeS: make([]int32, 0, n), lat: make([]int32, 0, n), lon: make([]int32, 0, n), row: make([]int32, 0, n),
		limit: float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000,
	}
	for i, at := range v.Columns.TimeS {
		lat, ok := v.At(training.Latitude, i)
		if !ok {
			continue
		}
		lon, ok := v.At(training.Longitude, i)
		if !ok || len(t.timeS) > 0 && t.timeS[len(t.timeS)-1] == at {
			continue
		}
		t.timeS, t.lat, t.lon, t.row = append(t.timeS, at), append(t.lat, lat), append(t.lon, lon), append(t.row, int32(i)) //nolint:gosec // rows are fewer
	}
	return t
}
