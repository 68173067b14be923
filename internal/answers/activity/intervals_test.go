package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// repeating is a store with a ride of five times four minutes.
type repeating struct{ *answerstest.ActivityStore }

func (s repeating) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := s.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := *c
	values := make([]int32, len(out.TimeS))
	for i := range values {
		values[i] = int32(140 + i%9)
		if at := i - 900; at >= 0 && at < 5*360 && at%360 < 240 {
			values[i] += 150
		}
	}
	out.Data[training.Power].Values = values
	return &out, nil
}

func TestIntervalsByTheThresholdsOfTheDay(t *testing.T) {
	t.Parallel()
	d := describe(t, repeating{answerstest.NewActivityStore()}, answerstest.Ride, activity.SectionIntervals)
	v := d.Intervals
	if v == nil || v.Name.String() != "5 × 4:00 @ 294 W, 2:00 easy" || len(v.Sets) != 1 || v.Sets[0].Zone != 5 {
		t.Fatalf("%+v %v", v, d.Missing)
	}
	if p := v.Sets[0].Percent; p < 117 || p > 118 { // of 250 W, the FTP of that day
		t.Errorf("%.1f %% of FTP", p)
	}
	if v.Intervals.StartOffsetS[1] != 1260 || v.Intervals.DurationS[4] != 240 || v.Intervals.AvgHRBpm == nil {
		t.Errorf("%+v", v.Intervals)
	}
}

func TestNoIntervalsHaveTheirReason(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for _, id := range []training.ActivityID{answerstest.ActivityRun, answerstest.ByHand, answerstest.Stormy} {
		if d := describe(t, s, id, activity.SectionIntervals); d.Intervals != nil && d.Intervals.Name == "" ||
			d.Intervals == nil && d.Missing["intervals"] == "" {
			t.Errorf("%s: %+v %v", id, d.Intervals, d.Missing)
		}
	}
	if d := describe(t, s, answerstest.Pool, activity.SectionIntervals); d.Intervals == nil || d.Intervals.FoundIn != "lengths" {
		t.Errorf("a pool swim: %+v %v", d.Intervals, d.Missing)
	}
}

// plans returns the same plan for every question.
type plans struct {
	plan *workouts.CompliancePlan
	err  error
}

func (p plans) PlanOf(context.Context, training.Scope, training.ActivityID, training.Day) (*workouts.CompliancePlan, error) {
	return p.plan, p.err
}

func TestIntervalsBesideTheirPlan(t *testing.T) {
	t.Parallel()
	ask := func(p activity.Planner) (*activity.Detail, error) {
		return activity.Describe(t.Context(), repeating{answerstest.NewActivityStore()}, answerstest.ActivityModel, activity.DetailQuery{
			ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionIntervals}, Plans: p,
		})
	}
	six := []training.WorkoutStep{{Kind: training.StepRepeat, Count: 6, Steps: []training.WorkoutStep{
		{DurationS: 240, Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: 115, High: 120}}},
		{DurationS: 120, Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: 50, High: 60}}},
	}}}
	d, err := ask(plans{plan: &workouts.CompliancePlan{Name: "Sixes", Source: workouts.SourceCalendar, EventID: "e1", Steps: six}})
	if err != nil {
		t.Fatal(err)
	}
	p := d.Intervals.Planned // by the FTP of that day, 250 W
	if p == nil || p.Words.String() != "5 of 6 done, all on target" || p.Steps.Target[0].String() != "288–300 W" ||
		p.Steps.Interval[5] != nil || p.EventID != "e1" {
		t.Errorf("%+v", p)
	}
	if p.Intensity.String() != "5 of 6 intervals on target, 1 not done" || p.Band != "green" || *p.OnTargetPct != 83 ||
		*p.Steps.InS[0] < 220 || p.Steps.InS[5] != nil || *p.Steps.AboveS[0]+*p.Steps.BelowS[0] > 20 {
		t.Errorf("%+v", p)
	}
	for name, c := range map[string]struct {
		plans activity.Planner
		why   string
	}{
		"nobody to ask": {nil, ""},
		"no plan":       {plans{}, ""},
		"no steps":      {plans{plan: &workouts.CompliancePlan{Name: "Words"}}, "no steps"},
		"no step of work": {plans{plan: &workouts.CompliancePlan{Steps: []training.WorkoutStep{{
			Kind:      training.StepRest,
			DurationS: 60,
		}}}}, workouts.NoWork},
	} {
		d, err := ask(c.plans)
		if err != nil || d.Intervals.Planned != nil || c.why == "" && d.Intervals.Missing["planned"] != "" ||
			!strings.Contains(d.Intervals.Missing["planned"].String(), c.why) {
			t.Errorf("%s: %+v %v", name, d, err)
		}
	}
	if _, err := ask(plans{err: context.Canceled}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// steadily is a store with a ride at 140 to 148 W.
type steadily struct{ *answerstest.ActivityStore }

func (s steadily) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := s.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := *c
	out.Data[training.Power].Values = make([]int32, len(out.TimeS))
	for i := range out.TimeS {
		out.Data[training.Power].Values[i] = int32(140 + i%9)
	}
	return &out, nil
}

// TestASteadyRideBesideItsPlan checks that a session without intervals is compared as a whole.
func TestASteadyRideBesideItsPlan(t *testing.T) {
	t.Parallel()
	ask := func(low, high float64) *activity.Detail {
		t.Helper()
		d, err := activity.Describe(t.Context(), steadily{answerstest.NewActivityStore()}, answerstest.ActivityModel, activity.DetailQuery{
			ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionIntervals},
			Plans: plans{plan: &workouts.CompliancePlan{Source: workouts.SourceCalendar, Steps: []training.WorkoutStep{{
				DurationS: 3600, Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: low, High: high}},
			}}}},
		})
		if err != nil || d.Missing["intervals"] == "" {
			t.Fatal(d, err)
		}
		return d
	}
	p := ask(55, 65).Intervals.Planned
	if p.Intensity.String() != "0 % of the time above the easy range" || p.Band != "green" || *p.Steps.InS[0] < 1000 ||
		*p.Steps.AboveS[0] != 0 {
		t.Errorf("%+v", p)
	}
	if p := ask(40, 45).Intervals.Planned; p.Band != "red" || *p.OnTargetPct != 0 {
		t.Errorf("a ride over its ceiling is %+v", p)
	}
}

// loaded is a store whose recordings followed a workout on the device.
type loaded struct {
	repeating
	steps []training.WorkoutStep
}

func (s loaded) Recordings(ctx context.Context, sc training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	rows, err := s.repeating.Recordings(ctx, sc, id)
	for i := range rows {
		rows[i].Recording.Name, rows[i].Recording.Workout = "Threes", s.steps
	}
	return rows, err
}

// TestTheWorkoutOfTheDevice checks that the device's workout is compared if the
// calendar has no steps.
func TestTheWorkoutOfTheDevice(t *testing.T) {
	t.Parallel()
	three := []training.WorkoutStep{{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{
		{
			Kind: training.StepWork, DurationS: 240,
			Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetW, Low: 250, High: 280}},
		},
		{Kind: training.StepRest, DurationS: 120},
	}}}
	s := loaded{repeating{answerstest.NewActivityStore()}, three}
	for name, c := range map[string]struct {
		plan         *workouts.CompliancePlan
		source, want string
	}{
		"no plan": {nil, workouts.SourceRecording, "3 of 3 done, all up to 14 W over the range, 2 intervals more than planned"},
		"a plan of words": {
			&workouts.CompliancePlan{Name: "Words", Source: workouts.SourceCalendar}, workouts.SourceRecording,
			"3 of 3 done, all up to 14 W over the range, 2 intervals more than planned",
		},
		"a plan of its steps": {&workouts.CompliancePlan{
			Source: workouts.SourceCalendar,
			Steps:  []training.WorkoutStep{{Kind: training.StepWork, DurationS: 240}},
		}, workouts.SourceCalendar, "1 of 1 done, 4 intervals more than planned"},
	} {
		d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
			ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionIntervals}, Plans: plans{plan: c.plan},
		})
		if err != nil || d.Intervals.Planned == nil || d.Intervals.Planned.Words.String() != c.want || d.Intervals.Planned.Source != c.source {
			t.Errorf("%s: %+v %v", name, d.Intervals.Planned, err)
		}
	}
}

func fuelled(t *testing.T, s store.Reader, id training.ActivityID, p activity.Planner) *activity.Detail {
	t.Helper()
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
		ID: string(id), Sections: []activity.Section{activity.SectionFuel}, Plans: p,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestFuelStandsBesideWorkPlanAndLiterature(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Fuel(answerstest.Ride, 45, 600)
	d := fuelled(t, s, answerstest.Ride, plans{plan: &workouts.CompliancePlan{
		Name: "Long\u202e ride", EventID: "e1", Fuel: &workouts.Fuel{CarbsGPerH: 60, FluidMLPerH: 500, DurationS: 5400},
	}})
	got := d.Fuel
	for key, want := range map[string]any{
		"carbs_g": 45.0, "carbs_g_per_h": 45.0, "fluid_ml": 600.0, "fluid_ml_per_h": 600.0, "duration_s": 3600.0,
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if got["work_kj"] == nil || got["estimated_calories_kcal"] == nil {
		t.Errorf("nothing burnt: %v", got)
	}
	want := activity.Facts{
		"event_id": "e1", "name": "Long ride", "duration_s": 5400.0, "carbs_g_per_h": 60.0, "carbs_g": 90.0, "carbs_g_per_h_taken_pct": 75.0,
		"fluid_ml_per_h": 500.0, "fluid_ml": 750.0, "fluid_ml_per_h_taken_pct": 120.0,
	}
	if diff := cmp.Diff(want, got["planned"]); diff != "" {
		t.Errorf("planned (-want +got):\n%s", diff)
	}
	// an hour: the literature has an amount of fluid, but none of carbohydrate
	if all, ok := got["literature"].([]activity.Facts); !ok || len(all) != 1 || all[0]["of"] != "fluid_ml_per_h" || all[0]["source"] == "" ||
		!strings.Contains(d.Missing["fuel.literature.carbs_g_per_h"].String(), "75 minutes") {
		t.Errorf("literature: %v, %v", got["literature"], d.Missing)
	}
	if d.Missing["fuel.carbs_used_g"] == "" || d.Missing["fuel.carbs_g"] != "" {
		t.Errorf("missing: %v", d.Missing)
	}
}

// TestFuelThatNobodySaidIsMissing checks that unknown fuel is missing and never
// zero, also in the plan.
func TestFuelThatNobodySaidIsMissing(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for name, p := range map[string]activity.Planner{
		"no plan": plans{}, "a plan of something else": plans{plan: &workouts.CompliancePlan{EventID: "e1"}},
	} {
		d := fuelled(t, s, answerstest.Ride, p)
		for _, key := range []string{"carbs_g", "fluid_ml", "planned"} {
			if _, has := d.Fuel[key]; has || d.Missing["fuel."+key] == "" {
				t.Errorf("%s: %s is %v, missing because %q", name, key, d.Fuel[key], d.Missing["fuel."+key])
			}
		}
	}
	s.Fuel(answerstest.ByHand, 30, 0)
	hand := fuelled(t, s, answerstest.ByHand, plans{plan: &workouts.CompliancePlan{Fuel: &workouts.Fuel{FluidMLPerH: 500}}})
	if hand.Fuel["carbs_g_per_h"] != 40.0 || hand.Missing["fuel.fluid_ml"] == "" || hand.Missing["fuel.calories_kcal"] == "" {
		t.Errorf("typed in: %v, %v", hand.Fuel, hand.Missing)
	}
	if p, _ := hand.Fuel["planned"].(activity.Facts); p["fluid_ml_per_h"] != 500.0 || p["fluid_ml"] != nil || p["carbs_g_per_h"] != nil {
		t.Errorf("a plan of fluid without an end: %v", p)
	}
	q := activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionFuel}, Plans: plans{err: context.Canceled},
	}
	if _, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, q); !errors.Is(err, context.Canceled) {
		t.Errorf("a calendar that cannot be read: %v", err)
	}
	summary := describe(t, s, answerstest.ByHand, activity.SectionSummary).Summary
	if summary["carbs_g"] != 30.0 || summary["fluid_ml"] != nil {
		t.Errorf("the summary has %v and %v", summary["carbs_g"], summary["fluid_ml"])
	}
}

// beatsOf returns the heartbeats of an exercise with rising heart rate, in
// which one of every missed beats was not recorded.
func beatsOf(seconds float64, missed int) []uint16 {
	rng := rand.New(rand.NewPCG(1, 9))
	var rr []uint16
	slow := 0.0
	for at := 0.0; at < seconds; {
		share := at / seconds
		slow = 0.95*(1-share)*slow + rng.NormFloat64()
		ms := 60_000/(100+80*share) + 6*slow
		if missed > 0 && len(rr)%missed == missed-1 {
			ms *= 2
		}
		rr = append(rr, uint16(ms))
		at += ms / 1000
	}
	return rr
}

func TestAnHour(t *testing.T) {
	t.Parallel()
	rr := beatsOf(3600, 0)
	v, missing := activity.HeartbeatsOf(rr, 4000)
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"avnn_ms", "sdnn_ms", "rmssd_ms", "sdsd_ms", "pnn50_pct", "hr_at_alpha1_075_bpm"} {
		if !strings.Contains(string(b), `"`+k+`":`) || missing[k] != "" {
			t.Errorf("no %s (%s) in %s", k, missing[k], b)
		}
	}
	c := v.Alpha1
	if v.Beats != len(rr) || *v.Coverage != 0.9 || len(c.StartOffsetS) != len(c.Alpha1) || len(c.AvgHRBpm) != len(c.Alpha1) ||
		len(c.Alpha1) > 120 || len(c.Alpha1) < 60 || c.StartOffsetS[1] != 40 {
		t.Errorf("%s", b)
	}
	if *v.AerobicBpm <= 100 || *v.AerobicBpm >= 180 {
		t.Errorf("α1 falls to 0.75 at %v", *v.AerobicBpm)
	}
	if long, _ := activity.HeartbeatsOf(beatsOf(8*3600, 0), 0); len(long.Alpha1.Alpha1) > 120 || long.Coverage != nil {
		t.Error("a long ride shows more windows than fit")
	}
}

func TestWhatBeatsDoNotTell(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rr   []uint16
		want map[string]string
	}{
		"artefacts":  {beatsOf(1200, 8), map[string]string{"rmssd_ms": "artefacts", "pnn50_pct": "artefacts", "alpha1": "artefacts"}},
		"a minute":   {beatsOf(60, 0), map[string]string{"alpha1": "two minutes"}},
		"easy alone": {easy(), map[string]string{"hr_at_alpha1_075_bpm": "reached", "hr_at_alpha1_050_bpm": "reached"}},
	} {
		v, missing := activity.HeartbeatsOf(c.rr, 0)
		for k, why := range c.want {
			if !strings.Contains(missing[k].String(), why) {
				t.Errorf("%s: %s is missing because %q, want %q", name, k, missing[k], why)
			}
		}
		if (v.RMSSD == nil) != (missing["rmssd_ms"] != "") || (v.Alpha1 == nil) != (missing["alpha1"] != "") {
			t.Errorf("%s: %+v, missing %v", name, v, missing)
		}
	}
}

// easy returns ten minutes at one heart rate, with correlated beats.
func easy() []uint16 {
	rng := rand.New(rand.NewPCG(2, 9))
	var rr []uint16
	slow := 0.0
	for range 1000 {
		slow = 0.95*slow + rng.NormFloat64()
		rr = append(rr, uint16(600+6*slow))
	}
	return rr
}
