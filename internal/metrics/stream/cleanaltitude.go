package stream

import "lapkeep/internal/training"

// Altitudes in cm: the lowest shore and the highest summit with a margin; the
// sports that need not be on the ground may be as high as aircraft.
const (
	lowestCM     = -500_00
	highestCM    = 9000_00
	highestAnyCM = 20_000_00
	// climbSlackCM is how far off a single altitude may be.
	climbSlackCM = 30_00
)

// MaxVerticalCMS is the vertical speed in cm/s beyond which a step of the
// altitude is an error of the sensor or a calibration, not a climb.
func MaxVerticalCMS(s training.Sport) int64 {
	if s == training.AlpineSki {
		return 40_00
	}
	return 5_00
}

// cleanAltitude masks the rows whose altitude is nowhere on earth, or is off
// and comes back.
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

// altitudes are a column of altitudes in cm and how fast they may change.
type altitudes struct {
	*training.Column
	timeS []int32
	limit int64 // cm/s
}

// far says whether nobody climbs or falls from one row to another in the time.
func (a *altitudes) far(i, j int) bool {
	d, most := int64(a.Values[j])-int64(a.Values[i]), a.limit*int64(max(1, a.timeS[j]-a.timeS[i]))+climbSlackCM
	return d > most || d < -most
}

// back is the row soon after i that leaps back to about the altitude of row
// last, 0 if there is none.
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
