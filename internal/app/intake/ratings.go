package intake

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TakeRatings keeps what the service computes of activities, and which of them
// it withholds. What it has begun to show is withheld no more.
func (s *Sink) TakeRatings(ctx context.Context, a training.AthleteID, list []source.Activity) error {
	now := s.Now()
	asOf := now
	if !s.asked.IsZero() {
		asOf = s.asked
	}
	return s.write(ctx, func(tx *store.Tx) error {
		for i := range list {
			act := &list[i]
			ref := s.Source.Ref(act.ID)
			bodies := map[document.Collection]any{document.Rated: nil, document.Withheld: nil}
			if act.Rated != nil {
				bodies[document.Rated] = act.Rated
			}
			if act.Withheld != "" {
				bodies[document.Withheld] = training.Withheld{
					Ref: ref, Source: string(s.Source), Day: act.Day,
					StartLocal: act.StartLocal, Reason: act.Withheld,
				}
			}
			for c, body := range bodies {
				st := document.Statement{Collection: c, ID: ref, Days: training.DayRange{From: act.Day, To: act.Day}, AsOf: asOf, Now: now, Body: body}
				if err := Say(tx, a, s.Source, st); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// DropRating forgets the rating of an activity that the service has no more.
func (s *Sink) DropRating(ctx context.Context, a training.AthleteID, ref string) error {
	now := s.Now()
	return s.write(ctx, func(tx *store.Tx) error {
		for _, c := range []document.Collection{document.Rated, document.Withheld, document.Drawn, document.OwnStreams} {
			if err := Say(tx, a, s.Source, document.Statement{Collection: c, ID: ref, AsOf: now, Now: now}); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeFitness keeps days of the service's own fitness model.
func (s *Sink) TakeFitness(ctx context.Context, a training.AthleteID, covered training.DayRange, days []training.FitnessDay) error {
	all := make([]thing, len(days))
	for i, d := range days {
		all[i] = thing{d.Day.String(), training.DayRange{From: d.Day, To: d.Day}, d}
	}
	return s.say(ctx, a, document.Fitness, &covered, all)
}
