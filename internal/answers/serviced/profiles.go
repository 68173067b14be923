package serviced

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Profile is the athlete's profile at a service, with the notes as the athlete
// has them here.
type Profile struct {
	Document document.Document
	Source   string
	training.Profile
}

// Profiles are those of all services that say anything.
func Profiles(ctx context.Context, r Reader, s training.Scope) ([]Profile, error) {
	docs, err := r.Documents(ctx, s, document.Profiles, document.Filter{})
	if err != nil {
		return nil, err
	}
	var out []Profile
	for _, d := range docs {
		p, err := document.Show[training.Profile](d)
		if err != nil {
			return nil, err
		}
		if len(d.Said) > 0 {
			out = append(out, Profile{d, d.Said[0].Source, p})
		}
	}
	return out, nil
}
