package intake

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TakeGear keeps gear with its reminders. Gear that the service no longer has
// stays: activities name it.
func (s *Sink) TakeGear(ctx context.Context, a training.AthleteID, list []source.Gear) error {
	var reminders, totals []thing
	gear := slices.Clone(list)
	ids := make([]string, len(gear))
	for i := range gear {
		g := &gear[i]
		var err error
		if ids[i], err = s.here(ctx, a, string(store.ChangeGear), g.ID); err != nil {
			return err
		}
		for _, r := range g.Reminders {
			id, err := s.here(ctx, a, string(document.Reminders), r.ID)
			if err != nil {
				return err
			}
			r.GearID = ids[i]
			reminders = append(reminders, thing{id: id, body: r})
		}
		if g.PartOf, err = s.here(ctx, a, string(store.ChangeGear), g.PartOf); err != nil {
			return err
		}
		g.ID = s.Source.Ref(g.ID)
		t := training.GearTotals{Source: string(s.Source), DistanceKm: g.DistanceKm, TimeS: g.TimeS, Activities: g.Activities, Notes: g.Notes}
		if g.Purchased != nil {
			t.Purchased = *g.Purchased
		}
		if g.RetiredOn != nil {
			t.RetiredOn = *g.RetiredOn
		}
		totals = append(totals, thing{id: ids[i], body: t})
	}
	if err := s.sayGear(ctx, a, ids, gear); err != nil {
		return err
	}
	if err := s.say(ctx, a, document.GearTotals, nil, totals); err != nil {
		return err
	}
	return s.say(ctx, a, document.Reminders, nil, reminders)
}

// sayGear stores the service's gear, under the ids that it has here.
func (s *Sink) sayGear(ctx context.Context, a training.AthleteID, ids []string, gear []source.Gear) error {
	var how, names []string
	err := s.write(ctx, func(tx *store.Tx) error {
		how, names = how[:0], names[:0]
		for i, g := range gear {
			was, own, err := tx.GearLayers(a, ids[i])
			if err != nil {
				return err
			}
			did, err := tx.SayGearOf(a, ids[i], g.Gear, s.Source.Run())
			if err != nil {
				return err
			}
			if !did {
				continue
			}
			as := changed
			if was == nil && own.Fields == nil && !own.Deleted {
				as = added
			}
			how, names = append(how, as), append(names, g.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, as := range how {
		s.note("gear", as, func() string { return names[i] })
	}
	return nil
}
