package outbox

import (
	"context"

	"lapkeep/internal/training"
)

type athleteKey struct{}

// WithAthlete says whose things a request to a service is about.
func WithAthlete(ctx context.Context, a training.AthleteID) context.Context {
	return context.WithValue(ctx, athleteKey{}, a)
}

// AthleteOf is whose things the methods of a kind are called for.
func AthleteOf(ctx context.Context) training.AthleteID {
	a, _ := ctx.Value(athleteKey{}).(training.AthleteID) // nobody has no things
	return a
}
