//go:build e2e

package trial

import (
	"math"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
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

// outings returns all that the athlete recorded, in order of time.
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

// series returns a channel in its shown unit, nil if the recording has none.
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

// mean returns the plain mean of a channel's seconds.
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

// bestTime returns the shortest time over a distance of the running clock, from
// one row, or the start, to the first row that is as far: the first row has the
// way of a second already.
func (o *outing) bestTime(metres float64) float64 {
	d := o.series(training.Distance)
	if len(d) > 0 && d[0] > 0 {
		d = append([]float64{0}, d...)
	}
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

func (b *book) rides() {
	tue, sat := b.of(tuesday, training.Cycling), b.of(saturday, training.Cycling)
	np, windows := naive.NPGarmin(tue.series(training.Power), nil)
	ftp := b.threshold(training.KeyFTP, training.Cycling, tuesday)
	b.put("tuesday_avg_w", tue.mean(training.Power))
	b.put("tuesday_np_w", np)
	b.put("tuesday_if", np/ftp)
	b.put("tuesday_tss", naive.TSS(np, ftp, windows))
	b.put("tuesday_lap_count", float64(len(tue.rec.Laps)))
	second, n := 0.0, 0
	for _, l := range tue.rec.Laps {
		if l.Intensity == "active" && l.TimerS == 1200 {
			second, n = lapMean(tue, l, training.Power), n+1
		}
	}
	if n != 2 {
		panic("not two times twenty minutes")
	}
	b.put("tuesday_second_20_w", second)
	b.put("tuesday_first_w", firstMinutes(tue, training.Power))
	b.put("tuesday_first_hr", firstMinutes(tue, training.HeartRate))
	b.put("saturday_temp_c", sat.mean(training.Temperature))
	b.put("saturday_kj", sat.mean(training.Power)*float64(valid(sat.series(training.Power)))/1000)
	satNP, _ := naive.NPGarmin(sat.series(training.Power), nil)
	b.put("saturday_np_w", satNP)
	b.put("saturday_climb_m", climb(sat))
	stopped := b.of(august, training.Cycling)
	b.put("stopped_s_1_august", stopped.rec.ElapsedS-stopped.rec.TimerS)
	juneRide := b.of(day(time.June, 16), training.Cycling)
	juneNP, _ := naive.NPGarmin(juneRide.series(training.Power), nil)
	b.put("june_np_w", juneNP)
	b.put("device", tue.rec.Device.Product)
}

func valid(values []float64) (n int) {
	for _, v := range values {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}

func lapMean(o *outing, l training.Lap, ch training.Channel) float64 {
	var in []float64
	for i, t := range o.rec.Columns.TimeS {
		if s := float64(t); s >= l.StartS && s < l.EndS {
			in = append(in, o.series(ch)[i])
		}
	}
	return naive.Mean(in)
}

// firstMinutes returns the means of the first ten minutes.
func firstMinutes(o *outing, ch training.Channel) []float64 {
	var out []float64
	for m := range 10 {
		out = append(out, naive.Mean(o.series(ch)[60*m:60*m+60]))
	}
	return out
}

func pace(o *outing) float64 { return o.rec.TimerS / o.km }

func (b *book) runs() {
	long, hilly, track := b.of(sunday, training.Running), b.of(yesterday, training.Running), b.of(trackDay, training.Running)
	b.put("sunday_km_count", math.Ceil(long.km))
	b.put("sunday_km5_s", split(long, 5))
	b.put("sunday_rpe", long.PerceivedExertion)
	b.put("sunday_pace", pace(long))
	b.put("sunday_decoupling", naive.Decoupling(long.series(training.Speed), long.series(training.HeartRate), nil))
	b.put("yesterday_pace", pace(hilly))
	b.put("yesterday_gap", graded(hilly))
	b.put("yesterday_hr", hilly.mean(training.HeartRate))
	b.put("yesterday_max_hr", hilly.top(training.HeartRate))
	b.put("yesterday_cadence", 2*hilly.mean(training.Cadence)) // both legs
	b.put("yesterday_power", hilly.mean(training.Power))
	b.put("yesterday_contact_ms", hilly.mean(training.GroundContact))
	var laps []float64
	for _, l := range track.rec.Laps {
		if l.Intensity == "active" {
			laps = append(laps, 1/lapMean(track, l, training.Speed)*1000)
		}
	}
	b.put("track_lap_pace", laps)
	runs := b.those(0, b.today, training.Running)
	var names []float64
	for _, o := range newest(runs) {
		if o.Name == "Long run" || o.Name == "Sunday long run" {
			names = append(names, o.km)
		}
	}
	b.put("long_runs_km", names[:2])
}

// split returns the running time of the n-th kilometre.
func split(o *outing, n int) float64 {
	d := o.series(training.Distance)
	at := func(metres float64) float64 {
		for i := range d {
			if d[i] >= metres {
				return float64(i) - (d[i]-metres)/(d[i]-d[i-1])
			}
		}
		return math.NaN()
	}
	return at(float64(1000*n)) - at(float64(1000*n-1000))
}

// graded returns the pace on the flat by Minetti's cost, grades over 40 m.
func graded(o *outing) float64 {
	d, alt := o.series(training.Distance), o.series(training.Altitude)
	way, cost, from := 0.0, 0.0, 0
	for i := range d {
		if d[i]-d[from] < 40 {
			continue
		}
		g := (alt[i] - alt[from]) / (d[i] - d[from])
		way += d[i] - d[from]
		cost += (d[i] - d[from]) * naive.MinettiCost(g) / naive.MinettiCost(0)
		from = i
	}
	return pace(o) * way / cost
}

func (b *book) swims() {
	lake, pool := b.of(b.today, training.Swimming), b.of(poolDay, training.Swimming)
	b.put("today_swim_pace", lake.rec.TimerS/lake.km/10)
	b.put("longest_swim_km", most(b.those(year, b.today, training.Swimming), km).km)
	b.put("pool_lengths", float64(active(pool.rec)))
	b.put("last_pool_km", pool.km)
	var lengths []naive.Length
	for _, l := range pool.rec.Lengths {
		if l.Strokes > 0 { // drills are not counted
			lengths = append(lengths, naive.Length{Seconds: l.TimerS, Strokes: float64(l.Strokes), Active: l.Active})
		}
	}
	b.put("pool_swolf", naive.AverageSWOLF(lengths))
}

func (b *book) races() {
	swim, bike, run := b.of(triathlonDay, training.Swimming), b.of(triathlonDay, training.Cycling), b.of(triathlonDay, training.Running)
	b.put("tri_swim_s", swim.rec.TimerS)
	b.put("tri_bike_s", bike.rec.TimerS)
	b.put("tri_run_s", run.rec.TimerS)
	var races []*outing
	for _, o := range b.all {
		if o.Race {
			races = append(races, o)
		}
		switch o.Name {
		case "Half marathon":
			b.put("half_s", o.rec.TimerS)
		case "Gran fondo":
			b.put("gran_fondo_s", o.rec.TimerS)
		}
	}
	b.put("race_days", newest(days(races)))
}

func (b *book) notes() {
	for _, o := range b.all {
		if o.Day >= day(time.February, 1) && o.Day < day(time.March, 1) && o.Name == "Cut it short" {
			b.put("illness_note", o.Note)
		}
	}
	b.put("strap_note", b.of(trackDay, training.Running).Note)
}
