package intake

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// threshold is one of a service's settings that has a dated setting here.
type threshold struct {
	key             training.ThresholdKey
	lowest, highest float64 // beyond these it is a slip
	at              func(*training.SportSettings) float64
	here            func(*training.Thresholds) float64
}

func thresholds() []threshold {
	return []threshold{
		{
			training.KeyFTP, 30, 700, func(s *training.SportSettings) float64 { return s.FTPW },
			func(t *training.Thresholds) float64 { return t.FTPW },
		},
		{
			training.KeyLTHR, 80, 230, func(s *training.SportSettings) float64 { return s.LTHRBpm },
			func(t *training.Thresholds) float64 { return t.LTHRBpm },
		},
		{
			training.KeyMaxHR, 100, 250, func(s *training.SportSettings) float64 { return s.MaxHRBpm },
			func(t *training.Thresholds) float64 { return t.MaxHRBpm },
		},
		{
			training.KeyThresholdPace, 0.3, 12,
			func(s *training.SportSettings) float64 { return s.ThresholdMPS }, func(t *training.Thresholds) float64 { return t.ThresholdMPS },
		},
		{
			training.KeyWPrime, 1000, 100_000, func(s *training.SportSettings) float64 { return s.WPrimeJ },
			func(t *training.Thresholds) float64 { return t.WPrimeJ },
		},
	}
}

// agree makes the dated settings follow those of the service, from today on,
// where the athlete has none, or has the service's former ones. What the
// athlete set otherwise stays. It is one entry of the journal.
func (s *Sink) agree(ctx context.Context, a training.AthleteID, now []training.SportSettings) error {
	if !s.copies() {
		return nil
	}
	before, err := s.settings(ctx, a)
	if err != nil {
		return err
	}
	history, today, err := s.today(ctx, a)
	if err != nil {
		return err
	}
	var fresh []training.ThresholdEntry
	done := map[training.Sport]bool{}
	for i := range now {
		was, known := before[now[i].ID]
		for _, sport := range now[i].Sports {
			if done[sport] || !now[i].HoldsFor(sport) {
				continue // settings of a part of the sport, as of trail running
			}
			done[sport] = true
			holds := history.At(sport, today)
			for _, t := range thresholds() {
				v, had := t.at(&now[i]), t.here(&holds)
				if v < t.lowest || v > t.highest || v == had || had != 0 && (!known || had != t.at(&was)) {
					continue
				}
				if known && v == t.at(&was) {
					continue // said before, and taken back here
				}
				fresh = append(fresh, training.ThresholdEntry{Key: t.key, Sport: sport, From: today, Values: []float64{v}})
			}
			fresh = append(fresh, newZones(&now[i], &was, known, sport, today, &holds)...)
		}
	}
	return s.takeOver(ctx, a, history, string(s.Source), fresh)
}

// takeOver has what a service or a setting says hold here, as one entry of the journal.
func (s *Sink) takeOver(
	ctx context.Context, a training.AthleteID, history training.History, by string, fresh []training.ThresholdEntry,
) error {
	if len(fresh) == 0 {
		return nil
	}
	w := journal.Write{
		Athlete: a, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Took %d thresholds over from %s.", len(fresh), by),
		Targets: map[string]string{}, Now: s.Now(),
	}
	for _, e := range fresh {
		w.Targets["setting:"+string(e.Key)+":"+string(e.Sport)+" from "+e.From.String()] = ""
	}
	if _, err := s.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) { return put(tx, a, history, by, fresh) }); err != nil {
		return err
	}
	for _, e := range fresh {
		s.note("threshold", added, func() string { return fmt.Sprintf("%s %s %s %g", e.From, e.Sport, e.Key, e.Values[0]) })
	}
	return nil
}

// put writes settings, each with what takes it back.
func put(
	tx *store.Tx, a training.AthleteID, history training.History, by string, fresh []training.ThresholdEntry,
) (e journal.Effect, err error) {
	for _, x := range fresh {
		x.SaidBy = by
		if err := tx.PutThreshold(a, x); err != nil {
			return e, err
		}
		e.Changed = append(e.Changed, journal.RestoreThreshold(history, x))
		e.Changes = append(e.Changes, journal.Change{
			Of: store.ChangeSettings, Target: string(x.Sport) + " from " + x.From.String(), Field: string(x.Key),
			After: i18n.Name(fmt.Sprintf("%g", x.Values[0])),
		})
	}
	return e, nil
}

// settings gives the service's last settings, by its own ids.
func (s *Sink) settings(ctx context.Context, a training.AthleteID) (map[string]training.SportSettings, error) {
	all, err := s.Store.Documents(ctx, everything(a), document.SportSettings, document.Filter{})
	out := map[string]training.SportSettings{}
	for _, d := range all {
		d.Own = nil
		d.Said = slices.DeleteFunc(slices.Clone(d.Said), func(w document.Said) bool { return w.Source != string(s.Source) })
		if len(d.Said) == 0 {
			continue
		}
		x, err := document.Show[training.SportSettings](d)
		if err != nil {
			return nil, err
		}
		out[x.ID] = x
	}
	return out, err
}

// today are the athlete's dated thresholds, and the day that it is there.
func (s *Sink) today(ctx context.Context, a training.AthleteID) (training.History, training.Day, error) {
	history, err := s.Store.History(ctx, everything(a))
	if err != nil {
		return history, 0, err
	}
	who, err := s.Store.Athlete(ctx, everything(a))
	return history, training.DayOf(s.Now().In(who.Location())), err
}
