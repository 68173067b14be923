package calendar

import (
	"context"
	"slices"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Note is a note on a planned session, with its id.
type Note struct {
	ID string
	training.SessionNote
}

// maxNotes is the maximum number of notes in an answer. If there are more, the newest are shown.
const maxNotes = 20

// NotesOn returns the notes on some events, oldest first. hidden means that the athlete does not share notes with assistants.
func NotesOn(ctx context.Context, r store.Reader, s training.Scope, on func(event string) bool) (out []Note, hidden bool, err error) {
	missing, err := tellHidden(ctx, r, s, nil, "text")
	if err != nil || missing != nil {
		return nil, missing != nil, err
	}
	all, err := document.List[training.SessionNote](ctx, r, s, document.SessionNotes)
	for _, d := range all {
		if n := d.Value; on(n.Event) {
			n.Author, n.Text = textclean.Line(n.Author, nameRunes), textclean.Text(n.Text, textclean.TextRunes)
			out = append(out, Note{d.ID, n})
		}
	}
	slices.SortStableFunc(out, func(a, b Note) int { return a.At.Compare(b.At) })
	return out[max(0, len(out)-maxNotes):], false, err
}
