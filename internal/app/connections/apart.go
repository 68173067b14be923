package connections

import (
	"context"
	"time"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Apart are the services whose rows lie apart.
func Apart(kinds []Kind) (all []limitedrows.Service) {
	for _, k := range kinds {
		if p := policy(k); p.Place() == source.Limited {
			all = append(all, limitedrows.Service{
				Name: k.Name, Title: k.Title, Days: int(p.Retention / (24 * time.Hour)), Attribution: p.Attribution,
			})
		}
	}
	return all
}

// Apart asks a service whose rows lie apart for what is not here; nil where
// nothing can be asked or kept.
func (s *Set) Apart(name source.Name) (*syncer.Apart, error) {
	service, err := s.Service(name)
	switch {
	case s.o.ReadOnly || training.KindOf(err) == training.KindNotFound && err != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &syncer.Apart{Athlete: s.o.Athlete, Source: service, Title: s.Title(name), Rows: s.o.Limited}, nil
}

// apart counts the rows of a service that lie apart, by kind.
func (s *Set) apart(ctx context.Context, k Kind) (map[string]int, error) {
	if s.o.Limited == nil {
		return nil, nil
	}
	return s.o.Limited.Tally(ctx, s.o.Athlete, string(k.Name))
}

// revoke has a service that can do so forget the credential. One that does not
// answer keeps nothing from being forgotten here; a person is told where to
// revoke it.
func (s *Set) revoke(ctx context.Context, k Kind) (told journal.AtService, ok bool) {
	service, err := s.Service(k.Name)
	if err != nil {
		return told, false // there is no credential any more
	}
	r, ok := service.(source.Revoker)
	if !ok {
		return told, false
	}
	told = journal.AtService{
		Service: k.Title, Action: "delete", State: journal.AtServiceDone, Note: i18n.Sentencef("The access was revoked at %s.", k.Title),
	}
	if err := r.Revoke(ctx); err != nil {
		told.State = journal.AtServiceFailed
		told.Note = i18n.Sentencef("The access is forgotten here, but %s did not revoke it (%s): revoke it in your settings there.",
			k.Title, i18n.Word(training.KindOf(err).String()))
	}
	return told, true
}
