package app

import (
	"context"

	"lapkeep/internal/archive/export"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// exportAll writes everything of an athlete in open formats.
func exportAll(db *store.DB, id training.AthleteID) func(context.Context, string) (int, error) {
	return func(ctx context.Context, dest string) (int, error) { return export.Write(ctx, db, id, dest) }
}

// restore unpacks a backup into the home of s.
func restore(ctx context.Context, s settings.Settings, file string) (string, error) {
	home := s.Get(settings.Home)
	return home, store.Restore(ctx, file, home)
}
