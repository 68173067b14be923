package trial

import (
	"math"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
)

// outing is one recording as the generator made it, in the units of the
// answers; NaN is a second without a value. It knows nothing of the store.
type outing struct {
	demo.Item
	rec      *training.Recording
	sport    training.Sport
	leg      int
	km       float64
	channels map[training.Channel][]float64
}

// outings are all that the athlete recorded, in order of time.
func outings(plan demo.Plan) []*outing {
	var out []*outing
	for item := range plan.Items() {
		for leg, rec := range item.Recordings() {
			o := &outing{Item: item, rec: rec, sport: rec.Sport, leg: leg, channels: map[training.Channel][]float64{}}
			if d := o.series(training.Distance); d != nil {
				o.km = d[len(d)-1] / 1000
			}
			if lengths := active(rec); lengths > 0 { // a pool's distance is its lengths
				o.km = float64(25*lengths) / 1000
			}
			out = append(out, o)
		}
	}
	return out
}

func active(rec *training.Recording) (lengths int) {
	for _, l := range rec.Lengths {
		if l.Active {
			lengths++
		}
	}
	return lengths
}

// series is a channel in its shown unit, nil if the recording has none.
func (o *outing) series(ch training.Channel) []float64 {
	if s, ok := o.channels[ch]; ok {
		return s
	}
	col := o.rec.Columns.Data[ch]
	var s []float64
	for i, v := range col.Values {
		x := math.NaN()
		if col.Valid.Get(i) {
			x = float64(v) / ch.Scale()
		}
		s = append(s, x)
	}
	o.channels[ch] = s
	return s
}

// mean is the plain mean of a channel's seconds.
func (o *outing) mean(ch training.Channel) float64 {
	sum, n := 0.0, 0.0
	for _, v := range o.series(ch) {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / n
}

func (o *outing) top(ch training.Channel) float64 {
	top := math.NaN()
	for _, v := range o.series(ch) {
		if math.IsNaN(top) || v > top {
			top = v
		}
	}
	return top
}

// bestMean tries every window of so many rows that follow second by second
// and have all their values.
func (o *outing) bestMean(ch training.Channel, seconds int) float64 {
	values, times := o.series(ch), o.rec.Columns.TimeS
	best, sum, missing := math.NaN(), 0.0, 0
	count := func(v float64, n int) {
		if math.IsNaN(v) {
			missing += n
			return
		}
		sum += v * float64(n) // whole watts: no rounding adds up
	}
	for i, v := range values {
		count(v, 1)
		from := i + 1 - seconds
		if from > 0 {
			count(values[from-1], -1)
		}
		if from < 0 || missing > 0 || int(times[i]-times[from]) != seconds-1 {
			continue
		}
		if mean := sum / float64(seconds); math.IsNaN(best) || mean > best {
			best = mean
		}
	}
	return best
}

// bestTime is the shortest time over a distance of the running clock, from
// one row to the first that is as far.
func (o *outing) bestTime(metres float64) float64 {
	d := o.series(training.Distance)
	best := math.Inf(1)
	to := 0
	for from := range d {
		for to < len(d) && d[to]-d[from] < metres {
			to++
		}
		if to == len(d) {
			break
		}
		over := (d[to] - d[from] - metres) / (d[to] - d[to-1]) // of the last second
		best = math.Min(best, float64(to-from)-over)
	}
	return best
}
