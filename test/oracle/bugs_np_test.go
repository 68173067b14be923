package oracle

import (
	"math"
	"slices"
	"testing"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// fourth is the fourth-power mean of means.
func fourth(means []float64) float64 {
	sum := 0.0
	for _, m := range means {
		sum += math.Pow(m, 4)
	}
	return math.Pow(sum/float64(len(means)), 0.25)
}

// rolling are the means of 30 values; round is applied to each.
func rolling(values []float64, round func(float64) float64) []float64 {
	var out []float64
	for i := 30; i <= len(values); i++ {
		out = append(out, round(naive.Mean(values[i-30:i])))
	}
	return out
}

func asIs(x float64) float64 { return x }

// TestNormalizedPowerByMistakenRules: for each way in which other tools stray
// from what devices compute, a ride on which it shows, and ours is the rule's.
func TestNormalizedPowerByMistakenRules(t *testing.T) {
	t.Parallel()
	hard, easy := metricstest.Repeat(320, 300), metricstest.Repeat(120, 300)
	start := slices.Concat(metricstest.Repeat(900, 20), metricstest.Repeat(100, 280))
	coasting := slices.Concat(hard, metricstest.Repeat(0, 300), easy)
	stopped := slices.Concat(hard, metricstest.Repeat(math.NaN(), 1200), easy)
	lost := slices.Concat(hard, metricstest.Repeat(math.NaN(), 200), easy)
	jagged := make([]float64, 600)
	for i := range jagged {
		jagged[i] = 5 + float64(i%2) // whole means hide what is between
	}
	for _, c := range []struct {
		name    string
		series  []float64
		pause   [2]int // the timer stood
		mistake func([]float64) float64
	}{
		{"pauses ridden at 0 W, by tools that read a stream of elapsed time", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			return fourth(rolling(zeroed(x), asIs))
		}},
		{"pauses ridden at the last value", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			held := slices.Clone(x)
			for i := range held {
				if math.IsNaN(held[i]) {
					held[i] = held[i-1]
				}
			}
			return fourth(rolling(held, asIs))
		}},
		{"windows that restart at a pause, as only some makers have them", stopped, [2]int{299, 1500}, func(x []float64) float64 {
			return fourth(slices.Concat(rolling(x[:300], asIs), rolling(x[1500:], asIs)))
		}},
		{"drop-outs ridden at 0 W", lost, [2]int{}, func(x []float64) float64 { return fourth(rolling(zeroed(x), asIs)) }},
		{"windows that grow at the start, as sweatpy and pandas have them", start, [2]int{}, func(x []float64) float64 {
			w, _ := naive.NPExpanding(x, nil)
			return w
		}},
		{"a start padded with zeros, as GoldenCheetah has it", slices.Concat(hard, hard), [2]int{}, func(x []float64) float64 {
			w, _ := naive.NPGoldenCheetah(x, nil)
			return w
		}},
		{"coasting dropped", coasting, [2]int{}, func(x []float64) float64 {
			return fourth(rolling(slices.DeleteFunc(slices.Clone(x), func(w float64) bool { return w == 0 }), asIs))
		}},
		{"windows rounded to whole watts", jagged, [2]int{}, func(x []float64) float64 { return fourth(rolling(x, math.Round)) }},
		{"a smoothing of 25 s instead of the mean of 30", slices.Concat(easy, hard, easy), [2]int{}, func(x []float64) float64 {
			return naive.XPower(x, nil, naive.XPowerAlphaExp)
		}},
	} {
		r := metricstest.Recording(training.Cycling, len(c.series))
		metricstest.Put(r, training.Power, c.series)
		running := slices.Repeat([]bool{true}, len(c.series))
		if c.pause[1] > 0 {
			metricstest.Pause(r, c.pause[0], c.pause[1])
			for i := c.pause[0] + 1; i < c.pause[1]; i++ {
				running[i] = false
			}
		}
		np, ok := power.Of(stream.Of(r, stream.Limits{}), power.Canonical)
		want, _ := naive.NP(c.series, running)
		if !ok {
			t.Errorf("%s: no NP", c.name)
		}
		metricstest.Close(t, c.name, np.Watts, want, 1e-9)
		if wrong := c.mistake(c.series); math.Abs(wrong-np.Watts) < 0.3 {
			t.Errorf("%s: the mistake does not show: %v W, ours %v W", c.name, wrong, np.Watts)
		}
	}
}

// TestLapsThatRestartTheirWindow: a lap's first half minute belongs to windows
// that began before it, as devices have it.
func TestLapsThatRestartTheirWindow(t *testing.T) {
	t.Parallel()
	series := slices.Concat(metricstest.Repeat(100, 300), metricstest.Repeat(400, 60))
	r := metricstest.Recording(training.Cycling, len(series))
	metricstest.Put(r, training.Power, series)
	s := summary.NewStretches(stream.Of(r, stream.Limits{}))
	got := s.Values(training.Span{FromS: 300, ToS: 360}, 60)[training.MetricNormalizedPowerW]
	want, _ := naive.LapNP(series, nil, 300, 360)
	metricstest.Close(t, "NP of the lap", got, want, 1e-9)
	if restarted := fourth(rolling(series[300:], asIs)); restarted < 399 || got > 380 {
		t.Errorf("restarted %v W, ours %v W", restarted, got)
	}
}

// TestStressOfTheTimer: a device's score counts the windows, not the timer,
// and its NP without rounding.
func TestStressOfTheTimer(t *testing.T) {
	t.Parallel()
	np, _ := power.Normalized(watts(200, 3600))
	got, _ := power.TSS(np, 200)
	metricstest.Close(t, "TSS", got, naive.TSS(np.Watts, 200, 3600-29), 1e-9)
	if timer, _ := power.TSSOver(np.Watts, 200, 3600); timer-got < 0.5 {
		t.Errorf("by the timer %v, by the windows %v", timer, got)
	}
}
