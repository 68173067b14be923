package kinds

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// profiles are what services say of the athlete. Each has one, which is never
// made nor deleted.
type profiles struct{ Things[training.Profile] }

// Profiles are who the athlete is; of them services are told the notes alone.
func Profiles(say Say, refs Refs) outbox.Kind {
	return profiles{Things[training.Profile]{
		Say: say, Refs: refs, Collection: document.Profiles, Kind: training.ThingProfile, Fields: []string{"notes"},
		ID:     func(p *training.Profile) *string { return &p.ID },
		Takes:  Both[source.ProfileReader, source.ProfileWriter],
		SeenBy: func(training.Profile) i18n.Sentence { return "whoever coaches the athlete there" },
		List: func(ctx context.Context, s source.Service) ([]training.Profile, error) {
			p, err := s.(source.ProfileReader).Profile(ctx)
			return []training.Profile{p}, err
		},
		Save: saveNotes,
		Remove: func(context.Context, source.Service, training.Profile) error {
			return training.Errorf(training.KindUnsupported, "An athlete is not deleted.")
		},
	}}
}

// Can reports whether the notes can be changed.
func (k profiles) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && k.Takes(s)
}

// saveNotes writes the notes and reads what the service then says.
func saveNotes(ctx context.Context, s source.Service, p training.Profile, names []string) (training.Profile, error) {
	if slices.Contains(names, "notes") {
		if err := s.(source.ProfileWriter).SaveNotes(ctx, p.Notes); err != nil {
			return p, err
		}
	}
	return s.(source.ProfileReader).Profile(ctx)
}
