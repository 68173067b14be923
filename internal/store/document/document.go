// Package document keeps small items for an athlete that are read as a whole: days of
// wellness, calendar events, library workouts, routes, settings of a service. Each document
// has an id within its collection, the days that it covers, if any, and layers: one
// statement from each archive or service, and above them the athlete's own edits. The shown
// value is computed from the layers; no layer ever overwrites another.
//
// The package defines how layers are stored, dated, undone together with their import, and
// hidden from assistants. It does not interpret the fields.
//
// # Statements
//
// Statements hold the values that services and their export archives have for activities:
// they are the layer between recordings and the athlete's own edits. Every version is kept
// and never changed, so that an import can be undone.
//
// # Versions
//
// Every version of a text that an athlete keeps with a coach is a document of its own,
// which no undo removes.
package document

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Document is one document with its layers.
type Document struct {
	ID         string
	Days       training.DayRange // zero if it covers no days
	Statements []SourceLayer     // by the name of the source
	// Own is the athlete's layer, nil if there is none.
	Own json.RawMessage
	// Words is the fingerprint of an event's text, if the text was removed because
	// the reader may not see it.
	Words string
}

// OfFiles is the source of statements that come from the athlete's files and not
// from a service.
const OfFiles = "file"

// SourceLayer is the layer of one source.
type SourceLayer struct {
	Source string
	AsOf   time.Time
	Body   json.RawMessage
}

// Show merges the layers of a document, from the bottom up: the sources that are
// not in best, those in best from last to first, and the athlete's own edits. If a
// layer lacks a field or a map key, the value from the layers below is kept.
func Show[T any](d Document, best ...string) (T, error) {
	var v T
	if err := show(d.Bodies(best...), &v); err != nil {
		return v, sqlitedb.Damaged(err)
	}
	return v, nil
}

// Each reads documents of a collection with read, which is [Reader.Documents], and
// calls take with each document and its shown value, in order.
func Each[T any](
	ctx context.Context, read readDocuments, s training.Scope, c Collection, f Filter, take func(Document, T),
) error {
	docs, err := read(ctx, s, c, f)
	for i := 0; err == nil && i < len(docs); i++ {
		var v T
		if v, err = Show[T](docs[i]); err == nil {
			take(docs[i], v)
		}
	}
	return err
}

// Listed is a document with its shown value.
type Listed[T any] struct {
	Document
	Value T
}

// Lister reads whole collections; [Reader] is one.
type Lister interface {
	Documents(ctx context.Context, s training.Scope, c Collection, f Filter) ([]Document, error)
	// Lists returns the lists that are kept of a collection. It returns nil if the
	// Lister changes what Documents returns, because nothing is kept then.
	Lists(c Collection) *Lists
}

// List returns all documents of a collection, by first day and id. It keeps them, and reads
// again only those that changed, or all if what the athlete shares changes. The result is
// shared and must not be changed. Collections of thousands of documents are read with [Each].
func List[T any](ctx context.Context, r Lister, s training.Scope, c Collection) ([]Listed[T], error) {
	read := func() (any, error) { return list[T](ctx, r.Documents, s, c, Filter{}) }
	var all any
	var err error
	if in := r.Lists(c); in != nil {
		all, err = in.kept.Get(ctx, in.log, listKey{s, listOf[T]{}}, read)
	} else {
		all, err = read()
	}
	if err != nil {
		return nil, err
	}
	return all.([]Listed[T]), nil
}

// readDocuments is [Reader.Documents].
type readDocuments = func(context.Context, training.Scope, Collection, Filter) ([]Document, error)

func list[T any](ctx context.Context, read readDocuments, s training.Scope, c Collection, f Filter) (out []Listed[T], err error) {
	err = Each(ctx, read, s, c, f, func(d Document, v T) { out = append(out, Listed[T]{d, v}) })
	return out, err
}

// Lists keeps the lists of a collection that [List] has read.
type Lists struct {
	log  ledger.Reader
	kept cache.Cache[listKey, any]
}

type listKey struct {
	training.Scope
	of patcher // a listOf the type of the values
}

// patcher patches a list of values of some type.
type patcher interface {
	after(ctx context.Context, read readDocuments, s training.Scope, c Collection, all any, changes []ledger.Change) (any, bool, error)
}

// fewChanged is the maximum number of changed documents that are read one by one.
const fewChanged = 32

type listOf[T any] struct{}

// after returns a list as it is after changes; ok is false if all must be read again.
func (listOf[T]) after(
	ctx context.Context, read readDocuments, s training.Scope, c Collection, all any, changes []ledger.Change,
) (patched any, ok bool, err error) {
	changed := map[string]bool{}
	for _, change := range changes {
		switch {
		case change.Athlete != s.Athlete:
		case change.Kind != c.Changes():
			return nil, false, nil
		default:
			changed[change.ID] = true
		}
	}
	if len(changed) > fewChanged {
		return nil, false, nil
	}
	var out []Listed[T]
	for _, l := range all.([]Listed[T]) {
		if !changed[l.ID] {
			out = append(out, l)
		}
	}
	for id := range changed {
		now, err := list[T](ctx, read, s, c, Filter{ID: id})
		if err != nil {
			return nil, false, err
		}
		for i := range now { // sorting would be compiled for each type: 150 KB
			at := 0
			for at < len(out) && byDay(&out[at].Document, &now[i].Document) < 0 {
				at++
			}
			out = slices.Insert(out, at, now[i])
		}
	}
	return out, true, nil
}

// ShowLayer returns the value of one source's layer alone.
func ShowLayer[T any](s SourceLayer) (T, error) {
	return Show[T](Document{Statements: []SourceLayer{s}})
}

// Bodies returns the layers of a document in the order in which [Show] merges
// them, the lowest first.
func (d Document) Bodies(best ...string) []json.RawMessage {
	if len(d.Statements) == 1 && d.Own == nil { // the usual case
		return []json.RawMessage{d.Statements[0].Body}
	}
	said := slices.Clone(d.Statements)
	rank := func(s SourceLayer) int {
		if i := slices.Index(best, s.Source); i >= 0 {
			return i
		}
		return len(best)
	}
	slices.SortStableFunc(said, func(a, b SourceLayer) int { return rank(b) - rank(a) })
	var out []json.RawMessage
	for _, s := range said {
		out = append(out, s.Body)
	}
	if d.Own != nil {
		out = append(out, d.Own)
	}
	return out
}

// Own is the athlete's layer of a document; it may be empty.
type Own struct {
	Fields  json.RawMessage   `json:"fields,omitempty"`
	Days    training.DayRange `json:"days,omitzero"` // replaces the days of the sources
	Deleted bool              `json:"deleted,omitempty"`
}

// check returns an error for a layer that could not be read back.
func (o Own) check() error {
	if len(o.Fields) == 0 {
		return checkDays(o.Days)
	}
	if !isObject(o.Fields) {
		return training.Errorf(training.KindInternal, "The fields of a document must be a JSON object.")
	}
	return checkDays(o.Days)
}

func isObject(b []byte) bool {
	return json.Valid(b) && bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("{"))
}

func checkDays(r training.DayRange) error {
	if r.To < r.From {
		return training.Errorf(training.KindInvalid, "%s is before %s.", r.To, r.From).
			WithFix("Give an end on or after the start.")
	}
	return nil
}

// VersionsWriter is a transaction in which versions are written.
type VersionsWriter interface {
	Layers(a training.AthleteID, c Collection, id string) (Layers, error)
	PutOwn(a training.AthleteID, c Collection, id string, own Own) (former Own, err error)
}

// Prefix returns the text with which the names of all versions of a text begin.
func Prefix(c Collection, id string) string { return string(c) + "/" + id + "/" }

// ID returns the name of a version. Names sort by version number.
func ID(c Collection, id string, n int) string {
	return fmt.Sprintf("%s%06d", Prefix(c, id), n)
}

// AddVersions stores a version under the first free number after v.Version, and
// returns it in the form of the text's own layer.
func AddVersions(
	w VersionsWriter, a training.AthleteID, c Collection, id string, v training.TextVersion,
) (training.TextVersion, json.RawMessage, error) {
	for taken := true; taken; { // the number may be taken by a version that was undone
		v.Version++
		l, err := w.Layers(a, TextVersions, ID(c, id, v.Version))
		if err != nil {
			return v, nil, err
		}
		taken = !l.Own.Silent()
	}
	fields, err := json.Marshal(v)
	if err != nil {
		return v, nil, err
	}
	_, err = w.PutOwn(a, TextVersions, ID(c, id, v.Version), Own{Fields: fields})
	return v, fields, err
}

// FindVersions returns the number of the version with this body, or 0 if there is
// none, and the highest number in use.
func FindVersions(w VersionsWriter, a training.AthleteID, c Collection, id, body string) (found, last int, err error) {
	for {
		l, err := w.Layers(a, TextVersions, ID(c, id, last+1))
		if err != nil || l.Own.Silent() {
			return found, last, err
		}
		var v training.TextVersion
		if err := json.Unmarshal(l.Own.Fields, &v); err != nil {
			return 0, last, training.Errorf(training.KindCorrupt, "A version of %s cannot be read: %w.", id, err)
		}
		if last++; v.Body == body {
			found = last
		}
	}
}

// Reader reads documents; the store embeds it.
type Reader struct {
	db      *sqlitedb.DB
	closed  ledger.Closed
	sharing func(context.Context, training.Scope) (training.Sharing, error)
	lists   *sync.Map // of *Lists by Collection
}

// Lists returns the lists that are kept of a collection.
func (r Reader) Lists(c Collection) *Lists {
	in, ok := r.lists.Load(c)
	if !ok {
		in, _ = r.lists.LoadOrStore(c, &Lists{log: ledger.NewReader(r.db), kept: cache.Cache[listKey, any]{
			Most: 4, On: []ledger.ChangeKind{c.Changes(), ledger.ChangeAthlete},
			Patch: func(ctx context.Context, k listKey, all any, changes []ledger.Change) (any, bool, error) {
				return k.of.after(ctx, r.Documents, k.Scope, c, all, changes)
			},
		}})
	}
	return in.(*Lists)
}

// NewReader reads the documents of a database. Two arguments hide data from an audience:
// closed, because of the terms of services, and sharing, because of the athlete's choice.
func NewReader(
	db *sqlitedb.DB, closed ledger.Closed, sharing func(context.Context, training.Scope) (training.Sharing, error),
) Reader {
	return Reader{db, closed, sharing, &sync.Map{}}
}

// Filter selects documents of a collection; its zero value selects all.
type Filter struct {
	// Days selects documents about any of these days; documents without days
	// are never selected.
	Days *training.DayRange
	// ID, if set, selects one document, and Prefix those whose ids begin with
	// it.
	ID, Prefix string
	// Mentions, if set, selects documents with this text in any stored layer.
	Mentions string
	// Deleted also selects documents that the athlete deleted, which are
	// otherwise left out.
	Deleted bool
}

// query selects documents with their layers.
func (f Filter) query(a training.AthleteID, c Collection) (string, []any) {
	const columns = "SELECT athlete, collection, id, own, day_from, day_to FROM documents WHERE athlete=? AND collection=? AND deleted=?"
	var named []any
	which := ""
	if f.ID != "" {
		which, named = which+" AND id=?", append(named, f.ID)
	}
	if f.Prefix != "" {
		which, named = which+" AND id>=? AND id<?", append(named, f.Prefix, f.Prefix+"\U0010FFFF")
	}
	if f.Mentions != "" {
		which += ` AND (instr(own, ?)>0 OR EXISTS (SELECT 1 FROM document_said m
			WHERE m.athlete=documents.athlete AND m.collection=documents.collection AND m.id=documents.id AND instr(m.body, ?)>0))`
		named = append(named, f.Mentions, f.Mentions)
	}
	from, args := columns+which, append([]any{a, c, f.Deleted}, named...)
	if f.Days != nil { // documents that begin within the days, and the few that begin before and extend into them
		from += " AND day_to<>0 AND day_from BETWEEN ? AND ?"
		args = append(args, f.Days.From, f.Days.To)
		from += " UNION ALL " + columns + which + " AND day_to>day_from AND day_to>=? AND day_from<?"
		args = append(append(append(args, a, c, f.Deleted), named...), f.Days.From, f.Days.From)
	}
	return `SELECT d.id, d.own, d.day_from, d.day_to, coalesce(s.source, ''), coalesce(s.as_of_ms, 0),
			coalesce(s.body, ''), coalesce(s.run, '')
		FROM (` + from + `) d LEFT JOIN document_said s
			ON s.athlete=d.athlete AND s.collection=d.collection AND s.id=d.id AND s.stands=1
		ORDER BY d.day_from, d.id, s.source`, args
}

// Name identifies a document.
type Name struct {
	Collection Collection
	ID         string
}

// RunDocuments returns the documents that lose statements if an import run is
// undone. For a model, it leaves out privacy zones.
func (r Reader) RunDocuments(ctx context.Context, s training.Scope, runID string) ([]Name, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	if r.closed.To(s.Audience, runID) {
		return nil, nil
	}
	const query = "SELECT DISTINCT collection, id FROM document_said WHERE athlete=? AND run=? AND run<>'' AND " +
		"removed=0 AND (collection<>? OR ?)" + goes
	return sqlitedb.All(ctx, r.db, query, []any{s.Athlete, runID, PrivacyZones, s.Audience != training.AudienceModel},
		func(row sqlitedb.Row) (n Name, err error) {
			err = row.Scan(&n.Collection, &n.ID)
			return n, err
		})
}

// whole selects a whole collection. Documents and statements are each read in the order in
// which they are stored and joined by [Reader.Documents], which takes a third of the time.
// The columns of a document are followed by null, and those of a statement by its run: each
// further column would take a tenth more.
const whole = `SELECT id, own, day_from, day_to, NULL FROM documents WHERE athlete=?1 AND collection=?2 AND deleted=?3
	UNION ALL SELECT id, body, as_of_ms, source, run FROM document_said WHERE athlete=?1 AND collection=?2 AND stands=1`

// readApart reads a row of [whole].
func readApart(row sqlitedb.Row) (l layered, err error) {
	var body []byte
	var first, second, run any
	err = row.Scan(&l.document.ID, &body, &first, &second, &run)
	if run == nil {
		if len(body) > 0 {
			l.document.Own = body
		}
		l.document.Days = days(first, second)
		return l, err
	}
	l.apart, l.run = true, text(run)
	l.said = SourceLayer{Source: text(second), AsOf: sqlitedb.Instant(number(first)), Body: body}
	return l, err
}

// sorted puts documents into the order of [Reader.Documents], and their statements, too.
func sorted(all []Document) {
	slices.SortFunc(all, func(a, b Document) int { return byDay(&a, &b) })
	for i := range all {
		slices.SortStableFunc(all[i].Statements, func(a, b SourceLayer) int { return cmp.Compare(a.Source, b.Source) })
	}
}

// byDay orders documents by first day and id.
func byDay(a, b *Document) int {
	return cmp.Or(cmp.Compare(a.Days.From, b.Days.From), cmp.Compare(a.ID, b.ID))
}

// layered is a row of a document with one of its statements, if it has any. If apart is set,
// it is a statement alone, and of the document it has only the id.
type layered struct {
	document Document
	said     SourceLayer
	run      string
	apart    bool
}

func readLayer(row sqlitedb.Row) (l layered, err error) {
	d := &l.document
	var from, to, asOf any // numbers are scanned without reflection
	err = row.Scan(&d.ID, (*[]byte)(&d.Own), &from, &to, &l.said.Source, &asOf, (*[]byte)(&l.said.Body), &l.run)
	if len(d.Own) == 0 {
		d.Own = nil
	}
	d.Days, l.said.AsOf = days(from, to), sqlitedb.Instant(number(asOf))
	return l, err
}

func days(from, to any) training.DayRange {
	return training.DayRange{From: training.Day(number(from)), To: training.Day(number(to))} //nolint:gosec // as stored
}

func number(v any) int64 {
	n, _ := v.(int64)
	return n
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// Documents reads the documents of a collection, by first day and id. For
// assistants it leaves out what the athlete does not share with them.
func (r Reader) Documents(ctx context.Context, s training.Scope, c Collection, f Filter) ([]Document, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	query, args := f.query(s.Athlete, c)
	read := readLayer
	if f == (Filter{Deleted: f.Deleted}) {
		query, args, read = whole, []any{s.Athlete, c, f.Deleted}, readApart
	}
	rows, err := sqlitedb.All(ctx, r.db, query, args, read)
	if err != nil {
		return nil, err
	}
	var out []Document
	at := make(map[string]int, len(rows)) // the position of each document
	for i := range rows {
		d := &rows[i].document
		if _, have := at[d.ID]; !have && !rows[i].apart {
			at[d.ID] = len(out)
			out = append(out, *d)
		}
	}
	closed := map[string]bool{} // documents with a statement that the audience may not see
	for i := range rows {
		l := &rows[i]
		n, have := at[l.document.ID]
		switch {
		case !have || len(l.said.Body) == 0:
		case r.closed.To(s.Audience, l.run):
			closed[l.document.ID] = closed[l.document.ID] || strings.HasPrefix(l.document.ID, l.said.Source+":")
		default:
			out[n].Statements = append(out[n].Statements, l.said)
		}
	}
	if query == whole {
		sorted(out)
	}
	return r.shared(ctx, s, c, open(out, closed))
}

// WithheldActivities lists the activities of which a service reveals only that they exist, by
// day and id. A home may have thousands, which nobody edits: it reads the four fields and
// no layers.
func (r Reader) WithheldActivities(ctx context.Context, s training.Scope) ([]training.Withheld, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	const query = `SELECT id, day_from, source, run, body->>'$.start_local', body->>'$.reason' FROM document_said
		WHERE athlete=?1 AND collection=?2 AND stands=1
		AND id NOT IN (SELECT id FROM documents WHERE athlete=?1 AND collection=?2 AND deleted=1)`
	rows, err := r.db.Query(ctx, query, s.Athlete, Withheld)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	var all []training.Withheld
	var day, start any
	var source, run, reason sql.RawBytes
	for rows.Next() {
		var w training.Withheld
		if err := rows.Scan(&w.Ref, &day, &source, &run, &start, &reason); err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		if r.closed.To(s.Audience, string(run)) {
			continue
		}
		w.Day, w.StartLocal = training.Day(number(day)), training.LocalTime(text(start))                    //nolint:gosec // as stored
		if n := len(all); n > 0 && all[n-1].Source == string(source) && all[n-1].Reason == string(reason) { // mostly so: one string for all
			w.Source, w.Reason = all[n-1].Source, all[n-1].Reason
		} else {
			w.Source, w.Reason = string(source), string(reason)
		}
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b training.Withheld) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Ref, b.Ref)) })
	return all, sqlitedb.Failed(ctx, rows.Err())
}

// open drops the documents that have nothing left to show. closed maps the id of a
// document to whether it belongs to the service; if it does, the athlete's own
// layer is not shown alone.
func open(all []Document, closed map[string]bool) []Document {
	if len(closed) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(d Document) bool {
		ofService, ok := closed[d.ID]
		return ok && len(d.Statements) == 0 && (ofService || d.Own == nil)
	})
}

// Document reads one document.
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

// NotFound returns the error for a missing document.
func NotFound(c Collection, id string) error {
	return training.Errorf(training.KindNotFound, "There is no %s %q.", c.words(),
		id).WithFix("List the existing ones, and use an id from that list.")
}
