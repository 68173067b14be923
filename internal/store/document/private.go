package document

import (
	"context"
	"encoding/json"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/zone"
	"lapkeep/internal/training"
)

// words is the collection in a sentence.
func (c Collection) words() string { return strings.ReplaceAll(string(c), "_", " ") }

// pointsName is the field of a route that holds positions.
const pointsName = "points"

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
		hide(s.Position, pointsName)
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
	if c == Routes && sharing.Position {
		return r.outside(ctx, s, all)
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

// Zones are those within which the audience may see no position.
func Zones(ctx context.Context, db *sqlitedb.DB, s training.Scope) (zone.Set, error) {
	if s.Audience != training.AudienceModel {
		return nil, nil
	}
	all, err := NewReader(db, nil).Documents(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}, PrivacyZones, Filter{})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	out := make(zone.Set, len(all))
	for i := range all {
		if out[i], err = Show[training.PrivacyZone](all[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// outside leaves out the points of routes that lie within privacy zones.
func (r Reader) outside(ctx context.Context, s training.Scope, all []Document) ([]Document, error) {
	zones, err := Zones(ctx, r.db, s)
	if err != nil || len(zones) == 0 {
		return all, err
	}
	for i := range all {
		d := &all[i]
		if d.Own, err = cut(d.Own, zones); err != nil {
			return nil, err
		}
		for j := range d.Said {
			if d.Said[j].Body, err = cut(d.Said[j].Body, zones); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// cut is the JSON of a route less the points within zones.
func cut(body json.RawMessage, zones zone.Set) (json.RawMessage, error) {
	if !strings.Contains(string(body), pointsName) {
		return body, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return nil, sqlitedb.Damaged(err)
	}
	var points []training.RoutePoint
	if err := json.Unmarshal(object[pointsName], &points); err != nil {
		return nil, sqlitedb.Damaged(err)
	}
	left, err := sqlitedb.Body(zones.Outside(points))
	if err != nil {
		return nil, err
	}
	object[pointsName] = json.RawMessage(left)
	text, err := sqlitedb.Body(object)
	return json.RawMessage(text), err
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
