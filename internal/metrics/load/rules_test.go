package load_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

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
		{"", "pace", everything(training.Cycling), known(), "", 0, "pace gives a load to runs and swims alone"},
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
