package activities

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/activity"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// targetLocal is a note that stays in the store.
const targetLocal = "local"

type addNoteIn struct {
	ID     string `json:"id" jsonschema:"activity id"`
	Text   string `json:"text" jsonschema:"what to write"`
	Target string `json:"target,omitempty" jsonschema:"where it goes; local stays on this machine"`
	DryRun bool   `json:"dry_run,omitempty" jsonschema:"only show what would be written"`
}

type noteWritten struct {
	written
	NoteID string `json:"note_id,omitempty"`
}

func addNoteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "add_activity_note", Title: "Write a note", Toolset: toolset, Safety: tools.Write,
		Description: "Writes a note on one activity, beside the athlete's own description. It stays on this machine and can be undone.",
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "text", textclean.TextRunes)
			tools.Enum(s, "target", targetLocal)
			tools.Default(s, "target", targetLocal)
		},
	}, func(ctx context.Context, c *tools.Call, in addNoteIn) (*noteWritten, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		text := textclean.Text(in.Text, textclean.TextRunes)
		if text == "" {
			return nil, training.Errorf(training.KindInvalid, "The note has no text.").WithFix("Give text.")
		}
		n := store.Note{ID: d.NewID(), Activity: row.ID, Target: in.Target, Author: author(c), Text: text, At: c.Now}
		w := write(c, "Write a note on the "+called(&row)+".", in.DryRun, map[string]string{n.ID: ""})
		out, err := d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
			return journal.Effect{
				Changes: []journal.Change{{Target: string(row.ID), Field: "note", After: n.Text}},
				Inverse: []journal.Op{journal.DeleteNote(n)},
			}, tx.PutNote(c.Scope.Athlete, n)
		})
		if err != nil {
			return nil, err
		}
		answered := &noteWritten{written: *answer(&row, out)}
		if !in.DryRun {
			answered.NoteID = n.ID
		}
		return answered, nil
	})
}

// author is who writes through a face.
func author(c *tools.Call) string {
	if c.Scope.Audience == training.AudienceModel {
		return "assistant"
	}
	return "athlete"
}
