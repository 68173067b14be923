package tools_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// looseReadings are arguments as models send them, and what is made of them.
var looseReadings = []struct{ name, args, want, readAs string }{
	{"nothing", ``, `{"limit":20}`, ``},
	{"null", `null`, `{"limit":20}`, ``},
	{"null member", `{"text":null}`, `{"limit":20}`, ``},
	{"exact", `{"limit":10,"from":"2026-05-01"}`, `{"from":"2026-05-01","limit":10}`, ``},
	{"number in a text", `{"limit":"10"}`, `{"limit":10}`, `{"limit":"10"}`},
	{"whole float", `{"limit":10.0}`, `{"limit":10}`, ``},
	{"float in a text", `{"min_km":" 12.5 "}`, `{"limit":20,"min_km":12.5}`, `{"min_km":"12.5"}`},
	{"boolean in a text", `{"race":"Yes"}`, `{"limit":20,"race":true}`, `{"race":"true"}`},
	{"boolean as a number", `{"race":0}`, `{"limit":20,"race":false}`, `{"race":"false"}`},
	{"number as an id", `{"activity_id":123}`, `{"activity_id":"123","limit":20}`, `{"activity_id":"123"}`},
	{"one for a list", `{"sections":"laps"}`, `{"limit":20,"sections":["laps"]}`, `{"sections":"a list of 1 item"}`},
	{
		"commas for a list", `{"sections":"laps, summary"}`, `{"limit":20,"sections":["laps","summary"]}`,
		`{"sections":"a list of 2 items"}`,
	},
	{
		"JSON list in a text", `{"sections":"[\"laps\"]"}`, `{"limit":20,"sections":["laps"]}`,
		`{"sections":"a list of 1 item"}`,
	},
	{
		"enum in other letters", `{"sections":["Best Efforts","lap"]}`, `{"limit":20,"sections":["best_efforts","laps"]}`,
		`{"sections[0]":"best_efforts","sections[1]":"laps"}`,
	},
	{"sport", `{"sport":"ride"}`, `{"limit":20,"sport":"cycling"}`, `{"sport":"cycling"}`},
	{"sport in German", `{"sport":"Laufen"}`, `{"limit":20,"sport":"running"}`, `{"sport":"running"}`},
	{"sport in Chinese", `{"sport":"骑行"}`, `{"limit":20,"sport":"cycling"}`, `{"sport":"cycling"}`},
	{
		"dates in Chinese", `{"from":"上周"}`, `{"from":"2026-05-11","limit":20,"to":"2026-05-17"}`,
		`{"from":"2026-05-11","to":"2026-05-17"}`,
	},
	{
		"a range in Chinese", `{"range":"上个月"}`, `{"limit":20,"range":{"from":"2026-04-01","to":"2026-04-30"}}`,
		`{"range":"2026-04-01 to 2026-04-30"}`,
	},
	{"every sport", `{"sport":"All sports"}`, `{"limit":20,"sport":""}`, `{"sport":"left out"}`},
	{
		"sports", `{"several":"run,Swimming"}`, `{"limit":20,"several":["running","swimming"]}`,
		`{"several":"a list of 2 items","several[0]":"running","several[1]":"swimming"}`,
	},
	{"alias of the row", `{"watts_from":3}`, `{"limit":3}`, `{"watts_from":"limit"}`},
	{"common alias", `{"id":"a1"}`, `{"activity_id":"a1","limit":20}`, `{"id":"activity_id"}`},
	{"camel case", `{"activityId":"a1"}`, `{"activity_id":"a1","limit":20}`, `{"activityId":"activity_id"}`},
	{
		"dates by other names", `{"oldest":"2026-05-01","end_date":"2026-05-02"}`,
		`{"from":"2026-05-01","limit":20,"to":"2026-05-02"}`, `{"end_date":"to","oldest":"from"}`,
	},
	{
		"a range in from", `{"from":"last week"}`, `{"from":"2026-05-11","limit":20,"to":"2026-05-17"}`,
		`{"from":"2026-05-11","to":"2026-05-17"}`,
	},
	{"an open range in from", `{"from":"since may"}`, `{"from":"2026-05-01","limit":20}`, `{"from":"2026-05-01"}`},
	{"the end of a month", `{"to":"2026-04"}`, `{"limit":20,"to":"2026-04-30"}`, `{"to":"2026-04-30"}`},
	{
		"range", `{"range":"last month"}`, `{"limit":20,"range":{"from":"2026-04-01","to":"2026-04-30"}}`,
		`{"range":"2026-04-01 to 2026-04-30"}`,
	},
	{
		"range exactly", `{"range":"2026-04-01..2026-04-30"}`,
		`{"limit":20,"range":{"from":"2026-04-01","to":"2026-04-30"}}`, ``,
	},
	{
		"range as an object", `{"range":{"start":"2026-04","end":"today"}}`,
		`{"limit":20,"range":{"from":"2026-04-01","to":"2026-05-20"}}`, `{"range":"2026-04-01 to 2026-05-20"}`,
	},
	{
		"range as a list", `{"range":["2026-04-01","2026-04-02"]}`,
		`{"limit":20,"range":{"from":"2026-04-01","to":"2026-04-02"}}`, `{"range":"2026-04-01 to 2026-04-02"}`,
	},
	{
		"a year that runs", `{"range":2026}`,
		`{"limit":20,"range":{"from":"2026-01-01","last":"2026-12-31","to":"2026-05-20"}}`, `{"range":"2026-01-01 to 2026-05-20"}`,
	},
	{
		"a year to come", `{"range":2027}`,
		`{"limit":20,"range":{"from":"2027-01-01","to":"2027-12-31"}}`, `{"range":"2027-01-01 to 2027-12-31"}`,
	},
	{"a year", `{"range":2025}`, `{"limit":20,"range":{"from":"2025-01-01","to":"2025-12-31"}}`, `{"range":"2025-01-01 to 2025-12-31"}`},
	{
		"nested", `{"laps":[{"day":"yesterday","watts":"200"}]}`, `{"laps":[{"day":"2026-05-19","watts":200}],"limit":20}`,
		`{"laps[0].day":"2026-05-19","laps[0].watts":"200"}`,
	},
	{
		"one object for a list, as a text", `{"laps":"{\"day\":\"2026-05-01\"}"}`, `{"laps":[{"day":"2026-05-01"}],"limit":20}`,
		`{"laps":"a list of 1 item","laps[0]":"JSON as text"}`,
	},
	{"map", `{"tags":{"a":"1"}}`, `{"limit":20,"tags":{"a":1}}`, `{"tags.a":"1"}`},
}

func TestArgumentsAreReadLoosely(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(echo())
	for _, c := range looseReadings {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got struct {
				Args   string            `json:"args"`
				ReadAs map[string]string `json:"read_as"`
			}
			tooltest.Decode(t, table, call(), "list_rides", c.args, &got)
			if got.Args != c.want {
				t.Errorf("read as %s, want %s", got.Args, c.want)
			}
			readAs := ""
			if got.ReadAs != nil {
				b, _ := json.Marshal(got.ReadAs)
				readAs = string(b)
			}
			if d := cmp.Diff(c.readAs, readAs); d != "" {
				t.Errorf("read_as (-want +got):\n%s", d)
			}
		})
	}
}

func TestHandlersGetWhatWasRead(t *testing.T) {
	t.Parallel()
	var got struct {
		Got rideIn `json:"got"`
	}
	tooltest.Decode(t, tools.NewTable(echo()), call(), "list_rides",
		`{"from":"2026-05-01","range":"2026","sport":"run","several":["ride"],"min_km":0}`, &got)
	g := got.Got
	if g.From.Day.String() != "2026-05-01" || g.To.Set || g.To.Or(7) != 7 || g.From.Or(7) != g.From.Day {
		t.Errorf("dates: %+v", g)
	}
	if !g.Range.Set || g.Range.Or(training.DayRange{}).Days() != 140 || g.Range.Whole().Days() != 365 || g.Sport != training.Running.Plain() ||
		g.Sports[0] != training.Cycling.Plain() {
		t.Errorf("range and sports: %+v", g)
	}
	if g.MinKm == nil || *g.MinKm != 0 || g.Race != nil {
		t.Errorf("zero is given, nil is not: %v %v", g.MinKm, g.Race)
	}
}

func TestWrongArgumentsAreToldInTwoSentences(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(echo())
	for _, c := range []struct{ args, what, fix string }{
		{`[1]`, "The arguments of list_rides are not a JSON object.", "Send an object with activity_id, from,"},
		{`{"limit":1} {"limit":2}`, "The arguments of list_rides are not a JSON object.", "Send"},
		{`{"limit":1} and more`, "The arguments of list_rides are not a JSON object.", "Send"},
		{`{"laps":["{\"day\":\"2026-05-01\"} x"]}`, `laps[0] cannot be`, "Give laps[0] as an object"},
		{`{"range":{"from":"2026-05-01","until":"2026-05-02"}}`, `range has no member "until".`, "It takes from and to."},
		{`{"range":{"from":"2026-05-01","start":"2026-05-02"}}`, `range has the same bound twice.`, "It takes from and to."},
		{`{"range":{"from":true}}`, `range.from cannot be true.`, "Give"},
		{`{"limit":`, "The arguments of list_rides are not a JSON object.", "Send"},
		{`{"limt":5}`, `list_rides has no argument "limt".`, "Did you mean limit? It takes activity_id,"},
		{`{"zzz":5}`, `list_rides has no argument "zzz".`, "It takes activity_id, from, to"},
		{`{"limit":"ten"}`, `limit cannot be "ten".`, "Give limit as a whole number from 1 to 100."},
		{`{"limit":2.5}`, `limit cannot be 2.5.`, "Give limit as a whole number from 1 to 100."},
		{`{"limit":500}`, `limit cannot be 500.`, "Give limit as a whole number from 1 to 100."},
		{`{"limit":true}`, `limit cannot be true.`, "Give limit"},
		{`{"min_km":"NaN"}`, `min_km cannot be "NaN".`, "Give min_km as a number."},
		{`{"min_km":1e999}`, `min_km cannot be 1e999.`, "Give min_km as a number."},
		{`{"race":"perhaps"}`, `race cannot be "perhaps".`, "Give race as true or false."},
		{`{"sections":["lpas"]}`, `sections[0] cannot be "lpas".`, "Did you mean laps? It can be summary, laps, best_efforts."},
		{`{"sections":{"a":1}}`, `sections[0] cannot be an object.`, "Give sections[0] as one of summary"},
		{`{"sport":"bicicle"}`, `sport has an unknown sport, "bicicle".`, "cycling"},
		{`{"sport":"Rennen"}`, `sport is "Rennen", which can mean several sports.`, "Write one of these, in English: run, or ride."},
		{
			`{"from":"周末"}`, `from: "周末" can mean different days.`,
			"Write one of these, in English: last weekend, or this weekend.",
		},
		{`{"sport":7}`, `sport cannot be 7.`, "Give sport as a text."},
		{`{"from":"someday"}`, `from: "someday" is not a date or a range of dates.`, "Write 2026-05-01"},
		{`{"from":true}`, `from cannot be true.`, "Give from"},
		{`{"from":"2026-05-02","to":"2026-05-01"}`, `from (2026-05-02) is after to (2026-05-01).`, "Give the earlier date in from."},
		{`{"range":{"from":"2026-05-02","to":"2026-05-01"}}`, `range: The range "2026-05-02..2026-05-01" ends before it begins.`, "Give"},
		{`{"range":[1,2,3]}`, `range: "" is not a date`, "Write"},
		{`{"text":"longer"}`, `text has 6 characters.`, "Give text as a text of at most 5 characters."},
		{`{"laps":[{},{},{}]}`, `laps has 3 items.`, "Give laps as a list of at most 2 items."},
		{`{"laps":[{"watts":1}]}`, `laps[0] needs day.`, "Give day as a text (Its day)."},
		{`{"laps":[{"day":"2026-05-01","what":1}]}`, `laps[0] has no member "what".`, "It takes day, watts."},
		{`{"laps":["x"]}`, `laps[0] cannot be "x".`, "Give laps[0] as an object with day, watts."},
		{`{"id":"a","activity_id":"b"}`, `id and activity_id mean the same in list_rides.`, "Give only activity_id."},
		{`{"text":["a"]}`, `text cannot be a list.`, "Give text"},
	} {
		p := tooltest.Fails(t, table, call(), "list_rides", c.args)
		if p.Kind != training.KindInvalid || !strings.HasPrefix(p.Sentence, c.what) || !strings.Contains(p.Fix, c.fix) {
			t.Errorf("%s:\n got %s: %s | %s\nwant %s | %s", c.args, p.Kind, p.Sentence, p.Fix, c.what, c.fix)
		}
	}
}

func FuzzArguments(f *testing.F) {
	f.Add(`{"limit":"10","laps":[{"day":"today"}]}`)
	f.Add(`{"range":["a",null],"sections":"[1"}`)
	table := tools.NewTable(echo())
	f.Fuzz(func(t *testing.T, args string) {
		res, err := table.Call(t.Context(), "list_rides", call(), json.RawMessage(args))
		if err != nil {
			if p := tools.Describe(err); p.Kind != training.KindInvalid {
				t.Errorf("%s: %v", args, err)
			}
			return
		}
		if !json.Valid(res.Structured) {
			t.Errorf("%s: not JSON: %s", args, res.Structured)
		}
	})
}

// TestEveryArgumentIsRead: a field of a tool's arguments that no line of its
// toolset reads would count for nothing. Arguments are structs called …In.
func TestEveryArgumentIsRead(t *testing.T) {
	t.Parallel()
	structs := 0
	err := filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		read, fields := map[string]bool{}, map[string]string{}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					read[n.Sel.Name] = true
				case *ast.TypeSpec:
					if s, ok := n.Type.(*ast.StructType); ok && strings.HasSuffix(n.Name.Name, "In") {
						structs++
						for _, f := range s.Fields.List {
							for _, name := range f.Names {
								fields[name.Name] = path + ": " + n.Name.Name
							}
						}
					}
				}
				return true
			})
		}
		for name, where := range fields {
			if !read[name] {
				t.Errorf("%s: nothing reads %s", where, name)
			}
		}
		return nil
	})
	if err != nil || structs < 30 {
		t.Errorf("%d structs of arguments, %v", structs, err)
	}
}

// TestKeptHereNamesServices alone: to a file nothing is sent.
func TestKeptHereNamesServices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		said []document.SourceLayer
		want string
	}{
		"nobody": {nil, ""},
		"a file": {[]document.SourceLayer{{Source: document.OfFiles}}, ""},
		"a file and another": {
			[]document.SourceLayer{{Source: document.OfFiles}, {Source: "there"}}, "The change is kept here; it is not sent to there.",
		},
	} {
		var w tools.Written
		w.KeptHere(c.said)
		if got := len(w.Notes) > 0; got != (c.want != "") || got && w.Notes[0].String() != c.want {
			t.Errorf("%s: %q", name, w.Notes)
		}
	}
}
