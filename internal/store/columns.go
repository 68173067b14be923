package store

import (
	"context"
	"database/sql"
	"slices"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Codes of what is stored beside the channels.
const (
	codeTime      = 200
	codeRR        = 201
	codeDeveloper = 1000 // and up
)

const putColumns = "INSERT INTO channel_data (athlete, recording, channel, rows, name, units, data)"

// putColumns writes the columns of a recording over those it had.
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

// full is a column without a missing row.
func full(values []int32) training.Column {
	valid := training.NewBitmap(len(values))
	for i := range valid {
		valid[i] = ^uint64(0)
	}
	return training.Column{Values: values, Valid: valid}
}

// RecordingColumns reads one recording's own columns, as recorded. Developer
// fields come with [AllChannels]. Models get a position only if the athlete
// shares it, and none within a privacy zone.
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

// seesRecording refuses recordings that the view may not see.
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

// columns reads columns of a recording that the view may see.
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
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
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

// RR reads a recording's beat-to-beat intervals in milliseconds, nil if it has none.
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
