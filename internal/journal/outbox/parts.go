package outbox

import (
	"context"
	"encoding/json"

	"lapkeep/internal/journal"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// What follows is what kinds of other packages are made of.

// ChangedDocument is a document whose own words a write replaced.
type ChangedDocument struct {
	Layers   document.Layers // as they stand
	Former   document.Own
	Was, Is  bool // whether there was, and is, a document to be seen
	AtSource map[source.Name]string
}

// DocumentOf reads a change of the athlete's own words of a collection; nil if
// it is none.
func DocumentOf(tx *store.Tx, a training.AthleteID, did journal.Changed, c document.Collection) (*ChangedDocument, error) {
	d, ok, err := documentOf(tx, a, did, c)
	if err != nil || !ok {
		return nil, err
	}
	return &ChangedDocument{d.layers, d.former, visible(d.layers, d.former), visible(d.layers, d.layers.Own), AtSource(d.layers)}, nil
}

// Said reports whether a value says anything.
func Said(b json.RawMessage) bool { return value(b) != nil }

type athleteKey struct{}

// WithAthlete says whose things a request to a service is about.
func WithAthlete(ctx context.Context, a training.AthleteID) context.Context {
	return context.WithValue(ctx, athleteKey{}, a)
}

// AthleteOf is whose things the methods of a kind are called for.
func AthleteOf(ctx context.Context) training.AthleteID {
	a, _ := ctx.Value(athleteKey{}).(training.AthleteID) // nobody has no things
	return a
}
