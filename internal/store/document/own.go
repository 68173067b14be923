package document

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// GearOwn is the athlete's layer of gear: an empty one says nothing.
type GearOwn struct {
	// Fields is a JSON object of fields of [training.Gear].
	Fields  json.RawMessage `json:"fields,omitempty"`
	Deleted bool            `json:"deleted,omitempty"`
}

func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// GearWriter writes gear within a transaction; the store's embeds it.
type GearWriter struct {
	tx      *sqlitedb.Tx
	changed func(a training.AthleteID, kind ledger.ChangeKind, id string)
}

// NewGearWriter returns a writer for a transaction. It calls changed for each
// change.
func NewGearWriter(tx *sqlitedb.Tx, changed func(training.AthleteID, ledger.ChangeKind, string)) GearWriter {
	return GearWriter{tx, changed}
}

// SayGear stores an archive's statement about gear unless it is the same as
// before, and reports whether anything changed. What the athlete edited or
// deleted stays as it is.
func (w GearWriter) SayGear(a training.AthleteID, g training.Gear) (bool, error) {
	return w.SayGearOf(a, g.ID, g, "")
}

// SayGearOf does the same as [GearWriter.SayGear] for gear whose id here
// differs from its id in the statement, read from a service in a run.
func (w GearWriter) SayGearOf(a training.AthleteID, id string, g training.Gear, run string) (bool, error) {
	if err := check(g); err != nil {
		return false, err
	}
	text, err := sqlitedb.Body(g)
	if err != nil {
		return false, err
	}
	n, err := w.tx.Exec(`INSERT INTO gear (athlete, id, said, own, run) VALUES (?,?,?,'',?)
		ON CONFLICT DO UPDATE SET said=excluded.said, run=excluded.run WHERE said<>excluded.said`, a, id, text, run)
	return w.noted(a, id, n, err)
}

// UnsayGear takes back the services' statement on gear.
func (w GearWriter) UnsayGear(a training.AthleteID, id string) error {
	n, err := w.tx.Exec("DELETE FROM gear WHERE athlete=? AND id=? AND own='' AND deleted=0", a, id)
	if err == nil && n == 0 {
		n, err = w.tx.Exec("UPDATE gear SET said='' WHERE athlete=? AND id=? AND said<>''", a, id)
	}
	_, err = w.noted(a, id, n, err)
	return err
}

// GearLayers reads gear's layer of the services, with its name there, and the
// athlete's own; said is nil for none.
func (w GearWriter) GearLayers(a training.AthleteID, id string) (said *training.Gear, own GearOwn, err error) {
	var text, fields string
	ok, err := w.tx.One("SELECT said, own, deleted FROM gear WHERE athlete=? AND id=?", []any{a, id}, &text, &fields, &own.Deleted)
	if err != nil || !ok {
		return nil, own, err
	}
	own.Fields = raw(fields)
	if text == "" {
		return nil, own, nil
	}
	g, err := sqlitedb.Parse[training.Gear](text)
	return &g, own, err
}

// PutOwnGear keeps the athlete's layer of gear in place of the former one, which it returns.
// Gear without any statement may be made of it alone, and is gone once it is empty.
func (w GearWriter) PutOwnGear(a training.AthleteID, id string, own GearOwn) (former GearOwn, err error) {
	var said, fields string
	known, err := w.tx.One("SELECT said, own, deleted FROM gear WHERE athlete=? AND id=?", []any{a, id}, &said, &fields, &former.Deleted)
	if err != nil {
		return former, err
	}
	former.Fields = raw(fields)
	g, err := shown(said, string(own.Fields))
	if err != nil || id == "" {
		return former, training.Errorf(training.KindInvalid, "%s are not fields of gear %q.", own.Fields,
			id).WithFix("Give them as list_gear shows them.")
	}
	empty := len(own.Fields) == 0 && !own.Deleted
	switch {
	case !known && empty:
		return former, nil
	case !known && len(own.Fields) == 0:
		return former, training.Errorf(training.KindNotFound, "There is no gear %q.", id).WithFix("list_gear shows what there is.")
	case said == "" && empty:
		n, err := w.tx.Exec("DELETE FROM gear WHERE athlete=? AND id=?", a, id)
		_, err = w.noted(a, id, n, err)
		return former, err
	}
	if g.ID = id; g.Kind != "" || g.Name != "" { // words on what is not here yet show nothing
		if err := check(g); err != nil {
			return former, err
		}
	}
	n, err := w.tx.Exec(`INSERT INTO gear (athlete, id, said, own, deleted) VALUES (?,?,'',?,?)
		ON CONFLICT DO UPDATE SET own=excluded.own, deleted=excluded.deleted`, a, id, string(own.Fields), own.Deleted)
	_, err = w.noted(a, id, n, err)
	return former, err
}

func (w GearWriter) noted(a training.AthleteID, id string, n int64, err error) (bool, error) {
	if err == nil && n > 0 {
		w.changed(a, ledger.ChangeGear, id)
	}
	return n > 0, err
}

func check(g training.Gear) error {
	if g.ID == "" || g.Kind == "" || g.Name == "" {
		return training.Errorf(training.KindInvalid, "Gear needs an id, a kind and a name.")
	}
	return nil
}

// GearReader reads gear; the store embeds it.
type GearReader struct {
	db     *sqlitedb.DB
	closed ledger.Closed
	log    ledger.Reader
	uses   *cache.Cache[useKey, Use]
}

// NewGearReader reads the gear of a database. Closed says what an audience may not see.
func NewGearReader(db *sqlitedb.DB, closed ledger.Closed) GearReader {
	return GearReader{db, closed, ledger.NewReader(db), &cache.Cache[useKey, Use]{}}
}

// Gear lists the gear of an athlete by kind and name.
func (r GearReader) Gear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, said, own, run FROM gear WHERE athlete=? AND deleted=0", []any{s.Athlete},
		func(row sqlitedb.Row) (g training.Gear, err error) {
			var id, said, own, run string
			if err := row.Scan(&id, &said, &own, &run); err != nil {
				return g, err
			}
			if r.closed.To(s.Audience, run) {
				said = ""
			}
			g, err = shown(said, own)
			g.ID = id
			return g, err
		})
	all = slices.DeleteFunc(all, func(g training.Gear) bool { return g.Kind == "" })
	slices.SortFunc(all, func(a, b training.Gear) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// SaidGear lists gear by archives and services, by id, gear that the athlete deleted too.
func (r GearReader) SaidGear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, said, run FROM gear WHERE athlete=? AND said<>'' ORDER BY id", []any{s.Athlete},
		func(row sqlitedb.Row) (g training.Gear, err error) {
			var id, text, run string
			if err := row.Scan(&id, &text, &run); err != nil || r.closed.To(s.Audience, run) {
				return g, err
			}
			g, err = sqlitedb.Parse[training.Gear](text)
			g.ID = id
			return g, err
		})
	return slices.DeleteFunc(all, func(g training.Gear) bool { return g.ID == "" }), err
}

// OwnGear returns the athlete's own edits of gear by its id, for gear that has
// any.
func (r GearReader) OwnGear(ctx context.Context, s training.Scope) (map[string]GearOwn, error) {
	if err := ledger.CheckScope(s); err != nil {
		return nil, err
	}
	type entry struct {
		id  string
		own GearOwn
	}
	all, err := sqlitedb.All(ctx, r.db, "SELECT id, own, deleted FROM gear WHERE athlete=? AND (own<>'' OR deleted<>0)", []any{s.Athlete},
		func(row sqlitedb.Row) (e entry, err error) {
			var fields string
			err = row.Scan(&e.id, &fields, &e.own.Deleted)
			e.own.Fields = raw(fields)
			return e, err
		})
	out := make(map[string]GearOwn, len(all))
	for _, e := range all {
		out[e.id] = e.own
	}
	return out, err
}

// shown lays the athlete's words over what was said; both are JSON, or empty.
func shown(said, own string) (g training.Gear, err error) {
	for _, text := range []string{said, own} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			return g, sqlitedb.Damaged(err)
		}
	}
	return g, nil
}

// Stretch is the activities that name a piece of gear, of some time.
type Stretch struct {
	GearID string
	// On is the gear that a part was mounted on during the days of Mounted: what
	// names that one then counts too, once.
	On      string
	Mounted training.DayRange
	// After leaves out what began earlier; zero leaves out nothing.
	After time.Time
}

// Use sums up the activities of a stretch, as far as the audience may see them.
type Use struct {
	Activities  int
	First, Last training.Day // zero without activities
	// Measured is how many activities have a distance.
	Measured   int
	DistanceKm float64
	DurationS  float64
}

// plus adds the use of other activities.
func (u Use) plus(b Use) Use {
	switch {
	case u.Activities == 0:
		return b
	case b.Activities > 0:
		u.First, u.Last = min(u.First, b.First), max(u.Last, b.Last)
	}
	u.Activities += b.Activities
	u.Measured += b.Measured
	u.DistanceKm += b.DistanceKm
	u.DurationS += b.DurationS
	return u
}

const sums = `SELECT count(*), coalesce(min(day), 0), coalesce(max(day), 0), count(distance_km), total(distance_km), total(duration_s)
	FROM activities WHERE athlete=?1 AND start_ms>=?2 AND seen&?3<>0 AND `

// firstNamed is answered from the index activities_gear alone; activities that
// name the gear second come from the small index activities_more_gear.
const (
	firstNamed  = sums + "gear=?4 AND gear<>'' AND day BETWEEN ?5 AND ?6"
	besideNamed = sums + `instr(words, '"more_gear":')>0
		AND gear<>?4 AND NOT (gear=?5 AND gear<>'' AND day BETWEEN ?6 AND ?7)
		AND EXISTS (SELECT 1 FROM json_each(words, '$.more_gear') WHERE value=?4 OR value=?5 AND value<>'' AND day BETWEEN ?6 AND ?7)`
)

// always is every day that an activity can have.
var always = training.DayRange{From: training.NewDay(1000, 1, 1), To: training.NewDay(3000, 1, 1)}

// useKey is the key of an answer, which also depends on the change log.
type useKey struct {
	training.Scope
	Stretch
}

// GearUse sums up a stretch: every activity of a piece of gear, so it is
// kept until something changes.
func (r GearReader) GearUse(ctx context.Context, s training.Scope, of Stretch) (u Use, err error) {
	if err := ledger.CheckScope(s); err != nil {
		return u, err
	}
	return r.uses.Get(ctx, r.log, useKey{s, of}, func() (Use, error) { return r.use(ctx, s, of) })
}

func (r GearReader) use(ctx context.Context, s training.Scope, of Stretch) (u Use, err error) {
	const ever = -1 << 62
	scope := []any{s.Athlete, int64(ever), int64(1) << s.Audience}
	if !of.After.IsZero() {
		scope[1] = of.After.UnixMilli()
	}
	for _, q := range []struct {
		text string
		args []any
	}{
		{firstNamed, []any{of.GearID, always.From, always.To}},
		{firstNamed, []any{of.On, of.Mounted.From, of.Mounted.To}},
		{besideNamed, []any{of.GearID, of.On, of.Mounted.From, of.Mounted.To}},
	} {
		more, _, err := sqlitedb.One(ctx, r.db, q.text, append(slices.Clip(scope), q.args...), func(row sqlitedb.Row) (u Use, err error) {
			err = row.Scan(&u.Activities, &u.First, &u.Last, &u.Measured, &u.DistanceKm, &u.DurationS)
			return u, err
		})
		if err != nil {
			return u, err
		}
		u = u.plus(more)
	}
	return u, nil
}
