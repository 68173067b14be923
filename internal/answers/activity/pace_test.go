package activity_test

import (
	"math"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
)

// TestPaceOfWhatHasNoSpeed: as the totals, the pace follows from the distance, and
// is what the recorded speed says.
func TestPaceOfWhatHasNoSpeed(t *testing.T) {
	t.Parallel()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"pace"}, ResolutionS: 60}
	s := answerstest.NewActivityStore()
	recorded := values(read(t, s, q).Channels["pace_s_per_km"])
	s.Lose(answerstest.ActivityRun, training.Speed)
	got := read(t, s, q)
	derived := values(got.Channels["pace_s_per_km"])
	if len(recorded) == 0 || len(derived) != len(recorded) {
		t.Fatalf("%d paces of %d; %v", len(derived), len(recorded), got.Missing)
	}
	for i := range recorded {
		if math.Abs(recorded[i]-derived[i]) > 0.03*recorded[i] {
			t.Errorf("at %d: %v, recorded %v", i, derived[i], recorded[i])
		}
	}
	s.Lose(answerstest.ActivityRun, training.Distance, training.Latitude, training.Longitude)
	if got := read(t, s, q); len(got.Channels) != 0 || got.Missing["pace"] != training.NoSpeed {
		t.Errorf("of nothing: %v, %v", got.Channels, got.Missing)
	}
}

// TestPaceOfASwimIsOver100Metres: it is a tenth of what a run's would be.
func TestPaceOfASwimIsOver100Metres(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"pace"}, ResolutionS: 60}
	run := values(read(t, s, q).Channels["pace_s_per_km"])
	s.Becomes(answerstest.ActivityRun, training.Swimming)
	got := read(t, s, q)
	swim := values(got.Channels["pace_s_per_100m"])
	if len(got.Channels) != 1 || len(swim) != len(run) || math.Abs(10*swim[0]-run[0]) > 1 {
		t.Errorf("%v of a swim, %v of a run; %v", swim, run, got.Missing)
	}
}
