package disk_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/platform/disk"
)

func TestOneHolderAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	release, err := disk.Acquire(t.Context(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := disk.Acquire(t.Context(), path, time.Millisecond); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a second holder: %v", err)
	}
	if _, err := disk.Try(path); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a second holder who does not wait: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		again, err := disk.Acquire(context.WithoutCancel(t.Context()), path, time.Minute)
		if err == nil {
			err = again()
		}
		got <- err
	}()
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Errorf("who waited did not get it: %v", err)
	}
}

func TestWaitingEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	release, err := disk.Acquire(t.Context(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := disk.Acquire(gone, path, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who is gone: %v", err)
	}
}

func TestAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nowhere", "a.lock")
	_, waited := disk.Acquire(t.Context(), path, time.Second)
	_, tried := disk.Try(path)
	for _, err := range []error{waited, tried} {
		if err == nil || errors.Is(err, disk.ErrHeld) {
			t.Errorf("a lock in no folder: %v", err)
		}
	}
}

func TestTryTakesWhatIsFree(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	for range 2 {
		release, err := disk.Try(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
	}
}
