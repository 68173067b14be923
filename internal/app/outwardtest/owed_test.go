package outwardtest_test

import (
	"os"
	"strings"
	"testing"
)

// owed are the tests of what is known not to hold yet, by the beginning of
// their names; LAPKEEP_OWED=1 runs them too.
func owed() map[string]string {
	return map[string]string{
		"TestDryRunsSendNothing/delete_activity": "activities are not sent",
		"TestEveryWriteIsUndone/delete_activity": "what is deleted here is not deleted there",
	}
}

// holds skips a test of what is owed.
func holds(t *testing.T) {
	t.Helper()
	if os.Getenv("LAPKEEP_OWED") != "" {
		return
	}
	for name, why := range owed() {
		if strings.HasPrefix(t.Name(), name) {
			t.Skip(why)
		}
	}
}
