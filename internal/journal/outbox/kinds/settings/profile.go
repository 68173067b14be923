package settings

import (
	"context"
	"slices"

	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/journal/outbox/kinds"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/source"
	"lapkeep/internal/store/document"
	rows "lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// profiles are what services say of the athlete. Each has one, which is never
// made nor deleted.
type profiles struct{ kinds.Things[training.Profile] }

// Profiles are who the athlete is; of them services are told the notes alone.
func Profiles(say kinds.Say, refs kinds.Refs) outbox.Kind {
	return profiles{kinds.Things[training.Profile]{
		Say: say, Refs: refs, Collection: document.Profiles, Kind: training.ThingProfile, Fields: []string{"notes"},
		ID:     func(p *training.Profile) *string { return &p.ID },
		Takes:  kinds.Both[source.ProfileReader, source.ProfileWriter],
		SeenBy: func(training.Profile) phrase.Sentence { return "whoever coaches the athlete there" },
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
func (k profiles) Can(s source.Service, a rows.Action) bool { return a == rows.Update && k.Takes(s) }

// saveNotes writes the notes and reads what the service then says.
func saveNotes(ctx context.Context, s source.Service, p training.Profile, names []string) (training.Profile, error) {
	if slices.Contains(names, "notes") {
		if err := s.(source.ProfileWriter).SaveNotes(ctx, p.Notes); err != nil {
			return p, err
		}
	}
	return s.(source.ProfileReader).Profile(ctx)
}
