package summary_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

func of(r *training.Recording) summary.Result { return glossary.Of(stream.Of(r, stream.Limits{})) }

// ride returns an hour on the bike with every channel, coasting in its last
// third.
func ride() *training.Recording {
	const n = 3600
	r := metricstest.Recording(training.Cycling, n)
	watts, cadence := metricstest.Repeat(200, n), metricstest.Repeat(90, n)
	var metres, alt []float64
	for i := range n {
		if i >= 2400 {
			watts[i], cadence[i] = 0, 0
		}
		metres = append(metres, float64(i)*10)
		alt = append(alt, 100+20*math.Sin(float64(i)/300))
	}
	metricstest.Put(r, training.Power, watts)
	metricstest.Put(r, training.Cadence, cadence)
	metricstest.Put(r, training.HeartRate, beating(n))
	metricstest.Put(r, training.Speed, metricstest.Repeat(10, n))
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Altitude, alt)
	metricstest.Put(r, training.Temperature, metricstest.Repeat(21.5, n))
	return r
}

// beating returns a heart rate of 140 on average: 139 and 141 in turn.
func beating(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 139 + float64(2*(i%2))
	}
	return out
}

func TestARideHasEverything(t *testing.T) {
	t.Parallel()
	got := of(ride())
	np, _ := power.Normalized(append(repeated(200, 2400), repeated(0, 1200)...))
	want := training.Values{
		training.MetricElapsedTimeS: 3600, training.MetricDurationS: 3600, training.MetricMovingTimeS: 3600,
		training.MetricDistanceKM: 35.99, training.MetricAvgSpeedKMH: 35.99, training.MetricMaxSpeedKMH: 36,
		training.MetricPaceSPerKM: 3600 / 35.99, training.MetricAvgPowerW: 400.0 / 3, training.MetricMaxPowerW: 200,
		training.MetricWorkKJ: 480, training.MetricNormalizedPowerW: np.Watts, training.MetricVariabilityIndex: np.Watts * 3 / 400,
		training.MetricAvgHRBpm: 140, training.MetricMaxHRBpm: 141, training.MetricEfficiencyFactor: np.Watts / 140,
		training.MetricAvgCadenceRPM: 90, training.MetricMaxCadenceRPM: 90, training.MetricAvgTempC: 21.5,
	}
	for m, w := range want {
		metricstest.Close(t, string(m), got.Values[m], w, 1e-9)
	}
	if gain := got.Values[training.MetricElevationGainM]; gain < 68.5 || gain > 69.5 {
		t.Errorf("gain %v", gain)
	}
	if got.NPWindows != 3571 || got.HRSeconds != 3600 || len(got.Notes) != 0 {
		t.Errorf("%d windows, %v s, %v", got.NPWindows, got.HRSeconds, got.Notes)
	}
	_, uneven := got.Missing[training.MetricDecouplingPct]
	_, steady := got.Missing[training.MetricHRRecoveryBpm]
	if !uneven || !steady || len(got.Missing) != 2 {
		t.Errorf("missing %v", got.Missing)
	}
}

func repeated(w int32, n int) []int32 { return slices.Repeat([]int32{w}, n) }

// TestEveryMetricHasAValueOrAReason holds for any set of channels, and no
// value is ever infinite or not a number.
func TestEveryMetricHasAValueOrAReason(t *testing.T) {
	t.Parallel()
	full := ride()
	always := []training.Metric{
		training.MetricEfficiencyFactor, training.MetricMovingTimeS, training.MetricElapsedTimeS, training.MetricDurationS,
	}
	rapid.Check(t, func(t *rapid.T) {
		r := *full
		r.Sport = rapid.SampledFrom(training.Sports()).Draw(t, "sport")
		for ch := range training.NumChannels {
			if rapid.Bool().Draw(t, "without "+ch.String()) {
				r.Columns.Data[ch] = training.Column{}
			}
		}
		keep := rapid.IntRange(0, 3600).Draw(t, "rows")
		r.Columns.TimeS = r.Columns.TimeS[:keep]
		r.TimerS, r.ElapsedS = float64(keep), float64(keep)
		for ch := range r.Columns.Data {
			if c := &r.Columns.Data[ch]; c.Present() {
				bits := training.NewBitmap(keep)
				for i := range keep {
					if c.Valid.Get(i) {
						bits.Set(i)
					}
				}
				*c = training.Column{Values: c.Values[:keep], Valid: bits}
			}
		}
		got := of(&r)
		for m, x := range got.Values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s is %v", m, x)
			}
		}
		for _, e := range glossary.Entries() {
			m := training.Metric(e.Key)
			if e.Column == nil && !slices.Contains(always, m) {
				continue
			}
			_, has := got.Values[m]
			why, named := got.Missing[m]
			if has == named || named && why == "" {
				t.Fatalf("%s: value %v, reason %q", m, has, why)
			}
		}
	})
}

func TestReasons(t *testing.T) {
	t.Parallel()
	short := metricstest.Recording(training.Cycling, 29)
	metricstest.Put(short, training.Power, metricstest.Repeat(200, 29))
	seconds := metricstest.Recording(training.Running, 600)
	metricstest.Put(seconds, training.HeartRate, metricstest.Repeat(150, 600))
	metricstest.Drop(seconds, func(s int) bool { return s >= 20 })
	still := metricstest.Recording(training.Cycling, 600)
	metricstest.Put(still, training.Distance, make([]float64, 600))
	metricstest.Put(still, training.Cadence, make([]float64, 600))
	metricstest.Put(still, training.Power, make([]float64, 600))
	patchy := ride()
	for i := range 1000 {
		patchy.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	for _, c := range []struct {
		name string
		r    *training.Recording
		m    training.Metric
		want string
	}{
		{"short", short, training.MetricNormalizedPowerW, "less than 30 s"},
		{"short", short, training.MetricVariabilityIndex, "less than 30 s"},
		{"short", short, training.MetricAvgHRBpm, "no heart rate"},
		{"seconds", seconds, training.MetricAvgHRBpm, "recorded for only 2"},
		{"still", still, training.MetricAvgSpeedKMH, "distance is 0 throughout"},
		{"still", still, training.MetricAvgCadenceRPM, "cadence is 0 throughout"},
		{"still", still, training.MetricVariabilityIndex, "power is 0 throughout"},
		{"patchy", patchy, training.MetricEfficiencyFactor, "covers only 72 %"},
	} {
		if got := of(c.r).Missing[c.m]; !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: %s is missing because %q, want %q", c.name, c.m, got, c.want)
		}
	}
}

// TestShortNormalizedPowerIsGivenAndMarked from the first full window on, as
// laps and devices have it.
func TestShortNormalizedPowerIsGivenAndMarked(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{29: "", 30: "30 s", 600: "10 min", 1199: "19 min", 1200: ""} {
		r := metricstest.Recording(training.Cycling, n)
		metricstest.Put(r, training.Power, metricstest.Repeat(200, n))
		got := of(r)
		if np, ok := got.Values[training.MetricNormalizedPowerW]; ok != (n >= 30) || ok && math.Abs(np-200) > 1e-9 {
			t.Errorf("%d s: %v %v", n, np, ok)
		}
		text := strings.Join(phrasetest.Texts(got.Notes), " ")
		if marked := strings.Contains(text, want+" is short for normalized power"); marked != (want != "") {
			t.Errorf("%d s: %s", n, text)
		}
	}
}

// TestLeapsAreNamed: what one bad row would have made of the totals is told.
func TestLeapsAreNamed(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 3600)
	dist, speed := make([]float64, 3600), metricstest.Repeat(3, 3600)
	for i := range dist {
		dist[i] = 3 * float64(i)
		if i >= 1000 {
			dist[i] += 500_000
		}
	}
	dist[500], speed[2000] = 14_000_000, 1_027_777
	metricstest.Put(r, training.Distance, dist)
	metricstest.Put(r, training.Speed, speed)
	got := of(r)
	metricstest.Close(t, "km", got.Values[training.MetricDistanceKM], 3*3598.0/1000, 1e-9)
	metricstest.Close(t, "km/h", got.Values[training.MetricMaxSpeedKMH], 3*3.6, 1e-9)
	text := strings.Join(phrasetest.Texts(got.Notes), "\n")
	for _, want := range []string{
		"1 impossible value of distance was", "1 impossible value of speed was", "jumps 1 time, by 500.0 km in all",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the notes lack %q: %s", want, text)
		}
	}
}

func TestCadenceCountsZerosOnFoot(t *testing.T) {
	t.Parallel()
	for sport, want := range map[training.Sport]float64{training.Cycling: 90, training.Running: 45} {
		r := metricstest.Recording(sport, 100)
		metricstest.Put(r, training.Cadence, append(metricstest.Repeat(90, 50), metricstest.Repeat(0, 50)...))
		metricstest.Close(t, string(sport), of(r).Values[training.MetricAvgCadenceRPM], want, 1e-12)
	}
}

// TestDistanceOfALaterSession: where the file counts on, the session has the
// difference; where it starts again, the last row. The device's total says which
// of the two it is; without one a first row that nobody reaches in the time is of
// another session.
func TestDistanceOfALaterSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		format         training.Format
		index          int
		first, last, m float64
		total          float64
	}{
		{"counts on", training.FormatTCX, 1, 5000, 9000, 4000, 0},
		{"starts again", training.FormatTCX, 1, 3, 4000, 4000, 0},
		{"first session", training.FormatFIT, 0, 300, 4000, 4000, 4000},
		{"read as its own", training.FormatFIT, 1, 300, 4000, 4000, 4000},
		{"one leg of a race", training.FormatFIT, 0, 40_000, 44_000, 4000, 4000},
		{"one leg without a total", training.FormatGPX, 0, 40_000, 44_000, 4000, 0},
	} {
		r := metricstest.Recording(training.Running, 2)
		r.Format, r.Sessions, r.SessionIndex = c.format, 3, c.index
		r.Columns.TimeS[1], r.TimerS, r.ElapsedS = 1000, 1000, 1000
		if c.total > 0 {
			r.DeviceValues = training.Values{training.MetricDistanceKM: c.total / 1000}
		}
		metricstest.Put(r, training.Distance, []float64{c.first, c.last})
		metricstest.Close(t, c.name, of(r).Values[training.MetricDistanceKM], c.m/1000, 1e-12)
	}
}

func TestNotesSayWhatWasDone(t *testing.T) {
	t.Parallel()
	r := ride()
	r.Columns.Data[training.Power].Values[5] = 60000
	r.Columns.Data[training.Speed] = training.Column{}
	r.DeviceValues = training.Values{training.MetricWorkKJ: 500}
	metricstest.Drop(r, func(s int) bool { return s%3 == 1 })
	text := strings.Join(phrasetest.Texts(of(r).Notes), "\n")
	for _, want := range []string{
		"1 impossible value of power was", "No speed was recorded", "did not record every second",
		"The power records add up to ", " % less energy than the device's own total work",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the notes lack %q: %s", want, text)
		}
	}
}

// lose takes the values of a channel from the first rows.
func lose(r *training.Recording, ch training.Channel, rows int) {
	for i := range rows {
		r.Columns.Data[ch].Valid.Clear(i)
	}
}

// TestMeansNeedHalfTheTime: a sensor that was there for less than half of the
// ride has no mean, with the reason; what it did record keeps its maximum.
func TestMeansNeedHalfTheTime(t *testing.T) {
	t.Parallel()
	thinPower := []training.Metric{
		training.MetricNormalizedPowerW, training.MetricXPowerW, training.MetricVariabilityIndex, training.MetricAvgPowerW,
	}
	for _, c := range []struct {
		name    string
		ch      training.Channel
		lost    int
		means   []training.Metric
		kept    []training.Metric
		reason  string
		notThin bool
	}{
		{
			name: "a meter that died", ch: training.Power, lost: 1801, means: thinPower,
			kept: []training.Metric{training.MetricMaxPowerW, training.MetricWorkKJ}, reason: "power covers only 50 %",
		},
		{name: "half a meter", ch: training.Power, lost: 1800, means: thinPower, notThin: true},
		{
			name: "a strap put on late", ch: training.HeartRate, lost: 3400,
			means: []training.Metric{training.MetricAvgHRBpm, training.MetricEfficiencyFactor},
			kept:  []training.Metric{training.MetricMaxHRBpm}, reason: "heart rate covers only 6 %",
		},
		{name: "half a strap", ch: training.HeartRate, lost: 1800, means: []training.Metric{training.MetricAvgHRBpm}, notThin: true},
	} {
		r := ride()
		lose(r, c.ch, c.lost)
		got := of(r)
		for _, m := range c.means {
			if _, has := got.Values[m]; has != c.notThin || !c.notThin && !strings.Contains(got.Missing[m].String(), c.reason) {
				t.Errorf("%s: %s is there: %v, reason %q", c.name, m, has, got.Missing[m])
			}
		}
		for _, m := range c.kept {
			if _, has := got.Values[m]; !has {
				t.Errorf("%s: %s is missing: %s", c.name, m, got.Missing[m])
			}
		}
		if c.ch == training.Power && (got.NPWindows == 0) == c.notThin {
			t.Errorf("%s: %d windows", c.name, got.NPWindows)
		}
	}
}

// TestSparseRowsAreNotAMissingSensor: a watch that writes a row every half
// minute has a heart rate throughout.
func TestSparseRowsAreNotAMissingSensor(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 7200)
	metricstest.Put(r, training.HeartRate, metricstest.Repeat(130, 7200))
	metricstest.Drop(r, func(s int) bool { return s%40 != 0 })
	got := of(r)
	if got.Values[training.MetricAvgHRBpm] != 130 {
		t.Errorf("average %v, missing because %q", got.Values[training.MetricAvgHRBpm], got.Missing[training.MetricAvgHRBpm])
	}
	for _, n := range got.Notes {
		if strings.Contains(n.String(), "of its time") {
			t.Error(n)
		}
	}
}

func TestDoubtsAreToldAndKept(t *testing.T) {
	t.Parallel()
	lone := ride()
	lone.Columns.Data[training.Power].Values[3000] = 900 // while coasting
	gone := ride()
	lose(gone, training.HeartRate, 400)
	lose(gone, training.Altitude, 1800)
	stuck := ride()
	for i := range 1000 {
		stuck.Columns.Data[training.HeartRate].Values[i] = 88
	}
	for _, c := range []struct {
		name string
		r    *training.Recording
		want []string
	}{
		{"stuck", stuck, []string{"Heart rate did not change for 16 minutes"}},
		{"lone", lone, []string{"Power is far above its neighbours for a single second, 1 time:"}},
		{"gone", gone, []string{"has heart rate for 89 % of its time", "has altitude for 50 % of its time"}},
	} {
		text := strings.Join(phrasetest.Texts(of(c.r).Notes), "\n")
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: the notes lack %q: %s", c.name, w, text)
			}
		}
	}
	if top := of(lone).Values[training.MetricMaxPowerW]; top != 900 {
		t.Errorf("the lone second is gone: %v", top)
	}
}

// TestBalanceIsThatOfTheWork: the share of the left leg counts by the power of
// its row, so that coasting, whatever its rows say, has none.
func TestBalanceIsThatOfTheWork(t *testing.T) {
	t.Parallel()
	r := ride() // the last third coasts
	share := slices.Concat(metricstest.Repeat(48, 1200), metricstest.Repeat(52, 1200), metricstest.Repeat(100, 1200))
	metricstest.Put(r, training.LeftBalance, share)
	for i := range 1200 {
		r.Columns.Data[training.Power].Values[i] = 100
	}
	metricstest.Close(t, "left", of(r).Values[training.MetricAvgLeftBalancePct], (48.0*100+52*200)/300, 1e-9)
	r.Columns.Data[training.LeftBalance] = training.Column{}
	if share, has := of(r).Values[training.MetricAvgLeftBalancePct]; has {
		t.Errorf("without a balance it is %v", share)
	}
}
