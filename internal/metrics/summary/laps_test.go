package summary_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
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
// whole, and none of them counts what was in a pause.
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
	metricstest.Close(t, "distance", km, 2.7, 1e-12)
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

// halves returns an hour in two laps, each pedalled at 200 W but for its last
// quarter, with what the device says of power.
func halves(sport training.Sport, device [3]float64) *training.Recording {
	r := metricstest.Recording(sport, 3600)
	watts, cadence := metricstest.Repeat(200, 3600), metricstest.Repeat(90, 3600)
	for i := range watts {
		if i%1800 >= 1350 {
			watts[i], cadence[i] = 0, 0
		}
	}
	metricstest.Put(r, training.Power, watts)
	metricstest.Put(r, training.Cadence, cadence)
	said := func(x float64) training.Values { return training.Values{}.Put(training.MetricAvgPowerW, x) }
	r.DeviceValues = said(device[2])
	r.Laps = []training.Lap{
		{EndS: 1800, ElapsedS: 1800, TimerS: 1800, Device: said(device[0])},
		{StartS: 1800, EndS: 3600, ElapsedS: 1800, TimerS: 1800, Device: said(device[1])},
	}
	return r
}

// TestCoastingAsTheDeviceHasIt: whether coasting counts is learned from what
// the device stored for other stretches, never from the value that is wanted.
func TestCoastingAsTheDeviceHasIt(t *testing.T) {
	t.Parallel()
	const in, out = 150, 200
	for _, c := range []struct {
		name   string
		sport  training.Sport
		device [3]float64 // lap 1, lap 2, whole
		want   [3]float64
	}{
		{"nothing said", training.Cycling, [3]float64{}, [3]float64{in, in, in}},
		{"with coasting", training.Cycling, [3]float64{in, in, in}, [3]float64{in, in, in}},
		{"without", training.Cycling, [3]float64{out, out, out}, [3]float64{out, out, out}},
		{"only the whole says so", training.Cycling, [3]float64{0, 0, out}, [3]float64{out, out, in}},
		{"only a lap says so", training.Cycling, [3]float64{out, 0, 0}, [3]float64{in, out, out}},
		{"neither mean", training.Cycling, [3]float64{175, 175, 175}, [3]float64{in, in, in}},
		{"strokes", training.Rowing, [3]float64{}, [3]float64{out, out, out}},
		{"strokes with pauses", training.Rowing, [3]float64{in, in, in}, [3]float64{in, in, in}},
		{"strokes, and neither mean", training.Rowing, [3]float64{175, 175, 175}, [3]float64{out, out, out}},
		{"strokes, and a lap each way", training.Rowing, [3]float64{in, out, 0}, [3]float64{out, in, out}},
		{"nearly without", training.Cycling, [3]float64{188.5, 211.5, 0}, [3]float64{out, out, out}},
		{"too far from without", training.Cycling, [3]float64{187, 213, 0}, [3]float64{in, in, in}},
		{"nearly with", training.Rowing, [3]float64{138.5, 161.5, 0}, [3]float64{in, in, in}},
		{"too far from with", training.Rowing, [3]float64{137, 163, 0}, [3]float64{out, out, out}},
	} {
		v := stream.Of(halves(c.sport, c.device), stream.Limits{})
		whole, ls := summary.Of(v), summary.LapsOf(v)
		for i, values := range []training.Values{ls[0].Values, ls[1].Values, whole.Values} {
			metricstest.Close(t, c.name, values[training.MetricAvgPowerW], c.want[i], 1e-9)
		}
		told := slices.ContainsFunc(whole.Notes, func(n i18n.Sentence) bool { return strings.HasPrefix(n.String(),
			"Average power covers pedalling") })
		if told != (c.want[2] == out) {
			t.Errorf("%s: notes %v", c.name, whole.Notes)
		}
		if np := whole.Values[training.MetricNormalizedPowerW]; np >= 199 {
			t.Errorf("%s: NP %v leaves coasting out", c.name, np)
		}
	}
}

// TestARecordingOfOneLapSaysNothing: its lap has the value of the whole.
func TestARecordingOfOneLapSaysNothing(t *testing.T) {
	t.Parallel()
	r := halves(training.Cycling, [3]float64{200, 200, 200})
	r.Laps = []training.Lap{{EndS: 3600, ElapsedS: 3600, TimerS: 3600, Device: r.DeviceValues}}
	metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], 150, 1e-9)
}

// TestLostRowsCountAsTime: the device averaged over the seconds whose rows it
// did not write.
func TestLostRowsCountAsTime(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 1000)
	watts := metricstest.Repeat(100, 1000)
	for i := 500; i < 1000; i++ {
		watts[i] = 300
	}
	metricstest.Put(r, training.Power, watts)
	metricstest.Drop(r, func(s int) bool { return s > 500 && s%10 == 5 })
	metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], 200, 1e-9)
}

// TestWahooCountsMissingPowerAsZero, as in its normalized power.
func TestWahooCountsMissingPowerAsZero(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 1000)
	metricstest.Put(r, training.Power, metricstest.Repeat(200, 900)) // and none in the last 100 s
	r.DeviceValues = training.Values{training.MetricWorkKJ: 180}
	metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], 200, 1e-9)
	r.Device.Manufacturer = "wahoo_fitness"
	metricstest.Close(t, "Wahoo's average", of(r).Values[training.MetricAvgPowerW], 180, 1e-9)
}

// TestLapsOfRowsThatBearTheirEnd: a row of Zwift or SRM is of the second before
// its time, so that the row at a lap's start is the last lap's.
func TestLapsOfRowsThatBearTheirEnd(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 120)
	for i := range r.Columns.TimeS {
		r.Columns.TimeS[i]++
	}
	watts := append(metricstest.Repeat(100, 60), metricstest.Repeat(300, 60)...)
	metricstest.Put(r, training.Power, watts)
	r.Laps = []training.Lap{{EndS: 60, ElapsedS: 60, TimerS: 60}, {StartS: 60, EndS: 120, ElapsedS: 60, TimerS: 60}}
	for i, want := range []float64{100, 300} {
		l := summary.LapsOf(stream.Of(r, stream.Limits{}))[i]
		metricstest.Close(t, "lap", l.Values[training.MetricAvgPowerW], want, 1e-9)
	}
}

// TestALapEndsWhereItSays: between the intervals of SRM the timer runs on.
func TestALapEndsWhereItSays(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 600)
	watts := append(metricstest.Repeat(300, 200), metricstest.Repeat(100, 400)...)
	metricstest.Put(r, training.Power, watts)
	r.Laps = []training.Lap{{EndS: 300, ElapsedS: 200, TimerS: 200}, {StartS: 300, EndS: 600, ElapsedS: 300, TimerS: 300}}
	for i, want := range []float64{300, 100} {
		l := summary.LapsOf(stream.Of(r, stream.Limits{}))[i]
		metricstest.Close(t, "lap", l.Values[training.MetricAvgPowerW], want, 1e-9)
	}
}

// TestWayAfterTheLastRow: a device counts on until its timer stops.
func TestWayAfterTheLastRow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ elapsedS, wantM float64 }{
		{99.5, 990},   // the last row's own second
		{100, 990},    // the same, counted in rows
		{102.7, 1020}, // three whole seconds more
		{200, 990},    // too long to know
	} {
		r := metricstest.Recording(training.Cycling, 100)
		var metres []float64
		for i := range 100 {
			metres = append(metres, float64(10*i))
		}
		metricstest.Put(r, training.Distance, metres)
		metricstest.Put(r, training.Speed, metricstest.Repeat(10, 100))
		r.ElapsedS, r.TimerS = c.elapsedS, c.elapsedS
		metricstest.Close(t, "distance", 1000*of(r).Values[training.MetricDistanceKM], c.wantM, 1e-9)
	}
}

// TestZerosLeftOutOfNormalizedPower: the one lap of a recording cannot say
// whether coasting counts, the device's normalized power can.
func TestZerosLeftOutOfNormalizedPower(t *testing.T) {
	t.Parallel()
	for device, want := range map[float64]float64{
		0:   160, // it says nothing
		200: 200, // of the samples above zero
		189: 160, // of all
		215: 160, // of neither
	} {
		r := metricstest.Recording(training.Cycling, 2000)
		watts := metricstest.Repeat(200, 2000)
		for i := range watts {
			if i%500 >= 400 {
				watts[i] = 0
			}
		}
		metricstest.Put(r, training.Power, watts)
		r.DeviceValues = training.Values{training.MetricNormalizedPowerW: device, training.MetricAvgPowerW: 1} // the average is not asked
		metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], want, 1e-9)
	}
}

// TestCadenceThatDidNotChangeLasts: a device that writes rows on change averages
// over the seconds between them.
func TestCadenceThatDidNotChangeLasts(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 1000)
	rate := metricstest.Repeat(90, 1000)
	for i := range rate {
		if i%100 >= 80 {
			rate[i] = 0
		}
	}
	metricstest.Put(r, training.Cadence, rate)
	metricstest.Drop(r, func(s int) bool { return s%100 > 80 || s%4 != 0 })
	metricstest.Close(t, "cadence", of(r).Values[training.MetricAvgCadenceRPM], 72, 0.02)
}

// TestTheWorkIsBelievedWithinAFifth of itself; beyond it the rows are.
func TestTheWorkIsBelievedWithinAFifth(t *testing.T) {
	t.Parallel()
	for workKJ, want := range map[float64]float64{166: 200, 167: 167, 200: 200, 250: 250, 251: 200} {
		r := metricstest.Recording(training.Cycling, 1000)
		metricstest.Put(r, training.Power, metricstest.Repeat(200, 1000))
		r.DeviceValues = training.Values{training.MetricWorkKJ: workKJ}
		metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], want, 1e-9)
	}
}

// TestCoastingIsNeitherPowerNorTurning: legs that turn without power count
// where coasting does not, and a little coasting tells nothing of the setting.
func TestCoastingIsNeitherPowerNorTurning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ softS, coastS, laps, want float64 }{
		{180, 180, 1600.0 / 9, 1600.0 / 9},  // of half an hour 180 s turn without power, 180 s do not turn
		{0, 31, 200, 200},                   // 3.4 W apart
		{0, 26, 200, 200 * (1 - 26.0/1800)}, // 2.9 W apart
	} {
		r := halves(training.Cycling, [3]float64{c.laps, c.laps, 0})
		watts, cadence := metricstest.Repeat(200, 3600), metricstest.Repeat(90, 3600)
		for i := range watts {
			switch at := float64(i % 1800); {
			case at < c.coastS:
				watts[i], cadence[i] = 0, 0
			case at < c.coastS+c.softS:
				watts[i] = 0
			}
		}
		metricstest.Put(r, training.Power, watts)
		metricstest.Put(r, training.Cadence, cadence)
		metricstest.Close(t, "average", of(r).Values[training.MetricAvgPowerW], c.want, 1e-6)
	}
}
