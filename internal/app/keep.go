package app

import (
	"context"

	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func (p *Program) keeping(db *store.DB, id training.AthleteID, home string) (func(context.Context, string) error, func(context.Context, string) (int, error), func(context.Context) (cli.Verified, error)) {
	return nil, nil, nil
}

func (p *Program) restore(ctx context.Context, s settings.Settings, file string) (string, error) {
	return "", nil
}
