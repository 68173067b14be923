package store

import (
	"math"
	"time"

	"lapkeep/internal/training"
)

// part is one recording and the channels that are taken from it.
type part struct {
	Start   time.Time
	Columns *training.Columns
	Take    []training.Channel
}

// compose lays the channels of parts on the clock of the recording that started at
// start with rows at timeS. A row of a part goes where it happened in the
// same second of absolute time; nothing is held or interpolated, so a second
// in which a part has no measurement stays without one. Where a part has
// several rows in a second, the last valid one counts. Of two parts that
// give the same channel the first wins.
func compose(start time.Time, timeS []int32, parts ...part) *training.Columns {
	out := &training.Columns{TimeS: timeS}
	for _, p := range parts {
		rows := rowsAt(timeS, p.Columns.TimeS, shift(start, p.Start))
		for _, ch := range p.Take {
			src := &p.Columns.Data[ch]
			if src.Present() && !out.Data[ch].Present() {
				out.Data[ch] = placed(src, p.Columns.TimeS, rows)
			}
		}
	}
	return out
}

// shift is how many whole seconds part began after the clock.
func shift(clock, part time.Time) int32 {
	s := math.Round(part.Sub(clock).Seconds())
	return int32(min(max(s, math.MinInt32/2), math.MaxInt32/2)) // farther apart than that nothing meets
}

// rowsAt gives for each row of the clock the last row of the part in the same
// second, or -1.
func rowsAt(clock, part []int32, shift int32) []int32 {
	rows := make([]int32, len(clock))
	j := 0
	for i, t := range clock {
		want := int64(t) - int64(shift)
		for j < len(part) && int64(part[j]) <= want {
			j++
		}
		rows[i] = -1
		if j > 0 && int64(part[j-1]) == want {
			rows[i] = int32(j - 1) //nolint:gosec // columns are shorter than 2^31
		}
	}
	return rows
}

// placed copies the matched rows of a column. A second may have several rows:
// from the last of them it goes back to one that is valid.
func placed(src *training.Column, srcTime, rows []int32) training.Column {
	dst := training.Column{Values: make([]int32, len(rows)), Valid: training.NewBitmap(len(rows))}
	for i, r := range rows {
		if r < 0 {
			continue
		}
		second := srcTime[r]
		for ; r >= 0 && srcTime[r] == second; r-- {
			if src.Valid.Get(int(r)) && int(r) < len(src.Values) {
				dst.Values[i] = src.Values[r]
				dst.Valid.Set(i)
				break
			}
		}
	}
	return dst
}
