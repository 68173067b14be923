package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Primitive is a derived value that depends on no threshold, in the encoding of the
// rule that computed it.
type Primitive struct {
	Activity  training.ActivityID
	Day       training.Day
	Sport     training.Sport
	Kind      string
	Version   int
	InputHash string
	Data      []byte
}

// Primitive reads one primitive of an activity. It is not found if it was
// derived from a recording that the audience may not see.
func (db *DB) Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (Primitive, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return Primitive{}, err
	}
	p, ok, err := sqlitedb.One(ctx, db.sql, `SELECT activity, day, sport, version, input_hash, data FROM primitives
		WHERE athlete=? AND activity=? AND kind=? AND seen&?<>0`, []any{s.Athlete, id, kind, v.bit},
		func(r sqlitedb.Row) (p Primitive, err error) {
			err = r.Scan(&p.Activity, &p.Day, &p.Sport, &p.Version, &p.InputHash, &p.Data)
			return p, err
		})
	p.Kind = kind
	if err == nil && !ok {
		err = training.Errorf(training.KindNotFound, "There is no %s of the activity %q.", kind, id)
	}
	return p, err
}

// Primitives yields the primitives of a kind by day, without the version and
// the hash, which only their writer needs. Data is valid until the next step.
// The loop may make other reads, but holds one of the few read connections.
func (db *DB) Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[Primitive, error] {
	return func(yield func(Primitive, error) bool) {
		v, err := db.look(ctx, s)
		if err != nil {
			yield(Primitive{}, err)
			return
		}
		rows, err := db.sql.Query(ctx, `SELECT activity, day, sport, data FROM primitives
			WHERE athlete=? AND kind=? AND day BETWEEN ? AND ? AND seen&?<>0 ORDER BY day, activity`, s.Athlete, kind, days.From, days.To, v.bit)
		if err != nil {
			yield(Primitive{}, sqlitedb.Failed(ctx, err))
			return
		}
		defer rows.Close() //nolint:errcheck // Err reports what went wrong
		p := Primitive{Kind: kind}
		// There are thousands of rows, so they are scanned without reflection.
		var activity string
		var day any
		var sport, data sql.RawBytes
		for rows.Next() {
			if err := rows.Scan(&activity, &day, &sport, &data); err != nil {
				yield(Primitive{}, sqlitedb.Failed(ctx, err))
				return
			}
			at, _ := day.(int64)
			p.Activity, p.Day, p.Data = training.ActivityID(activity), training.Day(at), data //nolint:gosec // as stored
			if string(p.Sport) != string(sport) {
				p.Sport = training.Sport(sport)
			}
			if !yield(p, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Primitive{}, sqlitedb.Failed(ctx, err))
		}
	}
}

// PutPrimitive replaces the primitive of the same activity and kind. Its day and
// sport come from the shown row, so it is written after that row.
func (tx *Tx) PutPrimitive(a training.AthleteID, p Primitive) error {
	k := activityKey{a, p.Activity}
	tx.derived[k] = append(tx.derived[k], p)
	tx.touch(a, p.Activity)
	tx.changed(a, ChangeDerived, string(p.Activity))
	return nil
}

const (
	putPrimitives = "INSERT INTO primitives (athlete, kind, day, activity, sport, seen, version, input_hash, data)"
	orReplace     = `ON CONFLICT (athlete, activity, kind) DO UPDATE SET day=excluded.day, sport=excluded.sport, seen=excluded.seen,
	version=excluded.version, input_hash=excluded.input_hash, data=excluded.data`
)

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// DeletePrimitives removes everything derived from an activity except its summary.
func (tx *Tx) DeletePrimitives(a training.AthleteID, id training.ActivityID) error {
	delete(tx.derived, activityKey{a, id})
	_, err := tx.sql.Exec("DELETE FROM primitives WHERE athlete=? AND activity=?", a, id)
	tx.changed(a, ChangeDerived, string(id))
	return err
}

// layers holds everything from which an activity's shown row is computed.
type layers struct {
	act     training.Activity // with the athlete's overrides applied
	linked  bool
	deleted bool
	gone    bool                // it was merged into another activity, or its import was undone
	into    training.ActivityID // the activity into which it was merged
	links   []ledger.Link
	seen    ledger.Audiences // the audiences that may see it if it has no links
}

// showStale rewrites the shown row of each touched activity once, and that of the activity
// into which it was merged, which also shows its edits.
func (tx *Tx) showStale() error {
	for i := 0; i < len(tx.stale); i++ {
		k := tx.stale[i]
		l, err := tx.layers(k.athlete, k.id)
		if err != nil {
			return err
		}
		s := l.shown()
		if l.into != "" && tx.mustHave(k.athlete, l.into) == nil {
			tx.changedActivity(k.athlete, l.into)
		}
		if err := tx.leaveDay(k, l.act.LocalDay); err != nil {
			return err
		}
		if err := tx.show(k.athlete, l.act, s); err != nil {
			return err
		}
		if args, ok := tx.summaries[k]; ok {
			if _, err := tx.sql.Exec(putSummary(), args...); err != nil {
				return err
			}
		}
		if err := tx.showDerived(k, l.act, s); err != nil {
			return err
		}
	}
	return nil
}

func (l *layers) shown() ledger.Shown {
	s := ledger.ShownTo(l.links, !l.linked, l.act.HiddenFromModels, l.deleted)
	if l.gone {
		s.Seen = 0
	}
	if !l.linked {
		s.Seen &= int64(l.seen) | int64(l.seen)<<ledger.DeletedShift
	}
	s.Without(ledger.Ignored(l.act.Ignored))
	return s
}

// Leads returns the activity to which an id redirects in this transaction, and
// whether the athlete may see it.
func (tx *Tx) Leads(a training.AthleteID, id training.ActivityID) (act training.Activity, seen bool, err error) {
	for range maxRedirects {
		l, err := tx.layers(a, id)
		if err != nil || l.into == "" {
			return l.act, l.shown().Seen>>training.AudienceExport&1 != 0, err
		}
		id = l.into
	}
	return act, false, sqlitedb.Damaged(nil)
}

// Shown returns an activity as this transaction shows it.
func (tx *Tx) Shown(a training.AthleteID, id training.ActivityID) (training.Activity, error) {
	l, err := tx.layers(a, id)
	return l.act, err
}

func (tx *Tx) layers(a training.AthleteID, id training.ActivityID) (l layers, err error) {
	key := []any{a, id}
	var text string
	ok, err := tx.sql.One("SELECT body, linked, deleted FROM activity_base WHERE athlete=? AND id=?", key, &text, &l.linked, &l.deleted)
	if err == nil && !ok {
		err = noActivity(id)
	}
	if err != nil {
		return l, err
	}
	if l.act, err = sqlitedb.Parse[training.Activity](text); err != nil {
		return l, err
	}
	if _, err = tx.sql.One("SELECT id FROM redirects WHERE athlete=? AND old=?", key, &l.into); err != nil {
		return l, err
	}
	var see *ledger.Audiences
	if l.linked {
		if l.links, err = tx.links(key); err != nil {
			return l, err
		}
		see = new(ledger.Audiences)
		for _, link := range l.links {
			if !link.Removed {
				*see |= link.Audience
			}
		}
	}
	found, err := document.Over(tx.sql, key, &l.act, tx.db.closed, see)
	if err != nil {
		return l, err
	}
	l.gone, l.seen = l.into != "" || found.TakenBack && !l.linked, found.Seen
	return l, tx.overlay(&l.act, key)
}

// overlay applies the athlete's overrides.
func (tx *Tx) overlay(act *training.Activity, key []any) error {
	act.Edited = nil
	return tx.sql.Each("SELECT field, value FROM overrides WHERE athlete=? AND activity=? ORDER BY field", key,
		func(scan func(...any) error) error {
			var field, value string
			if err := scan(&field, &value); err != nil {
				return err
			}
			return ledger.Override(act, field, json.RawMessage(value))
		})
}

const linkColumns = ` l.recording, l.rank, l.chosen, r.source, r.channels, r.audience, r.removed<>0
	FROM links l JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording
	WHERE l.athlete=? AND l.activity=?`

func readLink(r sqlitedb.Row) (l ledger.Link, err error) {
	err = r.Scan(&l.Recording, &l.Rank, &l.Chosen, &l.Source, &l.Has, &l.Audience, &l.Removed)
	return l, err
}

func (tx *Tx) links(key []any) (links []ledger.Link, err error) {
	err = tx.sql.Each("SELECT"+linkColumns, key, func(scan func(...any) error) error {
		l, err := readLink(scanFunc(scan))
		links = append(links, l)
		return err
	})
	ledger.SortLinks(links)
	return links, err
}

// MadeOf lists the recordings of an activity, including removed ones, and the
// activities that were merged into it.
func (tx *Tx) MadeOf(a training.AthleteID, id training.ActivityID) (parts []string, err error) {
	key := []any{a, id}
	links, err := tx.links(key)
	if err != nil {
		return nil, err
	}
	for _, l := range links {
		parts = append(parts, string(l.Recording))
	}
	err = tx.sql.Each(document.Led("?1", "?2")+" SELECT id FROM led WHERE id<>?2", key, func(scan func(...any) error) error {
		parts = append(parts, "")
		return scan(&parts[len(parts)-1])
	})
	slices.Sort(parts)
	return parts, err
}

type scanFunc func(...any) error

func (f scanFunc) Scan(dest ...any) error { return f(dest...) }

func (tx *Tx) show(a training.AthleteID, act training.Activity, s ledger.Shown) error {
	tags, err := sqlitedb.Body(orEmpty(act.Tags))
	if err != nil {
		return err
	}
	refs, _ := sqlitedb.Body(orEmpty(act.ExternalIDs)) // strings can always be encoded
	edited, _ := sqlitedb.Body(orEmpty(act.Edited))
	sources, _ := sqlitedb.Body(s.Sources)
	more, err := document.Words(&act)
	if err != nil {
		return err
	}
	title := activityindex.Words(act.Name + " " + strings.Join(act.Tags, " "))
	_, err = tx.sql.Exec(showActivity, a, act.ID, act.Sport, act.SubSport, act.Start.UnixMilli(), act.OffsetS, act.Zone, act.ZoneSource,
		act.LocalDay, act.Name, act.Description, tags, act.Race, act.Commute, act.GearID, act.PerceivedExertion, act.ManualLoad,
		act.ParentID, refs, act.HiddenFromModels, edited, sources, title, activityindex.Words(act.Description),
		s.Channels[training.AudienceModel], s.Channels[training.AudiencePage], s.Channels[training.AudienceExport], s.Seen, s.Whole, more)
	return err
}

const showActivity = `INSERT INTO activities (athlete, id, sport, sub_sport, start_ms, offset_s, zone, zone_source,
	day, name, description, tags, race, commute, gear, exertion, manual_load,
	parent, external_ids, hidden, edited, sources, title_words, note_words,
	channels_model, channels_page, channels_export, seen, whole, words)
	VALUES (?,?,?,?,?,?,?,?, ?,?,?,?,?,?,?,?,?, ?,?,?,?,?,?,?, ?,?,?,?,?,?)
	ON CONFLICT DO UPDATE SET sport=excluded.sport, sub_sport=excluded.sub_sport, start_ms=excluded.start_ms,
	offset_s=excluded.offset_s, zone=excluded.zone, zone_source=excluded.zone_source, day=excluded.day, name=excluded.name,
	description=excluded.description, tags=excluded.tags, race=excluded.race, commute=excluded.commute, gear=excluded.gear,
	exertion=excluded.exertion, manual_load=excluded.manual_load, parent=excluded.parent, external_ids=excluded.external_ids,
	hidden=excluded.hidden, edited=excluded.edited, sources=excluded.sources, title_words=excluded.title_words,
	note_words=excluded.note_words, channels_model=excluded.channels_model, channels_page=excluded.channels_page,
	channels_export=excluded.channels_export, seen=excluded.seen, whole=excluded.whole, words=excluded.words`

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// leaveDay removes the packed load row of an activity whose day changes.
func (tx *Tx) leaveDay(k activityKey, day training.Day) error {
	var former training.Day
	ok, err := tx.sql.One("SELECT day FROM activities WHERE athlete=? AND id=?", []any{k.athlete, k.id}, &former)
	if err == nil && ok && former != day {
		_, err = tx.sql.Exec("DELETE FROM load_rows WHERE athlete=? AND day=? AND activity=?", k.athlete, former, k.id)
	}
	return err
}

// showDerived copies day, sport and audience of the shown row to derived rows.
func (tx *Tx) showDerived(k activityKey, act training.Activity, s ledger.Shown) error {
	if err := errors.Join(tx.showLoad(k, s), tx.placeEfforts(k)); err != nil {
		return err
	}
	seen := s.Seen & s.Whole
	_, err := tx.sql.Exec(`UPDATE primitives SET day=?, sport=?, seen=? WHERE athlete=? AND activity=?
		AND (day<>? OR sport<>? OR seen<>?)`, act.LocalDay, act.Sport, seen, k.athlete, k.id, act.LocalDay, act.Sport, seen)
	if err != nil {
		return err
	}
	var cells []any
	for _, p := range tx.derived[k] {
		cells = append(cells, k.athlete, p.Kind, act.LocalDay, k.id, act.Sport, seen, p.Version, p.InputHash, notNil(p.Data))
	}
	return tx.sql.Insert(putPrimitives, 9, orReplace, cells)
}
