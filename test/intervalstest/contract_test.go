package intervalstest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/golden"
	"lapkeep/test/realdata"
)

const small = `enum E1 Ride|Run
op list GET /things{ext} ?oldest*:str ?limit:int ?type:E1 ?fields:[str] ?flag:bool ?reset*:bool ?at:num ?filters:[ActivityFilter] >[Thing]
op make POST /things <Thing >Thing
schema Thing count:int name:str kind:enum(A|B) sport:E1 parts:[Thing] free:any map:{any} good:bool size:num since:time
schema Wellness weight:num
`

func TestContractIsRead(t *testing.T) {
	t.Parallel()
	c := parse(small)
	if len(c.Operations) != 2 || len(c.Schemas) != 2 {
		t.Fatalf("%d operations, %d schemas", len(c.Operations), len(c.Schemas))
	}
	list, created := c.Operations[0], c.Operations[1]
	if list.Method != "GET" || list.Path != "/things{ext}" || list.Answer != "[Thing]" || list.Body != "" || created.Body != "Thing" {
		t.Errorf("%+v, %+v", list, created)
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	c := parse(small)
	for query, want := range map[string]string{
		"oldest=x": "",
		"oldest=x&limit=3&type=Run&fields=a,b&flag=true&at=1.5&filters=[]": "",
		"":                      "Required parameter 'oldest' is not present.",
		"oldest=":               "Required parameter 'oldest' is not present.",
		"oldest=x&since=3":      `list has no query parameter "since"`,
		"oldest=x&limit=many":   `limit="many" is not int`,
		"oldest=x&type=ride":    `type="ride" is not E1`,
		"oldest=x&flag=perhaps": `flag="perhaps" is not bool`,
		"oldest=x&at=here":      `at="here" is not num`,
		"oldest=x&filters=type": `filters="type" is not [ActivityFilter]`,
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		unknown, wrong := c.CheckQuery(c.Operations[0], q)
		if got := strings.Join(append(unknown, wrong...), "; "); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	c := parse(small)
	for text, want := range map[string][]string{
		`{"count":1,"name":"x","kind":"A","sport":"Run","parts":[{"count":2}],"free":[1],"map":{"a":1},"good":true,"size":1.5,"since":"2026-01-01"}`: nil,
		`{"count":null,"parts":null}`: nil,
		`{"count":1.5}`:               {"Thing.count is 1.5, not int"},
		`{"count":"1"}`:               {"Thing.count is 1, not int"},
		`{"name":1}`:                  {"Thing.name is 1, not str"},
		`{"kind":"a"}`:                {"Thing.kind is a, not enum(A|B)"},
		`{"sport":"ride"}`:            {"Thing.sport is ride, not E1"},
		`{"good":1}`:                  {"Thing.good is 1, not bool"},
		`{"size":"1"}`:                {"Thing.size is 1, not num"},
		`{"parts":{}}`:                {"Thing.parts is no list"},
		`{"parts":[{"x":1},2]}`:       {`Thing.parts[0] has no field "x"`, "Thing.parts[1] is no object"},
		`{"map":[]}`:                  {"Thing.map is no object"},
		`{"Count":1}`:                 {`Thing has no field "Count"`},
		`[]`:                          {"Thing is no object"},
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		unknown, wrong := c.Check("Thing", "Thing", v)
		if diff := cmp.Diff(want, append(unknown, wrong...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestOwnFieldsAreAllowedWhereTheyCanBe(t *testing.T) {
	t.Parallel()
	c := parse(small)
	for name, want := range map[string]int{"Beer": 0, "beer": 1} {
		unknown, _ := c.Check("Wellness", "Wellness", map[string]any{name: 1.0})
		if len(unknown) != want {
			t.Errorf("%s: %v", name, unknown)
		}
	}
}

func TestWholeContract(t *testing.T) {
	t.Parallel()
	c := newContract()
	if len(c.Operations) != 148 || len(c.Schemas) != 110 {
		t.Errorf("%d operations and %d schemas, want 148 and 110", len(c.Operations), len(c.Schemas))
	}
	for _, op := range c.Operations {
		for _, k := range []Kind{op.Body, op.Answer} {
			if inner, ok := k.item(); ok {
				k = inner
			}
			if _, known := c.Schemas[k]; !known && k != "" && string(k) != strings.ToLower(string(k)) {
				t.Errorf("%s speaks of %s, which is no schema", op.ID, k)
			}
		}
	}
	if c.Schemas["Bucket"]["min"] == "" || c.Schemas["DataCurveSetPowerCurve"]["list"] != "[PowerCurve]" {
		t.Error("what was seen beyond the document is not there")
	}
}

// openAPI is as much of the document as the contract takes from it.
type openAPI struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct {
			Name, In string
			Required bool
			Schema   schemaDoc
		}
		RequestBody struct {
			Content map[string]struct{ Schema schemaDoc }
		}
		Responses map[string]struct {
			Content map[string]struct{ Schema schemaDoc }
		}
	}
	Components struct{ Schemas map[string]schemaDoc }
}

type schemaDoc struct {
	Ref                  string `json:"$ref"`
	Type, Format         string
	Enum                 []string
	Items                *schemaDoc
	AdditionalProperties *schemaDoc
	Properties           map[string]schemaDoc
}

// writer renders the document as contract.txt holds it.
type writer struct{ long []string }

func (w *writer) word(s schemaDoc) string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case s.Items != nil:
		return "[" + w.word(*s.Items) + "]"
	case s.AdditionalProperties != nil:
		return "{" + w.word(*s.AdditionalProperties) + "}"
	case len(s.Enum) > 12:
		return w.named(strings.Join(s.Enum, "|"))
	case len(s.Enum) > 0:
		return "enum(" + strings.Join(s.Enum, "|") + ")"
	case s.Properties["file"].Format == "binary":
		return "file"
	case s.Type == "string":
		return map[string]string{"": "str", "date-time": "time", "byte": "bytes", "binary": "bytes"}[s.Format]
	case s.Type == "integer":
		return map[string]string{"int32": "int", "int64": "long"}[s.Format]
	case s.Type == "number":
		return "num"
	case s.Type == "boolean":
		return "bool"
	}
	return "any"
}

// named gives a long list of words a name, so that it is written once.
func (w *writer) named(list string) string {
	i := slices.Index(w.long, list)
	if i < 0 {
		i = len(w.long)
		w.long = append(w.long, list)
	}
	return fmt.Sprintf("E%d", i+1)
}

func (w *writer) render(d openAPI) string {
	var body strings.Builder
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			op := d.Paths[path][method]
			fmt.Fprintf(&body, "op %s %s %s", op.OperationID, strings.ToUpper(method), strings.TrimPrefix(path, "/api/v1"))
			for _, p := range op.Parameters {
				if p.In != "query" {
					continue
				}
				star := ""
				if p.Required {
					star = "*"
				}
				fmt.Fprintf(&body, " ?%s%s:%s", p.Name, star, w.word(p.Schema))
			}
			if c, ok := op.RequestBody.Content["application/json"]; ok {
				fmt.Fprintf(&body, " <%s", w.word(c.Schema))
			}
			for _, c := range op.Responses["200"].Content {
				fmt.Fprintf(&body, " >%s", w.word(c.Schema))
			}
			body.WriteByte('\n')
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		props := d.Components.Schemas[name].Properties
		fmt.Fprintf(&body, "schema %s", name)
		for _, f := range slices.Sorted(maps.Keys(props)) {
			fmt.Fprintf(&body, " %s:%s", f, w.word(props[f]))
		}
		body.WriteByte('\n')
	}
	var head strings.Builder
	for i, list := range w.long {
		fmt.Fprintf(&head, "enum E%d %s\n", i+1, list)
	}
	return head.String() + body.String()
}

func TestContractIsTheDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(realdata.Dir(t), "specs", "intervals-openapi.json"))
	if err != nil {
		t.Skip(err)
	}
	var d openAPI
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "contract.txt", new(writer).render(d))
}
