package power_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
	"lapkeep/test/realdata"
)

// ride draws a second-by-second power with gaps and pauses, as a recording
// and as the plain series that the reference takes.
func ride(t *rapid.T) (v *stream.View, watts []float64, running []bool) {
	n := rapid.IntRange(1, 400).Draw(t, "seconds")
	for range n {
		w := float64(rapid.IntRange(-60, 1800).Draw(t, "watts"))
		if w < -30 {
			w = math.NaN()
		}
		watts, running = append(watts, max(w, 0)), append(running, true)
		if math.IsNaN(w) {
			watts[len(watts)-1] = w
		}
	}
	r := metricstest.Recording(training.Cycling, n)
	metricstest.Put(r, training.Power, watts)
	at := 0
	for range rapid.IntRange(0, 3).Draw(t, "pauses") {
		from := at + rapid.IntRange(1, 100).Draw(t, "ride")
		to := from + rapid.IntRange(2, 50).Draw(t, "rest")
		if to >= n {
			break
		}
		metricstest.Pause(r, from, to)
		for s := from + 1; s < to; s++ {
			running[s] = false
		}
		at = to
	}
	return stream.Of(r, stream.Limits{}), watts, running
}

func TestVariantsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, watts, running := ride(t)
		if !v.Has(training.Power) {
			t.Skip("no power")
		}
		for _, c := range []struct {
			variant power.Variant
			naive   func([]float64, []bool) (float64, int)
		}{
			{power.Canonical, naive.NP},
			{power.Garmin, naive.NPGarmin},
			{power.Wahoo, naive.NPWahoo},
		} {
			np, ok := power.Of(v, c.variant)
			want, windows := c.naive(watts, running)
			if ok != (windows > 0) || np.Windows != windows {
				t.Fatalf("%s: %v %v, want %d windows", c.variant, np, ok, windows)
			}
			if ok && math.Abs(np.Watts-want) > 1e-9*max(1, want) {
				t.Fatalf("%s: %v, want %v", c.variant, np.Watts, want)
			}
		}
		x, _ := power.XPower(v.Power().Watts, power.AlphaGoldenCheetah)
		if want := naive.XPower(watts, running, naive.XPowerAlphaStep); math.Abs(x-want) > 1e-9*max(1, want) {
			t.Fatalf("xPower %v, want %v", x, want)
		}
	})
}

func TestRunningBetweenAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 1500), 30, 200).Draw(t, "watts")
		from := rapid.IntRange(0, len(watts)).Draw(t, "from")
		to := rapid.IntRange(from, len(watts)).Draw(t, "to")
		np, ok := power.NewRunning(watts).Between(from, to)
		want, windows := naive.LapNP(metricstest.Floats(watts), nil, from, to)
		if ok != (windows > 0) || np.Windows != windows {
			t.Fatalf("%v %v, want %d windows", np, ok, windows)
		}
		if ok && math.Abs(np.Watts-want) > 1e-9*max(1, want) {
			t.Fatalf("%v, want %v", np.Watts, want)
		}
	})
}

func TestNormalizedIsExactAtTheEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		watts []int32
		want  float64
	}{
		{"greatest of the format", steps(65535, 86400), 65535},
		{"greatest of a column", steps(math.MaxInt32, 100), math.MaxInt32},
		{"negative is zero", steps(-5, 100), 0},
		{"one negative", append(steps(-100, 1), steps(200, 59)...), 0},
	} {
		np, ok := power.Normalized(c.watts)
		if !ok {
			t.Fatalf("%s: no value", c.name)
		}
		if c.name == "one negative" {
			want, _ := power.Normalized(append(steps(0, 1), steps(200, 59)...))
			c.want = want.Watts
		}
		metricstest.Close(t, c.name, np.Watts, c.want, 1e-12)
	}
	if _, ok := power.Normalized(nil); ok {
		t.Error("nothing has a value")
	}
}

// TestNormalizedLaws checks every ride's laws: NP is at least the mean of its
// windows, at most their highest, and scales with power.
func TestNormalizedLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 2000), 30, 300).Draw(t, "watts")
		np, _ := power.Normalized(watts)
		doubled := make([]int32, len(watts))
		top := int32(0)
		for i, w := range watts {
			doubled[i], top = 2*w, max(top, w)
		}
		two, _ := power.Normalized(doubled)
		if math.Abs(two.Watts-2*np.Watts) > 1e-9*max(1, two.Watts) {
			t.Fatalf("doubled power gives %v, not twice %v", two.Watts, np.Watts)
		}
		sum, n := 0.0, 0.0
		for i := power.WindowS; i <= len(watts); i++ {
			window := 0.0
			for _, w := range watts[i-power.WindowS : i] {
				window += float64(w)
			}
			sum, n = sum+window/power.WindowS, n+1
		}
		if np.Watts < sum/n-1e-9*max(1, sum/n) || np.Watts > float64(top)+1e-9 {
			t.Fatalf("NP %v outside mean %v and max %d", np.Watts, sum/n, top)
		}
	})
}

func BenchmarkNormalizedPower4h(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	watts := make([]int32, 4*3600)
	for i := range watts {
		watts[i] = int32(max(0, 210+60*math.Sin(float64(i)/200)+r.NormFloat64()*40))
	}
	b.ReportAllocs()
	for b.Loop() {
		power.Normalized(watts)
	}
}

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

// generated returns the signals that a vector names without giving samples.
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

func TestSourceOf(t *testing.T) {
	t.Parallel()
	field := func(name string) []string {
		return []string{"The checksum is wrong.", string(i18n.Sentencef(
			"%s comes from the developer field %s, because the device did not record it.",
			i18n.Word("Power"), `"`+name+`"`))}
	}
	for want, recordings := range map[string][]training.Recording{
		power.SourceStryd: {
			{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Power")},
			{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Stryd Power")},
			{Sport: training.Running, Device: training.Device{Manufacturer: "Stryd"}},
			{Sport: training.Running, Device: training.Device{Manufacturer: "stryd"}, Warnings: field("x")},
		},
		power.SourceGarminApp: {{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("RP_Power")}},
		power.SourceApp: {
			{Sport: training.Rowing, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Power")},
			{Sport: training.Running, Warnings: field("watts by somebody")},
		},
		"coros": {{Sport: training.Running, Device: training.Device{Manufacturer: " COROS "}}},
		power.SourceNative: {
			{Sport: training.Running}, {Sport: training.Running, Device: training.Device{Manufacturer: "development"}},
		},
	} {
		for _, r := range recordings {
			if got := power.SourceOf(&r); got != want {
				t.Errorf("%+v of %v comes from %s, want %s", r.Device, r.Warnings, got, want)
			}
		}
	}
}

// TestSourcesOfRealRuns: the readers' warning and this rule belong together.
func TestSourcesOfRealRuns(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for _, path := range realdata.Files(t, "fit/elevate__*.fit") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		res, err := recording.Read(t.Context(), filepath.Base(path), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			if r.Sport == training.Running && r.Columns.Has(training.Power) {
				source := power.SourceOf(r)
				found[source]++
				if took := strings.Contains(strings.Join(r.Warnings, " "), "developer field"); took != (source == power.SourceStryd) {
					t.Errorf("%v comes from %s", r.Warnings, source)
				}
			}
		}
	}
	if found[power.SourceStryd] < 4 || found["coros"] != 1 || found["suunto"] != 1 {
		t.Errorf("%v", found)
	}
}
