package document

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Reader reads documents; the store embeds it.
type Reader struct {
	db      *sqlitedb.DB
	closed  ledger.Closed
	sharing func(context.Context, training.Scope) (training.Sharing, error)
}

// NewReader reads the documents of a database. Closed and sharing say what the
// audience of a scope may see: the former by the terms of services, the latter
// by the athlete's wish.
func NewReader(
	db *sqlitedb.DB, closed ledger.Closed, sharing func(context.Context, training.Scope) (training.Sharing, error),
) Reader {
	return Reader{db, closed, sharing}
}

// Filter selects documents of a collection; its zero value selects all.
type Filter struct {
	// Days selects what touches them; what is about no days never does.
	Days *training.DayRange
	// ID, if not empty, selects one, and Prefix those whose ids begin so.
	ID, Prefix string
}

// query selects documents with their layers.
func (f Filter) query(a training.AthleteID, c Collection) (string, []any) {
	const columns = "SELECT athlete, collection, id, own, day_from, day_to FROM documents WHERE athlete=? AND collection=? AND deleted=0"
	var named []any
	which := ""
	if f.ID != "" {
		which, named = which+" AND id=?", append(named, f.ID)
	}
	if f.Prefix != "" {
		which, named = which+" AND id>=? AND id<?", append(named, f.Prefix, f.Prefix+"\U0010FFFF")
	}
	from, args := columns+which, append([]any{a, c}, named...)
	if f.Days != nil { // what begins within them, and the few that began before and last
		from += " AND day_to<>0 AND day_from BETWEEN ? AND ?"
		args = append(args, f.Days.From, f.Days.To)
		from += " UNION ALL " + columns + which + " AND day_to>day_from AND day_to>=? AND day_from<?"
		args = append(append(append(args, a, c), named...), f.Days.From, f.Days.From)
	}
	return `SELECT d.id, d.own, d.day_from, d.day_to, coalesce(s.source, ''), coalesce(s.as_of_ms, 0),
			coalesce(s.body, ''), coalesce(s.run, '')
		FROM (` + from + `) d LEFT JOIN document_said s
			ON s.athlete=d.athlete AND s.collection=d.collection AND s.id=d.id AND s.stands=1
		ORDER BY d.day_from, d.id, s.source`, args
}

// Name is which document one is.
type Name struct {
	Collection Collection
	ID         string
}

// RunDocuments are the documents of which an import run said something that
// was not taken back; without zones of privacy for a model.
func (r Reader) RunDocuments(ctx context.Context, s training.Scope, runID string) ([]Name, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if r.closed.To(s.Audience, runID) {
		return nil, nil
	}
	const query = "SELECT DISTINCT collection, id FROM document_said WHERE athlete=? AND run=? AND run<>'' AND " +
		"removed=0 AND (collection<>? OR ?)"
	return sqlitedb.All(ctx, r.db, query, []any{s.Athlete, runID, PrivacyZones, s.Audience != training.AudienceModel},
		func(row sqlitedb.Row) (n Name, err error) {
			err = row.Scan(&n.Collection, &n.ID)
			return n, err
		})
}

// Documents reads what there is of a collection, by first day and id. What
// the athlete does not share with assistants is left out for them.
func (r Reader) Documents(ctx context.Context, s training.Scope, c Collection, f Filter) ([]Document, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	query, args := f.query(s.Athlete, c)
	type layered struct {
		document Document
		said     Said
		run      string
	}
	rows, err := sqlitedb.All(ctx, r.db, query, args, func(row sqlitedb.Row) (l layered, err error) {
		var own, body string
		var asOf int64
		d := &l.document
		err = row.Scan(&d.ID, &own, &d.Days.From, &d.Days.To, &l.said.Source, &asOf, &body, &l.run)
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
	closed := map[string]bool{} // of which something may not be seen
	for _, l := range rows {
		if len(out) == 0 || out[len(out)-1].ID != l.document.ID {
			out = append(out, l.document)
		}
		d := &out[len(out)-1]
		switch {
		case len(l.said.Body) == 0:
		case r.closed.To(s.Audience, l.run):
			closed[d.ID] = closed[d.ID] || strings.HasPrefix(d.ID, l.said.Source+":")
		default:
			d.Said = append(d.Said, l.said)
		}
	}
	return r.shared(ctx, s, c, open(out, closed))
}

// open leaves out documents of which nothing is left to be seen. What is
// closed maps to whether the document is a thing of the service: then what the
// athlete added to it is nothing by itself.
func open(all []Document, closed map[string]bool) []Document {
	if len(closed) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(d Document) bool {
		ofService, ok := closed[d.ID]
		return ok && len(d.Said) == 0 && (ofService || d.Own == nil)
	})
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
	return training.Errorf(training.KindNotFound, "There is no %s %q.", c.words(),
		id).WithFix("List what there is, and use an id of that list.")
}
