package syncer

import (
	"context"
	"time"

	"lapkeep/internal/training"
)

// Loop runs whenever it is time, until ctx ends; then it returns nil. Sleep
// returns after d, or as soon as ctx ends. What ends a run early stands in
// the book, and in the log.
func (s *Syncer) Loop(ctx context.Context, sleep func(ctx context.Context, d time.Duration) error) error {
	for ctx.Err() == nil {
		if _, err := s.Run(ctx, false); err != nil && ctx.Err() == nil {
			s.o.Log.WarnContext(ctx, "a reading ended early", "source", s.key.Source, "kind", training.KindOf(err).String(), "error", err)
		}
		var runs Runs
		if _, err := s.o.Book.Cursor(ctx, s.key, runsCursor, &runs); err != nil && ctx.Err() == nil {
			return err
		}
		// Another process may read meanwhile, or the athlete connect again.
		if err := sleep(ctx, min(s.o.Every, max(runs.Next.Sub(s.o.Now()), firstPause))); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}
