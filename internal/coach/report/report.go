// Package report composes the facts of one week: what was planned and done, what it means by rules, and what comes
// next. Nothing in it is written by a model; what is not known is listed with the reason.
package report

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// View holds the facts of one week that a summary of training does not have.
type View struct {
	calendar.Week                      // planned and done, also by sport
	Sessions      []calendar.EventRow  `json:"sessions,omitempty"`
	Unplanned     []calendar.Unplanned `json:"unplanned,omitempty"`
	Away          []calendar.Away      `json:"availability,omitempty"`
	Form          *fitness.LoadToday   `json:"form,omitempty"` // on the last day up to today
	Readiness     *wellness.Readiness  `json:"readiness,omitempty"`
	HRV           *wellness.Band       `json:"hrv_band,omitempty"`
	RestingHR     *wellness.Band       `json:"resting_hr_band,omitempty"`
	Records       []Record             `json:"records,omitempty"`
	Notes         []Note               `json:"session_notes,omitempty"`
	Meaning       []i18n.Sentence      `json:"meaning"`
	Next          Next                 `json:"next"`
	// Waiting lists what assistants proposed and the athlete has not approved yet. Only people see it.
	Waiting []Waiting       `json:"waiting_for_approval,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Next is the week after.
type Next struct {
	calendar.Week
	Sessions []calendar.EventRow `json:"sessions,omitempty"`
	Races    []calendar.Race     `json:"races,omitempty"`
	// Warnings are the findings of the check of load about the rest of the week and the next.
	Warnings []i18n.Sentence `json:"load_warnings,omitempty"`
}

// Record is a best of all time up to the end of the week.
type Record struct {
	Day      training.Day        `json:"local_date"`
	Activity training.ActivityID `json:"activity_id"`
	What     i18n.Sentence       `json:"what"`
}

// Note is a comment on a session, planned or done.
type Note struct {
	At       string              `json:"at_local"`
	Author   string              `json:"author"`
	Text     string              `json:"text"`
	Activity training.ActivityID `json:"activity_id,omitempty"`
	Event    string              `json:"event_id,omitempty"`
	Name     string              `json:"session,omitempty"` // of the session
}

// Waiting is a change that waits for the athlete's approval.
type Waiting struct {
	What      i18n.Sentence `json:"what"`
	Code      string        `json:"approval"`
	ExpiresAt time.Time     `json:"expires_at"`
}

// PlanOnly is the flag of sessions that are in the training plan but not in the calendar.
const PlanOnly = "plan_only"

const (
	weekDays     = 7
	readyDays    = 28 // days of wellness that are read
	recordDays   = 28 // days of history before the week without which every best would be a record (custom)
	maxNotes     = 20
	maxNoteRunes = 400
)

// Maker makes reports.
type Maker struct {
	Store    store.Reader
	Loads    *fitness.Histograms
	Records  *curves.RecordCache
	Calendar *calendar.Lister
	Plans    *plan.AdherenceCache
	Wellness *wellness.Cache
	// Waiting returns the changes that wait for approval; nil means that there are none.
	Waiting func(ctx context.Context, s training.Scope, now time.Time) ([]journal.Preview, error)
}

// week is a report that is being made.
type week struct {
	Maker

	s     training.Scope
	f     answers.Frame // of today
	then  answers.Frame // of the last day of the week up to today
	days  training.DayRange
	total *fitness.SummaryView
	load  *fitness.LoadView
	away  []calendar.Away
	soon  i18n.Sentence // that hard training was done too soon after a break
	view  *View
}

// Make returns the report on the week of a summary.
func (m Maker) Make(
	ctx context.Context, s training.Scope, f answers.Frame, now time.Time, loc *time.Location, total *fitness.SummaryView,
) (*View, error) {
	w := &week{Maker: m, s: s, f: f, then: f, total: total, view: &View{Meaning: []i18n.Sentence{}}}
	w.days = training.DayRange{From: total.Period.From, To: total.Period.From + weekDays - 1}
	w.then.Today = min(f.Today, w.days.To)
	for _, step := range []func(context.Context) error{
		w.planned, w.unpublished, w.state, w.records, w.ahead, func(ctx context.Context) error { return w.notes(ctx, loc) },
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	if m.Waiting != nil && s.Audience != training.AudienceModel {
		all, err := m.Waiting(ctx, s, now)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			w.view.Waiting = append(w.view.Waiting, Waiting{p.Summary, p.Token, p.ExpiresAt})
		}
	}
	w.tell()
	return w.view, ctx.Err()
}

// planned reads the week and the next from the calendar.
func (w *week) planned(ctx context.Context) error {
	both := training.DayRange{From: w.days.From, To: w.days.To + weekDays}
	apart, err := w.Plans.Apart(ctx, w.Store, w.s, w.f)
	if err != nil {
		return err
	}
	list, err := w.Calendar.List(ctx, w.Store, w.s, w.f, calendar.Query{Days: &both, BySport: true, Apart: apart})
	if err != nil {
		return err
	}
	w.view.Week, w.view.Next.Week = calendar.Week{Start: w.days.From}, calendar.Week{Start: w.days.To + 1}
	for i := range list.Weeks {
		if at := &list.Weeks[i]; at.Start == w.days.From {
			w.view.Week = *at
		} else {
			w.view.Next.Week = *at
		}
	}
	for i := range list.Events {
		if e := &list.Events[i]; e.Status != "" {
			e.Text, e.Steps = "", nil
			w.add(*e)
		}
	}
	for _, u := range list.Unplanned {
		if w.days.Contains(u.Day) {
			w.view.Unplanned = append(w.view.Unplanned, u)
		}
	}
	w.view.Next.Races, w.view.Missing = list.Races, list.Missing
	delete(w.view.Missing, "events.description") // a report has no descriptions
	w.away, err = plan.AwayIn(ctx, w.Store, w.s, training.DayRange{From: both.From - plan.MostEasing, To: both.To})
	for _, a := range w.away {
		if a.To >= both.From {
			w.view.Away = append(w.view.Away, a)
		}
	}
	return err
}

func (w *week) add(e calendar.EventRow) {
	if w.days.Contains(e.Day) {
		w.view.Sessions = append(w.view.Sessions, e)
	} else if e.Day > w.days.To {
		w.view.Next.Sessions = append(w.view.Next.Sessions, e)
	}
}

// unpublished adds the sessions of the training plan that are not in the calendar.
func (w *week) unpublished(ctx context.Context) error {
	k, err := w.Plans.Find(ctx, w.Store, w.s, "", w.f.Today)
	if err != nil || k.Days().From == 0 {
		return training.UnlessNotFound(err)
	}
	v, err := w.Plans.Of(ctx, w.Store, w.s, w.f, &k, plan.Query{Days: &training.DayRange{From: w.days.From, To: w.days.To + weekDays}})
	if err != nil {
		return err
	}
	for i := range v.Sessions {
		s := &v.Sessions[i]
		if s.Event != "" || s.Status == calendar.Rest || s.Status == calendar.Deleted {
			continue
		}
		w.add(calendar.EventRow{
			ID: plan.EventID(k.ID, s.ID), Day: s.Day, Category: training.EventWorkout, Name: s.Name, Sport: s.Sport, Status: s.Status,
			Planned: s.Planned, Done: s.Done, Compliance: s.Compliance, Repeats: s.Repeats, Flags: []string{PlanOnly},
		})
		at := &w.view.Week
		if s.Day > w.days.To {
			at = &w.view.Next.Week
		}
		addPlanned(at, s)
		w.view.Unplanned = slices.DeleteFunc(w.view.Unplanned, func(u calendar.Unplanned) bool {
			return s.Done != nil && u.ActivityID == s.Done.ActivityID
		})
	}
	for _, all := range [][]calendar.EventRow{w.view.Sessions, w.view.Next.Sessions} {
		slices.SortStableFunc(all, func(a, b calendar.EventRow) int { return int(a.Day - b.Day) })
	}
	return nil
}

// addPlanned adds a session to the planned totals of a week.
func addPlanned(at *calendar.Week, s *plan.AdherenceSession) {
	i := slices.IndexFunc(at.BySport, func(x calendar.SportWeek) bool { return x.Sport == s.Sport })
	if i < 0 {
		i, at.BySport = len(at.BySport), append(at.BySport, calendar.SportWeek{Sport: s.Sport})
	}
	for _, to := range []**calendar.Sum{&at.Planned, &at.BySport[i].Planned} {
		var t calendar.Tally
		if *to != nil {
			t.Sum = **to
		}
		if s.Planned != nil {
			t.Add(*s.Planned)
		} else {
			t.Add(calendar.Amounts{})
		}
		*to = t.Shown()
	}
}

// state reads form, intensity, alerts and readiness at the end of the week.
func (w *week) state(ctx context.Context) error {
	past := training.DayRange{From: w.days.From, To: w.then.Today}
	rested, err := plan.RestingOn(ctx, w.Store, w.s, w.then.Today)
	if err != nil {
		return err
	}
	w.load, err = w.Loads.TrainingLoad(ctx, w.Store, w.s, w.then, fitness.LoadQuery{
		Days: past, Sections: []string{fitness.SectionIntensity, fitness.SectionAlerts}, Rested: rested,
	})
	if err != nil {
		return err
	}
	w.view.Form = w.load.Today
	w.miss("form", w.load.Missing["today"])
	w.miss("intensity", w.load.Missing["intensity"])
	ready, err := w.Wellness.Answer(ctx, w.s, w.then, wellness.Query{
		Days: training.DayRange{From: w.then.Today - readyDays + 1, To: w.then.Today}, Sections: []wellness.Section{wellness.SectionReadiness},
	})
	if err != nil {
		return err
	}
	w.view.HRV, w.view.RestingHR = ready.HRV, ready.RestingHR
	if w.view.Readiness = ready.Readiness; ready.Readiness == nil {
		w.miss("readiness", cmp.Or(ready.Missing["readiness"], "nothing is known about sleep and recovery in the last few days"))
	}
	for _, field := range []string{"hrv_band", "resting_hr_band"} {
		w.miss(field, ready.Missing[field])
	}
	return nil
}

func (w *week) miss(field string, why i18n.Sentence) {
	if why != "" {
		w.view.Missing = w.view.Missing.Add(field, why)
	}
}

// records finds the bests that were set in the week.
func (w *week) records(ctx context.Context) error {
	span, any, err := w.Store.DaySpan(ctx, w.s)
	if err != nil || !any || span.From > w.days.From-recordDays {
		w.miss("records", i18n.Sentencef("%d days of activities before the week are needed to call a best a record", recordDays))
		return err
	}
	for _, of := range w.total.BySport {
		v, err := w.Records.Answer(ctx, w.s, w.then, curves.RecordQuery{
			Sport: of.Sport.Plain(), Days: &training.DayRange{From: span.From, To: w.then.Today}, By: []string{curves.ByDuration, curves.ByDistance},
		})
		if err != nil {
			return err
		}
		for i := range v.Periods {
			w.bests(of.Sport, v.Periods[i].Power, func(c *curves.Columns, i int) i18n.Sentence {
				return i18n.Sentencef("%.0f W for %s", *c.PowerW[i], i18n.Clock(c.DurationS[i]))
			})
			w.bests(of.Sport, v.Periods[i].Distance, func(c *curves.Columns, i int) i18n.Sentence {
				if m := c.DistanceM[i]; m < 1000 || of.Sport == training.Swimming {
					return i18n.Sentencef("%.0f m in %s", m, i18n.Clock(*c.TimeS[i]))
				}
				return i18n.Sentencef("%s in %s", i18n.Measured("%.4g ", c.DistanceM[i]/1000, i18n.Kilometres()), i18n.Clock(*c.TimeS[i]))
			})
		}
	}
	return nil
}

func (w *week) bests(sport training.Sport, c *curves.Columns, what func(*curves.Columns, int) i18n.Sentence) {
	for i := 0; c != nil && i < len(c.Dates); i++ {
		if c.Dates[i] == nil {
			continue
		}
		if day, err := training.ParseDay(*c.Dates[i]); err == nil && w.days.Contains(day) {
			w.view.Records = append(
				w.view.Records,
				Record{day, training.ActivityID(*c.IDs[i]), i18n.Sentencef("%s: %s", i18n.Word(sport), what(c, i))},
			)
		}
	}
}

// ahead adds the findings of the check of load.
func (w *week) ahead(ctx context.Context) error {
	last := w.days.To + weekDays
	if last <= w.f.Today {
		return nil
	}
	l, err := w.Plans.Load(ctx, w.Store, w.s, w.f, last)
	if err != nil {
		return err
	}
	found := slices.DeleteFunc(l.Gate(), func(f plan.Finding) bool {
		return f.Week < w.days.From || f.Week > last || f.Name == plan.DuringBreak // these sessions are excused
	})
	w.view.Next.Warnings = plan.Words(found)
	w.soon = l.TooSoon()
	return nil
}

// notes adds the comments on the sessions of the week, planned and done.
func (w *week) notes(ctx context.Context, loc *time.Location) error {
	planned, hidden, err := calendar.NotesOn(ctx, w.Store, w.s, func(event string) bool {
		return slices.ContainsFunc(w.view.Sessions, func(e calendar.EventRow) bool { return e.ID == event })
	})
	if err != nil || hidden {
		if hidden {
			w.miss("session_notes", answers.HiddenNotes)
		}
		return err
	}
	done, err := w.Store.NotesOn(ctx, w.s, store.ActivityFilter{Days: &w.days})
	if err != nil {
		return err
	}
	ids := make([]training.ActivityID, len(done))
	for i := range done {
		ids[i] = done[i].Activity
	}
	names, err := answers.Names(ctx, w.Store, w.s, ids)
	if err != nil {
		return err
	}
	for i := range w.view.Sessions {
		if e := &w.view.Sessions[i]; e.Done != nil && slices.Contains(ids, e.Done.ActivityID) {
			names[e.Done.ActivityID] = e.Name // the plan's name says more than the device's
		}
	}
	var all []Note
	add := func(n Note, at time.Time, author, text, name string) {
		n.At, n.Author = at.In(loc).Format(time.RFC3339), textclean.Line(author, textclean.NameRunes)
		n.Text, n.Name = textclean.Text(text, maxNoteRunes), textclean.Line(name, textclean.NameRunes)
		all = append(all, n)
	}
	for _, n := range planned {
		at := slices.IndexFunc(w.view.Sessions, func(e calendar.EventRow) bool { return e.ID == n.Event })
		add(Note{Event: n.Event}, n.At, n.Author, n.Text, w.view.Sessions[at].Name)
	}
	for i := range done {
		n := &done[i]
		add(Note{Activity: n.Activity}, n.At, n.Author, n.Text, names[n.Activity])
	}
	slices.SortStableFunc(all, func(a, b Note) int { return strings.Compare(a.At, b.At) })
	if n := len(all) - maxNotes; n > 0 {
		w.miss("session_notes", i18n.Sentencef("only the newest %d are shown", maxNotes))
		all = all[n:]
	}
	w.view.Notes = all
	return nil
}
