// Package fit reads and writes FIT activity and workout files. It is the front of the
// packages below it: wire (bytes), profile (words and units), plan (workouts), decode and
// encode.
package fit

import (
	"context"
	"io"

	"lapkeep/internal/recording/fit/decode"
	"lapkeep/internal/recording/fit/encode"
	"lapkeep/internal/recording/fit/plan"
	"lapkeep/internal/recording/fit/wire"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
)

// Is reports whether data begins like a FIT file.
func Is(data []byte) bool { return wire.IsFIT(data) }

// Unclosed says that what writes a FIT file is not done with it; see [wire.Unclosed].
func Unclosed(data []byte) bool { return wire.Unclosed(data) }

// Read reads a FIT file, or several that are chained in one. What is damaged
// is read as far as it goes; see [reading.Result].
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	return decode.Read(ctx, data, limits)
}

// Write writes one FIT activity file with one session a recording. The same
// recordings give the same bytes.
func Write(w io.Writer, recs []*training.Recording) error { return encode.Write(w, recs) }

// ReadWorkout reads a workout file, and what it says that a workout has no
// place for. One that is damaged is refused.
func ReadWorkout(data []byte) (*plan.Workout, []plan.Unread, error) { return decode.Workout(data) }

// WriteWorkout writes a workout file. The same workout gives the same bytes.
func WriteWorkout(w *plan.Workout) ([]byte, error) { return encode.Workout(w) }

// LongestText is how many bytes of a text are written.
const LongestText = encode.LongestText
