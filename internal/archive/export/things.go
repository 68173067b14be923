package export

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// collections are the documents that an export holds; decisions on pairs have
// a place of their own.
func collections() []document.Collection {
	return []document.Collection{
		document.Wellness, document.Events, document.Workouts, document.Folders, document.CustomItems,
		document.Reminders, document.Routes, document.PrivacyZones,
	}
}

// things are all documents with their layers.
func things(ctx context.Context, db Store, scope training.Scope) (out []Thing, err error) {
	for _, c := range collections() {
		docs, err := db.Documents(ctx, scope, c, document.Filter{})
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			t := Thing{Collection: c, ID: d.ID, Days: d.Days, Own: d.Own}
			for _, s := range d.Said {
				t.Said = append(t.Said, Word{s.Source, s.AsOf, s.Body})
			}
			out = append(out, t)
		}
	}
	return out, nil
}
