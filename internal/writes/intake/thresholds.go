package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// threshold is a setting of a service that corresponds to a dated setting here.
type threshold struct {
	key             training.ThresholdKey
	lowest, highest float64 // values outside these limits are mistakes
	at              func(*training.SportSettings) float64
}

func thresholds() []threshold {
	return []threshold{
		{
			training.KeyFTP, 30, 700, func(s *training.SportSettings) float64 { return s.FTPW },
		},
		{
			training.KeyLTHR, 80, 230, func(s *training.SportSettings) float64 { return s.LTHRBpm },
		},
		{
			training.KeyMaxHR, 100, 250, func(s *training.SportSettings) float64 { return s.MaxHRBpm },
		},
		{
			training.KeyThresholdPace, 0.3, 12,
			func(s *training.SportSettings) float64 { return s.ThresholdMPS },
		},
		{
			training.KeyWPrime, 1000, 100_000, func(s *training.SportSettings) float64 { return s.WPrimeJ },
		},
	}
}

// agree sets the dated settings to the service's values from today on, where the athlete has
// none or still has the service's previous value. Other settings of the athlete are not
// changed. All changes are in one journal entry.
func (s *Sink) agree(ctx context.Context, now []training.SportSettings) error {
	if !s.copies() {
		return nil
	}
	before, err := s.settings(ctx)
	if err != nil {
		return err
	}
	history, today, err := s.today(ctx)
	if err != nil {
		return err
	}
	var fresh []training.ThresholdEntry
	done := map[training.Discipline]bool{}
	for i := range now {
		was, known := before[now[i].ID]
		for _, sport := range now[i].Sports {
			if done[sport] {
				continue
			}
			done[sport] = true
			// Earlier versions handled only whole sports, and never adopted settings for a
			// discipline.
			said := known && (!sport.Refined() || !slices.Contains(was.KindsOnly, sport.Sport))
			fresh = append(fresh, newThresholds(&now[i], &was, said, sport, today, own(history, sport, today))...)
		}
	}
	return s.takeOver(ctx, history, string(s.Source), fresh)
}

// own returns a function that looks up the settings that a discipline itself has on a day.
// Settings inherited from its sport do not count, because the service may have separate
// settings for the discipline.
func own(h training.History, d training.Discipline, day training.Day) func(training.ThresholdKey) []float64 {
	return func(k training.ThresholdKey) []float64 {
		e, ok := h.Entry(k, d, day)
		if !ok || d.Refined() && e.Sport != d {
			return nil
		}
		return e.Values
	}
}

// newThresholds returns the thresholds and zones that should apply from today on.
func newThresholds(
	now, was *training.SportSettings, known bool, sport training.Discipline, today training.Day, holds func(training.ThresholdKey) []float64,
) (fresh []training.ThresholdEntry) {
	for _, t := range thresholds() {
		v, had := t.at(now), 0.
		if is := holds(t.key); len(is) > 0 {
			had = is[0]
		}
		if v < t.lowest || v > t.highest || v == had || had != 0 && (!known || had != t.at(was)) {
			continue
		}
		if known && v == t.at(was) {
			continue // it was adopted before, and undone here
		}
		fresh = append(fresh, training.ThresholdEntry{Key: t.key, Sport: sport, From: today, Values: []float64{v}})
	}
	return append(fresh, newZones(now, was, known, sport, today, holds)...)
}

// takeOver adopts thresholds from a service or from settings, in one journal entry.
func (s *Sink) takeOver(
	ctx context.Context, history training.History, by string, fresh []training.ThresholdEntry,
) error {
	if len(fresh) == 0 {
		return nil
	}
	w := journal.Write{
		Athlete: s.Athlete, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Copied %d thresholds from %s.", len(fresh), by),
		Targets: map[string]string{}, Now: s.Now(),
	}
	for _, e := range fresh {
		w.Targets["setting:"+string(e.Key)+":"+e.Sport.String()+" from "+e.From.String()] = ""
	}
	_, err := s.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) { return put(tx, s.Athlete, history, by, fresh) })
	if err != nil {
		return err
	}
	for _, e := range fresh {
		s.note("threshold", added, func() string { return fmt.Sprintf("%s %s %s %g", e.From, e.Sport, e.Key, e.Values[0]) })
	}
	return nil
}

// put writes settings together with their inverses.
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
			Of: store.ChangeSettings, Target: x.Sport.String() + " from " + x.From.String(), Field: string(x.Key),
			After: i18n.Name(fmt.Sprintf("%g", x.Values[0])),
		})
	}
	return e, nil
}

// settings returns the last settings that the service sent, by the service's ids.
func (s *Sink) settings(ctx context.Context) (map[string]training.SportSettings, error) {
	all, err := s.Store.Documents(ctx, s.everything(), document.SportSettings, document.Filter{})
	out := map[string]training.SportSettings{}
	for _, d := range all {
		d.Own = nil
		d.Statements = slices.DeleteFunc(slices.Clone(d.Statements), func(w document.SourceLayer) bool { return w.Source != string(s.Source) })
		if len(d.Statements) == 0 {
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

// today returns the athlete's dated thresholds, and the current day in the
// athlete's time zone.
func (s *Sink) today(ctx context.Context) (training.History, training.Day, error) {
	history, err := s.Store.History(ctx, s.everything())
	if err != nil {
		return history, 0, err
	}
	who, err := s.Store.Athlete(ctx, s.everything())
	return history, training.DayOf(s.Now().In(who.Location())), err
}

// BySetting is the prefix of SaidBy for thresholds from settings.
const BySetting = "setting "

// Stated is a threshold given in a setting.
type Stated struct {
	Key     training.ThresholdKey
	Value   float64
	Setting string
}

// Settle applies the thresholds in settings to cycling from today on. They replace values
// from services, and the athlete's own values only if asked is set.
func (s *Sink) Settle(ctx context.Context, all []Stated, asked bool) (err error) {
	for _, x := range all {
		err = errors.Join(err, s.settle(ctx, x, asked))
	}
	return err
}

func (s *Sink) settle(ctx context.Context, x Stated, asked bool) error {
	i := slices.IndexFunc(thresholds(), func(t threshold) bool { return t.key == x.Key })
	if t := thresholds()[i]; x.Value < t.lowest || x.Value > t.highest {
		return training.Errorf(training.KindInvalid, "The setting %s is %g, which is not plausible.", x.Setting, x.Value).
			WithFix("Give a number from %g to %g, or leave the setting out.", t.lowest, t.highest)
	}
	history, today, err := s.today(ctx)
	if err != nil {
		return err
	}
	had, is := history.Entry(x.Key, training.Cycling.Plain(), today)
	own := is && had.SaidBy == ""
	if is && slices.Equal(had.Values, []float64{x.Value}) && (own || strings.HasPrefix(had.SaidBy, BySetting)) || own && !asked {
		return nil
	}
	fresh := training.ThresholdEntry{Key: x.Key, Sport: training.Cycling.Plain(), From: today, Values: []float64{x.Value}}
	return s.takeOver(ctx, history, BySetting+x.Setting, []training.ThresholdEntry{fresh})
}

// TakeProfile stores the service's profile of the athlete. It adopts the fields
// that are not set here, or that were last set by the service.
func (s *Sink) TakeProfile(ctx context.Context, p training.Profile) error {
	id, err := s.here(ctx, string(document.Profiles), p.ID)
	if err != nil || id == "" {
		return err
	}
	before, err := s.profile(ctx, id)
	if err != nil {
		return err
	}
	if s.copies() {
		if err := s.person(ctx, &before, &p); err != nil {
			return err
		}
		if err := s.measures(ctx, &before, &p); err != nil {
			return err
		}
	}
	return s.say(ctx, document.Profiles, nil, []thing{{id: id, body: p}})
}

// profile returns the last profile that the service sent.
func (s *Sink) profile(ctx context.Context, id string) (p training.Profile, err error) {
	docs, err := s.Store.Documents(ctx, s.everything(), document.Profiles, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return p, err
	}
	d := docs[0]
	d.Own = nil
	d.Statements = slices.DeleteFunc(slices.Clone(d.Statements), func(w document.SourceLayer) bool { return w.Source != string(s.Source) })
	return document.Show[training.Profile](d)
}

// person adopts sex, year of birth and time zone. A value that was adopted
// before and undone here is not adopted again.
func (s *Sink) person(ctx context.Context, before, p *training.Profile) error {
	was, err := s.Store.Athlete(ctx, s.everything())
	if err != nil {
		return err
	}
	who := was
	var changes []journal.Change
	take := func(field, here, said, formerly string, open bool, by *string) bool {
		if said == "" || said == here || said == formerly || !open && *by != string(s.Source) {
			return false
		}
		*by = string(s.Source)
		changes = append(changes, journal.Change{
			Of: store.ChangeSettings, Target: string(s.Athlete), Field: field, Before: i18n.Name(here), After: i18n.Name(said),
		})
		return true
	}
	if take("sex", string(was.Sex), string(p.Sex), string(before.Sex), was.Sex == "", &who.SaidBy.Sex) {
		who.Sex = p.Sex
	}
	if take("birth_year", year(was.BirthYear), year(p.BirthYear()), year(before.BirthYear()), was.BirthYear == 0, &who.SaidBy.BirthYear) {
		who.BirthYear = p.BirthYear()
	}
	known := training.Athlete{TimeZone: p.TimeZone}.Location().String() == p.TimeZone
	if known && take("time_zone", was.TimeZone, p.TimeZone, before.TimeZone, was.ZoneGuessed(), &who.SaidBy.TimeZone) {
		who.TimeZone = p.TimeZone
	}
	if len(changes) == 0 {
		return nil
	}
	_, err = s.Journal.Do(ctx, journal.Write{
		Athlete: s.Athlete, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Added the athlete's profile from %s.",
			string(s.Source)), Now: s.Now(),
		Targets: map[string]string{"athlete:" + string(s.Athlete): ""},
	}, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{Changes: changes, Changed: []journal.Changed{journal.PutAthlete(was, who)}}, tx.PutAthlete(who)
	})
	return err
}

func year(y int) string {
	if y == 0 {
		return ""
	}
	return strconv.Itoa(y)
}

// measures sets weight and resting heart rate to the service's values from today on, as
// [Sink.agree] does for thresholds.
func (s *Sink) measures(ctx context.Context, before, p *training.Profile) error {
	history, today, err := s.today(ctx)
	if err != nil {
		return err
	}
	holds := history.At(training.Discipline{}, today)
	var fresh []training.ThresholdEntry
	for _, m := range []struct {
		key                  training.ThresholdKey
		here, said, formerly float64
	}{
		{training.KeyWeight, holds.WeightKg, p.WeightKg, before.WeightKg},
		{training.KeyRestHR, holds.RestHRBpm, p.RestHRBpm, before.RestHRBpm},
	} {
		if m.said > 0 && m.said != m.here && m.said != m.formerly && (m.here == 0 || m.here == m.formerly) {
			fresh = append(fresh, training.ThresholdEntry{Key: m.key, From: today, Values: []float64{m.said}})
		}
	}
	return s.takeOver(ctx, history, string(s.Source), fresh)
}

// TakeRoutes stores the service's routes without their tracks, and returns
// those whose tracks have not been requested yet.
func (s *Sink) TakeRoutes(ctx context.Context, list []source.Route) (fresh []source.Route, err error) {
	docs, err := s.Store.Documents(ctx, s.everything(), document.Routes, document.Filter{})
	if err != nil {
		return nil, err
	}
	here := map[string]json.RawMessage{}
	for _, d := range docs {
		for _, w := range d.Statements {
			if w.Source == string(s.Source) {
				here[d.ID] = w.Body
			}
		}
	}
	var all []thing
	for _, r := range list {
		id := s.Source.Ref(r.ID)
		body, ok := here[id]
		if !ok {
			fresh = append(fresh, r)
			continue
		}
		var former training.Route
		if err := json.Unmarshal(body, &former); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The route %s cannot be read: %w.", id, err)
		}
		now := named(r)
		now.Points, now.DistanceKm = former.Points, former.DistanceKm
		all = append(all, thing{id: id, body: now})
	}
	return fresh, s.say(ctx, document.Routes, nil, all)
}

// TakeRoute stores a route with its track. A route without a track is stored
// too, so that the track is not requested again.
func (s *Sink) TakeRoute(ctx context.Context, r source.Route) error {
	now := named(r)
	for _, p := range r.Path {
		if math.Abs(p[0]) <= 90 && math.Abs(p[1]) <= 180 {
			now.Points = append(now.Points, training.RoutePoint{LatDeg: p[0], LonDeg: p[1]})
		}
	}
	if !recording.Measure(&now) {
		now.Points, now.DistanceKm = nil, 0
	}
	return s.write(ctx, func(tx *store.Tx) error {
		_, err := tx.PutStatement(s.Athlete, document.Statement{
			Collection: document.Routes, ID: s.Source.Ref(r.ID), Source: string(s.Source), RunID: s.Source.Run(), AsOf: s.Now(),
			Now: s.Now(), Body: now,
		})
		return err
	})
}

func named(r source.Route) training.Route {
	return training.Route{Name: r.Name, Description: r.Description, Sport: r.Sport}
}
