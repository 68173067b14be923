package workouts

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type exportIn struct {
	ID     string          `json:"id,omitempty" jsonschema:"workout or event"`
	Range  tools.DateRange `json:"range,omitzero" jsonschema:"or calendar days, as ical"`
	Format string          `json:"format,omitempty" jsonschema:"default fit, or ical for days"`
	Inline bool            `json:"inline,omitempty" jsonschema:"return text instead of a file"`
	Date   tools.PlanDate  `json:"date,omitzero" jsonschema:"use the thresholds of this day"`
}

type exported struct {
	ID        string       `json:"id,omitempty"` // absent if days are exported
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	Format    string       `json:"format"`
	Path      string       `json:"path,omitempty"`
	URI       string       `json:"uri,omitempty"`
	DryRun    bool         `json:"dry_run,omitempty"`
	// Content is the file itself, if requested. FIT is encoded in base64.
	Content string          `json:"content,omitempty"`
	Losses  []i18n.Sentence `json:"losses"`
	Cut     bool            `json:"truncated,omitempty"` // the list of losses is truncated
}

// formatICal is the name of the calendar format. Workouts cannot be read from it.
const formatICal = "ical"

const (
	// maxInline is the maximum size in bytes of a file in an answer.
	maxInline = 20_000
	maxLosses = 40
)

// exportRow returns a tool that writes a file. It changes no stored data, but uses disk space.
func exportRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "export_workout", Ahead: true, Title: "Export a workout", Toolset: toolset, Safety: tools.WriteFile, Idempotent: true,
		Description: "Exports a library or calendar workout as a file for a device or app, or calendar days as iCalendar, to Lapkeep's " +
			"export folder, with what the format cannot store.",
		Aliases: map[string]string{"workout_id": "id", "event_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "format", append(written(), formatICal)...)
		},
	}, func(ctx context.Context, c *tools.Call, in exportIn) (*exported, error) {
		if in.Format == "" {
			in.Format = "fit"
			if in.Range.Set {
				in.Format = formatICal
			}
		}
		f, err := in.file(ctx, d, c)
		if err != nil {
			return nil, err
		}
		out := &exported{
			Losses: []i18n.Sentence{}, ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String(), Format: in.Format, DryRun: c.DryRun,
		}
		for i, l := range f.losses {
			if out.Cut = i == maxLosses; out.Cut {
				break
			}
			out.Losses = append(out.Losses, l.Sentence())
		}
		if in.Inline {
			return out, out.put(f.Data)
		}
		kept, err := f.Export(d.ExportDir, tools.Export{DryRun: c.DryRun})
		if err != nil {
			return nil, err
		}
		out.Path, out.URI = kept.Path, kept.URI
		return out, nil
	})
}

// written returns the names of the formats in which workouts can be written.
func written() []string {
	var out []string
	for _, f := range workoutfile.AllForms() {
		if f.Write != nil {
			out = append(out, f.Name)
		}
	}
	return out
}

// put adds the file to the answer.
func (e *exported) put(data []byte) error {
	if e.Content = string(data); !utf8.Valid(data) {
		e.Content = base64.StdEncoding.EncodeToString(data)
	}
	if len(e.Content) > maxInline {
		return training.Errorf(training.KindTooLarge, "The file is %d kB; an answer can contain at most %d "+
			"kB.", len(e.Content)/1000, maxInline/1000).
			WithFix("Leave inline out; it is then written to a file.")
	}
	return nil
}

// file is a file that is to be exported, with a list of the parts that its format cannot express.
type file struct {
	tools.File
	losses []workout.Loss
}

func (in *exportIn) file(ctx context.Context, d Deps, c *tools.Call) (*file, error) {
	days, err := workouts.DaysOf(ctx, d.Store, c.Scope)
	if err != nil {
		return nil, err
	}
	switch {
	case in.Range.Set && in.ID == "":
		return in.days(ctx, d, c, days)
	case in.ID == "" || in.Range.Set:
		return nil, training.Errorf(training.KindInvalid, "Export either one workout or a range of days at a time.").WithFix("Give id or range.")
	}
	w, day, on, err := in.one(ctx, d, c, days)
	if err != nil {
		return nil, err
	}
	if len(w.Steps) == 0 {
		return nil, training.Errorf(training.KindUnsupported, "%s has no steps to export.", cmp.Or(w.Name, in.ID)).
			WithFix("Add steps; check_workout shows what is wrong with its text.")
	}
	f := &file{File: tools.File{Athlete: c.Scope.Athlete, Name: in.ID + "-" + w.Name, Ext: "." + in.Format}}
	if in.Format == formatICal {
		e := workoutfile.OfWorkout(c.Say, &w, day)
		e.UID, e.Stamp, e.Day, e.Unscheduled = in.ID, c.Now, on, on == 0
		f.Ext, f.Data = ".ics", workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: w.Name})
		return f, nil
	}
	form, err := workoutfile.Named(in.Format)
	if err != nil {
		return nil, err
	}
	f.Data, f.losses, err = form.Write(&w, day)
	if in.Format == "igpsport" {
		f.Ext = ".json"
	}
	return f, err
}

// one returns the workout with the given id, and the day whose thresholds apply
// to it. on is the day for which the workout is planned, or the zero day.
func (in *exportIn) one(
	ctx context.Context, d Deps, c *tools.Call, days *workouts.Days,
) (w workout.Workout, day efforts.Day, on training.Day, err error) {
	if in.Date.Set {
		on = in.Date.Day
	}
	kept, err := workouts.Pick(ctx, d.Store, c.Scope, in.ID)
	if err == nil {
		return kept.Planned(), days.On(cmp.Or(on, c.Today), kept.Discipline()), on, nil
	}
	if training.KindOf(err) != training.KindNotFound {
		return w, day, 0, err
	}
	e, err := calendar.Find(ctx, d.Calendar.Store, c.Scope, in.ID)
	if training.KindOf(err) == training.KindNotFound {
		err = training.Errorf(training.KindNotFound, "There is no workout %q in the library or the calendar.", tools.Clip(in.ID)).
			WithFix("list_workouts and list_events show the ids.")
	}
	if err != nil {
		return w, day, 0, err
	}
	on = cmp.Or(on, e.Days.From)
	return e.Planned(), days.On(on, e.Discipline()), on, nil
}

// days returns the events on a range of days as a single file.
func (in *exportIn) days(ctx context.Context, d Deps, c *tools.Call, days *workouts.Days) (*file, error) {
	if in.Format != formatICal {
		return nil, training.Errorf(training.KindInvalid, "Calendar days can only be exported as ical; %s holds one workout.", in.Format).
			WithFix("Give format ical, or the id of one workout.")
	}
	r := in.Range.Range()
	events, err := calendar.In(ctx, d.Calendar.Store, c.Scope, r)
	if err != nil {
		return nil, err
	}
	var all []workoutfile.Event
	for i := range events {
		all = append(all, events[i].ICal(c.Say, days, c.Now, c.Location))
	}
	if len(all) == 0 {
		return nil, training.Errorf(training.KindNotFound, "Nothing is planned from %s to %s.", r.From, r.To).
			WithFix("list_events shows when there is one.")
	}
	name := fmt.Sprintf("calendar-%s-%s", r.From, r.To)
	return &file{File: tools.File{
		Athlete: c.Scope.Athlete, Name: name, Ext: ".ics", Data: workoutfile.WriteICal(all, workoutfile.ICalOptions{Name: "Lapkeep"}),
	}}, nil
}
