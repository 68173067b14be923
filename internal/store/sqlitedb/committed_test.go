package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"lapkeep/internal/training"
)

// TestCommittedHereNotKnownElsewhere checks that a write waits for Committed, that its failure is
// not a failed transaction, and that others can write and read meanwhile.
func TestCommittedHereNotKnownElsewhere(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	waiting, answer := make(chan struct{}), make(chan error)
	o := options(dir, first)
	o.Committed = func(context.Context) error {
		waiting <- struct{}{}
		return <-answer
	}
	db, err := Open(ctx, filepath.Join(dir, "x.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()

	failed := errors.New("no")
	if err := db.Write(ctx, func(*Tx) error { return failed }); !errors.Is(err, failed) {
		t.Fatalf("a transaction that was rolled back: %v", err)
	}
	written := make(chan error, 2)
	for _, v := range []string{"a", "b"} { // both are committed before one is acknowledged
		go func() { written <- db.Write(ctx, put(v)) }()
		<-waiting
	}
	if n := count(t, db, "SELECT count(*) FROM t"); n != 2 {
		t.Fatalf("%d rows while both writes wait, want 2", n)
	}
	lost := errors.New("no answer")
	answer <- nil
	answer <- lost
	one, other := <-written, <-written
	if one == nil {
		one = other
	} else if other != nil {
		t.Fatalf("both writes failed: %v, %v", one, other)
	}
	if training.KindOf(one) != training.KindUnknown || !errors.Is(one, lost) || training.KindOf(one).String() != "unknown" {
		t.Fatalf("kind %s of %v, want unknown with its cause", training.KindOf(one), one)
	}
	if n := count(t, db, "SELECT count(*) FROM t"); n != 2 {
		t.Fatalf("%d rows after the answers, want 2", n)
	}
}
