package kinds

import (
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Stay has the athlete's words on an activity stay that a service took over,
// and an activity that was entered here.
func (k Activities) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	id := training.ActivityID(s.Here)
	before, err := tx.Shown(s.Athlete, id)
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, err
	}
	shown, err := Flat(editOf(&before), editFields())
	if err != nil {
		return nil, err
	}
	made, told := s.Made(), s.Told()
	stays := func(n string) bool { return made || told[n] != nil && outbox.SameValue(told[n], shown[n]) }
	return func() ([]journal.Changed, error) {
		if made {
			if err := entryStays(tx, s.Athlete, &before); err != nil {
				return nil, err
			}
		}
		return restate(tx, s.Athlete, &before, stays)
	}, nil
}

// entryStays has an activity that nothing recorded stand without the service
// that spoke of it.
func entryStays(tx *store.Tx, a training.AthleteID, act *training.Activity) error {
	ref := ByHand + string(act.ID)
	if i := slices.IndexFunc(act.ExternalIDs, func(r string) bool { return strings.HasPrefix(r, ByHand) }); i >= 0 {
		ref = act.ExternalIDs[i]
	}
	_, err := tx.PutSaid(a, act.ID, training.Statement{Ref: ref}, document.StatementsBy{AsOf: act.Start, At: act.Start})
	return err
}

// restate has what an activity no more shows of some fields be the athlete's
// own words on it.
func restate(tx *store.Tx, a training.AthleteID, before *training.Activity, stays func(string) bool) (did []journal.Changed, err error) {
	edit := editOf(before)
	values, err := overrides(before.Ignored, &edit)
	if err != nil {
		return nil, err
	}
	after, err := tx.Shown(a, before.ID)
	if err != nil {
		return nil, err
	}
	left := editOf(&after)
	now, err := overrides(after.Ignored, &left)
	if err != nil {
		return nil, err
	}
	for _, field := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(toldBy[field], stays) || outbox.SameValue(values[field], now[field]) {
			continue
		}
		former, err := tx.SetOverride(a, before.ID, field, values[field])
		if err != nil {
			return nil, err
		}
		did = append(did, journal.SetOverride(before.ID, field, former))
	}
	return did, nil
}
