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

// DocumentOf reads a step on the athlete's own words of a collection; nil if
// it is none.
func DocumentOf(tx *store.Tx, a training.AthleteID, op journal.Op, c document.Collection) (*ChangedDocument, error) {
	d, ok, err := documentOf(tx, a, op, c)
	if err != nil || !ok {
		return nil, err
	}
	return &ChangedDocument{d.layers, d.former, visible(d.layers, d.former), visible(d.layers, d.layers.Own), there(d.layers)}, nil
}

// AtSource are the ids that the services which speak of a document know it by.
func AtSource(l document.Layers) map[source.Name]string { return there(l) }

// WithOwn is a document with these own words.
func WithOwn(l document.Layers, own document.Own) document.Document { return with(l, own) }

// Flat are the set fields of a struct by the names of their JSON, of some names.
func Flat(v any, names []string) (Fields, error) { return flat(v, names) }

// Read puts fields into a struct.
func Read(f Fields, v any) error { return read(f, v) }

// Differing are the names whose values differ, of some or, for nil, of all.
func Differing(k Kind, a, b Fields, names []string) []string { return differing(k, a, b, names) }

// Object is a JSON object by its members, Text the object of members.
func Object(b json.RawMessage) (map[string]json.RawMessage, error) { return object(b) }

// Text is a JSON object of members, nothing for none.
func Text(members map[string]json.RawMessage) (json.RawMessage, error) { return text(members) }

// EmptyOf gives each field of a struct as JSON says that it is empty.
func EmptyOf(v any) Fields { return emptyOf(v) }

// Said reports whether a value says anything.
func Said(b json.RawMessage) bool { return value(b) != nil }

// Shown is a value as text.
func Shown(b json.RawMessage) string { return shown(b) }

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
