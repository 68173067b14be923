package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Salvaged counts the rows that were saved from a damaged database.
type Salvaged struct {
	Rows int
	// Torn lists the tables that may lack rows.
	Torn []string
	// Aside is the path of the damaged file, which is kept.
	Aside string
}

// Salvage replaces a damaged database with a new one that has every row that SQLite
// can still read. The caller then reads the originals again and derives everything
// from them. No other process may have the database open. Before anything changes,
// agree receives what was saved; if it returns false, the home is left unchanged.
func Salvage(
	ctx context.Context, p Place, steps []string, pack *originals.Packer, codec *originals.Codec, now time.Time,
	agree func(Salvaged) (bool, error),
) (s Salvaged, agreed bool, err error) {
	path := filepath.Join(p.Home, p.Database)
	if err := Sweep(p.Home); err != nil {
		return s, false, err
	}
	work, err := newWorkspace(p.Home, p.Home)
	if err != nil {
		return s, false, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	half := filepath.Join(work.dir, p.Database)
	fresh, err := sqlitedb.Open(ctx, half, sqlitedb.Options{Steps: steps, BackupDir: work.dir, Now: now, KeepsOrphans: true})
	if err != nil {
		return s, false, err
	}
	err = s.take(ctx, path, filepath.Join(work.dir, "damaged"), steps, fresh)
	if err == nil {
		err = Prune(ctx, p, pack, codec, fresh)
	}
	if err == nil {
		err = claimOriginals(ctx, p, fresh)
	}
	if err := errors.Join(err, fresh.Close()); err != nil {
		return s, false, err
	}
	s.Aside = fmt.Sprintf("%s.damaged-%s", path, now.UTC().Format("20060102T150405.000000000"))
	if agreed, err = agree(s); err != nil || !agreed {
		return s, false, err
	}
	// If SQLite can leave WAL mode, no other process has the file open.
	if err := sqlitedb.Script(ctx, path, "PRAGMA journal_mode=DELETE"); training.KindOf(err) == training.KindUnavailable && err != nil {
		return s, false, err
	}
	return s, true, swap(p, half, path, s.Aside)
}

// swap replaces a damaged database with a new one, and keeps the damaged one.
func swap(p Place, half, path, aside string) error {
	if err := os.Link(path, aside); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(half, path); err != nil {
		return err
	}
	return disk.SyncDir(p.Home)
}

// Settle rolls back unfinished writes of a salvage that was killed; readers cannot
// do this. Verify reports other damage.
func Settle(ctx context.Context, p Place) {
	path := filepath.Join(p.Home, p.Database)
	if _, err := os.Stat(path + "-journal"); err == nil {
		_ = sqlitedb.Script(ctx, path, "PRAGMA schema_version")
	}
}

// take copies the rows of a database into a fresh one. It reads a copy of the
// database, so that the damaged file is left unchanged. If the first page of a
// database is damaged, nothing can be read.
func (s *Salvaged) take(ctx context.Context, path, copied string, steps []string, fresh *sqlitedb.DB) error {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if err := copyFile(path+suffix, copied+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	old, err := sqlitedb.Open(ctx, copied, sqlitedb.Options{ReadOnly: true, Steps: steps})
	if training.KindOf(err) == training.KindUnavailable && err != nil { // the database has an older schema: a copy of it can be migrated
		old, err = sqlitedb.Open(ctx, copied, sqlitedb.Options{Steps: steps, BackupDir: filepath.Dir(copied)})
	}
	if err != nil {
		s.Torn = []string{"all"}
		return ctx.Err()
	}
	return errors.Join(s.copy(ctx, old, fresh), old.Close())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// table is a table whose rows are copied.
type table struct {
	name    string
	columns []string
	key     []string // the order of its rows
}

// derivedAnew lists the tables whose contents are derived again from the other tables, or
// counted while these are copied.
const derivedAnew = "'primitives', 'segment_efforts', 'segment_ways', 'watermarks', 'remote_tallies'"

func (s *Salvaged) copy(ctx context.Context, old, fresh *sqlitedb.DB) error {
	tables, err := tablesOf(ctx, fresh)
	if err != nil {
		return err
	}
	return fresh.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, t := range tables {
			c := &copying{table: t, old: old, tx: tx}
			if err := c.all(ctx); err != nil {
				return err
			}
			if s.Rows += c.rows; c.torn && !slices.Contains(s.Torn, t.name) {
				s.Torn = append(s.Torn, t.name)
			}
		}
		return nil
	})
}

const rowNumber = "rowid"

func tablesOf(ctx context.Context, db *sqlitedb.DB) ([]table, error) {
	return sqlitedb.All(ctx, db, `SELECT t.name, group_concat(c.name), CASE t.wr WHEN 0 THEN '`+rowNumber+`' ELSE
			(SELECT group_concat(k.name) FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk>0 ORDER BY pk) k) END
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema='main' AND t.type='table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name NOT IN (`+derivedAnew+`)
		GROUP BY t.name, t.wr`, nil,
		func(r sqlitedb.Row) (t table, err error) {
			var columns, key string
			err = r.Scan(&t.name, &columns, &key)
			t.columns, t.key = strings.Split(columns, ","), strings.Split(key, ",")
			return t, err
		})
}

// notesFolder is the folder within the home for notes on unfinished work;
// migrations also put their copies there.
const notesFolder = "backups"

const workPrefix = disk.TempPrefix + "backup-"

// workspace is a temporary folder in which a backup, or a new database for the home, is
// made, next to its final place. A note in the home contains the folder's path and is locked
// while the process runs. From the note, the next process learns where a killed process left
// its folder, and removes only that.
type workspace struct {
	dir, note string
	release   func() error
}

func newWorkspace(home, beside string) (w workspace, err error) {
	beside, err = filepath.Abs(beside)
	if err != nil {
		return w, err
	}
	if err := w.makeNote(home, beside); err != nil { // for example, because the home is read-only
		w.dir, err = os.MkdirTemp(beside, workPrefix+"*")
		return w, err
	}
	if err := os.Mkdir(w.dir, 0o700); err != nil {
		return w, errors.Join(err, w.remove())
	}
	return w, nil
}

// makeNote creates the note before the folder exists, so that a process killed
// between the two leaves no folder without a note.
func (w *workspace) makeNote(home, beside string) (err error) {
	notes := filepath.Join(home, notesFolder)
	if err := os.MkdirAll(notes, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(notes, workPrefix+"*")
	if err != nil {
		return err
	}
	w.note, w.dir = f.Name(), filepath.Join(beside, filepath.Base(f.Name()))
	if w.release, err = disk.Try(w.note); err == nil {
		_, err = f.WriteString(w.dir)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, w.remove())
	}
	return nil
}

func (w *workspace) remove() error {
	err := os.RemoveAll(w.dir)
	if w.release != nil {
		err = errors.Join(err, w.release())
	}
	if w.note != "" {
		err = errors.Join(err, os.Remove(w.note))
		_ = os.Remove(filepath.Dir(w.note)) // this fails if the folder contains anything else
	}
	return err
}

// Sweep removes the files left by processes that were killed.
func Sweep(home string) error {
	notes, err := withPrefix(filepath.Join(home, notesFolder), workPrefix)
	for _, note := range notes {
		release, held := disk.Try(note)
		if held != nil {
			continue // its process is still running
		}
		dir, readErr := os.ReadFile(note)
		err = errors.Join(err, readErr, release())
		if path := string(dir); filepath.IsAbs(path) && filepath.Base(path) == filepath.Base(note) {
			err = errors.Join(err, os.RemoveAll(path)) // #nosec G703 -- a note of our own in the home names it, and its name is the note's
		}
		if gone := os.Remove(note); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// withPrefix lists the entries of a folder whose names begin with prefix.
func withPrefix(dir, prefix string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}
