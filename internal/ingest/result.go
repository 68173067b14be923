package ingest

import (
	"slices"

	"lapkeep/internal/training"
)

// Status is what became of one file.
type Status string

// The outcomes of a file.
const (
	Imported  Status = "imported"  // at least one new activity
	Updated   Status = "updated"   // joined activities that were there
	Duplicate Status = "duplicate" // its bytes were there already
	Ignored   Status = "ignored"   // understood, and not a recording of an activity
	Failed    Status = "failed"    // not readable; Reason says why
)

// FileResult is one line of an import's report. Activities and Warnings are
// never nil, so that they are arrays in JSON.
type FileResult struct {
	Path       string                `json:"path"`
	Status     Status                `json:"status"`
	Activities []training.ActivityID `json:"activities"` // in file order
	Warnings   []string              `json:"warnings"`
	Reason     string                `json:"reason,omitempty"`
	// Aside is one of very many alike, which are counted and not named.
	Aside bool `json:"-"`
}

// warn adds sentences that are not there yet.
func (r *FileResult) warn(sentences ...string) {
	for _, s := range sentences {
		if s != "" && !slices.Contains(r.Warnings, s) {
			r.Warnings = append(r.Warnings, s)
		}
	}
}
