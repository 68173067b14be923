package syncer

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

const (
	// suspicious is how many activities, more than half of what there is, may
	// not vanish at once: that is the service's mistake rather than a wish.
	suspicious = 10
	// askAtOnce is how many ids one question holds.
	askAtOnce = 50
)

// missing deals with what was seen in these days before and was not now: it
// moved to another day, or it is gone.
func (s *Syncer) missing(ctx context.Context, days training.DayRange, seen map[string]bool) error {
	items, err := s.o.Book.Items(ctx, s.key, days)
	if err != nil {
		return err
	}
	var lost []ledger.ConnectionItem
	here := 0
	for _, i := range items {
		if i.State == ledger.Gone {
			continue
		}
		here++
		if !seen[i.ID] {
			lost = append(lost, i)
		}
	}
	if lost, err = s.moved(ctx, lost); err != nil {
		return err
	}
	if len(lost) > suspicious && 2*len(lost) > here {
		s.tally.Words = append(s.tally.Words, i18n.Sentencef(
			"%s no longer lists %d of %d activities from %s; they are kept here until they are deleted here.", s.key.Source, len(lost), here, days))
		return nil
	}
	for _, i := range lost {
		if err := s.gone(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// moved asks a service that can be asked for each of them by its id, and
// gives back those that it does not have.
func (s *Syncer) moved(ctx context.Context, lost []ledger.ConnectionItem) ([]ledger.ConnectionItem, error) {
	reader, ok := s.o.Source.(source.ActivityReader)
	if !ok {
		return lost, nil
	}
	var gone []ledger.ConnectionItem
	for len(lost) > 0 {
		some := lost[:min(len(lost), askAtOnce)]
		lost = lost[len(some):]
		ids := make([]string, len(some))
		for n, i := range some {
			ids[n] = i.ID
		}
		found, err := reader.Activities(ctx, ids...)
		if err != nil && !none(err) {
			return nil, err
		}
		there := map[string]bool{}
		for _, a := range found {
			there[a.ID] = true
			if err := s.one(ctx, a); err != nil {
				return nil, err
			}
		}
		for _, i := range some {
			if !there[i.ID] {
				gone = append(gone, i)
			}
		}
	}
	return gone, nil
}

func (s *Syncer) gone(ctx context.Context, i ledger.ConnectionItem) error {
	if err := s.hold(ctx); err != nil {
		return err
	}
	if i.State == ledger.Stored {
		if err := s.o.Sink.Gone(ctx, s.o.Athlete, s.o.Source.Name().Ref(i.ID)); err != nil && !none(err) {
			return err
		}
		s.tally.Gone++
	}
	if to, ok := s.o.Sink.(RatingSink); ok {
		if err := to.DropRating(ctx, s.o.Athlete, s.o.Source.Name().Ref(i.ID)); err != nil {
			return err
		}
	}
	return s.o.Book.PutItem(ctx, s.key, ledger.ConnectionItem{ID: i.ID, Day: i.Day, Version: i.Version, State: ledger.Gone})
}
