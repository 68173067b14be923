package workouts

import (
	"context"

	"lapkeep/internal/analysis/library"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
)

type deleteIn struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run,omitempty"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_workout", Title: "Delete a workout of the library", Toolset: toolset, Safety: tools.Write, Sends: true, Deletes: true,
		Description: "Deletes a workout of the library, or an empty folder; what was planned with it stays in the calendar. Can be undone.",
		Aliases:     map[string]string{"workout_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*written, error) {
		f, ok, err := folder(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			return in.deleteFolder(ctx, d, c, &f)
		}
		it, err := library.Find(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(it.Name, textclean.NameRunes)
		out := &written{ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String()}
		w := write(c, "Delete the workout "+name+" of the library.", in.DryRun, in.ID, string(it.Document.Own))
		out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
			own := document.Own{Fields: it.Document.Own, Deleted: true}
			if len(it.Document.Said) == 0 {
				own = document.Own{}
			}
			return put(tx, c, in.ID, &it, own, []journal.Change{{Of: ofWorkout, Target: in.ID, Field: "workout", Before: name, After: "deleted"}})
		})
		if err != nil {
			return nil, err
		}
		out.kept(&it)
		return out, nil
	})
}

// kept says of what a service has that is not connected that it is not changed
// there.
func (out *written) kept(it *library.Workout) {
	if len(it.Document.Said) > 0 && len(out.AtService) == 0 {
		out.Notes = append(out.Notes, "The change is kept here; it is not sent to "+it.Document.Said[0].Source+".")
	}
}
