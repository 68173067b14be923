package intervalsicu

import (
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

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
	d := newDesk(t)
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

// refusedBy is why a mock does not take a request, empty if it does.
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
