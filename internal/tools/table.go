package tools

import (
	"context"
	"encoding/json"
)

// Result is what a tool answers.
type Result struct {
	// Structured is the answer as one JSON object; no nulls but in cells of arrays.
	Structured json.RawMessage
	// Text says the same for clients that show a model only text.
	Text string
}

// Table is a set of tools, ordered by name.
type Table struct{ rows []Row }

// NewTable puts rows into one table.
func NewTable(rows ...Row) *Table { panic("todo") }

// Writes is which writes a table offers.
type Writes string

// The write modes.
const (
	WritesNone Writes = "none"
	WritesSafe Writes = "safe"
	WritesFull Writes = "full"
)

// Selection says which rows a face offers.
type Selection struct {
	Toolsets []string // names of toolsets, "default" or "all"; nil is default
	Writes   Writes   // empty is safe
	PageOnly bool     // with the rows that only the dashboard needs
}

// Select is the table of the rows that s names.
func (t *Table) Select(s Selection) (*Table, error) { panic("todo") }

// Lookup finds a row by name.
func (t *Table) Lookup(name string) (Row, bool) { panic("todo") }

// Names are the tools' names in order.
func (t *Table) Names() []string { panic("todo") }

// Call reads the arguments, runs the tool and checks what it answers.
func (t *Table) Call(ctx context.Context, name string, c *Call, args json.RawMessage) (Result, error) {
	panic("todo")
}
