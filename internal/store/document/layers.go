package document

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Layers holds the layers of a document separately. It includes deletions by the
// athlete, but no statements that their source has removed.
type Layers struct {
	ID         string
	Statements []Stated // by the name of the source
	Own        Own
}

// Stated holds one source's layer and the days that it covers.
type Stated struct {
	SourceLayer
	Days training.DayRange
}

// DocumentLayers reads the layers of a whole collection, by id. They are only for
// the athlete's export.
func (r Reader) DocumentLayers(ctx context.Context, s training.Scope, c Collection) ([]Layers, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "Only an export may read the layers of a document.")
	}
	type voice struct {
		document Layers
		said     Stated
	}
	rows, err := sqlitedb.All(ctx, r.db, `SELECT d.id, d.own, d.own_from, d.own_to, d.deleted, coalesce(s.source, ''), coalesce(s.as_of_ms, 0),
			coalesce(s.day_from, 0), coalesce(s.day_to, 0), coalesce(s.body, '')
		FROM documents d LEFT JOIN document_said s
			ON s.athlete=d.athlete AND s.collection=d.collection AND s.id=d.id AND s.stands=1 AND s.body<>''
		WHERE d.athlete=? AND d.collection=? ORDER BY d.id, s.source`, []any{s.Athlete, c}, func(row sqlitedb.Row) (v voice, err error) {
		var own, body string
		var asOf int64
		d, said := &v.document, &v.said
		err = row.Scan(&d.ID, &own, &d.Own.Days.From, &d.Own.Days.To, &d.Own.Deleted, &said.Source, &asOf, &said.Days.From, &said.Days.To, &body)
		if own != "" {
			d.Own.Fields = json.RawMessage(own)
		}
		said.AsOf, said.Body = sqlitedb.Instant(asOf), json.RawMessage(body)
		return v, err
	})
	if err != nil {
		return nil, err
	}
	var out []Layers
	for _, v := range rows {
		if len(out) == 0 || out[len(out)-1].ID != v.document.ID {
			out = append(out, v.document)
		}
		if len(v.said.Body) > 0 {
			d := &out[len(out)-1]
			d.Statements = append(d.Statements, v.said)
		}
	}
	return out, nil
}

// Silent reports whether the athlete's layer changes nothing.
func (o Own) Silent() bool {
	return len(o.Fields) == 0 && o.Days == (training.DayRange{}) && !o.Deleted
}

const ofActivity = `SELECT e.ref,
	coalesce(s.body, ''), coalesce(s.run, ''),
	EXISTS (SELECT 1 FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=1)
	FROM external_ids e
	LEFT JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0)
	WHERE e.athlete=? AND e.activity=? ORDER BY e.ref`

// Found describes the statements about an activity.
type Found struct {
	// TakenBack is set if there were statements but none is valid any more, so an activity
	// without recordings no longer exists.
	TakenBack bool
	// Seen holds the audiences that may see a statement, or all audiences if there is none.
	Seen ledger.Audiences
}

// Over lists an activity's references and merges their statements into it; if two
// have the same field, the first reference wins. The result is the same for every
// audience, so a statement is left out if it is closed to any audience that sees
// the activity. The athlete's edits to activities that were merged into this one
// take precedence over all statements. see holds the audiences of the recordings;
// nil means the audiences that may see a statement.
func Over(tx *sqlitedb.Tx, key []any, act *training.Activity, closed ledger.Closed, see *ledger.Audiences) (f Found, err error) {
	var words []training.Statement
	var from []ledger.Audiences // the audiences from which each statement is hidden
	removed := false
	act.ExternalIDs = nil
	err = tx.Each(ofActivity, key, func(scan func(...any) error) error {
		var ref, text, run string
		var before bool
		if err := scan(&ref, &text, &run, &before); err != nil {
			return err
		}
		act.ExternalIDs = append(act.ExternalIDs, ref)
		removed = removed || before
		if text == "" {
			return nil
		}
		s, err := sqlitedb.Parse[training.Statement](text)
		words, from = append(words, s), append(from, closed[run])
		f.Seen |= ledger.EveryAudience &^ closed[run]
		return err
	})
	if len(words) == 0 {
		f.TakenBack, f.Seen = removed, ledger.EveryAudience
	}
	who := f.Seen
	if see != nil {
		who = *see
	}
	for i, s := range slices.Backward(words) {
		if from[i]&who == 0 {
			s.Over(act)
		}
	}
	if err != nil {
		return f, err
	}
	var l led
	err = tx.Each(ledWords(), key, l.read)
	l.over(act)
	return f, err
}

// Led returns SQL for the ids of activity id and of the activities merged into it,
// without deleted ones.
func Led(athlete, id string) string {
	return strings.NewReplacer("%1", athlete, "%2", id).Replace(`WITH RECURSIVE led(id) AS (SELECT %2
	UNION SELECT r.old FROM led JOIN redirects r ON r.athlete=%1 AND r.id=led.id
	WHERE NOT EXISTS (SELECT 1 FROM activity_base WHERE athlete=r.athlete AND id=r.old AND deleted=1))`)
}

// ledWords returns SQL for the activities that were merged into one: the values of those
// that were entered by hand, and the athlete's edits to all.
func ledWords() string {
	return Led("?1", "?2") + `SELECT b.id, iif(b.linked, '', b.body), coalesce(o.field, ''), coalesce(o.value, '')
	FROM led JOIN activity_base b ON b.athlete=?1 AND b.id=led.id LEFT JOIN overrides o ON o.athlete=?1 AND o.activity=b.id
	WHERE led.id<>?2 AND (b.linked=0 OR o.field IS NOT NULL) ORDER BY b.id, o.field`
}

// led holds the activities that were merged into one, with only the athlete's edits.
type led []training.Activity

func (l *led) read(scan func(...any) error) error {
	var id training.ActivityID
	var body, field, value string
	if err := scan(&id, &body, &field, &value); err != nil {
		return err
	}
	if n := len(*l); n == 0 || (*l)[n-1].ID != id {
		act, err := sqlitedb.Parse[training.Activity](body)
		if err != nil {
			return err
		}
		act.ID = id
		if act.Name == training.DefaultName(act.Sport, act.SubSport, act.Start.In(act.Location()).Hour()) {
			act.Name = ""
		}
		*l = append(*l, act)
	}
	if field == "" {
		return nil
	}
	return ledger.Override(&(*l)[len(*l)-1], field, []byte(value))
}

// over applies the edits to the activity into which these activities were merged.
func (l led) over(act *training.Activity) {
	for i := range slices.Backward(l) {
		words := said(&l[i])
		words.Over(act)
		act.HiddenFromModels = act.HiddenFromModels || l[i].HiddenFromModels
	}
}

// standing returns the statements that are not empty, for an export.
func (l led) standing() (out []Standing) {
	for i := range l {
		if s := said(&l[i]); !reflect.DeepEqual(s, training.Statement{Ref: s.Ref}) {
			out = append(out, Standing{Said: s, At: l[i].Start})
		}
	}
	return out
}

// said returns the values of an activity that remain valid on another clock and
// with other recordings. Intervals and ignored stretches do not, because they count
// from the activity's own start.
func said(a *training.Activity) training.Statement {
	s := training.Statement{
		Ref: "entered:" + string(a.ID), Name: a.Name, Description: a.Description, Tags: a.Tags, Race: a.Race, Commute: a.Commute,
		GearID: a.GearID, MoreGear: a.MoreGear, PerceivedExertion: a.PerceivedExertion, Feel: a.Feel, CarbsG: a.CarbsG,
		FluidML: a.FluidML, ManualLoad: a.ManualLoad, Sets: slices.Clone(a.Sets),
	}
	for i := range s.Sets {
		s.Sets[i].StartS = nil
	}
	if slices.Contains(a.Edited, "sport") {
		s.Sport = a.Sport
	}
	if slices.Contains(a.Edited, "sub_sport") {
		s.SubSport = a.SubSport
	}
	return s
}

// show merges bodies into v, the lowest first. A list in a layer replaces the one
// below; encoding/json alone would decode it into the existing elements and keep
// fields that the new ones lack.
func show(bodies []json.RawMessage, v any) error {
	lists := 0
	for _, body := range bodies {
		if bytes.IndexByte(body, '[') >= 0 {
			lists++
		}
	}
	if lists > 1 {
		var whole json.RawMessage
		for _, body := range bodies {
			whole = over(whole, body)
		}
		return json.Unmarshal(whole, v)
	}
	for _, body := range bodies {
		if err := json.Unmarshal(body, v); err != nil {
			return err
		}
	}
	return nil
}

// over merges one JSON value over another: objects key by key, anything else as a
// whole. Invalid JSON is returned unchanged, and causes an error later.
func over(below, above json.RawMessage) json.RawMessage {
	var under, top map[string]json.RawMessage
	if json.Unmarshal(below, &under) != nil || json.Unmarshal(above, &top) != nil || under == nil || top == nil {
		return above
	}
	for key, value := range top {
		under[key] = over(under[key], value)
	}
	whole, err := json.Marshal(under)
	if err != nil {
		return above
	}
	return whole
}
