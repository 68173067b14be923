package workouts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/picture"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type createIn struct {
	Workouts []workoutIn `json:"workouts"`
	Source   string      `json:"source,omitempty" jsonschema:"service to send to"`
	Calendar bool        `json:"with_calendar,omitempty" jsonschema:"iCalendar"`
}

type workoutIn struct {
	Name        string              `json:"name,omitempty"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Steps       tools.JSON          `json:"steps,omitempty"`
	Description string              `json:"description,omitempty" jsonschema:"text, or one step per line: - 10m 60%"`
	From        string              `json:"workout_id,omitempty" jsonschema:"workout to copy, or days to send"`
	Date        tools.PlanDate      `json:"date,omitzero" jsonschema:"empty: library"`
	Time        *string             `json:"time,omitempty"`
	Folder      string              `json:"folder_id,omitempty" jsonschema:"library folder"`
	PlanDay     *int                `json:"plan_day,omitempty" jsonschema:"from 0"`
	Indoor      *bool               `json:"indoor,omitempty"`
	Tags        []string            `json:"tags,omitempty"`
	ExternalID  string              `json:"external_id,omitempty" jsonschema:"your own id"`
}

type created struct {
	tools.Written
	Workouts []made `json:"workouts"`

	draw func(tools.Voice) (*picture.Canvas, i18n.Sentence)
}

// draw draws the first workout that was created.
func draw(v tools.Voice, out *created) (*picture.Canvas, i18n.Sentence) {
	if out.draw == nil {
		return nil, "this answer has no picture"
	}
	return out.draw(v)
}

// made is the result for one workout.
type made struct {
	ID         string                 `json:"id,omitempty"` // absent for a new workout in a dry run
	In         string                 `json:"in"`
	Status     string                 `json:"status"`
	Date       *training.Day          `json:"local_date,omitempty"`
	ExternalID string                 `json:"external_id,omitempty"`
	Name       string                 `json:"name"`
	DurationS  float64                `json:"duration_s,omitempty"`
	Load       float64                `json:"load,omitempty"`
	LoadRule   efforts.ComplianceRule `json:"load_rule,omitempty"`
	Missing    answers.Missing        `json:"missing,omitempty"`
	Calendar   string                 `json:"calendar,omitempty"`
}

// These are the places in which a workout can be created.
const (
	inCalendar = "calendar"
	inLibrary  = "library"
)

func createRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "create_workout", Title: "Create structured workouts", Toolset: toolset,
		Safety: tools.Write, Sends: true, Default: true, Asks: true,
		Description: "Builds structured interval workouts from steps or description, for a day or the library; or sends days to a service's " +
			"library. Asks the athlete first for more than 20 workouts or 14 days.",
		Picture: tools.DrawnBy(draw),
		Aliases: map[string]string{"workout_ir": "workouts", "workout": "workouts"},
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "workouts", 1, calendar.MaxSessions)
			item := s.Properties["workouts"].Items
			item.Properties["steps"] = steptext.Schema()
			tools.Bounds(item, "plan_day", 0, maxPlanDay)
			tools.Items(item, "tags", 0, maxTags)
		},
	}, func(ctx context.Context, c *tools.Call, in createIn) (*created, error) {
		s, err := in.sending(ctx, d, c)
		if err != nil {
			return nil, err
		}
		if s != nil {
			return s.send(ctx)
		}
		all := make([]training.LibraryWorkout, len(in.Workouts))
		var notes []i18n.Sentence
		for i := range in.Workouts {
			more, err := in.Workouts[i].build(ctx, d, c, fmt.Sprintf("workouts[%d].", i), &all[i])
			if err != nil {
				return nil, tools.InRow("workout", i, err)
			}
			notes = append(notes, more...)
		}
		out, err := in.make(ctx, d, c, all)
		if err != nil {
			return nil, err
		}
		out.Notes = append(notes, out.Notes...)
		out.draw = in.course(ctx, d, c, &all[0])
		return out, in.addCalendars(ctx, d, c, all, out)
	})
}

// make adds all workouts to the calendar if they have days, or to the library otherwise.
func (in *createIn) make(ctx context.Context, d Deps, c *tools.Call, all []training.LibraryWorkout) (*created, error) {
	dated := slices.IndexFunc(in.Workouts, func(w workoutIn) bool { return w.Date.Set })
	if dated < 0 {
		return in.keep(ctx, d, c, all)
	}
	sessions := make([]calendar.Session, len(all))
	for i := range all {
		w := &in.Workouts[i]
		if !w.Date.Set {
			return nil, training.Errorf(training.KindInvalid, "Workout %d has no date, but workout %d has one.", i+1, dated+1).
				WithFix("Give each a date, or create those for the library in a separate call.")
		}
		if w.Folder != "" || w.PlanDay != nil {
			return nil, tools.InRow("workout", i, training.Errorf(training.KindInvalid, "A workout on a calendar day cannot be in a folder.").
				WithFix("Leave date out to keep it in the library, or leave out folder_id and plan_day."))
		}
		sessions[i] = calendar.Session{Day: w.Date.Day, Time: w.Time, ExternalID: w.ExternalID, Workout: all[i]}
	}
	planned, err := calendar.PlanSessions(ctx, d.Calendar, c, sessions)
	if err != nil {
		return nil, err
	}
	out := &created{Written: c.Written(planned.Outcome, planned.Notes...)}
	for _, e := range planned.Events {
		day := e.Date
		out.Workouts = append(out.Workouts, made{
			ID: e.ID, In: inCalendar, Status: e.Status, Date: &day, ExternalID: e.ExternalID, Name: e.Name,
			DurationS: e.DurationS, Load: e.Load, LoadRule: e.LoadRule, Missing: e.Missing,
		})
	}
	return out, nil
}

// build fills in w from the arguments. It returns notes on parts that may have been
// misread.
func (in *workoutIn) build(ctx context.Context, d Deps, c *tools.Call, at string, w *training.LibraryWorkout) ([]i18n.Sentence, error) {
	if in.From != "" {
		from, err := workouts.Pick(ctx, d.Store, c.Scope, in.From)
		if err != nil {
			return nil, err
		}
		*w = from.LibraryWorkout
		w.ID, w.FolderID, w.PlanDay = "", "", nil
	}
	if name := textclean.Line(in.Name, textclean.NameRunes); name != "" {
		w.Name = name
	}
	if !in.Sport.IsZero() {
		w.Sport, w.SubSport = in.Sport.Sport, in.Sport.Kept()
	}
	if in.Indoor != nil {
		w.Indoor = *in.Indoor
	}
	if in.Tags != nil {
		w.Tags = tools.CleanTags(in.Tags)
	}
	w.FolderID, w.PlanDay = textclean.Line(in.Folder, textclean.NameRunes), in.PlanDay
	notes, err := in.structure(c, at, w)
	if err != nil {
		return nil, err
	}
	if w.Name == "" || w.Sport == "" {
		return nil, training.Errorf(training.KindInvalid, "A new workout needs a name and a sport.").WithFix("Give both.")
	}
	return notes, nil
}

// structure reads the steps of a workout.
func (in *workoutIn) structure(c *tools.Call, at string, w *training.LibraryWorkout) ([]i18n.Sentence, error) {
	if in.From != "" {
		if len(in.Steps) > 0 || in.Description != "" {
			return nil, training.Errorf(training.KindInvalid, "A copy keeps the steps of the original workout.").
				WithFix("Give workout_id, or steps or description.")
		}
		return nil, nil
	}
	a := tools.ReadStepsArg(c, at, in.Steps, in.Description, w.Sport)
	if err := a.Err(); err != nil {
		return nil, err
	}
	if len(a.Steps) == 0 {
		return nil, training.Errorf(training.KindInvalid, "The workout has no steps.").
			WithFix(`Give steps, such as [{"duration_s":600,"power":"60%%"}], or a description with one step per line, such as "- 10m 60%%".`)
	}
	w.Sport, w.Description, w.Structure = a.Sport, a.Text, a.Structure
	return a.Sentences(), nil
}

// keep adds the workouts to the library.
func (in *createIn) keep(ctx context.Context, d Deps, c *tools.Call, all []training.LibraryWorkout) (*created, error) {
	there, err := workouts.Workouts(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	batch := &batch{targets: map[string]string{}, folders: foldersOf(ctx, d, c)}
	out := &created{}
	days, err := workouts.DaysOf(ctx, d.Store, c.Scope)
	if err != nil {
		return nil, err
	}
	for i := range all {
		w := &in.Workouts[i]
		if w.Time != nil || w.ExternalID != "" {
			return nil, tools.InRow("workout", i, training.Errorf(training.KindInvalid, "A library workout has no time and no external_id.").
				WithFix("Give it a date, or leave out its time and external_id."))
		}
		row := made{In: inLibrary, Status: "created", Name: all[i].Name}
		row.figure(days, c.Today, &all[i])
		if at := slices.IndexFunc(there, func(t workouts.WorkoutView) bool { return same(&t.LibraryWorkout, &all[i]) }); at >= 0 {
			row.ID, row.Status = there[at].ID, "unchanged"
			out.Workouts = append(out.Workouts, row)
			continue
		}
		id := d.NewID()
		if err := batch.add(ctx, id, &all[i]); err != nil {
			return nil, tools.InRow("workout", i, err)
		}
		if !c.DryRun {
			row.ID = id
		}
		out.Workouts = append(out.Workouts, row)
	}
	if len(batch.words) == 0 {
		out.Written = c.Unchanged("Nothing changed: the library has this already.")
		return out, ctx.Err()
	}
	summary := i18n.Sentencef("Add %s to the library.", i18n.Numbered(len(batch.words), "workout", "workouts"))
	done, err := d.Journal.Do(ctx, c.Write(summary, batch.targets), batch.put(c.Scope.Athlete))
	out.Written = c.Written(done)
	return out, err
}

// same reports whether two workouts are the same. This prevents a workout from being
// created twice if an answer is lost and the call is repeated.
func same(a, b *training.LibraryWorkout) bool {
	return a.FolderID == b.FolderID && day(a.PlanDay) == day(b.PlanDay) && a.Sport == b.Sport && a.Description == b.Description &&
		strings.EqualFold(a.Name, b.Name)
}

// mostCalendars is the maximum number of workouts that an answer contains as calendars.
const mostCalendars = 5

// addCalendars adds each workout as iCalendar text, on the workout's day or with a
// placeholder for the day.
func (in *createIn) addCalendars(ctx context.Context, d Deps, c *tools.Call, all []training.LibraryWorkout, out *created) error {
	if !in.Calendar {
		return nil
	}
	days, err := workouts.DaysOf(ctx, d.Store, c.Scope)
	if err != nil {
		return err
	}
	for i := range all[:min(len(all), mostCalendars)] {
		on := c.Today
		if in.Workouts[i].Date.Set {
			on = in.Workouts[i].Date.Day
		}
		l := &all[i]
		w := workouts.Structured(&document.Document{}, l.Name, l.Description, l.Structure, l.Sport)
		e := workoutfile.OfWorkout(c.Say, &w, days.On(on, l.Discipline()))
		e.Stamp, e.Day, e.Unscheduled = c.Now, on, !in.Workouts[i].Date.Set
		if e.UID = out.Workouts[i].ID; e.UID == "" {
			e.UID = training.Fingerprint(fmt.Appendf(nil, "%s\x00%s\x00%s", l.Name, on, l.Description))
		}
		out.Workouts[i].Calendar = string(workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: w.Name}))
	}
	if len(all) > mostCalendars {
		out.Notes = append(out.Notes, i18n.Sentencef(
			"Only the first %d are shown as calendars; export_workout writes a range of days.", mostCalendars))
	}
	return nil
}

// course returns a function that draws a workout with the thresholds of its day.
func (in *createIn) course(
	ctx context.Context, d Deps, c *tools.Call, l *training.LibraryWorkout,
) func(tools.Voice) (*picture.Canvas, i18n.Sentence) {
	return func(v tools.Voice) (*picture.Canvas, i18n.Sentence) {
		days, err := workouts.DaysOf(ctx, d.Store, c.Scope)
		if err != nil {
			return nil, i18n.OfError(err)
		}
		w := workouts.Structured(&document.Document{}, l.Name, l.Description, l.Structure, l.Sport)
		day := days.On(in.Workouts[0].Date.Or(c.Today), l.Discipline())
		drawn, why := workout.ChartOf(workout.Voice{Say: v.Say, Miles: v.Miles}, &w, day)
		if why != "" {
			return nil, why
		}
		drawn.Title = v.Name(drawn.Title, v.Say("Workout"))
		if n := len(in.Workouts); n > 1 {
			drawn.Note = v.Say("the first of %d workouts", n) + " · " + drawn.Note
		}
		return drawn.Canvas(), ""
	}
}

// batch holds the workouts that one write adds to the library.
type batch struct {
	words   []tools.OwnWords
	changes []journal.Change
	targets map[string]string
	folders folders
}

// add adds a workout. It returns an error if the workout's folder does not exist.
func (b *batch) add(ctx context.Context, id string, w *training.LibraryWorkout) error {
	e, err := newEdit(&workouts.WorkoutView{}, func() string { return id })
	if err != nil {
		return err
	}
	e.fill(w)
	if err := placed(ctx, b.folders, e); err != nil {
		return err
	}
	words, err := e.Words()
	if err != nil {
		return err
	}
	b.words = append(b.words, words)
	b.changes = append(b.changes, journal.Change{Of: ofWorkout, Target: w.Name, Field: "workout", After: "created"})
	b.targets["workout:"+id] = ""
	return nil
}

// put returns a function that writes all workouts of the batch.
func (b *batch) put(a training.AthleteID) func(tx *store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: b.changes}
		for i := range b.words {
			if err := b.words[i].Put(tx, a, &e); err != nil {
				return e, err
			}
		}
		return e, nil
	}
}

// figure adds the duration and load of a workout, computed with today's thresholds.
func (m *made) figure(days *workouts.Days, today training.Day, l *training.LibraryWorkout) {
	w := workouts.WorkoutView{LibraryWorkout: *l}
	t := days.Takes(w.Steps(), days.On(today, w.Discipline()))
	f := workouts.Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ).Or(&t)
	m.DurationS, m.Load, m.LoadRule = answers.Round(f.DurationS, 0), answers.Round(f.Load, 1), f.Rule
	if m.Load == 0 {
		m.Missing = m.Missing.Add("load", t.Missing["load"])
	}
}
