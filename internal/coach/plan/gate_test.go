package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

// trained is an athlete who ran 45 minutes every other day for ten weeks, up to some days ago.
func trained(rested training.Day) *home {
	s := newHome()
	for d := today - 70; d < today-rested; d += 2 {
		s.did(fmt.Sprint("d", d), d, training.Running, 45, 9, 45)
	}
	return s
}

func found(t *testing.T, s *home, p *plan.Plan) (names []string) {
	t.Helper()
	l, err := plan.ReadLoad(t.Context(), s, answerstest.FitnessModel, frame, plan.NewCache(), p.Days().To,
		func(*calendar.Event) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Take(t.Context(), s, answerstest.FitnessModel, "block"); err != nil {
		t.Fatal(err)
	}
	for _, f := range l.With(p.Events("block", training.DayRange{From: today, To: p.Days().To}), p.Types("block")).Gate() {
		if f.Why == "" || f.Week > p.Days().To {
			t.Errorf("%+v", f)
		}
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func inText(day, kind string, minutes, load int) string {
	return fmt.Sprintf("day_of_week: %s, type: %s, duration_minutes: %d, load: %d", day, kind, minutes, load)
}

func TestGate(t *testing.T) {
	t.Parallel()
	week := func(kind string, minutes, load int, days ...string) (out []string) {
		for _, d := range days {
			out = append(out, inText(d, kind, minutes, load))
		}
		return out
	}
	all := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	for _, c := range []struct {
		name   string
		rested training.Day
		next   []string
		want   string
	}{
		{"as before", 1, week("easy", 45, 40, "Monday", "Wednesday", "Friday"), ""},
		{"a tenth longer", 1, week("long_run", 50, 45, "Sunday"), ""},
		{"twice as long", 1, week("long_run", 90, 45, "Sunday"), "long_run"},
		{"a race is longer", 1, week("race", 180, 45, "Sunday"), ""},
		{"two hard days", 1, week("intervals", 45, 40, "Monday", "Tuesday", "Thursday"), ""},
		{"three hard days", 1, week("tempo", 45, 40, "Monday", "Tuesday", "Wednesday"), "hard_days"},
		{"all alike", 1, week("easy", 45, 45, all...), "monotony"},
		{"too much", 1, week("easy", 45, 190, "Monday", "Tuesday", "Thursday", "Saturday"), "hard_days ramp"},
		{"after three weeks off", 24, week("intervals", 45, 40, "Monday"), "after_break"},
		{"after three weeks off, all at once", 24, week("easy", 45, 30, "Monday", "Tuesday", "Wednesday"), "after_break"},
	} {
		p := planOf(t, "", map[training.Day][]string{monday + 7: c.next})
		if c.name == "too much" { // hard by their load, on two days in a row and two apart
			c.want = "ramp"
		}
		if got := strings.Join(found(t, trained(c.rested), p), " "); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
	if got := found(t, newHome(), planOf(t, "", map[training.Day][]string{monday + 7: week("long_run", 120, 90, "Sunday")})); len(got) != 0 {
		t.Errorf("nothing is known of the athlete, but %v is found", got)
	}
}

func TestNewFindings(t *testing.T) {
	t.Parallel()
	was := []plan.Finding{{Name: "ramp", Week: 7, Value: 9}, {Name: "monotony", Week: 7, Value: 2.5}}
	now := []plan.Finding{{Name: "ramp", Week: 7, Value: 9}, {Name: "monotony", Week: 7, Value: 2.7}, {Name: "ramp", Week: 14, Value: 8.5}}
	if got := plan.NewFindings(was, now); len(got) != 2 || got[0].Name != "monotony" || got[1].Week != 14 {
		t.Errorf("%+v", got)
	}
}

func TestEasingDependsOnKindAndLength(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind       calendar.AwayKind
		name       string
		off        training.Day
		days, easy int
	}{
		{calendar.AwaySick, "Cold", 1, 2, 2},
		{calendar.AwaySick, "Cold", 6, 6, 6},
		{calendar.AwaySick, "Cold", 40, 14, 14},
		{calendar.AwaySick, "Flu", 3, 7, 7},
		{calendar.AwaySick, "流感", 9, 9, 9},
		{calendar.AwaySick, "Stomach bug", 1, 3, 3},
		{calendar.AwayInjured, "Knee", 3, 7, 7},
		{calendar.AwayInjured, "Knee", 60, 28, 28},
		{calendar.AwayHoliday, "Beach", 5, 0, 0},
		{calendar.AwayHoliday, "Beach", 8, 7, 0},
		{calendar.AwayBusy, "Exams", 21, 21, 7},
	} {
		e, ok := plan.EasingAfter(calendar.Away{Kind: c.kind, Name: c.name, From: 100, To: 100 + c.off - 1, RulesOut: true})
		if ok != (c.days > 0) || ok && (e.Days != c.days || e.Easy != c.easy || !strings.Contains(e.Why.String(), "(")) {
			t.Errorf("%s %s %d: %v %+v", c.kind, c.name, c.off, ok, e)
		}
		if share, hard := e.Share(e.Last() + 1); share != 1 || !hard {
			t.Errorf("%s: %g after the last day", c.name, share)
		}
	}
	if _, ok := plan.EasingAfter(calendar.Away{Kind: calendar.AwaySick, From: 1, To: 9}); ok {
		t.Error("training went on, so there is nothing to return from")
	}
}
