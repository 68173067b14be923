package intake

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
)

// RatingsRead adopts the thresholds with which the service rated past activities, from
// their dates on, so that the same thresholds apply here. They apply only before the first
// other entry of a setting, so the athlete's edits and service settings adopted later are
// not changed. Thresholds that were adopted before and undone here are not adopted again.
func (s *Sink) RatingsRead(ctx context.Context) error {
	if !s.copies() {
		return nil
	}
	var rated []rating
	take := func(_ document.Document, r training.Rated) {
		if r.Source != string(s.Source) {
			return
		}
		if by, ok := s.ratedBy(&r); ok {
			rated = append(rated, rating{r, by})
		}
	}
	if err := document.Each(ctx, s.Store.Documents, s.everything(), document.Rated, document.Filter{}, take); err != nil {
		return err
	}
	before, err := s.dated(ctx)
	if err != nil {
		return err
	}
	history, err := s.Store.History(ctx, s.everything())
	if err != nil {
		return err
	}
	now := datedBy(rated)
	if slices.EqualFunc(now, before, sameEntry) {
		return nil
	}
	return s.redate(ctx, history, before, now)
}

// rating is a service's rating of an activity, with the discipline to which its
// settings apply, such as running, or only trail running.
type rating struct {
	training.Rated
	by training.Discipline
}

// ratedBy returns the discipline that the settings of a rating apply to. ok is true
// only for the first settings with that discipline, whose thresholds apply here.
func (s *Sink) ratedBy(r *training.Rated) (by training.Discipline, ok bool) {
	if len(s.sports) == 0 {
		return r.Sport.Plain(), true
	}
	i := slices.IndexFunc(s.sports, func(x training.SportSettings) bool { return slices.Contains(x.Types, r.Type) })
	if i < 0 {
		return by, false
	}
	_, sub := source.ReadSportWord(r.Type)
	if by, ok = s.sports[i].HoldsFor(training.DisciplineOf(r.Sport, sub)); !ok {
		return by, false
	}
	return by, i == slices.IndexFunc(s.sports, func(x training.SportSettings) bool { return slices.Contains(x.Sports, by) })
}

// dated returns the last adopted thresholds.
func (s *Sink) dated(ctx context.Context) ([]training.ThresholdEntry, error) {
	docs, err := s.Store.Documents(ctx, s.everything(), document.DatedThresholds, document.Filter{ID: string(s.Source)})
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	x, err := document.Show[training.DatedThresholds](docs[0])
	return x.Entries, err
}

// redate removes entries that the service no longer has, and adds new ones.
func (s *Sink) redate(ctx context.Context, history training.History, before, now []training.ThresholdEntry) error {
	own := slices.DeleteFunc(slices.Clone(history), func(e training.ThresholdEntry) bool { return contains(before, e) })
	var gone, fresh []training.ThresholdEntry
	for _, e := range before {
		if contains(history, e) && !contains(now, e) {
			gone = append(gone, e)
		}
	}
	for _, e := range now {
		if !contains(before, e) && e.From < firstOf(own, e.Key, e.Sport) {
			fresh = append(fresh, e)
		}
	}
	at := s.Now()
	note := func(tx *store.Tx) error {
		return kinds.PutStatement(tx, s.Athlete, s.Source, document.Statement{
			Collection: document.DatedThresholds, ID: string(s.Source), AsOf: at, Now: at, Body: training.DatedThresholds{Entries: now},
		})
	}
	if len(gone)+len(fresh) == 0 {
		return s.write(ctx, note)
	}
	w := journal.Write{
		Athlete: s.Athlete, Face: "sync", Tool: "sync_now", Now: at, Targets: map[string]string{},
		Summary: i18n.Sentencef("Added %d dated thresholds from activities on %s, and removed %d.", len(fresh), s.Source, len(gone)),
	}
	for _, e := range slices.Concat(gone, fresh) {
		w.Targets["setting:"+string(e.Key)+":"+e.Sport.String()+" from "+e.From.String()] = ""
	}
	_, err := s.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		for _, x := range gone {
			if err := tx.DeleteThreshold(s.Athlete, x); err != nil {
				return e, err
			}
			e.Changed = append(e.Changed, journal.PutThreshold(x))
			e.Changes = append(e.Changes, journal.Change{
				Of: store.ChangeSettings, Target: x.Sport.String() + " from " + x.From.String(), Field: string(x.Key),
				Before: i18n.Name(fmt.Sprintf("%g", x.Values[0])),
			})
		}
		put, err := put(tx, s.Athlete, history, string(s.Source), fresh)
		if err != nil {
			return e, err
		}
		e.Changed, e.Changes = append(e.Changed, put.Changed...), append(e.Changes, put.Changes...)
		return e, note(tx)
	})
	return err
}

func sameEntry(a, b training.ThresholdEntry) bool {
	return a.Key == b.Key && a.Sport == b.Sport && a.From == b.From && slices.Equal(a.Values, b.Values)
}

func contains(list []training.ThresholdEntry, e training.ThresholdEntry) bool {
	return slices.ContainsFunc(list, func(x training.ThresholdEntry) bool { return sameEntry(x, e) })
}

// firstOf returns the day of a setting's first entry, or math.MaxInt32 if there is none.
func firstOf(h training.History, k training.ThresholdKey, sport training.Discipline) training.Day {
	first := training.Day(math.MaxInt32)
	for _, e := range h {
		if e.Key == k && e.Sport == sport {
			first = min(first, e.From)
		}
	}
	return first
}

// dating finds the days on which a setting changed.
type dating struct {
	key  training.ThresholdKey
	step float64 // smaller changes are measurement noise
	of   func(*training.Rated) []float64
	// every means that the setting applies to all sports.
	every bool
}

func datings() []dating {
	one := func(low, high float64, of func(*training.Rated) float64) func(*training.Rated) []float64 {
		return func(r *training.Rated) []float64 {
			if v := of(r); v >= low && v <= high {
				return []float64{v}
			}
			return nil
		}
	}
	var all []dating
	for _, t := range thresholds() {
		d := dating{key: t.key}
		switch t.key {
		case training.KeyFTP:
			d.of = one(t.lowest, t.highest, func(r *training.Rated) float64 { return unless(r.Indoor, r.FTPW) })
			all = append(all, dating{
				key: training.KeyIndoorFTP,
				of:  one(t.lowest, t.highest, func(r *training.Rated) float64 { return unless(!r.Indoor, r.FTPW) }),
			})
		case training.KeyLTHR:
			d.of = one(t.lowest, t.highest, func(r *training.Rated) float64 { return r.LTHRBpm })
		case training.KeyMaxHR:
			d.of = one(t.lowest, t.highest, func(r *training.Rated) float64 { return r.MaxHRBpm })
		case training.KeyThresholdPace:
			d.of = one(t.lowest, t.highest, func(r *training.Rated) float64 { return r.ThresholdMPS })
		case training.KeyWPrime:
			d.of = one(t.lowest, t.highest, func(r *training.Rated) float64 { return r.WPrimeJ })
		}
		all = append(all, d)
	}
	return append(all,
		dating{key: training.KeyRestHR, step: 3, every: true, of: one(25, 110, func(r *training.Rated) float64 { return r.RestHRBpm })},
		dating{key: training.KeyWeight, step: 0.5, every: true, of: one(25, 250, func(r *training.Rated) float64 { return r.WeightKg })},
		dating{key: training.KeyHRZones, of: func(r *training.Rated) []float64 { return above(r.HRZonesBpm) }},
		dating{
			key: training.KeyPowerZones,
			of:  func(r *training.Rated) []float64 { return shares(r.PowerZonesPct, unless(r.Indoor, r.FTPW), 0) },
		},
		dating{key: training.KeyPaceZones, of: func(r *training.Rated) []float64 { return shares(r.PaceZonesPct, r.ThresholdMPS, 3) }},
	)
}

func unless(not bool, v float64) float64 {
	if not {
		return 0
	}
	return v
}

// above returns the lower bounds of all zones but the first, given the upper bounds of the
// zones in whole beats.
func above(upper []float64) []float64 {
	if len(upper) < 2 {
		return nil
	}
	out := make([]float64, 0, len(upper)-1)
	for _, x := range upper[:len(upper)-1] {
		out = append(out, x+1)
	}
	return out
}

// shares returns the lower bounds of all zones but the first, given the upper bounds of the
// zones as percentages of a threshold.
func shares(upper []float64, threshold float64, places int) []float64 {
	if len(upper) < 2 || threshold <= 0 {
		return nil
	}
	out, p := make([]float64, 0, len(upper)-1), math.Pow10(places)
	for _, x := range upper[:len(upper)-1] {
		out = append(out, math.Round(x/100*threshold*p)/p)
	}
	return out
}

// ownZones reports whether an activity's power zones differ from the default.
func ownZones(r *training.Rated) bool {
	return len(r.PowerZonesPct) > 0 && !slices.Equal(r.PowerZonesPct, usualPowerZones())
}

// datedBy returns the settings with which activities were rated, each from the day
// of its first appearance. If a day has several activities, the last one counts.
func datedBy(rated []rating) []training.ThresholdEntry {
	slices.SortStableFunc(rated, func(x, y rating) int { return cmp.Compare(x.Day, y.Day) })
	var out []training.ThresholdEntry
	for _, d := range datings() {
		if d.key == training.KeyPowerZones && !slices.ContainsFunc(rated, func(r rating) bool { return ownZones(&r.Rated) }) {
			continue // the default zones depend only on the FTP
		}
		last := map[training.Discipline]int{} // index of its latest entry, plus one
		for i := range rated {
			values, sport := d.of(&rated[i].Rated), rated[i].by
			if d.every {
				sport = training.Discipline{}
			}
			if values == nil || sport.IsZero() && !d.every {
				continue
			}
			e := training.ThresholdEntry{Key: d.key, Sport: sport, From: rated[i].Day, Values: values}
			switch at := last[sport]; {
			case at > 0 && (slices.Equal(out[at-1].Values, values) || math.Abs(out[at-1].Values[0]-values[0]) < d.step):
			case at > 0 && out[at-1].From == e.From:
				out[at-1] = e
			default:
				out = append(out, e)
				last[sport] = len(out)
			}
		}
	}
	return out
}

// zoneSetting is a list of zones on a service that corresponds to a dated setting here. The
// dated setting has the lower bounds of all zones but the first.
type zoneSetting struct {
	key             training.ThresholdKey
	lowest, highest float64 // values outside these limits are mistakes
	at              func(*training.SportSettings) []float64
	// follows reports whether the zones are the defaults, which depend on the threshold.
	follows func(*training.SportSettings) bool
}

func zoneSettings() []zoneSetting {
	own := func(*training.SportSettings) bool { return false }
	return []zoneSetting{
		{
			training.KeyPowerZones, 10, 3000,
			func(s *training.SportSettings) []float64 { return shares(s.PowerZonesPct, s.FTPW, 0) },
			func(s *training.SportSettings) bool { return slices.Equal(s.PowerZonesPct, usualPowerZones()) },
		},
		{
			training.KeyHRZones, 40, 250, func(s *training.SportSettings) []float64 { return above(s.HRZonesBpm) },
			own,
		},
		{
			training.KeyPaceZones, 0.2, 20, func(s *training.SportSettings) []float64 { return shares(s.PaceZonesPct, s.ThresholdMPS, 3) },
			own,
		},
	}
}

// usualPowerZones returns the default upper bounds of power zones in % of FTP.
func usualPowerZones() []float64 { return []float64{55, 75, 90, 105, 120, 150, 999} }

// newZones returns the zones of a sport that should apply from today on. Like
// thresholds, they replace only missing zones and the service's previous ones.
func newZones(
	now, was *training.SportSettings, known bool, sport training.Discipline, today training.Day, holds func(training.ThresholdKey) []float64,
) (fresh []training.ThresholdEntry) {
	for _, z := range zoneSettings() {
		v, had := z.at(now), holds(z.key)
		var former []float64
		if known {
			former = z.at(was)
		}
		switch {
		case len(v) == 0 || v[0] < z.lowest || v[len(v)-1] > z.highest || !slices.IsSorted(v):
		case len(had) > 0 && !slices.Equal(had, former) || slices.Equal(v, had) || slices.Equal(v, former):
		case len(had) == 0 && z.follows(now):
		default:
			fresh = append(fresh, training.ThresholdEntry{Key: z.key, Sport: sport, From: today, Values: v})
		}
	}
	return fresh
}
