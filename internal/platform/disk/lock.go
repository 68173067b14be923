package disk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrHeld is the cause when another process held the lock for too long.
var ErrHeld = errors.New("another process holds the lock")

// Try takes the lock at path if it is free, and fails with [ErrHeld] at once
// if it is not. The returned function frees it and is called once.
func Try(path string) (release func() error, err error) {
	l := at(path)
	ok, err := l.TryLock()
	switch {
	case err != nil:
		err = fmt.Errorf("lock %s: %w", path, err)
	case !ok:
		err = fmt.Errorf("lock %s: %w", path, ErrHeld)
	default:
		return l.Close, nil
	}
	return nil, errors.Join(err, l.Close())
}

func at(path string) *flock.Flock {
	return flock.New(path, flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDWR))
}

// Share takes a share of the lock at path: others may have one too, and who
// takes the lock waits until all are freed. It waits at most wait.
func Share(ctx context.Context, path string, wait time.Duration) (release func() error, err error) {
	return acquire(ctx, path, wait, (*flock.Flock).TryRLockContext)
}

const retryEvery = 20 * time.Millisecond

// Acquire takes the lock at path, waiting at most wait. The returned function
// frees it and is called once.
func Acquire(ctx context.Context, path string, wait time.Duration) (release func() error, err error) {
	return acquire(ctx, path, wait, (*flock.Flock).TryLockContext)
}

func acquire(
	ctx context.Context, path string, wait time.Duration, try func(*flock.Flock, context.Context, time.Duration) (bool, error),
) (release func() error, err error) {
	l := at(path)
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	ok, err := try(l, waiting, retryEvery)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded) || err == nil && !ok:
		err = fmt.Errorf("lock %s: %w", path, ErrHeld)
	case err != nil:
		err = fmt.Errorf("lock %s: %w", path, err)
	default:
		return l.Close, nil
	}
	return nil, errors.Join(err, l.Close())
}
