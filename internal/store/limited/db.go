// Package limited keeps rows from services whose terms allow them to be kept only for some
// days. The rows are in a separate database file, which exists only while there are such
// rows: no backup, export or index of the store contains them, nothing is computed from
// them together with other data, and deleted rows are overwritten.
//
// Expired rows are never shown: reads do not return them, and a purge deletes them. Access
// to the rows of a service is checked here and nowhere else.
package limited

import (
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// FileName is the name of the database file in the home.
const FileName = "limited.db"

//go:embed schema.sql
var schema string

// Terms describes what a service allows Lapkeep to do with its rows.
type Terms struct {
	// Retention is how long a row may be kept after it was fetched.
	Retention time.Duration
	// MayShow reports whether an audience may see the rows of an athlete.
	MayShow func(ctx context.Context, a training.AthleteID, who training.Audience) (bool, error)
}

// Options holds the location of the rows and the terms for them.
type Options struct {
	Home string
	Now  func() time.Time
	// Terms holds the terms of each such service, by the service's name.
	Terms map[string]Terms
}

// DB holds the rows. It opens the file when it is first needed.
//
// A process that has the file open holds a shared lock next to it, and only a process that
// holds the lock exclusively may delete the file. Otherwise one process could delete the
// log of a database that another process has just created, or leave rows behind.
type DB struct {
	o    Options
	path string

	use sync.RWMutex // held while db is used, and exclusively to close it

	mu      sync.Mutex
	db      *sqlitedb.DB
	release func() error // releases the lock
	file    os.FileInfo  // identifies the file of db, because a person may have removed it
}

// shareWait exceeds the time that deleting the file takes.
const shareWait = 5 * time.Second

// New returns a DB. It opens no file.
func New(o Options) *DB { return &DB{o: o, path: filepath.Join(o.Home, FileName)} }

// Home returns the home folder of the rows.
func (d *DB) Home() string { return d.o.Home }

func (d *DB) lockPath() string { return d.path + ".use.lock" }

// with runs f with the database. If there is no database and makes is false, it
// does not run f.
func (d *DB) with(ctx context.Context, makes bool, f func(db *sqlitedb.DB) error) error {
	for {
		d.use.RLock()
		db, stale, err := d.open(ctx, makes)
		if db != nil && err == nil {
			err = f(db)
		}
		d.use.RUnlock()
		if !stale {
			return err
		}
		if err := d.Close(); err != nil {
			return err
		}
	}
}

// open opens the database; db is nil if there is none and makes is false. If
// stale is true, the former database must be closed first.
func (d *DB) open(ctx context.Context, makes bool) (db *sqlitedb.DB, stale bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, err := os.Stat(d.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, sqlitedb.Error(err)
	}
	switch {
	case d.db != nil && err == nil && os.SameFile(now, d.file):
		return d.db, false, nil
	case d.db != nil:
		return nil, true, nil
	case err != nil && !makes:
		return nil, false, nil
	}
	release, err := disk.Share(ctx, d.lockPath(), shareWait)
	if err != nil {
		return nil, false, sqlitedb.Error(err)
	}
	db, err = d.opened(ctx)
	if err == nil {
		if d.file, err = os.Stat(d.path); err != nil {
			err = errors.Join(sqlitedb.Error(err), db.Close())
		}
	}
	if err != nil {
		return nil, false, errors.Join(err, release())
	}
	d.db, d.release = db, release
	return db, false, nil
}

// There reports whether any athlete may have rows, without opening the file.
func (d *DB) There() bool {
	_, err := os.Stat(d.path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (d *DB) opened(ctx context.Context) (*sqlitedb.DB, error) {
	return sqlitedb.Open(ctx, d.path, sqlitedb.Options{Steps: []string{schema}, Wipes: true, Now: d.o.Now()})
}

// worthless reports whether the error means that the file cannot be read. Its
// rows can be fetched again, and must not be kept longer than allowed.
func worthless(err error) bool {
	k := training.KindOf(err)
	return err != nil && (k == training.KindCorrupt || k == training.KindUnsupported)
}

// Close closes the file.
func (d *DB) Close() error {
	d.use.Lock()
	defer d.use.Unlock()
	return d.close()
}

func (d *DB) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.db == nil {
		return nil
	}
	err := errors.Join(d.db.Close(), d.release())
	d.db, d.release, d.file = nil, nil, nil
	return err
}

// remove deletes the file and its log if it is empty or unreadable. If another
// process has the file open, that process deletes it later.
func (d *DB) remove(ctx context.Context) error {
	d.use.Lock()
	defer d.use.Unlock()
	err := d.close()
	release, lerr := disk.Try(d.lockPath())
	if errors.Is(lerr, disk.ErrHeld) {
		return err
	}
	if lerr != nil {
		return errors.Join(err, sqlitedb.Error(lerr))
	}
	defer func() { _ = release() }() // the end of the process would also release it
	if empty, err := d.empty(ctx); err != nil || !empty {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if gone := os.Remove(d.path + suffix); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, sqlitedb.Error(gone))
		}
	}
	return err
}

// empty checks again that no rows are left, now that no other process has the file open.
func (d *DB) empty(ctx context.Context) (bool, error) {
	if !d.There() {
		return true, nil
	}
	db, err := d.opened(ctx)
	if err != nil {
		return worthless(err), unless(worthless(err), err)
	}
	rows, _, err := sqlitedb.One(ctx, db, "SELECT EXISTS (SELECT 1 FROM rows)", nil, sqlitedb.Scalar[bool])
	bad := worthless(err)
	return bad || !rows, errors.Join(unless(bad, err), db.Close())
}

func unless(settled bool, err error) error {
	if settled {
		return nil
	}
	return err
}

// Purge deletes the expired rows of all athletes and returns how many there
// were. The file is removed with the last row. The log is truncated in any
// case, because it still contains the former values of replaced rows.
func (d *DB) Purge(ctx context.Context) (gone int, err error) {
	over := false
	err = d.with(ctx, false, func(db *sqlitedb.DB) (err error) {
		if over, err = d.over(ctx, db); err == nil && !over {
			err = d.cutLog(ctx, db)
		}
		return err
	})
	if !over && !worthless(err) {
		return 0, err
	}
	now := sqlitedb.Millis(d.o.Now())
	return d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows WHERE"+isOver, now, now)
		return int(n), err
	})
}

// isOver selects expired rows; see [standing].
const isOver = " ends_ms<=? OR fetched_ms>?"

// over reports whether Purge has anything to do.
func (d *DB) over(ctx context.Context, db *sqlitedb.DB) (bool, error) {
	now := sqlitedb.Millis(d.o.Now())
	const query = "SELECT EXISTS (SELECT 1 FROM rows WHERE" + isOver + ") OR NOT EXISTS (SELECT 1 FROM rows)"
	over, _, err := sqlitedb.One(ctx, db, query, []any{now, now}, sqlitedb.Scalar[bool])
	return over, err
}

func (d *DB) cutLog(ctx context.Context, db *sqlitedb.DB) error {
	if log, err := os.Stat(d.path + "-wal"); err != nil || log.Size() == 0 {
		return nil // there is no log to truncate
	}
	return db.EmptyLog(ctx)
}

// Unlisted wipes the rows of a kind in the given days that were fetched before the given
// time, and all other rows with the same ids. It is called when the service has since listed
// those days without them. It returns the number of rows of that kind.
func (d *DB) Unlisted(
	ctx context.Context, a training.AthleteID, source, kind string, days training.DayRange, before time.Time,
) (gone int, err error) {
	const which = " FROM rows WHERE athlete=? AND source=? AND kind=? AND day BETWEEN ? AND ? AND fetched_ms<?"
	args := []any{a, source, kind, days.From, days.To, sqlitedb.Millis(before)}
	_, err = d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		if _, err := tx.One("SELECT count(*)"+which, args, &gone); err != nil || gone == 0 {
			return 0, err
		}
		n, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=? AND id IN (SELECT id"+which+")", append([]any{a, source}, args...)...)
		return int(n), err
	})
	return gone, err
}

// Delete wipes rows that are no longer on the service.
func (d *DB) Delete(ctx context.Context, a training.AthleteID, source string, ids ...string) (gone int, err error) {
	return d.wipe(ctx, func(tx *sqlitedb.Tx) (n int, err error) {
		for _, id := range ids {
			one, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=? AND id=?", a, source, id)
			if n += int(one); err != nil {
				return n, err
			}
		}
		return n, nil
	})
}

// Forget wipes all rows of one athlete and service.
func (d *DB) Forget(ctx context.Context, a training.AthleteID, source string) error {
	_, err := d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=?", a, source)
		return int(n), err
	})
	return err
}

// Extract writes the rows of one athlete into the home in a folder.
func (d *DB) Extract(ctx context.Context, a training.AthleteID, into string) error {
	return d.with(ctx, false, func(db *sqlitedb.DB) error {
		return db.Extract(ctx, a, filepath.Join(into, FileName), []string{schema})
	})
}

// ForgetAll wipes the rows of all athletes.
func (d *DB) ForgetAll(ctx context.Context) error {
	_, err := d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows")
		return int(n), err
	})
	return err
}

// Tally counts the rows of one athlete and service by kind, without cursors.
func (d *DB) Tally(ctx context.Context, a training.AthleteID, source string) (map[string]int, error) {
	out := map[string]int{}
	err := d.with(ctx, false, func(db *sqlitedb.DB) error {
		const query = "SELECT iif(kind LIKE '" + Words + " %', '" + Words + "', kind) k, count(*) FROM rows " +
			"WHERE athlete=? AND source=? AND kind<>? GROUP BY k"
		_, err := sqlitedb.All(ctx, db, query, []any{a, source, Cursor}, func(r sqlitedb.Row) (n int, err error) {
			var kind string
			err = r.Scan(&kind, &n)
			out[kind] = n
			return n, err
		})
		return err
	})
	return out, unless(worthless(err), err) // the next purge removes the file
}

// wipe deletes rows without leaving a trace: they are overwritten, and the log that
// still contains them is truncated. The file is deleted with the last row.
func (d *DB) wipe(ctx context.Context, deletes func(tx *sqlitedb.Tx) (int, error)) (gone int, err error) {
	left := 1
	err = d.with(ctx, false, func(db *sqlitedb.DB) error {
		err := db.Write(ctx, func(tx *sqlitedb.Tx) (err error) {
			if gone, err = deletes(tx); err != nil {
				return err
			}
			_, err = tx.One("SELECT EXISTS (SELECT 1 FROM rows)", nil, &left)
			return err
		})
		if err != nil || gone == 0 {
			return err
		}
		return db.EmptyLog(ctx)
	})
	switch {
	case worthless(err):
		return 0, d.remove(ctx)
	case left == 0: // the log is deleted with the file
		if kept := d.remove(ctx); kept != nil || !d.There() {
			return gone, kept
		}
	}
	return gone, err
}
