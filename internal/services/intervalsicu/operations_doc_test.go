package intervalsicu

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/golden"
)

const page = "../../../docs/intervals-operations.md"

// unused says of each operation that the client does not ask for why not.
var unused = map[string]string{
	// Others do the same.
	"getRecord": "a range of one day gives it", "updateWellness_1": "the day stands in the path",
	"createEvent": "made in bulk, where an external id makes one of two",
	"deleteEvent": "deleted in bulk, where what is gone already does not matter", "createManualActivity": "made in bulk, by external id",
	"getSettings_1": "the list has it", "updateSettingsMulti": "one is set at a time", "createMultipleWorkouts": "one is made at a time",
	"downloadActivityFitFiles": "fetched one by one, so that one can fail",
	"getAthleteProfile":        "the athlete has what is read", "listFitnessModelEvents": "events of these categories are asked for",
	"showWorkout": "the list has it", "getCustomItem": "the list has it", "duplicateEvents": "copied here, and each copy is made",
	"applyPlan": "laid out here, and each event is made", "markEventAsDone": "an activity is paired with it",
	"getActivityWeatherSummary": "the activity has it",
	// Another form of the same.
	"uploadWellness": "CSV", "uploadActivityStreamsCSV": "CSV", "downloadActivitiesAsCSV": "CSV",
	// Computed here, over all sources.
	"listActivityPowerCurves_1": "computed here", "searchForActivities": "searched here",
	"searchForActivitiesFull": "searched here", "searchForIntervals": "searched here",
	"findBestEfforts": "computed here", "getPowerHistogram": "computed here", "getHRHistogram": "computed here",
	"getPaceHistogram": "computed here",
	"getGapHistogram":  "computed here", "getActivityPowerCurve": "computed here", "getActivityHRCurve": "computed here",
	"getActivityPaceCurve": "computed here",
	"getPowerVsHR":         "computed here", "getTimeAtHR": "computed here", "getActivityMap": "computed here",
	"getActivitySegments":    "computed here",
	"listAthletePowerCurves": "computed here", "listAthleteHRCurves": "computed here", "listAthletePaceCurves": "computed here",
	"downloadWorkout_1": "written here", "downloadActivityFitFile": "written here from the original",
	"downloadActivityGpxFile":    "written here from the original",
	"getActivityPowerSpikeModel": "computed here", "getHRTrainingLoadModel": "computed here",
	"getIntervalStats":        "computed here, over any stretch",
	"listActivityPowerCurves": "computed here", "listActivityPaceCurves": "computed here",
	"listActivityHRCurves": "computed here", "getPowerHRCurve": "computed here",
	"getAthleteMMPModel": "computed here", "listActivitiesAround": "answered here",
	"calcDistanceEtc": "counted here",
	"listTags":        "what is stored has them", "listTags_1": "what is stored has them", "listTags_2": "what is stored has them",
	"duplicateWorkouts": "a workout is saved again", "listMatchingActivities": "answered here",
	"downloadWorkout": "written here", "downloadWorkoutForAthlete": "written here", "downloadWorkouts": "written here",
	"listPaceDistances": "a fixed list", "listPaceDistancesForSport": "a fixed list",
	// Deletes or changes more than one means to.
	"deleteEvents": "without an end it deletes the whole future", "updateEvents": "changes a range unseen; one event is changed at a time",
	"updatePlanWorkouts": "changes a range unseen", "applyCurrentPlanChanges": "changes days unseen",
	// What the athlete drew there is read, and not ours to change.
	"splitInterval": "intervals are drawn there", "updateInterval": "intervals are drawn there",
	"updateIntervals": "intervals are drawn there",
	"deleteIntervals": "intervals are drawn there",
	// Other people, and the account.
	"listGroups": "other people's words", "showChat": "other people's words", "listMessages": "other people's words",
	"sendMessage": "only activities are commented on", "updateMessage": "a message that was read is left",
	"updateLastSeenMessageId": "reading here is not reading there", "listFolderSharedWith": "other people",
	"updateFolderSharedWith": "other people",
	"updateAthletePlans":     "other people's plans", "getAthleteTrainingPlan": "a plan is laid into the calendar",
	"updateAthletePlan": "a plan is laid into the calendar",
	"getSettings":       "pages of the service", "getSharedEvent": "other people's",
	"disconnectApp": "a token is dropped here; the app is removed on the service's page",
	// Not needed so far.
	"getAthleteConnections": "not needed so far", "getForecast": "no weather to come is shown",
	"getWeatherConfig": "no weather to come is shown", "updateWeatherConfig": "no weather to come is shown",
	"updateAthleteRoute": "not needed so far",
	"checkMerge":         "routes are compared here", "updateCustomItemIndexes": "the order on the service's pages",
	"updateCustomItemImage": "pictures of items",
	"replaceGear":           "a part is retired and a new one saved", "importWorkoutFile": "not needed so far",
}

// written is the page, from the service's document.
func written(t *testing.T, d *document) string {
	type row struct{ group, id, method, path string }
	var rows []row
	used := operations(t)
	for p, methods := range d.Paths {
		for m, o := range methods {
			group := "Others"
			if len(o.Tags) > 0 && !strings.Contains(o.Tags[0], "controller") {
				group = o.Tags[0]
			}
			rows = append(rows, row{group, o.OperationID, strings.ToUpper(m), strings.TrimPrefix(p, apiPath)})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "# Operations of Intervals.icu\n\nOf the %d operations in the service's OpenAPI document, Lapkeep "+
		"asks for %d. This page is made from the two by a test\n"+
		"(`go test ./internal/services/intervalsicu -run Page -update`), which also fails if a request is not as the "+
		"document has it.\n", len(rows), len(used))
	last := ""
	for _, r := range rows {
		if r.group != last {
			fmt.Fprintf(&b, "\n## %s\n\n| operation | asked for | id | if not, why |\n|---|---|---|---|\n", r.group)
			last = r.group
		}
		asked, why := "yes", ""
		if !slices.ContainsFunc(used, func(o operation) bool { return o.ID == r.id }) {
			if asked, why = "no", unused[r.id]; why == "" {
				t.Errorf("nothing says why %s is not used", r.id)
			}
		} else if unused[r.id] != "" {
			t.Errorf("%s is used", r.id)
		}
		fmt.Fprintf(&b, "| `%s %s` | %s | %s | %s |\n", r.method, r.path, asked, r.id, why)
	}
	return b.String()
}

func TestThePageOfOperationsIsCurrent(t *testing.T) {
	t.Parallel()
	golden.Check(t, page, written(t, readDocument(t)))
}

// TestThePageNamesWhatIsUsed needs no document.
func TestThePageNamesWhatIsUsed(t *testing.T) {
	t.Parallel()
	got, err := os.ReadFile(filepath.FromSlash(page))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range operations(t) {
		if row := fmt.Sprintf("| `%s %s` | yes | %s |", o.Method, o.Path, o.ID); !strings.Contains(string(got), row) {
			t.Errorf("%s is not on the page", row)
		}
	}
	if n := strings.Count(string(got), " | yes | "); n != len(operations(t)) {
		t.Errorf("%d are on the page", n)
	}
}
