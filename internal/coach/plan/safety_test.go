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

// days returns the days of the findings with a name.
func days(all []plan.Finding, name string) (out []training.Day) {
	for _, f := range all {
		if f.Name == name && f.Day != 0 {
			out = append(out, f.Day)
		}
	}
	slices.Sort(out)
	return out
}

func gate(t *testing.T, s *home, p *plan.Plan) []plan.Finding {
	t.Helper()
	l, err := plan.ReadLoad(t.Context(), s, answerstest.FitnessModel, frame, plan.NewCache(), p.Days().To,
		func(*calendar.Event) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Take(t.Context(), s, answerstest.FitnessModel, "block"); err != nil {
		t.Fatal(err)
	}
	all := l.With(p.Events("block", training.DayRange{From: today, To: p.Days().To}), p.Types("block")).Gate()
	if said := plan.GateSentence(all).String(); len(all) > 0 && !strings.HasPrefix(said, "This may be too much training: ") {
		t.Errorf("%q", said)
	}
	return all
}

// TestEveryUnsafeSessionIsAFinding: each session that the health rules speak against is found by itself, whatever else is
// planned, so that one more of them is always new.
func TestEveryUnsafeSessionIsAFinding(t *testing.T) {
	t.Parallel()
	next := monday + 7 // the day after tomorrow's tomorrow: today is a Friday
	for _, c := range []struct {
		name, finding string
		prepare       func(s *home)
		sessions      []string
		want          []training.Day
	}{
		{
			"hard and long after a fever", "after_break",
			func(s *home) { s.off(t, training.EventSick, "Flu with fever", today-5, today-1) },
			[]string{inText("Monday", "intervals", 45, 40), inText("Tuesday", "tempo", 45, 40), inText("Thursday", "long_run", 180, 90)},
			[]training.Day{next, next + 1, next + 3},
		},
		{
			"an easy session on the day after a fever", "after_break",
			func(s *home) { s.off(t, training.EventSick, "发烧", today-5, next-1) },
			[]string{inText("Monday", "easy", 30, 20), inText("Tuesday", "easy", 30, 20)},
			[]training.Day{next},
		},
		{
			"an easy session on the day after a cold", "after_break",
			func(s *home) { s.off(t, training.EventSick, "Cold", today-5, next-1) },
			[]string{inText("Monday", "easy", 30, 20)},
			nil,
		},
		{
			"during an illness", "during_break",
			func(s *home) { s.off(t, training.EventSick, "Cold", next, next+3) },
			[]string{inText("Monday", "easy", 30, 20), inText("Tuesday", "tempo", 45, 40), inText("Friday", "tempo", 45, 40)},
			[]training.Day{next + 1},
		},
		{
			"during a holiday", "during_break",
			func(s *home) { s.off(t, training.EventHoliday, "Beach", next, next+3) },
			[]string{inText("Tuesday", "tempo", 45, 40)},
			nil,
		},
		{
			"before a race of the calendar", "before_race",
			func(s *home) { s.off(t, training.EventRaceA, "Criterium", next+6, next+6) },
			[]string{
				inText("Thursday", "tempo", 45, 40), inText("Friday", "easy", 30, 20),
				"day_of_week: Saturday, type: easy, sport: cycling, duration_minutes: 120, load: 60",
			},
			[]training.Day{next + 5},
		},
		{
			"before a race without importance", "before_race",
			func(s *home) { s.off(t, training.EventRaceC, "Parkrun", next+6, next+6) },
			[]string{inText("Saturday", "tempo", 45, 40)},
			nil,
		},
		{
			"with pressure in the chest", "red_flag",
			func(s *home) { s.hurts(t, training.BodyMark{Region: "left_chest", PainLevel: new(6)}) },
			[]string{inText("Monday", "easy", 30, 20), "day_of_week: Tuesday, type: easy, sport: swimming, duration_minutes: 30, load: 20"},
			[]training.Day{next, next + 1},
		},
		{
			"with a shin that hurts", "red_flag",
			func(s *home) { s.hurts(t, training.BodyMark{Region: "left_shin", PainLevel: new(7)}) },
			[]string{
				inText("Monday", "easy", 30, 20), "day_of_week: Tuesday, type: easy, sport: swimming, duration_minutes: 30, load: 20",
				"day_of_week: Thursday, type: intervals, sport: swimming, duration_minutes: 30, load: 20",
			},
			[]training.Day{next, next + 3},
		},
		{
			"with a shin that hurts a little", "red_flag",
			func(s *home) { s.hurts(t, training.BodyMark{Region: "left_shin", PainLevel: new(3)}) },
			[]string{inText("Monday", "intervals", 30, 20)},
			nil,
		},
	} {
		s := trained(6)
		c.prepare(s)
		p := planOf(t, "", map[training.Day][]string{next: c.sessions})
		after := gate(t, s, p)
		if got := days(after, c.finding); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
		if len(c.want) < 2 {
			continue
		}
		fewer := planOf(t, "", map[training.Day][]string{next: c.sessions[1:]})
		if added := days(plan.NewFindings(gate(t, s, fewer), after), c.finding); !slices.Equal(added, c.want[:1]) {
			t.Errorf("%s: one more session beside others adds %v", c.name, added)
		}
	}
}

// TestRacesOfOtherPlansCount, although they are not in the calendar.
func TestRacesOfOtherPlansCount(t *testing.T) {
	t.Parallel()
	s := newHome()
	s.off(t, training.EventRaceB, "Ours", today+20, today+20)
	s.off(t, training.EventRaceC, "Small", today+21, today+21)
	s.off(t, training.EventRaceA, "Past", today-3, today-3)
	got, err := plan.KeyRaces(t.Context(), s, answerstest.FitnessModel, frame, plan.NewCache(), training.DayRange{From: today, To: today + 60})
	if err != nil || !slices.Equal(got, []training.Day{today + 20}) {
		t.Errorf("%v %v", got, err)
	}
}

// TestReplanStopsForARedFlag, and leaves the plan alone when nothing is wrong.
func TestReplanStopsForARedFlag(t *testing.T) {
	t.Parallel()
	body := text(monday+7, 4, "")
	for region, left := range map[string]int{"left_chest": 0, "right_shin": 0, "right_palm": 3} {
		s := newHome()
		s.hurts(t, training.BodyMark{Region: region, PainLevel: new(8)})
		after, p, why := replan(t, s, body, nil)
		n := 0
		for one := range p.Sessions {
			if one.Day >= today+14 {
				continue
			}
			if n++; one.Type != plan.Easy {
				t.Errorf("%s: %s on %s", region, one.Type, one.Day)
			}
		}
		if left > 0 && n < left || left == 0 && n > 0 || !strings.Contains(why, "Red flag") || !strings.Contains(why, "cleared") {
			t.Errorf("%s: %d sessions are left: %s", region, n, why)
		}
		if again, _, _ := replan(t, s, after, nil); again != after {
			t.Errorf("%s: a second time changes more:\n%s", region, again)
		}
	}
}

// TestTheFirstDaysAfterAFeverAreShort: no session on the first day, then short and easy ones.
func TestTheFirstDaysAfterAFeverAreShort(t *testing.T) {
	t.Parallel()
	s := newHome()
	for i := range training.Day(12) {
		s.did("d"+i.String(), monday-21+i, training.Running, 80, 14, 70)
	}
	s.off(t, training.EventSick, "Flu", today-3, monday+7)
	_, p, _ := replan(t, s, text(monday, 4, ""), nil)
	for one := range p.Sessions {
		switch after := one.Day - (monday + 7); {
		case after == 1:
			t.Errorf("%s on the day after the fever", one.Title())
		case after > 1 && after <= 3 && (one.Type != plan.Easy || one.DurationS > 30*60):
			t.Errorf("%s, %d days after it", one.Title(), after)
		case after > 3 && after <= 7 && one.Type != plan.Easy:
			t.Errorf("%s, %d days after it", one.Title(), after)
		}
	}
}

// TestReplanKeepsDaysOffAndNeighbours: a missed session moves to no day off and next to nothing hard, of any plan, and the
// answer is the same two days earlier.
func TestReplanKeepsDaysOffAndNeighbours(t *testing.T) {
	t.Parallel()
	body := strings.Replace(text(monday-7, 4, ""), "sport: running\n", "sport: running\n%OFF%", 1)
	moved := func(off string, prepare func(*home)) string {
		s := newHome()
		for _, d := range []training.Day{monday - 6, monday - 4, monday - 1, monday + 3} { // all but the intervals of this Tuesday
			s.did(fmt.Sprint("d", d), d, training.Running, 50, 9, 45)
		}
		if prepare != nil {
			prepare(s)
		}
		_, _, why := replan(t, s, strings.Replace(body, "%OFF%", off, 1), nil)
		return why
	}
	friday := fmt.Sprintf("moves to %s", today)
	if why := moved("", nil); !strings.Contains(why, friday) || !strings.Contains(why, "no days_off") {
		t.Errorf("the free day is not taken, or in silence: %s", why)
	}
	if why := moved("days_off: saturday\n", nil); !strings.Contains(why, friday) || strings.Contains(why, "no days_off") {
		t.Errorf("the day that is not off is not taken: %s", why)
	}
	if why := moved("days_off: monday, friday, saturday\n", nil); !strings.Contains(why, "not made up") {
		t.Errorf("a day off is taken: %s", why)
	}
	for name, prepare := range map[string]func(*home){
		"hard": func(s *home) {
			s.put(t, training.CalendarEvent{
				ID: "hills", Category: training.EventWorkout, Name: "Hill repeats", Sport: training.Cycling, MovingTimeS: 3600,
				Start: training.LocalTime((today + 1).String() + "T00:00:00"),
			})
		},
		"long": func(s *home) { s.did("ride", today-1, training.Cycling, 200, 90, 120) },
	} {
		if why := moved("", prepare); strings.Contains(why, friday) {
			t.Errorf("%s: the day next to it is taken: %s", name, why)
		}
	}
}

// TestReplanKeepsTheTenPerCentRule: what it proposes is never too long for the gate, after a missed long run too.
func TestReplanKeepsTheTenPerCentRule(t *testing.T) {
	t.Parallel()
	s := newHome()
	for i := range training.Day(10) {
		s.did(fmt.Sprint("d", i), today-20+2*i, training.Running, 45, 9, 40)
	}
	body := strings.ReplaceAll(text(monday+7, 4, ""), "type: long_run, duration_minutes: 80", "type: long_run, duration_minutes: 95")
	_, p, why := replan(t, s, body, nil)
	if !strings.Contains(why, "10 %") {
		t.Errorf("nothing is said: %s", why)
	}
	for _, f := range gate(t, s, p) {
		if f.Name == "long_run" {
			t.Errorf("%s", f.Why)
		}
	}
	last := 0.0
	for one := range p.Sessions {
		if one.Type == plan.LongRun {
			if last > 0 && one.DurationS > 1.1*last+1 {
				t.Errorf("%g s after %g", one.DurationS, last)
			}
			last = one.DurationS
		}
	}
	if last < 50*60 {
		t.Errorf("runs do not grow: %g", last)
	}
}

// TestHardTrainingTooSoonIsSaid, by its load or because it was planned as hard, as long as the easy days last.
func TestHardTrainingTooSoonIsSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		away training.EventCategory
		on   training.Day
		tss  float64
		said bool
	}{
		{"Flu", training.EventSick, today - 1, 90, true},
		{"Flu", training.EventSick, today - 4, 90, true}, // during it
		{"Flu", training.EventSick, today - 1, 40, false},
		{"Flu", training.EventSick, today - 9, 90, false}, // before it
		{"Beach", training.EventHoliday, today - 1, 90, false},
	} {
		s := newHome()
		s.off(t, c.away, c.name, today-6, today-3)
		s.did("x", c.on, training.Running, 60, 12, c.tss)
		agenda, err := calendar.Open(t.Context(), s, answerstest.FitnessModel, frame, training.DayRange{From: today, To: today + 7})
		if err != nil {
			t.Fatal(err)
		}
		away := calendar.AwayOf(agenda.Events())
		if got := plan.TooSoon(agenda, away, today); (got != "") != c.said || c.said && !strings.Contains(got.String(), c.on.String()) {
			t.Errorf("%+v: %q", c, got)
		}
		rested, err := plan.RestingOn(t.Context(), s, answerstest.FitnessModel, today)
		if err != nil || rested != (c.away == training.EventSick) {
			t.Errorf("%+v: resting is %v, %v", c, rested, err)
		}
	}
}
