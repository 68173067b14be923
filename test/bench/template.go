package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// template is an activity of the demo athlete with its derived data.
type template struct {
	recording  *training.Recording
	name       string
	summary    store.Summary
	primitives []store.Primitive
}

// templates returns a mix of the demo athlete's rides, runs and swims: every
// nth activity, to include all kinds of training days.
func templates(today training.Day) []template {
	const nth = 18
	var all []template
	i := 0
	for item := range demo.Athlete(today).Items() {
		if i++; i%nth != 0 {
			continue
		}
		rec := item.Recordings()[0]
		t := template{recording: rec, name: item.Name}
		act := training.Activity{ID: "a", Sport: rec.Sport, SubSport: rec.SubSport, LocalDay: item.Day}
		t.summary, t.primitives = derive.Single(act, "r", rec)
		all = append(all, t)
	}
	return all
}

// varier turns one template into activities with different values, so that
// bests, lists and sums have a choice.
type varier struct{ curves derive.Curves }

// effort returns the metrics that are higher on a better day.
func effort() []training.Metric {
	return []training.Metric{
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricXPowerW,
		training.MetricWorkKJ, training.MetricDistanceKM, training.MetricAvgSpeedKMH,
	}
}

// summary returns the template's summary scaled by times.
func (v varier) summary(s store.Summary, times float64) store.Summary {
	values := make(training.Values, len(s.Values))
	for m, x := range s.Values {
		values[m] = x
	}
	for _, m := range effort() {
		if x, ok := values[m]; ok {
			values[m] = x * times
		}
	}
	s.Values = values
	return s
}

// primitive returns the template's primitive scaled by times; histograms and
// laps stay.
func (v varier) primitive(p store.Primitive, times float64) (store.Primitive, error) {
	switch p.Kind {
	case derive.PowerCurve, derive.HRCurve:
		points, err := v.curves.Decode(p.Data)
		if err != nil {
			return p, err
		}
		if p.Kind == derive.HRCurve {
			times = math.Sqrt(times)
		}
		for i, pt := range points {
			d := float64(pt.DurationS)
			points[i].Value = math.Round(pt.Value*times*d) / d
		}
		p.Data = v.curves.Encode(points)
	case derive.Efforts:
		efforts, err := derive.DecodeEfforts(p.Data)
		if err != nil {
			return p, err
		}
		for i := range efforts {
			efforts[i].TimeS /= times
		}
		p.Data = derive.EncodeEfforts(efforts)
	}
	return p, nil
}

// batches is how often a kernel is measured; the median is the result.
const batches = 15

// longRideS is the length of the ride for kernels.
const longRideS = 4 * hourS

var errKernel = errors.New("a kernel gave no result")

// kernels measures the computations on one power series.
func (b *run) kernels(ctx context.Context) error {
	road, flat := roadPower(longRideS, 1), flatPower(longRideS)
	everySecond := make([]int32, longRideS)
	for i := range everySecond {
		everySecond[i] = int32(i + 1)
	}
	meanMax := func(watts []int32) func() error {
		return func() error {
			if p := curve.PowerOf(watts, 0, everySecond); len(p) != len(watts) {
				return errKernel
			}
			return nil
		}
	}
	for _, k := range []struct {
		what, goal string
		most       time.Duration
		f          func() error
	}{
		{"every-second mean-max of a 4 h ride, road", "≤ 3 ms", 3 * time.Millisecond, meanMax(road)},
		{"every-second mean-max of a 4 h ride, flat power", "≤ 15 ms", 15 * time.Millisecond, meanMax(flat)},
		{"normalized power of a 4 h ride", "≤ 60 µs", 60 * time.Microsecond, func() error {
			if _, ok := power.Normalized(road); !ok {
				return errKernel
			}
			return nil
		}},
	} {
		b.Report(k.what)
		s, err := b.repeat(ctx, b.times(batches), k.f)
		if err != nil {
			return err
		}
		b.add(measurement{
			What: k.what, Goal: k.goal, Result: text(s.median()), Met: s.median() <= k.most,
			Note: "one core; best " + text(s.best()),
		})
	}
	return nil
}

// roadPower returns a ride's power in W, one value per second, with intervals,
// sprints, coasting and noise.
func roadPower(seconds int, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // generated data
	watts := make([]int32, seconds)
	level, left, now := 180.0, 0, 180.0
	for i := range watts {
		if left == 0 {
			level, left = nextEffort(r)
		}
		left--
		now += (level - now) / 4
		if level > 0 {
			watts[i] = int32(max(0, now+35*r.NormFloat64()))
		}
	}
	return watts
}

// nextEffort returns a power in W and its duration in seconds.
func nextEffort(r *rand.Rand) (level float64, seconds int) {
	switch n := r.IntN(240); {
	case n < 8:
		return 500 + 400*r.Float64(), 5 + r.IntN(20)
	case n < 38:
		return 0, 5 + r.IntN(60)
	}
	return 60 + 260*r.Float64(), 20 + r.IntN(600)
}

// flatPower returns the power of a trainer that holds it within a few watts,
// the hardest case for the search of best means.
func flatPower(seconds int) []int32 {
	r := rand.New(rand.NewPCG(3, 1)) //nolint:gosec // generated data
	watts := make([]int32, seconds)
	for i := range watts {
		watts[i] = int32(250 + 3*r.NormFloat64())
	}
	return watts
}

const hourS = 3600

// hour returns a ride of an hour at 1 Hz with every channel of a bike computer
// and its sensors; different seeds give different rides.
func hour(start time.Time, seed uint64) *training.Recording {
	r := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // generated data
	offset := 2 * hourS
	rec := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, SubSport: training.SubRoad,
		Start: start, OffsetS: &offset, ElapsedS: hourS - 1, TimerS: hourS - 1, Sessions: 1,
		Device: training.Device{Manufacturer: "garmin", Product: "edge_840", Serial: "3400000001", Software: "21.19"},
	}
	const laps = 4
	for i := range laps {
		from, to := float64(i*hourS/laps), float64((i+1)*hourS/laps)
		rec.Laps = append(rec.Laps, training.Lap{
			StartS: from, EndS: to, ElapsedS: to - from, TimerS: to - from,
			Trigger: "manual", Intensity: "active",
		})
	}
	heart, speed, height, metres := 120.0, 7.0, 420.0, 0.0
	for i, watts := range roadPower(hourS, seed) {
		heart += (90+0.32*float64(watts)-heart)/40 + 0.3*r.NormFloat64()
		grade := 0.04 * math.Sin(2*math.Pi*float64(i)/1300)
		speed = max(2, speed+(6+float64(watts)/60-60*grade-speed)/15)
		height += speed * grade
		metres += speed
		putSecond(&rec.Columns, i, second{watts, heart, speed, height, metres, r})
	}
	rec.Columns.Pad()
	return rec
}

// second holds the values of one second of a generated ride.
type second struct {
	watts                        int32
	heart, speed, height, metres float64
	rng                          *rand.Rand
}

func putSecond(c *training.Columns, i int, s second) {
	wave := func(mean, swing, period float64) int32 {
		return int32(mean + swing*math.Sin(2*math.Pi*float64(i)/period) + s.rng.NormFloat64()*swing/20)
	}
	c.TimeS = append(c.TimeS, int32(i)) //nolint:gosec // an hour
	c.Put(training.Power, i, s.watts)
	c.Put(training.HeartRate, i, int32(s.heart))
	c.Put(training.Cadence, i, wave(86, 9, 31)*10)
	c.Put(training.Speed, i, int32(s.speed*1000))
	c.Put(training.Altitude, i, int32(s.height*5)*20)
	c.Put(training.Distance, i, int32(s.metres*100))
	c.Put(training.Temperature, i, wave(18, 3, 3000)*10)
	c.Put(training.Latitude, i, 560_000_000+int32(s.metres*80))
	c.Put(training.Longitude, i, 95_000_000+int32(s.metres*90))
	c.Put(training.LeftBalance, i, wave(50, 3, 29)*100)
	c.Put(training.RespirationRate, i, wave(300, 60, 300))
	c.Put(training.CoreTemperature, i, wave(3810, 40, 3600))
}

// The number of segments of an athlete after many years, and of efforts on
// each.
const (
	ownSegments  = 200
	timesOver    = 100
	segmentEvery = 71 // activities between two efforts
)

func segmentID(i int) string   { return fmt.Sprintf("segment-%d", i%ownSegments) }
func segmentName(i int) string { return fmt.Sprintf("Wall %d of the valley", i%ownSegments) }

// segments writes the athlete's own segments with the efforts on them, as the
// matcher would.
func (m *maker) segments(tx *store.Tx) error {
	const km, climbedM = 2.0, 120.0
	for i := range ownSegments {
		gain := climbedM
		s := training.Segment{
			Name: segmentName(i), Kind: training.SegmentClimb, DistanceKm: km, ElevationGainM: &gain, Starred: i%10 == 0,
			Points: []training.RoutePoint{{LatDeg: 40 + float64(i)/100, LonDeg: 8}, {LatDeg: 40.018 + float64(i)/100, LonDeg: 8}},
		}
		fields, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if _, err := tx.PutOwn(athleteID, document.Segments, segmentID(i), document.Own{Fields: fields}); err != nil {
			return err
		}
		for k := range timesOver {
			id := activityID((i + k*segmentEvery) % m.total)
			from := float64(600 + i)
			e := training.SegmentEffort{
				Segment: segmentID(i), Activity: id, FromS: from, ToS: from + 400 + float64((i*k)%97), TimerS: 400,
				Values: training.Values{training.MetricAvgPowerW: 250, training.MetricAvgHRBpm: 160, training.MetricAvgSpeedKMH: 18},
			}
			if err := tx.PutSegmentEfforts(athleteID, id, []string{segmentID(i)}, []training.SegmentEffort{e}); err != nil {
				return err
			}
		}
	}
	return nil
}
