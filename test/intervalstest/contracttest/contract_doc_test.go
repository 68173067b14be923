package contracttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/testdata"
	"lapkeep/test/golden"
)

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
	text, err := os.ReadFile(filepath.Join(testdata.Dir(t), "specs", "intervals-openapi.json"))
	if err != nil {
		t.Skip(err)
	}
	var d openAPI
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "contract.txt", new(writer).render(d))
}
