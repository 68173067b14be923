package curves_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// slope is a run at a steady speed and grade, without altitude if the grade is NaN.
func slope(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, before int, seconds int, mps, grade float64) {
	metres, alt := make([]float64, seconds), make([]float64, seconds)
	for i := range seconds {
		metres[i] = math.Round(mps*float64(i)*100) / 100
		alt[i] = math.Round((200+grade*metres[i])*100) / 100
	}
	channels := map[training.Channel][]float64{training.Distance: metres, training.Speed: metricstest.Repeat(mps, seconds)}
	if !math.IsNaN(grade) {
		channels[training.Altitude] = alt
	}
	record(s, id, sport, today-training.Day(before), channels)
}

// TestGradedCurvesHaveTheCostOfTheHill: by pace as it was the flat run holds
// every best, by pace as on the flat the run uphill does, at kept steps and
// at others; what has no altitude does not count.
func TestGradedCurvesHaveTheCostOfTheHill(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	slope(s, "flat", training.Running, 1, 1800, 3.6, 0)
	slope(s, "hill", training.Running, 2, 1800, 2.8, 0.10)
	slope(s, "unknown", training.Running, 3, 1800, 4.2, math.NaN())
	slope(s, "hike", training.Hiking, 4, 1800, 2.9, 0.2)
	x := curves.New(s)
	ask := func(q curves.Query) *curves.Curve {
		q.Days = days(10)
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q)
		if err != nil || v.Curve == nil || v.Graded != q.Graded {
			t.Fatal(q, err, v)
		}
		if q.Graded && !strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "on the flat") {
			t.Errorf("notes: %v", v.Notes)
		}
		return v.Curve
	}
	worth := 2.8 * naive.MinettiCost(0.10) / 3.6
	pace := ask(curves.Query{Kind: curves.Pace, Graded: true, Steps: []float64{60, 67, 300, 811}})
	for i := range pace.DurationS {
		metricstest.Close(t, "graded pace", *pace.PaceKM[i], 1000/worth, 1)
	}
	far := ask(curves.Query{Kind: curves.Distance, Graded: true, Steps: []float64{1000, 1234, 5000}})
	for i, m := range far.DistanceM {
		metricstest.Close(t, "graded time", *far.TimeS[i], m/worth, 0.004*m/worth)
	}
	for _, c := range []*curves.Curve{pace, far} {
		if c.Activities != 2 || slices.ContainsFunc(c.IDs, func(id *string) bool { return *id != "hill" }) {
			t.Errorf("%d activities; held by %v", c.Activities, c.IDs)
		}
	}
	if plain := ask(curves.Query{Kind: curves.Pace, Steps: []float64{300}}); *plain.IDs[0] != "unknown" {
		t.Errorf("as it was: %v", *plain.IDs[0])
	}
}

func TestBadGradedQuestions(t *testing.T) {
	t.Parallel()
	x := curves.New(&answerstest.FitnessStore{})
	for _, q := range []curves.Query{
		{Kind: curves.Power},
		{Kind: curves.HR},
		{Kind: curves.NP},
		{Kind: curves.Pace, Sports: []training.Sport{training.Cycling}},
		{Kind: curves.Distance, Sports: []training.Sport{training.Swimming}},
	} {
		q.Graded, q.Days = true, days(10)
		if _, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q); training.KindOf(err) != training.KindInvalid ||
			!strings.Contains(err.Error(), "runs") {
			t.Errorf("%+v: %v", q, err)
		}
	}
	v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{Kind: curves.Pace, Graded: true, Days: days(10)})
	if err != nil || !strings.Contains(v.Missing["curve"].String(), "altitude") {
		t.Errorf("%v, %v", v.Missing, err)
	}
}
