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

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// FileName is the database's, in the home.
const FileName = "limited.db"

//go:embed schema.sql
var schema string

// Terms are what a service allows with its rows.
type Terms struct {
	// Retention is how long a row may stay after it was fetched.
	Retention time.Duration
	// MayShow reports whether an audience may see the rows of an athlete.
	MayShow func(ctx context.Context, a training.AthleteID, who training.Audience) (bool, error)
}

// Options say where rows lie and under which terms.
type Options struct {
	Home string
	Now  func() time.Time
	// Terms are those of each service that has any, by its name.
	Terms map[string]Terms
}

// DB holds the rows. It opens nothing before a row is asked for.
type DB struct {
	o    Options
	path string

	mu   sync.Mutex
	db   *sqlitedb.DB
	file os.FileInfo // that db is of: another process may have removed it
}

// New makes a DB. It reads no file.
func New(o Options) *DB { return &DB{o: o, path: filepath.Join(o.Home, FileName)} }

// open gives the database, nil if there is none and it is not to be made.
func (d *DB) open(ctx context.Context, makes bool) (*sqlitedb.DB, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, err := os.Stat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := d.close(); err != nil || !makes {
			return nil, err
		}
	case err != nil:
		return nil, sqlitedb.Error(err)
	case d.db != nil && os.SameFile(now, d.file):
		return d.db, nil
	}
	if err := d.close(); err != nil {
		return nil, err
	}
	db, err := d.opened(ctx)
	if makes && worthless(err) {
		if err = d.unlink(); err == nil {
			db, err = d.opened(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	if d.file, err = os.Stat(d.path); err != nil {
		return nil, errors.Join(sqlitedb.Error(err), db.Close())
	}
	d.db = db
	return db, nil
}

// There reports whether there are rows of anybody, without opening the file.
func (d *DB) There() bool {
	_, err := os.Stat(d.path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (d *DB) opened(ctx context.Context) (*sqlitedb.DB, error) {
	return sqlitedb.Open(ctx, d.path, sqlitedb.Options{Steps: []string{schema}, Wipes: true, Now: d.o.Now()})
}

// worthless reports whether nobody can read the file: what it held can be
// fetched again, and must not stay longer than it may.
func worthless(err error) bool {
	k := training.KindOf(err)
	return err != nil && (k == training.KindCorrupt || k == training.KindUnsupported)
}

func (d *DB) close() error {
	if d.db == nil {
		return nil
	}
	err := d.db.Close()
	d.db, d.file = nil, nil
	return err
}

// Close lets go of the file.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.close()
}

// remove deletes the file with its log.
func (d *DB) remove() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unlink()
}

func (d *DB) unlink() error {
	err := d.close()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if gone := os.Remove(d.path + suffix); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, sqlitedb.Error(gone))
		}
	}
	return err
}
