package tools

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/training"
)

// Safety is what calling a tool can do.
type Safety uint8

// The degrees of safety. A destructive tool needs a person's consent.
const (
	Read Safety = iota
	Write
	Destructive
)

// Row is one tool of the table, the same for every face.
type Row struct {
	Name        string
	Title       string
	Description string // at most 400 bytes; says when to use it
	Toolset     string
	Safety      Safety
	Default     bool // in the default set
	Idempotent  bool
	OpenWorld   bool // reaches a service
	// Full marks a write that only --writes full registers.
	Full bool
	// PageOnly marks a row that only the dashboard needs.
	PageOnly bool

	input, output func() *jsonschema.Schema
	run           func(context.Context, *Call, json.RawMessage) (any, error)
}

// Call is what every handler gets beside its arguments.
type Call struct {
	Scope    training.Scope
	Now      time.Time      // the one clock reading of this call
	Location *time.Location // the athlete's
	Today    training.Day   // the athlete's
	Week     time.Weekday   // the athlete's first day of the week
	Language string
	Face     string // mcp, cli or dashboard
	// Progress reports done of total with a short word; it may be nil.
	Progress func(done, total int, what string)
	// Approval is the id of a person's approval that this call runs under, if any.
	Approval string
}

// Spec is a row without its handler.
type Spec struct {
	Name, Title, Description, Toolset    string
	Safety                               Safety
	Default, Idempotent, OpenWorld, Full bool
	// Input and Output adjust the schemas inferred from In and Out: enums, bounds, defaults.
	Input, Output func(*jsonschema.Schema)
}

// New makes a row whose schemas are inferred from In and Out on first use.
func New[In, Out any](spec Spec, handle func(context.Context, *Call, In) (Out, error)) Row {
	panic("todo")
}
