package calendar

import (
	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/texts"
)

const toolset = "calendar"

// Deps holds what the rows work on.
type Deps struct {
	Store   calendar.Store
	Journal tools.Journal
	// Texts keeps the training plans and their files alike.
	Texts texts.Keeper
	// Writes is the mode that the config allows: only the full one deletes
	// what is past.
	Writes tools.Writes
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), updateRow(d), deleteRow(d), duplicateRow(d), planRow(d)}
}
