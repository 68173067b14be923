package derive

import (
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Version is the version of the rules as a whole: raising it recomputes all.
const Version = 1

// Inputs are what the primitives of one activity are computed from.
type Inputs struct {
	Activity training.Activity
	// Recording is the activity's primary recording, its columns those that
	// the activity chose. It may be nil for a manual activity without values.
	Recording *training.Recording
	// Hash names the inputs; equal hashes need no second computation.
	Hash string
}

// Compute derives the summary and the primitives of one activity.
func Compute(in Inputs) (store.Summary, []store.Primitive) { panic("todo") }
