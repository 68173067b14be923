package stream

import (
	"math"

	"lapkeep/internal/training"
)

const (
	// jumpMMS is the speed in mm/s beyond which nothing is believed in a sport
	// that sets no limit.
	jumpMMS = 100_000
	// leapTimes is how many times the speed limit of a sport it takes to be a
	// leap: a ride that was recorded as a run is none, and the way from the
	// water to the bike is run.
	leapTimes = 2
	// slackCM is how far beyond the limit distance or position may be at once:
	// a receiver that finds its way back, a distance that catches up.
	slackCM = 50_00
	// returnRows is how many rows a value may be off for it to be an error of
	// those rows; beyond, the recording goes on from there.
	returnRows = 30
	// farStartCM is how far a recording may have come before its first row: it
	// may be the rest of a longer one.
	farStartCM = 100_000_00
	// strayRows is how many rows at either end, far from all others, are errors.
	strayRows = 3
)

// Leaps are steps taken out of a channel because nobody moves like that.
type Leaps struct {
	// Count of them, beside the rows that are masked.
	Count int
	// CM is how far they go together, back and forth.
	CM int64
}

// clean takes out of distance, position and altitude what one bad row makes of
// them. A row that is off and comes back is masked. Where the recording goes
// on from the far side of a leap, distance counts none of it, and a position
// stands where it says. Nothing is copied for a recording without either.
func (v *View) clean(speedLimit int32) {
	v.cleanDistance(leapTimes * int64(speedLimit))
	v.cleanPosition(leapTimes * float64(speedLimit) / 10)
	v.cleanAltitude()
}

// own is a copy of a channel's column in the view, to be changed.
func (v *View) own(ch training.Channel) *training.Column {
	c := *v.Columns
	old := &v.Columns.Data[ch]
	c.Data[ch] = training.Column{Values: append([]int32(nil), old.Values...), Valid: append(training.Bitmap(nil), old.Valid...)}
	v.Columns = &c
	return &c.Data[ch]
}

// budget is how far a distance may go on: what the limit allows for the time
// since it last grew, and the slack that what came before has left.
type budget struct {
	limitMMS int64
	raw      int64 // the last believed distance in cm
	left     int64 // cm
	grew     int64 // when, in seconds
}

func (b *budget) allows(raw, timeS int64) bool {
	step := raw - b.raw
	return step >= -slackCM && step <= b.left+b.limitMMS*max(1, timeS-b.grew)/10
}

func (b *budget) take(raw, timeS int64) {
	if step := raw - b.raw; step != 0 {
		b.left = min(slackCM, b.left+b.limitMMS*max(1, timeS-b.grew)/10-max(0, step))
		b.grew = timeS
	}
	b.raw = raw
}

// cleanDistance cuts the leaps of a distance that adds up.
func (v *View) cleanDistance(limitMMS int64) {
	col := &v.Columns.Data[training.Distance]
	if !v.Columns.Has(training.Distance) || v.Silent[training.Distance] != "" {
		return
	}
	b := budget{limitMMS: limitMMS, left: slackCM}
	var cut *training.Column
	shift, begun := int64(0), false
	for i := 0; i < len(col.Values); i++ {
		if !col.Valid.Get(i) {
			continue
		}
		raw, now := int64(col.Values[i]), int64(v.Columns.TimeS[i])
		if !b.allows(raw, now) {
			if cut == nil {
				cut = v.own(training.Distance)
			}
			if back := v.returnsTo(&b, col, i); back > 0 {
				for ; i < back; i++ {
					v.drop(training.Distance, cut, i)
				}
				i--
				continue
			}
			if begun || raw < 0 || raw > farStartCM {
				v.Leaps[training.Distance].Count++
				v.Leaps[training.Distance].CM += max(raw-b.raw, b.raw-raw)
				shift += b.raw - raw
			}
			b.raw, b.left, b.grew = raw, 0, now
		}
		b.take(raw, now)
		begun = true
		if cut != nil {
			cut.Values[i] = int32(min(max(raw+shift, math.MinInt32), math.MaxInt32))
		}
	}
}

// returnsTo is the row soon after i that leaps back to what the distance was
// before, 0 if there is none.
func (v *View) returnsTo(b *budget, col *training.Column, i int) int {
	off := *b
	off.raw, off.grew, off.left = int64(col.Values[i]), int64(v.Columns.TimeS[i]), slackCM
	for j, n := i+1, 0; j < len(col.Values) && n < returnRows; j++ {
		if !col.Valid.Get(j) {
			continue
		}
		n++
		raw, now := int64(col.Values[j]), int64(v.Columns.TimeS[j])
		if !off.allows(raw, now) && b.allows(raw, now) {
			return j
		}
		off.raw, off.grew = raw, now
	}
	return 0
}

// drop masks a row of a column of the view's own.
func (v *View) drop(ch training.Channel, col *training.Column, row int) {
	if !col.Valid.Get(row) {
		return
	}
	col.Valid.Clear(row)
	col.Values[row] = 0
	v.Masked[ch]++
}
