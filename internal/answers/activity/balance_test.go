package activity_test

import (
	"math"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// withCP is the athlete with critical power and W′ set.
func withCP(cp, wPrime float64) *answerstest.ActivityStore {
	s := answerstest.NewActivityStore()
	s.Past = append(s.Past,
		training.ThresholdEntry{Key: training.KeyCP, Sport: training.Cycling, Values: []float64{cp}},
		training.ThresholdEntry{Key: training.KeyWPrime, Sport: training.Cycling, Values: []float64{wPrime}})
	return s
}

func TestBalanceIsTheSlowReference(t *testing.T) {
	t.Parallel()
	s := withCP(190, 12_000)
	q := activity.Query{ID: string(answerstest.Ride), Channels: []string{"w_prime_balance"}, ResolutionS: 1, FromS: 1200, ToS: 2400}
	got := read(t, s, q)
	watts := s.Watts(t, answerstest.Ride)
	want := naive.WBal(watts, 190, 12_000)
	seconds := values(got.Channels["w_prime_balance_j"])
	if len(seconds) != 1200 {
		t.Fatalf("%d seconds, missing %v", len(seconds), got.Missing)
	}
	for i, j := range seconds {
		if math.Abs(j-want[1200+i]) > 0.5 {
			t.Fatalf("at %d s %v J, want %v", 1200+i, j, want[1200+i])
		}
	}
	q.ResolutionS = 60
	for i, j := range values(read(t, s, q).Channels["w_prime_balance_j"]) {
		low := math.Inf(1)
		for _, x := range seconds[60*i : 60*(i+1)] {
			low = math.Min(low, x)
		}
		if j != low {
			t.Fatalf("minute %d shows %v J, its least is %v", i, j, low)
		}
	}
}

func TestBalanceThatIsMissing(t *testing.T) {
	t.Parallel()
	for id, want := range map[training.ActivityID]string{
		answerstest.NoPower: training.NoPower, answerstest.ByHand: answers.NoStreams,
	} {
		s := withCP(190, 12_000)
		s.Past[len(s.Past)-1].Sport, s.Past[len(s.Past)-2].Sport = "", ""
		got := read(t, s, activity.Query{ID: string(id), Channels: []string{"w_prime_balance"}})
		if got.Missing["w_prime_balance"].String() != want || len(got.Channels) != 0 {
			t.Errorf("%s: %v %v", id, got.Missing, got.Channels)
		}
	}
}
