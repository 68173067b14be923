package calendar

import (
	"context"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "calendar"

// Store is what is read.
type Store interface {
	calendar.Store
	DocumentLayers(ctx context.Context, s training.Scope, c document.Collection) ([]document.Layers, error)
}

// Deps holds what the rows work on.
type Deps struct {
	Store   Store
	Journal tools.Journal
	// Texts keeps the training plans and their files alike.
	Texts tools.Keeper
	// Writes is the mode that the config allows: only the full one deletes
	// what is past.
	Writes tools.Writes
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), updateRow(d), deleteRow(d), duplicateRow(d), planRow(d)}
}
