package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Salvaged is what was saved of a damaged database.
type Salvaged struct {
	Rows int
	// Torn are the tables of which rows may be missing.
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
	dir, err := os.MkdirTemp(p.Home, restorePrefix+"*")
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	half := filepath.Join(dir, p.Database)
	fresh, err := sqlitedb.Open(ctx, half, sqlitedb.Options{Steps: steps, BackupDir: dir, Now: now})
	if err != nil {
		return s, err
	}
	// Of one whose first page is damaged, nothing can be read.
	if old, openErr := sqlitedb.Open(ctx, path, sqlitedb.Options{ReadOnly: true, Steps: steps}); openErr == nil {
		err = s.copy(ctx, old, fresh)
		err = errors.Join(err, old.Close())
	} else {
		s.Torn = []string{"all"}
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

// table is one that rows are copied of.
type table struct {
	name    string
	columns []string
	key     string // what its rows lie in the order of
}

// derivedAnew are the tables that are made again from the others.
const derivedAnew = "'primitives', 'watermarks'"

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

func tablesOf(ctx context.Context, db *sqlitedb.DB) ([]table, error) {
	return sqlitedb.All(ctx, db, `SELECT t.name, group_concat(c.name), CASE t.wr WHEN 0 THEN 'rowid' ELSE
			(SELECT group_concat(k.name) FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk>0 ORDER BY pk) k) END
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema='main' AND t.type='table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name NOT IN (`+derivedAnew+`)
		GROUP BY t.name, t.wr`, nil,
		func(r sqlitedb.Row) (t table, err error) {
			var columns string
			err = r.Scan(&t.name, &columns, &t.key)
			t.columns = strings.Split(columns, ",")
			return t, err
		})
}

// copyTable reads a table from its beginning to the first damaged page, and
// then from its end back to the last one.
func (s *Salvaged) copyTable(ctx context.Context, old *sqlitedb.DB, tx *sqlitedb.Tx, t table) error {
	torn := false
	for _, order := range []string{" ASC", " DESC"} {
		query := "SELECT " + strings.Join(t.columns, ",") + " FROM " + t.name + " NOT INDEXED ORDER BY " + strings.ReplaceAll(t.key, ",", order+",") + order
		whole, err := s.copyRows(ctx, old, tx, t, query)
		if err != nil || whole {
			return err
		}
		torn = true
	}
	if torn {
		s.Torn = append(s.Torn, t.name)
	}
	return nil
}

func (s *Salvaged) copyRows(ctx context.Context, old *sqlitedb.DB, tx *sqlitedb.Tx, t table, query string) (whole bool, err error) {
	rows, err := old.Query(ctx, query)
	if err != nil {
		return false, ctx.Err()
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	insert := "INSERT OR REPLACE INTO " + t.name + " (" + strings.Join(t.columns, ",") + ") VALUES (?" + strings.Repeat(",?", len(t.columns)-1) + ")"
	cells, at := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range cells {
		at[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			return false, ctx.Err()
		}
		if _, err := tx.Exec(insert, cells...); err != nil {
			return false, err
		}
		s.Rows++
	}
	return rows.Err() == nil, ctx.Err()
}
