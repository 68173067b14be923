// Package fit reads and writes FIT.
package fit

import (
	"context"
	"io"

	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
)

// Read reads a FIT file.
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	return reading.Result{Format: training.FormatFIT}, nil
}

// Write writes one FIT activity file with one session a recording.
func Write(w io.Writer, recs []*training.Recording) error { return nil }
