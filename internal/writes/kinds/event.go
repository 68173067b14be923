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

// Events are the entries of the calendar.
type Events struct {
	Reader store.Reader
}

// eventFields returns the fields of an event that are sent to services.
func eventFields() []string {
	return []string{
		"external_id", "category", "name", "description", "start_local", "end_local", "sport", "sub_sport", "indoor",
		"moving_time_s", "distance_km",
		"load", "target", "load_target", "time_target_s", "distance_target_km", "for_week", "training_availability",
		"carbs_g_per_h",
		"max_training_time_s", "ftp_w",
		"ctl", "atl", "ctl_days", "atl_days", "color", "tags", "show_as_note", "show_on_ctl_line", "not_on_fitness_chart", "hide_from_athlete",
		"athlete_cannot_edit", restField,
	}
}

// restField holds the other fields of a service: it is sent with an event that
// is created again, and is neither compared nor shown.
const restField = "rest"

// Same compares the values of a field.
func (Events) Same(name string, a, b []byte) bool { return name == restField || outbox.SameValue(a, b) }

// Name returns "event".
func (Events) Name() string { return string(document.Events) }

// Of returns [training.ThingCalendar].
func (Events) Of() training.ThingKind { return training.ThingCalendar }

// Can reports whether the service's calendar can be changed.
func (Events) Can(s source.Service, _ ledger.Action) bool {
	return source.Can[source.EventKeeper](s)
}

// Final notes that a deleted event comes back under another id.
func (Events) Final(_ source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.OutboxDelete {
		return "Brought back, an event has a new id at the service.", false
	}
	return "", false
}

// Changed reads a change of the athlete's words on an event.
func (Events) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := DocumentOf(tx, a, did, document.Events)
	if err != nil || d == nil {
		return nil, err
	}
	before, after, err := BeforeAndAfter(d, plannedEventOf)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{
		Here: d.Layers.ID, There: d.AtSource, New: d.Is && !d.Was, Gone: d.Was && !d.Is,
		Fields: after.fields, Key: after.ExternalID,
	}
	switch {
	case c.Gone:
		c.Fields, c.Key = before.fields, before.ExternalID
	case c.New:
		before.fields = nil
	case !d.Is:
		return nil, nil
	}
	if c.Key == "" {
		c.Key = c.Here
	}
	if !c.Gone {
		c.Names = linked(Also(outbox.Differing(Events{}, before.fields, after.fields, nil), d.Told))
		c.Stays, err = stays(&before.CalendarEvent, &after.CalendarEvent)
	}
	return c, err
}

// linked adds to the names those that mean something together only.
func linked(names []string) []string {
	if slices.Contains(names, "sport") && !slices.Contains(names, "sub_sport") {
		names = append(names, "sub_sport")
	}
	return names
}

// stays returns the changed fields that no service takes: they follow from
// others there, or exist only here.
func stays(before, after *training.CalendarEvent) ([]string, error) {
	names := []string{"work_kj", "intensity_factor", "fluid_ml_per_h"}
	a, err := Flat(before, names)
	if err != nil {
		return nil, err
	}
	b, err := Flat(after, names)
	return outbox.Differing(Events{}, a, b, nil), err
}

type flatEvent struct {
	training.CalendarEvent
	fields outbox.Fields
}

func plannedEventOf(l document.Layers, own document.Own) (flatEvent, error) {
	e, err := calendar.Show(WithOwn(l, own))
	if err != nil {
		return flatEvent{}, err
	}
	f, err := Flat(e.CalendarEvent, eventFields())
	return flatEvent{e.CalendarEvent, f}, err
}

// eventThing returns the thing of an event of a service.
func eventThing(e training.CalendarEvent) (outbox.Thing, error) {
	f, err := Flat(e, eventFields())
	return outbox.Thing{ID: e.ID, Fields: f, Whole: e}, err
}

func oneEvent(e training.CalendarEvent, err error) (outbox.Thing, error) {
	if err != nil {
		return outbox.Thing{}, err
	}
	return eventThing(e)
}

// Read gives the event of a service's id.
func (Events) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	return oneEvent(s.(source.EventKeeper).Event(ctx, id))
}

// Find gives the event that has the key as its external id.
func (Events) Find(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, bool, error) {
	var e training.CalendarEvent
	if err := Fill(f, &e); err != nil || e.Start == "" {
		return outbox.Thing{}, false, err
	}
	all, err := s.(source.EventKeeper).Events(ctx, calendar.DaysOf(&e))
	i := slices.IndexFunc(all, func(x training.CalendarEvent) bool { return x.ExternalID == key })
	if err != nil || i < 0 {
		return outbox.Thing{}, false, err
	}
	t, err := eventThing(all[i])
	return t, err == nil, err
}

// Create makes an event. Its key is its external id there.
func (Events) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	var e training.CalendarEvent
	if err := Fill(f, &e); err != nil {
		return outbox.Thing{}, err
	}
	e.ExternalID = key
	all, err := s.(source.EventKeeper).CreateEvents(ctx, []training.CalendarEvent{e})
	if err == nil && len(all) != 1 {
		err = source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not say which event it made.")
	}
	if err != nil {
		return outbox.Thing{}, err
	}
	return eventThing(all[0])
}

// Update sets fields of an event.
func (Events) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	var e training.CalendarEvent
	if err := Fill(f, &e); err != nil {
		return outbox.Thing{}, err
	}
	e.ID = id
	return oneEvent(s.(source.EventKeeper).UpdateEvent(ctx, e, names...))
}

// Delete deletes an event.
func (Events) Delete(ctx context.Context, s source.Service, id string) error {
	_, err := s.(source.EventKeeper).DeleteEvents(ctx, id)
	return err
}

// Keep has the event stand as the service says it.
func (x Events) Keep(tx *store.Tx, k outbox.Kept) error {
	l, err := tx.Layers(k.Athlete, document.Events, k.Here)
	if err != nil {
		return err
	}
	st := k.Says(document.Events, training.DayRange{})
	if k.Thing == nil {
		if err := Say(tx, k.Athlete, k.Source, st); err != nil || !l.Own.Deleted {
			return err
		}
		if slices.ContainsFunc(l.Said, func(s document.Stated) bool { return s.Source != string(k.Source) }) {
			return nil
		}
		_, err := tx.PutOwn(k.Athlete, document.Events, k.Here, document.Own{})
		return err
	}
	e, ok := k.Thing.Whole.(training.CalendarEvent)
	if !ok {
		return training.Errorf(training.KindInternal, "an event that cannot be read")
	}
	if e.DoneBy == "" { // only a reading of the whole calendar says it
		e.DoneBy = saidDoneBy(l, k.Source)
	}
	st.Days, st.Body = calendar.DaysOf(&e), e
	if err := Say(tx, k.Athlete, k.Source, st); err != nil {
		return err
	}
	return releaseEvent(tx, k)
}

func saidDoneBy(l document.Layers, n source.Name) string {
	for _, s := range l.Said {
		var body training.CalendarEvent
		if s.Source == string(n) && json.Unmarshal(s.Body, &body) == nil {
			return body.DoneBy
		}
	}
	return ""
}

// releaseEvent takes back those of the athlete's words that were sent and that
// the event shows without them too.
func releaseEvent(tx *store.Tx, k outbox.Kept) error {
	l, err := tx.Layers(k.Athlete, document.Events, k.Here)
	if err != nil || len(l.Own.Fields) == 0 && !l.Own.Deleted {
		return err
	}
	own, err := Object(l.Own.Fields)
	if err != nil {
		return err
	}
	without, err := plannedEventOf(l, document.Own{})
	if err != nil {
		return err
	}
	for name, v := range own {
		sent := (k.Sent == nil || slices.Contains(k.Sent, name)) && slices.Contains(eventFields(), name)
		if sent && outbox.SameValue(v, without.fields[name]) || slices.Contains(k.Yield, name) {
			delete(own, name)
		}
	}
	kept := document.Own{Deleted: l.Own.Deleted && k.Sent != nil}
	if kept.Fields, err = Encode(own); err != nil {
		return err
	}
	return putEvent(tx, k, l, kept)
}

// putEvent writes the athlete's words, with their days if they say any.
func putEvent(tx *store.Tx, k outbox.Kept, l document.Layers, own document.Own) error {
	said, err := Object(own.Fields)
	if err != nil {
		return err
	}
	if said["start_local"] != nil || said["end_local"] != nil {
		e, err := plannedEventOf(l, own)
		if err != nil {
			return err
		}
		if e.Start != "" {
			own.Days = calendar.DaysOf(&e.CalendarEvent)
		}
	}
	_, err = tx.PutOwn(k.Athlete, document.Events, k.Here, own)
	return err
}

// Want puts fields among the athlete's words.
func (Events) Want(tx *store.Tx, k outbox.Kept, names []string) error {
	l, err := tx.Layers(k.Athlete, document.Events, k.Here)
	if err != nil {
		return err
	}
	own := l.Own
	if k.Thing == nil {
		own.Deleted = true
		_, err := tx.PutOwn(k.Athlete, document.Events, k.Here, own)
		return err
	}
	own.Deleted = false
	if own.Fields, err = Wanted(own.Fields, k.Thing.Fields, names, training.CalendarEvent{}); err != nil {
		return err
	}
	return putEvent(tx, k, l, own)
}

// Stay has an event that was made here stay.
func (Events) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	return StayDocument(tx, s, document.Events, func(l document.Layers) (outbox.Fields, error) {
		e, err := plannedEventOf(l, l.Own)
		return e.fields, err
	})
}

// AppliedSettings makes a service compute its past activities again by its
// settings of sports. It is asked for once more after an answer that was lost,
// and never undone.
type AppliedSettings struct{}

// applied is the one field: that it was asked for.
const applied = "applied"

// Name returns "applied_settings".
func (AppliedSettings) Name() string { return "applied_settings" }

// Of returns [training.ThingSportSettings].
func (AppliedSettings) Of() training.ThingKind { return training.ThingSportSettings }

// Can reports whether the service can compute activities again.
func (AppliedSettings) Can(s source.Service, a ledger.Action) bool {
	return Both[source.SportSettingsReader, source.SportSettingsWriter](s) && a == ledger.Update
}

// Final notes that there is no undo.
func (AppliedSettings) Final(source.Service, ledger.Action) (i18n.Sentence, bool) {
	return "The service computes the zones of all its past activities of these sports again and keeps no earlier " +
		"ones: an undo changes nothing there.", true
}

// Changed reads that settings are to be applied.
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

// Read checks whether the service has the settings; it does not show what it
// did with them before.
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

// Update asks for it.
func (AppliedSettings) Update(ctx context.Context, s source.Service, id string, _ outbox.Fields, _ []string) (outbox.Thing, error) {
	err := s.(source.SportSettingsWriter).ApplySportSettings(ctx, id)
	return outbox.Thing{ID: id, Fields: asked()}, err
}

// Create returns an error: settings are applied where they are.
func (AppliedSettings) Create(context.Context, source.Service, string, outbox.Fields) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "Settings are applied where they are.")
}

// Delete does nothing.
func (AppliedSettings) Delete(context.Context, source.Service, string) error { return nil }

// Keep does nothing: no state here follows from it.
func (AppliedSettings) Keep(*store.Tx, outbox.Kept) error { return nil }

// Want does nothing.
func (AppliedSettings) Want(*store.Tx, outbox.Kept, []string) error { return nil }
