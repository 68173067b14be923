package source

import (
	"encoding/json"
	"math"

	"lapkeep/internal/training"
)

// StreamRows are the places of the time stream that hold a time not before the one
// that came last.
func StreamRows(times []*float64) (rows []int, err error) {
	last := 0.0
	for i, t := range times {
		switch {
		case t == nil || *t < last:
			continue
		case *t > math.MaxInt32/2:
			return nil, errTime
		}
		last = *t
		rows = append(rows, i)
	}
	return rows, nil
}

var errTime = training.Errorf(training.KindCorrupt, "The recording's times are not seconds.")

// Numbers reads a stream; of no text there are none.
func Numbers(data json.RawMessage) ([]*float64, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var list []*float64
	err := json.Unmarshal(data, &list)
	return list, err
}

// FillStream puts a stream into a channel. Where it is shorter than the times, or
// says what nobody can measure, there is nothing.
func FillStream(c *training.Columns, ch training.Channel, list []*float64, rows []int) {
	for row, i := range rows {
		if i >= len(list) || list[i] == nil {
			continue
		}
		x := math.Round(*list[i] * ch.Scale())
		if math.Abs(x) <= math.MaxInt32 && (ch != training.Latitude || math.Abs(*list[i]) <= 90) { // beyond, it is no measurement
			c.Put(ch, row, int32(x))
		}
	}
}
