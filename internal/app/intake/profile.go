package intake

import (
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// TakeProfile keeps the service's profile of the athlete, and takes over fields
// that nobody set here, or the service alone did.
func (s *Sink) TakeProfile(ctx context.Context, a training.AthleteID, p training.Profile) error {
	id, err := s.here(ctx, a, string(document.Profiles), p.ID)
	if err != nil || id == "" {
		return err
	}
	before, err := s.profile(ctx, a, id)
	if err != nil {
		return err
	}
	if s.copies() {
		if err := s.person(ctx, a, &before, &p); err != nil {
			return err
		}
		if err := s.measures(ctx, a, &before, &p); err != nil {
			return err
		}
	}
	return s.say(ctx, a, document.Profiles, nil, []thing{{id: id, body: p}})
}

// profile gives the service's last statement.
func (s *Sink) profile(ctx context.Context, a training.AthleteID, id string) (p training.Profile, err error) {
	docs, err := s.Store.Documents(ctx, everything(a), document.Profiles, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return p, err
	}
	d := docs[0]
	d.Own = nil
	d.Said = slices.DeleteFunc(slices.Clone(d.Said), func(w document.Said) bool { return w.Source != string(s.Source) })
	return document.Show[training.Profile](d)
}

// person takes over sex, year of birth and time zone. A value that came before
// and was taken back here stays away.
func (s *Sink) person(ctx context.Context, a training.AthleteID, before, p *training.Profile) error {
	was, err := s.Store.Athlete(ctx, everything(a))
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
			Of: store.ChangeSettings, Target: string(a), Field: field, Before: i18n.Name(here), After: i18n.Name(said),
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
		Athlete: a, Face: "sync", Tool: "sync_now", Summary: i18n.Sentencef("Added the athlete as %s knows them.",
			string(s.Source)), Now: s.Now(),
		Targets: map[string]string{"athlete:" + string(a): ""},
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

// measures makes weight and resting heart rate follow those of the service from
// today on, as [Sink.agree] does thresholds.
func (s *Sink) measures(ctx context.Context, a training.AthleteID, before, p *training.Profile) error {
	history, today, err := s.today(ctx, a)
	if err != nil {
		return err
	}
	holds := history.At("", today)
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
	return s.takeOver(ctx, a, history, string(s.Source), fresh)
}
