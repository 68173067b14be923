package naive_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/test/naive"
)

var nan = math.NaN()

func mask(pairs ...int) []bool {
	var out []bool
	for i, n := range pairs {
		for range n {
			out = append(out, i%2 == 0)
		}
	}
	return out
}

func TestNPConventions(t *testing.T) {
	t.Parallel()
	// 60 s at 200 W, a pause of 10 s with stale values, 40 s at 300 W of which 5 are missing.
	power := steps(200, 60, 999, 10, 300, 20, nan, 5, 300, 15)
	running := mask(60, 10, 40)
	joined := steps(200, 60, 300, 35)
	wantCanonical, windows := naive.NP(joined, nil)
	got, n := naive.NP(power, running)
	near(t, "canonical drops pauses and drop-outs", got, wantCanonical, 0)
	near(t, "canonical windows", float64(n), float64(windows), 0)
	if windows != 66 {
		t.Errorf("95 samples make %d windows, want 66", windows)
	}
	got, _ = naive.NPGarmin(power, running)
	near(t, "garmin", got, wantCanonical, 0)

	// Wahoo: 31 windows of 200 W, then 11 windows of which each lacks five samples.
	got, n = naive.NPWahoo(power, running)
	near(t, "wahoo", got, math.Pow((31*math.Pow(200, 4)+11*math.Pow(250, 4))/42, 0.25), 1e-9)
	near(t, "wahoo windows", float64(n), 42, 0)

	got, n = naive.NPGoldenCheetah(steps(300, 1), nil)
	near(t, "goldencheetah of one sample", got, 10, 1e-12)
	near(t, "goldencheetah windows", float64(n), 1, 0)
	got, _ = naive.NPExpanding(steps(100, 1, 300, 1), nil)
	near(t, "expanding of two samples", got, math.Pow((math.Pow(100, 4)+math.Pow(200, 4))/2, 0.25), 1e-9)
}

func TestLapNPCarriesTheWindowIn(t *testing.T) {
	t.Parallel()
	power := steps(100, 60, 400, 10)
	got, windows := naive.LapNP(power, nil, 60, 70)
	sum := 0.0
	for k := 1; k <= 10; k++ {
		sum += math.Pow(100+300*float64(k)/30, 4)
	}
	near(t, "lap of ten seconds", got, math.Pow(sum/10, 0.25), 1e-9)
	near(t, "its windows", float64(windows), 10, 0)
	whole, n := naive.NP(power, nil)
	lap, m := naive.LapNP(power, nil, 0, 70)
	near(t, "one lap is the session", lap, whole, 0)
	near(t, "one lap's windows", float64(m), float64(n), 0)
	if none, _ := naive.LapNP(power, nil, 0, 29); !math.IsNaN(none) {
		t.Errorf("a lap without a window has NP %g", none)
	}
}

func TestMeanMaxBreaksAtGaps(t *testing.T) {
	t.Parallel()
	got := naive.MeanMax([]float64{1, 5, nan, 4, 4, 1})
	if diff := cmp.Diff([]float64{5, 4, 3, nan, nan, nan}, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBestEffort(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		time, dist  []float64
		target      float64
		want, start float64
	}{
		"steady":                  {[]float64{0, 10, 20}, []float64{0, 100, 200}, 50, 5, 0},
		"ends at a sample":        {[]float64{0, 100, 110}, []float64{0, 100, 200}, 150, 60, 50},
		"begins at a sample":      {[]float64{0, 10, 110}, []float64{0, 100, 200}, 150, 60, 0},
		"standing is left out":    {[]float64{0, 10, 60, 70}, []float64{0, 100, 100, 200}, 100, 10, 0},
		"standing cannot be left": {[]float64{0, 10, 60, 70}, []float64{0, 100, 100, 200}, 200, 70, 0},
		"too far":                 {[]float64{0, 10}, []float64{0, 100}, 101, nan, nan},
		"nothing":                 {nil, nil, 100, nan, nan},
	}
	for name, tc := range tests {
		s, at := naive.BestEffort(tc.time, tc.dist, tc.target)
		if diff := cmp.Diff([]float64{tc.want, tc.start}, []float64{s, at}, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestEdgeOfADistance(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		time, dist            []float64
		seconds, metres, want float64
	}{
		"as long as it took":      {[]float64{4, 14}, []float64{8, 48}, 4, 8, 4},
		"no faster than the mean": {[]float64{4, 14}, []float64{24, 64}, 4, 24, 6},
		"ten seconds":             {[]float64{0, 10}, []float64{40, 80}, 0, 40, 10},
		"longer than ten seconds": {[]float64{0, 10}, []float64{41, 81}, 0, 41, nan},
		"it took more than that":  {[]float64{11, 21}, []float64{4, 44}, 11, 4, nan},
		"nothing is there":        {[]float64{4, 14}, []float64{0, 40}, 4, 0, nan},
		"nobody moved after it":   {[]float64{4, 14}, []float64{8, 8}, 4, 8, nan},
		"one row has no mean":     {[]float64{4}, []float64{8}, 4, 8, nan},
		"no row":                  {nil, nil, 1, 1, nan},
	} {
		if got := naive.EdgeS(tc.time, tc.dist, tc.seconds, tc.metres); got != tc.want && !(math.IsNaN(got) && math.IsNaN(tc.want)) {
			t.Errorf("%s: %v, by hand %v", name, got, tc.want)
		}
	}
}

func TestNextMean(t *testing.T) {
	t.Parallel()
	values := []float64{9, 9, 1, 8, 8, nan, 7, 7, 7}
	for name, tc := range map[string]struct {
		d     int
		taken []naive.Span
		want  float64
		start int
	}{
		"the best":         {2, nil, 9, 0},
		"the next":         {2, []naive.Span{{0, 2}}, 8, 3},
		"one more":         {2, []naive.Span{{0, 2}, {3, 5}}, 7, 6},
		"none left":        {2, []naive.Span{{0, 2}, {3, 5}, {6, 8}}, nan, -1},
		"they may touch":   {1, []naive.Span{{6, 7}, {8, 9}, {0, 2}, {3, 5}}, 7, 7},
		"half a second":    {1, []naive.Span{{0.5, 1.5}}, 8, 3},
		"longer than all":  {10, nil, nan, -1},
		"over a gap":       {4, []naive.Span{{0, 1}}, 6.5, 1},
		"of no seconds":    {0, nil, nan, -1},
		"the gap is shut":  {4, []naive.Span{{0, 2}}, nan, -1},
		"of nothing there": {3, []naive.Span{{0, 5}, {7, 8}}, nan, -1},
	} {
		mean, start := naive.NextMean(values, tc.d, tc.taken)
		if diff := cmp.Diff([]float64{tc.want, float64(tc.start)}, []float64{mean, float64(start)}, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNextEffort(t *testing.T) {
	t.Parallel()
	times, metres := []float64{0, 10, 20, 30}, []float64{0, 100, 150, 250} // 10, 5 and 10 m/s
	for name, tc := range map[string]struct {
		target float64
		taken  []naive.Span
		want   float64
	}{
		"the best":         {50, nil, 5},
		"a second one":     {50, []naive.Span{{2, 7}}, 5},
		"between":          {50, []naive.Span{{2, 7}, {22, 27}}, 7}, // 30 m at 10 m/s, then 20 m at 5 m/s
		"nothing is left":  {120, []naive.Span{{5, 25}}, nan},
		"none taken":       {250, nil, 30},
		"all of it, taken": {250, []naive.Span{{29, 30}}, nan},
	} {
		if diff := cmp.Diff(tc.want, naive.NextEffort(times, metres, tc.target, tc.taken), cmpopts.EquateNaNs(),
			cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for at, want := range map[float64]float64{0: 0, 15: 125, 30: 250, 31: nan, -1: nan} {
		if diff := cmp.Diff(want, naive.Metres(times, metres, at), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("at %v s (-want +got):\n%s", at, diff)
		}
	}
}

func TestSplits(t *testing.T) {
	t.Parallel()
	got := naive.Splits([]float64{0, 300, 400, 900}, []float64{0, 1000, 1000, 2500}, 1000)
	want := []naive.Split{
		{FromM: 0, ToM: 1000, Seconds: 300},
		{FromM: 1000, ToM: 2000, Seconds: 400 + 1000.0/3 - 300},
		{FromM: 2000, ToM: 2500, Seconds: 500.0 / 3},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTimeInZonesIsLowerInclusive(t *testing.T) {
	t.Parallel()
	bounds := naive.Bounds(naive.CogganShares, 100)
	values := []float64{10, 54.9, 55.0, 80, 90, 104.9, 110, 130, 200, nan, 300}
	running := mask(10, 1)
	if diff := cmp.Diff([]float64{2, 1, 1, 2, 1, 1, 1}, naive.TimeInZones(values, running, []float64{55, 75, 90, 105, 120, 150})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	near(t, "Z4 from", bounds[2], 90, 1e-9)
}

func TestDecoupling(t *testing.T) {
	t.Parallel()
	power, hr := steps(200, 100), steps(100, 50, 125, 50)
	near(t, "power", naive.Decoupling(power, hr, nil), 20, 1e-9)
	near(t, "NP", naive.DecouplingNP(power, hr, nil), 20, 1e-9)
	near(t, "missing heart rate shifts the middle", naive.Decoupling(power, steps(nan, 50, 100, 25, 200, 25), nil), 50, 1e-9)
	near(t, "an odd sample is in the second half", naive.Decoupling(steps(200, 3), []float64{100, 200, 200}, nil), 50, 1e-9)
}

func TestHeartLoad(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]naive.Banister{"male": naive.BanisterMale, "female": naive.BanisterFemale} {
		// An hour at one rate is the same by sample and by average.
		near(t, name, b.PerSample(steps(150, 3600, nan, 60), nil, 50, 200), b.Average(150, 60, 50, 200), 1e-9)
		near(t, name+" below rest", b.PerSample(steps(40, 100), nil, 50, 200), 0, 0)
	}
	near(t, "male hour at two thirds", naive.BanisterMale.Average(150, 60, 50, 200), 60*2.0/3*0.64*math.Exp(1.28), 1e-9)
	near(t, "female hour at two thirds", naive.BanisterFemale.Average(150, 60, 50, 200), 60*2.0/3*0.86*math.Exp(1.67*2/3), 1e-9)
	near(t, "hrTSS", naive.HRTSS(2, 128, 160), 128, 1e-9)
	near(t, "TSS", naive.TSS(250, 250, 3600), 100, 1e-9)
	if got := naive.Monotony(steps(10, 7), false); !math.IsNaN(got) {
		t.Errorf("monotony of equal days = %g", got)
	}
}

func TestReversals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		alt        []float64
		gain, loss float64
	}{
		"zigzag":              {[]float64{0, 2, 4, 6, 5, 7, 4, 8, 10, 0}, 13, 13},
		"noise below two":     {[]float64{0, 1, 0, 1, 0}, 0, 0},
		"slow climb":          {[]float64{0, 1, 2, 3, 4}, 4, 0},
		"starts down":         {[]float64{5, 4, 3, 4, 5}, 2, 2},
		"last leg too small":  {[]float64{0, 10, 9}, 10, 0},
		"missing are skipped": {[]float64{0, nan, 10, nan}, 10, 0},
		"nothing":             {nil, 0, 0},
	}
	for name, tc := range tests {
		gain, loss := naive.Reversals(tc.alt, 2)
		near(t, name+" gain", gain, tc.gain, 0)
		near(t, name+" loss", loss, tc.loss, 0)
	}
}

func TestSWOLFLeavesRestOut(t *testing.T) {
	t.Parallel()
	got := naive.AverageSWOLF([]naive.Length{
		{Seconds: 20, Strokes: 10, Active: true},
		{Seconds: 60},
		{Seconds: 25, Strokes: nan, Active: true},
		{Seconds: 24, Strokes: 12, Active: true},
	})
	near(t, "SWOLF", got, 33, 0)
}

func TestCriticalPowerNeedsTwoDurations(t *testing.T) {
	t.Parallel()
	if cp, _ := naive.CriticalPower([]float64{300, 300}, []float64{300, 310}); !math.IsNaN(cp) {
		t.Errorf("one duration gave CP %g", cp)
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		power := rapid.SliceOfN(rapid.Float64Range(0, 1500), 30, 200).Draw(t, "power")
		np, windows := naive.NP(power, nil)
		if windows != len(power)-29 {
			t.Fatalf("%d windows of %d samples", windows, len(power))
		}
		curve := naive.MeanMax(power)
		if np > curve[29]+1e-6 {
			t.Fatalf("NP %g exceeds the best 30 s %g", np, curve[29])
		}
		// Work is subadditive: the best a+b s split into a window of a s and one of b s.
		work := func(d int) float64 { return curve[d-1] * float64(d) }
		a := rapid.IntRange(1, len(curve)-1).Draw(t, "a")
		b := rapid.IntRange(1, len(curve)-a).Draw(t, "b")
		if work(a+b) > work(a)+work(b)+1e-6 {
			t.Fatalf("work of %d s %g exceeds that of %d s and %d s", a+b, work(a+b), a, b)
		}
		balance := naive.WBal(power, 250, 20000)
		for i, b := range balance {
			if b > 20000+1e-6 {
				t.Fatalf("W'bal %g at %d exceeds W'", b, i)
			}
		}
		gain, _ := naive.Reversals(power, 2)
		if raw, _ := naive.Reversals(power, 0); gain > raw+1e-6 {
			t.Fatalf("gain %g exceeds the sum of rises %g", gain, raw)
		}
	})
}
