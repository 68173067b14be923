package store

import (
	"context"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Counts holds the numbers that get_status shows.
type Counts struct {
	Activities, Recordings, Originals int
	BySport                           map[training.Sport]int
	First, Last                       training.Day
	OriginalBytes, DatabaseBytes      int64 // on disk
	DerivedBehind                     int   // changes that derive has not handled yet
}

// Counts counts the data that the scope may see. The numbers of bytes are the sizes of all
// originals and of the whole database.
func (db *DB) Counts(ctx context.Context, s training.Scope) (Counts, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return Counts{}, err
	}
	c, err := db.counts.Get(ctx, db, spanKey{v.athlete, v.bit}, func() (Counts, error) { return db.count(ctx, v) })
	if err != nil {
		return c, err
	}
	c.BySport = maps.Clone(c.BySport)
	c.DerivedBehind, _, err = sqlitedb.One(ctx, db.sql, `SELECT count(*) FROM changes WHERE athlete=? AND kind IN (?,?)
		AND seq>coalesce((SELECT seq FROM watermarks WHERE consumer=?),0)`,
		[]any{v.athlete, ChangeRecording, ChangeActivity, DeriveConsumer}, sqlitedb.Scalar[int])
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(filepath.Join(db.home, FileName+suffix)); err == nil {
			c.DatabaseBytes += info.Size()
		}
	}
	if v.audience == training.AudienceModel { // the sizes would also grow with hidden data
		c.Originals, c.OriginalBytes, c.DatabaseBytes = 0, 0, 0
	}
	return c, err
}

// count returns the counts that change only with an entry in the change log.
func (db *DB) count(ctx context.Context, v view) (c Counts, err error) {
	type sport struct {
		name        training.Sport
		n           int
		first, last training.Day
	}
	sports, err := sqlitedb.All(ctx, db.sql, "SELECT sport, count(*), min(day), max(day) FROM activities WHERE "+
		"athlete=? AND seen&?<>0 GROUP BY sport",
		[]any{v.athlete, v.bit}, func(r sqlitedb.Row) (x sport, err error) {
			err = r.Scan(&x.name, &x.n, &x.first, &x.last)
			return x, err
		})
	if err != nil {
		return c, err
	}
	c.BySport = make(map[training.Sport]int, len(sports))
	for i, x := range sports {
		c.BySport[x.name] = x.n
		c.Activities += x.n
		if i == 0 || x.first < c.First {
			c.First = x.first
		}
		if i == 0 || x.last > c.Last {
			c.Last = x.last
		}
	}
	// CROSS JOIN keeps the order of the tables: few activities are hidden, but
	// without it the planner would start from every link.
	_, _, err = sqlitedb.One(ctx, db.sql, `SELECT
		(SELECT count(*) FROM recordings WHERE athlete=?1 AND removed=0 AND audience&?2<>0)
		- (SELECT count(*) FROM activities a CROSS JOIN links l ON l.athlete=a.athlete AND l.activity=a.id
			CROSS JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording
			WHERE a.athlete=?1 AND a.seen&?2=0 AND r.removed=0 AND r.audience&?2<>0),
		(SELECT count(*) FROM originals WHERE athlete=?1),
		(SELECT coalesce(sum(bytes),0) FROM originals WHERE athlete=?1)`,
		[]any{v.athlete, v.bit}, func(r sqlitedb.Row) (struct{}, error) {
			return struct{}{}, r.Scan(&c.Recordings, &c.Originals, &c.OriginalBytes)
		})
	return c, err
}

// spanKey is an athlete with an audience.
type spanKey struct {
	athlete training.AthleteID
	bit     int64
}

// DaySpan returns the first and last day with an activity; ok is false if there is none.
func (db *DB) DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return r, false, err
	}
	r, err = db.spans.Get(ctx, db, spanKey{v.athlete, v.bit}, func() (r training.DayRange, err error) {
		for _, end := range []struct {
			day   *training.Day
			order string
		}{{&r.From, "day"}, {&r.To, "day DESC"}} {
			found := false
			*end.day, found, err = sqlitedb.One(ctx, db.sql,
				"SELECT day FROM load_rows WHERE athlete=? AND seen&?<>0 ORDER BY "+end.order+" LIMIT 1",
				[]any{s.Athlete, v.bit}, sqlitedb.Scalar[training.Day])
			if err != nil || !found {
				return training.DayRange{From: 0, To: -1}, err
			}
		}
		return r, nil
	})
	if err != nil || r.To < r.From {
		return training.DayRange{}, false, err
	}
	return r, true, nil
}

// originals returns the folder of an athlete's original files.
func (db *DB) originals(a training.AthleteID) originals.Dir {
	dir := originals.Of(db.home, string(a), db.pack)
	if db.fetch != nil {
		dir.Fetch = func(path string) error { return db.fetch(context.Background(), path) }
	}
	return dir
}

// whole waits until all originals are in the home.
func (db *DB) whole(ctx context.Context) error {
	if db.fetch == nil {
		return nil
	}
	return sqlitedb.Error(db.fetch(ctx, ""))
}

// KeepOriginals durably stores the contents of up to 64 files under their hashes, and
// returns the hex SHA-256 of each file. Call it before the transaction that stores their
// recordings.
func (db *DB) KeepOriginals(ctx context.Context, athlete training.AthleteID, files [][]byte) ([]string, error) {
	return db.KeepHashed(ctx, athlete, files, nil)
}

// KeepHashed is [DB.KeepOriginals] for callers that already have the hashes.
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
	dir := db.originals(athlete)
	hashes, err := dir.Put(files, hashes...)
	if err != nil || db.kept == nil {
		return hashes, sqlitedb.Error(err)
	}
	paths := make([]string, len(hashes))
	for i, hash := range hashes {
		paths[i] = dir.Path(hash)
	}
	if err := db.kept(ctx, paths); err != nil {
		return nil, &training.Error{
			Kind: training.KindUnavailable, What: "The file is on this machine, but it could not be kept elsewhere.",
			Fix: "Import it again.", Err: err,
		}
	}
	return hashes, nil
}

// Original reads the bytes of a file. Files contain positions, so models get a file
// only if the athlete shares positions and has no privacy zone.
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
		return nil, training.Errorf(training.KindForbidden, "The original file contains positions, which assistants may not see.").
			WithFix("Let the athlete share position in the settings, or export on the command line.")
	}
	data, err := db.originals(s.Athlete).Get(hash)
	return data, sqlitedb.Error(err)
}

// AllRecordings yields every recording that the scope may see, ordered by start.
// [DB.Original] reads their files.
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
	FileName string // the file's name when it was imported
	Source   string
	Data     []byte
}

// AllOriginals yields each original once, in the order of their recordings.
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

// WithheldActivities returns, ordered by day, the activities on the given days about which a
// service reveals only that they exist. The list is shared and must not be changed.
func (db *DB) WithheldActivities(ctx context.Context, s training.Scope, days training.DayRange) ([]training.Withheld, error) {
	all, err := db.withheld.Get(ctx, db, s, func() ([]training.Withheld, error) { return db.docReader.WithheldActivities(ctx, s) })
	from := sort.Search(len(all), func(i int) bool { return all[i].Day >= days.From })
	to := sort.Search(len(all), func(i int) bool { return all[i].Day > days.To })
	return slices.Clip(all[from:max(from, to)]), err
}
