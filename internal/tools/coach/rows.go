package coach

import (
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/tools"
)

const toolset = "coach"

// Store is what is read.
type Store interface {
	activity.Reader
	memory.LogReader
	calendar.Reader
	wellness.Store
}

// Deps holds what the rows work on.
type Deps struct {
	Store   Store
	Journal tools.Journal
	Texts   tools.Keeper
	// Intensity is how hard a coach speaks, from 1 to 5; 0 is as the persona says.
	Intensity int
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{
		contextRow(d), updateMemoryRow(d), logsRow(d), saveLogRow(d), personaRow(d), onboardingRow(d), bodyRow(d), markRow(d), pendingRow(d),
		saveDigestRow(d),
	}
}
