package tools

import (
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Plan holds the changes of one call, worked out before anything is written.
type Plan struct {
	// History is all that is stored: the inverse needs it.
	History training.History
	// From is the day from which what is put holds.
	From training.Day
	// HidesWeight says that the caller may not learn the athlete's weight.
	HidesWeight bool

	Changes []journal.Change
	Targets map[string]string
	Notes   []i18n.Sentence

	steps []step
	today []journal.SettingsChanged // what holds today that services have too
}

// step is one dated setting written or removed.
type step struct {
	entry  training.ThresholdEntry
	remove bool
}

// Put plans to store an entry, unless its values hold already.
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
			i18n.Sentencef("%s had no value before, so it holds for all earlier days too until one is set for them.", ch.Field))
	} else if next := p.next(e); next != 0 {
		p.Notes = append(p.Notes, i18n.Sentencef("A later %s takes over on %s.", ch.Field, next))
	}
}

// Clear plans that the entry of From by a name is removed.
func (p *Plan) Clear(name string, sport training.Sport) error {
	k, sport := Named(name, sport)
	if p.hides(k) {
		return NotShared(name)
	}
	old, ok := p.current(training.ThresholdEntry{Key: k, Sport: sport, From: p.From})
	if !ok || old.From != p.From {
		return training.Errorf(training.KindNotFound, "There is no %s entry of %s.", name, p.From).
			WithFix("get_athlete_profile shows the day that each setting holds from; give that day, with its sport.")
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

// Target names something that the plan touches, with its version.
func (p *Plan) Target(id, version string) {
	if p.Targets == nil {
		p.Targets = map[string]string{}
	}
	p.Targets[id] = version
}

// same says that two entries are of one setting and sport.
func same(a, b training.ThresholdEntry) bool { return a.Key == b.Key && a.Sport == b.Sport }

// current is the entry in force on the day that e holds from.
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

// next is the day on which a later entry takes over, 0 if none does.
func (p *Plan) next(e training.ThresholdEntry) training.Day {
	var day training.Day
	for _, h := range p.After() {
		if same(h, e) && h.From > e.From && (day == 0 || h.From < day) {
			day = h.From
		}
	}
	return day
}

// hides reports whether the values of a setting and their days are hidden from
// the caller, also from one who tries which value changes nothing.
func (p *Plan) hides(k training.ThresholdKey) bool { return k == training.KeyWeight && p.HidesWeight }

// After is the history after the write.
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

// Plausible checks values against each other as they will hold for sports.
func (p *Plan) Plausible(sports ...training.Sport) error {
	t := fitness.NewTimeline(p.After())
	for _, sport := range sports {
		th := t.At(sport, p.From)
		switch {
		case th.MaxHRBpm > 0 && th.LTHRBpm >= th.MaxHRBpm:
			return training.Errorf(training.KindInvalid, "lthr_bpm (%g) would not be below max_hr_bpm (%g).", th.LTHRBpm, th.MaxHRBpm).
				WithFix("Give both as they hold from %s.", p.From)
		case th.RestHRBpm > 0 && (th.LTHRBpm > 0 && th.RestHRBpm >= th.LTHRBpm || th.MaxHRBpm > 0 && th.RestHRBpm >= th.MaxHRBpm):
			return training.Errorf(training.KindInvalid, "resting_hr_bpm (%g) would not be below lthr_bpm and max_hr_bpm.", th.RestHRBpm).
				WithFix("Give them as they hold from %s.", p.From)
		}
	}
	return nil
}

// Apply writes the plan and adds what it changed to e.
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
