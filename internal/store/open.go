package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// FileName is the database within the home.
const FileName = "lapkeep.db"

// backupFolder has the copies that are made before the database is changed.
const backupFolder = "backups"

// maxOriginal is the largest file that is unpacked again.
const maxOriginal = 1 << 30

// Options say where the store lives and what it may do.
type Options struct {
	Home string
	// ReadOnly opens what is there and writes nothing, not even a log.
	ReadOnly bool
	Log      *slog.Logger
	// Closed are the runs that not everybody may see.
	Closed ledger.Closed
	// Now dates the change log and names backups; nil dates them 1970.
	Now func() time.Time
}

// DB is an open store. It is safe for concurrent use, by several processes too.
type DB struct {
	ledgerReader
	gearReader
	saidReader
	ledger.Known
	docReader
	home   string
	reads  bool // only
	closed ledger.Closed
	sql    *sqlitedb.DB
	names  *sqlitedb.NamingKeeper
	codec  *originals.Codec
	pack   *originals.Packer
	log    *slog.Logger
	now    func() time.Time

	loadMemory  activityindex.LoadRowMemory
	countMemory countMemory
	athletes    activityindex.Cache[training.AthleteID, training.Athlete]
	histories   activityindex.Cache[training.AthleteID, training.History]
	spans       activityindex.Cache[spanKey, training.DayRange]
	activeDays  activityindex.Cache[spanKey, map[training.Sport][]training.Day]
	totals      activityindex.Cache[string, map[training.Sport]int]
	activities  activityindex.Memory
	selected    activityindex.Cache[selectedKey, map[training.ActivityID]bool]
	swept       originals.Sweeper
	book        ledger.ConnectionBook
}

// Open opens the store in a home, which it makes if it is missing. An older
// schema is migrated after a backup; a newer one is refused.
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
			if err := names.BeforeCommit(tx); err != nil {
				return err
			}
			return last.BeforeCommit(tx)
		},
		AfterCommit: last.AfterCommit,
	})
	if err != nil {
		return nil, err
	}
	d := &DB{
		ledgerReader: ledger.NewReader(db), gearReader: document.NewGearReader(db, o.Closed),
		saidReader: document.NewStatementsReader(db, o.Closed),
		Known:      ledger.NewKnown(db), home: o.Home, reads: o.ReadOnly, closed: o.Closed, sql: db, names: names,
		codec: originals.NewCodec(), pack: originals.NewPacker(maxOriginal), log: o.Log, now: o.Now,
		book:     ledger.NewConnection(db, filepath.Join(o.Home, "leases")),
		selected: activityindex.Cache[selectedKey, map[training.ActivityID]bool]{Most: mostSelected},
	}
	d.docReader = document.NewReader(db, o.Closed, func(ctx context.Context, s training.Scope) (training.Sharing, error) {
		v, err := d.look(ctx, s)
		return v.sharing, err
	})
	return d, nil
}

// Connections reads and writes the state of connections to services.
func (db *DB) Connections() ledger.ConnectionBook { return db.book }

// Outbox reads what waits to be sent to services, and what was.
func (db *DB) Outbox() ledger.OutboxReader { return ledger.NewOutboxReader(db.sql) }

// ReadOnly reports whether nothing can be written.
func (db *DB) ReadOnly() bool { return db.reads }

// Close waits for a running write and closes the store.
func (db *DB) Close() error { return db.sql.Close() }
