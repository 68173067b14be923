package gear

import (
	"encoding/json"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// patch is the athlete's words on one thing being changed, field by field.
type patch struct {
	fields  map[string]json.RawMessage
	of      store.ChangeKind
	target  string
	changes []journal.Change
}

// patch begins with the athlete's words on the thing of id. One without is new
// and gets an id, which a dry run does not show.
func (d Deps) patch(c *tools.Call, of store.ChangeKind, what, id string, own json.RawMessage) (string, *patch, error) {
	p := &patch{fields: map[string]json.RawMessage{}, of: of, target: id}
	if id == "" {
		id = d.NewID()
		if p.target = id; c.DryRun {
			p.target = "new " + what
		}
	}
	if len(own) == 0 {
		return id, p, nil
	}
	if err := json.Unmarshal(own, &p.fields); err != nil {
		return "", nil, training.Errorf(training.KindCorrupt, "The entries on %s cannot be read: %w.", id, err)
	}
	return id, p, nil
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
	p.changes = append(p.changes, journal.Change{
		Of: p.of, Target: p.target, Field: field, Before: i18n.Name(before), After: i18n.Name(after),
	})
	return nil
}

// clear takes the athlete's word on a field back.
func (p *patch) clear(field string) {
	if _, ok := p.fields[field]; !ok {
		return
	}
	delete(p.fields, field)
	p.changes = append(p.changes, journal.Change{
		Of: p.of, Target: p.target, Field: field, Before: "the athlete's own",
		After: "as it was before",
	})
}

// done gives the words after the write, nil for none.
func (p *patch) done() (json.RawMessage, error) {
	if len(p.fields) == 0 {
		return nil, nil
	}
	return tools.Marshal(p.fields)
}

// unchanged is the error of a write that would write nothing.
func (p *patch) unchanged() error {
	if len(p.changes) > 0 {
		return nil
	}
	return training.Errorf(training.KindInvalid,
		"Nothing would change.").WithFix("Give at least one field whose value differs from what list_gear shows.")
}

// both refuses fields that are set and cleared at once.
func (p *patch) both(cleared []string) error {
	for _, ch := range p.changes {
		if slices.Contains(cleared, ch.Field) {
			return tools.SetAndCleared(ch.Field)
		}
	}
	return nil
}
