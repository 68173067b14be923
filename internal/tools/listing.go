package tools

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
)

// Listing is a row as `tools/list` shows it.
type Listing struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"` // absent where none is published
	Annotations  Annotations     `json:"annotations"`
}

// Annotations are a tool's hints, all four given.
type Annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Listing gives the part of the row that faces publish.
func (r Row) Listing() Listing {
	in := r.contract.listed()
	return r.listing(in, r.contract.published(in))
}

func (r Row) listing(in *jsonschema.Schema, out json.RawMessage) Listing {
	return Listing{
		Name: r.Name, Title: r.Title, Description: r.Description,
		InputSchema: Append(nil, in), OutputSchema: out,
		Annotations: Annotations{
			ReadOnly: r.Safety == Read, Destructive: r.Safety == Destructive || r.Deletes,
			Idempotent: r.Idempotent || r.Safety == Read, OpenWorld: r.OpenWorld || r.Sends,
		},
	}
}

// List answers `tools/list`, by name.
func (t *Table) List() []Listing {
	out := make([]Listing, len(t.rows))
	for i, r := range t.rows {
		out[i] = t.Listing(r)
	}
	return out
}

// Listing gives the row as this table offers it.
func (t *Table) Listing(r Row) Listing {
	var l Listing
	if t.athletes == nil {
		l = r.Listing()
	} else {
		l = namedListing(r)
	}
	l.Description = t.describe(r)
	return l
}

// budgeted counts the bytes of a listing that models read first: the name, the
// description and the input schema.
func (l Listing) budgeted() int { return len(l.Name) + len(l.Description) + len(l.InputSchema) }

// The budget of what a model reads before it can ask, in tokens of four bytes.
const (
	MaxTools       = 24    // in the default set
	MaxTokens      = 8500  // of the default set's listing
	MaxInputTokens = 7000  // of its names, descriptions and input schemas
	MaxAllTokens   = 15000 // of the listing of all toolsets, or more where it is MaxMeanTokens a tool
	MaxMeanTokens  = 245
	MaxToolTokens  = 600
	MaxDescription = 400 // bytes
)

// Cost counts the tokens that listing a table costs a model.
type Cost struct {
	Total   int
	Inputs  int // names, descriptions and input schemas
	Outputs int // published output schemas
	Tools   map[string]int
}

// Tokens estimates how many tokens b is: a quarter of its bytes.
func Tokens(b []byte) int { return (len(b) + 3) / 4 }

// Cost measures the listing of the table.
func (t *Table) Cost() (Cost, error) {
	c := Cost{Tools: map[string]int{}}
	bytes, inputs, outputs := 0, 0, 0
	for _, l := range t.List() {
		b, err := Marshal(l)
		if err != nil {
			return Cost{}, err
		}
		c.Tools[l.Name] = Tokens(b)
		bytes += len(b)
		inputs += l.budgeted()
		outputs += len(l.OutputSchema)
	}
	c.Total, c.Inputs, c.Outputs = (bytes+3)/4, (inputs+3)/4, (outputs+3)/4
	return c, nil
}
