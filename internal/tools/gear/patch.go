package gear

import (
	"bytes"
	"encoding/json"
	"slices"

	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// patch is the athlete's words on one thing being changed, field by field.
type patch struct {
	fields  map[string]json.RawMessage
	of      store.ChangeKind
	target  string
	changes []journal.Change
}

// newPatch begins with the words that stand.
func newPatch(of store.ChangeKind, target string, own json.RawMessage) (*patch, error) {
	p := &patch{fields: map[string]json.RawMessage{}, of: of, target: target}
	if len(own) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(own, &p.fields); err != nil {
		return nil, training.Errorf(training.KindCorrupt, "The words on %s cannot be read: %w.", target, err)
	}
	return p, nil
}

// set writes a field if its words for people change.
func (p *patch) set(field, before, after string, value any) error {
	if before == after {
		return nil
	}
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	p.fields[field] = b
	p.changes = append(p.changes, journal.Change{Of: p.of, Target: p.target, Field: field, Before: before, After: after})
	return nil
}

// clear takes the athlete's word on a field back.
func (p *patch) clear(field string) {
	if _, ok := p.fields[field]; !ok {
		return
	}
	delete(p.fields, field)
	p.changes = append(p.changes, journal.Change{Of: p.of, Target: p.target, Field: field, Before: "the athlete's own", After: "as it was before"})
}

// done is the words as they will stand, nil for none.
func (p *patch) done() (json.RawMessage, error) {
	if len(p.fields) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(p.fields)
	return bytes.TrimSpace(out.Bytes()), err
}

// unchanged is the error of a write that would write nothing.
func (p *patch) unchanged() error {
	if len(p.changes) > 0 {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Give at least one field whose value differs from what list_gear shows.")
}

// both refuses fields that are set and cleared at once.
func (p *patch) both(cleared []string) error {
	for _, ch := range p.changes {
		if slices.Contains(cleared, ch.Field) {
			return training.Errorf(training.KindInvalid, "%s is both set and cleared.", ch.Field).WithFix("Do one of the two.")
		}
	}
	return nil
}
