package stream

import (
	"math"

	"lapkeep/internal/training"
)

// complete adds columns to the view: a distance if the recording has only positions
// or speed, and a speed if it has only distance.
func (v *View) complete(speedLimit int32) {
	c := v.Columns
	spoke := func(ch training.Channel) bool { return c.Has(ch) && v.Silent[ch] == "" }
	if !spoke(training.Distance) {
		switch {
		case c.Has(training.Latitude) && c.Has(training.Longitude):
			v.derive(training.Distance, v.distanceByPosition(speedLimit))
		case spoke(training.Speed):
			v.derive(training.Distance, v.distanceBySpeed(speedLimit))
		}
	}
	if v.Columns.Has(training.Distance) && v.Silent[training.Distance] == "" && !spoke(training.Speed) {
		v.derive(training.Speed, v.speedByDistance())
	}
}

// derive adds a computed column to the view. The recording's own columns are left
// unchanged.
func (v *View) derive(ch training.Channel, col training.Column) {
	c := *v.Columns
	c.Data[ch] = col
	v.Columns = &c
	v.Derived = append(v.Derived, ch)
	v.Silent[ch] = ""
}

// earthRadiusCM is the mean radius of the earth in cm (IUGG).
const earthRadiusCM = 637_100_880

// distanceByPosition adds up great-circle steps during which the timer ran. Steps
// faster than the limit and steps over a pause are left out.
func (v *View) distanceByPosition(limit int32) training.Column {
	n := v.Columns.Len()
	col := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
	total, last := 0.0, -1
	for i := range n {
		if !v.Running.Get(i) || !hasPosition(v.Columns, i) {
			continue
		}
		if last >= 0 && !v.pausedBetween(last, i) {
			step := v.stepCM(last, i)
			seconds := float64(max(1, v.Columns.TimeS[i]-v.Columns.TimeS[last]))
			if step*10 <= float64(limit)*seconds {
				total += step
			}
		}
		last = i
		col.Values[i] = int32(min(math.Round(total), math.MaxInt32))
		col.Valid.Set(i)
	}
	return col
}

func hasPosition(c *training.Columns, i int) bool {
	_, lat := c.At(training.Latitude, i)
	_, lon := c.At(training.Longitude, i)
	return lat && lon
}

// stepCM returns the great-circle distance in cm between two rows (haversine).
func (v *View) stepCM(a, b int) float64 {
	lat, lon := v.Columns.Data[training.Latitude].Values, v.Columns.Data[training.Longitude].Values
	radians := func(semicircles int32) float64 {
		return float64(semicircles) / training.Latitude.Scale() * math.Pi / 180
	}
	p, q := radians(lat[a]), radians(lat[b])
	dp, dl := q-p, radians(lon[b])-radians(lon[a])
	h := math.Sin(dp/2)*math.Sin(dp/2) + math.Cos(p)*math.Cos(q)*math.Sin(dl/2)*math.Sin(dl/2)
	return 2 * earthRadiusCM * math.Asin(math.Min(1, math.Sqrt(h)))
}

// distanceBySpeed adds up speed over the time of each row. Speeds above the
// limit are left out.
func (v *View) distanceBySpeed(limit int32) training.Column {
	n := v.Columns.Len()
	col := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
	total := 0.0
	for i := range n {
		if !v.Running.Get(i) {
			continue
		}
		col.Values[i] = int32(min(math.Round(total), math.MaxInt32))
		col.Valid.Set(i)
		if s, ok := v.Columns.At(training.Speed, i); ok && s > 0 && s <= limit {
			total += float64(s) / 10 * float64(v.WeightS[i])
		}
	}
	return col
}

// speedHalfS is half the length in s of the window over which speed is computed
// from distance.
const speedHalfS = 2

// speedByDistance returns the mean speed in mm/s within two seconds of each
// row.
func (v *View) speedByDistance() training.Column {
	n := v.Columns.Len()
	times := v.Columns.TimeS
	col := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
	for i := range n {
		a, b := v.neighbour(i, -1), v.neighbour(i, 1)
		da, okA := v.Columns.At(training.Distance, a)
		db, okB := v.Columns.At(training.Distance, b)
		if !okA || !okB || times[b] == times[a] || db < da || times[b]-times[a] > max(slowCapS, 2*v.CapS) {
			continue
		}
		col.Values[i] = int32(min(int64(db-da)*10/int64(times[b]-times[a]), math.MaxInt32))
		col.Valid.Set(i)
	}
	return col
}

// neighbour returns the farthest row within two seconds before or after i, or else
// the adjacent row, but never a row across a pause.
func (v *View) neighbour(i, way int) int {
	times := v.Columns.TimeS
	for j := i; ; j += way {
		next := j + way
		if next < 0 || next >= len(times) || !v.Running.Get(next) || v.PauseBetween(min(j, next)) {
			return j
		}
		if d := times[next] - times[i]; j != i && (d > speedHalfS || d < -speedHalfS) {
			return j
		}
	}
}

// Share returns the share of the rows' time, from 0 to 1, in which ch has a value.
// Unlike [View.Coverage], it ignores time without rows, because a sparse recording
// does not mean that a sensor is missing.
func (v *View) Share(ch training.Channel) float64 {
	switch v.usable[ch].Count() {
	case 0:
		return 0
	case v.Running.Count():
		return 1
	}
	var have, all, rows, valid int64
	u, weights := v.usable[ch], v.weights(ch)
	for i := range weights {
		if !v.Running.Get(i) {
			continue
		}
		w := int64(weights[i])
		all, rows = all+w, rows+1
		if u.Get(i) {
			have, valid = have+w, valid+1
		}
	}
	if all == 0 { // no row has a weight, so rows are counted
		have, all = valid, max(1, rows)
	}
	return float64(have) / float64(all)
}

const (
	// loneW is the minimum power in W of a lone second, and 1/loneShare the fraction of it
	// that neither neighbour may reach. No rider gains and loses that much in a second.
	loneW     = 500
	loneShare = 4
)

// LonePowerS counts the seconds of at least 500 W between two seconds with less
// than a quarter of that power: such seconds indicate a sensor that drops out or spikes.
// They are kept, because the energy may be real.
func (v *View) LonePowerS() int {
	times, n := v.Columns.TimeS, 0
	for i := 1; i+1 < len(times); i++ {
		w, ok := v.At(training.Power, i)
		if !ok || w < loneW || times[i+1]-times[i-1] != 2 {
			continue
		}
		a, before := v.At(training.Power, i-1)
		b, after := v.At(training.Power, i+1)
		if before && after && a*loneShare < w && b*loneShare < w {
			n++
		}
	}
	return n
}

// StuckHRS returns the longest time in seconds, without pauses and long gaps, with
// the same heart rate in every row. No heart beats like that for minutes, but a strap
// that has lost contact sends such values.
func (v *View) StuckHRS() int32 {
	var longest, run, last int32
	for i := range v.WeightS {
		bpm, ok := v.At(training.HeartRate, i)
		if !ok || bpm != last {
			run, last = 0, bpm
		}
		if ok {
			run += v.SlowWeightS(i)
			longest = max(longest, run)
		}
	}
	return longest
}
