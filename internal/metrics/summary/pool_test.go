package summary_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func swim() *training.Recording {
	return &training.Recording{
		Sport: training.Swimming, SubSport: training.SubPool, ElapsedS: 200, TimerS: 190,
		DeviceValues: training.Values{training.MetricPoolLengthM: 25},
		Lengths: []training.Length{
			{TimerS: 30, Strokes: 20, Active: true},
			{TimerS: 32, Strokes: 22, Active: true},
			{TimerS: 40},
			{ElapsedS: 28, Strokes: 0, Active: true, Stroke: "drill", Lap: 1},
		},
	}
}

func TestPool(t *testing.T) {
	t.Parallel()
	p, missing := summary.PoolOf(swim())
	want := summary.Pool{LengthM: 25, Lengths: 3, DistanceM: 75, SwimS: 90, RestS: 40, Strokes: 42, AvgSWOLF: 52, FastestMPS: 25.0 / 28}
	if missing != "" || p != want {
		t.Errorf("%+v %q, want %+v", p, missing, want)
	}
	naiveMean := naive.AverageSWOLF([]naive.Length{
		{Seconds: 30, Strokes: 20, Active: true},
		{Seconds: 32, Strokes: 22, Active: true},
		{Seconds: 40, Strokes: math.NaN()},
		{Seconds: 28, Strokes: math.NaN(), Active: true},
	})
	metricstest.Close(t, "SWOLF", p.AvgSWOLF, naiveMean, 1e-12)
	if _, missing := summary.PoolOf(&training.Recording{}); missing != "no lengths were recorded" {
		t.Error(missing)
	}
	if _, missing := summary.PoolOf(&training.Recording{Lengths: []training.Length{{TimerS: 9}}}); missing == "" {
		t.Error("rests alone are a swim")
	}
}

func TestPoolInTheSummary(t *testing.T) {
	t.Parallel()
	got := of(swim())
	for m, want := range map[training.Metric]float64{
		training.MetricDistanceKM: 0.075, training.MetricMovingTimeS: 90, training.MetricLengths: 3,
		training.MetricStrokes: 42, training.MetricAvgSWOLF: 52, training.MetricPoolLengthM: 25,
		training.MetricPaceSPerKM: 90 / 0.075, training.MetricAvgSpeedKMH: 75.0 / 90 * 3.6,
	} {
		metricstest.Close(t, string(m), got.Values[m], want, 1e-12)
	}
	untimed := swim()
	for i := range untimed.Lengths {
		untimed.Lengths[i].TimerS, untimed.Lengths[i].ElapsedS = 0, 0
	}
	metricstest.Close(t, "pace over timer time", of(untimed).Values[training.MetricPaceSPerKM], 190/0.075, 1e-12)
	r := swim()
	r.DeviceValues = nil
	if why := of(r).Missing[training.MetricPoolLengthM]; why == "" {
		t.Error("no reason for the missing pool length")
	}
}

// TestSWOLFVector: 178 s per 100 m in a pool of 20 m at 26 strokes a minute.
func TestSWOLFVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "swolf/") {
		var in struct {
			SecPer100 float64 `json:"sec_per_100"`
			SPM       float64 `json:"spm"`
			Pool      float64 `json:"pool"`
		}
		var want struct{ SWOLF float64 }
		v.Read(t, &in, &want)
		seconds := in.SecPer100 * in.Pool / 100
		l := training.Length{TimerS: seconds, Strokes: int(math.Round(seconds / 60 * in.SPM)), Active: true}
		got, ok := summary.SWOLF(l)
		if !ok || math.Abs(got-want.SWOLF) > v.Tol {
			t.Errorf("%v %v, want %v", got, ok, want.SWOLF)
		}
	}
	for _, l := range []training.Length{{TimerS: 30, Strokes: 20}, {TimerS: 30, Active: true}, {Strokes: 9, Active: true}} {
		if got, ok := summary.SWOLF(l); ok {
			t.Errorf("%+v has %v", l, got)
		}
	}
}

// TestTheHeartOfAPoolSwimIsThatOfItsLengths: devices average over what was
// swum, as they do with speed; the rest at the wall is not in it.
func TestTheHeartOfAPoolSwimIsThatOfItsLengths(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]int{"every second": 1, "a row a length": 60} {
		r := metricstest.Recording(training.Swimming, 241)
		bpm := make([]float64, 241)
		for s := range bpm {
			bpm[s] = 100
			if s <= 60 || s > 120 && s <= 180 {
				bpm[s] = 150
			}
		}
		metricstest.Put(r, training.HeartRate, bpm)
		metricstest.Drop(r, func(s int) bool { return s%apart != 0 })
		for i := range 4 {
			r.Lengths = append(r.Lengths, training.Length{StartS: float64(60 * i), ElapsedS: 60, TimerS: 60, Active: i%2 == 0})
		}
		metricstest.Close(t, name, of(r).Values[training.MetricAvgHRBpm], 150, 1e-12)
		for i := range r.Lengths {
			r.Lengths[i].Active = false
		}
		if got := of(r).Values[training.MetricAvgHRBpm]; got >= 150 {
			t.Errorf("%s, without a length swum: %v", name, got)
		}
	}
}

// TestWithoutRowsOfDistanceTheDevicesTotalIsTaken: lengths come first, and a total
// that nobody swims in the time is not taken.
func TestWithoutRowsOfDistanceTheDevicesTotalIsTaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sport       training.Sport
		totalKM, km float64
		pool        float64
	}{
		{training.Swimming, 1.5, 1.5, 0},
		{training.Swimming, 1.5, 0.05, 50},
		{training.Swimming, 1204, 0, 0},
		{training.Swimming, 0, 0, 0},
		{training.Rowing, 1.5, 1.5, 0},
		{training.Running, 1.5, 1.5, 0},
		{training.Rowing, 90, 0, 0},
	} {
		r := &training.Recording{
			Sport: tt.sport, ElapsedS: 1800, TimerS: 1800,
			DeviceValues: training.Values{training.MetricDistanceKM: tt.totalKM},
		}
		r.Columns.TimeS = []int32{0, 900, 1799}
		for i := range r.Columns.TimeS {
			r.Columns.Put(training.HeartRate, i, 130)
		}
		if tt.pool > 0 {
			r.DeviceValues[training.MetricPoolLengthM] = tt.pool
			r.Lengths = []training.Length{{ElapsedS: 60, TimerS: 60, Active: true}}
		}
		res := summary.Of(stream.Of(r, stream.Limits{}))
		if got := res.Values[training.MetricDistanceKM]; got != tt.km {
			t.Errorf("%s of %v km covers %v km", tt.sport, tt.totalKM, got)
		}
	}
}

func pool() *training.Recording {
	return &training.Recording{
		Sport: training.Swimming, DeviceValues: training.Values{training.MetricPoolLengthM: 25},
		Lengths: []training.Length{
			{TimerS: 30, Strokes: 12, Active: true},
			{TimerS: 60},                                     // at the wall
			{TimerS: 40, Active: true, Stroke: "drill"},      // not counted
			{ElapsedS: 30, Strokes: 8, Active: true, Lap: 1}, // a device that has no timer
		},
	}
}

func TestStrokesCountOnlyLengthsThatHaveThem(t *testing.T) {
	t.Parallel()
	every := func(training.Length) bool { return true }
	v := training.Values{training.MetricPaceSPerKM: 1200}
	summary.PutStrokes(v, pool(), every)
	metricstest.Close(t, "rate", v[training.MetricAvgStrokesPerMin], 20, 1e-12)
	metricstest.Close(t, "distance of a stroke", v[training.MetricDistancePerStrokeCM], 250, 1e-12)
	metricstest.Close(t, "pace", v[training.MetricPaceSPer100M], 120, 1e-12)
	lap := training.Values{}
	summary.PutStrokes(lap, pool(), func(l training.Length) bool { return l.Lap == 1 })
	metricstest.Close(t, "the second lap's rate", lap[training.MetricAvgStrokesPerMin], 16, 1e-12)
	unknown := pool()
	unknown.DeviceValues = nil
	v = training.Values{}
	summary.PutStrokes(v, unknown, every)
	if _, ok := v[training.MetricDistancePerStrokeCM]; ok || v[training.MetricAvgStrokesPerMin] == 0 || len(v) != 1 {
		t.Errorf("without the pool's length: %v", v)
	}
	v = training.Values{}
	summary.PutStrokes(v, &training.Recording{Sport: training.Swimming}, every)
	if len(v) != 0 {
		t.Errorf("without lengths: %v", v)
	}
}

// outing returns an hour at 3 m/s, half of it up a hill of 5 %.
func outing(sport training.Sport) *stream.View {
	r := metricstest.Recording(sport, 3600)
	var metres, alt []float64
	for i := range 3600 {
		metres = append(metres, 3*float64(i))
		alt = append(alt, 100+0.15*math.Max(0, float64(i)-1800))
	}
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Altitude, alt)
	metricstest.Put(r, training.Cadence, metricstest.Repeat(85, 3600))
	r.Laps = []training.Lap{{EndS: 1800}, {StartS: 1800, EndS: 3600}}
	return stream.Of(r, stream.Limits{})
}

func TestARunIsGradedAsAWholeAndByLap(t *testing.T) {
	t.Parallel()
	v := outing(training.Running)
	res := summary.Of(v)
	add := summary.SportOf(v)
	add.Whole(&res)
	ls := add.Laps(summary.LapsOf(v))
	splits, _ := summary.Splits(v, route.KilometreM)
	splits = add.Splits(splits)
	flat, hill := ls[0].Values, ls[1].Values
	metricstest.Close(t, "the flat lap", flat[training.MetricGAPSPerKM], flat[training.MetricPaceSPerKM], 0.002)
	metricstest.Close(t, "the hill", hill[training.MetricPaceSPerKM]/hill[training.MetricGAPSPerKM], 1.3014, 0.002)
	metricstest.Close(t, "steps", hill[training.MetricAvgCadenceSPM], 170, 1e-9)
	for m, x := range res.Values {
		if m == training.MetricGAPSPerKM && (x >= res.Values[training.MetricPaceSPerKM] || res.Values[training.MetricNGPSPerKM] >= x) {
			t.Errorf("graded %v, normalized %v, pace %v", x, res.Values[training.MetricNGPSPerKM], res.Values[training.MetricPaceSPerKM])
		}
	}
	metricstest.Close(t, "the first kilometre", splits[0].Values[training.MetricGAPSPerKM], 1000/3.0, 0.002)
	metricstest.Close(t, "the tenth", splits[9].Values[training.MetricGAPSPerKM], 1000/3.0/1.3014, 0.002)
}

func TestOtherSportsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, sport := range []training.Sport{training.Cycling, training.Rowing, training.Swimming} {
		v := outing(sport)
		before := summary.Of(v)
		res := summary.Of(v)
		add := summary.SportOf(v)
		add.Whole(&res)
		want := len(before.Values)
		if sport == training.Swimming {
			want++
			metricstest.Close(t, "pace in open water", res.Values[training.MetricPaceSPer100M], res.Values[training.MetricPaceSPerKM]/10, 1e-12)
		}
		if len(res.Values) != want || len(add.Laps(summary.LapsOf(v))) != 2 {
			t.Errorf("%s: %d values, want %d", sport, len(res.Values), want)
		}
	}
}
