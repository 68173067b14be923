package curves_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestIndoorsAndOutdoorsAlone: each place has its own bests, at kept steps and
// at others, and both have the best of the two; a ride that turns out to have
// been on the trainer moves.
func TestIndoorsAndOutdoorsAlone(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	ride := func(id training.ActivityID, sub string, watts float64) {
		rec := metricstest.Recording(training.Cycling, 900)
		rec.SubSport = sub
		metricstest.Put(rec, training.Power, metricstest.Repeat(watts, 900))
		s.Record(id, training.Cycling, today-training.Day(len(id)), rec)
	}
	ride("road", training.SubRoad, 250)
	ride("trainer", training.SubIndoor, 230)
	ride("zwift", training.SubVirtual, 240)
	ride("unsaid", "", 245)
	x := curves.New(s)
	yes, no := true, false
	check := func(kind string, indoor *bool, id string, n int, says string) {
		t.Helper()
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here,
			curves.Query{Kind: kind, Days: days(9), Indoor: indoor, Steps: []float64{300, 433}})
		if err != nil || v.Curve == nil {
			t.Fatal(err, v)
		}
		if v.Curve.Activities != n || *v.Curve.IDs[0] != id || *v.Curve.IDs[1] != id || v.Indoor != indoor ||
			!strings.Contains(v.Words[0].String(), says) {
			t.Errorf("%s: %d activities, held by %s and %s: %v", says, v.Curve.Activities, *v.Curve.IDs[0], *v.Curve.IDs[1], v.Words)
		}
	}
	for _, kind := range []string{curves.Power, curves.NP} {
		check(kind, nil, "road", 4, "4 activities")
		check(kind, &yes, "zwift", 2, "2 indoor activities")
		check(kind, &no, "road", 2, "2 outdoor activities")
	}
	s.Remove("road")
	ride("road", training.SubIndoor, 250)
	check(curves.Power, &yes, "road", 3, "3 indoor activities")
	check(curves.Power, &no, "unsaid", 1, "1 outdoor activity")

	v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{Kind: curves.Pace, Days: days(9), Indoor: &yes})
	if err != nil || !strings.Contains(v.Missing["curve"].String(), "no indoor running activity") {
		t.Errorf("%v, %v", v.Missing, err)
	}
}
