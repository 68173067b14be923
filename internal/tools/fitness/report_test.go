package fitness_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/coach/report"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	fitnesstools "lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const (
	zone   = "Europe/Berlin"
	monday = today - 4 // today is a Friday
)

// diary is an athlete with planned sessions, rides and notes.
type diary struct {
	*testing.T

	db    *store.DB
	table *tools.Table
}

func newDiary(t *testing.T) diary {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, answerstest.FitnessAthlete)
	waits := func(context.Context, training.Scope, time.Time) ([]journal.Preview, error) {
		return []journal.Preview{{Summary: "Delete 3 events.", Token: "code"}}, nil
	}
	return diary{t, db, tools.NewTable(fitnesstools.Rows(fitnesstools.Deps{Store: db, Curves: curves.New(db), Waiting: waits})...)}
}

func (d diary) put(c document.Collection, id string, days training.DayRange, body any) {
	d.Helper()
	fields, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	storetest.Write(d.T, d.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(answerstest.FitnessAthlete, c, id, document.Own{Fields: fields, Days: days})
		return err
	})
}

// plans puts a ride of an hour and 20 km into the calendar.
func (d diary) plans(id string, day training.Day) {
	d.Helper()
	d.put(document.Events, id, training.DayRange{From: day, To: day}, training.CalendarEvent{
		Category: training.EventWorkout, Name: "Ride <b>" + id + "</b> | x", Sport: training.Cycling, MovingTimeS: 3600, DistanceKm: 20, Load: 50,
		Start: training.LocalTime(day.String() + "T00:00:00"),
	})
}

func (d diary) report(c *tools.Call, args string) (v fitnesstools.Weekly) {
	d.Helper()
	tooltest.Decode(d.T, d.table, c, "get_training_summary", args, &v)
	return v
}

const thisWeek = `{"period":"week","sections":["report"]}`

func meaning(v fitnesstools.Weekly) string {
	return strings.Join(phrasetest.Texts(v.Report.Meaning), "\n")
}

func has(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, s := range all {
		if !strings.Contains(text, s) {
			t.Errorf("%q is missing in:\n%s", s, text)
		}
	}
}

// TestAReportOnNothing says that nothing is known, and invents no number.
func TestAReportOnNothing(t *testing.T) {
	t.Parallel()
	v := newDiary(t).report(call(zone), thisWeek)
	r := v.Report
	has(t, meaning(v), "Nothing was planned", "Nothing was recorded in")
	if r.Form != nil || r.Readiness != nil || r.Planned != nil || r.Done != nil || len(r.Sessions)+len(r.Records)+len(r.Next.Sessions) > 0 {
		t.Errorf("%+v", r)
	}
	for _, field := range []string{"form", "intensity", "readiness", "records"} {
		if r.Missing[field] == "" {
			t.Errorf("the reason for %s is missing: %v", field, r.Missing)
		}
	}
}

// TestReadinessNamesWhatItLacks: a single morning is known, and is not enough.
func TestReadinessNamesWhatItLacks(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	w := training.WellnessDay{Day: monday + 4}
	w.Put(training.WellnessRestingHRBpm, 56, "own")
	d.put(document.Wellness, w.Day.String(), training.DayRange{From: w.Day, To: w.Day}, w)
	if why := d.report(call(zone), thisWeek).Report.Missing["readiness"]; !strings.Contains(why.String(), "both bands") {
		t.Error(why)
	}
}

// TestAWeekInProgress counts only what is due, and shows what is still to come.
func TestAWeekInProgress(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	for id, day := range map[string]training.Day{"tue": monday + 1, "wed": monday + 2, "sat": monday + 5, "next": monday + 8} {
		d.plans(id, day)
	}
	ride(t, d.db, "before", zone, (monday-6).String()+" 10:00") // Tuesday of the week before
	ride(t, d.db, "done", zone, (monday+1).String()+" 10:00")
	ride(t, d.db, "extra", zone, (monday+3).String()+" 10:00")
	v := d.report(call(zone), thisWeek)
	r := v.Report
	var states []calendar.State
	for _, e := range r.Sessions {
		states = append(states, e.Status)
	}
	if want := []calendar.State{calendar.Done, calendar.Moved, calendar.Upcoming}; !slices.Equal(states, want) {
		t.Fatalf("states: %v, want %v", states, want)
	}
	has(t, meaning(v), "Of 2 planned sessions due, done as planned: 1, partly: 0, on another day: 1, missed: 0.",
		"took 2:00:00 of the planned 2:00:00 (100 %)", "Time: 2:00:00; the same days of the week before: 1:00:00.")
	if len(r.Next.Sessions) != 1 || r.Next.Sessions[0].ID != "next" || r.Planned.DurationS != 3*3600 || r.Done.DurationS != 2*3600 ||
		len(r.BySport) != 1 || r.BySport[0].Planned.DistanceKm != 60 {
		t.Errorf("%+v %+v %+v", r.Next, r.Planned, r.BySport)
	}
	// Text, Markdown and HTML say the same; names are never markup, and miles are the reader's.
	text := report.Text(&v.Report, &v.SummaryView, i18n.InMiles(i18n.InEnglish))
	has(t, text, "37.3 mi", "3:00:00", "Saturday, 2024-10-05", "What comes next")
	md, page := report.Markdown(&v.Report, &v.SummaryView, i18n.InEnglish), report.HTML(&v.Report, &v.SummaryView, "en", i18n.InEnglish)
	has(t, string(md), "60 km", `Ride &lt;b&gt;sat&lt;/b&gt; \| x`)
	has(t, string(page), "60 km", "Ride &lt;b&gt;sat&lt;/b&gt; | x", "size:A4", "default-src 'none'")
	if strings.Contains(string(md)+string(page), "<b>") {
		t.Error("a name is markup")
	}
}

// TestAWeekWithIllness excuses sessions, and does not call them missed.
func TestAWeekWithIllness(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.plans("tue", monday+1)
	d.plans("wed", monday+2)
	d.put(document.Events, "flu", training.DayRange{From: monday + 2, To: monday + 3}, training.CalendarEvent{
		Category: training.EventSick, Name: "Flu", Start: training.LocalTime((monday + 2).String() + "T00:00:00"),
		End: training.LocalTime((monday + 4).String() + "T00:00:00"),
	})
	v := d.report(call(zone), thisWeek)
	has(t, meaning(v), "Of 1 planned session due, done as planned: 0, partly: 0, on another day: 0, missed: 1.",
		"1 session is excused because of time off in the calendar.")
	if r := v.Report; r.Excused != 1 || len(r.Away) != 1 || r.Away[0].Kind != calendar.AwaySick {
		t.Errorf("%+v %+v", r.Week, r.Away)
	}
	printed := report.Text(&v.Report, &v.SummaryView, i18n.InEnglish)
	has(t, printed, "An illness was in the calendar from 2024-10-02 to 2024-10-03.", "easier until 2024-10-10", "excused")
	if strings.Contains(printed, "illness is in the calendar") {
		t.Errorf("the illness is over:\n%s", printed)
	}
}

// TestAReportDoesNotWarnOfWhatIsExcused: the calendar excuses a hard session during an illness already.
func TestAReportDoesNotWarnOfWhatIsExcused(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	for id, day := range map[string]training.Day{"in": today + 1, "after": today + 3} {
		d.put(document.Events, id, training.DayRange{From: day, To: day}, training.CalendarEvent{
			Category: training.EventWorkout, Name: "Threshold", Sport: training.Running, MovingTimeS: 3600, Load: 90,
			Start: training.LocalTime(day.String() + "T00:00:00"),
		})
	}
	d.put(document.Events, "flu", training.DayRange{From: today, To: today + 2}, training.CalendarEvent{
		Category: training.EventSick, Name: "Flu", Start: training.LocalTime(today.String() + "T00:00:00"),
		End: training.LocalTime((today + 3).String() + "T00:00:00"),
	})
	got := strings.Join(phrasetest.Texts(d.report(call(zone), thisWeek).Report.Next.Warnings), "\n")
	if !strings.Contains(got, (today+3).String()) || strings.Contains(got, "session on "+(today+1).String()) {
		t.Error(got)
	}
}

// TestAReportIsOneAthletes: another athlete has none of it.
func TestAReportIsOneAthletes(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	storetest.Athlete(t, d.db, "other")
	d.plans("tue", monday+1)
	c := call(zone)
	c.Scope.Athlete = "other"
	if v := d.report(c, thisWeek); len(v.Report.Sessions) > 0 || v.Report.Planned != nil {
		t.Errorf("%+v", v.Report.Sessions)
	}
}

// TestNotesOfAReport are for people unless the athlete shares them; so is what waits for approval.
func TestNotesOfAReport(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	d.plans("tue", monday+1)
	ride(t, d.db, "done", zone, (monday+1).String()+" 10:00")
	d.put(document.SessionNotes, "n1", training.DayRange{}, training.SessionNote{
		Event: "tue", Author: "coach", Text: "secret plan", At: monday.Time(time.UTC),
	})
	storetest.Write(t, d.db, func(tx *store.Tx) error {
		return tx.PutNote(answerstest.FitnessAthlete, store.Note{
			ID: "n2", Activity: "done", Author: "athlete", Text: "secret legs", At: (monday + 1).Time(time.UTC),
		})
	})
	model := tooltest.Call(t, d.table, call(zone), "get_training_summary", thisWeek)
	if strings.Contains(string(model.Structured), "secret") || strings.Contains(string(model.Structured), "Delete 3") {
		t.Errorf("an assistant reads %s", model.Structured)
	}
	has(t, string(model.Structured), `"session_notes":`)
	c := call(zone)
	c.Scope.Audience = training.AudiencePage
	if v := d.report(c, `{"sections":["report"],"date":"`+(monday-7).String()+`"}`); len(v.Report.Notes) > 0 {
		t.Errorf("notes of another week: %+v", v.Report.Notes)
	}
	v := d.report(c, thisWeek)
	if n := v.Report.Notes; len(n) != 2 || n[0].Author != "coach" || n[0].Event != "tue" || n[1].Author != "athlete" ||
		n[1].Activity != "done" {
		t.Errorf("notes: %+v", n)
	}
	has(t, report.Text(&v.Report, &v.SummaryView, i18n.InEnglish), "2024-09-30, coach on Ride", "secret legs", "lapkeep approve code")
}

func TestWhatAReportRefuses(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	for _, args := range []string{
		`{"period":"month","sections":["report"]}`, `{"sections":["report"],"sport":"run"}`, `{"sections":["report"],"commute":true}`,
		`{"sections":["report"],"range":"last 14 days"}`,
	} {
		if p := tooltest.Fails(t, d.table, call(zone), "get_training_summary", args); p.Kind != training.KindInvalid ||
			!strings.Contains(p.String(), "one week") {
			t.Errorf("%s: %s", args, p)
		}
	}
}

// TestFormAfterAnIllnessIsRest: it is not called good for a race, wherever it is shown.
func TestFormAfterAnIllnessIsRest(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	storetest.Write(t, d.db, func(tx *store.Tx) error {
		for day := today - 60; day < today-7; day++ {
			a := storetest.Activity(training.ActivityID("run"+day.String()), day.Time(time.UTC).Add(9*time.Hour))
			a.ManualLoad = 60
			if err := tx.PutActivity(answerstest.FitnessAthlete, a); err != nil {
				return err
			}
		}
		return nil
	})
	said := func() string {
		var v struct {
			Form struct{ Name, Meaning string } `json:"form_band"`
		}
		tooltest.Decode(t, d.table, call(zone), "analyze_training_load", `{}`, &v)
		return v.Form.Name + " " + v.Form.Meaning + " " + meaning(d.report(call(zone), thisWeek))
	}
	if got := said(); !strings.Contains(got, "fresh ") || strings.Count(got, "good for a race") != 2 {
		t.Errorf("after days without training: %s", got)
	}
	d.put(document.Events, "flu", training.DayRange{From: today - 7, To: today - 1}, training.CalendarEvent{
		Category: training.EventSick, Name: "Flu", Start: training.LocalTime((today - 7).String() + "T00:00:00"),
		End: training.LocalTime(today.String() + "T00:00:00"),
	})
	if got := said(); !strings.Contains(got, "rested ") || strings.Contains(got, "good for a race") || strings.Count(got, "time off") < 2 {
		t.Errorf("after a flu: %s", got)
	}
}
