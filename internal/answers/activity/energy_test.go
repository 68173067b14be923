package activity_test

import (
	"math"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func TestCaloriesAreEstimatedWhereNoDeviceSays(t *testing.T) {
	t.Parallel()
	const key = string(training.MetricEstimatedCaloriesKcal)
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Weight, s.Who.BirthYear = true, 1990
	ride := describe(t, s, answerstest.Ride, activity.SectionSummary)
	if got, want := ride.Summary[key], math.Round(ride.Summary["work_kj"].(float64)/4.184/0.24); got != want {
		t.Errorf("the ride has %v kcal, want %v by its work", got, want)
	}
	run := describe(t, s, answerstest.ActivityRun, activity.SectionSummary)
	want := naive.KeytelKcal(run.Summary["avg_hr_bpm"].(float64), 61.5, 36, run.Summary["duration_s"].(float64)/60, true)
	if got, ok := run.Summary[key].(float64); !ok || math.Abs(got-want) > 1 {
		t.Errorf("the run has %v kcal, want %.1f by heart rate: %s", run.Summary[key], want, run.Missing[key])
	}

	for name, c := range map[string]struct {
		change func()
		want   string
	}{
		"weight kept":   {func() { s.Who.Sharing.Weight = false }, "kept from assistants"},
		"no birth year": {func() { s.Who.Sharing.Weight, s.Who.BirthYear = true, 0 }, "year of birth"},
		"no weight":     {func() { s.Who.Sharing.Weight, s.Past = true, nil }, "set weight_kg"},
	} {
		c.change()
		d := describe(t, s, answerstest.ActivityRun, activity.SectionSummary)
		if _, has := d.Summary[key]; has || !strings.Contains(d.Missing[key].String(), c.want) {
			t.Errorf("%s: %v, missing because %q", name, d.Summary[key], d.Missing[key])
		}
		s.Past, s.Who.BirthYear = answerstest.History(), 1990
	}
	said := describe(t, s, answerstest.ByHand, activity.SectionSummary)
	if _, has := said.Summary[key]; has || said.Missing[key] != "" {
		t.Errorf("an activity by hand: %v %q", said.Summary[key], said.Missing[key])
	}
}

// TestDataQualityIsToldOnce in the summary, where a device gave no values of
// its own too.
func TestDataQualityIsToldOnce(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for _, sections := range [][]activity.Section{
		{activity.SectionSummary}, {activity.SectionDevice}, {activity.SectionSummary, activity.SectionDevice},
	} {
		d := describe(t, s, answerstest.Ride, sections...)
		if n := strings.Count(strings.Join(phrasetest.Texts(d.DataQuality), " "), "The power records add up"); n != 1 {
			t.Errorf("%v: the energy gap is told %d times: %v", sections, n, d.DataQuality)
		}
	}
}
