package heart_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
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

// slowDeviation is by the sum over all pairs.
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
