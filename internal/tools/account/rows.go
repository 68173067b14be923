package account

import (
	"context"

	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
)

const toolset = "account"

// Journal is where writes go.
type Journal interface {
	Do(ctx context.Context, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) (journal.Outcome, error)
}

// Deps is what the rows are built on.
type Deps struct {
	// Store is what the toolset reads. Its Athletes lists those that the
	// process may answer about.
	Store        athlete.StatusReader
	Journal      Journal
	Installation athlete.Installation
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{statusRow(d), profileRow(d), settingsRow(d)}
}

func frame(c *tools.Call) fitness.Frame {
	return fitness.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}
