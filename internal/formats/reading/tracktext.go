package reading

import (
	"strconv"
	"time"

	"lapkeep/internal/training"
)

// TimeLayout is how the XML formats write an instant.
const TimeLayout = "2006-01-02T15:04:05Z"

// RowTime is the time of a row as the XML formats write it.
func RowTime(r *training.Recording, row int) string {
	return r.Start.Add(time.Duration(r.Columns.TimeS[row]) * time.Second).UTC().Format(TimeLayout)
}

// digits are the decimals that hold a channel's integer exactly.
var digits = [training.NumChannels]int{
	training.Cadence: 0, training.Speed: 3, training.Altitude: 2, training.Distance: 2,
	training.Temperature: 1, training.Latitude: 8, training.Longitude: 8,
}

// TrackText is a channel's value in row as text in the shown unit, empty if there
// is none.
func TrackText(c *training.Columns, ch training.Channel, row int) string {
	v, ok := c.At(ch, row)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(float64(v)/ch.Scale(), 'f', digits[ch], 64)
}

// PauseBefore reports whether a pause lies between a row and the one before.
func PauseBefore(r *training.Recording, row int) bool {
	if row == 0 {
		return false
	}
	from, to := float64(r.Columns.TimeS[row-1]), float64(r.Columns.TimeS[row])
	for _, p := range r.Pauses {
		if p.FromS < to && p.ToS > from && p.FromS >= from {
			return true
		}
	}
	return false
}
