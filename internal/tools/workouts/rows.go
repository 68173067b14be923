package workouts

import (
	"context"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "workouts"

const ofWorkout = store.ChangeKind(document.Workouts)

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// Calendar holds the dependencies that are needed to plan a workout.
	Calendar calendar.Deps
	// Services returns an athlete's connections, and Sent finds what was sent to them.
	// nil means that there are no connections.
	Services func(training.AthleteID) Services
	Sent     func() ledger.OutboxReader
	// ExportDir is the folder below which exports are written.
	ExportDir string
	// NewID returns an unused id.
	NewID func() string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), checkRow(d), exportRow(d), saveRow(d), deleteRow(d)}
}

// deleted returns the athlete's own layer of a workout or folder after its deletion.
func deleted(before *document.Document) document.Own {
	if len(before.Statements) == 0 {
		return document.Own{}
	}
	return document.Own{Fields: before.Own, Deleted: true}
}

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_workout", Title: "Delete a library workout", Toolset: toolset, Safety: tools.Write,
		Sends: true, Deletes: true, Asks: true,
		Description: "Deletes a library workout, after asking the athlete, or an empty folder; the calendar keeps its own.",
		Aliases:     map[string]string{"workout_id": "id", "confirm": "dry_run"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		f, ok, err := folder(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			return in.deleteFolder(ctx, d, c, &f)
		}
		it, err := workouts.FindWorkout(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(it.Name, textclean.NameRunes)
		w := c.Write(i18n.Sentencef("Delete the library workout %s.", name),
			map[string]string{"workout:" + in.ID: string(it.Document.Own)})
		w.Destructive = true
		gone := journal.Change{Of: ofWorkout, Target: in.ID, Field: "workout", Before: i18n.Name(name), After: "deleted"}
		out, err := c.Do(ctx, d.Journal, w, in.ID, false,
			c.Put(tools.OwnOf(document.Workouts, "workout", in.ID, &it.Document, deleted(&it.Document)), gone))
		if err == nil {
			out.KeptHere(it.Document.Statements)
		}
		return out, err
	})
}

type getIn struct {
	ID string `json:"id"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_workout", Title: "One workout", Toolset: toolset, Idempotent: true,
		Description: "One library workout or session: purpose, text, steps as columns, duration and load, folder or plan.",
		Aliases:     map[string]string{"workout_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*workouts.Detail, error) {
		return workouts.GetWorkout(ctx, d.Store, c.Scope, c.Frame(), in.ID)
	})
}

type checkIn struct {
	Steps       tools.JSON          `json:"steps,omitempty"`
	Description string              `json:"description,omitempty" jsonschema:"or steps as text"`
	ID          string              `json:"id,omitempty" jsonschema:"or a library workout"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Indoor      bool                `json:"indoor,omitempty"`
	Date        tools.PlanDate      `json:"date,omitzero" jsonschema:"use the thresholds of this day"`
	Picture     bool                `json:"picture,omitempty"`
}

func checkRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "check_workout", Title: "Check a structured workout", Toolset: toolset, Idempotent: true,
		Description: "Checks a workout: errors and where they are, its duration, kJ, normalized power and load, and what each format " +
			"(FIT, ZWO, ERG, MRC, iGPSport) cannot store; with a picture.",
		Aliases: map[string]string{"text": "description", "workout": "steps", "workout_ir": "steps", "workout_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Brief(s.Properties["steps"])
			tools.Default(s, "picture", true)
		},
	}, func(ctx context.Context, c *tools.Call, in checkIn) (*workouts.Checked, error) {
		draft, err := in.draft(ctx, d, c)
		if err != nil {
			return nil, err
		}
		return workouts.CheckWorkout(ctx, d.Store, c.Scope, c.Frame(), draft)
	})
}

func (in *checkIn) draft(ctx context.Context, d Deps, c *tools.Call) (*workouts.Draft, error) {
	out := &workouts.Draft{
		Indoor: in.Indoor, Day: in.Date.Or(c.Today), Picture: in.Picture, Voice: workout.Voice{Say: c.Voice().Say, Miles: c.Miles},
	}
	if in.ID != "" {
		return out, in.kept(ctx, d, c, out)
	}
	a := tools.ReadStepsArg(c, "", in.Steps, in.Description, in.Sport.Sport)
	if a.Sport == "" {
		return nil, training.Errorf(training.KindInvalid, "The workout has no sport.").WithFix("Give sport, e.g. ride, run or swim.")
	}
	out.Workout, out.Text, out.Faults = a.Workout, a.Text, a.Faults
	if a.Sport == in.Sport.Sport {
		out.SubSport, out.Indoor = in.Sport.Kept(), out.Indoor || in.Sport.Indoor
	}
	return out, nil
}

// kept reads a workout of the library. If the workout has steps, unreadable
// parts of its text are only warnings.
func (in *checkIn) kept(ctx context.Context, d Deps, c *tools.Call, out *workouts.Draft) error {
	if len(in.Steps) > 0 || in.Description != "" {
		return training.Errorf(training.KindInvalid, "A library workout has its own steps.").
			WithFix("Give id, or steps or description.")
	}
	w, err := workouts.Pick(ctx, d.Store, c.Scope, in.ID)
	if err != nil {
		return err
	}
	out.Workout, out.Text, out.Indoor = w.Planned(), w.Description, w.Indoor
	a := tools.ReadStepsArg(c, "", nil, w.Description, w.Sport)
	for _, f := range a.Faults {
		f.Warning = f.Warning || len(out.Steps) > 0
		out.Faults = append(out.Faults, f)
	}
	return nil
}

type listIn struct {
	Folder      string              `json:"folder,omitempty" jsonschema:"id or name"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Purpose     workout.Purpose     `json:"purpose,omitempty"`
	MinDuration float64             `json:"min_duration_s,omitempty"`
	MaxDuration float64             `json:"max_duration_s,omitempty"`
	MinLoad     float64             `json:"min_load,omitempty"`
	MaxLoad     float64             `json:"max_load,omitempty"`
	Text        string              `json:"text,omitempty"`
	Limit       int                 `json:"limit,omitempty"`
	Cursor      string              `json:"cursor,omitempty"`
}

func listRow(d Deps) tools.Row {
	lister := workouts.NewLister(d.Store)
	return tools.New(tools.Spec{
		Name: "list_workouts", Title: "Workout library", Toolset: toolset, Idempotent: true,
		Description: "The workout library, the athlete's own workouts and Lapkeep's 49 sessions, with duration and load; folders and " +
			"plans with counts.",
		Aliases: map[string]string{
			"folder_id": "folder", "folder_name": "folder", "query": "text", "search": "text", "max_results": "limit",
			"min_duration": "min_duration_s", "max_duration": "max_duration_s", "min_tss": "min_load", "max_tss": "max_load",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "purpose", workout.Purposes()...)
			tools.Bounds(s, "limit", 1, workouts.MaxRows)
			tools.Default(s, "limit", workouts.DefaultRows)
			tools.MaxLength(s, "text", textclean.NameRunes)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*workouts.WorkoutList, error) {
		return lister.Show(ctx, c.Scope, c.Frame(), workouts.Query{
			Folder: in.Folder, Sport: in.Sport, Text: in.Text, Purpose: in.Purpose,
			MinDurationS: in.MinDuration, MaxDurationS: in.MaxDuration, MinLoad: in.MinLoad, MaxLoad: in.MaxLoad,
			Cursor: in.Cursor, Limit: in.Limit,
		})
	})
}

// These are the kinds of folders.
const (
	kindFolder = "folder"
	kindPlan   = "plan"
)

const ofFolder = store.ChangeKind(document.Folders)

// folder returns the library folder with the given id, if there is one.
func folder(ctx context.Context, d Deps, c *tools.Call, id string) (f workouts.Folder, ok bool, err error) {
	all, err := workouts.Folders(ctx, d.Store, c.Whole())
	if err != nil {
		return f, false, err
	}
	i := slices.IndexFunc(all, func(f workouts.Folder) bool { return f.ID == id })
	if i < 0 {
		return f, false, nil
	}
	return all[i], true, nil
}

// saveFolder creates a folder or a plan, or renames it.
func (in *saveIn) saveFolder(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	if in.Name == nil || textclean.Line(*in.Name, textclean.NameRunes) == "" {
		return nil, training.Errorf(training.KindInvalid, "A folder needs a name.").WithFix("Give name.")
	}
	if !in.Sport.IsZero() || in.Folder != nil || in.PlanDay != nil || in.Duration != nil || in.Distance != nil ||
		in.Load != nil || len(in.Steps) > 0 || len(in.Clear) > 0 {
		return nil, training.Errorf(training.KindInvalid,
			"A folder has only a name and a description.").WithFix("Leave out either kind or the other arguments.")
	}
	var before workouts.Folder
	if in.ID != "" {
		var ok bool
		var err error
		if before, ok, err = folder(ctx, d, c, in.ID); err != nil || !ok {
			return nil, orNoFolder(err, in.ID)
		}
	}
	e, err := tools.NewEdit(ofFolder, "folder", &before.Document, d.NewID)
	if err != nil {
		return nil, err
	}
	name := textclean.Line(*in.Name, textclean.NameRunes)
	e.Fields["name"] = name
	e.Note("name", i18n.Name(before.Name), i18n.Name(name))
	if e.New { // the kind of a folder cannot be changed
		e.Fields["plan"] = in.Kind == kindPlan
	}
	if in.Description != nil {
		e.Fields["description"] = text(*in.Description)
	}
	return e.Save(ctx, c, d.Journal, e.Write(c, i18n.Sentencef("Save the library folder %s.", name)))
}

// deleteFolder deletes a folder, which must be empty.
func (in *deleteIn) deleteFolder(ctx context.Context, d Deps, c *tools.Call, f *workouts.Folder) (*tools.WrittenOne, error) {
	all, err := workouts.Workouts(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(w workouts.WorkoutView) bool { return w.FolderID != f.ID })
	name := textclean.Line(f.Name, textclean.NameRunes)
	if len(all) > 0 {
		return nil, training.Errorf(training.KindConflict, "%s still contains %s.", name, i18n.Counted(len(all), "workout", "workouts")).
			WithFix("Delete or move them first; list_workouts with folder shows them.")
	}
	ch := journal.Change{Of: ofFolder, Target: f.ID, Field: "folder", Before: i18n.Name(name), After: "deleted"}
	w := c.Write(i18n.Sentencef("Delete the library folder %s.", name), map[string]string{"folder:" + f.ID: string(f.Document.Own)})
	return c.Do(ctx, d.Journal, w, f.ID, false, c.Put(tools.OwnOf(document.Folders, "folder", f.ID, &f.Document, deleted(&f.Document)), ch))
}

func orNoFolder(err error, id string) error {
	if err == nil {
		err = training.Errorf(training.KindNotFound, "There is no folder %q in the library.",
			textclean.Line(id, textclean.NameRunes)).WithFix("list_workouts shows the folders.")
	}
	return err
}
