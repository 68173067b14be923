package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

func TestOwnChangeIsToldOnce(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "x.db")
	db, err := Open(ctx, path, options(filepath.Dir(path), first))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	news := func(do func()) bool {
		changed := db.Changed()
		do()
		select {
		case <-changed:
			return true
		default:
			return false
		}
	}
	write := func(seq int64, fails error) func() {
		return func() {
			if err := db.Write(ctx, func(tx *Tx) error { tx.Logged(seq); return fails }); !errors.Is(err, fails) {
				t.Fatal(err)
			}
		}
	}
	if !news(write(5, nil)) {
		t.Error("a write is not told")
	}
	if news(func() { db.Saw(5) }) {
		t.Error("a write is told again when it is read")
	}
	write(6, errors.New("no"))() // leaves the number to another process
	if !news(func() { db.Saw(6) }) {
		t.Error("a change of another process is not told")
	}
}
