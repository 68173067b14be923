package app

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/tools"
	"lapkeep/test/intervalstest"
)

// carried are fields of a former tool and their places in our answers.
type carried struct {
	tools []string
	calls []carriedCall
}

type carriedCall struct {
	tool, args string
	fields     []carriedField
}

// carriedField is a field there, and its path here: in the answer, or only in
// the schema; none for what is no information.
type carriedField struct {
	there, here string
	schemaOnly  bool
}

// The fields of two servers for Intervals.icu, and those of igpsport-mcp, some
// of whose tools have the same names. The last are those that need iGPSport.
const (
	fieldsOfTwo         = "fields.txt"
	fieldsOfIGPSport    = "igpsport.txt"
	fieldsOfItsServices = "igpsportservice.txt"
)

// carriedFields reads a file of testdata/comingfrom. The first tells its form.
func carriedFields(t *testing.T, file string) []carried {
	t.Helper()
	var out []carried
	for _, block := range strings.Split(readText(t, filepath.Join("testdata", "comingfrom", file)), "\n\n") {
		var c carried
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			words, isCall := strings.CutPrefix(line, "call ")
			there, here, known := strings.Cut(line, " = ")
			shape, path, schema := strings.Cut(line, " ~ ")
			nothing, empty := strings.CutSuffix(line, " !")
			last := len(c.calls) - 1
			switch {
			case strings.HasPrefix(line, "#"):
			case c.tools == nil:
				c.tools = strings.Fields(line)
			case isCall:
				name, args, _ := strings.Cut(words, " ")
				c.calls = append(c.calls, carriedCall{tool: name, args: args})
			case known:
				c.calls[last].fields = append(c.calls[last].fields, carriedField{there: there, here: here})
			case schema:
				c.calls[last].fields = append(c.calls[last].fields, carriedField{shape, path, true})
			case empty:
				c.calls[last].fields = append(c.calls[last].fields, carriedField{there: nothing})
			default:
				t.Fatalf("%q has no form", line)
			}
		}
		if c.tools != nil {
			out = append(out, c)
		}
	}
	return out
}

// richHome returns a home that was synced from the rich athlete, who also wrote
// all that the sample has not.
func richHome(t *testing.T) *linked {
	t.Helper()
	l := newLinked(t, intervalstest.Options{Rich: true, Seconds: 900})
	l.hurry = 60
	l.says(t, "POST", "/activity/i1266/messages", `{"content":"Well paced."}`)
	l.says(t, "PUT", "/activity/i1266", `{"description":"Attacked on the last hill.","carbs_ingested":60}`)
	l.says(t, "PUT", "/athlete/0/wellness/2026-08-20",
		`{"abdomen":78.5,"systolic":118,"diastolic":74,"baevskySI":92.5,"hydrationVolume":2.25,"lactate":1.4,`+
			`"bloodGlucose":5.1,"menstrualPhase":"LUTEAL","comments":"Slept well.","locked":true,"weight":63.5}`)
	l.says(t, "POST", "/athlete/0/events", `{"category":"PLAN","name":"Spring","tags":["Base"],"description":"Long and easy.",`+
		`"start_date_local":"2026-08-17T00:00:00","end_date_local":"2026-09-14T00:00:00"}`)
	l.says(t, "PUT", "/athlete/0/events/1280",
		`{"color":"red","show_as_note":true,"not_on_fitness_chart":true,"show_on_ctl_line":true,"hide_from_athlete":true,"athlete_cannot_edit":true}`)
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"})
	// With this maximum the made rides are tests, from which thresholds follow.
	for _, from := range []string{"2026-05-01", "2026-05-22", "2026-06-15", "2026-07-05"} { // the service states others in between
		l.ok(t, "", []string{
			"call", "update_athlete_settings", `{"sport":"ride","max_hr_bpm":158,"lthr_bpm":150,"effective_from":"` + from + `"}`,
		})
	}
	return l
}

// says sends what the athlete does on the service's own page.
func (l *linked) says(t *testing.T, method, path, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, l.server.BaseURL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %s %s %v", method, path, answer.Status, text, err)
	}
}

// TestFieldsOfFormerToolsAreGiven: each field in the answers of two other
// servers' reading tools is in our answers on the same state of the service.
func TestFieldsOfFormerToolsAreGiven(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	richHome(t).gives(t, append(carriedFields(t, fieldsOfTwo), carriedFields(t, fieldsOfIGPSport)...))
}

// gives checks that the fields of former tools are in the answers of a home.
func (l *linked) gives(t *testing.T, all []carried) {
	t.Helper()
	answers := map[string]any{}
	for _, c := range all {
		for _, call := range c.calls {
			key := call.tool + call.args
			if answers[key] == nil {
				var v any
				if err := json.Unmarshal([]byte(l.ok(t, "", []string{"call", call.tool, call.args})), &v); err != nil {
					t.Fatal(err)
				}
				answers[key] = v
			}
			for _, f := range call.fields {
				if f.here == "" || f.schemaOnly {
					continue
				}
				if !holds(answers[key], strings.Split(f.here, ".")) {
					text, _ := json.Marshal(answers[key])
					t.Errorf("%s: %s is not at %s of %s %s\n%s", c.tools[0], f.there, f.here, call.tool, call.args, text)
				}
			}
		}
	}
}

// holds reports whether a value is at a path. A name that ends with [] is a
// list, and any element will do.
func holds(v any, path []string) bool {
	if len(path) == 0 {
		return v != nil
	}
	name, list := strings.CutSuffix(path[0], "[]")
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	inner, there := object[name]
	if !there && len(path) > 1 { // a name may have dots itself
		_, there = object[strings.Join(path, ".")]
		return there
	}
	if !list {
		return holds(inner, path[1:])
	}
	all, _ := inner.([]any)
	return slices.ContainsFunc(all, func(x any) bool { return holds(x, path[1:]) })
}

var (
	documented = regexp.MustCompile("(?m)^- `([^`]+)` ")
	inTicks    = regexp.MustCompile("`([^`]+)`")
)

// TestFieldsInSchemasAlone: what this athlete has no value of is in what our
// tool is documented to answer.
func TestFieldsInSchemasAlone(t *testing.T) {
	t.Parallel()
	page := readText(t, filepath.Join(repository, "docs", "tools.md"))
	all := slices.Concat(carriedFields(t, fieldsOfTwo), carriedFields(t, fieldsOfIGPSport), carriedFields(t, fieldsOfItsServices))
	for _, c := range all {
		for _, call := range c.calls {
			_, part, _ := strings.Cut(page, "\n## "+call.tool+"\n")
			part, _, _ = strings.Cut(part, "\n## ")
			var paths []string
			for _, m := range documented.FindAllStringSubmatch(part, -1) {
				paths = append(paths, m[1])
			}
			for _, f := range call.fields {
				if f.schemaOnly && !slices.Contains(paths, f.here) {
					t.Errorf("%s: %s does not answer %s", c.tools[0], call.tool, f.here)
				}
			}
		}
	}
}

// TestNoFieldIsMissing: every reading tool is compared, each of its fields has
// its place here, and the page says that; and why what is called no information
// is none.
func TestNoFieldIsMissing(t *testing.T) {
	t.Parallel()
	page := readText(t, filepath.Join(repository, "docs", "coming-from.md"))
	_, reasons, ok := strings.Cut(page, "\n## What counts as no information\n")
	_, mistakes, both := strings.Cut(page, "\n### Its mistakes\n")
	if !ok || !both {
		t.Fatal("the page does not say what is no information, or wrong")
	}
	mistakes, _, _ = strings.Cut(mistakes, "\n## ")
	checkCompared(t, carriedFields(t, fieldsOfTwo), reasons, formerRows(t))
	checkCompared(t, append(carriedFields(t, fieldsOfIGPSport), carriedFields(t, fieldsOfItsServices)...), mistakes, igpsportRows(t))
}

func checkCompared(t *testing.T, all []carried, reasons string, rows []comingFrom) {
	t.Helper()
	table, compared := wholeTable(t), map[string]bool{}
	var explained []string
	for _, m := range inTicks.FindAllStringSubmatch(reasons, -1) {
		explained = append(explained, m[1])
	}
	for _, c := range all {
		for _, name := range c.tools {
			compared[name] = true
		}
		for _, call := range c.calls {
			for _, f := range call.fields {
				if f.here == "" && !slices.Contains(explained, f.there) {
					t.Errorf("%s: the page does not say why %q is no information", c.tools[0], f.there)
				}
			}
		}
	}
	for _, row := range rows {
		call := comingCall.FindStringSubmatch(row.here)
		if call == nil {
			continue
		}
		tool, _ := table.Lookup(call[1])
		switch reads := tool.Safety == tools.Read; {
		case reads && !compared[row.there]:
			t.Errorf("%s is not compared", row.there)
		case row.fields != "":
			t.Errorf("%s: the page lacks %q, the comparison nothing", row.there, row.fields)
		case !reads && compared[row.there]:
			t.Errorf("%s does not read", row.there)
		}
	}
}

// TestArgumentsOfFormerToolsHaveAPlace: what the writing tools of two other
// servers take, ours take, or the page says what they do not.
func TestArgumentsOfFormerToolsHaveAPlace(t *testing.T) {
	t.Parallel()
	page := readText(t, filepath.Join(repository, "docs", "tools.md"))
	_, reasons, _ := strings.Cut(readText(t, filepath.Join(repository, "docs", "coming-from.md")), "\n## What counts as no information\n")
	lacks := map[string]string{}
	for _, block := range strings.Split(readText(t, filepath.Join("testdata", "comingfrom", "arguments.txt")), "\n\n") {
		var tool, part string
		var names []string
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			there, here, known := strings.Cut(line, " = ")
			nothing, empty := strings.CutSuffix(line, " !")
			words, isLack := strings.CutPrefix(line, "lacks ")
			switch {
			case strings.HasPrefix(line, "#"):
			case tool == "":
				list, ours, _ := strings.Cut(line, ": ")
				tool, names = ours, strings.Fields(list)
				_, part, _ = strings.Cut(page, "\n## "+tool+"\n")
				part, _, _ = strings.Cut(part, "\n## ")
				for _, name := range names {
					lacks[name] = ""
				}
			case isLack:
				for _, name := range names {
					lacks[name] = words
				}
			case known && !strings.Contains(part, "\n| `"+here+"` |"):
				t.Errorf("%s: %s is no argument %s of %s", names[0], there, here, tool)
			case empty && !strings.Contains(reasons, "`"+nothing+"`"):
				t.Errorf("%s: the page does not say why %s has no place", names[0], nothing)
			case !known && !empty:
				t.Errorf("%q has no form", line)
			}
		}
	}
	table := wholeTable(t)
	for _, row := range formerRows(t) {
		call := comingCall.FindStringSubmatch(row.here)
		if call == nil {
			continue
		}
		said, compared := lacks[row.there]
		if tool, _ := table.Lookup(call[1]); (tool.Safety == tools.Read) == compared || row.arguments != said {
			t.Errorf("%s: compared %v; the page lacks %q, the comparison %q", row.there, compared, row.arguments, said)
		}
	}
}
