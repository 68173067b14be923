package document

import (
	"context"
	"encoding/json"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// words is the collection in a sentence.
func (c Collection) words() string { return strings.ReplaceAll(string(c), "_", " ") }

// hidden lists the fields of a collection that the athlete's sharing keeps
// from assistants: the names on the way to a field, joined by dots.
func hidden(c Collection, s training.Sharing) (fields []string) {
	hide := func(shared bool, names ...string) {
		if !shared {
			fields = append(fields, names...)
		}
	}
	switch c {
	case Wellness:
		hide(s.Weight, "numbers.weight_kg", "numbers.body_fat_pct", "numbers.abdomen_cm")
		hide(s.Notes, "words.comments")
	case Routes:
		hide(s.Position, "points")
	}
	return fields
}

// shared leaves out what the audience may not see.
func (r Reader) shared(ctx context.Context, s training.Scope, c Collection, all []Document) ([]Document, error) {
	if s.Audience != training.AudienceModel || len(all) == 0 {
		return all, nil
	}
	if c == PrivacyZones {
		return nil, nil
	}
	sharing, err := r.sharing(ctx, s)
	if err != nil {
		return nil, err
	}
	fields := hidden(c, sharing)
	if len(fields) == 0 {
		return all, nil
	}
	for i := range all {
		d := &all[i]
		if d.Own, err = without(d.Own, fields); err != nil {
			return nil, err
		}
		for j := range d.Said {
			if d.Said[j].Body, err = without(d.Said[j].Body, fields); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// without is a JSON object less some fields.
func without(body json.RawMessage, fields []string) (json.RawMessage, error) {
	for _, f := range fields {
		name, rest, nested := strings.Cut(f, ".")
		if !strings.Contains(string(body), name) {
			continue
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal(body, &object); err != nil {
			return nil, sqlitedb.Damaged(err)
		}
		inner, ok := object[name]
		if !ok {
			continue
		}
		delete(object, name)
		if nested {
			left, err := without(inner, []string{rest})
			if err != nil {
				return nil, err
			}
			object[name] = left
		}
		text, err := sqlitedb.Body(object)
		if err != nil {
			return nil, err
		}
		body = json.RawMessage(text)
	}
	return body, nil
}
