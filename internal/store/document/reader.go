package document

import (
	"context"
	"encoding/json"

	"lapkeep/internal/store/layer"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Reader reads documents; the store embeds it.
type Reader struct {
	db      *sqlitedb.DB
	sharing func(context.Context, training.Scope) (training.Sharing, error)
}

// NewReader reads the documents of a database. Sharing says what the audience
// of a scope may see.
func NewReader(db *sqlitedb.DB, sharing func(context.Context, training.Scope) (training.Sharing, error)) Reader {
	return Reader{db, sharing}
}

// Filter selects documents of a collection; its zero value selects all.
type Filter struct {
	// Days selects what touches them; what is about no days never does.
	Days *training.DayRange
	// ID, if not empty, selects one.
	ID string
}

const selectLayers = `SELECT d.id, d.own, d.day_from, d.day_to, coalesce(s.source, ''), coalesce(s.as_of_ms, 0), coalesce(s.body, '')
	FROM documents d LEFT JOIN document_said s
		ON s.athlete=d.athlete AND s.collection=d.collection AND s.id=d.id AND s.stands=1
	WHERE d.athlete=? AND d.collection=? AND d.deleted=0`

// Documents reads what there is of a collection, by first day and id. What
// the athlete does not share with assistants is left out for them.
func (r Reader) Documents(ctx context.Context, s training.Scope, c Collection, f Filter) ([]Document, error) {
	if err := layer.CheckScope(s); err != nil {
		return nil, err
	}
	query, args := selectLayers, []any{s.Athlete, c}
	if f.Days != nil {
		query += " AND d.day_from<=? AND d.day_to>=? AND d.day_to<>0"
		args = append(args, f.Days.To, f.Days.From)
	}
	if f.ID != "" {
		query += " AND d.id=?"
		args = append(args, f.ID)
	}
	type layered struct {
		document Document
		said     Said
	}
	rows, err := sqlitedb.All(ctx, r.db, query+" ORDER BY d.day_from, d.id, s.source", args, func(row sqlitedb.Row) (l layered, err error) {
		var own, body string
		var asOf int64
		d := &l.document
		err = row.Scan(&d.ID, &own, &d.Days.From, &d.Days.To, &l.said.Source, &asOf, &body)
		if own != "" {
			d.Own = json.RawMessage(own)
		}
		l.said.AsOf, l.said.Body = sqlitedb.Instant(asOf), json.RawMessage(body)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	var out []Document
	for _, l := range rows {
		if len(out) == 0 || out[len(out)-1].ID != l.document.ID {
			out = append(out, l.document)
		}
		if len(l.said.Body) > 0 {
			d := &out[len(out)-1]
			d.Said = append(d.Said, l.said)
		}
	}
	return r.shared(ctx, s, c, out)
}

// Document reads one.
func (r Reader) Document(ctx context.Context, s training.Scope, c Collection, id string) (Document, error) {
	if id == "" {
		return Document{}, NotFound(c, id)
	}
	all, err := r.Documents(ctx, s, c, Filter{ID: id})
	if err == nil && len(all) == 0 {
		err = NotFound(c, id)
	}
	if err != nil {
		return Document{}, err
	}
	return all[0], nil
}

// NotFound says that there is no such document.
func NotFound(c Collection, id string) error {
	return training.Errorf(training.KindNotFound, "There is no %s %q.", c.words(), id)
}
