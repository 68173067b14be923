package wellness_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/training"
)

// TestBandsByDayEndAtThoseOfToday: the series is the rule of the bands on each of
// its days, left open where there is none, and none of SDNN.
func TestBandsByDayEndAtThoseOfToday(t *testing.T) {
	t.Parallel()
	s := open(t)
	for ago := range training.Day(60) {
		values := day{training.WellnessHRVSdnnMs: 90, training.WellnessRestingHRBpm: float64(48 + ago%3)}
		if ago < 45 {
			values[training.WellnessHRVRmssdMs] = float64(60 + ago%7)
		}
		s.say("a", today-ago, values)
	}
	s.say("scale", today-30, day{training.WellnessWeightKg: 62})
	s.say("scale", today-29, day{training.WellnessWeightKg: 63})
	days := training.DayRange{From: today - 40, To: today}
	v := s.answer(wellness.Query{
		Days: days, Sections: []wellness.Section{wellness.SectionReadiness, wellness.SectionDays, wellness.SectionBands},
	})
	b := v.Bands
	if b == nil || !cmp.Equal(b.Dates, v.Days.Dates) || len(b.HRVMean) != 41 {
		t.Fatalf("%+v", b)
	}
	last := len(b.Dates) - 1
	for _, x := range [][2]float64{
		{*b.HRVMean[last], math.Exp(v.HRV.Mean)},
		{*b.HRVLow[last], math.Exp(v.HRV.Low)},
		{*b.HRVHigh[last], math.Exp(v.HRV.High)},
		{*b.RestMean[last], v.RestingHR.Mean},
		{*b.RestLow[last], v.RestingHR.Low},
		{*b.RestHigh[last], v.RestingHR.High},
	} {
		if math.Abs(x[0]-x[1]) > 0.1 {
			t.Errorf("%g on the last day, %g today", x[0], x[1])
		}
	}
	if b.HRVMean[0] != nil || b.RestMean[0] != nil {
		t.Error("there is a band without the 60 days before it")
	}
	// One day after 62 kg it takes 13 % of the change, and stands for two weeks.
	if w := b.Weight; w[9] != nil || *w[10] != 62 || *w[11] != 62.13 || *w[25] != 62.13 || w[26] != nil || w[last] != nil {
		t.Errorf("the smoothed weight is %v", w)
	}
	if v := s.answer(wellness.Query{Days: days}); v.Bands != nil {
		t.Error("who names no section gets the bands by day")
	}
}
