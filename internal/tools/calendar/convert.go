package calendar

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	library "lapkeep/internal/answers/workouts"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the places to which a plan can be converted.
const (
	toCalendar = "calendar"
	toLibrary  = "library"
	toPlan     = "training_plan"
)

// toFolder stores a training plan as a folder of the library, which is sent to services
// like other folders. If it is called again, it updates the folder from the plan.
func toFolder(ctx context.Context, d Deps, c *tools.Call, p *plan.Kept) (*Written, error) {
	if !plan.Sound(p.Problems) {
		return nil, notSound(p)
	}
	f, workouts := p.ToFolder()
	f.ID = "plan-" + p.ID
	name := textclean.Line(p.Name, textclean.NameRunes)
	words, err := folderWords(ctx, d, c, &f, workouts)
	if err != nil {
		return nil, err
	}
	out := &Written{LocalDate: c.Today, TimeZone: c.Location.String(), Events: []WrittenEvent{}}
	targets := map[string]string{}
	for i := range words {
		targets[string(words[i].In)+":"+words[i].ID] = string(words[i].Had)
	}
	summary := i18n.Sentencef("Save the training plan %q as a library folder with %s.", name,
		i18n.Numbered(len(workouts), "workout", "workouts"))
	out.Outcome, err = d.Journal.Do(ctx, c.Write(summary, targets), func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: []journal.Change{
			{Of: store.ChangeKind(document.Folders), Target: f.ID, Field: "folder", After: i18n.Name(name)},
		}}
		for i := range words {
			if err := words[i].Put(tx, c.Scope.Athlete, &e); err != nil {
				return e, err
			}
		}
		return e, nil
	})
	if err != nil {
		return nil, err
	}
	out.Notes = append(out.Notes, i18n.Sentencef("It is the folder %s; list_workouts with folder shows it.", i18n.Name(f.ID)))
	return out, nil
}

// folderWords returns the layers to write for the folder and its workouts, including the
// deletion of workouts that are no longer in the plan.
func folderWords(
	ctx context.Context, d Deps, c *tools.Call, f *training.WorkoutFolder, workouts []training.LibraryWorkout,
) ([]tools.OwnWords, error) {
	there := map[string]document.Document{}
	for _, in := range []document.Collection{document.Folders, document.Workouts} {
		docs, err := d.Store.Documents(ctx, c.Whole(), in, document.Filter{})
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			there[string(in)+doc.ID] = doc
		}
	}
	old, err := library.Workouts(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	var out []tools.OwnWords
	put := func(in document.Collection, what, id string, v any) error {
		fields, err := json.Marshal(v)
		before := there[string(in)+id]
		out = append(out, tools.OwnOf(in, what, id, &before, document.Own{Fields: fields}))
		return err
	}
	id := f.ID
	bare := *f
	bare.ID = ""
	if err := put(document.Folders, "folder", id, bare); err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	for i := range workouts {
		w := workouts[i]
		wid := idOf(id+"/"+w.ID, 0)
		kept[wid] = true
		w.ID, w.FolderID = "", id
		if err := put(document.Workouts, "workout", wid, w); err != nil {
			return nil, err
		}
	}
	for i := range old {
		if w := &old[i]; w.FolderID == id && !kept[w.ID] {
			gone := document.Own{}
			if len(w.Document.Statements) > 0 {
				gone = document.Own{Fields: w.Document.Own, Deleted: true}
			}
			out = append(out, tools.OwnOf(document.Workouts, "workout", w.ID, &w.Document, gone))
		}
	}
	return out, nil
}

// toText stores a folder of the library as a training plan that starts on the given day.
func toText(ctx context.Context, d Deps, c *tools.Call, in planIn) (*Written, error) {
	folder, workouts, err := library.PlanView(ctx, d.Store, c.Scope, in.Plan)
	if err != nil {
		return nil, err
	}
	all := make([]training.LibraryWorkout, len(workouts))
	for i := range workouts {
		all[i] = workouts[i].LibraryWorkout
	}
	body := plan.OfFolder(&folder.WorkoutFolder, all, in.Start.Day)
	was, err := placeOf(ctx, d, c, folder.Name, body)
	if err != nil {
		return nil, err
	}
	id := was.ID
	name := textclean.Line(folder.Name, textclean.NameRunes)
	done, err := d.Texts.Write(ctx, c, i18n.Sentencef("Save the library folder %q as the training plan %s.", name, i18n.Name(id)),
		id, was.Own == nil, was.Of(body, tools.Author(c), c.Now))
	if err != nil {
		return nil, err
	}
	return &Written{
		LocalDate: c.Today, TimeZone: c.Location.String(), Events: []WrittenEvent{}, Outcome: done.Outcome,
		Notes: append(done.Notes,
			i18n.Sentencef("It is the training plan %s; check_training_plan compares it with what was done.", i18n.Name(id))),
	}, nil
}

// placeOf returns the id of the plan with the same text, if there is one, and otherwise
// an unused id, so that a different plan with the same name is not overwritten.
func placeOf(ctx context.Context, d Deps, c *tools.Call, name, body string) (memory.Text, error) {
	for n := 1; ; n++ {
		id := plan.IDOf(name)
		if n > 1 {
			id = fmt.Sprintf("%s-%d", id, n)
		}
		was, err := memory.FindText(ctx, d.Store, c.Whole(), memory.TrainingPlan, id)
		switch {
		case training.KindOf(err) == training.KindNotFound && err != nil:
			return memory.Text{Kind: memory.TrainingPlan, ID: id}, nil
		case err != nil || was.Body == body:
			return was, err
		}
	}
}

type planIn struct {
	Plan  string         `json:"plan_id" jsonschema:"training plan or library folder"`
	Start tools.PlanDate `json:"start_date,omitzero" jsonschema:"for a folder"`
	To    string         `json:"to,omitempty" jsonschema:"library: save as a folder; training_plan: create from a folder"`
}

func planRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_training_plan", Title: "Put a training plan into the calendar", Toolset: toolset, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Publishes a training plan's sessions from today on, or a library plan folder from a start date, to the calendar; " +
			"repeat to send only the changes. The athlete's own calendar edits are kept. Asks the athlete first for more than 20 " +
			"workouts or 14 days.",
		Aliases: map[string]string{
			"folder_id": "plan_id", "id": "plan_id", "plan": "plan_id", "date": "start_date",
			"start_date_local": "start_date",
		},
		Input: func(s *jsonschema.Schema) { tools.Enum(s, "to", toCalendar, toLibrary, toPlan) },
	}, func(ctx context.Context, c *tools.Call, in planIn) (*Written, error) {
		notes := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
		out, err := apply(ctx, d, c, in)
		if out != nil {
			out.Notes = append(out.Notes, notes...)
		}
		return out, err
	})
}

// apply adds a plan to the calendar: the training plan with the given id or, if there is
// none, the folder with that id.
func apply(ctx context.Context, d Deps, c *tools.Call, in planIn) (*Written, error) {
	kept, err := plan.Find(ctx, d.Store, c.Whole(), in.Plan, c.Today)
	isPlan, dated := err == nil, in.Start.Day != 0
	switch {
	case err != nil && training.KindOf(err) != training.KindNotFound && training.KindOf(err) != training.KindInvalid:
		return nil, err
	case isPlan && in.To == toPlan:
		return nil, training.Errorf(training.KindInvalid, "%q is a training plan already.", in.Plan).
			WithFix("Give the id of a folder, or another value for to.")
	case isPlan && dated:
		return nil, training.Errorf(training.KindInvalid, "The training plan %q has its own dates.", in.Plan).
			WithFix("Leave start_date out, or change plan_start_date in the plan.")
	case isPlan && in.To == toLibrary:
		return toFolder(ctx, d, c, &kept)
	case isPlan:
		return publish(ctx, d, c, &kept)
	case in.To == toLibrary:
		return nil, training.Errorf(training.KindNotFound, "There is no training plan %q.", in.Plan).WithFix("Give the id of a training plan.")
	case !dated:
		return nil, training.Errorf(training.KindInvalid, "There is no training plan %q, and a folder needs a start_date.", in.Plan).
			WithFix("Give the id of a training plan, or the id of a folder with start_date.")
	case in.To == toPlan:
		return toText(ctx, d, c, in)
	}
	return applyFolder(ctx, d, c, in)
}

// applyFolder adds the workouts of a folder to the calendar.
func applyFolder(ctx context.Context, d Deps, c *tools.Call, in planIn) (*Written, error) {
	folder, workouts, err := library.PlanView(ctx, d.Store, c.Scope, in.Plan)
	if err != nil {
		return nil, err
	}
	drafts := make([]draft, len(workouts))
	for i := range workouts {
		if drafts[i], err = scheduled(&folder.WorkoutFolder, &workouts[i].LibraryWorkout, in.Start.Day); err != nil {
			return nil, tools.InRow("event", i, err)
		}
	}
	changes, err := draw(ctx, d, c, drafts)
	if err != nil {
		return nil, err
	}
	name := textclean.Line(folder.Name, textclean.NameRunes)
	return write(ctx, d, c, order{
		summary: i18n.Sentencef("Put %s from the plan %q into the calendar from %s.",
			i18n.Numbered(len(drafts), "event", "events"), name, in.Start.Day),
		changes: changes,
	})
}

// scheduled returns the draft of an event for a workout of a plan, on its day. Its key is
// derived from the folder, workout and day, so that applying the same folder from the same
// day again finds the event.
func scheduled(folder *training.WorkoutFolder, w *training.LibraryWorkout, start training.Day) (draft, error) {
	day := start + training.Day(*w.PlanDay)
	key := fmt.Sprintf("plan:%s:%s:%s", folder.ID, w.ID, day)
	e := eventOf(w, day)
	e.ExternalID, e.Plan = key, training.PlanRef{ID: folder.ID, Name: folder.Name, Workout: w.ID}
	p, err := patchOf(&e)
	return draft{external: key, patch: p}, err
}
