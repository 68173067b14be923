package kinds

import (
	"encoding/json"
	"reflect"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// ChangedDocument is a document whose own words a write replaced.
type ChangedDocument struct {
	Layers   document.Layers // as they stand
	Former   document.Own
	Was, Is  bool // whether there was, and is, a document to be seen
	AtSource map[source.Name]string
	Told     []string // fields that services are told in any case
}

// DocumentOf reads a change of the athlete's own words of a collection; nil if
// it is none.
func DocumentOf(tx *store.Tx, a training.AthleteID, did journal.Changed, c document.Collection) (*ChangedDocument, error) {
	d, ok := did.(journal.DocumentChanged)
	if !ok || d.Collection != c {
		return nil, nil
	}
	l, err := tx.Layers(a, c, d.ID)
	if err != nil {
		return nil, err
	}
	return &ChangedDocument{
		Layers: l, Former: d.Before, Was: visible(l, d.Before), Is: visible(l, l.Own), AtSource: AtSource(l), Told: d.Told,
	}, nil
}

// BeforeAndAfter reads a document as it was before the change, and as it is after it.
func BeforeAndAfter[T any](d *ChangedDocument, read func(document.Layers, document.Own) (T, error)) (was, is T, err error) {
	if was, err = read(d.Layers, d.Former); err == nil {
		is, err = read(d.Layers, d.Layers.Own)
	}
	return was, is, err
}

// visible reports whether there is a document with these own words.
func visible(l document.Layers, own document.Own) bool {
	return !own.Deleted && (len(l.Said) > 0 || len(own.Fields) > 0)
}

// WithOwn is the document with these own words.
func WithOwn(l document.Layers, own document.Own) document.Document {
	d := document.Document{ID: l.ID, Days: own.Days}
	if len(own.Fields) > 0 {
		d.Own = own.Fields
	}
	for _, s := range l.Said {
		d.Said = append(d.Said, s.Said)
		if own.Days.To == 0 && s.Days.To != 0 {
			if d.Days.To == 0 || s.Days.From < d.Days.From {
				d.Days.From = s.Days.From
			}
			d.Days.To = max(d.Days.To, s.Days.To)
		}
	}
	return d
}

// AtSource are the ids that the services which speak of a document know it by.
func AtSource(l document.Layers) map[source.Name]string {
	out := map[source.Name]string{}
	for _, s := range l.Said {
		var body struct {
			ID string `json:"id"`
		}
		_ = json.Unmarshal(s.Body, &body) // one that says none is told by its own id
		name := source.Name(s.Source)
		if body.ID == "" {
			body.ID, _ = strings.CutPrefix(l.ID, name.Ref(""))
		}
		out[name] = body.ID
	}
	return out
}

// Flat are the set fields of a struct by the names of their JSON, of some names.
func Flat(v any, names []string) (outbox.Fields, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "a thing cannot be told: %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, training.Errorf(training.KindInternal, "a thing cannot be told: %w", err)
	}
	out := outbox.Fields{}
	for _, n := range names {
		if x, ok := all[n]; ok {
			out[n] = x
		}
	}
	return out, nil
}

// Fill puts fields into a struct.
func Fill(f outbox.Fields, v any) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return training.Errorf(training.KindCorrupt, "What was to be sent cannot be read: %w.", err)
	}
	return nil
}

// emptyOf gives each field of a struct as JSON says that it is empty, which
// over another layer is not the same as leaving it out.
func emptyOf(v any) outbox.Fields {
	out := outbox.Fields{}
	for f := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		zero := reflect.Zero(f.Type)
		if f.Type.Kind() == reflect.Slice {
			zero = reflect.MakeSlice(f.Type, 0, 0)
		}
		b, err := json.Marshal(zero.Interface())
		if err == nil {
			out[name] = b
		}
	}
	return out
}

// Object is a JSON object by its members.
func Object(b json.RawMessage) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(b) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return nil, training.Errorf(training.KindCorrupt, "A document cannot be read: %w.", err)
	}
	return out, nil
}

// Encode is a JSON object of members, nothing for none.
func Encode(members map[string]json.RawMessage) (json.RawMessage, error) {
	if len(members) == 0 {
		return nil, nil
	}
	return json.Marshal(members)
}

// StayDocument has a document that was made here stay, with its fields as they
// are shown among the athlete's own words.
func StayDocument(
	tx *store.Tx, s outbox.Staying, c document.Collection, shown func(document.Layers) (outbox.Fields, error),
) (outbox.Down, error) {
	l, err := tx.Layers(s.Athlete, c, s.Here)
	if err != nil || !s.Made() || !visible(l, l.Own) {
		return nil, err
	}
	fields, err := shown(l)
	if err != nil {
		return nil, err
	}
	words, err := Object(l.Own.Fields)
	if err != nil {
		return nil, err
	}
	for n, v := range fields {
		words[n] = v
	}
	own := document.Own{Days: WithOwn(l, l.Own).Days}
	if own.Fields, err = Encode(words); err != nil {
		return nil, err
	}
	return func() ([]journal.Changed, error) {
		former, err := tx.PutOwn(s.Athlete, c, s.Here, own)
		return []journal.Changed{journal.PutDocument(c, s.Here, former)}, err
	}, nil
}
