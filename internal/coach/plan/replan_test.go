package plan_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

const replanned = `plan_name: Half
sport: running
%RACE%weeks:
`

// text returns a plan whose weeks have intervals on Tuesday, an easy run on Thursday and a long one on Sunday.
func text(from training.Day, weeks int, race string) string {
	var b strings.Builder
	b.WriteString(strings.Replace(replanned, "%RACE%", race, 1))
	for i := range weeks {
		b.WriteString(
			"  - week_number: " + string(rune('1'+i)) + "\n    week_start_date: " + (from + training.Day(7*i)).String() + "\n    sessions:\n",
		)
		last := "type: long_run, duration_minutes: 80, load: 70"
		if race != "" && i == weeks-1 {
			last = "type: race, duration_minutes: 100, load: 120"
		}
		b.WriteString(
			"      - {day_of_week: Tuesday, type: intervals, name: 5x1k, duration_minutes: 50, load: 60, workout: \"- 10m 200w\\n- 10m " +
				"4:00/km Pace\"}\n" +
				"      - {day_of_week: Thursday, type: easy, duration_minutes: 40, load: 30}\n      - {day_of_week: Sunday, " + last + "}\n",
		)
	}
	return b.String()
}

// replan applies the changes to a text, and returns the result with the reasons.
func replan(t *testing.T, s *home, body string, h training.History) (string, *plan.Plan, string) {
	t.Helper()
	p, problems := plan.Parse(body)
	if !plan.Sound(problems) {
		t.Fatal(problems)
	}
	ctx, who := t.Context(), answerstest.FitnessModel
	r := plan.Replanning{ID: "block", Today: today, Text: &p, History: h, Since: today - 7}
	var err error
	if err = p.Take(ctx, s, who, "block"); err != nil {
		t.Fatal(err)
	}
	if r.There, r.States, err = plan.NewAdherenceCache().Stands(ctx, s, who, frame, &plan.Kept{ID: "block", Plan: p}); err != nil {
		t.Fatal(err)
	}
	if r.Load, err = plan.ReadLoad(ctx, s, who, frame, plan.NewCache(), p.Days().To, func(*calendar.Event) bool { return true }); err != nil {
		t.Fatal(err)
	}
	edits, reasons := r.Edits()
	var why []string
	for _, s := range reasons {
		why = append(why, s.String())
	}
	if len(edits) == 0 {
		return body, &p, strings.Join(why, " ")
	}
	after, err := plan.Apply(body, edits)
	if err != nil {
		t.Fatalf("%v: %+v", err, edits)
	}
	return after.Text, &after.Plan, strings.Join(why, " ")
}

func TestReturnFromIllness(t *testing.T) {
	t.Parallel()
	s := newHome()
	for i := range training.Day(12) { // everything before the illness was done
		s.did("d"+i.String(), monday-21+i, training.Running, 80, 14, 70)
	}
	s.put(t, training.CalendarEvent{
		ID: "flu", Category: training.EventSick, Name: "Flu", Start: training.LocalTime((today - 5).String() + "T00:00:00"),
		End: training.LocalTime((monday + 9).String() + "T00:00:00"),
	})
	body, p, why := replan(t, s, text(monday, 4, ""), nil)
	if !strings.Contains(why, "half the usual") || !strings.Contains(why, "doctor") || !strings.Contains(why, "custom") {
		t.Error(why)
	}
	for day, want := range map[training.Day]string{
		monday + 8: "", monday + 10: "easy 20", monday + 13: "easy 40", // the illness ends on the second Tuesday
		monday + 15: "easy 40", monday + 17: "easy 30", monday + 22: "intervals 50",
	} {
		got := ""
		for one := range p.Sessions {
			if one.Day == day {
				got = string(
					one.Type,
				) + " " + strings.TrimSuffix(
					strings.TrimSpace(one.Title()[strings.LastIndex(one.Title()[:len(one.Title())-4], " ")+1:]),
					" min",
				)
				if one.Type == plan.Intervals {
					got = "intervals 50"
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, not %q", day, got, want)
		}
	}
	if again, _, _ := replan(t, s, body, nil); again != body {
		t.Errorf("a second time changes more:\n%s", again)
	}
	if again, _, why := replan(t, newHome(), text(monday+7, 4, ""), nil); again != text(monday+7, 4, "") || why != "" {
		t.Errorf("without a reason, the plan changes: %s", why)
	}
}

func TestRaceMoves(t *testing.T) {
	t.Parallel()
	start, s := monday+7, newHome()
	race := start + 7*5 + 6
	for _, c := range []struct {
		moved     training.Day
		weeks     int
		hardUntil training.Day // no hard session from here to the race
	}{{14, 8, 2}, {-14, 4, 2}, {3, 7, 2}, {-3, 6, 2}, {7, 7, 2}} {
		day := race + c.moved
		body, p, why := replan(t, s, text(start, 6, "goal_race: {date: "+day.String()+", distance_km: 21.1}\n"), nil)
		races, after := 0, 0
		for one := range p.Sessions {
			switch {
			case one.Type == plan.RaceDay && one.Day == day:
				races++
			case one.Type == plan.RaceDay, one.Day >= day:
				after++
			case one.Day >= day-c.hardUntil && one.Type != plan.Easy:
				t.Errorf("%+d days: %s on %s", c.moved, one.Type, one.Day)
			}
		}
		if races != 1 || after != 0 || len(p.Weeks) != c.weeks || !strings.Contains(why, "Bosquet") {
			t.Errorf("%+d days: %d races, %d after it, %d weeks, %s\n%s", c.moved, races, after, len(p.Weeks), why, body)
		}
	}
}

func TestMissedSessionsAreNotMadeUp(t *testing.T) {
	t.Parallel()
	_, p, why := replan(t, newHome(), text(monday-14, 4, ""), nil)
	if !strings.Contains(why, "not made up") {
		t.Error(why)
	}
	n := 0
	for one := range p.Sessions {
		if n++; one.Day > today && one.Day <= today+6 && one.DurationS > 0.81*80*60 {
			t.Errorf("%s on %s is not easier: %g", one.Type, one.Day, one.DurationS)
		}
	}
	if n != 12 {
		t.Errorf("%d sessions", n)
	}
}

func TestNewThresholds(t *testing.T) {
	t.Parallel()
	h := training.History{
		{Key: training.KeyFTP, From: today - 100, Values: []float64{200}},
		{Key: training.KeyFTP, From: today - 1, Values: []float64{220}},
		{
			Key:    training.KeyThresholdPace,
			From:   today - 100,
			Values: []float64{4},
		},
		{Key: training.KeyThresholdPace, From: today - 1, Values: []float64{4.2}},
	}
	body, _, why := replan(t, newHome(), text(monday+7, 2, ""), h)
	if strings.Count(body, "220w") != 2 || strings.Count(body, "3:49/km Pace") != 2 || strings.Contains(body, "200w") ||
		!strings.Contains(why, "percent") {
		t.Errorf("%s\n%s", why, body)
	}
	before, _ := plan.Parse(text(monday+7, 2, ""))
	after, _ := plan.Parse(body)
	for _, d := range plan.Differences(&before, &after) {
		if d.Before == d.After || !strings.Contains(d.Before, "60 TSS: - 10m 200w") || !strings.Contains(d.After, "60 TSS: - 10m 220w") {
			t.Errorf("the load stays, and the steps change: %s", d.Line())
		}
	}
	if same, _, _ := replan(t, newHome(), text(monday+7, 2, ""), h[:1]); same != text(monday+7, 2, "") {
		t.Error("an old threshold changes the plan")
	}
}

// TestLabelsMoveWithTheTaper: the weeks that a later race adds are no taper, and the last ones are.
func TestLabelsMoveWithTheTaper(t *testing.T) {
	t.Parallel()
	for moved, want := range map[training.Day]string{
		0: "Base Base Peak Taper Taper", 14: "Base Base Peak Peak Peak Taper Taper", -7: "Base Base Taper Taper",
	} {
		race := monday + 7*5 + 6
		body := text(monday+7, 5, "goal_race: {date: "+(race+moved).String()+", distance_km: 21.1}\n")
		for i, phase := range []string{"Base", "Base", "Peak", "Taper", "Taper"} {
			start := "    week_start_date: " + (monday + 7 + training.Day(7*i)).String() + "\n"
			body = strings.Replace(body, start, start+"    phase: "+phase+"\n", 1)
		}
		_, p, _ := replan(t, newHome(), body, nil)
		var got []string
		for _, w := range p.Weeks {
			got = append(got, w.Phase)
		}
		if phases := strings.Join(got, " "); phases != want {
			t.Errorf("%+d days: %s", moved, phases)
		}
	}
}

// TestAnotherRaceClearsItsDay and the hard and long sessions of the two days before it; a second time changes nothing more.
func TestAnotherRaceClearsItsDay(t *testing.T) {
	t.Parallel()
	for race, want := range map[training.Day]string{ // intervals on Tuesday, an easy run on Thursday, and a long one on Sunday
		monday + 13: "intervals easy", monday + 14: "intervals easy easy", monday + 15: "intervals easy easy", monday + 9: "easy easy long_run",
	} {
		s := newHome()
		s.put(t, training.CalendarEvent{
			ID: "race", Category: training.EventRaceB, Name: "10 km", Sport: training.Running,
			Start: training.LocalTime(race.String() + "T00:00:00"), End: training.LocalTime((race + 1).String() + "T00:00:00"),
		})
		body, p, why := replan(t, s, text(monday+7, 2, ""), nil)
		var got []string
		for one := range p.Sessions {
			if one.Day < monday+14 {
				got = append(got, string(one.Type))
			}
		}
		if types := strings.Join(got, " "); types != want || !strings.Contains(why, "day of the race") {
			t.Errorf("a race on %s: %s, %s", race, types, why)
		}
		if again, _, _ := replan(t, s, body, nil); again != body {
			t.Errorf("a second time changes more:\n%s", again)
		}
	}
}

// loadOf returns the load up to four weeks from today.
func loadOf(t *testing.T, s *home) *plan.Load {
	t.Helper()
	all := func(*calendar.Event) bool { return true }
	l, err := plan.ReadLoad(t.Context(), s, answerstest.FitnessModel, frame, plan.NewCache(), today+28, all)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestReturnFitsTheGate: what replanning proposes for the first week after a short illness is what the gate of load asks.
func TestReturnFitsTheGate(t *testing.T) {
	t.Parallel()
	s := newHome()
	for i := range training.Day(12) {
		s.did("d"+i.String(), today-33+2*i, training.Running, 60, 11, 50)
	}
	s.off(t, training.EventSick, "Cold", today-5, today-1)
	body := strings.ReplaceAll(text(monday, 3, ""), "duration_minutes: 40", "duration_minutes: 90")
	_, p, _ := replan(t, s, body, nil)
	l := loadOf(t, s)
	before, _ := plan.Parse(body)
	for of, wrong := range map[*plan.Plan]bool{&before: true, p: false} {
		found := l.With(of.Events("block", training.DayRange{From: today, To: today + 28}), of.Types("block")).Gate()
		if got := slices.ContainsFunc(found, func(f plan.Finding) bool { return f.Name == "after_break" }); got != wrong {
			t.Errorf("after_break is %v, not %v: %v", got, wrong, plan.Words(found))
		}
	}
}

// TestANoteOfFeverCounts as much as a fever in the illness's name.
func TestANoteOfFeverCounts(t *testing.T) {
	t.Parallel()
	for note, days := range map[string]training.Day{"": 5, "Fever 38.6 in the night": 7, "no fever": 5} {
		s := newHome()
		s.off(t, training.EventSick, "Cold", today-5, today-1)
		if note != "" {
			var w training.WellnessDay
			w.Day = today - 4
			w.Set(training.WellnessComments, note, "own")
			b, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			s.days = append(s.days, document.Document{ID: w.Day.String(), Days: training.DayRange{From: w.Day, To: w.Day}, Own: b})
		}
		l := loadOf(t, s)
		if all := l.Breaks(); len(all) != 1 || all[0].Last() != today-1+days {
			t.Errorf("%q: %+v", note, all)
		}
		if rested, err := plan.RestingOn(t.Context(), s, answerstest.FitnessModel, today+5); err != nil || rested != (days == 7) {
			t.Errorf("%q: resting six days after it is %v, %v", note, rested, err)
		}
	}
}
