package route

import (
	"math"
	"slices"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Track holds the positions of a recording that are believed, made once to be
// matched against many ways.
type Track struct {
	timeS    []int32
	lat, lon []int32 // semicircles
	row      []int32
	distance []int32 // cm, nil where none was recorded
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
		t.timeS, t.lat, t.lon = append(t.timeS, at), append(t.lat, lat), append(t.lon, lon)
		t.row = append(t.row, int32(i)) //nolint:gosec // rows are fewer
	}
	t.withoutStrays()
	if slices.Contains(v.Derived, training.Distance) || !v.Has(training.Distance) {
		return t
	}
	t.distance = make([]int32, len(t.row))
	last := int32(0)
	for i, row := range t.row {
		if cm, ok := v.At(training.Distance, int(row)); ok {
			last = cm
		}
		t.distance[i] = last
	}
	return t
}

// went is the recorded distance in metres between two positions; false where
// there is none.
func (t *Track) went(from, to int) (metres float64, ok bool) {
	if t.distance == nil {
		return 0, false
	}
	return float64(t.distance[to]-t.distance[from]) / training.Distance.Scale(), true
}

// A position is an error if the way over it is longer by strayM than the way
// past it within strayS: nobody rides there and back again in that time.
const (
	strayM = 200.0
	strayS = 30
)

// withoutStrays leaves out single positions that are far off.
func (t *Track) withoutStrays() {
	n := 0
	for i := range t.timeS {
		if n > 0 && i+1 < len(t.timeS) && t.isStray(n-1, i, i+1) {
			continue
		}
		t.timeS[n], t.lat[n], t.lon[n], t.row[n] = t.timeS[i], t.lat[i], t.lon[i], t.row[i]
		n++
	}
	t.timeS, t.lat, t.lon, t.row = t.timeS[:n], t.lat[:n], t.lon[:n], t.row[:n]
}

// isStray says of a position between two others whether it is an error.
func (t *Track) isStray(before, i, after int) bool {
	if t.timeS[after]-t.timeS[before] > strayS || t.near(before, i) && t.near(i, after) {
		return false
	}
	return t.apart(before, i)+t.apart(i, after)-t.apart(before, after) > strayM
}

// near says that two positions are less than strayM/2 apart, as nearly all are.
func (t *Track) near(a, b int) bool {
	const most = 7000 // semicircles, 68 m on either axis
	lat, lon := t.lat[b]-t.lat[a], t.lon[b]-t.lon[a]
	return lat < most && lat > -most && lon < most && lon > -most
}

// apart is how far apart two positions are, in metres.
func (t *Track) apart(a, b int) float64 {
	s := scale{lat: t.lat[a], lon: t.lon[a], north: metresPerSemicircle}
	s.east = s.north * math.Cos(float64(t.lat[a])*math.Pi/(1<<31))
	return math.Hypot(s.x(t.lon[b]), s.y(t.lat[b]))
}
