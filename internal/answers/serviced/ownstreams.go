package serviced

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// OwnStreams are the streams of an activity that the athlete defined at
// services, by its references there.
func OwnStreams(ctx context.Context, r Reader, s training.Scope, refs []string) ([]training.OwnStreams, error) {
	return byReference[training.OwnStreams](ctx, r, s, document.OwnStreams, refs)
}
