package intake

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// acknowledged updates the own edits of a document after a service has stated
// it again: edits that were sent to the service are no longer own edits, for
// example after a disconnection that kept them. Edits that wait to be sent
// stay.
func acknowledged(tx *store.Tx, a training.AthleteID, name source.Name, c document.Collection, here string) error {
	all, err := tx.Outbox().Thing(a, string(c), here)
	if err != nil || len(all) == 0 {
		return err
	}
	s, refused := outbox.Staying{Athlete: a, Source: name, Here: here}, false
	for _, r := range all {
		switch {
		case r.Source != string(name):
		case r.State.Open():
			return nil
		case r.State == ledger.Done:
			s.Rows, refused = append(s.Rows, r), false
		case r.State == ledger.OutboxFailed:
			refused = true
		}
	}
	l, err := tx.Layers(a, c, here)
	if err != nil || refused || len(s.Rows) == 0 || len(l.Own.Fields) == 0 {
		return err
	}
	words, err := left(s, l, c)
	if err != nil || bytes.Equal(words.Fields, l.Own.Fields) {
		return err
	}
	_, err = tx.PutOwn(a, c, here, words)
	return err
}

// left returns the athlete's edits of a document without those that the service
// was sent and accepted.
func left(s outbox.Staying, l document.Layers, c document.Collection) (out document.Own, err error) {
	own, err := kinds.Object(l.Own.Fields)
	if err != nil {
		return out, err
	}
	told := taken(s)
	said, err := saidBy(l, s.Source)
	if err != nil {
		return out, err
	}
	theirs := func(n string, v json.RawMessage) bool {
		return told[n] != nil && outbox.SameValue(v, told[n]) || said[n] != nil && outbox.SameValue(v, said[n])
	}
	for n, v := range own {
		if theirs(n, v) {
			delete(own, n)
		}
	}
	out.Deleted = l.Own.Deleted
	if c == document.Wellness {
		sent := func(n string, v json.RawMessage) bool { return told[n] != nil && kinds.Days{}.Same(n, v, told[n]) }
		if err := kinds.Release(own, sent); err != nil {
			return out, err
		}
		if len(own) == 1 {
			delete(own, "local_date")
		}
		out.Days = l.Own.Days
	}
	if own["start_local"] != nil || own["end_local"] != nil {
		out.Days = l.Own.Days
	}
	if len(own) == 0 {
		out.Days = training.DayRange{}
	}
	out.Fields, err = kinds.Encode(own)
	return out, err
}

func saidBy(l document.Layers, name source.Name) (map[string]json.RawMessage, error) {
	for _, s := range l.Said {
		if s.Source == string(name) {
			return kinds.Object(s.Body)
		}
	}
	return nil, nil
}

// taken returns the sent fields that the service held afterwards.
func taken(s outbox.Staying) outbox.Fields {
	held := outbox.Fields{}
	for _, r := range s.Rows {
		for n, v := range r.ReadBack {
			held[n] = v
		}
	}
	told := s.Told()
	for n, v := range told {
		if !outbox.SameValue(v, held[n]) {
			delete(told, n)
		}
	}
	return told
}

// TakeGear keeps gear with its reminders. Gear that the service no longer has
// stays: activities name it.
func (s *Sink) TakeGear(ctx context.Context, list []source.Gear) error {
	var reminders, totals []thing
	gear := slices.Clone(list)
	ids := make([]string, len(gear))
	for i := range gear {
		g := &gear[i]
		var err error
		if ids[i], err = s.here(ctx, string(store.ChangeGear), g.ID); err != nil {
			return err
		}
		for _, r := range g.Reminders {
			id, err := s.here(ctx, string(document.Reminders), r.ID)
			if err != nil {
				return err
			}
			r.GearID = ids[i]
			reminders = append(reminders, thing{id: id, body: r})
		}
		if g.PartOf, err = s.here(ctx, string(store.ChangeGear), g.PartOf); err != nil {
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
	if err := s.sayGear(ctx, ids, gear); err != nil {
		return err
	}
	if err := s.say(ctx, document.GearTotals, nil, totals); err != nil {
		return err
	}
	return s.say(ctx, document.Reminders, nil, reminders)
}

// sayGear stores the service's gear, under the ids that it has here.
func (s *Sink) sayGear(ctx context.Context, ids []string, gear []source.Gear) error {
	var how, names []string
	err := s.write(ctx, func(tx *store.Tx) error {
		how, names = how[:0], names[:0]
		for i, g := range gear {
			was, own, err := tx.GearLayers(s.Athlete, ids[i])
			if err != nil {
				return err
			}
			did, err := tx.SayGearOf(s.Athlete, ids[i], g.Gear, s.Source.Run())
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
