package lock_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/platform/lock"
)

func TestOneHolderAtATime(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "x.lock")
	release, err := lock.Acquire(ctx, path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Acquire(ctx, path, time.Millisecond); !errors.Is(err, lock.ErrHeld) {
		t.Errorf("a second holder: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := lock.Acquire(canceled, path, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait: %v", err)
	}
	waited := make(chan error)
	go func() {
		again, err := lock.Acquire(ctx, path, time.Minute)
		if err == nil {
			err = again()
		}
		waited <- err
	}()
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Errorf("who waited got %v", err)
	}
}

func TestWhereNoFileCanBe(t *testing.T) {
	t.Parallel()
	if _, err := lock.Acquire(context.Background(), filepath.Join(t.TempDir(), "none", "x.lock"), time.Second); err == nil {
		t.Error("a lock in a folder that is not there")
	}
}
