// Package recordingtest makes recordings for tests: a full hour as recorded by
// a good device, and random ones that a format can store.
package recordingtest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
)

// limits are a channel's minimum, maximum and step that every format with the
// channel can store.
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

// Columns draws rows at increasing seconds within [0, until], for some of the
// channels. Positions are complete or absent.
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

// Start draws the start of a recording, to the second.
func Start(t *rapid.T) time.Time {
	return start.Add(time.Duration(rapid.IntRange(-300_000_000, 300_000_000).Draw(t, "start")) * time.Second)
}

// Millis draws a duration in seconds, in whole milliseconds.
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

// Word draws a short text that every format can store.
func Word(t *rapid.T, label string) string {
	return rapid.StringMatching(`([A-Za-zäé<&"][A-Za-z0-9 äé<&"']{0,12}[a-z])?`).Draw(t, label)
}

// Developer draws columns of fields without a channel.
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

var nan = float32(math.NaN())

// Start is the start of the generated recordings.
var start = time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC)

// Hour returns a ride of an hour at 1 Hz with every channel of a bike computer
// and its sensors, four laps, a pause and the device's values. It is always the
// same.
func Hour() *training.Recording {
	const n = 3601
	off := 2 * 3600
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, SubSport: training.SubRoad,
		Start: start, OffsetS: &off, ElapsedS: n - 1, TimerS: n - 61,
		Device:   training.Device{Manufacturer: "garmin", Product: "edge_840", Serial: "3400000001", Software: "21.19"},
		Pauses:   []training.Span{{FromS: 1800, ToS: 1860}},
		Sessions: 1,
		DeviceValues: training.Values{
			training.MetricDistanceKM: 31.5, training.MetricAvgPowerW: 200, training.MetricMaxPowerW: 412,
			training.MetricNormalizedPowerW: 214, training.MetricTSS: 71.3, training.MetricIntensityFactor: 0.856,
			training.MetricWorkKJ: 708, training.MetricAvgHRBpm: 142, training.MetricMaxHRBpm: 171,
		},
	}
	for i := range 4 {
		r.Laps = append(r.Laps, training.Lap{
			StartS: float64(i * 900), EndS: float64((i + 1) * 900), ElapsedS: 900, TimerS: 900,
			Trigger: "manual", Intensity: "active",
		})
	}
	r.Laps[3].EndS = n
	for i := range n {
		row(&r.Columns, i)
	}
	r.Columns.Pad()
	return r
}

// row writes second i: waves of different lengths, so that neighbouring values
// differ as on the road.
func row(c *training.Columns, i int) {
	wave := func(mean, swing, period float64) int32 {
		return int32(math.Round(mean + swing*math.Sin(2*math.Pi*float64(i)/period)))
	}
	c.TimeS = append(c.TimeS, int32(i))
	c.Put(training.Power, i, wave(200, 120, 47))
	c.Put(training.HeartRate, i, wave(142, 25, 610))
	c.Put(training.Cadence, i, wave(86, 12, 31)*10)
	c.Put(training.Speed, i, wave(8750, 2400, 83))
	c.Put(training.Altitude, i, wave(20000, 8000, 1900)/20*20)
	c.Put(training.Distance, i, int32(i*875))
	c.Put(training.Temperature, i, wave(18, 4, 3000)*10)
	c.Put(training.Latitude, i, 560_000_000+int32(i)*900)
	c.Put(training.Longitude, i, 95_000_000+int32(i)*1300)
	c.Put(training.LeftBalance, i, wave(50, 3, 29)*100)
	c.Put(training.RespirationRate, i, wave(300, 60, 300))
	c.Put(training.CoreTemperature, i, wave(3810, 60, 3600))
}

// Body checks that a recording is the body as recorded by a device: its times,
// a row for each measured second, and exactly the values of the channels.
// Distance may be computed from positions.
func Body(t *testing.T, name string, r *training.Recording, b bodytest.Body, channels ...training.Channel) {
	t.Helper()
	if !r.Start.Equal(b.Began()) || math.Abs(r.ElapsedS-float64(b.ElapsedS())) > 1 || math.Abs(r.TimerS-float64(b.TimerS())) > 1 {
		t.Errorf("%s: begins %s, %v s, timer %v s; want %s, %d s, %d s", name, r.Start, r.ElapsedS, r.TimerS, b.Began(), b.ElapsedS(), b.TimerS())
	}
	at := map[int32]int{}
	for i, s := range r.Columns.TimeS {
		at[s] = i
	}
	points := b.Points()
	if len(at) != len(points) {
		t.Errorf("%s: %d rows, want %d", name, len(at), len(points))
	}
	for ch := range training.NumChannels {
		if ch == training.Distance && !slices.Contains(channels, ch) {
			continue
		}
		wrong := 0
		for _, p := range points {
			row, there := at[int32(p.Second-b.FromS)]
			got, has := r.Columns.At(ch, row)
			if !slices.Contains(channels, ch) {
				if has {
					wrong++
				}
				continue
			}
			if want := math.Round(measured(p, ch) * ch.Scale()); !there || !has || math.Abs(float64(got)-want) > 2 {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d of %d values of %s are wrong", name, wrong, len(points), ch)
		}
	}
}

// measured returns the value of a point in the channel's shown unit.
func measured(p bodytest.Point, ch training.Channel) float64 {
	switch ch {
	case training.HeartRate:
		return float64(p.HR)
	case training.Power:
		return float64(p.PowerW)
	case training.Cadence:
		return float64(p.Cadence)
	case training.Speed:
		return p.SpeedMS
	case training.Altitude:
		return p.AltitudeM
	case training.Distance:
		return p.DistanceM
	case training.Latitude:
		return p.Lat
	case training.Longitude:
		return p.Lon
	case training.Temperature:
		return 18.5
	}
	return math.NaN()
}

// Sane fuzzes a reader without a writer: whatever the input, the result is rows
// in order of time with laps and pauses within them, or a clear error.
func Sane(f *testing.F, read func(ctx context.Context, data []byte, l reading.Limits) (reading.Result, error), seeds ...[]byte) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s)
		f.Add(s[:len(s)*2/3])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		res, err := read(context.Background(), data, reading.Limits{MaxRecords: 50_000})
		if k := training.KindOf(err); err != nil && k != training.KindCorrupt && k != training.KindTooLarge && k != training.KindUnsupported {
			t.Fatal(err)
		}
		if err == nil && (len(res.Recordings) == 0) == (res.Ignored == "") {
			t.Fatalf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
		}
		for _, r := range res.Recordings {
			sane(t, r)
		}
	})
}

func sane(t *testing.T, r *training.Recording) {
	t.Helper()
	c := &r.Columns
	for i, s := range c.TimeS {
		if s < 0 || i > 0 && s <= c.TimeS[i-1] {
			t.Fatalf("time %d in row %d", s, i)
		}
	}
	for ch, col := range c.Data {
		if n := len(col.Values); n != 0 && n != c.Len() {
			t.Fatalf("%d values of %s in %d rows", n, training.Channel(ch), c.Len())
		}
	}
	last := 0.0
	for _, p := range r.Pauses {
		if p.FromS < last || p.ToS <= p.FromS || p.ToS > r.ElapsedS {
			t.Fatalf("pauses %v in %v s", r.Pauses, r.ElapsedS)
		}
		last = p.ToS
	}
	for i, l := range r.Laps {
		if l.EndS < l.StartS || i > 0 && l.StartS != r.Laps[i-1].EndS {
			t.Fatalf("laps %v", r.Laps)
		}
	}
	if !(r.ElapsedS >= 0) || !(r.TimerS >= 0) || r.Sport == "" || r.Start.IsZero() {
		t.Fatalf("%s, %v s, timer %v s, from %s", r.Sport, r.ElapsedS, r.TimerS, r.Start)
	}
}
