package store

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Withheld says which fields of things an audience may not see. The report of a
// write is held to it like a read.
type Withheld struct{ sharing training.Sharing }

// Withheld reads what the audience of a scope may not see.
func (db *DB) Withheld(ctx context.Context, s training.Scope) (Withheld, error) {
	v, err := db.look(ctx, s)
	return Withheld{v.sharing}, err
}

// Hides reports whether a field of a kind of thing is withheld, whatever it
// holds. Fields go by the name of the argument that sets them.
func (w Withheld) Hides(k ChangeKind, field string) bool {
	switch k {
	case ChangeSettings:
		return !w.sharing.Weight && field == string(training.KeyWeight)
	case ChangeActivity:
		return !w.sharing.Notes && field == "description"
	}
	return document.Hides(document.Collection(k), w.sharing, field)
}
