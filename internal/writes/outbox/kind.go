package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Fields holds the values of a thing that can be sent to a service, flat, by
// the names in the kind's vocabulary. A field that is not set is absent.
type Fields = ledger.Fields

// Kind is one sort of thing that goes to services: events, days of wellness,
// gear. Its methods that take a service are called with one that [Kind.Can]
// accepts; their errors are those of the source, or of kind
// training.KindUnsupported for things that it does not accept.
type Kind interface {
	// Name is the kind's name in rows: "event".
	Name() string
	// Of is the kind's group of things, which can have a home source.
	Of() training.ThingKind
	// Can reports whether a service supports the action.
	Can(s source.Service, a ledger.Action) bool
	// Changed reads, in the transaction of a write, how the write changed a
	// thing of the kind; nil if it did not.
	Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*Change, error)

	// Read returns the thing with a service's id, or an error of kind
	// training.KindNotFound if there is none.
	Read(ctx context.Context, s source.Service, id string) (Thing, error)
	// Create creates a thing. If the service already has one with the key, it
	// returns or changes that one.
	Create(ctx context.Context, s source.Service, key string, f Fields) (Thing, error)
	// Update sets the named fields to their values in f, and clears those
	// missing in f. f also has the other fields of the thing, as far as they
	// are known.
	Update(ctx context.Context, s source.Service, id string, f Fields, names []string) (Thing, error)
	// Delete deletes a thing. A thing that does not exist counts as deleted.
	Delete(ctx context.Context, s source.Service, id string) error

	// Keep stores a service's state of the thing as its statement, nil for
	// none, and removes the athlete's own edits that are then the same.
	Keep(tx *store.Tx, k Kept) error
	// Want puts fields, including absent ones, among the athlete's own edits,
	// so that they are shown until the service states the same. A nil Thing
	// hides the thing.
	Want(tx *store.Tx, k Kept, names []string) error
}

// Kept is a thing and the service's state of it.
type Kept struct {
	Athlete training.AthleteID
	Source  source.Name
	Here    string
	At      time.Time
	Thing   *Thing
	// Sent lists the sent fields, whose own edits may be removed; nil means
	// all.
	Sent []string
	// Yield lists fields for which the service's value replaces the athlete's.
	Yield []string
}

// Says returns the service's statement about the document as of now, without a
// body. It also replaces one that was read by a clock that was ahead.
func (k Kept) Says(c document.Collection, days training.DayRange) document.Statement {
	return document.Statement{Collection: c, ID: k.Here, Days: days, AsOf: k.At, Now: k.At}
}

// Thing is a service's state of a thing.
type Thing struct {
	ID     string // the service's own
	Fields Fields
	// Whole is the service's value for Keep; it is not stored.
	Whole any
	// Untold lists what the write could not send. It is not nil, even if empty,
	// if there is no text for a [Read] to compare. Losses describes values that
	// were sent in another form.
	Untold []ledger.Difference
	Losses i18n.Sentence
	// Note is a sentence about the result at the service.
	Note i18n.Sentence
}

// Change is the change of a thing by a write.
type Change struct {
	Here string
	// There is the thing's id at each service that has a statement on it.
	There map[source.Name]string
	// Gone is set if the thing was deleted here, New if it is new here.
	Gone, New bool
	// Everywhere is set if services have the thing from the beginning under the
	// same id, such as a day: it is never created or deleted.
	Everywhere bool
	// Fields holds the whole thing after the write, Names the changed fields.
	Fields Fields
	Names  []string
	// From holds the service's values from which Fields was computed. If they
	// have changed at the service, nothing is sent.
	From Fields
	// Apart is set if the store may hold nothing of the thing.
	Apart bool
	// Key is the key by which a service recognises the thing if it is created
	// twice; empty means Here.
	Key string
	// Stays lists changed fields that are not sent to any service.
	Stays []string
	// AtHome is set if the change goes only to the athlete's home source; Held
	// is the reason if it does not even go there.
	AtHome bool
	// To is the service that gets the thing if it does not have it, instead of
	// the home source.
	To   source.Name
	Held i18n.Sentence
}

// NoIdempotencyKey is a kind whose things services do not recognise if asked to
// create them twice. The existing ids are recorded first, so that after a lost
// answer the new thing is found among the others.
type NoIdempotencyKey interface {
	// IDs returns the ids of the existing things among which f is created.
	IDs(ctx context.Context, s source.Service, f Fields) ([]string, error)
}

// Finder is a kind that finds things by the key that they were created with.
type Finder interface {
	// Find returns the thing with the key; f holds the fields that it was to be
	// created with. ok is false if there is none.
	Find(ctx context.Context, s source.Service, key string, f Fields) (t Thing, ok bool, err error)
}

// FullReader is a kind with more fields than Read returns, so that a deleted
// thing is created again as it was.
type FullReader interface {
	// Whole returns the thing with a service's id and all its settable fields.
	Whole(ctx context.Context, s source.Service, id string) (Thing, error)
	// Keeps returns the key by which a whole thing can be created again once it
	// is deleted. If it returns an error, the thing cannot be created again and
	// is not deleted.
	Keeps(ctx context.Context, s source.Service, t Thing, key string) (string, error)
}

// Final is a kind with actions that cannot be undone completely.
type Final interface {
	// Final describes what cannot be undone, or returns an empty sentence.
	// forever is true if an undo sends nothing.
	Final(s source.Service, a ledger.Action) (what i18n.Sentence, forever bool)
}

// Public is a kind whose things other people can see at a service.
type Public interface {
	// Others describes who can see a thing after an action, given its fields
	// and the names of the changed ones. It is "" if nobody can.
	Others(a ledger.Action, f Fields, names []string) i18n.Sentence
}

// Read is a kind for which a service reads more from a field than its text: the
// steps of a workout.
type Read interface {
	// ReadAs returns, after fields of a thing were sent, the differences
	// between their meaning and the service's reading of them, and a sentence
	// about values that stay as they are today.
	ReadAs(ctx context.Context, k Kept, meant Fields) (all []ledger.Difference, fixed i18n.Sentence, err error)
}

// Partial is a kind of which some services store fields in another form or not
// at all. Its writes return what they could not send.
type Partial interface {
	// Holds reports whether a service returns a field as it was sent.
	Holds(s source.Service, name string) bool
}

// FieldFilter is a kind of which some services accept only some fields.
type FieldFilter interface {
	// Takes reports whether a service accepts a field.
	Takes(s source.Service, name string) bool
}

// LossKeeper is a kind whose things stay here complete, as the athlete's own,
// if a service no longer has them.
type LossKeeper interface {
	// Lost keeps the intended state of a thing that a service lost, and returns
	// the service's last state. k.Sent lists all fields that the athlete ever
	// sent to it.
	Lost(tx *store.Tx, k Kept) (Fields, error)
}

// Same is a kind with its own comparison of fields.
type Same interface {
	Same(name string, a, b []byte) bool
}

// same reports whether two values of a field are equivalent.
func same(k Kind, name string, a, b json.RawMessage) bool {
	if s, ok := k.(Same); ok {
		return s.Same(name, a, b)
	}
	return SameValue(a, b)
}

// precision is the maximum relative difference between numbers that only
// formatting makes different.
const precision = 1e-6

// SameValue compares fields whose kind has no comparison of its own: absent,
// empty, zero and false are the same.
func SameValue(a, b json.RawMessage) bool {
	x, y := value(a), value(b)
	if f, ok := x.(float64); ok {
		if g, ok := y.(float64); ok {
			return math.Abs(f-g) <= precision*math.Max(math.Abs(f), math.Abs(g))
		}
	}
	return bytes.Equal(canonical(x), canonical(y))
}

// value returns the value of a field; nil for an empty one.
func value(b json.RawMessage) any {
	var v any
	if len(b) == 0 || json.Unmarshal(b, &v) != nil {
		return nil
	}
	switch t := v.(type) {
	case string:
		if t == "" {
			return nil
		}
	case float64:
		if t == 0 {
			return nil
		}
	case bool:
		if !t {
			return nil
		}
	case []any:
		if len(t) == 0 {
			return nil
		}
	case map[string]any:
		if len(t) == 0 {
			return nil
		}
	}
	return v
}

func canonical(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return nil // it was decoded from JSON, so it can be encoded
	}
	return b
}

// Differing returns the names of the fields that differ, among names or, if
// that is nil, all.
func Differing(k Kind, a, b Fields, names []string) []string {
	if names == nil {
		all := maps.Clone(a)
		if all == nil {
			all = Fields{}
		}
		maps.Copy(all, b)
		names = slices.Sorted(maps.Keys(all))
	}
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return same(k, n, a[n], b[n]) })
}

const shownRunes = 80

// differences returns the fields whose values differ from the intended ones.
func differences(k Kind, meant, held Fields, names []string) []ledger.Difference {
	var out []ledger.Difference
	for _, n := range Differing(k, meant, held, names) {
		out = append(out, ledger.Difference{Field: n, Meant: Shown(meant[n]), Held: Shown(held[n])})
	}
	return out
}

// Shown returns a value as text, cleaned because others may have written it.
func Shown(b json.RawMessage) string {
	v := value(b)
	if v == nil {
		return ""
	}
	text, ok := v.(string)
	if !ok {
		text = string(canonical(v))
	}
	return textclean.Line(text, shownRunes)
}

// held returns the names, or all names of f if names is nil, of fields that the
// service returns as they were sent.
func (p *delivery) held(f Fields, names []string) []string {
	if names == nil {
		names = slices.Sorted(maps.Keys(f))
	}
	partial, ok := p.kind.(Partial)
	if !ok {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !partial.Holds(p.service, n) })
}
