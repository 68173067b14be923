package kinds

import (
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// events is the [outbox.Kind] for calendar events. Services find an event by its key, which
// is its external id.
type events struct {
	Things[training.CalendarEvent]
	r store.Reader
}

// restField holds other fields of the service. It is sent when an event is
// created again, but is neither compared nor shown.
const restField = "rest"

// Events returns the [outbox.Kind] for calendar events.
func Events(r store.Reader) outbox.Kind {
	return events{r: r, Things: Things[training.CalendarEvent]{
		Collection: document.Events, Kind: training.ThingCalendar,
		Fields: []string{
			"external_id", "category", "name", "description", "start_local", "end_local", "sport", "sub_sport", "indoor", "moving_time_s",
			"distance_km", "load", "target", "load_target", "time_target_s", "distance_target_km", "for_week", "training_availability",
			"carbs_g_per_h", "max_training_time_s", "ftp_w", "ctl", "atl", "ctl_days", "atl_days", "color", "tags", "show_as_note",
			"show_on_ctl_line", "not_on_fitness_chart", "hide_from_athlete", "athlete_cannot_edit", restField,
		},
		// Services derive these fields from others, or the fields exist only here.
		Stays:  []string{"work_kj", "intensity_factor", "fluid_ml_per_h"},
		Linked: map[string][]string{"sport": {"sub_sport"}},
		ID:     func(e *training.CalendarEvent) *string { return &e.ID },
		Key:    "external_id", Days: calendar.DaysOf, Dated: []string{"start_local", "end_local"},
		Show: func(d document.Document) (training.CalendarEvent, error) {
			e, err := calendar.Show(d)
			return e.CalendarEvent, err
		},
		Alike: func(name string, a, b []byte) bool { return name == restField || outbox.SameValue(a, b) },
		Back:  "A restored event has a new id on the service.",
		Takes: source.Can[source.EventKeeper],
		One: func(ctx context.Context, s source.Service, id string) (training.CalendarEvent, error) {
			return s.(source.EventKeeper).Event(ctx, id)
		},
		Save: saveEvent,
	}}
}

// saveEvent creates an event, or sets some of its fields.
func saveEvent(ctx context.Context, s source.Service, e training.CalendarEvent, names []string) (training.CalendarEvent, error) {
	if e.ID != "" {
		return s.(source.EventKeeper).UpdateEvent(ctx, e, names...)
	}
	all, err := s.(source.EventKeeper).CreateEvents(ctx, []training.CalendarEvent{e})
	if err == nil && len(all) != 1 {
		err = source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not report which event it created.")
	}
	if err != nil {
		return e, err
	}
	return all[0], nil
}

// Find returns the event that has the key as its external id.
func (x events) Find(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, bool, error) {
	var e training.CalendarEvent
	if err := Fill(f, &e); err != nil || e.Start == "" {
		return outbox.Thing{}, false, err
	}
	all, err := s.(source.EventKeeper).Events(ctx, calendar.DaysOf(&e))
	i := slices.IndexFunc(all, func(x training.CalendarEvent) bool { return x.ExternalID == key })
	if err != nil || i < 0 {
		return outbox.Thing{}, false, err
	}
	t, err := x.thing(ctx, s, all[i])
	return t, err == nil, err
}

// Delete deletes an event.
func (events) Delete(ctx context.Context, s source.Service, id string) error {
	_, err := s.(source.EventKeeper).DeleteEvents(ctx, id)
	return err
}

// Keep stores the service's state of the event. It does not change which activity
// completes the event, because only reading the whole calendar can show that.
func (x events) Keep(tx *store.Tx, k outbox.Kept) error {
	if k.Thing == nil {
		return x.Things.Keep(tx, k)
	}
	l, err := tx.Layers(k.Athlete, document.Events, k.Here)
	if err != nil {
		return err
	}
	t := *k.Thing
	if e, ok := t.Whole.(training.CalendarEvent); ok && e.DoneBy == "" {
		e.DoneBy = saidDoneBy(l, k.Source)
		t.Whole = e
	}
	k.Thing = &t
	return x.Things.Keep(tx, k)
}

func saidDoneBy(l document.Layers, n source.Name) string {
	for _, s := range l.Statements {
		var body training.CalendarEvent
		if s.Source == string(n) && json.Unmarshal(s.Body, &body) == nil {
			return body.DoneBy
		}
	}
	return ""
}

// AppliedSettings asks a service to recompute its past activities with its sport settings.
// If the response is lost, the request is repeated. It cannot be undone.
type AppliedSettings struct{ unkept }

// applied is the only field. It means that the request was made.
const applied = "applied"

// Name returns "applied_settings".
func (AppliedSettings) Name() string { return "applied_settings" }

// Of returns [training.ThingSportSettings].
func (AppliedSettings) Of() training.ThingKind { return training.ThingSportSettings }

// Can reports whether the service can recompute activities.
func (AppliedSettings) Can(s source.Service, a ledger.Action) bool {
	return Both[source.SportSettingsReader, source.SportSettingsWriter](s) && a == ledger.Update
}

// Final returns a warning that the request cannot be undone.
func (AppliedSettings) Final(source.Service, ledger.Action) (i18n.Sentence, bool) {
	return "The service recomputes the zones of all its past activities of these sports and does not keep the old ones, so undo changes " +
		"nothing there.", true
}

// Changed returns the change to send if settings are to be applied.
func (AppliedSettings) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	applies, ok := did.(journal.SettingsApplied)
	if !ok {
		return nil, nil
	}
	l, err := tx.Layers(a, document.SportSettings, applies.Document)
	if err != nil {
		return nil, err
	}
	return &outbox.Change{Here: applies.Document, There: AtSource(l), Fields: asked(), Names: []string{applied}}, nil
}

func asked() outbox.Fields { return outbox.Fields{applied: json.RawMessage("true")} }

// Read checks whether the service has the settings. It cannot find out whether
// the service has applied them.
func (AppliedSettings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	all, err := s.(source.SportSettingsReader).SportSettings(ctx)
	if err != nil {
		return outbox.Thing{}, err
	}
	for i := range all {
		if all[i].ID == id {
			return outbox.Thing{ID: id, Fields: outbox.Fields{}}, nil
		}
	}
	return outbox.Thing{}, training.Errorf(training.KindNotFound, "The service has no settings %q.", id)
}

// Update requests that the settings be applied.
func (AppliedSettings) Update(ctx context.Context, s source.Service, id string, _ outbox.Fields, _ []string) (outbox.Thing, error) {
	err := s.(source.SportSettingsWriter).ApplySportSettings(ctx, id)
	return outbox.Thing{ID: id, Fields: asked()}, err
}

// Create returns an error, because the settings must exist.
func (AppliedSettings) Create(context.Context, source.Service, string, outbox.Fields) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "Settings are applied on the service they belong to.")
}

// unkept is embedded in kinds whose things are neither stored here nor deleted on services.
// Their state is read when it is needed.
type unkept struct{}

// Delete does nothing.
func (unkept) Delete(context.Context, source.Service, string) error { return nil }

// Keep does nothing.
func (unkept) Keep(*store.Tx, outbox.Kept) error { return nil }

// Want does nothing.
func (unkept) Want(*store.Tx, outbox.Kept, []string) error { return nil }
