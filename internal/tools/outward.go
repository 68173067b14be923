package tools

import (
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// told lists the settings that services have too, without dates.
var told = []training.ThresholdKey{
	training.KeyFTP, training.KeyIndoorFTP, training.KeyWPrime, training.KeyMaxPower, training.KeyLTHR,
	training.KeyMaxHR, training.KeyThresholdPace,
	training.KeyPowerZones, training.KeyHRZones, training.KeyPaceZones, training.KeySweetSpot,
}

// Tell works out the values for services, which have those of today alone. It
// is called when the plan is complete; deleted says that all settings of the
// sports that it removes any of are deleted.
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
		p.Notes = append(p.Notes, "What holds today stays as it is, so this stays here: a service has no settings of other days.")
	}
}

// sports are those that have settings of their own before or after.
func (p *Plan) sports(after training.History) []training.Sport {
	var out []training.Sport
	for _, e := range slices.Concat(p.History, after) {
		if e.Sport != "" && !slices.Contains(out, e.Sport) {
			out = append(out, e.Sport)
		}
	}
	slices.Sort(out)
	return out
}

// valuesOn gives a sport's values of these settings on a day.
func valuesOn(t *fitness.Timeline, sport training.Sport, day training.Day) map[training.ThresholdKey][]float64 {
	out := map[training.ThresholdKey][]float64{}
	for _, k := range told {
		if e, ok := t.Since(k, sport, day); ok && len(e.Values) > 0 {
			out[k] = e.Values
		}
	}
	return out
}
