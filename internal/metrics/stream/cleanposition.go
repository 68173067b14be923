package stream

import (
	"math"

	"lapkeep/internal/training"
)

// fix is a believed position in semicircles, and its time.
type fix struct {
	lat, lon, timeS int32
	east            float64 // cm a semicircle of longitude at latitude of
	of              int32
}

// cmPerSemicircle is a semicircle of latitude.
const cmPerSemicircle = math.Pi * earthRadiusCM / (1 << 31)

// move goes to the next position. A degree of longitude is measured anew every
// 1.2 km of latitude.
func (f *fix) move(lat, lon, timeS int32) {
	f.lat, f.lon, f.timeS = lat, lon, timeS
	if d := lat - f.of; f.east == 0 || d > 1<<16 || d < -1<<16 {
		f.of, f.east = lat, cmPerSemicircle*math.Cos(float64(lat)*math.Pi/(1<<31))
	}
}

// far says whether nobody gets from a fix to a position in the time. Near
// enough on a plane: the difference of two longitudes wraps as the earth does.
func (f *fix) far(lat, lon, timeS int32, limitCMS float64) bool {
	x, y := float64(lon-f.lon)*f.east, float64(int64(lat)-int64(f.lat))*cmPerSemicircle
	most := limitCMS*float64(max(1, timeS-f.timeS)) + slackCM
	return x*x+y*y > most*most
}

// cleanPosition masks the rows whose position is off and comes back.
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

// comesBack is the row soon after i that leaps back near the fix, 0 if there is
// none, and how many rows with a position follow.
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
