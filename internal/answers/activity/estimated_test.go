package activity_test

import (
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
)

// TestEstimatedPowerIsAChannelOfItsOwn: beside no power, with its error and
// what it rests on, and the mean of its cells is the average of the ride.
func TestEstimatedPowerIsAChannelOfItsOwn(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.PowerEstimate, s.Who.Sharing.Weight = "bike_kg=9", true
	q := activity.Query{ID: string(answerstest.NoPower), Channels: []string{"power", "estimated_power"}, ResolutionS: 1}
	got := read(t, s, q)
	cells := got.Channels["estimated_power_w"]
	if got.Channels["power_w"] != nil || got.Missing["power"] != training.NoPower || len(cells) != 1800 {
		t.Fatalf("%d cells, power %v", len(cells), got.Channels["power_w"])
	}
	sum := 0.0
	for _, w := range cells {
		if w != nil {
			sum += *w
		}
	}
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
		ID: q.ID, Sections: []activity.Section{activity.SectionEstimatedPower},
	})
	if err != nil {
		t.Fatal(err)
	}
	if avg := d.EstimatedPower["estimated_avg_power_w"]; avg != answers.Round(sum/1800, 0) {
		t.Errorf("the ride has %v W, its cells %.1f", avg, sum/1800)
	}
	basis := got.EstimatedPower
	if basis["bike_weight_kg"] != 9.0 || basis["position"] != "hoods" || got.Missing["estimated_power.headwind_kmh"] == "" {
		t.Errorf("it rests on %v; %v", basis, got.Missing)
	}
	if basis["estimated_power_error_pct"] != 8.0 || basis["error_of"] != "5 min" {
		t.Errorf("its error is %v of %v", basis["estimated_power_error_pct"], basis["error_of"])
	}
	q.FromS = 1 << 20
	if after := read(t, s, q); after.EstimatedPower != nil || after.Missing["estimated_power"] == "" {
		t.Errorf("after the end: %v, %v", after.EstimatedPower, after.Missing)
	}
	q.ID, q.FromS = string(answerstest.ByHand), 0
	if hand := read(t, s, q); hand.Missing["estimated_power"] != "there are no stream records" {
		t.Errorf("typed in: %v", hand.Missing)
	}
}
