package demo

import (
	"math"

	"lapkeep/internal/training"
)

// rows collects the seconds of a recording. Every channel is put once in
// each row, or never.
type rows struct {
	cols    training.Columns
	missing [training.NumChannels][]int
}

func newRows(seconds int, channels ...training.Channel) *rows {
	r := &rows{}
	r.cols.TimeS = make([]int32, 0, seconds)
	for _, ch := range channels {
		r.cols.Data[ch].Values = make([]int32, 0, seconds)
	}
	return r
}

// at begins the row of a second.
func (r *rows) at(t int) { r.cols.TimeS = append(r.cols.TimeS, int32(t)) }

// put adds the current row's value in the channel's integer unit.
func (r *rows) put(ch training.Channel, v float64) {
	r.cols.Data[ch].Values = append(r.cols.Data[ch].Values, int32(math.Round(v)))
}

// miss adds that the current row has no value.
func (r *rows) miss(ch training.Channel) {
	r.missing[ch] = append(r.missing[ch], len(r.cols.Data[ch].Values))
	r.cols.Data[ch].Values = append(r.cols.Data[ch].Values, 0)
}

func (r *rows) columns() training.Columns {
	for ch := range r.cols.Data {
		col := &r.cols.Data[ch]
		if len(col.Values) == 0 {
			*col = training.Column{}
			continue
		}
		col.Valid = training.NewBitmap(len(col.Values))
		for i := range col.Values {
			col.Valid.Set(i)
		}
		for _, i := range r.missing[ch] {
			col.Valid.Clear(i)
		}
	}
	return r.cols
}

// summarise computes a device's values over the rows within a span.
func summarise(rec *training.Recording, span training.Span) training.Values {
	var v training.Values
	c := &rec.Columns
	from, to := len(c.TimeS), 0
	for i, t := range c.TimeS {
		if s := float64(t); s >= span.FromS && s < span.ToS {
			from, to = min(from, i), i+1
		}
	}
	if from >= to {
		return nil
	}
	if mean, top, n := stats(c, training.Power, from, to); n > 0 {
		v = v.Put(training.MetricAvgPowerW, math.Round(mean)).Put(training.MetricMaxPowerW, top).
			Put(training.MetricWorkKJ, math.Round(mean*float64(n))/1000).Put(training.MetricCaloriesKcal, math.Round(mean*float64(n)/1000))
	}
	if mean, top, n := stats(c, training.HeartRate, from, to); n > 0 {
		v = v.Put(training.MetricAvgHRBpm, math.Round(mean)).Put(training.MetricMaxHRBpm, top)
	}
	if d := c.Data[training.Distance]; d.Present() {
		before := int32(0)
		if from > 0 {
			before = d.Values[from-1]
		}
		v = v.Put(training.MetricDistanceKM, float64(d.Values[to-1]-before)/100_000)
	}
	return v
}

func stats(c *training.Columns, ch training.Channel, from, to int) (mean, top float64, n int) {
	col, sum := c.Data[ch], 0
	if !col.Present() {
		return 0, 0, 0
	}
	for i := from; i < to; i++ {
		if col.Valid.Get(i) {
			n++
			sum += int(col.Values[i])
			top = max(top, float64(col.Values[i]))
		}
	}
	return float64(sum) / float64(max(n, 1)), top, n
}
