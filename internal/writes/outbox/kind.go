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

// Fields holds the values of a thing that can be sent to a service, as a flat
// map by the kind's names of fields. A field that is not set is absent.
type Fields = ledger.Fields

// Kind is a kind of thing that is sent to services, such as events, days of wellness, or
// gear. Methods with a service as an argument are called only for services for which
// [Kind.Can] returns true. They return the errors of the source, or an error of kind
// training.KindUnsupported if the service does not accept a thing.
type Kind interface {
	// Name returns the kind's name in rows, such as "event".
	Name() string
	// Of returns the group of things that the kind belongs to. A group can have a home source.
	Of() training.ThingKind
	// Can reports whether programs can carry out the action on a service.
	Can(s source.Service, a ledger.Action) bool
	// Changed is called in the transaction of a write. It returns how the write
	// changed a thing of the kind, or nil if it did not change any.
	Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*Change, error)

	// Read returns the thing with the given id on the service, or an error of kind
	// training.KindNotFound if there is none.
	Read(ctx context.Context, s source.Service, id string) (Thing, error)
	// Create creates a thing. If the service already has a thing with the key,
	// Create returns or updates it.
	Create(ctx context.Context, s source.Service, key string, f Fields) (Thing, error)
	// Update sets the named fields to their values in f, and clears those missing in f. f
	// also contains the thing's other known fields.
	Update(ctx context.Context, s source.Service, id string, f Fields, names []string) (Thing, error)
	// Delete deletes a thing. It succeeds if the thing does not exist.
	Delete(ctx context.Context, s source.Service, id string) error

	// Keep stores the state of a thing on the service as the service's statement, or removes
	// the statement if there is no state. It removes the athlete's own edits that then have
	// the same values.
	Keep(tx *store.Tx, k Kept) error
	// Want adds fields, including absent ones, to the athlete's own edits, so that they
	// are shown until the service has the same values. A nil Thing hides the thing.
	Want(tx *store.Tx, k Kept, names []string) error
}

// Kept is a thing with its state on a service.
type Kept struct {
	Athlete training.AthleteID
	Source  source.Name
	Here    string
	At      time.Time
	Thing   *Thing
	// Sent lists the sent fields, whose own edits may be removed; nil means all fields.
	Sent []string
	// Yield lists fields for which the service's value replaces the athlete's.
	Yield []string
}

// Says returns the service's statement about the document as of now, without a
// body. It replaces even a statement dated in the future by a wrong clock.
func (k Kept) Says(c document.Collection, days training.DayRange) document.Statement {
	return document.Statement{Collection: c, ID: k.Here, Days: days, AsOf: k.At, Now: k.At}
}

// Thing is the state of a thing on a service.
type Thing struct {
	ID     string // the service's id
	Fields Fields
	// Whole is the service's own value, for use in Keep. It is not stored.
	Whole any
	// Untold lists what the write could not send. If the thing was not sent as text, so that
	// a [Read] has nothing to compare, Untold is not nil even if it is empty. Losses
	// describes values that were sent in a different form.
	Untold []ledger.Difference
	Losses i18n.Sentence
	// Note is a sentence about the result on the service.
	Note i18n.Sentence
}

// Change describes how a write changed a thing.
type Change struct {
	Here string
	// There is the thing's id on each service that has a statement on it.
	There map[source.Name]string
	// Gone means that the thing was deleted here, New that it is new here.
	Gone, New bool
	// Everywhere means that every service has the thing from the beginning
	// under the same id, as with days. It is never created or deleted.
	Everywhere bool
	// Fields holds the whole thing after the write. Names lists the changed fields.
	Fields Fields
	Names  []string
	// From holds the service's values from which Fields was computed. If these values have
	// changed on the service meanwhile, nothing is sent.
	From Fields
	// Apart means that no data of the thing may be in the store.
	Apart bool
	// Key is the idempotency key with which the thing is created; empty means Here.
	Key string
	// Stays lists changed fields that are not sent to any service.
	Stays []string
	// AtHome means that the change goes only to the athlete's home source. Held
	// is the reason if it is not even sent there.
	AtHome bool
	// To is the service that gets the thing, instead of the home source, if it does not have it yet.
	To   source.Name
	Held i18n.Sentence
}

// NoIdempotencyKey is a kind whose things services would create twice. The existing ids are
// recorded before a thing is created, so that the new thing can be found if the response is lost.
type NoIdempotencyKey interface {
	// IDs returns the ids of the existing things among which f would be created.
	IDs(ctx context.Context, s source.Service, f Fields) ([]string, error)
}

// Finder is a kind that can find things by the keys with which they were created.
type Finder interface {
	// Find returns the thing with the key. f holds the fields with which it was
	// to be created. ok is false if there is no such thing.
	Find(ctx context.Context, s source.Service, key string, f Fields) (t Thing, ok bool, err error)
}

// FullReader is a kind that can read more fields than Read returns, so that a
// deleted thing can be created again unchanged.
type FullReader interface {
	// Whole returns the thing with the given id on the service, with all its settable fields.
	Whole(ctx context.Context, s source.Service, id string) (Thing, error)
	// Keeps returns the key with which a whole thing can be created again after it is
	// deleted. If it returns an error, the thing cannot be created again and is not deleted.
	Keeps(ctx context.Context, s source.Service, t Thing, key string) (string, error)
}

// Final is a kind that has actions which cannot be undone completely.
type Final interface {
	// Final describes what cannot be undone, or returns an empty sentence if
	// everything can be undone. forever is true if an undo sends nothing.
	Final(s source.Service, a ledger.Action) (what i18n.Sentence, forever bool)
}

// Public is a kind whose things other people can see on a service.
type Public interface {
	// Others describes who can see a thing after an action, given its fields
	// and the names of the changed fields. It returns "" if nobody can.
	Others(a ledger.Action, f Fields, names []string) i18n.Sentence
}

// Read is a kind with a text from which services read other data, such as the steps of a workout.
type Read interface {
	// ReadAs is called after fields of a thing were sent. It returns the
	// differences between what the fields mean and how the service has read
	// them, and a sentence about values that stay fixed at their current size.
	ReadAs(ctx context.Context, k Kept, meant Fields) (all []ledger.Difference, fixed i18n.Sentence, err error)
}

// Partial is a kind with fields that some services store in another form or not
// at all. Its writes return what they could not send.
type Partial interface {
	// Holds reports whether a service returns a field unchanged.
	Holds(s source.Service, name string) bool
}

// FieldFilter is a kind with fields that some services do not accept.
type FieldFilter interface {
	// Takes reports whether a service accepts a field.
	Takes(s source.Service, name string) bool
}

// LossKeeper is a kind whose things are kept here, complete and as the
// athlete's own, if a service no longer has them.
type LossKeeper interface {
	// Lost keeps the intended state of a thing that a service lost, and returns its last state
	// on the service. k.Sent lists all fields that the athlete has ever sent to the service.
	Lost(tx *store.Tx, k Kept) (Fields, error)
}

// Same is a kind that compares fields in its own way.
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

// precision is the maximum relative difference between two numbers that differ
// only because of formatting.
const precision = 1e-6

// SameValue compares fields of kinds without a comparison of their own. Absent,
// empty, zero and false values are equal.
func SameValue(a, b json.RawMessage) bool {
	x, y := value(a), value(b)
	if f, ok := x.(float64); ok {
		if g, ok := y.(float64); ok {
			return math.Abs(f-g) <= precision*math.Max(math.Abs(f), math.Abs(g))
		}
	}
	return bytes.Equal(canonical(x), canonical(y))
}

// value returns the value of a field, or nil for an empty one.
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
		return nil // it was decoded from JSON, so it can be encoded again
	}
	return b
}

// Differing returns the names of the fields that differ. It compares the fields
// in names, or all fields if names is nil.
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

// Shown returns a value as text. The text is cleaned, because others may have written it.
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

// held returns those names whose fields the service returns unchanged. If names
// is nil, it considers all fields of f.
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
