package intake

import (
	"bytes"
	"context"
	"encoding/json"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// acknowledged updates the athlete's edits to a document after a service has sent the
// document again. Edits that the service has accepted are removed from the athlete's layer,
// for example those kept after a disconnection. Edits that were not sent stay.
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

// left returns those edits of the athlete to a document that the service has not accepted.
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
	for _, s := range l.Statements {
		if s.Source == string(name) {
			return kinds.Object(s.Body)
		}
	}
	return nil, nil
}

// taken returns the sent fields with the values that the service had afterwards.
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

// TakeGear stores gear with its reminders, and the service's own counts of its use.
func (s *Sink) TakeGear(ctx context.Context, list []source.Gear) error {
	var gear []training.Gear
	var reminders []training.GearReminder
	var totals []thing
	for _, g := range list {
		id, err := s.here(ctx, string(document.Gear), g.ID)
		if err != nil {
			return err
		}
		t := training.GearTotals{Source: string(s.Source), DistanceKm: g.DistanceKm, TimeS: g.TimeS, Activities: g.Activities, Notes: g.Notes}
		if g.Purchased != nil {
			t.Purchased = *g.Purchased
		}
		if g.RetiredOn != nil {
			t.RetiredOn = *g.RetiredOn
		}
		for _, r := range g.Reminders {
			r.GearID = id
			reminders = append(reminders, r)
		}
		gear, totals = append(gear, g.Gear), append(totals, thing{id: id, body: t})
	}
	err := takeAll(ctx, s, document.Gear, gear, func(g *training.Gear) (string, error) {
		on, err := s.here(ctx, string(document.Gear), g.PartOf)
		g.PartOf = on
		return g.ID, err
	})
	if err != nil {
		return err
	}
	if err := s.say(ctx, document.GearTotals, nil, totals); err != nil {
		return err
	}
	return takeAll(ctx, s, document.Reminders, reminders, func(r *training.GearReminder) (string, error) { return r.ID, nil })
}
