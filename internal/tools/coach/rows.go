package coach

import (
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/texts"
)

const toolset = "coach"

// Deps holds what the rows work on.
type Deps struct {
	Store   memory.LogReader
	Journal tools.Journal
	Texts   texts.Keeper
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{updateMemoryRow(d), logsRow(d), saveLogRow(d)}
}
