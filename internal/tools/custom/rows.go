package custom

import (
	"context"

	"lapkeep/internal/analysis/custom"
	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
)

const toolset = "custom"

// Journal is where writes go.
type Journal interface {
	Do(ctx context.Context, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) (journal.Outcome, error)
}

// Deps is what the rows are built on.
type Deps struct {
	Store   custom.Reader
	Journal Journal
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), saveRow(d), deleteRow(d)}
}
