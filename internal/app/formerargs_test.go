package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// sameNames returns the tools of igpsport-mcp that have their names here too,
// with all arguments that they take there.
func sameNames() map[string]string {
	return map[string]string{
		"list_activities":       "start_date end_date limit offset sport_type",
		"get_activity_streams":  "ride_id channels resolution start_offset_s end_offset_s",
		"get_athlete_profile":   "",
		"estimate_thresholds":   "window_days end_date",
		"compare_activities":    "ride_ids metrics",
		"analyze_training_load": "days end_date",
		"create_workout":        "workout_ir dry_run with_calendar",
		"list_workouts":         "",
		"delete_workout":        "workout_id confirm",
	}
}

// formerCall is a call as igpsport-mcp takes it, and the same in our words.
type formerCall struct{ tool, there, here string }

const sweetSpot = `"steps":[{"name":"Work","intensity":"active","duration":{"type":"time","value":1200},
	"target":{"type":"power_custom","min":220,"max":235}}]`

func formerCalls() []formerCall {
	return []formerCall{
		{
			"list_activities", `{"start_date":"2026-05-01","end_date":"2026-05-31","limit":3,"offset":0,"sport_type":"cycling"}`,
			`{"from":"2026-05-01","to":"2026-05-31","limit":3,"sport":"cycling"}`,
		},
		{"list_activities", `{"sport_type":0,"limit":"100"}`, `{"sport":"ride","limit":100}`},
		{"list_activities", `{"sport_type":"0","start_date":null,"end_date":null}`, `{"sport":"ride"}`},
		{
			"get_activity_streams", `{"ride_id":12345678,"channels":["power","hr","cadence","speed","altitude","temp"],"resolution":"10s",
			"start_offset_s":60,"end_offset_s":300}`,
			`{"id":"xu5dfeps4c","channels":["power","hr","cadence","speed","altitude","temp"],"resolution":"10s","start_offset_s":60,"end_offset_s":300}`,
		},
		{"get_activity_streams", `{"ride_id":" 12345678 ","channels":null,"end_offset_s":null}`, `{"id":"xu5dfeps4c"}`},
		{"get_activity_streams", `{"ride_id":"xu5dfeps4c","channels":["power"],"resolution":"1min"}`, `{"id":"xu5dfeps4c","channels":["power"],"resolution":"1min"}`},
		{"get_activity", `{"ride_id":12345678}`, `{"id":"xu5dfeps4c"}`},
		{"get_athlete_profile", `{}`, `{}`},
		{"compare_activities", `{"ride_ids":[12345678,"fe35xjqmwj"],"metrics":null}`, `{"ids":["xu5dfeps4c","fe35xjqmwj"]}`},
		{"compare_activities", `{"ride_ids":"12345678, 23456789"}`, `{"ids":["xu5dfeps4c","fe35xjqmwj"]}`},
		{"compare_activities", `{"ride_ids":"[12345678, \"23456789\"]"}`, `{"ids":["xu5dfeps4c","fe35xjqmwj"]}`},
		{"analyze_training_load", `{"days":30,"end_date":"2026-06-05"}`, `{"from":"2026-05-07","to":"2026-06-05"}`},
		{"analyze_training_load", `{"days":"14"}`, `{"range":"last 14 days"}`},
		{"analyze_training_load", `{"end_date":"2026-06-05"}`, `{"from":"2026-03-08","to":"2026-06-05"}`},
		{"create_workout", `{"workout_ir":{"title":"Sweet spot",` + sweetSpot + `},"dry_run":true,"with_calendar":true}`, `{"workouts":[{"title":"Sweet spot",` +
			sweetSpot + `}],"dry_run":true,"with_calendar":true}`},
		{"list_workouts", `{}`, `{}`},
		{"delete_workout", `{"workout_id":"base-1","confirm":false}`, `{"id":"base-1","dry_run":true}`},
		{"delete_workout", `{"workout_id":4242,"confirm":"false"}`, `{"id":"igpsport:4242","dry_run":true}`},
	}
}

// rider returns the subject, of whom iGPSport has two rides and a workout.
func rider(t *testing.T) *subject {
	t.Helper()
	a := newSubject(t)
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.PutStatement(a.Athlete, document.Statement{
			Collection: document.Workouts, ID: "igpsport:4242", Source: "igpsport", AsOf: may,
			Body: training.LibraryWorkout{Name: "Sweet spot", Sport: training.Cycling, Description: "- 20m 90%"},
		})
		return errors.Join(err, tx.PutExternalID(a.Athlete, training.ActivityID(a.ids[0]), "igpsport:12345678"),
			tx.PutExternalID(a.Athlete, training.ActivityID(a.ids[3]), "igpsport:23456789"))
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// read returns the answer of a tool without its reading of the arguments.
func (a *subject) read(t *testing.T, c *tools.Call, tool, args string) map[string]any {
	t.Helper()
	var out map[string]any
	tooltest.Decode(t, a.table, c, tool, a.own(args), &out)
	delete(out, "read_as")
	return out
}

// TestArgumentsOfAnotherServer: its tools of our names take every argument of
// theirs, and answer what was meant.
func TestArgumentsOfAnotherServer(t *testing.T) {
	t.Parallel()
	a := rider(t)
	given := map[string][]string{}
	for _, call := range formerCalls() {
		if d := cmp.Diff(a.read(t, a.call(t), call.tool, call.here), a.read(t, a.call(t), call.tool, call.there)); d != "" {
			t.Errorf("%s %s (-ours +theirs):\n%s", call.tool, call.there, d)
		}
		var args map[string]any
		if err := json.Unmarshal([]byte(call.there), &args); err != nil {
			t.Fatal(err)
		}
		given[call.tool] = append(given[call.tool], slices.Collect(maps.Keys(args))...)
	}
	given["estimate_thresholds"] = []string{"window_days", "end_date"} // in a test of its own
	page := readText(t, filepath.Join(repository, "docs", "coming-from.md"))
	for tool, names := range sameNames() {
		for name := range strings.FieldsSeq(names) {
			if !slices.Contains(given[tool], name) {
				t.Errorf("%s was never called with %s", tool, name)
			}
			if !strings.Contains(page, `"`+name+`": `) {
				t.Errorf("the page has no call with %s", name)
			}
		}
	}
}

// TestOffsetPagesAsCursorsDo also in another order, and to the end of a list.
func TestOffsetPagesAsCursorsDo(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	rows := func(args string) []any {
		list, ok := a.read(t, a.call(t), "list_activities", args)["activities"].([]any)
		if !ok {
			t.Fatalf("%s gives no list", args)
		}
		return list
	}
	for _, order := range []string{"", `,"sort":"distance"`, `,"sort":"load","order":"asc"`, `,"sport":"run"`, `,"min_load":10`} {
		whole := rows(`{"limit":100` + order + `}`)
		var paged []any
		for at := 0; at <= len(whole); at += 5 {
			paged = append(paged, rows(fmt.Sprintf(`{"limit":5,"offset":%d%s}`, at, order))...)
		}
		if d := cmp.Diff(whole, paged); d != "" || len(whole) < 8 {
			t.Errorf("%s: %d (-whole +paged):\n%s", order, len(whole), d)
		}
	}
	end := a.read(t, a.call(t), "list_activities", `{"offset":5000}`)
	if end["narrow"] != "There are 24 activities, none after offset 5000." || end["total"] != 24.0 {
		t.Errorf("%v", end)
	}
}

// TestMetricsOfAComparison: those that igpsport-mcp has in a summary, each alone.
func TestMetricsOfAComparison(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	all := a.read(t, a.call(t), "compare_activities", `{"ids":["xu5dfeps4c","fe35xjqmwj"]}`)
	whole, ok := all["metrics"].(map[string]any)
	if !ok {
		t.Fatal(all)
	}
	have := 0
	for name := range strings.FieldsSeq(`distance_km elevation_gain_m elevation_loss_m avg_power_w max_power_w normalized_power_w
		intensity_factor tss work_kj avg_hr_bpm max_hr_bpm avg_cadence_rpm avg_speed_kmh max_speed_kmh avg_temp_c`) {
		one := a.read(t, a.call(t), "compare_activities", `{"ids":["xu5dfeps4c","fe35xjqmwj"],"metrics":["`+name+`"]}`)
		metrics, ok := one["metrics"].(map[string]any)
		missing, _ := one["missing"].(map[string]any)
		if !ok || !cmp.Equal(metrics[name], whole[name]) || whole[name] == nil && missing[name] == nil || len(metrics) > 1 {
			t.Errorf("%s: %v, missing %v", name, metrics, missing)
		}
		have += len(metrics)
	}
	if have < 10 {
		t.Errorf("only %d metrics are there", have)
	}
}

// TestEstimatesOfAnotherDay: a window that ends on a day is what was answered
// on that day.
func TestEstimatesOfAnotherDay(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	then := a.call(t)
	then.Today = training.NewDay(2026, 6, 3)
	want := a.read(t, then, "estimate_thresholds", `{"days":42}`)
	got := a.read(t, a.call(t), "estimate_thresholds", `{"window_days":42,"end_date":"2026-06-03"}`)
	delete(want, "local_date")
	delete(got, "local_date")
	if d := cmp.Diff(want, got); d != "" || len(got["estimates"].([]any)) == 0 {
		t.Errorf("(-then +now):\n%s", d)
	}
}

// TestForeignArgumentsThatMeanNothing checks that foreign arguments without a
// meaning are refused with advice, and none is named where others are listed.
func TestForeignArgumentsThatMeanNothing(t *testing.T) {
	t.Parallel()
	a := rider(t)
	for _, c := range []struct{ tool, args, what, fix string }{
		{"list_activities", `{"sport_type":7}`, `sport_type is "7"`, "as a word"},
		{"list_activities", `{"sport_type":"quidditch"}`, "unknown sport", "Known:"},
		{"list_activities", `{"sport_type":"cycling","sport":"run"}`, "mean the same", "Give only"},
		{"list_activities", `{"limit":500}`, "limit cannot be 500", "1 to 100"},
		{"list_activities", `{"offset":-1}`, "offset cannot be -1", "0 or more"},
		{"list_activities", `{"offset":"ten"}`, `"ten"`, "whole number"},
		{"list_activities", `{"offset":5,"around":"latest"}`, "offset", "one of them"},
		{"list_activities", `{"start_date":"2026-13-45"}`, "not a date", "Write 2026-05-01"},
		{"list_activities", `{"end_offset":5}`, `no argument "end_offset"`, "It takes range"},
		{"get_activity_streams", `{"ride_id":99}`, `"igpsport:99"`, "list_activities"},
		{"get_activity_streams", `{"ride_id":"../../x"}`, "no activity", "list_activities"},
		{"get_activity_streams", `{"ride_id":[1]}`, "id cannot be", "Give id"},
		{"get_activity_streams", `{"ride_id":12345678,"resolution":"2h"}`, "resolution", "1s, 5s"},
		{"get_activity_streams", `{"ride_id":12345678,"channels":["torque"]}`, "torque", "altitude"},
		{"get_activity_streams", `{"ride_id":12345678,"start_offset_s":-5}`, "start_offset_s cannot be -5", "at least 0"},
		{"compare_activities", `{"ride_ids":[12345678]}`, "1 item", "5"},
		{"compare_activities", `{"ride_ids":[12345678,12345678]}`, "appears twice", "different"},
		{"compare_activities", `{"ride_ids":[12345678,23456789],"metrics":["avg_watts"]}`, `"avg_watts" is not a metric`, "avg_power_w"},
		{"estimate_thresholds", `{"window_days":7}`, "days cannot be 7", "from 14 to 730"},
		{"estimate_thresholds", `{"window_days":"forever"}`, "forever", "14 to 730"},
		{"estimate_thresholds", `{"end_date":"soon"}`, "end_date", "Write 2026-05-01"},
		{"analyze_training_load", `{"days":0}`, "days cannot be 0", "from 1 to"},
		{"analyze_training_load", `{"days":2.5}`, "days", "whole number"},
		{"analyze_training_load", `{"days":30,"start_date":"2026-05-01"}`, "contradict", "one of them"},
		{"delete_workout", `{"workout_id":4242,"confirm":"perhaps"}`, "confirm", "true or false"},
		{"delete_workout", `{"workout_id":4242,"confirm":true,"dry_run":true}`, "mean the same", "dry_run"},
		{"delete_workout", `{"workout_id":4242,"confirm":true}`, "Sweet spot", "lapkeep approve "},
		{"delete_workout", `{"workout_id":99,"confirm":true}`, "no workout", "list_workouts"},
	} {
		p := tooltest.Fails(t, a.table, a.call(t), c.tool, a.own(c.args))
		if !strings.Contains(p.Sentence, c.what) || !strings.Contains(p.Fix, c.fix) || strings.Contains(p.Fix, "offset,") {
			t.Errorf("%s %s: %s", c.tool, c.args, p)
		}
	}
}

// productFiles parses every Go file of the product that is no test.
func productFiles(t *testing.T, visit func(path string, f *ast.File)) {
	t.Helper()
	for _, top := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(repository, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				rel, _ := filepath.Rel(repository, path)
				visit(filepath.ToSlash(rel), f)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func imports(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(path) })
}

// greeter is the one file that connects as a client: to the server whose
// entry a person has just installed, to see whether it works.
const greeter = "internal/app/feed.go"

// describer reads what a program that asks for access says of itself, for a person who
// signed in: from public addresses alone, which its own tests check.
const describer = "internal/faces/authserver/client.go"

// provider asks the one identity provider that whoever runs the home set up: at its own
// addresses, over https, with limits that its own tests check.
const provider = "internal/faces/authserver/provider.go"

// browser is the one file that starts a program of others: the system's browser,
// with a page of the home.
const browser = "internal/app/dashboard.go"

// coachRoom starts the program that a person named for the coach's terminal when
// they started the dashboard, with no shell in between.
const coachRoom = "internal/faces/web/terminal/start_"

// TestCheck21_NothingIsRunOrReplaced: the product starts no program but the
// browser, the coach that a person named, and itself, to try what it wrote into a client's settings.
func TestCheck21_NothingIsRunOrReplaced(t *testing.T) {
	t.Parallel()
	may := []string{greeter, browser, coachRoom}
	productFiles(t, func(path string, f *ast.File) {
		if imports(f, "os/exec") && !slices.ContainsFunc(may, func(m string) bool { return strings.HasPrefix(path, m) }) {
			t.Errorf("%s starts programs", path)
		}
		if imports(f, "plugin") {
			t.Errorf("%s loads code", path)
		}
	})
}

// chain is the one way to a service that the athlete connected: it refuses
// every host that was not configured. Clients of services make requests for
// it and send none themselves.
const chain = "internal/services/client/"

// TestCheck23_NothingIsFetched: no code but the chain, the greeter, the describer and the
// identity provider's connects to another host, and no tool takes an address to fetch.
func TestCheck23_NothingIsFetched(t *testing.T) {
	t.Parallel()
	dials := map[string][]string{
		"http": {
			"Get", "Post", "PostForm", "Head", "Client", "DefaultClient", "DefaultTransport", "Transport",
			"NewRequest", "NewRequestWithContext",
		},
		"net": {"Dial", "DialTimeout", "Dialer", "DialTCP", "DialUDP"},
		"tls": {"Dial", "DialWithDialer", "Dialer"},
	}
	productFiles(t, func(path string, f *ast.File) {
		if path == greeter || path == describer || path == provider || strings.HasPrefix(path, chain) {
			return
		}
		service := strings.HasPrefix(path, "internal/services/")
		ast.Inspect(f, func(n ast.Node) bool {
			if p, ok := n.(*ast.StarExpr); ok && service {
				_, ok = p.X.(*ast.SelectorExpr)
				return !ok // a client that was handed over
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && slices.Contains(dials[x.Name], s.Sel.Name) {
					if service && strings.HasPrefix(s.Sel.Name, "NewRequest") {
						return true
					}
					t.Errorf("%s uses %s.%s", path, x.Name, s.Sel.Name)
				}
			}
			return true
		})
	})
	eachArgument(t, func(tool, name string, s *jsonschema.Schema) {
		for _, word := range []string{"url", "uri", "href", "host", "endpoint"} {
			if strings.Contains(name, word) || s.Format == "uri" {
				t.Errorf("%s takes an address: %s", tool, name)
			}
		}
	})
}

// eachArgument visits every argument of every tool, those within others too.
func eachArgument(t *testing.T, visit func(tool, name string, s *jsonschema.Schema)) {
	t.Helper()
	for _, r := range wholeTable(t).Rows() {
		var walk func(prefix string, s *jsonschema.Schema)
		walk = func(prefix string, s *jsonschema.Schema) {
			for name, p := range s.Properties {
				visit(r.Name, prefix+name, p)
				walk(prefix+name+".", p)
				if p.Items != nil {
					visit(r.Name, prefix+name+"[]", p.Items)
					walk(prefix+name+"[].", p.Items)
				}
			}
		}
		walk("", r.Input())
	}
}

// TestCheck27_SchemasReferToNothing outside themselves, or at all.
func TestCheck27_SchemasReferToNothing(t *testing.T) {
	t.Parallel()
	for _, r := range wholeTable(t).Rows() {
		for _, l := range tools.NewTable(r).List() {
			if text := string(l.InputSchema) + string(l.OutputSchema); strings.Contains(text, `"$ref"`) || strings.Contains(text, `"$dynamicRef"`) {
				t.Errorf("%s: %s", r.Name, text)
			}
		}
	}
}

// TestCheck34_ReleasesSayWhatTheyAre: no path of a machine is built into what
// is given away, and its checksums are written.
func TestCheck34_ReleasesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	text := ""
	for _, file := range []string{"Makefile", ".goreleaser.yaml", ".goreleaser.yml"} {
		b, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		text += string(b) + "\n"
	}
	_, release, found := strings.Cut(text, "\ndist:")
	for _, want := range []string{"-trimpath", "CGO_ENABLED=0"} {
		if !found || !strings.Contains(release, want) {
			t.Errorf("a release is built without %s", want)
		}
	}
	if !strings.Contains(release, "SHA256SUMS") && !strings.Contains(release, "checksum") {
		t.Error("a release has no checksums")
	}
}
