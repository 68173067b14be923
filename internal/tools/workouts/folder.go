package workouts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"lapkeep/internal/analysis/library"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The kinds of what holds workouts.
const (
	kindFolder = "folder"
	kindPlan   = "plan"
)

// ofFolder is what changes of a folder are of.
const ofFolder = store.ChangeKind(document.Folders)

// folder is a folder of the library, if there is one of the id.
func folder(ctx context.Context, d Deps, c *tools.Call, id string) (f library.Folder, ok bool, err error) {
	all, err := library.Folders(ctx, d.Store, c.Whole())
	if err != nil {
		return f, false, err
	}
	i := slices.IndexFunc(all, func(f library.Folder) bool { return f.ID == id })
	if i < 0 {
		return f, false, nil
	}
	return all[i], true, nil
}

// saveFolder makes a folder or a plan, or gives one another name.
func (in *saveIn) saveFolder(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	if in.Name == nil || textclean.Line(*in.Name, textclean.NameRunes) == "" {
		return nil, training.Errorf(training.KindInvalid, "A folder needs a name.").WithFix("Give name.")
	}
	if in.Sport != "" || in.Folder != nil || in.PlanDay != nil || in.Duration != nil || in.Distance != nil || in.Load != nil || len(in.Clear) > 0 {
		return nil, training.Errorf(training.KindInvalid, "A folder has a name and a description alone.").WithFix("Leave the other arguments, or kind, out.")
	}
	id, before := in.ID, library.Folder{}
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
	own, err := in.folderWords(&before, name)
	if err != nil {
		return nil, err
	}
	ch := journal.Change{Of: ofFolder, Target: "folder", Field: "name", Before: before.Name, After: name}
	out, err := writeFolder(ctx, d, c, fmt.Sprintf("Save the folder %s of the library.", name), in.DryRun, id, &before, document.Own{Fields: own}, ch)
	if err == nil && in.ID == "" && in.DryRun {
		out.ID = ""
	}
	return out, err
}

// folderWords are the athlete's own words on a folder. What it is stands from
// its beginning.
func (in *saveIn) folderWords(before *library.Folder, name string) (json.RawMessage, error) {
	words := map[string]any{}
	if len(before.Document.Own) > 0 {
		if err := json.Unmarshal(before.Document.Own, &words); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The words on the folder %s cannot be read: %w.", before.ID, err)
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
func (in *deleteIn) deleteFolder(ctx context.Context, d Deps, c *tools.Call, f *library.Folder) (*written, error) {
	all, err := library.Workouts(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(w library.Workout) bool { return w.FolderID != f.ID })
	name := textclean.Line(f.Name, textclean.NameRunes)
	if len(all) > 0 {
		return nil, training.Errorf(training.KindConflict, "%s still holds %s.", name, phrase.Counted(len(all), "workout", "workouts")).
			WithFix("Delete or move them first; list_workouts with folder shows them.")
	}
	own := document.Own{Fields: f.Document.Own, Deleted: true}
	if len(f.Document.Said) == 0 {
		own = document.Own{}
	}
	ch := journal.Change{Of: ofFolder, Target: f.ID, Field: "folder", Before: name, After: "deleted"}
	return writeFolder(ctx, d, c, "Delete the folder "+name+" of the library.", in.DryRun, f.ID, f, own, ch)
}

func writeFolder(ctx context.Context, d Deps, c *tools.Call, summary string, dryRun bool, id string, before *library.Folder, own document.Own, ch journal.Change) (*written, error) {
	out := &written{ID: id, LocalDate: c.Today, TimeZone: c.Location.String()}
	w := write(c, summary, dryRun, id, string(before.Document.Own))
	w.Targets = map[string]string{"folder:" + id: string(before.Document.Own)}
	var err error
	out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(c.Scope.Athlete, document.Folders, id, own)
		if err == nil && (former.Deleted || !bytes.Equal(former.Fields, before.Document.Own)) {
			err = training.Errorf(training.KindConflict, "The folder %s was changed meanwhile.", id).WithFix("Read it again, then call again.")
		}
		return journal.Effect{Changes: []journal.Change{ch}, Changed: []journal.Changed{journal.DocumentChanged{Collection: document.Folders, ID: id, Before: former}}}, err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func orNoFolder(err error, id string) error {
	if err == nil {
		err = training.Errorf(training.KindNotFound, "There is no folder %q in the library.", textclean.Line(id, textclean.NameRunes)).WithFix("list_workouts shows the folders.")
	}
	return err
}
