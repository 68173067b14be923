package account

import (
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/journal"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// plan is what one call would change, worked out before anything is written.
type plan struct {
	call          *tools.Call
	in            *settingsIn
	before, after training.Athlete
	history       training.History
	from          training.Day

	steps   []step
	changes []journal.Change
	targets map[string]string
	notes   []string
}

// step is one dated setting written or removed, with what takes it back.
type step struct {
	entry   training.ThresholdEntry
	remove  bool
	inverse journal.Op
}

// make works the plan out, or says what is wrong with the arguments.
func (p *plan) make() error {
	p.targets = map[string]string{}
	wanted, err := p.in.entries(p.from)
	if err != nil {
		return err
	}
	if err := p.person(); err != nil {
		return err
	}
	for _, e := range wanted {
		if slices.Contains(p.in.Clear, fieldName(e)) {
			return training.Errorf(training.KindInvalid, "%s is set and cleared at once.", fieldName(e)).WithFix("Do one of the two.")
		}
		p.put(e)
	}
	for _, name := range p.in.Clear {
		if !slices.Contains(clearable(), name) {
			return training.Errorf(training.KindInvalid, "%q is not a threshold.", name).WithFix("Clear one of %s.", strings.Join(clearable(), ", "))
		}
		if err := p.clear(name); err != nil {
			return err
		}
	}
	if len(wanted) == 0 && len(p.in.Clear) == 0 && !p.in.person() {
		return training.Errorf(training.KindInvalid, "No setting was named.").
			WithFix("Give at least one of ftp_w, lthr_bpm, max_hr_bpm, resting_hr_bpm, threshold_pace_s_per_km, weight_kg, time_zone, …")
	}
	return p.plausible()
}

// current is the entry in force on the day that the change holds from.
func (p *plan) current(e training.ThresholdEntry) (training.ThresholdEntry, bool) {
	var now *training.ThresholdEntry
	for i := range p.history {
		h := &p.history[i]
		if h.Key == e.Key && h.Sport == e.Sport && h.From <= e.From && (now == nil || h.From > now.From) {
			now = h
		}
	}
	if now == nil {
		return e, false
	}
	return *now, true
}

// exact is the entry of the same key, sport and day.
func (p *plan) exact(e training.ThresholdEntry) (training.ThresholdEntry, bool) {
	now, ok := p.current(e)
	return now, ok && now.From == e.From
}

func (p *plan) put(e training.ThresholdEntry) {
	now, ok := p.current(e)
	if ok && slices.Equal(now.Values, e.Values) && !p.hides(e.Key) {
		return
	}
	ch := journal.Change{Target: target(e), Field: fieldName(e), After: words(e)}
	inverse := journal.DeleteThreshold(e)
	if ok {
		ch.Before = fmt.Sprintf("%s (since %s)", p.former(now), now.From)
	}
	if old, replaced := p.exact(e); replaced {
		inverse = journal.PutThreshold(old)
	}
	p.add(step{entry: e, inverse: inverse}, ch)
	if first := !slices.ContainsFunc(p.history, func(h training.ThresholdEntry) bool { return h.Key == e.Key && h.Sport == e.Sport }); first {
		p.notes = append(p.notes, fmt.Sprintf("%s had no value before, so it holds for all earlier days too until one is set for them.", ch.Field))
	} else if next := p.next(e); next != 0 {
		p.notes = append(p.notes, fmt.Sprintf("A later %s takes over on %s.", ch.Field, next))
	}
}

// next is the day on which a later entry takes over, 0 if none does.
func (p *plan) next(e training.ThresholdEntry) training.Day {
	var day training.Day
	for _, h := range p.history {
		if h.Key == e.Key && h.Sport == e.Sport && h.From > e.From && (day == 0 || h.From < day) {
			day = h.From
		}
	}
	return day
}

func (p *plan) clear(name string) error {
	k, sport := settingNamed(name, p.in.Sport.Sport())
	old, ok := p.exact(training.ThresholdEntry{Key: k, Sport: sport, From: p.from})
	if !ok {
		return training.Errorf(training.KindNotFound, "There is no %s entry of %s.", name, p.from).
			WithFix("get_athlete_profile shows the day that each setting holds from; give it as effective_from, with its sport.")
	}
	p.add(step{entry: old, remove: true, inverse: journal.PutThreshold(old)},
		journal.Change{Target: target(old), Field: name, Before: p.former(old)})
	return nil
}

func (p *plan) add(s step, ch journal.Change) {
	p.steps = append(p.steps, s)
	p.changes = append(p.changes, ch)
	p.targets["setting:"+string(s.entry.Key)+":"+ch.Target] = ""
}

// target names the sport and day of an entry.
func target(e training.ThresholdEntry) string {
	sport := string(e.Sport)
	if sport == "" {
		sport = "all sports"
	}
	return sport + " from " + e.From.String()
}

func fieldName(e training.ThresholdEntry) string {
	if e.Key == training.KeyPaceZones {
		return paceZones
	}
	name, _ := athlete.ShownSetting(e.Key, e.Sport, 1)
	return name
}

const paceZones = "pace_zones_s_per_km"

// hides says that the caller may not learn the values of a setting, not even
// by trying which one changes nothing.
func (p *plan) hides(k training.ThresholdKey) bool {
	return k == training.KeyWeight && p.call.Scope.Audience == training.AudienceModel && !p.before.Sharing.Weight
}

// former is what held before, as far as the caller may know it.
func (p *plan) former(e training.ThresholdEntry) string {
	if p.hides(e.Key) {
		return "a value that is not shared with assistants"
	}
	return words(e)
}

// words are an entry's values in the units they are given in.
func words(e training.ThresholdEntry) string {
	var out []string
	for _, v := range e.Values {
		if e.Key == training.KeyPaceZones && v > 0 {
			v = athlete.Pace(e.Sport, v)
		} else {
			_, v = athlete.ShownSetting(e.Key, e.Sport, v)
		}
		out = append(out, fmt.Sprintf("%g", analysis.Round(v, 1)))
	}
	return strings.Join(out, ", ")
}

// plausible checks values against each other as they will hold.
func (p *plan) plausible() error {
	after := slices.Clone(p.history)
	for _, s := range p.steps {
		after = slices.DeleteFunc(after, func(h training.ThresholdEntry) bool {
			return h.Key == s.entry.Key && h.Sport == s.entry.Sport && h.From == s.entry.From
		})
		if !s.remove {
			after = append(after, s.entry)
		}
	}
	t := fitness.NewTimeline(after)
	for _, sport := range []training.Sport{training.Cycling, training.Running, p.in.Sport.Sport()} {
		th := t.At(sport, p.from)
		switch {
		case th.MaxHRBpm > 0 && th.LTHRBpm >= th.MaxHRBpm:
			return training.Errorf(training.KindInvalid, "lthr_bpm (%g) would not lie below max_hr_bpm (%g).", th.LTHRBpm, th.MaxHRBpm).
				WithFix("Give both as they hold from %s.", p.from)
		case th.RestHRBpm > 0 && (th.LTHRBpm > 0 && th.RestHRBpm >= th.LTHRBpm || th.MaxHRBpm > 0 && th.RestHRBpm >= th.MaxHRBpm):
			return training.Errorf(training.KindInvalid, "resting_hr_bpm (%g) would not lie below lthr_bpm and max_hr_bpm.", th.RestHRBpm).
				WithFix("Give them as they hold from %s.", p.from)
		}
	}
	return nil
}
