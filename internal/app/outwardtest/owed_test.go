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
		"TestDryRunsSendNothing":                               "not every kind says where it would go",
		"TestWhatWasSentIsKnownByBothIDs":                      "what was made here is not found by the service's id",
		"TestChangedThereBetween":                              "an undo that the service's pages overtook is not told",
		"TestWithoutConsentNothingIsSent":                      "gear that was used only at the service asks nobody",
		"TestSecretsStayInTheirFile":                           "what a service says back is kept as it is",
		"TestEveryMishapEndsWithOneEffect/create_events_422":   "what was refused and undone is still counted",
		"TestEveryMishapEndsWithOneEffect/create_events_403":   "the same",
		"TestEveryMishapEndsWithOneEffect/update_event_422":    "the same",
		"TestEveryMishapEndsWithOneEffect/delete_events_422":   "the same",
		"TestEveryMishapEndsWithOneEffect/update_wellness_422": "the same",
		"TestEveryWriteIsUndone/delete_activity":               "what is deleted here is not deleted there",
		"TestEveryWriteIsUndone/create_activities":             "what was entered by hand is not sent",
		"TestEveryWriteIsUndone/save_sport_settings":           "settings of sports are not sent",
		"TestEveryWriteIsUndone/delete_sport_settings":         "the same",
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
