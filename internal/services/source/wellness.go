package source

import (
	"context"

	"lapkeep/internal/training"
)

// WellnessReader reads wellness days.
type WellnessReader interface {
	// Wellness gives the days of the range that have anything, by day.
	Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error)
}

// WellnessWriter writes wellness days.
type WellnessWriter interface {
	// PutWellness sets what the days hold and leaves what they do not.
	PutWellness(ctx context.Context, days ...training.WellnessDay) error
	// ClearWellness takes fields of a day away.
	ClearWellness(ctx context.Context, day training.Day, fields ...training.WellnessField) error
}

// WellnessChooser is implemented by writers that have no place for some
// fields.
type WellnessChooser interface {
	KeepsWellness(f training.WellnessField) bool
}
