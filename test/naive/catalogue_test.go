package naive_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"lapkeep/test/naive"
)

func TestVectorsBalance(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	ramp := arange(100)
	tau := decode[map[string]float64](t, all["wbal/tau"].Expect)
	near(t, "tau", naive.TauSkiba(ramp, 25), tau["tau"], 1e-9)
	near(t, "tau of the first 15", naive.TauSkiba(ramp[:15], 25), tau["tau_first15"], 1e-9)
	want := decode[map[string]float64](t, all["wbal/integral"].Expect)
	auto := naive.WBalIntegral(ramp, 25, 2000, naive.TauSkiba(ramp, 25))
	near(t, "integral 75", auto[75], want["t75_tau_auto"], 1e-8)
	near(t, "integral 50", auto[50], want["t50_tau_auto"], 1e-8)
	near(t, "integral 75 tau 100", naive.WBalIntegral(ramp, 25, 2000, 100)[75], want["t75_tau100"], 1e-8)
	near(t, "integral 50 tau 500", naive.WBalIntegral(ramp, 25, 2000, 500)[50], want["t50_tau500"], 1e-8)

	phases := steps(300, 300, 150, 300, 350, 100, 0, 600)
	three := decode[struct {
		Euler, Integral map[int]float64
		Tau             float64 `json:"tau_integral"`
		Bartram         float64 `json:"bartram_tau(DCP=100)"`
	}](t, all["wbal/3phase"].Expect)
	euler, integral := naive.WBalEuler(phases, 250, 20000), naive.WBalIntegral(phases, 250, 20000, three.Tau)
	for second, w := range three.Euler {
		near(t, fmt.Sprint("Euler ", second), euler[second], w, 1e-6)
		near(t, fmt.Sprint("integral ", second), integral[second], three.Integral[second], 1e-6)
	}
	near(t, "tau of three phases", naive.TauSkiba(phases, 250), three.Tau, 1e-9)
	near(t, "Bartram", naive.TauBartram(100), three.Bartram, 1e-9)
}

func TestVectorsModels(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	points := decode[struct{ T, P []float64 }](t, all["cp/2p exact"].Inputs)
	for name, c := range map[string]naive.Critical{
		"work": naive.CriticalByWork(points.T, points.P), "inverse": naive.CriticalByInverse(points.T, points.P),
		"time": naive.CriticalByTime(points.T, points.P),
	} {
		near(t, name+" CP", c.CP, 270, 1e-6)
		near(t, name+" W'", c.WPrime, 18000, 1e-3)
		near(t, name+" CP SE", c.CPSE, 0, 1e-6)
		near(t, name+" W' SE", c.WPrimeSE, 0, 1e-3)
	}
	seconds := []float64{5, 60, 180, 300, 720, 1200}
	watts := make([]float64, len(seconds))
	for i, s := range seconds {
		watts[i] = 18000/(s+18000/(1000-270.0)) + 270
	}
	cp, wPrime, pMax := naive.Morton(seconds, watts)
	near(t, "Morton CP", cp, 270, 1e-4)
	near(t, "Morton W'", wPrime, 18000, 0.1)
	near(t, "Morton Pmax", pMax, 1000, 0.05)

	omni := decode[struct{ T, P []float64 }](t, all["cp/omni exact"].Inputs)
	for i, s := range omni.T {
		near(t, fmt.Sprint("OmniDomain ", s), naive.OmniDomain(s, 270, 18000, 1100, 35), omni.P[i], 1e-3)
	}
	near(t, "Power Index", naive.PowerIndex(300, 1200), decode[map[string]float64](t, all["cp/power index"].Expect)["pi"], 1e-9)
	near(t, "VO2max", naive.VO2MaxACSM(300, 75), decode[[]float64](t, all["vo2max/acsm"].Expect)[0], 1e-9)
	near(t, "Keytel", naive.KeytelKcal(140, 75, 35, 60, false), decode[[]float64](t, all["calories/keytel"].Expect)[0], 1e-9)
	if naive.KeytelKcal(140, 75, 35, 60, true) >= naive.KeytelKcal(140, 60, 35, 60, true) {
		t.Error("a heavier woman burns more: the weight's sign is not as printed")
	}
}

func TestVectorsStress(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	minutes := decode[struct{ Minutes []float64 }](t, all["edwards"].Inputs).Minutes
	var hr []float64
	for zone, m := range minutes {
		hr = append(hr, steps(float64(105+20*zone), m*60)...)
	}
	near(t, "Edwards", naive.Edwards(append(hr, steps(90, 600)...), nil, 200), 160, 1e-9)
	near(t, "Lucia", naive.Lucia(hr, nil, 140, 180), 30+2*25+3*5, 1e-9)
	near(t, "zonal TRIMP", naive.ZonalTRIMP(hr, nil, []float64{120, 140, 160, 180}), 9+22+18+20+25, 1e-9)
	b := naive.BanisterMale
	near(t, "hrSS", math.Floor(naive.HRSS(333, b, 60, 190, 163)), 239, 0)
	near(t, "hrTSS of reserve", naive.HRRTSS(1, 60+0.83*130, 60, 190, 0.83), 100, 1e-9)
	near(t, "Friel", naive.FrielTSS([7]float64{3600, 0, 0, 1800}), 30+40, 1e-9)
	near(t, "sRPE", naive.SessionRPE(7, 60), 420, 0)
	near(t, "rTSS", naive.RTSS(1, 1000/300.0, 1000/300.0), 100, 1e-9)
	near(t, "rTSS at half", naive.RTSS(1, 2, 4), 25, 1e-9)
	near(t, "sTSS at half", naive.STSS(1, 0.6, 1.2), 12.5, 1e-9)

	ratio := decode[map[string]float64](t, all["acwr/21x100+7x150"].Expect)
	load := append(steps(100, 21), steps(150, 7)...)
	near(t, "ACWR coupled", naive.ACWRCoupled(load), ratio["rolling_coupled"], 1e-9)
	near(t, "ACWR uncoupled", naive.ACWRUncoupled(load), ratio["rolling_uncoupled"], 1e-9)
	near(t, "ACWR EWMA", naive.ACWREWMA(load), ratio["ewma"], 1e-9)

	shares := decode[[][]float64](t, all["PI"].Inputs)
	for i, want := range decode[[]float64](t, all["PI"].Expect) {
		near(t, fmt.Sprint("PI ", i), naive.PolarizationIndex(shares[i][0], shares[i][1], shares[i][2]), want, 1e-9)
	}
	near(t, "PI without hard time", naive.PolarizationIndex(0.8, 0.2, 0), 0, 0)
	near(t, "PI without the middle", naive.PolarizationIndex(0.8, 0, 0.2), math.Log10(0.8/0.01*0.19*100), 1e-12)
	near(t, "alpha CTL", naive.AlphaExp(42), decode[map[string]float64](t, all["pmc/load for target form"].Expect)["aC"], 1e-12)
	today := naive.LoadForForm(60, 70, -5)
	near(t, "form hit", naive.Smoothed([]float64{today}, naive.AlphaExp(42), 60)[0]-naive.Smoothed([]float64{today},
		naive.AlphaExp(7), 70)[0], -5, 1e-9)
}

func TestVectorsRunning(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	for grade, want := range decode[map[string]float64](t, all["gap/minetti"].Expect) {
		g, err := strconv.ParseFloat(grade, 64)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Minetti "+grade, naive.GAP(1, g), want, 1e-4)
	}
	races := decode[[][]float64](t, all["vdot/examples"].Inputs)
	for i, want := range decode[[]float64](t, all["vdot/examples"].Expect) {
		near(t, fmt.Sprint("VDOT ", i), naive.VDOT(races[i][0], races[i][1]), want, 1e-9)
	}
	jumps := decode[[][]float64](t, all["riegel"].Inputs)
	for i, want := range decode[[]float64](t, all["riegel"].Expect) {
		near(t, fmt.Sprint("Riegel ", i), naive.Riegel(jumps[i][0], jumps[i][1], jumps[i][2]), want, 1e-6)
	}
	near(t, "power law", naive.PowerLaw(1200, 5000, naive.Riegel(1200, 5000, 10000), 10000, 42195), naive.Riegel(1200, 5000, 42195), 1e-6)
	near(t, "Cameron to itself", naive.Cameron(1200, 5000, 5000), 1200, 1e-9)
	seconds := decode[struct{ T []float64 }](t, all["cs"].Inputs).T
	metres := make([]float64, len(seconds))
	for i, s := range seconds {
		metres[i] = 4.75*s + 145
	}
	cs, dPrime := naive.CriticalSpeed(seconds, metres)
	near(t, "critical speed", cs, 4.75, 1e-9)
	near(t, "D'", dPrime, 145, 1e-6)
	shapes := decode[[][]float64](t, all["marathon shape"].Inputs)
	for i, want := range decode[[][]float64](t, all["marathon shape"].Expect) {
		week, long := naive.MarathonNeeds(shapes[i][0])
		near(t, fmt.Sprint("weekly ", i), week, want[0], 0.1)
		near(t, fmt.Sprint("long run ", i), long, want[1], 0.1)
	}
	climbs := decode[[][]float64](t, all["climb/strava category"].Inputs)
	for i, want := range decode[[]string](t, all["climb/strava category"].Expect) {
		if got := naive.StravaCategory(climbs[i][0], climbs[i][1]); got != want {
			t.Errorf("climb %v is %s, want %s", climbs[i], got, want)
		}
	}
	near(t, "FIETS", naive.Fiets(1000, 13800, 1860), 1000*1000/138000.0+0.86, 1e-9)
}

func TestVectorsBeats(t *testing.T) {
	t.Parallel()
	v := vectors(t)["hrv/pnn"]
	rr := decode[struct{ RR []float64 }](t, v.Inputs).RR
	want := decode[map[string]float64](t, v.Expect)
	near(t, "pNN20 of beats", naive.PNN(rr, 20, true), want["pNN20"], 1e-9)
	near(t, "pNN50 of beats", naive.PNN(rr, 50, true), want["pNN50"], 1e-9)
	near(t, "pNN20", naive.PNN(rr, 20, false), 6.0/9, 1e-9)
	short := []float64{500, 510, 530, 550, 560}
	near(t, "AVNN", naive.AVNN(short), 530, 1e-9)
	near(t, "SDNN", naive.SDNN(short), 25.5, 0.05)
	near(t, "rMSSD", naive.RMSSD(short), 15.8, 0.05)

	rng := rand.New(rand.NewPCG(1, 2))
	white, walk, sum := make([]float64, 20000), make([]float64, 20000), 0.0
	for i := range white {
		white[i] = 800 + 20*rng.NormFloat64()
		sum += rng.NormFloat64()
		walk[i] = 800 + sum
	}
	// Short boxes bias the slope upward for noise without memory.
	near(t, "DFA of white noise", naive.DFA1(white), 0.5, 0.12)
	near(t, "DFA of a random walk", naive.DFA1(walk), 1.5, 0.12)
}

func TestWorkAndFatigue(t *testing.T) {
	t.Parallel()
	power := steps(200, 100, 300, 50, 100, 100)
	excess, whole := naive.WorkAbove(power, 250)
	near(t, "excess", excess, 2500, 0)
	near(t, "whole", whole, 15000, 0)
	near(t, "fresh", naive.MeanMaxAfter(power, 0)[49], 300, 0)
	near(t, "after 20 kJ", naive.MeanMaxAfter(power, 20000)[49], 300, 0)
	near(t, "after 35 kJ", naive.MeanMaxAfter(power, 35000)[49], 100, 0)
	if got := naive.MeanMaxAfter(power, 1e6); got != nil {
		t.Errorf("a curve after work that was never done: %v", got)
	}
	curve := naive.NPCurve(steps(100, 40, 250, 40))
	if !math.IsNaN(curve[28]) {
		t.Error("an NP below 30 s")
	}
	near(t, "NP of the best 40 s", curve[39], 250, 1e-9)
}

func TestCorrectedBeats(t *testing.T) {
	t.Parallel()
	rr := append(append(steps(800, 20), 400, 1200), steps(820, 20)...)
	clean, replaced := naive.Corrected(rr, 0.25)
	near(t, "replaced", replaced, 2.0/42, 1e-12)
	near(t, "the first of two", clean[20], 800+20.0/3, 1e-9)
	near(t, "the second of two", clean[21], 800+40.0/3, 1e-9)
	if same, none := naive.Corrected(steps(800, 20), 0.25); none != 0 || same[3] != 800 {
		t.Error("a steady heart was corrected")
	}
}

// TestStravaTable reads the published curve back at its points and between.
func TestStravaTable(t *testing.T) {
	t.Parallel()
	v := vectors(t)["gap/strava2017"]
	points := decode[map[string]float64](t, v.Expect)
	var grades, factors []float64
	for g := -40; g <= 40; g++ {
		if f, ok := points[strconv.Itoa(g)]; ok {
			grades, factors = append(grades, float64(g)), append(factors, f)
		}
	}
	if len(grades) != len(points) {
		t.Fatalf("%d of %d points", len(grades), len(points))
	}
	for i, g := range grades {
		near(t, fmt.Sprint("at ", g), naive.Tabled(grades, factors, g), factors[i], 1e-12)
	}
	near(t, "between 10 and 12 %", naive.Tabled(grades, factors, 11), (points["10"]+points["12"])/2, 1e-12)
	near(t, "beyond", naive.Tabled(grades, factors, 60), points["40"], 0)
}
