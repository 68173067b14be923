package tools

import (
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Plan holds the changes that one call makes to dated settings. The changes are computed
// before anything is written.
type Plan struct {
	// History holds all stored entries. The inverse needs them.
	History training.History
	// From is the day from which the new entries apply.
	From training.Day
	// HidesWeight means that the caller may not see the athlete's weight.
	HidesWeight bool

	Changes []journal.Change
	Targets map[string]string
	Notes   []i18n.Sentence

	steps []step
	today []journal.SettingsChanged // today's values, which are also sent to services
}

// step is one dated setting that is written or removed.
type step struct {
	entry  training.ThresholdEntry
	remove bool
}

// Put plans to store an entry, unless its values already apply.
func (p *Plan) Put(e training.ThresholdEntry) {
	now, ok := p.current(e)
	if ok && slices.Equal(now.Values, e.Values) && !p.hides(e.Key) {
		return
	}
	ch := journal.Change{Of: store.ChangeSettings, Target: target(e), Field: DatedName(e), After: i18n.Name(DatedWords(e))}
	if p.hides(e.Key) {
		p.add(step{entry: e}, ch)
		return
	}
	if ok {
		ch.Before = i18n.Sentencef("%s (since %s)", DatedWords(now), now.From)
	}
	p.add(step{entry: e}, ch)
	if first := !slices.ContainsFunc(p.History, func(h training.ThresholdEntry) bool { return same(h, e) }); first {
		p.Notes = append(p.Notes,
			i18n.Sentencef("%s had no earlier value, so this one also applies to all earlier days until one is set for them.", ch.Field))
	} else if next := p.next(e); next != 0 {
		p.Notes = append(p.Notes, i18n.Sentencef("A later %s applies from %s.", ch.Field, next))
	}
}

// Clear plans to remove the entry with the given name that begins on the day From.
func (p *Plan) Clear(name string, sport training.Discipline) error {
	k, sport := Named(name, sport)
	if p.hides(k) {
		return NotShared(name)
	}
	old, ok := p.current(training.ThresholdEntry{Key: k, Sport: sport, From: p.From})
	if !ok || old.From != p.From {
		return training.Errorf(training.KindNotFound, "There is no %s entry of %s.", name, p.From).
			WithFix("get_athlete_profile shows the day each setting applies from; give that day, with its sport.")
	}
	p.Remove(old)
	return nil
}

// Remove plans to remove a stored entry.
func (p *Plan) Remove(old training.ThresholdEntry) {
	p.add(step{entry: old, remove: true},
		journal.Change{Of: store.ChangeSettings, Target: target(old), Field: DatedName(old), Before: i18n.Name(DatedWords(old))})
}

func (p *Plan) add(s step, ch journal.Change) {
	p.steps = append(p.steps, s)
	p.Changes = append(p.Changes, ch)
	p.Target("setting:"+string(s.entry.Key)+":"+ch.Target, "")
}

// Target adds an item that the plan changes, with the item's version.
func (p *Plan) Target(id, version string) {
	if p.Targets == nil {
		p.Targets = map[string]string{}
	}
	p.Targets[id] = version
}

// same reports whether two entries are for the same setting and sport.
func same(a, b training.ThresholdEntry) bool { return a.Key == b.Key && a.Sport == b.Sport }

// current returns the entry that applies on the day on which e begins.
func (p *Plan) current(e training.ThresholdEntry) (training.ThresholdEntry, bool) {
	var now *training.ThresholdEntry
	for i := range p.History {
		h := &p.History[i]
		if same(*h, e) && h.From <= e.From && (now == nil || h.From > now.From) {
			now = h
		}
	}
	if now == nil {
		return e, false
	}
	return *now, true
}

// next returns the day on which a later entry replaces e, or the zero day if there is none.
func (p *Plan) next(e training.ThresholdEntry) training.Day {
	var day training.Day
	for _, h := range p.After() {
		if same(h, e) && h.From > e.From && (day == 0 || h.From < day) {
			day = h.From
		}
	}
	return day
}

// hides reports whether the caller may not see the values of a setting and their days. A
// caller could otherwise guess a hidden value by trying which value changes nothing.
func (p *Plan) hides(k training.ThresholdKey) bool { return k == training.KeyWeight && p.HidesWeight }

// After returns the history as it will be after the write.
func (p *Plan) After() training.History {
	after := slices.Clone(p.History)
	for _, s := range p.steps {
		after = slices.DeleteFunc(after, func(h training.ThresholdEntry) bool { return same(h, s.entry) && h.From == s.entry.From })
		if !s.remove {
			after = append(after, s.entry)
		}
	}
	return after
}

// Plausible checks that, after the write, the values that apply to each of the given
// sports are consistent.
func (p *Plan) Plausible(sports ...training.Discipline) error {
	t := fitness.NewTimeline(p.After())
	for _, sport := range sports {
		th := t.At(sport, p.From)
		switch {
		case th.MaxHRBpm > 0 && th.LTHRBpm >= th.MaxHRBpm:
			return training.Errorf(training.KindInvalid, "lthr_bpm (%g) would not be below max_hr_bpm (%g).", th.LTHRBpm, th.MaxHRBpm).
				WithFix("Give the values of both from %s on.", p.From)
		case th.RestHRBpm > 0 && (th.LTHRBpm > 0 && th.RestHRBpm >= th.LTHRBpm || th.MaxHRBpm > 0 && th.RestHRBpm >= th.MaxHRBpm):
			return training.Errorf(training.KindInvalid, "resting_hr_bpm (%g) would not be below lthr_bpm and max_hr_bpm.", th.RestHRBpm).
				WithFix("Give their values from %s on.", p.From)
		}
	}
	return nil
}

// Apply writes the plan and adds its changes to e.
func (p *Plan) Apply(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	for _, s := range p.steps {
		write := tx.PutThreshold
		if s.remove {
			write = tx.DeleteThreshold
		}
		if err := write(a, s.entry); err != nil {
			return err
		}
		e.Changed = append(e.Changed, journal.RestoreThreshold(p.History, s.entry))
	}
	for _, c := range p.today {
		e.Changed = append(e.Changed, c)
	}
	return nil
}

// PaceZones is the name of the bounds of pace zones in arguments and answers.
const PaceZones = "pace_zones_s_per_km"

// Named returns the stored key of a setting, and the discipline for which it is
// stored: the requested one, or else the setting's usual sport, or else every sport.
func Named(name string, asked training.Discipline) (training.ThresholdKey, training.Discipline) {
	or := func(usual training.Sport) training.Discipline {
		if !asked.IsZero() {
			return asked
		}
		return usual.Plain()
	}
	switch name {
	case "ftp_w", "critical_power_w", "w_prime_j", "power_zones_w":
		return training.ThresholdKey(name), or(training.Cycling)
	case athlete.ThresholdPace:
		if asked.Sport == training.Swimming {
			asked = training.Discipline{}
		}
		return training.KeyThresholdPace, or(training.Running)
	case athlete.CSSPace:
		if asked.Sport != training.Swimming {
			asked = training.Swimming.Plain()
		}
		return training.KeyThresholdPace, asked
	case PaceZones:
		return training.KeyPaceZones, or(training.Running)
	case "weight_kg", string(training.KeyFitness):
		return training.ThresholdKey(name), training.Discipline{}
	}
	return training.ThresholdKey(name), asked
}

// DatedName returns the name of a dated setting.
func DatedName(e training.ThresholdEntry) string {
	if e.Key == training.KeyPaceZones {
		return PaceZones
	}
	name, _ := athlete.ShownSetting(e.Key, e.Sport.Sport, 1)
	return name
}

// DatedWords formats the values of an entry in the units used in arguments.
func DatedWords(e training.ThresholdEntry) string {
	var out []string
	for _, v := range e.Values {
		if e.Key == training.KeyPaceZones && v > 0 {
			v = athlete.Pace(training.Running, v)
		} else {
			_, v = athlete.ShownSetting(e.Key, e.Sport.Sport, v)
		}
		decimals := 1
		if e.Key == training.KeyLactateTest {
			decimals = 2
		}
		out = append(out, fmt.Sprintf("%g", answers.Round(v, decimals)))
	}
	return strings.Join(out, ", ")
}

// target returns a text with the sport and day of an entry.
func target(e training.ThresholdEntry) string {
	sport := e.Sport.String()
	if sport == "" {
		sport = "all sports"
	}
	return sport + since + e.From.String()
}

// since comes before the day in the target of a change.
const since = " from "

// HasDay reports whether a change affects a dated value.
func HasDay(ch journal.Change) bool { return strings.Contains(ch.Target, since) }

// maxBounds is the maximum number of bounds, one less than the maximum number of zones.
const maxBounds = 9

// DatedBounds checks the lower bounds of zones, starting with zone 2, from easy to hard.
// It converts paces to speeds.
func DatedBounds(name string, values []float64, pace bool) ([]float64, error) {
	if len(values) > maxBounds {
		return nil, training.Errorf(training.KindTooLarge, "%s has %d bounds.", name, len(values)).WithFix("Give at most %d.", maxBounds)
	}
	out := slices.Clone(values)
	for i, v := range out {
		if v <= 0 {
			return nil, training.Errorf(training.KindInvalid, "%s contains %g.", name, v).WithFix("Give bounds above zero.")
		}
		if pace {
			out[i] = athlete.Pace(training.Running, v)
		}
		if i > 0 && out[i] <= out[i-1] {
			return nil, training.Errorf(training.KindInvalid, "%s is out of order: each zone must be harder than the one before.", name).
				WithFix("Give the lower bounds of zones 2, 3, … from easy to hard.")
		}
	}
	return out, nil
}

// told lists the settings that services also have, although without dates.
var told = []training.ThresholdKey{
	training.KeyFTP, training.KeyIndoorFTP, training.KeyWPrime, training.KeyMaxPower, training.KeyLTHR,
	training.KeyMaxHR, training.KeyThresholdPace,
	training.KeyPowerZones, training.KeyHRZones, training.KeyPaceZones, training.KeySweetSpot,
}

// Tell computes the values to send to services, which have only today's values.
// It must be called when the plan is complete. deleted means that a sport that loses a
// setting loses all of its settings.
func (p *Plan) Tell(who training.Athlete, today training.Day, deleted bool) {
	after := p.After()
	before, then := fitness.NewTimeline(p.History), fitness.NewTimeline(after)
	concerned := false
	for _, s := range p.steps {
		concerned = concerned || slices.Contains(told, s.entry.Key)
	}
	if !concerned {
		return
	}
	for _, sport := range p.sports(after) {
		s := journal.SettingsChanged{Sport: sport, Before: valuesOn(before, sport, today), After: valuesOn(then, sport, today)}
		for _, x := range p.steps {
			s.Own = s.Own || x.entry.Sport == sport && !x.remove
			s.Deleted = s.Deleted || x.entry.Sport == sport && deleted
		}
		changed := slices.ContainsFunc(told, func(k training.ThresholdKey) bool { return !slices.Equal(s.Before[k], s.After[k]) })
		if changed || s.Deleted {
			p.today = append(p.today, s)
		}
	}
	if len(p.today) == 0 && who.HomeOf(training.ThingSportSettings) != "" {
		p.Notes = append(p.Notes, "Today's settings do not change, so nothing is sent: a service only has settings for today.")
	}
}

// sports returns the sports that have settings of their own, before or after the write.
func (p *Plan) sports(after training.History) []training.Discipline {
	var out []training.Discipline
	for _, e := range slices.Concat(p.History, after) {
		if !e.Sport.IsZero() && !slices.Contains(out, e.Sport) {
			out = append(out, e.Sport)
		}
	}
	slices.SortFunc(out, func(a, b training.Discipline) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// valuesOn returns the values of these settings that apply to a sport on a day.
func valuesOn(t *fitness.Timeline, sport training.Discipline, day training.Day) map[training.ThresholdKey][]float64 {
	out := map[training.ThresholdKey][]float64{}
	for _, k := range told {
		if e, ok := t.Since(k, sport, day); ok && len(e.Values) > 0 {
			out[k] = e.Values
		}
	}
	return out
}
