package heart_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

const morning training.Day = 20000

// mornings alternates ln rMSSD between 3.9 and 4.1 before the last week,
// which has one value.
func mornings(week float64) []heart.Morning {
	var out []heart.Morning
	for d := morning - 66; d <= morning; d++ {
		x := 3.9 + 0.2*float64(d%2)
		if d > morning-7 {
			x = week
		}
		out = append(out, heart.Morning{Day: d, RMSSD: math.Exp(x)})
	}
	return out
}

func TestReadinessBand(t *testing.T) {
	t.Parallel()
	sd := math.Sqrt(60.0 / 59 * 0.01)
	for _, c := range []struct {
		week float64
		want heart.HRVState
	}{
		{4, heart.Within}, {4 + 0.49*sd, heart.Within}, {4 + 0.51*sd, heart.Above}, {4 - 0.49*sd, heart.Within}, {4 - 0.51*sd, heart.Below},
	} {
		b, why := heart.Readiness(mornings(c.week), morning)
		if why != "" || b.State != c.want || b.Days != 7 || b.Baseline != 60 {
			t.Errorf("a week at %v: %+v %q", c.week, b, why)
		}
		metricstest.Close(t, "low", b.Low, 4-sd/2, 1e-9)
		metricstest.Close(t, "high", b.High, 4+sd/2, 1e-9)
		metricstest.Close(t, "mean", b.Mean, c.week, 1e-9)
		metricstest.Close(t, "CV", b.CVPct, 0, 1e-9)
	}
	uneven := append(mornings(4), heart.Morning{Day: morning, RMSSD: math.Exp(4.7)})
	b, _ := heart.Readiness(uneven, morning)
	m := 4.1
	metricstest.Close(t, "the later value of a day", b.Mean, m, 1e-9)
	metricstest.Close(t, "CV of a week", b.CVPct, math.Sqrt((6*0.01+0.36)/6)/m*100, 1e-9)
}

// TestReadinessAgreesWithTheSlowSums over days in any order, some without a
// value.
func TestReadinessAgreesWithTheSlowSums(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var list []heart.Morning
		var week, before []float64
		for _, back := range rapid.Permutation(daysBack()).Draw(t, "order") {
			if rapid.IntRange(0, 9).Draw(t, "has a value") < 3 {
				continue
			}
			ms := rapid.Float64Range(15, 150).Draw(t, "ms")
			list = append(list, heart.Morning{Day: morning - training.Day(back), RMSSD: ms})
			switch {
			case back < 7:
				week = append(week, math.Log(ms))
			case back < 67:
				before = append(before, math.Log(ms))
			}
		}
		b, why := heart.Readiness(list, morning)
		if enough := len(week) >= 3 && len(before) >= 25; enough != (why == "") {
			t.Fatalf("%d and %d days: %q", len(week), len(before), why)
		}
		if why != "" {
			return
		}
		m, base, half := naive.Mean(week), naive.Mean(before), slowDeviation(before)/2
		want := heart.Within
		if m < base-half {
			want = heart.Below
		} else if m > base+half {
			want = heart.Above
		}
		if math.Abs(b.Mean-m) > 1e-9 || math.Abs(b.Low-base+half) > 1e-9 || math.Abs(b.High-base-half) > 1e-9 || b.State != want {
			t.Fatalf("%+v, want %v in %v ± %v, %s", b, m, base, half, want)
		}
	})
}

func daysBack() (out []int) {
	for d := range 70 {
		out = append(out, d)
	}
	return out
}

// slowDeviation returns the standard deviation by the sum over all pairs.
func slowDeviation(x []float64) float64 {
	sum := 0.0
	for _, a := range x {
		for _, b := range x {
			sum += (a - b) * (a - b)
		}
	}
	n := float64(len(x))
	return math.Sqrt(sum / 2 / n / (n - 1))
}

func TestReadinessNeedsDays(t *testing.T) {
	t.Parallel()
	all := mornings(4)
	for _, c := range []struct {
		name string
		list []heart.Morning
		day  training.Day
		why  string
	}{
		{"nothing", nil, morning, "3 of the last 7"},
		{"no week", all[:60], morning, "3 of the last 7"},
		{"no past", all[42:], morning, "25 of the 60"},
		{"two days of the week", all[:62], morning, "3 of the last 7"},
		{"three", all[:63], morning, ""},
		{"later", all, morning + 5, "3 of the last 7"},
		{"not measured", []heart.Morning{{morning, 0}, {morning - 1, -4}}, morning, "3 of the last 7"},
	} {
		if _, why := heart.Readiness(c.list, c.day); (c.why == "") != (why == "") || !strings.Contains(why.String(), c.why) {
			t.Errorf("%s: %q, want %q", c.name, why, c.why)
		}
	}
}

// season returns activities of an athlete to whom each zone is worth so many
// points an hour, give or take a noise.
func season(seed uint64, n int, points heart.Points, noise float64) []heart.Example {
	rng := rand.New(rand.NewPCG(seed, 3))
	out := make([]heart.Example, n)
	for i := range out {
		e := &out[i]
		for z := range e.Hours {
			e.Hours[z] = rng.Float64() * 2 / float64(1+z)
		}
		e.TSS = points.Of(e.Hours) + noise*rng.NormFloat64()
	}
	return out
}

var own = heart.Points{22, 40, 60, 75, 90, 105, 118}

func TestLearnedPointsAreTheAthletes(t *testing.T) {
	t.Parallel()
	for n, tolerance := range map[int]float64{300: 2.5, 3000: 0.5} {
		got, missing := heart.Learn(season(1, n, own, 3))
		for z, want := range own {
			metricstest.Close(t, "points"+missing.String(), got[z], want, tolerance)
		}
	}
	fresh := season(2, 20, own, 0)
	got, _ := heart.Learn(season(3, 300, own, 3))
	for _, e := range fresh {
		metricstest.Close(t, "the load of what was not learned from", got.Of(e.Hours), e.TSS, 0.03*e.TSS+1)
	}
}

// TestUnvisitedZonesKeepFrielsPoints, and nothing is learned from little.
func TestUnvisitedZonesKeepFrielsPoints(t *testing.T) {
	t.Parallel()
	easy := make([]heart.Example, 40)
	for i := range easy {
		easy[i] = heart.Example{Hours: heart.ZoneHours{0.5, 2}, TSS: 0.5*20 + 2*45}
	}
	got, missing := heart.Learn(easy)
	if missing != "" || math.Abs(got.Of(easy[0].Hours)-100) > 1 {
		t.Errorf("%v %q", got, missing)
	}
	for z, want := range map[int]float64{2: 70, 3: 80, 4: 100, 5: 120, 6: 140} {
		metricstest.Close(t, "zone", got[z], want, 1e-9)
	}
	if _, missing := heart.Learn(easy[:heart.LeastExamples-1]); !strings.Contains(missing.String(), "9 of the 10") {
		t.Errorf("%q", missing)
	}
}

// TestLearnedPointsAreTheLeastSquares: no step away from them, up or down in
// any zone, fits better, by the sum as it is defined.
func TestLearnedPointsAreTheLeastSquares(t *testing.T) {
	t.Parallel()
	friel := heart.Points{30, 55, 70, 80, 100, 120, 140}
	misfit := func(p heart.Points, es []heart.Example) float64 {
		sum := 0.0
		for z := range p {
			sum += (p[z] - friel[z]) * (p[z] - friel[z])
		}
		for _, e := range es {
			d := e.TSS
			for z, h := range e.Hours {
				d -= h * p[z]
			}
			sum += d * d
		}
		return sum
	}
	rapid.Check(t, func(t *rapid.T) {
		es := season(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(10, 60).Draw(t, "activities"), own, rapid.Float64Range(0, 3).Draw(t, "noise"))
		p, _ := heart.Learn(es)
		if !slices.IsSorted(p[:]) || p[0] < 0 {
			t.Fatalf("a zone is worth less than the one beneath it: %v", p)
		}
		if raised(p) {
			return
		}
		for z := range p {
			for _, step := range []float64{-0.1, 0.1} {
				q := p
				q[z] += step
				if misfit(q, es) < misfit(p, es) {
					t.Fatalf("zone %d at %v fits better than at %v", z+1, q[z], p[z])
				}
			}
		}
	})
}

// raised reports that a zone was raised to the one beneath it, so that the
// points are not the free minimum.
func raised(p heart.Points) bool {
	for z := 1; z < len(p); z++ {
		if p[z] == p[z-1] {
			return true
		}
	}
	return p[0] == 0
}

func TestHoursInFrielsZones(t *testing.T) {
	t.Parallel()
	bpm := append(metricstest.Repeat(120, 1800), metricstest.Repeat(165, 3600)...)
	hours, missing := heart.HoursOf(beats(bpm), training.Running, 160)
	if missing != "" || hours[0] != 0.5 || math.Abs(heart.Points{1, 1, 1, 1, 1, 1, 1}.Of(hours)-1.5) > 1e-12 {
		t.Errorf("%v %q", hours, missing)
	}
	if _, missing := heart.HoursOf(beats(bpm), training.Running, 0); missing == "" {
		t.Error("zones without a threshold")
	}
	if _, missing := heart.HoursOf(beats(nil), training.Running, 160); missing == "" {
		t.Error("zones of nothing")
	}
}

// slowRecovery looks at every second and every reading: a rate stands until
// the next reading, for 10 s at most, and a mean is of 5 s that all have one.
func slowRecovery(times []int32, bpm []float64) float64 {
	at := func(s int32) float64 {
		for i := len(times) - 1; i >= 0; i-- {
			if times[i] <= s {
				if s-times[i] >= 10 {
					return math.NaN()
				}
				return bpm[i]
			}
		}
		return math.NaN()
	}
	mean := func(end int32) float64 {
		sum := 0.0
		for s := end - 5; s < end; s++ {
			sum += at(s)
		}
		return sum / 5
	}
	best := 0.0
	for end := int32(5); end+60 <= times[len(times)-1]+1; end++ {
		if fall := mean(end) - mean(end+60); fall > best {
			best = fall
		}
	}
	return best
}

func TestRecoveryAgreesWithTheSlowSearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 120).Draw(t, "rows")
		r := metricstest.Recording(training.Running, n)
		at, bpm := int32(0), make([]float64, n)
		for i := range n {
			r.Columns.TimeS[i] = at
			at += int32(rapid.SampledFrom([]int{1, 1, 1, 2, 5, 9, 10, 11, 30}).Draw(t, "step"))
			bpm[i] = float64(rapid.IntRange(120, 200).Draw(t, "bpm"))
		}
		metricstest.Put(r, training.HeartRate, bpm)
		if rapid.Bool().Draw(t, "a pause") {
			r.Pauses = []training.Span{{FromS: 20, ToS: 90}} // hearts recover in it
		}
		got, why := heart.Recovery(stream.Of(r, stream.Limits{}))
		want := slowRecovery(r.Columns.TimeS, bpm)
		if math.Abs(got.Bpm-want) > 1e-9 || (want > 0) != (why == "") {
			t.Fatalf("it fell by %v (%q), want %v", got.Bpm, why, want)
		}
	})
}
