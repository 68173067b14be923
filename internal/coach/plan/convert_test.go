package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

const toConvert = `plan_name: "Spring: \"build\" #1"
notes: "Two lines\n# no comment"
sport: cycling
weeks:
  - week_number: 1
    week_start_date: 2026-04-27
    sessions:
      - {day_of_week: Tuesday, type: easy, name: "Spin: easy", duration_minutes: 45.5, load: 30.25}
      - {day_of_week: Tuesday, type: gym, name: Legs, sport: strength_training, duration_minutes: 30, description: "Squats: - 3 sets"}
  - week_number: 2
    week_start_date: 2026-05-04
  - week_number: 3
    week_start_date: 2026-05-11
    sessions:
      - day_of_week: Sunday
        type: workout
        name: Fours
        indoor: true
        workout: |-
          - 10m 55%

          4x
          - 4m 105%
          - 3m 50%
`

// TestAPlanBecomesAFolderAndBack: what a library can hold comes back as it was.
func TestAPlanBecomesAFolderAndBack(t *testing.T) {
	t.Parallel()
	a, problems := plan.Parse(toConvert)
	if !plan.Sound(problems) {
		t.Fatal(problems)
	}
	f, workouts := a.ToFolder()
	if !f.Plan || f.Weeks != 3 || f.StartDay.String() != "2026-04-27" || len(workouts) != 3 || *workouts[2].PlanDay != 20 {
		t.Errorf("the folder is %+v with %+v", f, workouts)
	}
	text := plan.OfFolder(&f, workouts, *f.StartDay)
	b, problems := plan.Parse(text)
	if !plan.Sound(problems) || b.Name != a.Name || b.Notes != a.Notes || len(b.Weeks) != 3 {
		t.Fatalf("%v\n%s", problems, text)
	}
	type session struct {
		Day                       training.Day
		Name, Text                string
		Type                      plan.Type
		Sport                     training.Sport
		Indoor                    bool
		DurationS, Distance, Load float64
		Steps                     int
	}
	of := func(p *plan.Plan) (out []session) {
		for s := range p.Sessions {
			out = append(out, session{s.Day, s.Name, s.Text(), s.Type, s.Sport, s.Indoor, s.DurationS, s.DistanceKm, s.Load, len(s.Steps)})
		}
		return out
	}
	if d := cmp.Diff(of(&a), of(&b)); d != "" {
		t.Errorf("%s\n%s", d, text)
	}
	_, again := b.ToFolder()
	if text2 := plan.OfFolder(&f, again, *f.StartDay); text2 != text {
		t.Errorf("once more it is\n%s", text2)
	}
}

func TestIDsOfNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Spring 2026: Half!": "spring-2026-half", "": "plan", "  ../x": "x", "马拉松": "plan",
		"A very long name of a plan that goes on and on for ever": "a-very-long-name-of-a-plan-that-goes-on",
	} {
		if got := plan.IDOf(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
