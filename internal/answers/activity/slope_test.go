package activity_test

import (
	"math"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// TestGradedPaceIsTheCostOfTheHill: 3 % up, then 3 % down.
func TestGradedPaceIsTheCostOfTheHill(t *testing.T) {
	t.Parallel()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"gap", "pace", "grade"}, ResolutionS: 10, FromS: 60, ToS: 400}
	got := read(t, answerstest.NewActivityStore(), q)
	gap, pace, grade := values(got.Channels["gap_s_per_km"]), values(got.Channels["pace_s_per_km"]), values(got.Channels["grade_pct"])
	if len(gap) != 34 || len(got.Missing) != 0 {
		t.Fatalf("%d buckets, missing %v", len(gap), got.Missing)
	}
	for i := range gap {
		if want := 1 / naive.GAP(1/pace[i], grade[i]/100); math.Abs(gap[i]-want) > 0.01*want {
			t.Errorf("at %d s: %v at %v %%, want %v", got.OffsetS[i], gap[i], grade[i], want)
		}
	}
}

func TestGradedPaceSaysWhyNot(t *testing.T) {
	t.Parallel()
	for id, want := range map[training.ActivityID]string{
		answerstest.Ride: activity.OnlyRuns, answerstest.Pool: "speed or distance, or altitude, was not recorded",
		answerstest.ByHand: "there are no stream records",
	} {
		got := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(id), Channels: []string{"gap"}})
		if got.Missing["gap"].String() != want || len(got.Channels) != 0 {
			t.Errorf("%s: %v %v", id, got.Missing, got.Channels)
		}
	}
}
