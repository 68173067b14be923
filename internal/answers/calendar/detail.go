package calendar

import (
	"context"
	"math"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Detail shows one event.
type Detail struct {
	answers.Heading
	Event   FullEvent       `json:"event"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// FullEvent is an event with all its fields.
type FullEvent struct {
	EventRow
	Indoor      bool              `json:"indoor,omitempty"`
	WorkKJ      float64           `json:"work_kj,omitempty"`
	AboveFTPKJ  float64           `json:"work_above_ftp_kj,omitempty"`
	CarbsGPerH  float64           `json:"carbs_g_per_h,omitempty"`
	FluidMLPerH float64           `json:"fluid_ml_per_h,omitempty"`
	Target      string            `json:"target,omitempty"`
	Color       string            `json:"color,omitempty"`
	MaxTimeS    float64           `json:"max_training_time_s,omitempty"`
	FTPW        float64           `json:"ftp_w,omitempty"`
	CTL         float64           `json:"ctl,omitempty"`
	ATL         float64           `json:"atl,omitempty"`
	CTLDays     float64           `json:"ctl_days,omitempty"`
	ATLDays     float64           `json:"atl_days,omitempty"`
	Plan        *training.PlanRef `json:"plan,omitempty"`
	PushErrors  []string          `json:"push_errors,omitempty"`
	// ReadOtherwise explains how the steps that services read from the workout text differ.
	ReadOtherwise []i18n.Sentence `json:"read_otherwise,omitempty"`
	// Estimated explains the assumptions behind values that do not follow only from the steps.
	Estimated answers.Missing `json:"estimated,omitempty"`
	// Edited lists the fields that the athlete edited.
	Edited []string `json:"edited,omitempty"`
}

// maxPushErrors is the maximum number of errors from devices in an answer.
const maxPushErrors = 5

// Get returns one event by its id or external id.
func Get(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string) (*Detail, error) {
	e, err := Find(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	b, err := Open(ctx, r, s, f, e.Days)
	if err != nil {
		return nil, err
	}
	for i := range b.events {
		if b.events[i].ID == e.ID {
			e = b.events[i] // has duration, distance and load
		}
	}
	full := FullEvent{
		EventRow: b.Row(&e),
		Indoor:   e.Indoor, WorkKJ: positive(e.Figures().WorkKJ, 1), AboveFTPKJ: positive(e.AboveFTPKJ, 1),
		CarbsGPerH: positive(e.CarbsGPerH, 0), FluidMLPerH: positive(e.FluidMLPerH, 0),
		Target: textclean.Line(e.Target, nameRunes), Color: textclean.Line(e.Color, nameRunes),
		MaxTimeS: positive(e.MaxTimeS, 0), FTPW: positive(e.FTPW, 1), CTL: positive(e.CTL, 1), ATL: positive(e.ATL, 1),
		CTLDays: positive(e.CTLDays, 1), ATLDays: positive(e.ATLDays, 1),
		PushErrors: lines(e.PushErrors, maxPushErrors),
	}
	full.tellText(&e, textclean.TextRunes)
	if err := full.tellSteps(ctx, r, s, &e); err != nil {
		return nil, err
	}
	if len(e.Sources) > 0 {
		full.Edited = e.Own
	}
	full.Estimated = e.Figures().Estimated("planned.")
	in := int(e.Days.From - f.Today)
	full.InDays = &in
	if e.Plan.ID != "" || e.Plan.Name != "" {
		p := e.Plan
		p.Name, p.Published, p.Asked, p.Words = textclean.Line(p.Name, textclean.NameRunes), "", "", ""
		full.Plan = &p
	}
	d := &Detail{Heading: f.Heading(), Event: full}
	d.tellMissing(&e)
	if d.Missing, err = tellHidden(ctx, r, s, d.Missing, "description"); err != nil {
		return nil, err
	}
	return d, ctx.Err()
}

// tellSteps adds the steps, resolved with the thresholds of the day, and how
// the steps that services read differ.
func (full *FullEvent) tellSteps(ctx context.Context, r store.Reader, s training.Scope, e *Event) error {
	steps := e.Steps()
	if len(steps) == 0 {
		return nil
	}
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return err
	}
	day := days.On(e.Days.From, e.Discipline())
	full.Steps = workouts.StepsOn(steps, day)
	elsewhere, err := workouts.Elsewhere(ctx, r, s, &e.Document, e.Description, steps, day, e.Discipline())
	full.ReadOtherwise = append(workouts.Differences(&e.Document, e.Description, steps), elsewhere...)
	return err
}

// tellHidden lists a text field as missing if the athlete hides it from assistants.
func tellHidden(ctx context.Context, r store.Reader, s training.Scope, m answers.Missing, field string) (answers.Missing, error) {
	if s.Audience != training.AudienceModel {
		return m, nil
	}
	who, err := r.Athlete(ctx, s)
	if err == nil && !who.Sharing.Notes {
		m = m.Add(field, answers.HiddenNotes)
	}
	return m, err
}

const maxTags = 30

func lines(texts []string, most int) []string {
	var out []string
	for _, t := range texts[:min(len(texts), most)] {
		out = append(out, textclean.Line(t, nameRunes))
	}
	return out
}

func flags(e *Event) []string {
	var out []string
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"for_week", e.ForWeek},
		{"show_as_note", e.ShowAsNote},
		{"show_on_ctl_line", e.ShowOnFitnessLine},
		{"not_on_fitness_chart", e.NotOnFitnessChart},
		{"hide_from_athlete", e.HideFromAthlete},
		{"athlete_cannot_edit", e.CannotEdit},
	} {
		if f.set {
			out = append(out, f.name)
		}
	}
	return out
}

func (d *Detail) tellMissing(e *Event) {
	if !e.Session() {
		return
	}
	if d.Event.Planned == nil || d.Event.Planned.Load == 0 {
		d.Missing = d.Missing.Add("planned.load", e.NoLoad())
	}
	if d.Event.Steps == nil && e.Category == training.EventWorkout && e.Description != "" {
		d.Missing = d.Missing.Add("steps", workouts.NotRead)
	}
	switch {
	case d.Event.Status == Upcoming:
		d.Missing = d.Missing.Add("done", "its day is not over, and no activity matches it yet")
	case d.Event.Status == Missed:
		d.Missing = d.Missing.Add("done",
			"no activity of its sport on its day, or of similar length on another day of its week; to link one, use update_event with "+
				"done_by")
	case d.Event.Compliance == nil:
		d.Missing = d.Missing.Add("compliance", "nothing that was both planned and recorded can be compared")
	}
}

// Steps returns the steps of a session, or nil if there are none. Repeats are not written out.
func (e *Event) Steps() []training.WorkoutStep {
	if e.steps != nil {
		return e.steps
	}
	return workouts.StructuredSteps(&e.Document, e.Description, e.Structure, e.Sport)
}

// Figures returns the duration, distance and load of a session, as computed by
// [Figure] or else as stated.
func (e *Event) Figures() workouts.Figures {
	if e.figures != nil {
		return *e.figures
	}
	return e.stated()
}

// Figure computes the duration, distance and load of sessions from their steps,
// unless all of them are stated.
func Figure(ctx context.Context, r store.Reader, s training.Scope, events []Event) error {
	var days *workouts.Days
	for i := range events {
		e := &events[i]
		if !e.Session() || !e.mayHaveSteps() || e.stated().First(&e.Document).Whole() {
			continue
		}
		steps := e.Steps()
		if len(steps) == 0 {
			continue
		}
		if days == nil {
			var err error
			if days, err = workouts.DaysOf(ctx, r, s); err != nil {
				return err
			}
		}
		t := days.Takes(steps, days.On(e.Days.From, e.Discipline()))
		f := e.stated().Take(&e.Document, e.Description, &t)
		e.steps, e.figures, e.takes = steps, &f, &t
	}
	return ctx.Err()
}

// mayHaveSteps reports whether the event has steps, or a text that may contain steps.
func (e *Event) mayHaveSteps() bool {
	return len(e.Structure.Steps) > 0 || strings.Contains(e.Description, "-")
}

// stated returns the values that the athlete or a service stated.
func (e *Event) stated() workouts.Figures {
	return workouts.Stated(e.MovingTimeS, e.DistanceKm, e.Load, e.Intensity, e.WorkKJ)
}

// NoLoad returns the reason why a session has no load.
func (e *Event) NoLoad() i18n.Sentence {
	if e.takes != nil && e.takes.Missing["load"] != "" {
		return i18n.Sentencef("it has no load and no duration with an intensity_factor, and none can be computed from its steps: %s",
			e.takes.Missing["load"])
	}
	return "it has no load and no duration with an intensity_factor; set one with update_event"
}

// OtherLength returns a sentence if the planned duration of a session differs from the
// duration of its steps. It returns "" if they agree. Devices and files follow the steps.
func (e *Event) OtherLength() i18n.Sentence {
	if e.takes == nil || e.takes.DurationS == 0 || e.takes.Estimated["duration_s"] != "" {
		return ""
	}
	planned := e.Figures().DurationS
	if math.Abs(planned-e.takes.DurationS) < 60 {
		return ""
	}
	return i18n.Sentencef("%s is planned for %s, but its steps take %s, and devices and exported files follow the steps. Change the steps, "+
		"or clear duration_s with update_event.",
		textclean.Line(e.Name, nameRunes), i18n.Clock(planned), i18n.Clock(e.takes.DurationS))
}

// InWatts returns the sessions of a sport on the given days whose steps have
// targets in watts. A new FTP does not change these targets.
func InWatts(ctx context.Context, r store.Reader, s training.Scope, sport training.Discipline, days training.DayRange) ([]Event, error) {
	docs, err := r.Documents(ctx, s, document.Events, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	var out []Event
	for _, d := range docs {
		e, err := Show(d)
		if err != nil {
			return nil, err
		}
		if e.Session() && sport.Has(e.Discipline()) && e.mayHaveSteps() && len(workouts.InWatts(e.Steps())) > 0 {
			out = append(out, e)
		}
	}
	return out, ctx.Err()
}
