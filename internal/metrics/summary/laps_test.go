package summary_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// cut gives a recording laps at these seconds.
func cut(r *training.Recording, at ...float64) {
	for i, from := range at {
		to := r.ElapsedS
		if i+1 < len(at) {
			to = at[i+1]
		}
		r.Laps = append(r.Laps, training.Lap{StartS: from, EndS: to, Trigger: "manual"})
	}
}

func lapsOf(r *training.Recording) []summary.Lap {
	return summary.LapsOf(stream.Of(r, stream.Limits{}))
}

func TestLapPowerCarriesTheWindowIn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var watts []float64
		for _, w := range rapid.SliceOfN(rapid.IntRange(0, 900), 40, 300).Draw(t, "watts") {
			watts = append(watts, float64(w))
		}
		r := metricstest.Recording(training.Cycling, len(watts))
		metricstest.Put(r, training.Power, watts)
		at := rapid.IntRange(1, len(watts)-1).Draw(t, "lap at")
		cut(r, 0, float64(at))
		for i, l := range lapsOf(r) {
			from, to := int(l.StartS), int(l.EndS)
			want, windows := naive.LapNP(watts, nil, from, to)
			got, ok := l.Values[training.MetricNormalizedPowerW]
			if ok != (windows > 0) || ok && math.Abs(got-want) > 1e-9*max(1, want) {
				t.Fatalf("lap %d: NP %v %v, want %v of %d windows", i, got, ok, want, windows)
			}
			if mean := naive.Mean(watts[from:to]); math.Abs(l.Values[training.MetricAvgPowerW]-mean) > 1e-9*max(1, mean) {
				t.Fatalf("lap %d: average %v, want %v", i, l.Values[training.MetricAvgPowerW], mean)
			}
		}
	})
}

// TestLapsAddUp: work, distance and timer time of the laps are those of the
// whole, pauses or not.
func TestLapsAddUp(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 1001)
	var metres []float64
	for i := range 1001 {
		metres = append(metres, float64(i)*3)
	}
	metricstest.Put(r, training.Power, metricstest.Repeat(250, 1001))
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.HeartRate, metricstest.Repeat(150, 1001))
	metricstest.Pause(r, 400, 500)
	cut(r, 0, 333, 450, 700)
	r.Laps[1].Device = training.Values{training.MetricAvgPowerW: 251}
	var work, km, timer float64
	for i, l := range lapsOf(r) {
		if l.Index != i || l.Trigger != "manual" {
			t.Errorf("lap %d is %+v", i, l)
		}
		work += l.Values[training.MetricWorkKJ]
		km += l.Values[training.MetricDistanceKM]
		timer += l.Values[training.MetricDurationS]
	}
	metricstest.Close(t, "work", work, 0.25*902, 1e-12)
	metricstest.Close(t, "distance", km, 3, 1e-12)
	metricstest.Close(t, "timer", timer, 901, 1e-12)
	if d := lapsOf(r)[1].Device[training.MetricAvgPowerW]; d != 251 {
		t.Errorf("the device's value is %v", d)
	}
}

func TestLapTimesAreTheDevices(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 100)
	r.Laps = []training.Lap{{StartS: 0, EndS: 60, TimerS: 59.25, ElapsedS: 59.5}, {StartS: 60, EndS: 60}}
	got := lapsOf(r)
	if v := got[0].Values; v[training.MetricDurationS] != 59.25 || v[training.MetricElapsedTimeS] != 59.5 {
		t.Errorf("%v", v)
	}
	if _, ok := got[1].Values[training.MetricDurationS]; ok {
		t.Errorf("a lap of no time has a duration: %v", got[1].Values)
	}
	if got := lapsOf(metricstest.Recording(training.Running, 5)); len(got) != 0 {
		t.Errorf("laps out of nothing: %v", got)
	}
}

func TestSplits(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 801)
	var metres []float64
	for i := range 801 {
		metres = append(metres, float64(i)*4)
	}
	metricstest.Put(r, training.Distance, metres)
	v := stream.Of(r, stream.Limits{})
	for length, want := range map[float64]int{route.KilometreM: 4, route.MileM: 2} {
		splits, missing := summary.Splits(v, length)
		if missing != "" || len(splits) != want {
			t.Fatalf("%v m: %d splits %q", length, len(splits), missing)
		}
		first := splits[0].Values
		metricstest.Close(t, "distance", first[training.MetricDistanceKM], length/1000, 1e-12)
		metricstest.Close(t, "pace", first[training.MetricPaceSPerKM], 250, 1e-9)
	}
	if _, missing := summary.Splits(stream.Of(metricstest.Recording(training.Yoga, 9), stream.Limits{}), 1000); missing == "" {
		t.Error("splits without distance")
	}
}

func TestLapsOfASwim(t *testing.T) {
	t.Parallel()
	r := &training.Recording{
		Sport: training.Swimming, ElapsedS: 100, TimerS: 100, DeviceValues: training.Values{training.MetricPoolLengthM: 50},
		Lengths: []training.Length{
			{TimerS: 40, Strokes: 30, Active: true}, {TimerS: 20, Lap: 1}, {TimerS: 40, Strokes: 34, Active: true, Lap: 1},
		},
	}
	cut(r, 0, 40)
	got := lapsOf(r)
	for i, want := range []float64{70, 74} {
		if v := got[i].Values; v[training.MetricAvgSWOLF] != want || v[training.MetricLengths] != 1 || v[training.MetricDistanceKM] != 0.05 {
			t.Errorf("lap %d: %v", i, v)
		}
	}
	if p, missing := summary.PoolOf(r); missing != "" || p.Lengths != 2 || p.RestS != 20 {
		t.Errorf("%+v %q", p, missing)
	}
	if s, ok := summary.SWOLF(r.Lengths[0]); !ok || s != 70 {
		t.Errorf("%v %v", s, ok)
	}
}

// TestLapsAtTheWall: rows of a pool catch up after a length, so the lap of a
// rest would have the distance of the swim before it.
func TestLapsAtTheWall(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Swimming, 120)
	metricstest.Put(r, training.Distance, append(make([]float64, 70), metricstest.Repeat(50, 50)...))
	r.DeviceValues = training.Values{training.MetricPoolLengthM: 50}
	r.Lengths = []training.Length{{TimerS: 60, Active: true}, {TimerS: 60, Lap: 1}}
	cut(r, 0, 60)
	got := lapsOf(r)
	if km := got[0].Values[training.MetricDistanceKM]; km != 0.05 {
		t.Errorf("the swim has %v km", km)
	}
	for _, m := range []training.Metric{training.MetricDistanceKM, training.MetricAvgSpeedKMH, training.MetricPaceSPerKM} {
		if x, ok := got[1].Values[m]; ok {
			t.Errorf("the rest has %s %v", m, x)
		}
	}
}

// TestLapPowerIsOfTheDevicesWork: what a sensor sent late as energy counts in
// the lap's average, unless the two are too far apart.
func TestLapPowerIsOfTheDevicesWork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ deviceKJ, want float64 }{
		{0, 200},   // none stored: 300 s at 200 W are 60 kJ
		{60, 200},  // the same
		{63, 210},  // late energy
		{57, 190},  // stale rows
		{80, 200},  // too far apart
		{600, 200}, // another unit
	} {
		r := metricstest.Recording(training.Cycling, 600)
		metricstest.Put(r, training.Power, metricstest.Repeat(200, 600))
		cut(r, 0, 300)
		if c.deviceKJ > 0 {
			r.Laps[0].Device = training.Values{training.MetricWorkKJ: c.deviceKJ}
		}
		all := lapsOf(r)
		metricstest.Close(t, "the lap's average", all[0].Values[training.MetricAvgPowerW], c.want, 1e-9)
		metricstest.Close(t, "the other lap's", all[1].Values[training.MetricAvgPowerW], 200, 1e-9)
		metricstest.Close(t, "the rows' own work", all[0].Values[training.MetricWorkKJ], 60, 1e-9)
	}
}
