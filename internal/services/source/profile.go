package source

import (
	"context"

	"lapkeep/internal/training"
)

// ProfileReader reads who the athlete is.
type ProfileReader interface {
	Profile(ctx context.Context) (training.Profile, error)
}

// ProfileWriter changes what is kept on the athlete.
type ProfileWriter interface {
	// SaveNotes puts notes in the place of those that there are; empty ones
	// take them away.
	SaveNotes(ctx context.Context, notes string) error
}
