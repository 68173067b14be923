package custom

import (
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/tools"
)

const toolset = "custom"

// Deps holds what the rows work on.
type Deps struct {
	Store   athlete.CustomReader
	Journal tools.Journal
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), saveRow(d), deleteRow(d)}
}
