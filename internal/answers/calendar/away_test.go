package calendar_test

import (
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/training"
)

func away(category training.EventCategory, from, to training.Day, change func(*training.CalendarEvent)) training.CalendarEvent {
	e := training.CalendarEvent{
		ID: "away", Category: category, Name: "Away", Start: training.LocalTime(from.String() + "T00:00:00"),
		End: training.LocalTime((to + 1).String() + "T00:00:00"),
	}
	if change != nil {
		change(&e)
	}
	return e
}

// TestTimeOffExcuses past sessions of every kind of time off, and upcoming ones only if no training is possible.
func TestTimeOffExcuses(t *testing.T) {
	t.Parallel()
	limited := func(seconds float64) func(*training.CalendarEvent) {
		return func(e *training.CalendarEvent) { e.Availability, e.MaxTimeS = training.AvailableLimited, seconds }
	}
	none := func(e *training.CalendarEvent) { e.Availability = training.Unavailable }
	travel := func(e *training.CalendarEvent) {
		e.Availability, e.Tags = training.AvailableLimited, []string{calendar.TravelTag}
	}
	for _, c := range []struct {
		name        string
		off         training.CalendarEvent
		kind        calendar.AwayKind
		past, ahead calendar.State
	}{
		{"sick", away(training.EventSick, monday, today+3, nil), calendar.AwaySick, calendar.Excused, calendar.Excused},
		{"injured", away(training.EventInjured, monday, today+3, nil), calendar.AwayInjured, calendar.Excused, calendar.Excused},
		{"holiday", away(training.EventHoliday, monday, today+3, nil), calendar.AwayHoliday, calendar.Excused, calendar.Upcoming},
		{"rest", away(training.EventHoliday, monday, today+3, none), calendar.AwayHoliday, calendar.Excused, calendar.Excused},
		{"travel", away(training.EventHoliday, monday, today+3, travel), calendar.AwayTravel, calendar.Excused, calendar.Upcoming},
		{"busy", away(training.EventNote, monday, today+3, none), calendar.AwayBusy, calendar.Excused, calendar.Excused},
		{"half an hour", away(training.EventNote, monday, today+3, limited(1800)), calendar.AwayBusy, calendar.Excused, calendar.Upcoming},
		{"two hours", away(training.EventNote, monday, today+3, limited(7200)), calendar.AwayBusy, calendar.Missed, calendar.Upcoming},
		{"a note", away(training.EventNote, monday, today+3, nil), "", calendar.Missed, calendar.Upcoming},
		{"over", away(training.EventSick, monday-9, monday-1, nil), calendar.AwaySick, calendar.Missed, calendar.Upcoming},
	} {
		s := &home{FitnessStore: &answerstest.FitnessStore{}}
		s.put(t, c.off)
		s.plan(t, "past", monday+1, ride, 60, 50)
		s.plan(t, "done", monday+2, ride, 60, 50)
		s.did("d", monday+2, ride, 60, 50)
		s.plan(t, "ahead", today+2, ride, 60, 50)
		s.put(t, training.CalendarEvent{
			ID: "race", Category: training.EventRaceA, Name: "Race", Sport: ride, Load: 90,
			Start: training.LocalTime((today + 3).String() + "T09:00:00"),
		})
		days := training.DayRange{From: monday, To: today + 7}
		agenda, err := calendar.Open(t.Context(), s, answerstest.FitnessModel, frame, days)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]calendar.State{}
		var kind calendar.AwayKind
		for _, e := range agenda.Events() {
			if got[e.ID] = agenda.State(&e); e.ID == "away" {
				kind = e.Away()
			}
		}
		if kind != c.kind || got["past"] != c.past || got["ahead"] != c.ahead || got["done"] != calendar.Done ||
			got["race"] != calendar.Upcoming {
			t.Errorf("%s: %s %v", c.name, kind, got)
		}
		loads := agenda.Ahead(training.Discipline{}, nil, today+7).Loads
		if want := c.ahead == calendar.Upcoming; (loads[today+2] == 50) != want || loads[today+3] != 90 {
			t.Errorf("%s: the projection has %v", c.name, loads)
		}
	}
}

// TestComplianceIsOverWhatWasPossible: a week of illness does not make the week red.
func TestComplianceIsOverWhatWasPossible(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	last := monday - 7
	s.put(t, away(training.EventSick, last+2, last+6, nil))
	s.plan(t, "a", last, ride, 60, 50)
	s.did("a1", last, ride, 60, 50)
	s.plan(t, "b", last+3, ride, 120, 100)
	v := list(t, s, calendar.Query{Days: &training.DayRange{From: last, To: last + 6}})
	w := v.Weeks[0]
	if w.Completed != 1 || w.Excused != 1 || w.Missed != 0 || w.Percent["load"] != 100 || w.Planned.Load != 150 {
		t.Errorf("%+v %+v", w, w.Planned)
	}
}
