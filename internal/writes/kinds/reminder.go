package kinds

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// Reminders are those of gear. When something was done, and until when a
// reminder is put off, can be told to no service so that it can be taken back.
func Reminders(say Say, refs Refs) outbox.Kind {
	return Things[training.GearReminder]{
		Say: say, Refs: refs, Collection: document.Reminders, Kind: training.ThingGear,
		Fields: []string{"gear_id", "text", "distance_km", "time_s", "activities", "days", "start_km", "start_s", "start_activities"},
		Stays:  []string{"due_date", "last_done", "snoozed_until"},
		ID:     func(r *training.GearReminder) *string { return &r.ID },
		Ref:    func(r *training.GearReminder) *string { return &r.GearID }, RefKind: string(store.ChangeGear),
		Takes: Both[source.GearReader, source.GearWriter],
		List: func(ctx context.Context, s source.Service) (all []training.GearReminder, err error) {
			gear, err := s.(source.GearReader).Gear(ctx)
			for _, g := range gear {
				all = append(all, g.Reminders...)
			}
			return all, err
		},
		Save: saveReminder,
		Remove: func(ctx context.Context, s source.Service, r training.GearReminder) error {
			return s.(source.GearWriter).DeleteReminder(ctx, r.GearID, r.ID)
		},
	}
}

// saveReminder finds the reminder in the gear that the service answers with.
func saveReminder(ctx context.Context, s source.Service, r training.GearReminder, _ []string) (training.GearReminder, error) {
	var before []string
	if r.ID == "" {
		gear, err := s.(source.GearReader).Gear(ctx)
		if err != nil {
			return r, err
		}
		for _, g := range gear {
			for _, o := range g.Reminders {
				before = append(before, o.ID)
			}
		}
	}
	g, err := s.(source.GearWriter).SaveReminder(ctx, r, false)
	if err != nil {
		return r, err
	}
	for _, o := range g.Reminders {
		if o.ID == r.ID || r.ID == "" && !slices.Contains(before, o.ID) {
			return o, nil
		}
	}
	return r, source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not say which reminder it saved.")
}
