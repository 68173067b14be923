package document

import (
	"context"
	"encoding/json"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Layers is all that counts of a document, each voice by itself: what was
// deleted is among it, and what a source takes back is not.
type Layers struct {
	ID   string
	Said []Stated // by the name of the source
	Own  Own
}

// Stated holds one source's layer and the days that it covers.
type Stated struct {
	Said
	Days training.DayRange
}

// DocumentLayers reads the layers of a whole collection, by id. They are the
// athlete's alone: only an export reads them.
func (r Reader) DocumentLayers(ctx context.Context, s training.Scope, c Collection) ([]Layers, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if s.Audience != training.AudienceExport {
		return nil, training.Errorf(training.KindForbidden, "The layers of a document are read by an export only.")
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
			d.Said = append(d.Said, v.said)
		}
	}
	return out, nil
}

// Silent reports whether the athlete says nothing.
func (o Own) Silent() bool {
	return len(o.Fields) == 0 && o.Days == (training.DayRange{}) && !o.Deleted
}
