package store

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"time"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ChannelSet is a set of channels, one bit each.
type ChannelSet = ledger.ChannelSet

// Audiences is the set of audiences that may see a recording, one bit each.
type Audiences = ledger.Audiences

// AllChannels contains every channel. EveryAudience is the policy for the athlete's
// own files.
const (
	AllChannels   = ledger.AllChannels
	EveryAudience = ledger.EveryAudience
)

// Channels returns the set of the given channels.
func Channels(cs ...training.Channel) ChannelSet { return ledger.Channels(cs...) }

// streamPart is a recording of an activity, with its start.
type streamPart struct {
	ledger.Link
	start time.Time
}

// Stream composes the requested channels of an activity on its primary recording's clock;
// clocks of recordings in another time zone are adjusted to it. If the audience may not see
// the recording from which a channel would be taken, the channel comes from the next
// recording that has it. Channels that no recording has, or that the athlete ignores, are
// absent; an activity without recordings has no rows. [AllChannels] also requests the
// developer fields of the primary recording. If positions are the only source of distance,
// an audience that may not see all of them still gets the distance computed from all.
func (db *DB) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want ChannelSet) (*training.Columns, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	text, ok, err := sqlitedb.One(ctx, db.sql, "SELECT words FROM activities WHERE athlete=? AND id=? AND seen&?<>0",
		[]any{s.Athlete, id, v.bit}, sqlitedb.Scalar[string])
	if err == nil && !ok {
		err = noActivity(id)
	}
	if err != nil {
		return nil, err
	}
	parts, err := db.streamParts(ctx, v, id)
	if err != nil {
		return nil, err
	}
	cols, err := db.compose(ctx, v, parts, want)
	if err != nil {
		return nil, err
	}
	if want.Has(training.Distance) && !cols.Has(training.Distance) && v.audience == training.AudienceModel && len(parts) > 0 {
		if err := db.addWay(ctx, s.Athlete, id, parts, cols); err != nil {
			return nil, err
		}
	}
	if text == "" {
		return cols, nil
	}
	var act training.Activity
	err = document.PutWords(&act, text)
	ledger.Ignore(cols, act.Ignored)
	return cols, err
}

// addWay adds the distance computed from all positions of an activity: otherwise, an
// audience that sees only some positions would get a different distance than the athlete,
// and one that sees none would get no distance.
func (db *DB) addWay(ctx context.Context, a training.AthleteID, id training.ActivityID, parts []streamPart, cols *training.Columns) error {
	v, err := db.look(ctx, training.Everything(a))
	if err != nil {
		return err
	}
	all, err := db.compose(ctx, v, parts, ledger.Position)
	if err != nil || !all.Has(training.Latitude) || !all.Has(training.Longitude) {
		return err
	}
	rec, _, err := sqlitedb.One(ctx, db.sql, `SELECT body, sport FROM recordings r JOIN activities a USING (athlete)
		WHERE r.athlete=? AND r.id=? AND a.id=?`, []any{a, parts[0].Recording, id},
		func(r sqlitedb.Row) (rec training.Recording, err error) {
			var text string
			var sport training.Sport
			if err = r.Scan(&text, &sport); err == nil {
				rec, err = sqlitedb.Parse[training.Recording](text)
			}
			rec.Sport = sport
			return rec, err
		})
	if err != nil {
		return err
	}
	rec.Columns = *all
	if way := stream.Of(&rec, stream.Limits{}); way.Has(training.Distance) {
		cols.Data[training.Distance] = way.Columns.Data[training.Distance]
	}
	return nil
}

// streamParts returns the recordings that the viewer may see, each with the
// channels that it provides. The first one provides the clock.
func (db *DB) streamParts(ctx context.Context, v view, id training.ActivityID) ([]streamPart, error) {
	links, err := sqlitedb.All(ctx, db.sql, "SELECT"+linkColumns, []any{v.athlete, id}, readLink)
	if err != nil {
		return nil, err
	}
	ledger.SortLinks(links)
	var parts []streamPart
	var primary training.Recording
	for i, give := range ledger.Share(links, func(l ledger.Link) bool { return l.SeenBy(v.audience) }) {
		if !links[i].SeenBy(v.audience) {
			continue
		}
		p := streamPart{Link: links[i]}
		p.Chosen = give
		rec, _, err := sqlitedb.One(ctx, db.sql, "SELECT body->>'Start', body->>'ElapsedS' FROM recordings WHERE athlete=? AND id=?",
			[]any{v.athlete, p.Recording}, readTimes)
		if err != nil {
			return nil, err
		}
		if len(parts) == 0 {
			primary = rec
		}
		p.start = rec.Start.Add(-training.ClockShift(&primary, &rec))
		parts = append(parts, p)
	}
	return parts, nil
}

// readTimes reads a recording's start and elapsed time.
func readTimes(r sqlitedb.Row) (rec training.Recording, err error) {
	var start string
	if err = r.Scan(&start, &rec.ElapsedS); err != nil {
		return rec, err
	}
	if rec.Start, err = time.Parse(time.RFC3339Nano, start); err != nil {
		err = sqlitedb.Damaged(err)
	}
	return rec, err
}

func (db *DB) compose(ctx context.Context, v view, parts []streamPart, want ChannelSet) (*training.Columns, error) {
	if len(parts) == 0 {
		return &training.Columns{}, nil
	}
	var laid []part
	var clock *training.Columns
	for i, p := range parts {
		take := p.Chosen & want
		if i > 0 && take == 0 {
			continue
		}
		read := take
		if i == 0 && want == AllChannels {
			read = AllChannels // including its developer fields
		}
		c, err := db.columns(ctx, v, p.Recording, read)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			clock = c
		}
		laid = append(laid, part{Start: p.start, Columns: c, Take: take.List()})
	}
	if len(laid) == 1 { // the usual case: nothing needs aligning
		keep := parts[0].Chosen
		for ch := range training.NumChannels {
			if !keep.Has(ch) {
				clock.Data[ch] = training.Column{}
			}
		}
		return clock, nil
	}
	out := compose(parts[0].start, clock.TimeS, laid...)
	out.Developer = clock.Developer
	return out, nil
}

// The codes of data stored in addition to the channels.
const (
	codeTime      = 200
	codeRR        = 201
	codeDeveloper = 1000 // and higher
)

const putColumns = "INSERT INTO channel_data (athlete, recording, channel, rows, name, units, data)"

// putColumns replaces the columns of a recording.
func (tx *Tx) putColumns(a training.AthleteID, id training.RecordingID, rec *training.Recording) error {
	if _, err := tx.sql.Exec("DELETE FROM channel_data WHERE athlete=? AND recording=?", a, id); err != nil {
		return err
	}
	c, n := &rec.Columns, rec.Columns.Len()
	var cells []any
	put := func(code, rows int, name, units string, data []byte) {
		cells = append(cells, a, id, code, rows, name, units, data)
	}
	if n > 0 {
		put(codeTime, n, "", "", tx.db.codec.Encode(full(c.TimeS), n))
	}
	for _, ch := range ledger.ChannelsOf(c).List() {
		put(int(ch), n, "", "", tx.db.codec.Encode(c.Data[ch], n))
	}
	if len(rec.RR) > 0 {
		rr := make([]int32, len(rec.RR))
		for i, v := range rec.RR {
			rr[i] = int32(v)
		}
		put(codeRR, len(rr), "", "", tx.db.codec.Encode(full(rr), len(rr)))
	}
	for i, d := range c.Developer {
		put(codeDeveloper+i, len(d.Values), d.Name, d.Units, tx.db.codec.EncodeFloats(d.Values))
	}
	return tx.sql.Insert(putColumns, 7, "", cells)
}

// full returns a column without missing rows.
func full(values []int32) training.Column {
	valid := training.NewBitmap(len(values))
	for i := range valid {
		valid[i] = ^uint64(0)
	}
	return training.Column{Values: values, Valid: valid}
}

// RecordingColumns reads the columns of one recording, as recorded. [AllChannels] also
// requests developer fields. Models get a position only if the athlete shares it, and none
// within a privacy zone.
func (db *DB) RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want ChannelSet) (*training.Columns, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := db.seesRecording(ctx, v, id); err != nil {
		return nil, err
	}
	return db.columns(ctx, v, id, want)
}

// seesRecording returns an error for a recording that the view may not see.
func (db *DB) seesRecording(ctx context.Context, v view, id training.RecordingID) error {
	_, ok, err := sqlitedb.One(ctx, db.sql, `SELECT 1 FROM recordings r LEFT JOIN links l ON l.athlete=r.athlete AND l.Recording=r.id
		LEFT JOIN activities a ON a.athlete=l.athlete AND a.id=l.activity
		WHERE r.removed=0 AND r.athlete=? AND r.id=? AND r.audience&?<>0 AND (a.id IS NULL OR a.seen&?<>0)`,
		[]any{v.athlete, id, v.bit, v.bit}, sqlitedb.Scalar[int])
	if err == nil && !ok {
		err = noRecording(id)
	}
	return err
}

// columns reads columns of a recording, which the view must be allowed to see.
func (db *DB) columns(ctx context.Context, v view, id training.RecordingID, want ChannelSet) (*training.Columns, error) {
	developer := want == AllChannels
	if !v.sharing.Position {
		want &^= ledger.Position
	}
	zones, err := document.Zones(ctx, db.sql, training.Scope{Athlete: v.athlete, Audience: v.audience})
	if err != nil {
		return nil, err
	}
	rows, err := db.sql.Query(ctx, `SELECT channel, rows, name, units, data FROM channel_data
		WHERE athlete=? AND recording=? AND (channel=? OR channel<? AND (?>>channel)&1 OR channel>=? AND ?) ORDER BY channel`,
		v.athlete, id, codeTime, int(training.NumChannels), int64(want), codeDeveloper, developer)
	if err != nil {
		return nil, sqlitedb.Failed(ctx, err)
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	c := &training.Columns{}
	for rows.Next() {
		if err := db.readColumn(rows, c); err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
	}
	zones.Blank(c)
	return c, sqlitedb.Failed(ctx, rows.Err())
}

func (db *DB) readColumn(rows *sql.Rows, c *training.Columns) error {
	var code, n int
	var name, units string
	var data sql.RawBytes
	if err := rows.Scan(&code, &n, &name, &units, &data); err != nil {
		return err
	}
	if code >= codeDeveloper {
		values, err := db.codec.DecodeFloats(data, n)
		c.Developer = append(c.Developer, training.DeveloperColumn{Name: name, Units: units, Values: values})
		return err
	}
	col, err := db.codec.Decode(data, n)
	switch {
	case err != nil:
		return err
	case code == codeTime:
		c.TimeS = col.Values
	default:
		c.Data[code] = col
	}
	return nil
}

// RR reads a recording's beat-to-beat intervals in milliseconds, or nil if it has none.
func (db *DB) RR(ctx context.Context, s training.Scope, id training.RecordingID) ([]uint16, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := db.seesRecording(ctx, v, id); err != nil {
		return nil, err
	}
	rr, _, err := sqlitedb.One(ctx, db.sql, "SELECT rows, data FROM channel_data WHERE athlete=? AND recording=? AND channel=?",
		[]any{v.athlete, id, codeRR}, func(r sqlitedb.Row) ([]uint16, error) {
			var n int
			var data []byte
			if err := r.Scan(&n, &data); err != nil {
				return nil, err
			}
			col, err := db.codec.Decode(data, n)
			rr := make([]uint16, len(col.Values))
			for i, x := range col.Values {
				rr[i] = uint16(x) //nolint:gosec // as it was stored
			}
			return rr, err
		})
	return slices.Clip(rr), err
}

// part is one recording and the channels that are taken from it.
type part struct {
	Start   time.Time
	Columns *training.Columns
	Take    []training.Channel
}

// compose copies the channels of parts to the clock of a recording that started at start
// and has rows at timeS. A part's row is copied to the clock's row of the same second of
// absolute time; values are neither held nor interpolated, so a second without a
// measurement stays without one. Where a part has several rows in a second, the last valid
// one is used. If two parts provide the same channel, the first wins.
func compose(start time.Time, timeS []int32, parts ...part) *training.Columns {
	out := &training.Columns{TimeS: timeS}
	for _, p := range parts {
		rows := rowsAt(timeS, p.Columns.TimeS, shift(start, p.Start))
		for _, ch := range p.Take {
			src := &p.Columns.Data[ch]
			if src.Present() && !out.Data[ch].Present() {
				out.Data[ch] = placed(src, p.Columns.TimeS, rows)
			}
		}
	}
	return out
}

// shift returns how many whole seconds part began after clock.
func shift(clock, part time.Time) int32 {
	s := math.Round(part.Sub(clock).Seconds())
	return int32(min(max(s, math.MinInt32/2), math.MaxInt32/2)) // parts that are farther apart have no second in common
}

// rowsAt returns, for each row of the clock, the part's last row of that
// second, or -1.
func rowsAt(clock, part []int32, shift int32) []int32 {
	rows := make([]int32, len(clock))
	j := 0
	for i, t := range clock {
		want := int64(t) - int64(shift)
		for j < len(part) && int64(part[j]) <= want {
			j++
		}
		rows[i] = -1
		if j > 0 && int64(part[j-1]) == want {
			rows[i] = int32(j - 1) //nolint:gosec // columns are shorter than 2^31
		}
	}
	return rows
}

// placed copies the matched rows of a column. Where several rows share a
// second, it takes the last valid one.
func placed(src *training.Column, srcTime, rows []int32) training.Column {
	dst := training.Column{Values: make([]int32, len(rows)), Valid: training.NewBitmap(len(rows))}
	for i, r := range rows {
		if r < 0 {
			continue
		}
		second := srcTime[r]
		for ; r >= 0 && srcTime[r] == second; r-- {
			if src.Valid.Get(int(r)) && int(r) < len(src.Values) {
				dst.Values[i] = src.Values[r]
				dst.Valid.Set(i)
				break
			}
		}
	}
	return dst
}
