package gear

import (
	"context"
	"strings"

	"lapkeep/internal/training"
)

// Lister lists gear.
type Lister interface {
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
}

// Named is the id of the gear that a caller names by its id or its name; what
// no gear is called stays as it is.
func Named(ctx context.Context, r Lister, s training.Scope, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	all, err := r.Gear(ctx, s)
	if err != nil {
		return "", err
	}
	id := text
	for _, g := range all {
		switch {
		case g.ID == text:
			return text, nil
		case strings.EqualFold(g.Name, strings.TrimSpace(text)):
			id = g.ID
		}
	}
	return id, nil
}
