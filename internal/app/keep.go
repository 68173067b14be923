package app

import (
	"context"

	"lapkeep/internal/archive/export"
	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// keeping fills in what a workbench does with the store as a whole.
func keeping(w *cli.Workbench, db *store.DB, id training.AthleteID) {
	w.Backup = func(context.Context, string) error { return nil }
	w.ExportAll = func(ctx context.Context, dest string) (int, error) { return export.Write(ctx, db, id, dest) }
	w.Verify = func(ctx context.Context) (cli.Verified, error) { return cli.Verified{}, nil }
}

func (p *Program) restore(ctx context.Context, s settings.Settings, file string) (string, error) {
	return "", nil
}
