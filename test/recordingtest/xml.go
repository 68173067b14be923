package recordingtest

import (
	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// Track draws a recording as the XML formats hold it: rows of the channels
// from the start to the end, and a pause in each gap of more than 5 s.
// Cadence is whole, and there is distance wherever there is a position.
func Track(t *rapid.T, format training.Format, channels ...training.Channel) *training.Recording {
	r := &training.Recording{Format: format, Start: Start(t), Sessions: 1}
	c := &r.Columns
	c.TimeS = []int32{0}
	for range rapid.IntRange(1, 30).Draw(t, "rows") {
		last := c.TimeS[len(c.TimeS)-1]
		step := int32(rapid.IntRange(1, 5).Draw(t, "step"))
		if rapid.IntRange(0, 7).Draw(t, "pause") == 0 {
			step += int32(rapid.IntRange(5, 3000).Draw(t, "for"))
			r.Pauses = append(r.Pauses, training.Span{FromS: float64(last), ToS: float64(last + step)})
		}
		c.TimeS = append(c.TimeS, last+step)
	}
	for _, ch := range channels {
		if ch == training.Distance || rapid.Bool().Draw(t, ch.String()) {
			fill(t, c, ch)
		}
	}
	for i, v := range c.Data[training.Cadence].Values {
		c.Data[training.Cadence].Values[i] = v / 10 * 10
	}
	c.Pad()
	if !c.Has(training.Distance) {
		c.Data[training.Latitude], c.Data[training.Longitude] = training.Column{}, training.Column{}
	}
	for ch := range c.Data {
		if !c.Has(training.Channel(ch)) {
			c.Data[ch] = training.Column{}
		}
	}
	r.ElapsedS = float64(c.TimeS[len(c.TimeS)-1])
	r.TimerS = r.ElapsedS
	for _, p := range r.Pauses {
		r.TimerS -= p.ToS - p.FromS
	}
	return r
}
