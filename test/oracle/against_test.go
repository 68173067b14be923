package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// The product against the slow references, on whole recordings with pauses,
// missing values and extremes: equal, or to 1e-9 where the order of additions
// differs.

func near(t failer, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
		t.Errorf("%s is %.15g, the slow reference has %.15g", what, got, want)
	}
}

func TestPowerAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		v := c.view()
		want, windows := naive.NP(c.watts, c.running)
		np, ok := power.Of(v, power.Canonical)
		if ok != (windows > 0) || ok && np.Windows != windows {
			t.Fatalf("NP has %d windows, the slow reference %d", np.Windows, windows)
		}
		if ok {
			near(t, "NP", np.Watts, want)
		}
		ftp := float64(50 + rapid.IntRange(0, 400).Draw(t, "FTP"))
		bounds := naive.Bounds(naive.CogganShares, ftp)
		h := zones.Of(v, training.Power)
		checkZones(t, zones.Custom(training.ZonesPower, bounds).TimeIn(h), naive.TimeInZones(c.watts, c.weighs(), bounds))
		excess, within, _ := curve.WorkAbove(h, ftp)
		wantExcess, wantWithin := naive.WorkAbove(c.only(c.watts), ftp)
		near(t, "work above", excess, wantExcess)
		near(t, "work in above", within, wantWithin)
	})
}

// weighs returns the seconds that a row counts for: that of a stop ends with
// it.
func (c chaos) weighs() []bool {
	out := append([]bool(nil), c.running...)
	for i := range out {
		if i+1 < len(out) && !c.running[i+1] {
			out[i] = false
		}
	}
	return out
}

// only returns the values of the seconds that count.
func (c chaos) only(values []float64) []float64 {
	out := append([]float64(nil), values...)
	for i, w := range c.weighs() {
		if !w {
			out[i] = math.NaN()
		}
	}
	return out
}

func TestCurvesAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		v := c.view()
		if _, above := some(c.watts); above {
			points, _ := curve.Power(v)
			want := naive.MeanMax(zeroed(c.watts))
			for _, p := range points {
				near(t, fmt.Sprint("power of ", p.DurationS, " s"), p.Value, want[p.DurationS-1])
			}
			joules := 1000 * int64(rapid.IntRange(0, 200).Draw(t, "kJ"))
			series, _, _ := curve.PowerSeries(v)
			tired := naive.MeanMaxAfter(zeroed(c.watts), float64(joules))
			for _, p := range curve.After(series, joules, curve.Grid()) {
				near(t, fmt.Sprint("tired power of ", p.DurationS, " s"), p.Value, tired[p.DurationS-1])
			}
		}
		// A heart rate is held for 10 s: a reference that fills the gaps.
		filled := append([]float64(nil), c.bpm...)
		for i, last := 0, -1; i < len(filled); i++ {
			if math.IsNaN(c.bpm[i]) {
				continue
			}
			for k := last + 1; last >= 0 && i-last <= 11 && k < i; k++ {
				filled[k] = c.bpm[last]
			}
			last = i
		}
		points, _ := curve.HeartRate(v)
		want := naive.MeanMax(filled)
		for _, p := range points {
			near(t, fmt.Sprint("heart rate of ", p.DurationS, " s"), p.Value, want[p.DurationS-1])
		}
	})
}

func TestBalanceAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		m := curve.WBalModel{
			CPW: float64(rapid.IntRange(50, 450).Draw(t, "CP")), WPrimeJ: float64(rapid.IntRange(1000, 40_000).Draw(t, "W'")),
		}
		series, _, _ := curve.PowerSeries(c.view())
		watts := zeroed(c.watts)[:len(series)] // rows end it
		for name, pair := range map[string][2][]float64{
			"differential": {m.Series(curve.Differential, series), naive.WBal(watts, m.CPW, m.WPrimeJ)},
			"Euler":        {m.Series(curve.Euler, series), naive.WBalEuler(watts, m.CPW, m.WPrimeJ)},
			"integral":     {m.Faded(series, 400), naive.WBalIntegral(watts, m.CPW, m.WPrimeJ, 400)},
		} {
			for i := range pair[1] {
				if d := math.Abs(pair[0][i] - pair[1][i]); d > 1e-9*math.Max(m.WPrimeJ, math.Abs(pair[1][i])) {
					t.Fatalf("%s at %d s is %v, the slow reference has %v", name, i, pair[0][i], pair[1][i])
				}
			}
		}
	})
}

func TestHeartAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		v := c.view()
		h := zones.Of(v, training.HeartRate)
		lower := []float64{100, 120, 140, 160, 180}
		// Rows of a heart rate stand for the time to the next one: in these
		// recordings that is a second, and none at a stop.
		checkZones(t, zones.Custom(training.ZonesHR, lower).TimeIn(h), naive.TimeInZones(c.bpm, c.weighs(), lower))
		if h.TotalS() == 0 {
			return
		}
		who := training.Thresholds{RestHRBpm: 50, MaxHRBpm: 190}
		trimp, why := heart.TRIMP(h, who, training.Male)
		if why != "" {
			t.Fatal(why)
		}
		near(t, "TRIMP", trimp, naive.BanisterMale.PerSample(above(c.bpm, 50), c.weighs(), 50, 190))
		hours := rapid.Float64Range(0.1, 8).Draw(t, "hours")
		tss, _ := heart.HRTSS(150, 165, hours*3600)
		near(t, "hrTSS", tss, naive.HRTSS(hours, 150, 165))
	})
}

// above lifts values to a floor: below rest an impulse is none, not less.
func above(values []float64, floor float64) []float64 {
	out := append([]float64(nil), values...)
	for i, x := range out {
		if x < floor {
			out[i] = floor
		}
	}
	return out
}

func TestDailyLoadAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		daily := zeroed(wild(rng, 1+rng.IntN(900), 0, 600))
		seed := load.Seed{CTL: rapid.Float64Range(0, 150).Draw(t, "CTL"), ATL: rapid.Float64Range(0, 150).Draw(t, "ATL")}
		for weighting, alpha := range map[load.Weighting]func(float64) float64{
			load.Exponential: naive.AlphaExp, load.Inverse: naive.AlphaInverse, load.Span: naive.AlphaSpan,
		} {
			ctl, atl := naive.Smoothed(daily, alpha(42), seed.CTL), naive.Smoothed(daily, alpha(7), seed.ATL)
			before, same := naive.TSBPreviousDay(ctl, atl, seed.CTL, seed.ATL), naive.TSBSameDay(ctl, atl)
			sameDay := load.Model{Weighting: weighting, Seed: seed, SameDayForm: true}.Series(daily)
			for i, s := range (load.Model{Weighting: weighting, Seed: seed}).Series(daily) {
				near(t, fmt.Sprint(weighting, " CTL of day ", i), s.CTL, ctl[i])
				near(t, fmt.Sprint(weighting, " ATL of day ", i), s.ATL, atl[i])
				near(t, fmt.Sprint(weighting, " TSB of day ", i), s.TSB, before[i])
				near(t, fmt.Sprint(weighting, " same-day TSB of day ", i), sameDay[i].TSB, same[i])
			}
		}
	})
}

// hills returns a run over random hills; distances and altitudes are whole cm.
func hills(t *rapid.T) (r *training.Recording, metres, alt []float64) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
	n := 60 + rng.IntN(840)
	d, h, slope := 0.0, 500.0, 0.0
	for i := range n {
		if i%(20+rng.IntN(60)) == 0 {
			slope = rng.Float64()*0.8 - 0.4
		}
		step := math.Round(rng.Float64()*600) / 100
		d, h = d+step, h+step*slope
		metres, alt = append(metres, math.Round(d*100)/100), append(alt, math.Round(h*100)/100)
	}
	r = metricstest.Recording(training.Running, n)
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Altitude, alt)
	return r, metres, alt
}

func TestRunsAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r, metres, _ := hills(t)
		v := stream.Of(r, stream.Limits{})
		seconds := make([]float64, len(metres))
		for i := range seconds {
			seconds[i] = float64(i)
		}
		efforts, _ := curve.Efforts(v, []float64{100, 400, 1000})
		when, at := fromTheStart(seconds, metres)
		for _, e := range efforts {
			want, _ := naive.BestEffort(when, at, e.DistanceM)
			near(t, fmt.Sprint("best effort over ", e.DistanceM, " m"), e.TimeS, want)
		}
		if splits, missing := route.Splits(v, 500); missing == "" {
			want := naive.Splits(seconds, metres, 500)
			for i := range min(len(splits), len(want)) - 1 {
				near(t, fmt.Sprint("split ", i), splits[i].TimerS, want[i].Seconds)
			}
		}
		checkGraded(t, v, metres)
	})
}

// fromTheStart returns a distance with the way that its first row counts already.
func fromTheStart(seconds, metres []float64) (when, at []float64) {
	took := naive.EdgeS(seconds, metres, seconds[0], metres[0])
	if math.IsNaN(took) || took > seconds[0]+2 { // no total says that it is the recording's
		return seconds, metres
	}
	return slices.Concat([]float64{seconds[0] - took}, seconds), slices.Concat([]float64{0}, metres)
}

// checkGraded adds up what every step is worth on the flat, at the grade that
// the product publishes for its row.
func checkGraded(t *rapid.T, v *stream.View, metres []float64) {
	t.Helper()
	g, missing := pace.Grade(v, pace.Minetti)
	if missing != "" {
		return
	}
	pct, ok := route.Grade(v)
	known, flat := 0.0, 0.0
	for i := 1; i < len(metres); i++ {
		if step := metres[i] - metres[i-1]; ok.Get(i) {
			worth := naive.GAP(1, float64(pct[i])/100)
			if mms, has := v.At(training.Speed, i); has && mms > 0 { // 8 m/s on the flat at most
				worth = min(worth, max(1, 8000/float64(mms)))
			}
			known, flat = known+step, flat+step*worth
		}
	}
	factor, why := g.Factor(route.Whole(v))
	if why == "" {
		near(t, "graded pace", factor, flat/known)
	}
}

// TestOtherMakersPowerAgainstTheReferences: windows that restart, and
// exponential ones.
func TestOtherMakersPowerAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		v := c.view()
		last := len(c.watts)
		for !c.running[last-1] {
			last-- // rows end it
		}
		want, windows := naive.NPWahoo(c.watts[:last], c.running[:last])
		np, ok := power.Of(v, power.Wahoo)
		if ok != (windows > 0) || ok && np.Windows != windows {
			t.Fatalf("NP as Wahoo has %d windows, the slow reference %d", np.Windows, windows)
		}
		if ok {
			near(t, "NP as Wahoo", np.Watts, want)
		}
		for alpha, reference := range map[float64]float64{
			power.AlphaGoldenCheetah: naive.XPowerAlphaStep, power.AlphaExponential: naive.XPowerAlphaExp,
		} {
			x, _ := power.XPower(v.Power().Watts, alpha)
			near(t, fmt.Sprint("xPower by ", alpha), x, naive.XPower(c.watts, c.running, reference))
		}
	})
}

// TestLapsAgainstTheReferences: any stretch of a recording has the windows
// that end in it.
func TestLapsAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawChaos(t)
		if _, above := some(c.watts); !above {
			return
		}
		from := rapid.IntRange(0, len(c.watts)).Draw(t, "from")
		to := rapid.IntRange(from, len(c.watts)).Draw(t, "to")
		values := summary.NewStretches(c.view()).Values(training.Span{FromS: float64(from), ToS: float64(to)}, float64(to-from))
		want, windows := naive.LapNP(c.watts, c.running, from, to)
		got, ok := values[training.MetricNormalizedPowerW]
		if ok != (windows > 0) {
			t.Fatalf("NP of %d to %d s is %v %v, the slow reference has %d windows", from, to, got, ok, windows)
		}
		if ok {
			near(t, "NP of a lap", got, want)
		}
	})
}

func TestNormalizedCurveAgainstTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		watts := zeroed(wild(rng, 290+rng.IntN(150), 0, 2500))
		series := make([]int32, len(watts))
		for i, w := range watts {
			series[i] = int32(w)
		}
		points := curve.Normalized(series, 0)
		if (len(points) > 0) != (len(series) >= curve.LeastNormalizedS) {
			t.Fatalf("%d points of %d s", len(points), len(series))
		}
		if len(points) == 0 {
			return
		}
		p, want := rapid.SampledFrom(points).Draw(t, "duration"), 0.0
		for i := 0; i+int(p.DurationS) <= len(watts); i++ {
			np, _ := naive.NP(watts[i:i+int(p.DurationS)], nil)
			want = math.Max(want, np)
		}
		near(t, fmt.Sprint("NP of ", p.DurationS, " s"), p.Value, want)
	})
}

// TestClosedFormsAgainstTheReferences: what one formula gives, over all that
// may be asked of it.
func TestClosedFormsAgainstTheReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		alt := zeroed(wild(rng, 1+rng.IntN(500), 0, 300))
		step := rapid.Float64Range(0, 10).Draw(t, "step")
		near(t, "climb by steps", route.StepRule(alt, step), naive.StepRule(alt, step))
		gain, loss := naive.Reversals(alt, step)
		legs := route.Reversals(alt, step)
		near(t, "climb by turns", legs.GainM, gain)
		near(t, "descent by turns", legs.LossM, loss)

		uptake := rapid.Float64Range(10, 90).Draw(t, "uptake")
		week, long := curve.MarathonNeeds(uptake)
		wantWeek, wantLong := naive.MarathonNeeds(uptake)
		near(t, "km a week", week, wantWeek)
		near(t, "long run", long, wantLong)

		ctl, atl := rapid.Float64Range(0, 150).Draw(t, "CTL"), rapid.Float64Range(0, 200).Draw(t, "ATL")
		form := rapid.Float64Range(-60, 40).Draw(t, "form")
		today := naive.LoadForForm(ctl, atl, form)
		after := (load.Model{SameDayForm: true}).Project(load.State{CTL: ctl, ATL: atl}, []float64{today})
		if math.Abs(after[0].TSB-form) > 1e-9 {
			t.Fatalf("a load of %v gives the form %v, not %v", today, after[0].TSB, form)
		}
	})
}
