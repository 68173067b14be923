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

// Fields are the values of a thing that a service can be sent, flat, by the
// names of the kind's vocabulary. A field that is not set is absent.
type Fields = ledger.Fields

// Kind is one sort of thing that goes to services: events, days of wellness,
// gear. Its methods that take a service are called with one that [Kind.Can]
// accepts; their errors are those of the source, or of kind
// training.KindUnsupported for things that it cannot take.
type Kind interface {
	// Name is what rows call it: "event".
	Name() string
	// Of is what it belongs to of what services take, and may have a home source for.
	Of() training.ThingKind
	// Can reports whether a service takes the action.
	Can(s source.Service, a ledger.Action) bool
	// Changed reads, in the transaction of a write, what the write did to a thing
	// of the kind; nil if it is about none.
	Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*Change, error)

	// Read gives what a service holds under an id of its own; an error of kind
	// training.KindNotFound says that there is none.
	Read(ctx context.Context, s source.Service, id string) (Thing, error)
	// Create makes a thing. A service that has one of the key already gives,
	// or changes, that one.
	Create(ctx context.Context, s source.Service, key string, f Fields) (Thing, error)
	// Update sets the named fields to what f holds, absent ones to nothing. f
	// has the other fields of the thing too, as far as they are known.
	Update(ctx context.Context, s source.Service, id string, f Fields, names []string) (Thing, error)
	// Delete deletes a thing; one that is not there is deleted.
	Delete(ctx context.Context, s source.Service, id string) error

	// Keep has what a service holds stand as its word on the thing, nil for
	// nothing, and takes back those words of the athlete's own that then say
	// the same.
	Keep(tx *store.Tx, k Kept) error
	// Want puts fields, including absent ones, among the athlete's own edits, so
	// that they are shown until the service states the same; nil hides the thing.
	Want(tx *store.Tx, k Kept, names []string) error
}

// Kept is a thing and the service's state of it.
type Kept struct {
	Athlete training.AthleteID
	Source  source.Name
	Here    string
	At      time.Time
	Thing   *Thing
	// Sent are the names of the fields that were sent, so that the athlete's
	// own words on them may be taken back; nil for all.
	Sent []string
	// Yield are those on which the service's word stands, whatever the athlete's is.
	Yield []string
}

// Says returns the service's statement about the document as of now, without a
// body. It also replaces one that was read by a clock that was ahead.
func (k Kept) Says(c document.Collection, days training.DayRange) document.Statement {
	return document.Statement{Collection: c, ID: k.Here, Days: days, AsOf: k.At, Now: k.At}
}

// Thing is what a service holds.
type Thing struct {
	ID     string // the service's own
	Fields Fields
	// Whole is what Keep needs beyond the fields; it is not stored.
	Whole any
	// Untold is what the write that gave the thing could not tell the service;
	// not nil, if empty, where there is no text for a [Read] to compare. Losses
	// are sentences on what it was told in another way.
	Untold []ledger.Difference
	Losses i18n.Sentence
	// Note is a sentence on what became of it there.
	Note i18n.Sentence
}

// Change is what a write did to a thing.
type Change struct {
	Here string
	// There is the thing's id at each service that speaks of it.
	There map[source.Name]string
	// Gone says that it is deleted here, New that it was not here before.
	Gone, New bool
	// Everywhere says that services have it from the beginning, under the same
	// id, as they have each day: it is never made nor deleted.
	Everywhere bool
	// Fields are the whole thing after the write, Names those that it changed.
	Fields Fields
	Names  []string
	// From are those of the service's values that Fields was worked out from; where
	// they changed meanwhile it is told nothing.
	From Fields
	// Apart says that nothing of the thing may lie in the store.
	Apart bool
	// Key is what a service is to recognise it by if it is made twice; empty is Here.
	Key string
	// Stays are the names of changed fields that no service is told of.
	Stays []string
	// AtHome says that only the athlete's home source is told, and Held why not
	// even that.
	AtHome bool
	// To is the service that gets what it has not, in place of the home source.
	To   source.Name
	Held i18n.Sentence
}

// NoIdempotencyKey is a kind of which services recognise nothing that they are asked
// to make twice: the ids that there are before are noted, so that after an
// answer that was lost the new one is found among the others.
type NoIdempotencyKey interface {
	// IDs are those of the things beside which f is to be made.
	IDs(ctx context.Context, s source.Service, f Fields) ([]string, error)
}

// Finder is a kind that finds a thing by the key that it was made with.
type Finder interface {
	// Find gives what a service has of the key; f is what was to be made. ok is
	// false if it has none.
	Find(ctx context.Context, s source.Service, key string, f Fields) (t Thing, ok bool, err error)
}

// FullReader is a kind with more fields than Read gives, so that a deleted thing
// is created again as it was.
type FullReader interface {
	// Whole gives what a service holds under an id, with all that can be set.
	Whole(ctx context.Context, s source.Service, id string) (Thing, error)
	// Keeps returns the key by which a whole thing can be created again once it is
	// deleted; an error means that it cannot be, and then it is not deleted.
	Keeps(ctx context.Context, s source.Service, t Thing, key string) (string, error)
}

// Final is a kind some of whose actions cannot be undone completely at a
// service.
type Final interface {
	// Final says what cannot, in a sentence that is empty if all can; forever
	// says that an undo sends nothing.
	Final(s source.Service, a ledger.Action) (what i18n.Sentence, forever bool)
}

// Public is a kind of which others than the athlete can see something at a
// service.
type Public interface {
	// Others returns who can see a thing after an action: it gets its fields, and
	// the names of the changed ones. It is "" if nobody can.
	Others(a ledger.Action, f Fields, names []string) i18n.Sentence
}

// Read is a kind of which a service reads more in a field than the field
// says: steps in the text of a workout.
type Read interface {
	// ReadAs says, after fields of a thing were sent, what the service reads in
	// them otherwise than was meant, and which of it stays as it is today.
	ReadAs(ctx context.Context, k Kept, meant Fields) (all []ledger.Difference, fixed i18n.Sentence, err error)
}

// Partial is a kind of which some services hold fields in a form of their own,
// or have no field for them. Its writes return themselves what they could not
// send.
type Partial interface {
	// Holds reports whether a service returns a field as it was sent.
	Holds(s source.Service, name string) bool
}

// FieldFilter is a kind of which some services take only some fields.
type FieldFilter interface {
	// Takes reports whether a service can be sent a field.
	Takes(s source.Service, name string) bool
}

// LossKeeper is a kind whose things stay here whole, as the athlete's own, where a
// service that had them has them no more.
type LossKeeper interface {
	// Lost keeps a thing as it was meant after the service lost it, and gets the
	// service's last state. Sent are the fields that the athlete ever sent it.
	Lost(tx *store.Tx, k Kept) (Fields, error)
}

// Same is a kind whose fields are compared in a way of its own.
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

// precision is how far apart numbers are, of themselves, that differ by the
// way that they were written only.
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
		return nil // it came from JSON
	}
	return b
}

// Differing returns the names whose values differ, of some or, for nil, of all.
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

// differences returns the fields that the service holds with other values than
// were meant.
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

// held returns those of the names, or of the names of f if names is nil, whose
// values the service returns as they were sent.
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
