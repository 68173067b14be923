package intake

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// thing is a service's statement on one document.
type thing struct {
	id   string
	days training.DayRange
	body any
}

// statedAnew is a document with a new statement.
type statedAnew struct {
	thing
	before former
}

// say stores all statements of a service in a collection, for the covered days,
// or for all if covered is nil. It removes the service's other statements
// there, except those on documents that must stay.
func (s *Sink) say(ctx context.Context, c document.Collection, covered *training.DayRange, all []thing) error {
	there, err := s.Store.Documents(ctx, s.everything(), c, document.Filter{Days: covered})
	if err != nil {
		return err
	}
	given, read := map[string]bool{}, make(map[string]former, len(there))
	for _, t := range all {
		given[t.id] = true
	}
	for _, d := range there {
		f := former{here: true, days: d.Days}
		for _, w := range d.Statements {
			if w.Source == string(s.Source) {
				f.body = w.Body
			}
		}
		if read[d.ID] = f; !given[d.ID] && f.body != nil && !c.Stays() {
			all = append(all, thing{id: d.ID})
		}
	}
	if len(all) == 0 {
		return nil
	}
	now, asOf := s.times()
	var others []statedAnew
	err = s.write(ctx, func(tx *store.Tx) error {
		others = others[:0]
		for _, t := range all {
			before, err := s.formerOf(tx, c, t.id, read)
			if err != nil {
				return err
			}
			did, err := s.sayOne(tx, document.Statement{Collection: c, ID: t.id, Days: t.days, AsOf: asOf, Now: now, Body: t.body})
			if err != nil {
				return err
			}
			if did {
				others = append(others, statedAnew{t, before})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, o := range others {
		s.noteDocument(c, o.thing, o.before)
	}
	return nil
}

// sayOne stores one statement. If the service has lost the thing but a change to it is waiting to be
// sent, sayOne keeps the former statement. did is true if the statement is new.
func (s *Sink) sayOne(tx *store.Tx, st document.Statement) (did bool, err error) {
	if st.Body == nil {
		if waits, err := s.waits(tx, st.Collection, st.ID); waits || err != nil {
			return false, err
		}
	}
	st.Source, st.RunID = string(s.Source), s.Source.Run()
	if did, err = tx.PutStatement(s.Athlete, st); err != nil {
		return did, err
	}
	if st.Body == nil {
		return did, dropOrphanEdits(tx, s.Athlete, st.Collection, st.ID)
	}
	return did, acknowledged(tx, s.Athlete, s.Source, st.Collection, st.ID)
}

// dropOrphanEdits removes the athlete's edits to an event or workout together with the service's last
// statement on it, if the edits alone do not make a complete event or workout.
func dropOrphanEdits(tx *store.Tx, a training.AthleteID, c document.Collection, id string) error {
	needs, ok := map[document.Collection][]string{
		document.Events: {"category", "start_local"}, document.Workouts: {"name", "sport"},
	}[c]
	if !ok {
		return nil
	}
	l, err := tx.Layers(a, c, id)
	if err != nil || len(l.Statements) > 0 || l.Own.Silent() {
		return err
	}
	words, err := kinds.Object(l.Own.Fields)
	if err != nil || !slices.ContainsFunc(needs, func(n string) bool { return words[n] == nil }) {
		return err
	}
	_, err = tx.PutOwn(a, c, id, document.Own{})
	return err
}

// waits reports whether a change to a document is waiting to be sent to the service.
func (s *Sink) waits(tx *store.Tx, c document.Collection, id string) (bool, error) {
	rows, err := tx.Outbox().Thing(s.Athlete, string(c), id)
	return slices.ContainsFunc(rows, func(r ledger.OutboxRow) bool { return r.Source == string(s.Source) && r.State.Open() }), err
}

// times returns the current time, and the time of the request that is being processed.
func (s *Sink) times() (now, asOf time.Time) {
	now = s.Now()
	if s.asked.IsZero() {
		return now, now
	}
	return now, s.asked
}

// Asking records that a request is about to be sent. Data written in the store
// before the response arrives is newer than the response.
func (s *Sink) Asking() { s.asked = s.Now() }

// TakeWellness stores days of wellness.
func (s *Sink) TakeWellness(ctx context.Context, covered training.DayRange, days []training.WellnessDay) error {
	all := make([]thing, len(days))
	for i, d := range days {
		all[i] = thing{d.Day.String(), training.DayRange{From: d.Day, To: d.Day}, d}
	}
	return s.say(ctx, document.Wellness, &covered, all)
}

// TakeEvents stores the calendar. An event that was created from a local
// document stays linked to it.
func (s *Sink) TakeEvents(ctx context.Context, covered training.DayRange, events []training.CalendarEvent) error {
	all := make([]thing, 0, len(events))
	for _, e := range events {
		id, err := s.eventID(ctx, &e)
		if err != nil {
			return err
		}
		all = append(all, thing{id, calendar.DaysOf(&e), e})
	}
	return s.say(ctx, document.Events, &covered, all)
}

func (s *Sink) eventID(ctx context.Context, e *training.CalendarEvent) (string, error) {
	if id, ok, err := s.Store.Outbox().Here(ctx, s.Athlete, string(s.Source), string(document.Events), e.ID); ok || err != nil {
		return id, err
	}
	if e.ExternalID != "" {
		ours, err := s.Store.Documents(ctx, s.everything(), document.Events, document.Filter{ID: e.ExternalID})
		if err != nil || len(ours) > 0 {
			return e.ExternalID, err
		}
	}
	return s.Source.Ref(e.ID), nil
}

// TakeSportSettings stores the service's thresholds and zones, and updates the
// dated settings from them.
func (s *Sink) TakeSportSettings(ctx context.Context, list []training.SportSettings) error {
	s.sports = list
	if err := s.agree(ctx, list); err != nil {
		return err
	}
	return takeAll(ctx, s, document.SportSettings, list, func(x *training.SportSettings) (string, error) {
		gear, err := s.here(ctx, string(document.Gear), x.DefaultGearID)
		x.DefaultGearID = gear
		return x.ID, err
	})
}

// TakeThings stores all things of a kind that are on the service.
func (s *Sink) TakeThings(ctx context.Context, k kinds.Lister, from source.Service) error {
	stated, err := k.Listed(outbox.WithAthlete(ctx, s.Athlete), from)
	if err != nil {
		return err
	}
	all := make([]thing, len(stated))
	for i, st := range stated {
		all[i] = thing{st.ID, st.Days, st.Body}
	}
	return s.say(ctx, document.Collection(k.Name()), nil, all)
}

// takeAll stores the things of a collection under their local ids. prepare converts a thing
// to its local form, and returns the id that it has on the service.
func takeAll[T any](ctx context.Context, s *Sink, c document.Collection, list []T, prepare func(*T) (string, error)) error {
	all := make([]thing, len(list))
	for i, x := range list {
		there, err := prepare(&x)
		if err != nil {
			return err
		}
		id, err := s.here(ctx, string(c), there)
		if err != nil {
			return err
		}
		all[i] = thing{id: id, body: x}
	}
	return s.say(ctx, c, nil, all)
}

// here returns the local id of a thing of the service.
func (s *Sink) here(ctx context.Context, kind, there string) (string, error) {
	return kinds.Here(ctx, s.Store.Outbox(), s.Athlete, s.Source, kind, there)
}

// TakeRatings stores the values that the service computes for activities, and the list of
// activities that it withholds. An activity that the service now provides is no longer withheld.
func (s *Sink) TakeRatings(ctx context.Context, list []source.Activity) error {
	now, asOf := s.times()
	return s.write(ctx, func(tx *store.Tx) error {
		for i := range list {
			act := &list[i]
			ref, of := s.Source.Ref(act.ID), training.DayRange{From: act.Day, To: act.Day}
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
				st := document.Statement{Collection: c, ID: ref, Days: of, AsOf: asOf, Now: now, Body: body}
				if err := kinds.PutStatement(tx, s.Athlete, s.Source, st); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// DropRating deletes the statements on an activity that the service no longer has.
func (s *Sink) DropRating(ctx context.Context, ref string) error {
	now := s.Now()
	return s.write(ctx, func(tx *store.Tx) error {
		for _, c := range []document.Collection{document.Rated, document.Withheld, document.Drawn, document.OwnStreams} {
			if err := kinds.PutStatement(tx, s.Athlete, s.Source, document.Statement{Collection: c, ID: ref, AsOf: now, Now: now}); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeFitness stores days of the fitness model that the service computes.
func (s *Sink) TakeFitness(ctx context.Context, covered training.DayRange, days []training.FitnessDay) error {
	all := make([]thing, len(days))
	for i, d := range days {
		all[i] = thing{d.Day.String(), training.DayRange{From: d.Day, To: d.Day}, d}
	}
	return s.say(ctx, document.Fitness, &covered, all)
}

// versions returns the stored versions of the activities' documents, by the ids of the service.
func (s *Sink) versions(
	ctx context.Context, c document.Collection, list []source.Activity,
) (map[string]string, error) {
	days := training.DayRange{From: list[0].Day, To: list[0].Day}
	id := map[string]string{}
	for _, act := range list {
		days.From, days.To = min(days.From, act.Day), max(days.To, act.Day)
		id[s.Source.Ref(act.ID)] = act.ID
	}
	type versioned struct {
		Version string `json:"version"`
	}
	out := map[string]string{}
	err := document.Each(ctx, s.Store.Documents, s.everything(), c, document.Filter{Days: &days}, func(d document.Document, kept versioned) {
		if id[d.ID] != "" {
			out[id[d.ID]] = kept.Version
		}
	})
	return out, err
}

// TakeDrawn stores the intervals that the athlete drew in an activity.
func (s *Sink) TakeDrawn(ctx context.Context, act source.Activity, drawn training.Drawn) error {
	st := s.ofActivity(document.Drawn, act)
	if len(drawn.Intervals) > 0 || drawn.Found { // an empty result is stored too, so that it is not requested each time
		drawn.Ref, drawn.Source, drawn.Day, drawn.Version = st.ID, string(s.Source), act.Day, act.Drawn
		st.Body = drawn
	}
	return s.write(ctx, func(tx *store.Tx) error { return kinds.PutStatement(tx, s.Athlete, s.Source, st) })
}

// ofActivity returns a statement about an activity, without a body.
func (s *Sink) ofActivity(c document.Collection, act source.Activity) document.Statement {
	now, asOf := s.times()
	of := training.DayRange{From: act.Day, To: act.Day}
	return document.Statement{Collection: c, ID: s.Source.Ref(act.ID), Days: of, AsOf: asOf, Now: now}
}
