package workouts

import (
	"context"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_workout", Title: "Delete a workout of the library", Toolset: toolset, Safety: tools.Write,
		Sends: true, Deletes: true, Asks: true,
		Description: "Deletes a workout of the library, which asks the athlete first, or an empty folder; what was planned with it stays " +
			"in the calendar. Can be undone.",
		Aliases: map[string]string{"workout_id": "id", "confirm": "dry_run"},
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
		w := c.Write(i18n.Sentencef("Delete the workout %s of the library.", name),
			map[string]string{"workout:" + in.ID: string(it.Document.Own)})
		w.Destructive = true
		gone := journal.Change{Of: ofWorkout, Target: in.ID, Field: "workout", Before: i18n.Name(name), After: "deleted"}
		out, err := c.Do(ctx, d.Journal, w, in.ID, false,
			c.Put(tools.OwnOf(document.Workouts, "workout", in.ID, &it.Document, deleted(&it.Document)), gone))
		if err == nil {
			out.KeptHere(it.Document.Said)
		}
		return out, err
	})
}
