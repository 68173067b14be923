package calendar

import (
	"context"

	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "calendar"

// Journal is where writes go.
type Journal interface {
	Do(ctx context.Context, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) (journal.Outcome, error)
	Withheld(ctx context.Context, s training.Scope) (store.Withheld, error)
}

// Deps is what the rows are built on.
type Deps struct {
	Store   calendar.Reader
	Journal Journal
	// Writes is the mode that the config allows: only the full one deletes
	// what is past.
	Writes tools.Writes
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), updateRow(d), deleteRow(d), duplicateRow(d), planRow(d)}
}
