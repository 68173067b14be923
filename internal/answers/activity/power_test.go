package activity_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func set(s *answerstest.ActivityStore, key training.ThresholdKey, value float64) {
	s.Past = append(s.Past, training.ThresholdEntry{Key: key, Sport: training.Cycling, Values: []float64{value}})
}

// hard are the sections that say how hard power was.
var hard = []activity.Section{activity.SectionSummary, activity.SectionLoad}

// shownAt is a value of the summary or of the load.
func shownAt(d *activity.Detail, m training.Metric) (float64, bool) {
	for _, f := range []activity.Facts{d.Summary, d.Load} {
		if x, ok := f[string(m)].(float64); ok {
			return x, true
		}
	}
	return 0, false
}

func belowZero(note i18n.Sentence) bool { return strings.Contains(note.String(), "below zero") }

func TestPowerByTheSettingsOfTheDay(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	set(s, training.KeyCP, 190)
	set(s, training.KeyWPrime, 12_000)
	s.Who.Sharing.Weight = true
	d := describe(t, s, answerstest.Ride, hard...)
	watts := s.Watts(t, answerstest.Ride)
	excess, whole := naive.WorkAbove(watts, 250)
	low := math.Inf(1)
	for _, j := range naive.WBal(watts, 190, 12_000) {
		low = math.Min(low, j)
	}
	for key, want := range map[training.Metric]float64{
		training.MetricWorkAboveFTPKJ: excess / 1000, training.MetricWorkInAboveFTPKJ: whole / 1000,
		training.MetricWPrimeBalanceMinJ: low,
		training.MetricAvgPowerWPerKg:    d.Summary["avg_power_w"].(float64) / 61.5,
		training.MetricNPWPerKg:          d.Summary["normalized_power_w"].(float64) / 61.5,
	} {
		got, ok := shownAt(d, key)
		if !ok || math.Abs(got-want) > 0.51*math.Pow10(-answers.Decimals(key)) {
			t.Errorf("%s is %v, want %v (%s)", key, got, want, d.Missing[string(key)])
		}
	}
	if !slices.ContainsFunc(d.DataQuality, belowZero) {
		t.Errorf("nothing says that it falls below zero: %v", d.DataQuality)
	}
	if low > -20_000 || d.Load["critical_power_w"] != 190.0 || d.Load["w_prime_j"] != 12_000.0 {
		t.Errorf("an impossible critical power shows: %v J by %v", low, d.Load)
	}
}

func TestBelowZeroIsSaidOnlyWhereItIs(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	set(s, training.KeyCP, 300)
	set(s, training.KeyWPrime, 90_000)
	d := describe(t, s, answerstest.Ride, hard...)
	if low, ok := shownAt(d, training.MetricWPrimeBalanceMinJ); !ok || low < 0 || slices.ContainsFunc(d.DataQuality, belowZero) {
		t.Errorf("%v: %v", low, d.DataQuality)
	}
}

func TestPowerThatSettingsLack(t *testing.T) {
	t.Parallel()
	names := func(d *activity.Detail, keys ...training.Metric) {
		t.Helper()
		for _, key := range keys {
			if _, has := shownAt(d, key); has || d.Missing[string(key)] == "" {
				t.Errorf("%s: %s is %v, missing because %q", d.ID, key, d.Summary[string(key)], d.Missing[string(key)])
			}
		}
	}
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.Ride, hard...)
	names(d, training.MetricAvgPowerWPerKg, training.MetricNPWPerKg)
	if why := d.Missing[string(training.MetricWPrimeBalanceMinJ)]; why != "" {
		t.Errorf("who never set critical power reads of W′bal: %q", why)
	}
	s.Past = nil
	s.Who.Sharing.Weight = true
	names(describe(t, s, answerstest.Ride, hard...), training.MetricWorkAboveFTPKJ, training.MetricWorkInAboveFTPKJ, training.MetricNPWPerKg)
	for key, value := range map[training.ThresholdKey]float64{training.KeyWPrime: 12_000, training.KeyCP: 250} {
		s.Past = nil
		set(s, key, value)
		names(describe(t, s, answerstest.Ride, hard...), training.MetricWPrimeBalanceMinJ)
	}
	if d := describe(t, s, answerstest.NoPower, hard...); d.Missing[string(training.MetricWorkAboveFTPKJ)] != "" ||
		d.Missing[string(training.MetricAvgPowerW)] == "" {
		t.Errorf("a ride without a meter says more than that: %v", d.Missing)
	}
}

// TestWeightIsNotToldByItsQuotient: who may not see the weight may not see
// watts by weight.
func TestWeightIsNotToldByItsQuotient(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Ride, hard...); d.Load[string(training.MetricNPWPerKg)] != nil {
		t.Error("an assistant can divide")
	}
	if d := describe(t, s, answerstest.Ride, activity.SectionBestEfforts); d.BestEfforts["power"][0]["avg_power_w_per_kg"] != nil {
		t.Error("an assistant can divide a best")
	}
	page, err := activity.Describe(t.Context(), s, answerstest.ActivityPage, activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionLoad, activity.SectionBestEfforts},
	})
	if err == nil {
		best := page.BestEfforts["power"][0]
		if x, _ := best["avg_power_w_per_kg"].(float64); math.Abs(x-best["avg_power_w"].(float64)/61.5) > 0.006 {
			t.Errorf("the best second: %v", best)
		}
	}
	if err != nil || page.Load[string(training.MetricNPWPerKg)] == nil {
		t.Errorf("the athlete sees %v (%v)", page.Missing, err)
	}
}

func TestPowerOnFootSaysItsSource(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Foot); d.PowerSource != "acme" {
		t.Errorf("a run by the watch: %q", d.PowerSource)
	}
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.ActivityRun} {
		if d := describe(t, s, id); d.PowerSource != "" {
			t.Errorf("%s: %q", id, d.PowerSource)
		}
	}
}
