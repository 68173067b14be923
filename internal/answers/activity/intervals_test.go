package activity_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// repeating answers with a ride of five times four minutes.
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

// plans answers every question with one plan.
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

// loaded answers with recordings that were done by a workout on the device.
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

// TestTheWorkoutOfTheDevice is compared where the calendar has no steps.
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
		"no plan": {nil, workouts.SourceRecording, "3 of 3 done, all up to 14 W over the range, 2 intervals besides"},
		"a plan of words": {
			&workouts.CompliancePlan{Name: "Words", Source: workouts.SourceCalendar}, workouts.SourceRecording,
			"3 of 3 done, all up to 14 W over the range, 2 intervals besides",
		},
		"a plan of its steps": {&workouts.CompliancePlan{
			Source: workouts.SourceCalendar,
			Steps:  []training.WorkoutStep{{Kind: training.StepWork, DurationS: 240}},
		}, workouts.SourceCalendar, "1 of 1 done, 4 intervals besides"},
	} {
		d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
			ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionIntervals}, Plans: plans{plan: c.plan},
		})
		if err != nil || d.Intervals.Planned == nil || d.Intervals.Planned.Words.String() != c.want || d.Intervals.Planned.Source != c.source {
			t.Errorf("%s: %+v %v", name, d.Intervals.Planned, err)
		}
	}
}
