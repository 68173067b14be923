package kinds

import (
	"context"
	"slices"

	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/source"
	"lapkeep/internal/store/document"
	rows "lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// profiles are what services say of the athlete. Each has one, which is never
// made nor deleted.
type profiles struct{ things[training.Profile] }

// Profiles are who the athlete is; of them services are told the notes alone.
func Profiles(say Say, refs Refs) outbox.Kind {
	return profiles{things[training.Profile]{
		say: say, refs: refs, collection: document.Profiles, fields: []string{"notes"},
		id:     func(p *training.Profile) *string { return &p.ID },
		can:    both[source.ProfileReader, source.ProfileWriter],
		others: func(training.Profile) string { return "whoever coaches the athlete there" },
		list: func(ctx context.Context, s source.Service) ([]training.Profile, error) {
			p, err := s.(source.ProfileReader).Profile(ctx)
			return []training.Profile{p}, err
		},
		save: saveNotes,
		remove: func(context.Context, source.Service, training.Profile) error {
			return training.Errorf(training.KindUnsupported, "An athlete is not deleted.")
		},
	}}
}

// Can reports whether the notes can be changed.
func (k profiles) Can(s source.Service, a rows.Action) bool { return a == rows.Update && k.can(s) }

// saveNotes writes the notes and reads what the service then says.
func saveNotes(ctx context.Context, s source.Service, p training.Profile, names []string) (training.Profile, error) {
	if slices.Contains(names, "notes") {
		if err := s.(source.ProfileWriter).SaveNotes(ctx, p.Notes); err != nil {
			return p, err
		}
	}
	return s.(source.ProfileReader).Profile(ctx)
}
