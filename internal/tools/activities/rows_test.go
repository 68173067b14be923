package activities_test

import (
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
)

func TestRowsKeepTheRules(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{})...)
	tooltest.CheckTable(t, table)
}
