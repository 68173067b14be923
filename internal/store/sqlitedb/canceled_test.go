package sqlitedb

import (
	"context"
	"sync"
	"testing"
)

// TestCanceledWhileBeginning: a write whose caller goes away while it waits for
// its turn leaves no transaction open, in which the next one would fail.
func TestCanceledWhileBeginning(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	for i := range 3000 {
		ctx, cancel := context.WithCancel(t.Context())
		var gone sync.WaitGroup
		gone.Go(func() {
			for range i % 300 { // at another moment each time
				_ = ctx.Err()
			}
			cancel()
		})
		_ = db.Write(ctx, put("x"))
		gone.Wait()
		if err := db.Write(t.Context(), put("x")); err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
	}
}
