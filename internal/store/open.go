package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// FileName is the name of the database file within the home.
const FileName = "lapkeep.db"

// backupFolder holds the copies that are made before the database is changed.
const backupFolder = "backups"

// maxOriginal is the largest size to which an original is unpacked.
const maxOriginal = 1 << 30

// Options describes where the store is and how it may be used.
type Options struct {
	Home string
	// ReadOnly opens an existing store and writes nothing, not even a log.
	ReadOnly bool
	Log      *slog.Logger
	// Closed lists the import runs that some audiences may not see.
	Closed ledger.Closed
	// Now dates the change log and names backups. If it is nil, all dates are in 1970.
	Now func() time.Time
	// Committed, if set, is called after each commit, as in [sqlitedb.Options]; Kept is called
	// with the paths of originals that were stored, before a transaction refers to them.
	Committed func(context.Context) error
	Kept      func(ctx context.Context, files []string) error
	// Fetch, if set, brings an original from elsewhere if it is not at its path yet; without a
	// path, it brings all of them.
	Fetch func(ctx context.Context, path string) error
}

// DB is an open store. It is safe for concurrent use, even by several processes.
type DB struct {
	ledgerReader
	gearReader
	saidReader
	ledger.Known
	docReader
	home   string
	reads  bool // opened for reading only
	closed ledger.Closed
	sql    *sqlitedb.DB
	names  *sqlitedb.NamingKeeper
	codec  *originals.Codec
	pack   *originals.Packer
	log    *slog.Logger
	now    func() time.Time
	kept   func(ctx context.Context, files []string) error
	fetch  func(ctx context.Context, path string) error

	loads      cache.Cache[loadViewer, *loadRows] // the rows of the requested days
	counts     cache.Cache[spanKey, Counts]       // those counts that change only with the change log
	athletes   cache.Cache[training.AthleteID, training.Athlete]
	histories  cache.Cache[training.AthleteID, training.History]
	spans      cache.Cache[spanKey, training.DayRange]
	activeDays cache.Cache[spanKey, map[training.Sport][]training.Day]
	totals     cache.Cache[string, map[training.Sport]int]
	activities *activityindex.Memory
	selected   cache.Cache[selectedKey, map[training.ActivityID]bool]
	withheld   cache.Cache[training.Scope, []training.Withheld]
	swept      originals.Sweeper
	state      ledger.Connections
}

// Open opens the store in a home, creating it if it is missing. It backs up and migrates a
// store with an older schema, and returns an error for one with a newer schema.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Unix(0, 0) }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	path := filepath.Join(o.Home, FileName)
	if o.ReadOnly {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, training.Errorf(training.KindNotFound, "There is no store in %s.", o.Home).
				WithFix("Import a folder of recordings first, or name another home with --home.")
		}
	}
	names := &sqlitedb.NamingKeeper{Path: path + sqlitedb.NamingSuffix}
	last := &sqlitedb.MarkKeeper{Path: path + sqlitedb.MarkSuffix, Now: o.Now, Log: o.Log}
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{
		ReadOnly: o.ReadOnly, Steps: sqlitedb.Steps(), BackupDir: filepath.Join(o.Home, backupFolder), Now: o.Now(),
		BeforeCommit: func(tx *sqlitedb.Tx) error {
			if err := unsplit(o.Home); err != nil {
				return err
			}
			if err := names.BeforeCommit(tx); err != nil {
				return err
			}
			return last.BeforeCommit(tx)
		},
		AfterCommit: last.AfterCommit,
		Committed:   o.Committed,
	})
	if err != nil {
		return nil, err
	}
	d := &DB{
		ledgerReader: ledger.NewReader(db), saidReader: document.NewStatementsReader(db, o.Closed),
		Known: ledger.NewKnown(db), home: o.Home, reads: o.ReadOnly, closed: o.Closed, sql: db, names: names,
		codec: originals.NewCodec(), pack: originals.NewPacker(maxOriginal), log: o.Log, now: o.Now,
		kept: o.Kept, fetch: o.Fetch, state: ledger.NewConnection(db, filepath.Join(o.Home, "leases")),
		loads:      cache.Cache[loadViewer, *loadRows]{Most: 1, On: ledger.OnActivities()},
		counts:     cache.Cache[spanKey, Counts]{On: ledger.OnActivities()},
		spans:      cache.Cache[spanKey, training.DayRange]{On: ledger.OnActivities()},
		activeDays: cache.Cache[spanKey, map[training.Sport][]training.Day]{On: ledger.OnActivities()},
		totals:     cache.Cache[string, map[training.Sport]int]{On: ledger.OnActivities()},
		selected:   cache.Cache[selectedKey, map[training.ActivityID]bool]{Most: mostSelected, On: ledger.OnActivities()},
		athletes:   cache.Cache[training.AthleteID, training.Athlete]{On: []ChangeKind{ChangeAthlete}},
		histories:  cache.Cache[training.AthleteID, training.History]{On: []ChangeKind{ChangeSettings}},
		withheld: cache.Cache[training.Scope, []training.Withheld]{
			Most: 2, On: []ChangeKind{document.Withheld.Changes(), ChangeAthlete},
		},
		activities: activityindex.NewMemory(),
	}
	d.docReader = document.NewReader(db, o.Closed, func(ctx context.Context, s training.Scope) (training.Sharing, error) {
		v, err := d.look(ctx, s)
		return v.sharing, err
	})
	d.gearReader = document.NewGearReader(d.docReader)
	return d, nil
}

// Connections reads and writes the state of connections to services.
func (db *DB) Connections() ledger.Connections { return db.state }

// Outbox returns a reader of the outbox.
func (db *DB) Outbox() ledger.OutboxReader { return ledger.NewOutboxReader(db.sql) }

// SQL returns the database, for what package people keeps beside the athletes' data.
func (db *DB) SQL() *sqlitedb.DB { return db.sql }

// ReadOnly reports whether the store was opened for reading only.
func (db *DB) ReadOnly() bool { return db.reads }

// Written returns the number of write transactions that this process ended.
func (db *DB) Written() uint64 { return db.sql.Written() }

// Close waits for a running write and closes the store.
func (db *DB) Close() error { return db.sql.Close() }

// Report counts the things that [DB.Verify] checked and lists its findings.
type Report = backup.Report

func place(home string) backup.Place { return backup.Place{Home: home, Database: FileName} }

// Backup writes the whole store, with all athletes, to one new archive (.tar or
// .tar.zst), together with the files in beside, and reads it back. It may run
// concurrently with writers; a failed backup leaves no file.
func (db *DB) Backup(ctx context.Context, destFile string, beside ...backup.Beside) (backup.Written, error) {
	if err := db.whole(ctx); err != nil {
		return backup.Written{}, err
	}
	w, err := backup.Backup(ctx, db.sql, place(db.home), destFile, beside)
	return w, sqlitedb.Error(err)
}

// BackupSpace returns how many bytes a backup may need while it is made.
func (db *DB) BackupSpace() (int64, error) {
	bytes, err := backup.Space(place(db.home))
	return bytes, sqlitedb.Error(err)
}

// CopyDatabase writes a copy of the database into the folder for copies, before a
// repair changes the database, and returns its path.
func (db *DB) CopyDatabase(ctx context.Context) (path string, err error) {
	return db.sql.CopyInto(ctx, filepath.Join(db.home, backupFolder), "before-repair", db.now())
}

// Restore unpacks a backup into a home that has no store yet, and opens it once,
// which migrates it and writes its mark. Existing files next to the store are left
// unchanged, and people who signed in have to do so again. If the backup is damaged, Restore
// leaves nothing behind. Older backups
// have no seal and no checksums, so they cannot be verified as completely.
func Restore(ctx context.Context, archiveFile string, o Options) (isSealed bool, err error) {
	isSealed, err = backup.Restore(ctx, archiveFile, place(o.Home), originals.NewPacker(maxOriginal))
	if err != nil {
		return isSealed, sqlitedb.Error(err)
	}
	db, err := Open(ctx, o)
	if err != nil {
		return isSealed, err
	}
	// What was withdrawn after the backup must not open again.
	return isSealed, errors.Join(db.Write(ctx, func(tx *Tx) (err error) {
		for _, table := range []string{"secrets", "passkeys", "subjects"} {
			_, why := tx.sql.Exec("DELETE FROM " + table)
			err = errors.Join(err, why)
		}
		return err
	}), db.Close())
}

// Verify reads all stored data once and reports what is wrong. It returns an error
// only if it could not finish.
func (db *DB) Verify(ctx context.Context) (Report, error) {
	if err := db.whole(ctx); err != nil {
		return Report{}, err
	}
	c := backup.Checker{DB: db.sql, Place: place(db.home), Codec: db.codec, Pack: db.pack}
	return c.Verify(ctx)
}

// WasIn reports whether a home has files of a store, even without a database.
func WasIn(home string) bool {
	for _, name := range []string{FileName + sqlitedb.MarkSuffix, originals.AthletesFolder} {
		if _, err := os.Stat(filepath.Join(home, name)); err == nil {
			return true
		}
	}
	return false
}

// FixRepair describes what can be done about damage.
const FixRepair = backup.FixRepair

// KeptOriginal reads an original, even one that has no recording.
func (db *DB) KeptOriginal(athlete training.AthleteID, hash string) ([]byte, error) {
	return db.originals(athlete).Get(hash)
}

// Named returns the activity of each recording from the file next to the
// database, for use when the database is damaged. If that file is damaged too,
// it returns an empty map.
func (db *DB) Named(athlete training.AthleteID) (sqlitedb.Names, error) {
	f, ok, err := sqlitedb.ReadNaming(filepath.Join(db.home, FileName+sqlitedb.NamingSuffix))
	switch {
	case err != nil && training.KindOf(err) != training.KindCorrupt:
		return nil, sqlitedb.Error(err)
	case !ok || f.Names[athlete] == nil:
		return sqlitedb.Names{}, nil
	}
	return f.Names[athlete], nil
}

// Settle rolls back the unfinished writes of a repair that was killed.
func Settle(ctx context.Context, home string) { backup.Settle(ctx, place(home)) }

// Salvage replaces a damaged database with a new one with all readable rows, if agree
// accepts the result. The caller then opens the store, calls [DB.Reshow], reads the
// originals again and derives everything.
func Salvage(ctx context.Context, o Options, agree func(backup.Salvaged) (bool, error)) (s backup.Salvaged, agreed bool, err error) {
	s, agreed, err = backup.Salvage(ctx, place(o.Home), sqlitedb.Steps(), originals.NewPacker(maxOriginal), originals.NewCodec(),
		o.Now(), agree)
	return s, agreed, sqlitedb.Error(err)
}

// Prune removes damaged recordings that can be recreated from their originals. The
// caller then reads those originals.
func (db *DB) Prune(ctx context.Context) error {
	if err := db.whole(ctx); err != nil {
		return err
	}
	return sqlitedb.Error(backup.Prune(ctx, place(db.home), db.pack, db.codec, db.sql))
}

// Reshow rewrites the shown row of every activity from its layers.
func (db *DB) Reshow(ctx context.Context) error {
	return db.reshow(ctx, "SELECT athlete, id FROM activity_base")
}

// ReshowLed rewrites the shown rows of activities into which others were merged.
func (db *DB) ReshowLed(ctx context.Context) error {
	return db.reshow(ctx, "SELECT athlete, id FROM activity_base b WHERE EXISTS (SELECT 1 FROM redirects WHERE athlete=b.athlete AND id=b.id)")
}

func (db *DB) reshow(ctx context.Context, which string) error {
	all, err := sqlitedb.All(ctx, db.sql, which, nil, func(r sqlitedb.Row) (k activityKey, err error) {
		err = r.Scan(&k.athlete, &k.id)
		return k, err
	})
	if err != nil {
		return err
	}
	const atOnce = 256
	for group := range slices.Chunk(all, atOnce) {
		err := db.Write(ctx, func(tx *Tx) error {
			for _, k := range group {
				tx.changedActivity(k.athlete, k.id)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Tidy removes what killed backups and restores left behind, marks reported losses
// as settled, and rewrites the file of names.
func (db *DB) Tidy(ctx context.Context) error {
	if err := backup.Sweep(db.home); err != nil {
		return sqlitedb.Error(err)
	}
	return db.Write(ctx, func(tx *Tx) error {
		db.names.Anew()
		return sqlitedb.Settle(tx.sql)
	})
}

// selectedKey identifies a selection by its conditions, athlete and audience.
type selectedKey struct {
	training.Scope

	where, args string
}

// mostSelected bounds the number of cached selections; each may hold all of an
// athlete's activities.
const mostSelected = 4

// Selected returns the activities that a filter without Limit, After and Around
// selects. The result may be shared with other callers and must not be changed.
func (db *DB) Selected(ctx context.Context, s training.Scope, f ActivityFilter) (map[training.ActivityID]bool, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	w, err := v.list().Where(f)
	if err != nil {
		return nil, err
	}
	args, err := sqlitedb.Body(w.Args)
	if err != nil {
		return nil, err
	}
	return db.selected.Get(ctx, db, selectedKey{s, w.SQL(), args}, func() (map[training.ActivityID]bool, error) {
		ids, err := db.selectIDs(ctx, v, f, w)
		out := make(map[training.ActivityID]bool, len(ids))
		for _, id := range ids {
			out[id] = true
		}
		return out, err
	})
}

func (db *DB) selectIDs(ctx context.Context, v view, f ActivityFilter, w activityindex.Where) ([]training.ActivityID, error) {
	if activityindex.Knows(&f) {
		p, ok, err := db.activities.Select(ctx, db.sql, db, v.list(), &f, activityindex.ByStart(true))
		if ok || err != nil {
			return p.IDs, err
		}
	}
	return sqlitedb.All(ctx, db.sql, "SELECT a.id FROM activities a WHERE "+w.SQL(), w.Args, sqlitedb.Scalar[training.ActivityID])
}

// Labels holds the words by which activities can be found.
type Labels struct {
	Tags, Sources []string
	GearIDs       []string
}

// Labels returns the labels of the activities that the scope may see, ordered by name.
func (db *DB) Labels(ctx context.Context, s training.Scope) (out Labels, err error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return out, err
	}
	for _, l := range []struct {
		to    *[]string
		query string
	}{
		{&out.Tags, "SELECT DISTINCT t.value FROM activities a, json_each(a.tags) t WHERE a.athlete=? AND a.seen&?<>0 ORDER BY 1"},
		{&out.GearIDs, `SELECT gear FROM activities a WHERE a.athlete=?1 AND a.seen&?2<>0 AND gear<>'' UNION
			SELECT g.value FROM activities a, json_each(a.words, '$.more_gear') g WHERE a.athlete=?1 AND a.seen&?2<>0 AND ` +
			activityindex.MoreGear + ` ORDER BY 1`},
		{&out.Sources, `SELECT DISTINCT r.source FROM activities a JOIN links l ON l.athlete=a.athlete AND l.activity=a.id
			JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording WHERE a.athlete=?1 AND a.seen&?2<>0 AND r.removed=0 AND r.audience&?2<>0 ORDER BY 1`},
	} {
		if *l.to, err = sqlitedb.All(ctx, db.sql, l.query, []any{v.athlete, v.bit}, sqlitedb.Scalar[string]); err != nil {
			return out, err
		}
	}
	return out, nil
}
