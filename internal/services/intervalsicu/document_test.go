package intervalsicu

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/golden"
	"lapkeep/test/realdata"
)

// document is the service's OpenAPI document.
type document struct {
	Paths      map[string]map[string]described
	Components struct{ Schemas map[string]schema }
}

type described struct {
	OperationID string
	Tags        []string
	Parameters  []struct {
		Name, In string
		Required bool
		Schema   schema
	}
	RequestBody *struct {
		Content map[string]struct{ Schema schema }
	}
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 string
	Enum                 []string
	Items                *schema
	Properties           map[string]schema
	AdditionalProperties *schema
}

func readDocument(t *testing.T) *document {
	t.Helper()
	var d document
	if err := json.Unmarshal(documentText(t), &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

func documentText(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(realdata.Dir(t), "specs", "intervals-openapi.json"))
	if err != nil {
		t.Skip("the service's document is not with the test data")
	}
	return text
}

// by finds an operation by its id.
func (d *document) by(id string) (path, method string, o described, ok bool) {
	for p, methods := range d.Paths {
		for m, o := range methods {
			if o.OperationID == id {
				return strings.TrimPrefix(p, apiPath), strings.ToUpper(m), o, true
			}
		}
	}
	return "", "", o, false
}

// lax are parameters that the document requires and the service does not.
var lax = []string{"f1", "f2", "f3"}

// check returns what of a request the document does not allow.
func (d *document) check(s seen) (wrong []string) {
	path, _, o, ok := d.by(s.op)
	if !ok {
		return []string{"no such operation"}
	}
	known := map[string]schema{}
	for _, p := range o.Parameters {
		if p.In != "query" {
			continue
		}
		known[p.Name] = p.Schema
		if p.Required && !s.query.Has(p.Name) && !slices.Contains(lax, p.Name) {
			wrong = append(wrong, "lacks "+p.Name)
		}
	}
	for name, v := range s.query {
		k, ok := known[name]
		if !ok {
			wrong = append(wrong, "has the unknown parameter "+name)
		} else if len(v) != 1 || !d.fitsText(k, v[0]) {
			wrong = append(wrong, fmt.Sprintf("%s cannot be %q", name, v))
		}
	}
	if places := strings.Count(path, "{"); strings.Count(s.path, "//") > 0 || places == 0 && s.path != apiPath+path {
		wrong = append(wrong, "has a wrong path "+s.path)
	}
	return append(wrong, d.checkBody(o, s)...)
}

func (d *document) checkBody(o described, s seen) []string {
	if o.RequestBody == nil {
		if s.body != "" {
			return []string{"has a body"}
		}
		return nil
	}
	kind, _, _ := strings.Cut(s.header.Get("Content-Type"), ";")
	form, ok := o.RequestBody.Content[kind]
	switch {
	case !ok:
		return []string{"sends " + kind}
	case kind == "multipart/form-data":
		return nil
	}
	var v any
	if err := json.Unmarshal([]byte(s.body), &v); err != nil {
		return []string{err.Error()}
	}
	return d.fits(form.Schema, v, "body")
}

func (d *document) resolve(s schema) schema {
	if s.Ref != "" {
		return d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	return s
}

// fits returns what of a JSON value the schema does not allow. A null empties a
// field, whatever it holds.
func (d *document) fits(s schema, v any, at string) (wrong []string) {
	s = d.resolve(s)
	no := []string{fmt.Sprintf("%s cannot be %v", at, v)}
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		if s.Type != "object" {
			return no
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			p, ok := s.Properties[name]
			if !ok {
				if s.Properties != nil || s.AdditionalProperties == nil {
					wrong = append(wrong, at+" has the unknown field "+name)
				}
				continue
			}
			wrong = append(wrong, d.fits(p, v[name], at+"."+name)...)
		}
		return wrong
	case []any:
		if s.Type == "object" && s.Properties == nil { // streams: the document leaves their data open
			return nil
		}
		if s.Type != "array" {
			return no
		}
		for i, e := range v {
			wrong = append(wrong, d.fits(*s.Items, e, fmt.Sprintf("%s[%d]", at, i))...)
		}
		return wrong
	case bool:
		if s.Type != "boolean" {
			return no
		}
	case float64:
		if s.Type != "number" && (s.Type != "integer" || v != float64(int64(v))) {
			return no
		}
	case string:
		if s.Type != "string" || s.Enum != nil && !slices.Contains(s.Enum, v) {
			return no
		}
	}
	return nil
}

var forms = map[string]*regexp.Regexp{
	"integer": regexp.MustCompile(`^-?\d+$`), "number": regexp.MustCompile(`^-?\d+(\.\d+)?$`), "boolean": regexp.MustCompile(`^(true|false)$`),
}

// fitsText reports whether a query's text is what the schema wants.
func (d *document) fitsText(s schema, v string) bool {
	s = d.resolve(s)
	if s.Type == "array" {
		for part := range strings.SplitSeq(v, ",") {
			if !d.fitsText(*s.Items, part) {
				return false
			}
		}
		return true
	}
	if f, ok := forms[s.Type]; ok && !f.MatchString(v) {
		return false
	}
	return s.Enum == nil || slices.Contains(s.Enum, v)
}

func TestEveryOperationIsTheDocuments(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	for _, o := range operations(t) {
		path, method, _, ok := d.by(o.ID)
		if !ok || path != o.Path || method != o.Method {
			t.Errorf("%s: the document has %s %s", o.ID, method, path)
		}
	}
}

const page = "../../../docs/intervals-operations.md"

// unused says of each operation that the client does not ask for why not.
var unused = map[string]string{
	// Others do the same.
	"getRecord": "read as a range of one day", "updateWellness_1": "the day is given in the path",
	"createEvent": "created in bulk, where an external id prevents duplicates",
	"deleteEvent": "deleted in bulk, where already deleted events cause no error", "createManualActivity": "created in bulk, by external id",
	"getSettings_1": "included in the list", "updateSettingsMulti": "set one at a time", "createMultipleWorkouts": "created one at a time",
	"downloadActivityFitFiles": "downloaded one by one, so that one failure does not affect the others",
	"getAthleteProfile":        "the needed fields are in the athlete's record",
	"listFitnessModelEvents":   "requested as events of these categories",
	"showWorkout":              "included in the list", "getCustomItem": "included in the list",
	"duplicateEvents": "copied here, and each copy is created there",
	"applyPlan":       "applied here, and each event is created there", "markEventAsDone": "done by pairing an activity with it",
	"getActivityWeatherSummary": "included in the activity",
	// Another form of the same.
	"uploadWellness": "JSON is used instead of CSV", "uploadActivityStreamsCSV": "JSON is used instead of CSV",
	"downloadActivitiesAsCSV": "JSON is used instead of CSV",
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
	"listTags":        "contained in stored data", "listTags_1": "contained in stored data", "listTags_2": "contained in stored data",
	"duplicateWorkouts": "done by saving the workout again", "listMatchingActivities": "answered here",
	"downloadWorkout": "written here", "downloadWorkoutForAthlete": "written here", "downloadWorkouts": "written here",
	"listPaceDistances": "a fixed list", "listPaceDistancesForSport": "a fixed list",
	// Deletes or changes more than one means to.
	"deleteEvents":       "without an end date it deletes the whole future",
	"updateEvents":       "changes a range without showing it; events are changed one at a time",
	"updatePlanWorkouts": "changes a range without showing it", "applyCurrentPlanChanges": "changes days without showing them",
	// What the athlete drew there is read, and not ours to change.
	"splitInterval": "intervals are drawn there", "updateInterval": "intervals are drawn there",
	"updateIntervals": "intervals are drawn there",
	"deleteIntervals": "intervals are drawn there",
	// Other people, and the account.
	"listGroups": "only for other people's messages", "showChat": "only for other people's messages",
	"listMessages": "only for other people's messages",
	"sendMessage":  "only comments on activities are sent", "updateMessage": "sent messages are not changed",
	"updateLastSeenMessageId": "reading in Lapkeep does not mark messages as seen",
	"listFolderSharedWith":    "only for sharing with other people",
	"updateFolderSharedWith":  "only for sharing with other people",
	"updateAthletePlans":      "only for other people's plans", "getAthleteTrainingPlan": "a plan is written to the calendar as events",
	"updateAthletePlan": "a plan is written to the calendar as events",
	"getSettings":       "only for the service's own pages", "getSharedEvent": "only for other people's events",
	"disconnectApp": "the token is deleted here; you remove the app on the service's page",
	// Not needed so far.
	"getAthleteConnections": "not needed so far", "getForecast": "no weather forecast is shown",
	"getWeatherConfig": "no weather forecast is shown", "updateWeatherConfig": "no weather forecast is shown",
	"updateAthleteRoute": "not needed so far",
	"checkMerge":         "routes are compared here", "updateCustomItemIndexes": "would only change the order on the service's pages",
	"updateCustomItemImage": "would only change an item's picture",
	"replaceGear":           "done by retiring the part and saving a new one", "importWorkoutFile": "not needed so far",
}

// written returns the page, from the service's document.
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
		"asks for %d. This page is generated from that document and\n"+
		"the client by a test (`go test ./internal/services/intervalsicu -run Page -update`), which also fails if a request does "+
		"not\nmatch the document.\n", len(rows), len(used))
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
