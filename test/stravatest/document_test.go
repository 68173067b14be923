package stravatest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// document is the service's own, a Swagger 2.0, as much of it as is looked at.
type document struct {
	Paths       map[string]map[string]documented
	Definitions map[string]*schema
	Parameters  map[string]parameter

	mu  sync.Mutex
	met map[string]bool // differences, by what allowed says of them
}

type documented struct {
	OperationID string
	Parameters  []parameter
	Responses   map[string]struct{ Schema *schema }
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Required bool
	Type     string
	Enum     []string
	Items    *schema
	Schema   *schema
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Enum       []string
	Items      *schema
	Properties map[string]*schema
	AllOf      []*schema
	MinItems   *int
	MaxItems   *int
}

// theDocument is nil where the folder of data is not.
func theDocument(t *testing.T) *document {
	for _, dir := range []string{os.Getenv("LAPKEEP_TESTDATA"), filepath.Join("..", "..", "..", "shared", "data")} {
		if text, err := os.ReadFile(filepath.Join(dir, "specs", "strava-swagger.json")); dir != "" && err == nil {
			d := &document{met: map[string]bool{}}
			if err := json.Unmarshal(text, d); err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	return nil
}

func (d *document) resolve(s *schema) (name string, out *schema) {
	for s.Ref != "" {
		name = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		s = d.Definitions[name]
	}
	return name, s
}

// fields are the properties of an object with those that it takes over.
func (d *document) fields(s *schema) map[string]*schema {
	_, s = d.resolve(s)
	out := maps.Clone(s.Properties)
	if out == nil {
		out = map[string]*schema{}
	}
	for _, part := range s.AllOf {
		maps.Copy(out, d.fields(part))
	}
	return out
}

// differs hands over each place at which a value is not what its schema says.
// Null counts as absent where a field may be: the document's examples have it.
func (d *document) differs(v any, s *schema, at string, report func(string)) {
	name, s := d.resolve(s)
	if name != "" {
		at = name
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, fmt.Sprint(v)) {
		report(at + " value")
	}
	switch v := v.(type) {
	case nil:
		report(at + " null")
	case Doc:
		if s.Type != "object" && s.AllOf == nil && s.Properties == nil {
			report(at + " object")
			return
		}
		fields := d.fields(s)
		for field, value := range v {
			switch f := fields[field]; {
			case f == nil && len(fields) > 0:
				report(at + "." + field + " unknown")
			case f != nil && value != nil:
				d.differs(value, f, at+"."+field, report)
			}
		}
	case []any:
		if s.Type != "array" {
			report(at + " array")
			return
		}
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			report(at + " length")
		}
		for _, item := range v {
			d.differs(item, s.Items, at+"[]", report)
		}
	default:
		if !s.takes(v) {
			report(at + " type")
		}
	}
}

var (
	integer  = regexp.MustCompile(`^-?[0-9]+$`)
	dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
)

func (s *schema) takes(v any) bool {
	switch v := v.(type) {
	case string:
		return s.Type == "string" && (s.Format != "date-time" || dateTime.MatchString(v))
	case bool:
		return s.Type == "boolean"
	case json.Number:
		if s.Type == "integer" {
			_, err := strconv.ParseInt(v.String(), 10, 64)
			return integer.MatchString(v.String()) && err == nil
		}
		return s.Type == "number"
	}
	return false
}

// check holds an exchange against the document. What differs must be allowed.
func (d *document) check(t *testing.T, x exchange) {
	if x.faulted || x.request.Operation == "" {
		return
	}
	report := func(what string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, a := range allowed() {
			if key := a.of(what); key != "" {
				d.met[key] = true
				return
			}
		}
		t.Errorf("%s is not as documented: %s", x.request.Operation, what)
	}
	op, ok := d.operation(x.request)
	if !ok {
		if !slices.Contains(beyond(), x.request.Operation) {
			t.Errorf("%s is not documented", x.request.Operation)
		}
		return
	}
	if x.request.Status >= 400 {
		if x.request.Operation != "" {
			d.differs(plain(x.body), op.Responses["default"].Schema, "Fault", report)
		}
		return
	}
	d.checkRequest(op, x.request, report)
	answer, ok := op.Responses[strconv.Itoa(x.request.Status)]
	if !ok {
		t.Errorf("%s answers %d", x.request.Operation, x.request.Status)
	}
	if answer.Schema != nil && x.kind == jsonKind {
		d.differs(plain(x.body), answer.Schema, x.request.Operation, report)
	}
}
