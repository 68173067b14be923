package tools

import (
	"encoding/json"

	"lapkeep/internal/tools/schematext"

	"github.com/google/jsonschema-go/jsonschema"
)

// Listing is a row as `tools/list` shows it.
type Listing struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  Annotations     `json:"annotations"`
}

// Annotations are a tool's hints, all four said.
type Annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Listing is what faces publish of the row.
func (r Row) Listing() Listing { return r.listing(r.Input(), r.contract.published()) }

func (r Row) listing(in *jsonschema.Schema, out json.RawMessage) Listing {
	return Listing{
		Name: r.Name, Title: r.Title, Description: r.Description,
		InputSchema: schematext.Append(nil, in), OutputSchema: out,
		Annotations: Annotations{
			ReadOnly: r.Safety == Read, Destructive: r.Safety == Destructive,
			Idempotent: r.Idempotent || r.Safety == Read, OpenWorld: r.OpenWorld,
		},
	}
}

// List is what `tools/list` shows, by name.
func (t *Table) List() []Listing {
	out := make([]Listing, len(t.rows))
	for i, r := range t.rows {
		out[i] = t.Listing(r)
	}
	return out
}

// Listing is what the table shows of a row.
func (t *Table) Listing(r Row) Listing {
	if t.party == nil {
		return r.Listing()
	}
	return partyListing(r)
}

// The budget of what a model reads before it can ask, in tokens of four bytes.
const (
	MaxTokens       = 8000 // of the default set's listing
	MaxInputTokens  = 5500 // of it without output schemas
	MaxOutputTokens = 2500 // of its output schemas
	MaxToolTokens   = 700
	MaxDescription  = 400 // bytes
)

// Cost is what listing a table costs a model, in tokens.
type Cost struct {
	Total, Inputs, Outputs int
	Tools                  map[string]int
}

// Tokens estimates how many tokens b is: a quarter of its bytes.
func Tokens(b []byte) int { return (len(b) + 3) / 4 }

// Cost measures the listing of the table.
func (t *Table) Cost() (Cost, error) {
	c := Cost{Tools: map[string]int{}}
	bytes, outputs := 0, 0
	for _, l := range t.List() {
		b, err := marshal(l)
		if err != nil {
			return Cost{}, err
		}
		c.Tools[l.Name] = Tokens(b)
		bytes += len(b)
		outputs += len(l.OutputSchema)
	}
	c.Total, c.Outputs, c.Inputs = (bytes+3)/4, (outputs+3)/4, (bytes-outputs+3)/4
	return c, nil
}
