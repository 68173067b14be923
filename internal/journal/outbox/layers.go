package outbox

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/journal"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// changedDocument is a document of a collection whose own words a write
// replaced.
type changedDocument struct {
	layers document.Layers // as they stand
	former document.Own
	told   []string // fields that services are told in any case
}

// also adds names to others, each once.
func also(names, more []string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// documentOf reads a change of the athlete's own words; ok is false for any
// other, and for one of another collection.
func documentOf(tx *store.Tx, a training.AthleteID, did journal.Changed, c document.Collection) (d changedDocument, ok bool, err error) {
	was, ok := did.(journal.DocumentChanged)
	if !ok || was.Collection != c {
		return d, false, nil
	}
	d.former, d.told = was.Before, was.Told
	d.layers, err = tx.Layers(a, c, was.ID)
	return d, true, err
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
func Flat(v any, names []string) (Fields, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "a thing cannot be told: %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, training.Errorf(training.KindInternal, "a thing cannot be told: %w", err)
	}
	out := Fields{}
	for _, n := range names {
		if x, ok := all[n]; ok {
			out[n] = x
		}
	}
	return out, nil
}

// Read puts fields into a struct.
func Read(f Fields, v any) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return training.Errorf(training.KindCorrupt, "What was to be sent cannot be read: %w.", err)
	}
	return nil
}

// EmptyOf gives each field of a struct as JSON says that it is empty, which
// over another layer is not the same as leaving it out.
func EmptyOf(v any) Fields {
	out := Fields{}
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

// Text is a JSON object of members, nothing for none.
func Text(members map[string]json.RawMessage) (json.RawMessage, error) {
	if len(members) == 0 {
		return nil, nil
	}
	return json.Marshal(members)
}
