package sqlitedb

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
)

// TestManyOpenAFreshFile at once, write and close: none is told that another
// one keeps the file locked.
func TestManyOpenAFreshFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for range 20 {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.db")
		var running sync.WaitGroup
		for range 6 {
			running.Go(func() {
				db, err := Open(ctx, path, options(dir, first, second))
				if err != nil {
					t.Errorf("open: %v", err)
					return
				}
				if err := db.Write(ctx, put("x")); err != nil {
					t.Errorf("write: %v", err)
				}
				if err := db.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
		}
		running.Wait()
	}
}
