package stream

import (
	"math"

	"lapkeep/internal/training"
)

const (
	// jumpMMS is the highest plausible speed in mm/s in a sport without a speed limit.
	jumpMMS = 100_000
	// leapTimes is the multiple of a sport's speed limit that makes a step a leap.
	// It is so large that a ride recorded as a run does not consist of leaps, nor does
	// the run from the water to the bike after a swim.
	leapTimes = 2
	// slackCM is the distance in cm by which distance or position may jump at once beyond the
	// limit. Such jumps occur when a receiver regains its position or a distance catches up.
	slackCM = 50_00
	// returnRows is the maximum number of wrong rows after which a value can come back.
	// After more rows, the recording continues from the new value.
	returnRows = 30
	// strayRows is the maximum number of rows at either end that count as errors if they
	// are far from all others.
	strayRows = 3
)

// Leaps describes impossible steps that were removed from a channel.
type Leaps struct {
	// Count is the number of such steps, not counting masked rows.
	Count int
	// CM is the total length of these steps in cm, in either direction.
	CM int64
}

// clean removes the effects of bad rows from distance, position and altitude. It
// masks wrong rows after which the value comes back. If the recording continues
// after a jump, the jump is left out of distance, and positions remain as recorded.
// A recording without bad rows is not copied.
func (v *View) clean(speedLimit int32) {
	v.cleanDistance(leapTimes * int64(speedLimit))
	v.cleanPosition(leapTimes * float64(speedLimit) / 10)
	v.cleanAltitude()
}

// own gives the view its own copy of a channel's column, which may be changed.
func (v *View) own(ch training.Channel) *training.Column {
	c := *v.Columns
	old := &v.Columns.Data[ch]
	c.Data[ch] = training.Column{Values: append([]int32(nil), old.Values...), Valid: append(training.Bitmap(nil), old.Valid...)}
	v.Columns = &c
	return &c.Data[ch]
}

// drop masks a row of one of the view's own columns.
func (v *View) drop(ch training.Channel, col *training.Column, row int) {
	if !col.Valid.Get(row) {
		return
	}
	col.Valid.Clear(row)
	col.Values[row] = 0
	v.Masked[ch]++
}

// fix is a plausible position in semicircles, and its time.
type fix struct {
	lat, lon, timeS int32
	east            float64 // cm per semicircle of longitude at the latitude of the fix
	of              int32
}

// cmPerSemicircle is the length of a semicircle of latitude in cm.
const cmPerSemicircle = math.Pi * earthRadiusCM / (1 << 31)

// move sets the next position. It recomputes the length of a semicircle of longitude only
// every 1.2 km of latitude.
func (f *fix) move(lat, lon, timeS int32) {
	f.lat, f.lon, f.timeS = lat, lon, timeS
	if d := lat - f.of; f.east == 0 || d > 1<<16 || d < -1<<16 {
		f.of, f.east = lat, cmPerSemicircle*math.Cos(float64(lat)*math.Pi/(1<<31))
	}
}

// far reports whether it is impossible to get from a fix to a position in the time
// available. Computing on a plane is precise enough. The difference of two
// longitudes wraps around the earth.
func (f *fix) far(lat, lon, timeS int32, limitCMS float64) bool {
	x, y := float64(lon-f.lon)*f.east, float64(int64(lat)-int64(f.lat))*cmPerSemicircle
	most := limitCMS*float64(max(1, timeS-f.timeS)) + slackCM
	return x*x+y*y > most*most
}

// cleanPosition masks rows whose position is off if the position comes back afterwards.
func (v *View) cleanPosition(limitCMS float64) {
	c := v.Columns
	if !c.Has(training.Latitude) || !c.Has(training.Longitude) {
		return
	}
	lat, lon := c.Data[training.Latitude].Values, c.Data[training.Longitude].Values
	var at fix
	from, rows := 0, 0 // the stretch since the last leap
	for i := 0; i < len(c.TimeS); i++ {
		if !hasPosition(c, i) {
			continue
		}
		if rows > 0 && at.far(lat[i], lon[i], c.TimeS[i], limitCMS) {
			back, ahead := v.comesBack(c, &at, i, limitCMS)
			switch {
			case back > 0:
				v.dropPositions(i, back)
				i = back - 1
				continue
			case rows <= strayRows:
				v.dropPositions(from, i)
			case ahead < strayRows:
				v.dropPositions(i, len(c.TimeS))
				return
			default:
				v.Leaps[training.Latitude].Count++
			}
			from, rows = i, 0
		}
		rows++
		at.move(lat[i], lon[i], c.TimeS[i])
	}
}

// comesBack returns the row soon after i at which the position jumps back near the
// fix, or 0 if there is none, and the number of rows with a position after i.
func (v *View) comesBack(c *training.Columns, at *fix, i int, limitCMS float64) (back, rows int) {
	lat, lon := c.Data[training.Latitude].Values, c.Data[training.Longitude].Values
	off := *at
	off.move(lat[i], lon[i], c.TimeS[i])
	for j := i + 1; j < len(c.TimeS) && rows < returnRows; j++ {
		if !hasPosition(c, j) {
			continue
		}
		rows++
		if off.far(lat[j], lon[j], c.TimeS[j], limitCMS) && !at.far(lat[j], lon[j], c.TimeS[j], limitCMS) {
			return j, rows
		}
		off.move(lat[j], lon[j], c.TimeS[j])
	}
	return 0, rows
}

// dropPositions masks the positions of the rows [from, to).
func (v *View) dropPositions(from, to int) {
	if v.Masked[training.Latitude] == 0 {
		v.own(training.Latitude)
		v.own(training.Longitude)
	}
	c := v.Columns
	for i := from; i < to; i++ {
		v.drop(training.Latitude, &c.Data[training.Latitude], i)
		v.drop(training.Longitude, &c.Data[training.Longitude], i)
	}
}

// These are altitudes in cm: the lowest shore and the highest summit, with a margin, and
// the height of aircraft for sports that may leave the ground.
const (
	lowestCM     = -500_00
	highestCM    = 9000_00
	highestAnyCM = 20_000_00
	// climbSlackCM is the maximum error of a single altitude in cm.
	climbSlackCM = 30_00
)

// MaxVerticalCMS returns the vertical speed in cm/s beyond which a step of
// altitude is a sensor error or a calibration, not a climb.
func MaxVerticalCMS(s training.Sport) int64 {
	if s == training.AlpineSki {
		return 40_00
	}
	return 5_00
}

// cleanAltitude masks rows with an altitude that does not exist on earth, or with one
// that is off if the altitude comes back afterwards.
func (v *View) cleanAltitude() {
	col := &v.Columns.Data[training.Altitude]
	if !v.Columns.Has(training.Altitude) || v.Silent[training.Altitude] != "" {
		return
	}
	a := altitudes{col, v.Columns.TimeS, MaxVerticalCMS(v.Recording.Sport)}
	highest := int32(highestCM)
	if MaxSpeedMMS(v.Recording.Sport) == 0 {
		highest = highestAnyCM
	}
	var own *training.Column
	off := func(from, to int) {
		if own == nil {
			own = v.own(training.Altitude)
		}
		for i := from; i < to; i++ {
			v.drop(training.Altitude, own, i)
		}
	}
	for i, last := 0, -1; i < len(col.Values); i++ {
		switch cm := col.Values[i]; {
		case !col.Valid.Get(i):
			continue
		case cm < lowestCM || cm > highest:
			off(i, i+1)
			continue
		case last >= 0 && a.far(last, i):
			if back := a.back(last, i); back > 0 {
				off(i, back)
				i = back
			}
		}
		last = i
	}
}

// altitudes is a column of altitudes in cm with the limit of its changes.
type altitudes struct {
	*training.Column
	timeS []int32
	limit int64 // cm/s
}

// far reports whether it is impossible to climb or fall from one row to another in
// the time available.
func (a *altitudes) far(i, j int) bool {
	d, most := int64(a.Values[j])-int64(a.Values[i]), a.limit*int64(max(1, a.timeS[j]-a.timeS[i]))+climbSlackCM
	return d > most || d < -most
}

// back returns the row soon after i at which the altitude jumps back to about the altitude
// of the row last, or 0 if there is none.
func (a *altitudes) back(last, i int) int {
	for j, n := i+1, 0; j < len(a.Values) && n < returnRows; j++ {
		if !a.Valid.Get(j) {
			continue
		}
		n++
		if a.far(i, j) && !a.far(last, j) {
			return j
		}
		i = j
	}
	return 0
}
