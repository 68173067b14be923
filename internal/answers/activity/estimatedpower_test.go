package activity_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
)

// ridden is an athlete whose weights are known, and shown to assistants.
func ridden() *answerstest.ActivityStore {
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Weight, s.Who.PowerEstimate = true, "bike_kg=9"
	return s
}

func TestEstimatedPowerSaysWhatItRestsOn(t *testing.T) {
	t.Parallel()
	s := ridden()
	plain := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower)
	got := plain.EstimatedPower
	for key, want := range map[string]any{
		"weight_kg": 61.5, "bike_weight_kg": 9.0, "bike_weight_from": "power_estimate", "bike": "road", "position": "hoods",
		"cda_m2": 0.36, "crr": 0.005, "temp_from": "device", "estimated_power_error_pct": 7.0, "nine_of_ten_pct": 21.0,
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if all := got["known_pct"].(float64) + got["descent_pct"].(float64); all != 100 {
		t.Errorf("known or down are %v %%", all)
	}
	if w, ok := got["estimated_avg_power_w"].(float64); !ok || w < 100 || w > 500 {
		t.Errorf("%v W", got["estimated_avg_power_w"])
	}
	if basis, _ := got["error_basis"].(string); !strings.Contains(basis, "from speed alone") {
		t.Errorf("the basis of the error is %q", basis)
	}
	if plain.Missing["estimated_power.headwind_kmh"] == "" || got["headwind_kmh"] != nil {
		t.Errorf("the wind: %v", plain.Missing)
	}
	climbs, _ := got["climbs"].([]activity.Facts)
	for _, c := range climbs {
		if c["estimated_avg_power_w"] == nil || c["estimated_power_error_pct"] != 6.0 || c["avg_power_w"] != nil {
			t.Errorf("a climb: %v", c)
		}
	}

	s.Who.PowerEstimate = "bike_kg=9,road=drops,road_crr=0.004"
	s.Shed = []training.Gear{{ID: "b1", Kind: training.GearBike, WeightKg: 7.2}}
	s.Use(answerstest.NoPower, "b1")
	set := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower).EstimatedPower
	if set["bike_weight_kg"] != 7.2 || set["bike_weight_from"] != "gear" || set["by_default"] != nil ||
		set["estimated_avg_power_w"].(float64) >= got["estimated_avg_power_w"].(float64) {
		t.Errorf("set: %v", set)
	}
}

// TestEstimatedPowerIsInNothingElse: the rest of the answer is as without it.
func TestEstimatedPowerIsInNothingElse(t *testing.T) {
	t.Parallel()
	rest := []activity.Section{
		activity.SectionSummary, activity.SectionLoad, activity.SectionZones, activity.SectionBestEfforts, activity.SectionClimbs,
		activity.SectionLaps,
	}
	s := ridden()
	with := describe(t, s, answerstest.NoPower, rest...)
	for key := range with.Summary {
		if strings.Contains(key, "power") || key == "work_kj" {
			t.Errorf("the summary has %s", key)
		}
	}
	if with.EstimatedPower != nil || with.BestEfforts["power"] != nil {
		t.Errorf("unasked: %v, %v", with.EstimatedPower, with.BestEfforts["power"])
	}
}

func TestEstimatedPowerThatDoesNotHoldSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		id     training.ActivityID
		change func(s *answerstest.ActivityStore)
		want   string
	}{
		"measured":         {answerstest.Ride, func(*answerstest.ActivityStore) {}, "a meter measured"},
		"a run":            {answerstest.ActivityRun, func(*answerstest.ActivityStore) {}, "bicycle only"},
		"typed in":         {answerstest.ByHand, func(*answerstest.ActivityStore) {}, "entered by hand"},
		"indoors":          {answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Indoors(answerstest.NoPower) }, "indoors"},
		"no bike":          {answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Who.PowerEstimate = "" }, "save_gear"},
		"a bike of a ton":  {answerstest.NoPower, heavy, "save_gear"},
		"no weight":        {answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Past = nil }, "set weight_kg"},
		"weight is hidden": {answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Who.Sharing.Weight = false }, "kept from assistants"},
		"drafting": {
			answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Tag(answerstest.NoPower, "Drafting") },
			"broke the wind",
		},
		"no altitude":    {answerstest.NoPower, lacking(training.Altitude), training.NoAltitude},
		"a hidden track": {answerstest.NoPower, lacking(training.Speed, training.Distance), answers.HiddenGPS},
		"a later version": {
			answerstest.NoPower, func(s *answerstest.ActivityStore) { s.Who.PowerEstimate = "bike_kg=9,tyre=wide" },
			"save_gear",
		},
	} {
		s := ridden()
		c.change(s)
		d := describe(t, s, c.id, activity.SectionEstimatedPower)
		if d.EstimatedPower != nil || !strings.Contains(d.Missing["estimated_power"].String(), c.want) {
			t.Errorf("%s: %v, missing because %q", name, d.EstimatedPower, d.Missing["estimated_power"].String())
		}
	}
}

func heavy(s *answerstest.ActivityStore) {
	s.Who.PowerEstimate = ""
	s.Shed = []training.Gear{{ID: "b1", Kind: training.GearBike, WeightKg: 1000}}
	s.Use(answerstest.NoPower, "b1")
}

func lacking(chs ...training.Channel) func(s *answerstest.ActivityStore) {
	return func(s *answerstest.ActivityStore) { s.Lose(answerstest.NoPower, chs...) }
}

// TestEstimatedPowerHasNoErrorWhereNoneWasMeasured: on gravel it is estimated,
// and how far off is not known.
func TestEstimatedPowerHasNoErrorWhereNoneWasMeasured(t *testing.T) {
	t.Parallel()
	s := ridden()
	s.Refine(answerstest.NoPower, training.SubGravel)
	d := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower)
	if d.EstimatedPower["bike"] != "gravel" || d.EstimatedPower["crr"] != 0.008 || d.EstimatedPower["estimated_power_error_pct"] != nil ||
		!strings.Contains(d.Missing["estimated_power.estimated_power_error_pct"].String(), "roads only") {
		t.Errorf("%v, %v", d.EstimatedPower, d.Missing)
	}
}

// TestEstimatedPowerHasNoErrorOfOtherRides: of one that is shorter than those
// that were compared.
func TestEstimatedPowerHasNoErrorOfOtherRides(t *testing.T) {
	t.Parallel()
	s := ridden()
	s.Lose(answerstest.Secret, training.Power) // ten minutes
	s.Unmeasure(answerstest.Secret)
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityPage, activity.DetailQuery{
		ID: string(answerstest.Secret), Sections: []activity.Section{activity.SectionEstimatedPower},
	})
	if err != nil || d.EstimatedPower["estimated_avg_power_w"] == nil || d.EstimatedPower["estimated_power_error_pct"] != nil ||
		!strings.Contains(d.Missing["estimated_power.estimated_power_error_pct"].String(), "20 minutes") {
		t.Errorf("%v, %v, %v", d.EstimatedPower, d.Missing, err)
	}
}

// TestWindIsInTheEstimateWhereTheTrackIsShown: a heading by the second would
// draw the track for a reader from whom it is kept.
func TestWindIsInTheEstimateWhereTheTrackIsShown(t *testing.T) {
	t.Parallel()
	s := ridden()
	s.Skies = map[training.ActivityID]training.Values{answerstest.NoPower: {
		training.MetricWeatherTempC: 10, training.MetricWindSpeedKMH: 18, training.MetricWindFromDeg: 45,
	}}
	calm := describe(t, ridden(), answerstest.NoPower, activity.SectionEstimatedPower)
	hidden := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower)
	if hidden.Missing["estimated_power.headwind_kmh"] != answers.HiddenGPS || hidden.EstimatedPower["air_temp_c"] != 10.0 {
		t.Errorf("hidden: %v, %v", hidden.EstimatedPower, hidden.Missing)
	}
	s.Who.Sharing.Position = true // it leads north-east, against the wind
	shown := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower).EstimatedPower
	if mph, ok := shown["headwind_kmh"].(float64); !ok || mph < 8 || mph > 10 || shown["wind_from"] != "file" ||
		shown["estimated_avg_power_w"].(float64) < calm.EstimatedPower["estimated_avg_power_w"].(float64)+20 {
		t.Errorf("shown: %v, calm %v", shown, calm.EstimatedPower)
	}
	s.Lose(answerstest.NoPower, training.Latitude, training.Longitude)
	if lost := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower); lost.EstimatedPower["headwind_kmh"] != nil ||
		!strings.Contains(lost.Missing["estimated_power.headwind_kmh"].String(), "track") {
		t.Errorf("without a track: %v, %v", lost.EstimatedPower, lost.Missing)
	}
}

func TestWeightIsOfTheDay(t *testing.T) {
	t.Parallel()
	s := ridden()
	before := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower).EstimatedPower
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyWeight, From: training.NewDay(2026, 5, 2), Values: []float64{80}})
	after := describe(t, s, answerstest.NoPower, activity.SectionEstimatedPower).EstimatedPower
	if after["weight_kg"] != 80.0 || after["estimated_avg_power_w"].(float64) <= before["estimated_avg_power_w"].(float64) {
		t.Errorf("%v, before %v", after, before)
	}
}

func TestEstimatedPowerThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	q := activity.DetailQuery{ID: string(answerstest.NoPower), Sections: []activity.Section{activity.SectionEstimatedPower}}
	if _, err := activity.Describe(t.Context(), severed{ridden()}, answerstest.ActivityPage, q); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

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
