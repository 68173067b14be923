package activity_test

import (
	"context"
	"math"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// steeper answers with hills of so many times the height.
type steeper struct {
	*answerstest.ActivityStore
	times int32
}

func (s steeper) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := s.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := *c
	alt := &out.Data[training.Altitude]
	values := make([]int32, len(alt.Values))
	for i, v := range alt.Values {
		values[i] = 10000 + (v-10000)*s.times
	}
	alt.Values = values
	return &out, nil
}

func TestClimbsWithPowerByTheWeightOfTheDay(t *testing.T) {
	t.Parallel()
	s := steeper{answerstest.NewActivityStore(), 3} // 2 km at 9 %, from 100 m
	d := describe(t, s, answerstest.Ride, activity.SectionClimbs)
	if len(d.Climbs) < 3 || d.Missing["climbs"] != "" {
		t.Fatalf("%v %v", d.Climbs, d.Missing)
	}
	c := d.Climbs[1]
	for key, want := range map[string]float64{"length_km": 2, "gain_m": 180, "avg_grade_pct": 9, "start_km": 4, "top_m": 280, "fiets": 1.62} {
		if got := c[key].(float64); math.Abs(got-want) > 0.02*want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	seconds, vam := c["duration_s"].(float64), c["vam_m_per_h"].(float64)
	if math.Abs(vam-c["gain_m"].(float64)/seconds*3600) > 10 || c["category"] != "3" || c["avg_hr_bpm"] == nil || c["climb"] != 2 {
		t.Errorf("%v", c)
	}
	watts := c["avg_power_w"].(float64)
	if _, ok := c["avg_power_w_per_kg"]; ok || watts < 120 || watts > 300 {
		t.Errorf("a model was told the weight, or nonsense: %v", c)
	}
	s.Who.Sharing.Weight = true
	c = describe(t, s, answerstest.Ride, activity.SectionClimbs).Climbs[1]
	if got := c["avg_power_w_per_kg"].(float64); math.Abs(got-watts/61.5) > 0.02 {
		t.Errorf("%v W/kg of %v W", got, watts)
	}
}

func TestNoClimbsSaysWhy(t *testing.T) {
	t.Parallel()
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.Pool, answerstest.ByHand} {
		if d := describe(t, answerstest.NewActivityStore(), id, activity.SectionClimbs); d.Climbs != nil || d.Missing["climbs"] == "" {
			t.Errorf("%s: %v %v", id, d.Climbs, d.Missing)
		}
	}
}

// zigzag answers with a column of climbs, one a kilometre.
type zigzag struct{ *answerstest.ActivityStore }

func (z zigzag) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := z.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := &training.Columns{}
	for i := range c.Len() {
		cm := 2000 * i // 20 m a second
		x := cm % 120_000
		if x > 60_000 {
			x = 120_000 - x
		}
		out.TimeS = append(out.TimeS, int32(i))
		out.Put(training.Distance, i, int32(cm))
		out.Put(training.Altitude, i, int32(x/10+cm/120_000))
	}
	return out, nil
}

func TestManyClimbsAreCut(t *testing.T) {
	t.Parallel()
	d := describe(t, zigzag{answerstest.NewActivityStore()}, answerstest.Ride, activity.SectionClimbs)
	if len(d.Climbs) != 40 || !d.Truncated || d.Narrow == "" {
		t.Errorf("%d climbs, truncated %v %q", len(d.Climbs), d.Truncated, d.Narrow)
	}
}

func TestRunsAndSwimsHaveTheirOwnValues(t *testing.T) {
	t.Parallel()
	run := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionSummary, activity.SectionLaps,
		activity.SectionSplits)
	for _, key := range []string{"gap_s_per_km", "ngp_s_per_km", "avg_cadence_spm"} {
		if run.Summary[key] == nil {
			t.Errorf("the run lacks %s: %v", key, run.Missing)
		}
	}
	if run.Laps[0]["gap_s_per_km"] == nil || run.Splits.Values["gap_s_per_km"] == nil ||
		*run.Splits.Values["gap_s_per_km"][0] >= *run.Splits.Values["pace_s_per_km"][0] {
		t.Errorf("uphill: lap %v, splits %v", run.Laps[0], run.Splits)
	}
	swim := describe(t, answerstest.NewActivityStore(), answerstest.Pool)
	if swim.Summary["pace_s_per_100m"] == nil || swim.Summary["avg_strokes_per_min"] == nil || swim.Laps[0]["distance_per_stroke_cm"] == nil {
		t.Errorf("the swim: %v", swim.Summary)
	}
}
