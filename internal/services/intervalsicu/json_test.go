package intervalsicu

import (
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

func TestIDsAreTextWhetherWrittenAsNumbersOrText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]ID{`12`: "12", `"i12"`: "i12", `null`: "", `9007199254740993`: "9007199254740993"} {
		var got ID
		if err := json.Unmarshal([]byte(in), &got); err != nil || got != want {
			t.Errorf("%s: %q %v", in, got, err)
		}
	}
	var id ID
	for _, bad := range []string{`{}`, `[1]`, `true`} {
		if json.Unmarshal([]byte(bad), &id) == nil {
			t.Errorf("%s is an id", bad)
		}
	}
}

func TestNumbersOfThings(t *testing.T) {
	t.Parallel()
	if n, err := Number("71"); n != 71 || err != nil {
		t.Errorf("%d %v", n, err)
	}
	for _, bad := range []string{"", "0", "-1", "i7", "7.0", "../7", "99999999999999999999"} {
		if _, err := Number(bad); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestInstantsAreReadInEachFormThatWasSeen(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 9, 20, 1, 2, 3, 0, time.UTC)
	for _, s := range []string{"2026-09-20T01:02:03Z", "2026-09-20T03:02:03+02:00", "2026-09-20T01:02:03.000+0000", "2026-09-20T01:02:03"} {
		if got := UTC(s); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: %s", s, got)
		}
	}
	if got := UTC("2026-09-20T01:02:03.250+00:00"); got.Sub(want) != 250*time.Millisecond {
		t.Errorf("%s", got)
	}
	for _, s := range []string{"", "yesterday", "2026-13-40T00:00:00Z"} {
		if !UTC(s).IsZero() {
			t.Errorf("%q is %s", s, UTC(s))
		}
	}
}

func TestLocalTimesLoseTheZoneThatMeansNothing(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]training.LocalTime{
		"2026-09-20": "2026-09-20T00:00:00", "2026-09-20T01:02:03": "2026-09-20T01:02:03", "2026-09-20T01:02:03Z": "2026-09-20T01:02:03",
		"2026-09-20T01:02:03.000+00:00": "2026-09-20T01:02:03", "": "", "soon": "",
	} {
		if got := local(in); got != want {
			t.Errorf("%s: %q", in, got)
		}
	}
	if wireDay("") != nil || wireDay("2024-03-01").String() != "2024-03-01" {
		t.Error("a day is read wrongly")
	}
}

func TestAnActivitysOffsetIsOfItsTwoStarts(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]int{
		{"2026-09-19T05:15:00Z", "2026-09-19T07:15:00"}: 7200, {"2026-09-19T05:15:00Z", "2026-09-18T22:15:00"}: -7 * 3600,
		{"2026-09-19T05:15:00Z", "2026-09-19T10:45:00"}: 19800,
		{"", "2026-09-19T07:15:00"}:                     -1, {"2026-09-19T05:15:00Z", ""}: -1,
		{"2026-09-19T05:15:00Z", "2026-10-19T05:15:00"}: -1,
	} {
		got := (&Activity{Start: in[0], StartLocal: in[1]}).OffsetS()
		if (got == nil) != (want == -1) || got != nil && *got != want {
			t.Errorf("%v: %v", in, got)
		}
	}
}

// TestAListAsksForAllFigures: what is read is asked for.
func TestAListAsksForAllFigures(t *testing.T) {
	t.Parallel()
	for f := range reflect.TypeFor[Figures]().Fields() {
		if name := f.Tag.Get("json"); !slices.Contains(Fields(), name) {
			t.Errorf("%s is not asked for", name)
		}
	}
}

// TestFiguresAreTheServicesWord: each is kept as it is said, and none that is
// not said.
func TestFiguresAreTheServicesWord(t *testing.T) {
	t.Parallel()
	read := func(text string) training.Figures {
		var a Activity
		head := `{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00"`
		if err := json.Unmarshal([]byte(head+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		return a.Read(time.UTC).Rated.Figures
	}
	mild, frost := 4.5, 0.0
	want := training.Figures{
		CTL: 38.8, ATL: 56.7, TRIMP: 62.9, SessionRPE: 307, DecouplingPct: -1.5, EfficiencyFactor: 1.47,
		VariabilityIndex: 1.1, PowerHRRatio: 1.34,
		Polarization: 1.07, WorkAboveFTPKJ: 3.155, CaloriesKcal: 459, CarbsUsedG: 81, BalancePct: 50.8, StrideM: 1.08,
		AvgTempC: &mild, MinTempC: &frost,
		PowerMeter: "Favero Assioma DUO", Intervals: []string{"3x 8m 250w"},
	}
	got := read(`,"icu_ctl":38.8,"icu_atl":56.7,"trimp":62.9,"session_rpe":307,"decoupling":-1.5,"icu_efficiency_factor":1.47,
		"icu_variability_index":1.1,"icu_power_hr":1.34,"polarization_index":1.07,"icu_joules_above_ftp":3155,"calories":459,"carbs_used":81,
		"avg_lr_balance":50.8,"average_stride":1.08,"average_temp":4.5,"min_temp":0,"max_temp":null,"power_meter":"Favero Assioma DUO",
		"interval_summary":["3x 8m 250w"]`)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := read(""); !reflect.DeepEqual(got, training.Figures{}) {
		t.Errorf("of what is not said: %+v", got)
	}
}

var relaxed = flag.String("relaxed", "", "write the service's document, as the service really is, to this file")

// TestAMockOfTheDocumentTakesEveryRequest sends every request that the client
// can make to a mock server of another make, if one runs:
//
//	go test ./internal/services/intervalsicu -run Relaxed -relaxed "$PWD/relaxed.json"
//	npx @stoplight/prism-cli mock --errors relaxed.json
//	LAPKEEP_INTERVALS_MOCK=http://127.0.0.1:4010 go test ./internal/services/intervalsicu -run Mock -v
func TestAMockOfTheDocumentTakesEveryRequest(t *testing.T) {
	t.Parallel()
	mock := os.Getenv("LAPKEEP_INTERVALS_MOCK")
	if mock == "" {
		t.Skip("LAPKEEP_INTERVALS_MOCK names no mock server")
	}
	d := newFixture(t)
	c := d.client(t)
	for _, name := range slices.Sorted(maps.Keys(allCalls())) {
		if err := allCalls()[name](t.Context(), t, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := seen{
		op: "updateEvent", path: apiPath + "/athlete/0/events/71",
		header: http.Header{"Authorization": d.last(t, "updateEvent").header["Authorization"]},
	}
	bad.header.Set("Content-Type", "application/json")
	for _, body := range []string{`{"nome":"N"}`, `{"moving_time":"long"}`, `[]`} {
		if bad.body = body; refusedBy(t, mock, bad) == "" {
			t.Fatalf("the mock takes %s: it checks nothing", body)
		}
	}
	taken := map[string]bool{}
	for _, s := range d.log {
		if why := refusedBy(t, mock, s); why != "" {
			t.Errorf("%s %s?%s: %s", s.op, s.path, s.query.Encode(), why)
			continue
		}
		taken[s.op] = true
	}
	t.Logf("%d requests of %d operations", len(d.log), len(taken))
}

// refusedBy returns why a mock does not take a request, "" if it does.
func refusedBy(t *testing.T, mock string, s seen) string {
	t.Helper()
	method := ""
	for _, r := range operations(t) {
		if r.ID == s.op {
			method = r.Method
		}
	}
	var sent io.Reader
	if s.body != "" {
		sent = strings.NewReader(s.body)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, mock+s.path+"?"+s.query.Encode(), sent)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Authorization", "Content-Type", "Accept"} {
		if v := s.header.Get(name); v != "" {
			req.Header.Set(name, v)
		}
	}
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode < 400 {
		return ""
	}
	return string(body)
}

// TestTheRelaxedDocumentCanBeWritten writes the document for a mock: where it
// is stricter than the service, it is relaxed, and where it says nothing of
// unknown fields, it refuses them.
func TestTheRelaxedDocumentCanBeWritten(t *testing.T) {
	t.Parallel()
	var d object
	if err := json.Unmarshal(documentText(t), &d); err != nil {
		t.Fatal(err)
	}
	d["security"] = []any{object{"APIKey": []any{}}, object{"AccessToken": []any{}}} // one of the two, not both
	paths := object{}
	for path, methods := range d["paths"].(object) {
		suffix := place.FindString(path[strings.LastIndex(path, "/"):])
		optional := (suffix == "{ext}" || suffix == "{format}") && !strings.Contains(path, "/download")
		for _, o := range methods.(object) {
			relaxOperation(o.(object), suffix, optional)
		}
		if optional {
			path = strings.TrimSuffix(path, suffix)
		}
		if there, ok := paths[path].(object); ok {
			maps.Copy(there, methods.(object))
			continue
		}
		paths[path] = methods
	}
	d["paths"] = paths
	relaxSchema(d["components"].(object)["schemas"])
	text, err := json.Marshal(d)
	if err != nil || len(paths) < 100 {
		t.Fatal(err, len(paths))
	}
	if *relaxed != "" {
		if err := os.WriteFile(*relaxed, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// relaxOperation drops what only the document asks for: filters, suffixes,
// the form of answers, and of what is no JSON.
func relaxOperation(o object, suffix string, optional bool) {
	delete(o, "security")
	o["responses"] = object{"200": object{"description": "ok", "content": object{"application/json": object{"schema": object{}}}}}
	var kept []any
	parameters, _ := o["parameters"].([]any)
	for _, p := range parameters {
		p := p.(object)
		name := p["name"].(string)
		if optional && "{"+name+"}" == suffix {
			continue
		}
		if slices.Contains(lax, name) {
			p["required"] = false
		}
		if name == "ids" && p["in"] == "path" {
			p["schema"] = object{} // the mock stumbles over a list in a path
		}
		kept = append(kept, p)
	}
	o["parameters"] = kept
	if body, ok := o["requestBody"].(object); ok {
		if content := body["content"].(object); content["multipart/form-data"] != nil {
			content["multipart/form-data"] = object{}
		}
	}
}

// relaxSchema lets any field be null, which empties it, and an object of which
// nothing is said be anything; a field that is not there is refused.
func relaxSchema(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			relaxSchema(e)
		}
	case object:
		properties, has := v["properties"].(object)
		if v["type"] == "object" && !has {
			clear(v)
			return
		}
		for name, p := range properties {
			p := p.(object)
			if p["$ref"] != nil {
				p = object{"allOf": []any{p}}
				properties[name] = p
			}
			p["nullable"] = true
		}
		if has {
			v["additionalProperties"] = false
		}
		for _, e := range v {
			relaxSchema(e)
		}
	}
}
