package activity_test

import (
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
)

// TestMovingTimeEndsAtTheNumber: at whatever resolution the last value is the moving
// time of the activity, and each is of the first second of its bucket.
func TestMovingTimeEndsAtTheNumber(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.NoPower} {
		row, err := activity.Find(t.Context(), s, answerstest.ActivityPage, string(id))
		if err != nil {
			t.Fatal(err)
		}
		q := activity.Query{ID: string(id), Channels: []string{"moving_time"}, ResolutionS: 1, FromS: 0, ToS: 1000}
		seconds := values(read(t, s, q).Channels["moving_time_s"])
		q.FromS, q.ToS = 0, 0
		for _, q.ResolutionS = range []int{30, 60, 300} {
			got := read(t, s, q)
			at := values(got.Channels["moving_time_s"])
			if want := answers.Round(row.Summary.Values[training.MetricMovingTimeS], 0); len(at) == 0 || at[len(at)-1] != want {
				t.Fatalf("%s by %d s ends with %v, not %v: %v", id, q.ResolutionS, at[max(0, len(at)-1):], want, got.Missing)
			}
			if n := q.ResolutionS; at[1] != seconds[n] || at[2] != seconds[2*n] {
				t.Errorf("%s by %d s: %v", id, n, at[:3])
			}
		}
	}
	if got := read(t, s, activity.Query{ID: string(answerstest.ByHand), Channels: []string{"moving_time"}}); got.Missing["moving_time"] == "" {
		t.Errorf("of one by hand: %+v", got)
	}
}
