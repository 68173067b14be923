package sqlitedb

import (
	"context"
	"testing"
)

func TestInsertWritesEveryRow(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	for _, rows := range []int{0, 1, 2, rowsAtOnce, rowsAtOnce + 1, 3*rowsAtOnce + 5} {
		var cells []any
		for i := range rows {
			cells = append(cells, rows*1000+i)
		}
		err := db.Write(context.Background(), func(tx *Tx) error {
			if _, err := tx.Exec("DELETE FROM t"); err != nil {
				return err
			}
			if err := tx.Insert("INSERT INTO t (v)", 1, "ON CONFLICT DO NOTHING", cells); err != nil {
				return err
			}
			return tx.Insert("INSERT INTO t (v)", 1, "ON CONFLICT DO NOTHING", nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, "SELECT count(*) FROM t"); n != rows {
			t.Errorf("%d rows, want %d", n, rows)
		}
		if n := count(t, db, "SELECT coalesce(sum(v), 0) FROM t"); n != rows*rows*1000+rows*(rows-1)/2 {
			t.Errorf("%d rows sum up to %d", rows, n)
		}
	}
	err := db.Write(context.Background(), func(tx *Tx) error {
		return tx.Insert("INSERT INTO nowhere (v)", 1, "", []any{1})
	})
	if err == nil {
		t.Error("a table that is not there took a row")
	}
}
