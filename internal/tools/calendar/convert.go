package calendar

import (
	"context"
	"encoding/json"
	"fmt"

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

// Where a plan is put.
const (
	toCalendar = "calendar"
	toLibrary  = "library"
	toPlan     = "training_plan"
)

// toFolder keeps a training plan as a folder of the library, which goes to
// services as others do. Again it becomes what the plan says now.
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
	summary := i18n.Sentencef("Keep the training plan %q as a folder of the library with %s.", name,
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

// folderWords are the words on the folder and its workouts, and the deletion of
// workouts that the plan has no more.
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
			if len(w.Document.Said) > 0 {
				gone = document.Own{Fields: w.Document.Own, Deleted: true}
			}
			out = append(out, tools.OwnOf(document.Workouts, "workout", w.ID, &w.Document, gone))
		}
	}
	return out, nil
}

// toText keeps a folder of the library as a training plan from a day on.
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
	done, err := d.Texts.Write(ctx, c, i18n.Sentencef("Keep the folder %q of the library as the training plan %s.", name, i18n.Name(id)),
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

// placeOf is the plan that says the same already, else a free one: another plan
// of the name is not written over.
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
