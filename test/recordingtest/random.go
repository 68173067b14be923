package recordingtest

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// limits are the least and greatest value of a channel and the step between
// its values that every format which has the channel can hold.
var limits = [training.NumChannels]struct{ least, most, step int }{
	training.Power:                {0, 3000, 1},
	training.HeartRate:            {1, 254, 1},
	training.Cadence:              {0, 2530, 1},
	training.Speed:                {0, 40_000, 1},
	training.Altitude:             {-40_000, 880_000, 20},
	training.Distance:             {0, 100, 1}, // a step from row to row
	training.Temperature:          {-500, 600, 10},
	training.Latitude:             {-1 << 30, 1 << 30, 1},
	training.Longitude:            {-1 << 31, 1<<31 - 4, 1},
	training.LeftBalance:          {0, 10_000, 100},
	training.VerticalOscillation:  {0, 2000, 1},
	training.GroundContact:        {0, 60_000, 1},
	training.StepLength:           {0, 30_000, 1},
	training.RespirationRate:      {0, 6000, 1},
	training.CoreTemperature:      {3000, 4500, 1},
	training.GroundContactBalance: {0, 10_000, 1},
}

// Columns draws rows at rising seconds within [0, until], of some of the
// channels. Positions are whole or absent.
func Columns(t *rapid.T, until int, channels ...training.Channel) training.Columns {
	var c training.Columns
	at := -1
	for range rapid.IntRange(0, 30).Draw(t, "rows") {
		if at += rapid.IntRange(1, 5).Draw(t, "step"); at > until {
			break
		}
		c.TimeS = append(c.TimeS, int32(at))
	}
	for _, ch := range channels {
		if ch != training.Longitude && rapid.Bool().Draw(t, ch.String()) {
			fill(t, &c, ch)
		}
	}
	c.Pad()
	for ch := range c.Data {
		if !c.Has(training.Channel(ch)) {
			c.Data[ch] = training.Column{}
		}
	}
	return c
}

func fill(t *rapid.T, c *training.Columns, ch training.Channel) {
	sum := 0
	for i := range c.TimeS {
		if rapid.IntRange(0, 9).Draw(t, "gap") == 0 {
			continue
		}
		v := value(t, ch)
		switch ch {
		case training.Distance:
			sum += v
			v = sum
		case training.Latitude:
			c.Put(training.Longitude, i, int32(value(t, training.Longitude)|1)) // never 0,0
		}
		c.Put(ch, i, int32(v))
	}
}

func value(t *rapid.T, ch training.Channel) int {
	l := limits[ch]
	return rapid.IntRange(l.least/l.step, l.most/l.step).Draw(t, ch.String()) * l.step
}

// Start draws when a recording begins, to the second.
func Start(t *rapid.T) time.Time {
	return start.Add(time.Duration(rapid.IntRange(-300_000_000, 300_000_000).Draw(t, "start")) * time.Second)
}

// Millis draws a duration in seconds of whole milliseconds.
func Millis(t *rapid.T, most int, label string) float64 {
	return float64(rapid.IntRange(0, most*1000).Draw(t, label)) / 1000
}

// Spans draws disjoint stretches of more than gap seconds within (0, until),
// in order, with room between them.
func Spans(t *rapid.T, until, gap int) []training.Span {
	var out []training.Span
	at := 0
	for range rapid.IntRange(0, 3).Draw(t, "pauses") {
		from := at + rapid.IntRange(2, 9).Draw(t, "from")
		to := from + gap + rapid.IntRange(1, 20).Draw(t, "for")
		if to >= until-1 {
			break
		}
		out = append(out, training.Span{FromS: float64(from), ToS: float64(to)})
		at = to
	}
	return out
}

// Laps draws laps that cover [0, end) without gaps, of whole seconds.
func Laps(t *rapid.T, end int) []training.Lap {
	starts := []int{0}
	for range rapid.IntRange(0, 3).Draw(t, "laps") {
		next := starts[len(starts)-1] + rapid.IntRange(1, 30).Draw(t, "lap")
		if next >= end {
			break
		}
		starts = append(starts, next)
	}
	laps := make([]training.Lap, len(starts))
	for i, s := range starts {
		laps[i] = training.Lap{StartS: float64(s), EndS: float64(end)}
		if i > 0 {
			laps[i-1].EndS = float64(s)
		}
	}
	return laps
}

// Word draws a short text that every format can hold.
func Word(t *rapid.T, label string) string {
	return rapid.StringMatching(`([A-Za-zäé<&"][A-Za-z0-9 äé<&"']{0,12}[a-z])?`).Draw(t, label)
}

// Developer draws columns of fields that have no channel.
func Developer(t *rapid.T, rows int) []training.DeveloperColumn {
	var out []training.DeveloperColumn
	if rows == 0 {
		return nil
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "developer") {
		c := training.DeveloperColumn{Name: fmt.Sprintf("field %d", i), Units: "kN/m", Values: make([]float32, rows)}
		for k := range c.Values {
			c.Values[k] = nan
			if k == 0 || rapid.Bool().Draw(t, "set") {
				c.Values[k] = rapid.Float32Range(-1e6, 1e6).Draw(t, "value")
			}
		}
		out = append(out, c)
	}
	return out
}
