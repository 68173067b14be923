package intervalsicu

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/testdata"
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
	text, err := os.ReadFile(filepath.Join(testdata.Dir(t), "specs", "intervals-openapi.json"))
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

// check says what of a request the document does not allow.
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

// fits says what of a JSON value the schema does not allow. A null empties a
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
