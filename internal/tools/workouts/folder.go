package workouts

import (
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// The kinds of what holds workouts.
const (
	kindFolder = "folder"
	kindPlan   = "plan"
)

const ofFolder = store.ChangeKind(document.Folders)

// folder is a folder of the library, if there is one of the id.
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

// saveFolder makes a folder or a plan, or gives one another name.
func (in *saveIn) saveFolder(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	if in.Name == nil || textclean.Line(*in.Name, textclean.NameRunes) == "" {
		return nil, training.Errorf(training.KindInvalid, "A folder needs a name.").WithFix("Give name.")
	}
	if in.Sport != "" || in.Folder != nil || in.PlanDay != nil || in.Duration != nil || in.Distance != nil ||
		in.Load != nil || len(in.Steps) > 0 || len(in.Clear) > 0 {
		return nil, training.Errorf(training.KindInvalid,
			"A folder has a name and a description alone.").WithFix("Leave the other arguments, or kind, out.")
	}
	id, before := in.ID, workouts.Folder{}
	if id != "" {
		var ok bool
		var err error
		if before, ok, err = folder(ctx, d, c, id); err != nil || !ok {
			return nil, orNoFolder(err, id)
		}
	} else {
		id = d.NewID()
	}
	name := textclean.Line(*in.Name, textclean.NameRunes)
	fields, err := in.folderWords(&before, name)
	if err != nil {
		return nil, err
	}
	ch := journal.Change{Of: ofFolder, Target: "folder", Field: "name", Before: i18n.Name(before.Name), After: i18n.Name(name)}
	w := c.Write(i18n.Sentencef("Save the folder %s of the library.", name), map[string]string{"folder:" + id: string(before.Document.Own)})
	return c.Do(ctx, d.Journal, w, id, in.ID == "",
		c.Put(tools.OwnOf(document.Folders, "folder", id, &before.Document, document.Own{Fields: fields}), ch))
}

// folderWords are the athlete's own words on a folder. Its kind never changes.
func (in *saveIn) folderWords(before *workouts.Folder, name string) (json.RawMessage, error) {
	words := map[string]any{}
	if len(before.Document.Own) > 0 {
		if err := json.Unmarshal(before.Document.Own, &words); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The entries on the folder %s cannot be read: %w.", before.ID, err)
		}
	}
	if words["name"] = name; in.ID == "" {
		words["plan"] = in.Kind == kindPlan
	}
	if in.Description != nil {
		words["description"] = text(*in.Description)
	}
	return json.Marshal(words)
}

// deleteFolder deletes an empty folder.
func (in *deleteIn) deleteFolder(ctx context.Context, d Deps, c *tools.Call, f *workouts.Folder) (*tools.WrittenOne, error) {
	all, err := workouts.Workouts(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(w workouts.WorkoutView) bool { return w.FolderID != f.ID })
	name := textclean.Line(f.Name, textclean.NameRunes)
	if len(all) > 0 {
		return nil, training.Errorf(training.KindConflict, "%s still holds %s.", name, i18n.Counted(len(all), "workout", "workouts")).
			WithFix("Delete or move them first; list_workouts with folder shows them.")
	}
	ch := journal.Change{Of: ofFolder, Target: f.ID, Field: "folder", Before: i18n.Name(name), After: "deleted"}
	w := c.Write(i18n.Sentencef("Delete the folder %s of the library.", name), map[string]string{"folder:" + f.ID: string(f.Document.Own)})
	return c.Do(ctx, d.Journal, w, f.ID, false, c.Put(tools.OwnOf(document.Folders, "folder", f.ID, &f.Document, deleted(&f.Document)), ch))
}

func orNoFolder(err error, id string) error {
	if err == nil {
		err = training.Errorf(training.KindNotFound, "There is no folder %q in the library.",
			textclean.Line(id, textclean.NameRunes)).WithFix("list_workouts shows the folders.")
	}
	return err
}
