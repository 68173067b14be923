package upkeep

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

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Salvaged counts the rows that were saved of a damaged database.
type Salvaged struct {
	Rows int
	// Torn names the tables that may lack rows.
	Torn []string
	// Aside is the damaged file, which is kept.
	Aside string
}

// Salvage puts a new database in the place of a damaged one, with each row
// that lies on whole pages; the rest is read again from originals by the
// caller, who derives everything anew. No other process may have it open.
func Salvage(ctx context.Context, p Place, steps []string, now time.Time) (s Salvaged, err error) {
	path := filepath.Join(p.Home, p.Database)
	// It also brings the log into the file, as far as the log is whole.
	if err := sqlitedb.Script(ctx, path, "PRAGMA journal_mode=DELETE"); training.KindOf(err) == training.KindUnavailable && err != nil {
		return s, err
	}
	if err := Sweep(p.Home); err != nil {
		return s, err
	}
	work, err := newWorkspace(p.Home, p.Home)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	half := filepath.Join(work.dir, p.Database)
	fresh, err := sqlitedb.Open(ctx, half, sqlitedb.Options{Steps: steps, BackupDir: work.dir, Now: now})
	if err != nil {
		return s, err
	}
	err = s.take(ctx, path, filepath.Join(work.dir, "bridged"), steps, fresh)
	if err == nil {
		err = claimOriginals(ctx, p, fresh)
	}
	if err := errors.Join(err, fresh.Close()); err != nil {
		return s, err
	}
	s.Aside = fmt.Sprintf("%s.damaged-%s", path, now.UTC().Format("20060102T150405.000000000"))
	if err := os.Link(path, s.Aside); err != nil {
		return s, err
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+suffix, s.Aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	if err := os.Rename(half, path); err != nil {
		return s, err
	}
	return s, atomicfile.SyncDir(p.Home)
}

// Settle rolls back what a salvage that was killed began to write, which those
// who only read cannot. Whatever else is wrong is for Verify to tell.
func Settle(ctx context.Context, p Place) {
	path := filepath.Join(p.Home, p.Database)
	if _, err := os.Stat(path + "-journal"); err == nil {
		_ = sqlitedb.Script(ctx, path, "PRAGMA schema_version")
	}
}

// take copies the rows of a database into a fresh one, by way of a copy in
// which they can be read past damaged pages. Of a database whose first page is
// damaged, nothing can be read.
func (s *Salvaged) take(ctx context.Context, path, bridged string, steps []string, fresh *sqlitedb.DB) error {
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(path+suffix, bridged+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	old, err := sqlitedb.Open(ctx, bridged, sqlitedb.Options{ReadOnly: true, Steps: steps})
	if err != nil {
		s.Torn = []string{"all"}
		return ctx.Err()
	}
	trees, err := treesOf(ctx, old)
	if err := errors.Join(err, old.Close()); err != nil {
		s.Torn = []string{"all"}
		return ctx.Err()
	}
	if err := bridge(bridged, trees); err != nil {
		return err
	}
	if old, err = sqlitedb.Open(ctx, bridged, sqlitedb.Options{ReadOnly: true, Steps: steps}); err != nil {
		return err
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

// table is one that rows are copied of.
type table struct {
	name    string
	columns []string
	key     []string // what its rows lie in the order of
}

// derivedAnew are the tables that are made again from the others.
const derivedAnew = "'primitives', 'segment_efforts', 'segment_ways', 'watermarks'"

func (s *Salvaged) copy(ctx context.Context, old, fresh *sqlitedb.DB) error {
	tables, err := tablesOf(ctx, fresh)
	if err != nil {
		return err
	}
	return fresh.Write(ctx, func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("PRAGMA defer_foreign_keys=1"); err != nil { // until what has no parent is removed
			return err
		}
		for _, t := range tables {
			if err := s.copyTable(ctx, old, tx, t); err != nil {
				return err
			}
		}
		return prune(tx)
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

func treesOf(ctx context.Context, db *sqlitedb.DB) ([]tree, error) {
	return sqlitedb.All(ctx, db, `SELECT s.rootpage, NOT t.wr FROM sqlite_schema s, pragma_table_list t
		WHERE s.type='table' AND t.schema='main' AND t.name=s.name AND s.rootpage>0`, nil,
		func(r sqlitedb.Row) (t tree, err error) { return t, r.Scan(&t.root, &t.byRow) })
}

// copyTable reads a table as a whole or, where parts of long rows are damaged,
// row by row.
func (s *Salvaged) copyTable(ctx context.Context, old *sqlitedb.DB, tx *sqlitedb.Tx, t table) error {
	before := s.Rows
	reached, err := s.copyRows(ctx, old, tx, t, "")
	if err != nil || reached {
		return err
	}
	s.Rows = before
	s.tear(t.name)
	return s.copyEach(ctx, old, tx, t)
}

func (s *Salvaged) tear(table string) {
	if !slices.Contains(s.Torn, table) {
		s.Torn = append(s.Torn, table)
	}
}

// copyEach copies each row that can be read by itself. Keys lie before what is
// long in a row; they are listed from both ends, for a file without sums.
func (s *Salvaged) copyEach(ctx context.Context, old *sqlitedb.DB, tx *sqlitedb.Tx, t table) error {
	width := len(t.key)
	for _, order := range []string{" ASC", " DESC"} {
		query := "SELECT " + strings.Join(t.key, ",") + " FROM " + t.name + " NOT INDEXED ORDER BY " + strings.Join(t.key, order+",") + order
		var keys []any
		reached, err := each(ctx, old, query, width, nil, func(cells []any) error {
			keys = append(keys, cells...)
			return nil
		})
		if err != nil {
			return err
		}
		where := " WHERE " + strings.Join(t.key, "=? AND ") + "=?"
		for ; len(keys) > 0; keys = keys[width:] {
			if _, err := s.copyRows(ctx, old, tx, t, where, keys[:width]...); err != nil {
				return err
			}
		}
		if reached {
			return nil
		}
	}
	return nil
}

// copyRows copies rows up to the first that cannot be read, and says whether
// it reached the end. A row that stands in for a page is not copied.
func (s *Salvaged) copyRows(
	ctx context.Context, old *sqlitedb.DB, tx *sqlitedb.Tx, t table, where string, args ...any,
) (reached bool, err error) {
	columns := strings.Join(t.columns, ",")
	insert := "INSERT OR REPLACE INTO " + t.name + " (" + columns + ") VALUES (?" + strings.Repeat(",?", len(t.columns)-1) + ")"
	return each(ctx, old, "SELECT "+t.key[0]+","+columns+" FROM "+t.name+" NOT INDEXED"+where, 1+len(t.columns), args,
		func(cells []any) error {
			if cells[0] == nil || cells[0] == int64(standIn) {
				s.tear(t.name)
				return nil
			}
			if _, err := tx.Exec(insert, cells[1:]...); err != nil {
				return err
			}
			s.Rows++
			return nil
		})
}

// each reads rows of so many cells up to the first that cannot be read, and
// says whether it reached the end.
func each(ctx context.Context, db *sqlitedb.DB, query string, width int, args []any, f func(cells []any) error) (reached bool, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return false, ctx.Err()
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	cells, at := make([]any, width), make([]any, width)
	for i := range cells {
		at[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			return false, ctx.Err()
		}
		if err := f(cells); err != nil {
			return false, err
		}
	}
	return rows.Err() == nil, ctx.Err()
}
