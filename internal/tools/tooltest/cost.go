package tooltest

import "lapkeep/internal/tools"

// This is the budget for what a model reads before its first call, in tokens of four bytes.
const (
	MaxTools       = 24    // tools in the default set
	MaxTokens      = 7500  // tokens of the default set's listing
	MaxInputTokens = 6000  // tokens of the default set's names, descriptions and input schemas
	MaxAllTokens   = 15000 // tokens of the listing of all toolsets, or MaxMeanTokens per tool if that is more
	MaxMeanTokens  = 210
	MaxToolTokens  = 600
	MaxDescription = 400 // bytes
)

// Cost is the number of tokens that the listing of a table costs a model.
type Cost struct {
	Total   int
	Inputs  int // names, descriptions and input schemas
	Outputs int // published output schemas
	Tools   map[string]int
}

// Tokens estimates the number of tokens in b: a quarter of its bytes.
func Tokens(b []byte) int { return (len(b) + 3) / 4 }

// CostOf measures the listing of a table.
func CostOf(t *tools.Table) (Cost, error) {
	c := Cost{Tools: map[string]int{}}
	bytes, inputs, outputs := 0, 0, 0
	for _, l := range t.List() {
		b, err := tools.Marshal(l)
		if err != nil {
			return Cost{}, err
		}
		c.Tools[l.Name] = Tokens(b)
		bytes += len(b)
		inputs += len(l.Name) + len(l.Description) + len(l.InputSchema)
		outputs += len(l.OutputSchema)
	}
	c.Total, c.Inputs, c.Outputs = (bytes+3)/4, (inputs+3)/4, (outputs+3)/4
	return c, nil
}
