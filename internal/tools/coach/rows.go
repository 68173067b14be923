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
	// Intensity is how hard a coach speaks, from 1 to 5; 0 is as the persona says.
	Intensity int
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{updateMemoryRow(d), logsRow(d), saveLogRow(d), personaRow(d), onboardingRow(d), bodyRow(d), markRow(d)}
}
