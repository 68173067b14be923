package document

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// words returns the collection's name for a sentence, with spaces for
// underscores.
func (c Collection) words() string { return strings.ReplaceAll(string(c), "_", " ") }

// The fields that hold the positions of a route or a segment, the activity from which a
// segment was cut, the text of an event, and the steps parsed from that text.
const (
	pointsName      = "points"
	originName      = "from"
	descriptionName = "description"
	structureName   = "structure"
)

// Hides reports whether a field of a collection is not shared with assistants.
func Hides(c Collection, s training.Sharing, field string) bool {
	for _, f := range hidden(c, s) {
		if f == field || strings.HasSuffix(f, "."+field) {
			return true
		}
	}
	return false
}

// shared removes the documents and fields that the audience may not see.
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
	if c == Segments {
		if all, err = r.cutFromSeen(ctx, s, all); err != nil {
			return nil, err
		}
	}
	if (c == Routes || c == Segments) && sharing.Position {
		return r.outside(ctx, s, c, all)
	}
	fields := hidden(c, sharing)
	if len(fields) == 0 {
		return all, nil
	}
	if c == Events {
		if err := wordless(all); err != nil {
			return nil, err
		}
	}
	return edited(all, func(body json.RawMessage) (json.RawMessage, error) { return without(body, fields) })
}

// edited applies change to every layer of the documents.
func edited(all []Document, change func(json.RawMessage) (json.RawMessage, error)) ([]Document, error) {
	for i := range all {
		d := &all[i]
		var err error
		if d.Own, err = change(d.Own); err != nil {
			return nil, err
		}
		for j := range d.Statements {
			if d.Statements[j].Body, err = change(d.Statements[j].Body); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// wordless removes the texts from which the steps of workouts were parsed: the
// steps are shared, but not the texts. The result does not reveal whether two
// layers have the same text; only the fingerprint of the shown text is kept.
func wordless(all []Document) error {
	for i := range all {
		d := all[i : i+1]
		text, stands, err := taken(&d[0])
		if err != nil {
			return err
		}
		d[0].Words = training.WordsMark(text)
		_, err = edited(d, func(body json.RawMessage) (json.RawMessage, error) { return restructured(body, stands) })
		if err != nil {
			return err
		}
	}
	return nil
}

// taken returns an event's text. ok is true if the uppermost layer with a text or
// steps has both, and the steps were parsed from that text.
func taken(d *Document) (text string, ok bool, err error) {
	for _, body := range d.Bodies() {
		var l struct {
			Description *string             `json:"description"`
			Structure   *training.Structure `json:"structure"`
		}
		if err := json.Unmarshal(body, &l); err != nil {
			return "", false, sqlitedb.Damaged(err)
		}
		if l.Description != nil {
			text = *l.Description
		}
		if l.Description != nil || l.Structure != nil {
			ok = l.Description != nil && l.Structure != nil && len(l.Structure.Of(*l.Description)) > 0
		}
	}
	return text, ok, nil
}

// restructured returns an event's JSON without its steps or, if stands is set, with
// the steps but without their texts.
func restructured(body json.RawMessage, stands bool) (json.RawMessage, error) {
	if !stands || !strings.Contains(string(body), structureName) {
		return without(body, []string{structureName})
	}
	var object map[string]json.RawMessage
	var l struct {
		Structure training.Structure `json:"structure"`
	}
	if err := errors.Join(json.Unmarshal(body, &object), json.Unmarshal(body, &l)); err != nil {
		return nil, sqlitedb.Damaged(err)
	}
	text, err := sqlitedb.Body(training.StructureOf("", silent(l.Structure.Steps)))
	if err != nil {
		return nil, err
	}
	object[structureName] = json.RawMessage(text)
	text, err = sqlitedb.Body(object)
	return json.RawMessage(text), err
}

// silent returns the steps without their texts.
func silent(steps []training.WorkoutStep) []training.WorkoutStep {
	out := slices.Clone(steps)
	for i := range out { // at most training.MaxStepDepth deep
		out[i].Text, out[i].Section, out[i].Cues, out[i].Steps = "", "", nil, silent(out[i].Steps)
	}
	return out
}

// Zones returns the zones in which the audience may not see positions.
func Zones(ctx context.Context, db *sqlitedb.DB, s training.Scope) (HiddenPlaces, error) {
	if s.Audience != training.AudienceModel {
		return nil, nil
	}
	all, err := NewReader(db, nil, nil).Documents(ctx, training.Everything(s.Athlete),
		PrivacyZones, Filter{})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	out := make(HiddenPlaces, len(all))
	for i := range all {
		if out[i], err = Show[training.PrivacyZone](all[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// outside removes the points of routes and segments that are in privacy zones, and
// all points of a segment that begins or ends in one.
func (r Reader) outside(ctx context.Context, s training.Scope, c Collection, all []Document) ([]Document, error) {
	zones, err := Zones(ctx, r.db, s)
	if err != nil || len(zones) == 0 {
		return all, err
	}
	left := zones.Outside
	if c == Segments {
		left = zones.betweenGates
	}
	return edited(all, func(body json.RawMessage) (json.RawMessage, error) { return cut(body, left) })
}

// cutFromSeen removes from segments the references to activities that the
// audience may not see.
func (r Reader) cutFromSeen(ctx context.Context, s training.Scope, all []Document) ([]Document, error) {
	ids, err := sqlitedb.All(ctx, r.db, "SELECT id FROM activities WHERE athlete=? AND seen&?=0", []any{s.Athlete, 1 << s.Audience},
		sqlitedb.Scalar[training.ActivityID])
	if err != nil || len(ids) == 0 {
		return all, err
	}
	hidden := make(map[training.ActivityID]bool, len(ids))
	for _, id := range ids {
		hidden[id] = true
	}
	return edited(all, func(body json.RawMessage) (json.RawMessage, error) {
		var l struct {
			From training.SegmentOrigin `json:"from"`
		}
		if len(body) == 0 {
			return body, nil
		}
		if err := json.Unmarshal(body, &l); err != nil {
			return nil, sqlitedb.Damaged(err)
		}
		if !hidden[l.From.Activity] {
			return body, nil
		}
		return without(body, []string{originName})
	})
}

// cut returns the JSON of a route or segment with its points replaced by the
// result of left.
func cut(body json.RawMessage, left func([]training.RoutePoint) []training.RoutePoint) (json.RawMessage, error) {
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
	shown, err := sqlitedb.Body(left(points))
	if err != nil {
		return nil, err
	}
	object[pointsName] = json.RawMessage(shown)
	text, err := sqlitedb.Body(object)
	return json.RawMessage(text), err
}

// without returns a JSON object without the given fields, which may be nested: "a.b". It
// decodes an object only if the name of a field is in it, and only once.
func without(body json.RawMessage, fields []string) (json.RawMessage, error) {
	within := map[string][]string{} // the fields to remove from each inner object; nil: the whole
	for _, f := range fields {
		if !bytes.Contains(body, []byte(f[strings.LastIndexByte(f, '.')+1:])) {
			continue
		}
		name, rest, nested := strings.Cut(f, ".")
		if !nested {
			within[name] = nil
		} else if inner, ok := within[name]; !ok || inner != nil {
			within[name] = append(inner, rest)
		}
	}
	if len(within) == 0 {
		return body, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return nil, sqlitedb.Damaged(err)
	}
	for name, fields := range within {
		inner, ok := object[name]
		if !ok {
			continue
		}
		delete(object, name)
		if fields == nil {
			continue
		}
		left, err := without(inner, fields)
		if err != nil {
			return nil, err
		}
		object[name] = left
	}
	text, err := sqlitedb.Body(object)
	return json.RawMessage(text), err
}

// HiddenPlaces holds the privacy zones of one athlete. They hide the surroundings of the
// athlete's home from assistants: positions within them are removed from columns and routes.
type HiddenPlaces []training.PrivacyZone

// circle is a zone on a plane around its centre.
type circle struct{ lat, lon, north, east, squared float64 }

// circles converts the zones to circles in units of 1/stepsPerDegree degree.
func (s HiddenPlaces) circles(stepsPerDegree float64) []circle {
	out := make([]circle, len(s))
	for i, z := range s {
		north := training.MetresPerDegree / stepsPerDegree
		out[i] = circle{
			z.LatDeg * stepsPerDegree, z.LonDeg * stepsPerDegree,
			north, north * math.Cos(z.LatDeg*math.Pi/180), z.RadiusM * z.RadiusM,
		}
	}
	return out
}

// holds reports whether the circle contains a position; turn is the length of a
// full turn in the units of lon.
func (c *circle) holds(lat, lon, turn float64) bool {
	dy := (lat - c.lat) * c.north
	if dy*dy > c.squared {
		return false
	}
	dx := lon - c.lon
	dx -= turn * math.Round(dx/turn) // longitudes wrap around
	dx *= c.east
	return dx*dx+dy*dy <= c.squared
}

// fullTurn is a full turn in degrees, and semicircles is half a turn in the units of
// columns. semicircles is a floating-point constant: as an integer, it would lose its
// fraction when divided by 180, and zones would be up to 1.2 m off.
const (
	fullTurn            = 360
	semicircles float64 = 1 << 31
)

// Blank removes the positions within the zones from columns.
func (s HiddenPlaces) Blank(c *training.Columns) {
	lat, lon := &c.Data[training.Latitude], &c.Data[training.Longitude]
	if len(s) == 0 || len(lat.Values) == 0 && len(lon.Values) == 0 {
		return
	}
	if len(lat.Values) != len(lon.Values) { // half a position could not be recognised as hidden
		*lat, *lon = training.Column{}, training.Column{}
		return
	}
	all := s.circles(semicircles / 180)
	for i := range lat.Values {
		y, x := float64(lat.Values[i]), float64(lon.Values[i])
		if slices.ContainsFunc(all, func(z circle) bool { return z.holds(y, x, 2*semicircles) }) {
			blank(lat, i)
			blank(lon, i)
		}
	}
}

func blank(c *training.Column, i int) {
	c.Values[i] = 0
	if c.Valid.Get(i) {
		c.Valid.Clear(i)
	}
}

// Hold reports whether one of the zones contains a position.
func (s HiddenPlaces) Hold(latDeg, lonDeg float64) bool {
	return slices.ContainsFunc(s.circles(1), func(z circle) bool { return z.holds(latDeg, lonDeg, fullTurn) })
}

// Outside returns the points of a route that are outside all zones.
func (s HiddenPlaces) Outside(points []training.RoutePoint) []training.RoutePoint {
	if len(s) == 0 {
		return points
	}
	all := s.circles(1)
	return slices.DeleteFunc(slices.Clone(points), func(p training.RoutePoint) bool {
		return slices.ContainsFunc(all, func(z circle) bool { return z.holds(p.LatDeg, p.LonDeg, fullTurn) })
	})
}

// betweenGates returns the points of a segment that are outside all zones. It returns none
// if a gate is in a zone, because the other points and the length would reveal it.
func (s HiddenPlaces) betweenGates(points []training.RoutePoint) []training.RoutePoint {
	if n := len(points); n > 0 && (s.Hold(points[0].LatDeg, points[0].LonDeg) || s.Hold(points[n-1].LatDeg, points[n-1].LonDeg)) {
		return []training.RoutePoint{}
	}
	return s.Outside(points)
}
