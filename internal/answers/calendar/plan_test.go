package calendar_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/training"
)

// TestThePlanThatAnActivityWasDoneBy is the one of the pairing, whichever other
// plans its day has; its steps are those of its present text.
func TestThePlanThatAnActivityWasDoneBy(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	steps := []training.WorkoutStep{{DurationS: 240}}
	e := session("e1", today, ride, 60).CalendarEvent
	e.Name, e.Description, e.Structure = "Fours", "- 4m 95%", training.StructureOf("- 4m 95%", steps)
	s.put(t, e)
	s.plan(t, "e2", today, ride, 180, 0)
	s.did("d1", today, ride, 58, 60)
	said := session("e3", today-1, run, 30).CalendarEvent
	said.Description, said.Structure, said.DoneBy = "nine minutes, easy", training.StructureOf("- 4m 95%", steps), "intervals:d2"
	s.put(t, said)
	s.did("d2", today-1, ride, 200, 60)
	s.did("d3", today-2, ride, 60, 60)
	p := calendar.Planner{Store: s, Frame: frame}
	for _, c := range []struct {
		id   training.ActivityID
		day  training.Day
		want *workouts.CompliancePlan
	}{
		{"d1", today, &workouts.CompliancePlan{Name: "Fours", Source: workouts.SourceCalendar, EventID: "e1", By: calendar.BySameDay,
			Steps: steps}},
		{"d2", today - 1, &workouts.CompliancePlan{Name: said.Name, Source: workouts.SourceCalendar, EventID: "e3", By: calendar.ByAthlete}},
		{"d3", today - 2, nil},
		{"nobody", today, nil},
	} {
		got, err := p.PlanOf(t.Context(), answerstest.FitnessModel, c.id, c.day)
		if d := cmp.Diff(c.want, got); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.id, err, d)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.PlanOf(ctx, answerstest.FitnessModel, "d1", today); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAnEventShowsTheStepsOfItsText(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	e := session("e1", today, ride, 60).CalendarEvent
	e.Description, e.Structure = "2x\n- 4m 95%",
		training.StructureOf("2x\n- 4m 95%",
			[]training.WorkoutStep{{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{DurationS: 240}}}})
	s.put(t, e)
	e.ID, e.Description = "e2", "nine minutes, easy"
	s.put(t, e)
	e.ID, e.Description = "e3", ""
	s.put(t, e)
	for id, want := range map[string]struct{ steps, missing bool }{"e1": {true, false}, "e2": {false, true}, "e3": {false, false}} {
		d, err := calendar.Get(t.Context(), s, answerstest.FitnessModel, frame, id)
		if err != nil || (d.Event.Steps != nil) != want.steps || (d.Missing["steps"] != "") != want.missing {
			t.Errorf("%s: %+v %v", id, d, err)
		}
		if want.steps && (d.Event.Steps.Times[0] != 2 || d.Event.Steps.Length[0].String() != "4:00") {
			t.Errorf("%+v", d.Event.Steps)
		}
	}
}
