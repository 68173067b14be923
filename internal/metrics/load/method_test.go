package load_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func everything(sport training.Sport) load.Input {
	return load.Input{
		Sport: sport, TimerS: 3600, DistanceM: 10800, AvgMPS: 3, GradedMPS: 3.2, NPW: 200, NPWindows: 3571,
		AvgHRBpm: 150, HRSeconds: 3600, Exertion: 6, Manual: 42,
	}
}

func known() training.Thresholds {
	return training.Thresholds{FTPW: 250, LTHRBpm: 160, MaxHRBpm: 190, RestHRBpm: 50, ThresholdMPS: 4}
}

func TestEachMethodAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	run, swim := everything(training.Running), everything(training.Swimming)
	swim.DistanceM, swim.AvgMPS = 1800, 1 // half of the hour at the wall
	th := known()
	slow := known()
	slow.ThresholdMPS = 1.25
	for _, c := range []struct {
		m    load.Method
		in   load.Input
		t    training.Thresholds
		want float64
	}{
		{load.MethodManual, run, th, 42},
		{load.MethodPower, run, th, 3571.0 / 36 * 0.64},
		{load.MethodGraded, run, th, naive.RTSS(1, 3.2, 4)},
		{load.MethodSpeed, run, th, naive.RTSS(1, 3, 4)},
		{load.MethodSwim, swim, slow, naive.STSS(0.5, 1, 1.25)},
		{load.MethodHeartRate, run, th, naive.HRTSS(1, 150, 160)},
		{load.MethodReserve, run, th, naive.HRRTSS(1, 150, 50, 190, 0.83)},
		{load.MethodHRSS, run, th, naive.HRSS(naive.BanisterFemale.Average(150, 60, 50, 190), naive.BanisterFemale, 50, 190, 160)},
		{load.MethodExertion, run, th, 70},
	} {
		got, why := load.Rules{Sex: training.Female}.By(c.m, c.in, c.t)
		if why != "" || got.Method != c.m {
			t.Errorf("%s: %+v %q", c.m, got, why)
		}
		metricstest.Close(t, string(c.m), got.TSS, c.want, 1e-12)
	}
}

func TestElevateRunVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "rtss/elevate") {
		var in struct{ T, Pace, Thr float64 }
		var want struct{ RSS float64 }
		v.Read(t, &in, &want)
		got, why := load.Rules{}.By(load.MethodSpeed, load.Input{Sport: training.Running, TimerS: in.T, AvgMPS: 1000 / in.Pace},
			training.Thresholds{ThresholdMPS: 1000 / in.Thr})
		metricstest.Close(t, "rTSS"+why.String(), got.TSS, want.RSS, v.Tol)
	}
}

func TestMethodsSayWhatTheyLack(t *testing.T) {
	t.Parallel()
	run := load.Input{Sport: training.Running, TimerS: 3600, AvgMPS: 3, NPW: 200, NPWindows: 3571, AvgHRBpm: 150, HRSeconds: 3600}
	for m, why := range map[load.Method]string{
		load.MethodManual: "entered", load.MethodPower: "FTP", load.MethodGraded: "grade-adjusted", load.MethodSpeed: "threshold pace",
		load.MethodSwim: "not a swim", load.MethodHeartRate: "threshold heart rate", load.MethodReserve: "resting",
		load.MethodHRSS: "threshold heart rate", load.MethodExertion: "exertion", "mine": "no such",
	} {
		if got, missing := (load.Rules{}).By(m, run, training.Thresholds{}); !strings.Contains(missing.String(), why) || got != (load.Load{}) {
			t.Errorf("%s: %+v %q, want %q", m, got, missing, why)
		}
	}
	for _, c := range []struct {
		m   load.Method
		in  load.Input
		why string
	}{
		{load.MethodPower, load.Input{}, "no normalized power"},
		{load.MethodSpeed, load.Input{Sport: training.Cycling, AvgMPS: 9, TimerS: 60}, "not a run"},
		{load.MethodSwim, load.Input{Sport: training.Swimming}, "no distance"},
		{load.MethodSwim, load.Input{Sport: training.Swimming, AvgMPS: 1, DistanceM: 100}, ""},
		{load.MethodHeartRate, load.Input{AvgHRBpm: 150, TimerS: 3600, HRSeconds: 600}, "only 17 %"},
		{load.MethodHeartRate, load.Input{}, "no heart rate"},
		{load.MethodHeartRate, load.Input{AvgHRBpm: 150}, "no duration"},
		{load.MethodHRSS, load.Input{AvgHRBpm: 150, TimerS: 3600, HRSeconds: 3600}, "sex"},
	} {
		if _, missing := (load.Rules{}).By(c.m, c.in, known()); !strings.Contains(missing.String(), c.why) || c.why == "" && missing != "" {
			t.Errorf("%s of %+v: %q, want %q", c.m, c.in, missing, c.why)
		}
	}
}

// TestWithoutALoadTheReasonNamesTheThresholds that what was recorded lacks.
func TestWithoutALoadTheReasonNamesTheThresholds(t *testing.T) {
	t.Parallel()
	run := load.Input{Sport: training.Running, TimerS: 3600, AvgMPS: 3, NPW: 200, NPWindows: 3571, AvgHRBpm: 150, HRSeconds: 3600}
	ride := run
	ride.Sport, ride.AvgMPS = training.Cycling, 9
	jog := run
	jog.NPW, jog.NPWindows = 0, 0
	swim := load.Input{Sport: training.Swimming, TimerS: 60, AvgMPS: 1, DistanceM: 60}
	for want, in := range map[string]load.Input{
		"no FTP, threshold pace or threshold heart rate is set for the sport":    run,
		"neither FTP nor a threshold heart rate is set for the sport":            ride,
		"neither threshold pace nor a threshold heart rate is set for the sport": jog,
		"no threshold pace is set for the sport":                                 swim,
	} {
		if got, why := (load.Rules{}).Of(in, training.Thresholds{}); why.String() != want || got != (load.Load{}) {
			t.Errorf("%+v %q, want %q", got, why, want)
		}
	}
}

// TestWhatNobodyCanDoIsNoLoad: a distance or a power beyond what a person can
// do gives none; what the athlete entered and, beside a wrong meter, the heart
// still do.
func TestWhatNobodyCanDoIsNoLoad(t *testing.T) {
	t.Parallel()
	far := everything(training.Cycling)
	far.DistanceM, far.Manual = 400_000, 0
	if got, why := (load.Rules{}).Of(far, known()); got.TSS != 0 || !strings.Contains(why.String(), "400.0 km in 1h0m0s is beyond") {
		t.Errorf("400 km in an hour: %+v %q", got, why)
	}
	far.Manual = 80
	if got, why := (load.Rules{}).Of(far, known()); got.TSS != 80 || why != "" {
		t.Errorf("with a load of the athlete's: %+v %q", got, why)
	}
	strong := everything(training.Cycling)
	strong.NPW, strong.Manual = 900, 0
	if got, why := (load.Rules{}).Of(strong, known()); got.Method != load.MethodHeartRate || why != "" {
		t.Errorf("900 W over an hour: %+v %q", got, why)
	}
	if got, why := (load.Rules{}).Of(load.Input{Sport: training.Cycling, TimerS: 3600, NPW: 900, NPWindows: 3571}, known()); got.TSS != 0 ||
		!strings.Contains(why.String(), "900 W") {
		t.Errorf("900 W and nothing else: %+v %q", got, why)
	}
	long := load.Input{Sport: training.Cycling, TimerS: 3600, Manual: 72_066}
	if got, why := (load.Rules{}).Of(long, known()); got.TSS != 0 || why == "" {
		t.Errorf("a load of 72,066: %+v %q", got, why)
	}
}

func TestTheOrderIsTheAthletes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		order string
		sport training.Sport
		want  load.Method
	}{
		{"", training.Running, load.MethodManual},
		{"power,manual", training.Running, load.MethodPower},
		{"pace,power", training.Running, load.MethodGraded},
		{"pace, power", training.Cycling, load.MethodPower},
		{"pace", training.Swimming, load.MethodSwim},
		{"rtss_speed,rtss_ngp", training.Running, load.MethodSpeed},
		{"hr,power", training.Cycling, load.MethodHeartRate},
		{"hrtss_reserve,hr", training.Cycling, load.MethodReserve},
		{"hrss_avg,hr", training.Cycling, load.MethodHeartRate}, // no sex is set
		{"rpe", training.Strength, load.MethodExertion},
	} {
		r := load.RulesOf(&training.Athlete{LoadOrder: c.order})
		in := everything(c.sport)
		if c.sport == training.Swimming { // at a pace that somebody swims
			in.AvgMPS, in.DistanceM = 1, 3600
		}
		if got, why := r.Of(in, known()); got.Method != c.want || why != "" {
			t.Errorf("%q on %s gives %s %q, want %s", c.order, c.sport, got.Method, why, c.want)
		}
	}
	usual, err := load.ParseOrder(" ")
	if err != nil || !slices.Equal(usual, load.RulesOf(&training.Athlete{LoadOrder: "from, a later, version"}).Order) {
		t.Errorf("%v %v", usual, err)
	}
	for text, says := range map[string]string{
		"watts": "manual, power, pace", "power,,hr": "not a way",
		"power,power_tss": "twice", "pace,stss": "twice",
	} {
		var e *training.Error
		if _, err := load.ParseOrder(text); !errors.As(err, &e) || e.Kind != training.KindInvalid ||
			!strings.Contains(e.Error(), says) || e.Fix == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, m := range load.Methods() {
		if order, err := load.ParseOrder(string(m)); err != nil || !slices.Equal(order, []load.Method{m}) {
			t.Errorf("%s alone: %v %v", m, order, err)
		}
	}
}

// TestThinPowerGivesWay: ten minutes of power do not stand for an hour, but
// are better than nothing.
func TestThinPowerGivesWay(t *testing.T) {
	t.Parallel()
	in := everything(training.Cycling)
	in.Manual, in.NPWindows = 0, 571
	if got, _ := (load.Rules{}).Of(in, known()); got.Method != load.MethodHeartRate {
		t.Errorf("with heart rate: %+v", got)
	}
	in.AvgHRBpm, in.Exertion = 0, 0
	got, why := load.Rules{}.Of(in, known())
	if got.Method != load.MethodPower || why != "" {
		t.Errorf("alone: %+v %q", got, why)
	}
	metricstest.Close(t, "TSS", got.TSS, 571.0/36*0.64, 1e-12)
}

// TestALoadIsNeverSilentlyZero: it is positive, with a method, or missing,
// with a reason.
func TestALoadIsNeverSilentlyZero(t *testing.T) {
	t.Parallel()
	some := func(t *rapid.T, name string, top float64) float64 {
		if rapid.Bool().Draw(t, name+" is there") {
			return rapid.Float64Range(0, top).Draw(t, name)
		}
		return 0
	}
	rapid.Check(t, func(t *rapid.T) {
		in := load.Input{
			Sport: rapid.SampledFrom(training.Sports()).Draw(t, "sport"), TimerS: some(t, "timer", 2e4), DistanceM: some(t, "distance", 2e5),
			AvgMPS: some(t, "speed", 15), GradedMPS: some(t, "graded", 7), NPW: some(t, "np", 500), NPWindows: int(some(t, "windows", 2e4)),
			AvgHRBpm: some(t, "hr", 200), HRSeconds: some(t, "hr s", 2e4), Exertion: some(t, "rpe", 10), Manual: some(t, "manual", 300),
		}
		th := training.Thresholds{
			FTPW: some(t, "ftp", 400), LTHRBpm: some(t, "lthr", 190), MaxHRBpm: some(t, "max", 210), RestHRBpm: some(t, "rest", 80),
			ThresholdMPS: some(t, "threshold", 6),
		}
		words := rapid.Permutation(load.Words()).Draw(t, "order")
		order, err := load.ParseOrder(strings.Join(words, ","))
		if err != nil {
			t.Fatal(err)
		}
		got, why := load.Rules{Order: order, Sex: training.Male}.Of(in, th)
		if (got.TSS > 0) == (why != "") || (got.Method == "") == (why == "") || math.IsInf(got.TSS, 0) || math.IsNaN(got.TSS) {
			t.Fatalf("%+v %q", got, why)
		}
	})
}

// TestAThresholdNobodyHas gives no load, rather than one without end.
func TestAThresholdNobodyHas(t *testing.T) {
	t.Parallel()
	in := load.Input{Sport: training.Cycling, NPW: 200, NPWindows: 3571, TimerS: 3600}
	for _, ftp := range []float64{1e-155, 1e-9, 0.5} {
		if got, why := (load.Rules{}).By(load.MethodPower, in, training.Thresholds{FTPW: ftp}); got.TSS != 0 || why == "" {
			t.Errorf("an FTP of %v W: %+v %q", ftp, got, why)
		}
	}
}

func TestSessionRPE(t *testing.T) {
	t.Parallel()
	if got, ok := load.SessionRPE(7, 3600); !ok || got != naive.SessionRPE(7, 60) {
		t.Errorf("%v %v", got, ok)
	}
	if _, ok := load.SessionRPE(0, 3600); ok {
		t.Error("no rating has a load")
	}
	for rating, want := range map[float64]float64{0.5: 20, 1: 20, 7: 80, 7.5: 90, 10: 140, 12: 140} {
		got, _ := load.Rules{}.By(load.MethodExertion, load.Input{Exertion: rating, TimerS: 3600}, training.Thresholds{})
		metricstest.Close(t, "points", got.TSS, want, 1e-12)
	}
}

// TestASpeedThatNobodyHas makes no load: a lap of four seconds, or a distance
// set by hand, would else stand for weeks of training.
func TestASpeedThatNobodyHas(t *testing.T) {
	t.Parallel()
	for sport, th := range map[training.Sport]float64{training.Swimming: 0.95, training.Running: 4} {
		in := load.Input{Sport: sport, TimerS: 4, DistanceM: 100, AvgMPS: 25, GradedMPS: 25}
		set := training.Thresholds{ThresholdMPS: th, LTHRBpm: 160}
		for _, m := range []load.Method{load.MethodGraded, load.MethodSpeed, load.MethodSwim} {
			if got, why := (load.Rules{}).By(m, in, set); m.Fits(sport) && (got.TSS != 0 || !strings.Contains(why.String(), "possible")) {
				t.Errorf("%s: %+v %q", m, got, why)
			}
		}
		if got, why := (load.Rules{}).Of(in, set); got.TSS != 0 || !strings.Contains(why.String(), "possible") {
			t.Errorf("%s: %+v %q", sport, got, why)
		}
		in.AvgHRBpm, in.HRSeconds = 120, 4
		if got, _ := (load.Rules{}).Of(in, set); got.Method != load.MethodHeartRate {
			t.Errorf("%s with a heart rate: %+v", sport, got)
		}
	}
}

// TestOneWayAlone: whatever the order, a word gives the load of its methods, and
// says what those lack.
func TestOneWayAlone(t *testing.T) {
	t.Parallel()
	none := training.Thresholds{}
	slow := known()
	slow.ThresholdMPS = 1.25
	swim := everything(training.Swimming)
	swim.DistanceM, swim.AvgMPS = 1800, 1
	for _, c := range []struct {
		order, word string
		in          load.Input
		t           training.Thresholds
		method      load.Method
		want        float64
		why         string
	}{
		{"", "power", everything(training.Running), known(), load.MethodPower, 3571.0 / 36 * 0.64, ""},
		{"", "pace", everything(training.Running), known(), load.MethodGraded, naive.RTSS(1, 3.2, 4), ""},
		{"rtss_speed,power", "pace", everything(training.Running), known(), load.MethodSpeed, naive.RTSS(1, 3, 4), ""},
		{"", "pace", swim, slow, load.MethodSwim, naive.STSS(0.5, 1, 1.25), ""},
		{"", "pace", everything(training.Cycling), known(), "", 0, "only runs and swims get a load from pace"},
		{"", "hr", everything(training.Cycling), known(), load.MethodHeartRate, naive.HRTSS(1, 150, 160), ""},
		{
			"manual,hrtss_reserve,hr", "hr", everything(training.Cycling), known(), load.MethodReserve,
			naive.HRRTSS(1, 150, 50, 190, 0.83), "",
		},
		{"power", "rpe", everything(training.Yoga), none, load.MethodExertion, 70, ""},
		{"", "rpe", load.Input{Sport: training.Yoga, TimerS: 3600, Manual: 50}, none, "", 0, "no perceived exertion was given"},
		{"", "hr", everything(training.Yoga), none, "", 0, "no threshold heart rate is set"},
		{"", "power", load.Input{Sport: training.Running, TimerS: 3600, AvgMPS: 3}, known(), "", 0, "there is no normalized power"},
	} {
		got, why := load.RulesOf(&training.Athlete{LoadOrder: c.order}).Only(c.word).Of(c.in, c.t)
		if got.Method != c.method || why.String() != c.why {
			t.Errorf("%q of %q: %+v %q", c.word, c.order, got, why)
		}
		metricstest.Close(t, c.word, got.TSS, c.want, 1e-12)
	}
}

// TestAWordIsOfItsMethods: alone, a word never gives the load of another's, nor
// a load of zero.
func TestAWordIsOfItsMethods(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sport := rapid.SampledFrom([]training.Sport{training.Running, training.Cycling, training.Swimming, training.Hiking}).Draw(t, "sport")
		in := everything(sport)
		in.AvgHRBpm = rapid.Float64Range(0, 200).Draw(t, "beats")
		in.NPW = rapid.Float64Range(0, 400).Draw(t, "watts")
		in.Exertion = float64(rapid.IntRange(0, 10).Draw(t, "felt"))
		order := rapid.SampledFrom([]string{"", "rpe,hr", "hrss_avg,power", "power"}).Draw(t, "order")
		word := rapid.SampledFrom([]string{"power", "pace", "hr", "rpe"}).Draw(t, "word")
		got, why := load.RulesOf(&training.Athlete{LoadOrder: order}).Only(word).Of(in, known())
		if why == "" && (got.TSS <= 0 || got.Method.Word() != word) || why != "" && got != (load.Load{}) {
			t.Fatalf("%s: %+v %q", word, got, why)
		}
	})
}

// TestLoadsThatContradictEachOtherAreTold by the number that each way gives.
func TestLoadsThatContradictEachOtherAreTold(t *testing.T) {
	t.Parallel()
	at := training.Thresholds{FTPW: 300, LTHRBpm: 170, ThresholdMPS: 4}
	hour := load.Input{Sport: training.Running, TimerS: 3600, AvgMPS: 3.6, GradedMPS: 4, AvgHRBpm: 170, HRSeconds: 3600}
	for _, c := range []struct {
		name   string
		change func(*load.Input, *training.Thresholds)
		want   []string // none: they agree
	}{
		{"agreeing", func(*load.Input, *training.Thresholds) {}, nil},
		{
			"a graded speed beyond the heart's", func(in *load.Input, _ *training.Thresholds) { in.GradedMPS = 4.7 },
			[]string{"by pace 138", "by heart rate 100"},
		},
		{
			"power beside both", func(in *load.Input, _ *training.Thresholds) { in.NPW, in.NPWindows = 200, 3571 },
			[]string{"by power 44", "by pace 100", "by heart rate 100"},
		},
		{"only one way", func(in *load.Input, t *training.Thresholds) { in.GradedMPS, t.LTHRBpm = 6, 0 }, nil},
		{"too little to matter", func(in *load.Input, _ *training.Thresholds) { in.TimerS, in.HRSeconds, in.GradedMPS = 400, 400, 5 }, nil},
	} {
		in, thresholds := hour, at
		c.change(&in, &thresholds)
		got := load.Rules{}.Apart(in, thresholds)
		if (got == "") != (c.want == nil) {
			t.Errorf("%s: %q", c.name, got)
		}
		for _, w := range c.want {
			if !strings.Contains(got.String(), w) {
				t.Errorf("%s: %q says nothing of %q", c.name, got, w)
			}
		}
	}
}
