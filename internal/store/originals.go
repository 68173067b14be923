package store

import (
	"context"
	"iter"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// originals is where an athlete's files lie.
func (db *DB) originals(a training.AthleteID) originals.Dir {
	return originals.Of(db.home, string(a), db.pack)
}

// KeepOriginals stores file bytes content-addressed, on disk before it
// returns; the result is the hex SHA-256 of each. It is done before the
// transaction that stores their recordings, in groups of up to 64 files.
func (db *DB) KeepOriginals(ctx context.Context, athlete training.AthleteID, files [][]byte) ([]string, error) {
	return db.KeepHashed(ctx, athlete, files, nil)
}

// KeepHashed is [DB.KeepOriginals] for a caller that has the hashes.
func (db *DB) KeepHashed(ctx context.Context, athlete training.AthleteID, files [][]byte, hashes []string) ([]string, error) {
	if err := ledger.CheckAthlete(athlete); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if db.sql.ReadOnly() {
		return nil, sqlitedb.ErrReadOnly()
	}
	db.swept.Sweep(db.originals(athlete), db.now(), db.log)
	hashes, err := db.originals(athlete).Put(files, hashes...)
	return hashes, sqlitedb.Error(err)
}

// Original reads the bytes of a file. A file holds its position, so models
// get it only if the athlete shares that and hides no place.
func (db *DB) Original(ctx context.Context, s training.Scope, hash string) ([]byte, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := db.recordings(ctx, v, false, "r.original=?4 AND r.original<>''", hash)
	if err == nil && len(rows) == 0 {
		err = training.Errorf(training.KindNotFound, "There is no original %q.", hash)
	}
	if err != nil {
		return nil, err
	}
	zones, err := db.HiddenPlaces(ctx, s)
	if err != nil {
		return nil, err
	}
	if !v.sharing.Position || len(zones) > 0 {
		return nil, training.Errorf(training.KindForbidden, "An original file holds the position, which assistants may not see.").
			WithFix("Let the athlete share position in the settings, or export on the command line.")
	}
	data, err := db.originals(s.Athlete).Get(hash)
	return data, sqlitedb.Error(err)
}

// AllRecordings yields every recording that the scope may see, in order of
// its start. Files are read with [DB.Original].
func (db *DB) AllRecordings(ctx context.Context, s training.Scope) iter.Seq2[RecordingRow, error] {
	return func(yield func(RecordingRow, error) bool) {
		v, err := db.look(ctx, s)
		if err != nil {
			yield(RecordingRow{}, err)
			return
		}
		const page = 200
		lastMS, lastID := int64(-1<<62), ""
		for {
			rows, err := db.recordings(ctx, v, false, "(r.start_ms, r.id) > (?4, ?5) ORDER BY r.start_ms, r.id LIMIT ?6", lastMS, lastID, page)
			if err != nil {
				yield(RecordingRow{}, err)
				return
			}
			for _, r := range rows {
				lastMS, lastID = r.Recording.Start.UnixMilli(), string(r.ID)
				if !yield(r, nil) {
					return
				}
			}
			if len(rows) < page {
				return
			}
		}
	}
}

// OriginalFile is the name and bytes of one original.
type OriginalFile struct {
	Hash     string
	FileName string // as it was called when it was imported
	Source   string
	Data     []byte
}

// AllOriginals yields each original file once, in order of its recordings.
func (db *DB) AllOriginals(ctx context.Context, s training.Scope) iter.Seq2[OriginalFile, error] {
	return func(yield func(OriginalFile, error) bool) {
		done := map[string]bool{"": true}
		for r, err := range db.AllRecordings(ctx, s) {
			if err == nil && done[r.Original] {
				continue
			}
			f := OriginalFile{Hash: r.Original, FileName: r.Origin.FileName, Source: r.Origin.Source}
			if err == nil {
				done[r.Original] = true
				f.Data, err = db.Original(ctx, s, r.Original)
			}
			if !yield(f, err) {
				return
			}
		}
	}
}
