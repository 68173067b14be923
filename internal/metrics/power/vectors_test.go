package power_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/metrics/power"
	"lapkeep/test/metricstest"
)

// steps makes a series of runs: value, seconds, value, seconds, …
func steps(pairs ...int32) []int32 {
	var out []int32
	for i := 0; i+1 < len(pairs); i += 2 {
		for range pairs[i+1] {
			out = append(out, pairs[i])
		}
	}
	return out
}

func repeat(times int, series []int32) []int32 {
	var out []int32
	for range times {
		out = append(out, series...)
	}
	return out
}

// generated are the signals that a vector names without giving samples.
func generated(name string) []int32 {
	return map[string][]int32{
		"const250x3600":       steps(250, 3600),
		"alt_60s_200_300_x30": repeat(30, steps(200, 60, 300, 60)),
		"alt_30s_0_400_x60":   repeat(60, steps(0, 30, 400, 30)),
		"sweatpy_4x60s":       append(append(steps(100, 120), repeat(4, steps(300, 60, 100, 60))...), steps(100, 60)...),
		"step_300x200_0x200_200x200(scikit-sports ride)": steps(300, 200, 0, 200, 200, 200),
	}[name]
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "np/") {
		if v.ID == "np/scikit-sports variant" {
			continue // drops windows: see TestAboveVector
		}
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			var in struct {
				Signal  string
				N       int
				Samples json.RawMessage
			}
			var want struct {
				Full      *float64 `json:"full_windows"`
				Windows   int      `json:"n_windows"`
				XStep     float64  `json:"xPower_GoldenCheetah(alpha=1/26)"`
				XExp      float64  `json:"xPower_exp(-1/25)"`
				TSSAt250  float64  `json:"TSS_at_FTP250_windows"`
				MeanWatts float64  `json:"mean"`
			}
			v.Read(t, &in, &want)
			var watts []int32
			if json.Unmarshal(in.Samples, &watts) != nil {
				watts = generated(in.Signal)
			}
			if len(watts) != in.N {
				t.Fatalf("the signal %s is not described: %d of %d samples", in.Signal, len(watts), in.N)
			}
			np, ok := power.Normalized(watts)
			if ok != (want.Full != nil) || np.Windows != want.Windows {
				t.Fatalf("NP %v %v, want %d windows", np, ok, want.Windows)
			}
			if ok {
				tss, _ := power.TSS(np, 250)
				metricstest.Close(t, "NP", np.Watts, *want.Full, v.Tol)
				metricstest.Close(t, "TSS", tss, want.TSSAt250, v.Tol)
			}
			view := metricstest.Power(metricstest.Floats(watts))
			xs, _ := power.XPower(watts, power.AlphaGoldenCheetah)
			xe, _ := power.XPower(watts, power.AlphaExponential)
			metricstest.Close(t, "xPower 1/26", xs, want.XStep, v.Tol)
			metricstest.Close(t, "xPower exp", xe, want.XExp, v.Tol)
			metricstest.Close(t, "mean", view.Power().SumJ()/float64(len(watts)), want.MeanWatts, v.Tol)
		})
	}
}
