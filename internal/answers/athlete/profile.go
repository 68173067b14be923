package athlete

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// ProfileReader reads the athlete, their thresholds and services' profiles.
type ProfileReader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	serviced.Reader
}

// Profile answers who the athlete is. def is the athlete that calls without
// one are about.
func Profile(ctx context.Context, r ProfileReader, s training.Scope, f answers.Frame, def training.AthleteID) (*ProfileView, error) {
	a, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &ProfileView{
		LocalDate: f.Today, TimeZone: f.TimeZone, AthleteID: a.ID, Default: a.ID == def, Name: a.Name, Demo: a.Demo,
		Sex: a.Sex, BirthYear: a.BirthYear, WeekStart: strings.ToLower(f.Week.String()), Units: a.Units, Language: a.Language,
		Thresholds: []SportSettings{}, Loads: a.LoadOrder, PowerEstimate: a.PowerEstimate, Sharing: SharingView(a.Sharing),
	}
	if a.HomeSource != "" || a.HomesOf != "" {
		v.Home = a.HomesText()
	}
	if v.Units == "" {
		v.Units = training.MetricUnits
	}
	t := fitness.NewTimeline(history)
	for _, sport := range SettingSports(history) {
		ss := SettingsOn(t, sport, f.Today)
		if len(ss.Settings) == 0 && ss.LactateTest == nil {
			continue
		}
		names, err := serviced.ZoneNames(ctx, r, s, sport)
		if err != nil {
			return nil, err
		}
		ss.Name(names)
		v.Thresholds = append(v.Thresholds, ss)
	}
	if e, ok := t.Since(training.KeyWeight, "", f.Today); ok && len(e.Values) > 0 {
		v.Weight = &Dated{one(e.Values[0]), e.From, e.SaidBy}
	}
	v.Histories = coursesOf(history, f.Today)
	if err := v.services(ctx, r, s, &a); err != nil {
		return nil, err
	}
	v.nameMissing(&a, s)
	return v, nil
}

// SettingSports are the sports that thresholds are shown for: the three that
// have rules of their own, and those that the athlete set something for.
func SettingSports(h training.History) []training.Sport {
	out := []training.Sport{training.Cycling, training.Running, training.Swimming}
	for _, s := range training.Sports() {
		own := slices.ContainsFunc(h, func(e training.ThresholdEntry) bool { return e.Sport == s })
		if own && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

var shownKeys = []training.ThresholdKey{
	training.KeyFTP, training.KeyLTHR, training.KeyMaxHR, training.KeyRestHR, training.KeyThresholdPace,
	training.KeyCP, training.KeyWPrime, training.KeyIndoorFTP, training.KeyMaxPower,
}

// SettingsOn are the thresholds of a sport that hold on a day.
func SettingsOn(t *fitness.Timeline, sport training.Sport, day training.Day) SportSettings {
	out := SportSettings{Sport: sport, Settings: map[string]Dated{}}
	for _, k := range shownKeys {
		if e, ok := t.Since(k, sport, day); ok && len(e.Values) > 0 {
			name, value := ShownSetting(k, sport, e.Values[0])
			out.Settings[name] = Dated{one(value), e.From, e.SaidBy}
		}
	}
	if e, ok := t.Since(training.KeyLactateTest, sport, day); ok {
		out.LactateTest = &LactateTest{e.Values, e.From}
	}
	th := t.At(sport, day)
	for _, kind := range []training.ZoneKind{training.ZonesPower, training.ZonesHR, training.ZonesPace} {
		if s, why := zones.For(kind, sport, th); why == "" {
			out.Zones = append(out.Zones, zoneView(s, sport))
		}
	}
	return out
}

// Name calls zones as the athlete does, where there are as many names.
func (s *SportSettings) Name(own map[training.ZoneKind][]string) {
	for i := range s.Zones {
		z := &s.Zones[i]
		if names := own[z.Kind]; len(names) == len(z.Names) {
			z.Names = names
		}
	}
}

func zoneView(s zones.Scheme, sport training.Sport) ZoneView {
	v := ZoneView{Kind: s.Kind, Scheme: s.Method, Names: s.Names}
	lower, slowest := []float64{0}, []*float64{nil}
	for _, b := range s.Lower {
		if s.Kind == training.ZonesPace && b > 0 {
			b = Pace(sport, b)
		}
		b = one(b)
		lower, slowest = append(lower, b), append(slowest, &b)
	}
	switch {
	case s.Kind == training.ZonesPower:
		v.LowerW = lower
	case s.Kind == training.ZonesHR:
		v.LowerBpm = lower
	case sport == training.Swimming:
		v.Slowest100 = slowest
	default:
		v.SlowestKM = slowest
	}
	return v
}

// mostChanges is how many changes of a setting an answer shows.
const mostChanges = 24

// coursesOf are the histories of the settings that changed up to a day.
func coursesOf(h training.History, to training.Day) []Course {
	type key struct {
		setting training.ThresholdKey
		sport   training.Sport
	}
	by := map[key][]training.ThresholdEntry{}
	for _, e := range h {
		if e.From <= to && len(e.Values) > 0 {
			by[key{e.Key, e.Sport}] = append(by[key{e.Key, e.Sport}], e)
		}
	}
	var out []Course
	for _, setting := range append([]training.ThresholdKey{training.KeyWeight}, shownKeys...) {
		for _, sport := range append([]training.Sport{""}, training.Sports()...) {
			if entries := by[key{setting, sport}]; len(entries) > 1 {
				out = append(out, courseOf(setting, sport, entries))
			}
		}
	}
	return out
}

func courseOf(setting training.ThresholdKey, sport training.Sport, entries []training.ThresholdEntry) Course {
	slices.SortStableFunc(entries, func(a, b training.ThresholdEntry) int { return int(a.From - b.From) })
	c := Course{Sport: sport, Earlier: max(0, len(entries)-mostChanges)}
	for _, e := range entries[c.Earlier:] {
		name, value := ShownSetting(setting, sport, e.Values[0])
		c.Setting, c.Since, c.Values = name, append(c.Since, e.From), append(c.Values, one(value))
	}
	return c
}

func (v *ProfileView) nameMissing(a *training.Athlete, s training.Scope) {
	const set = "not set; set it with update_athlete_settings"
	if v.Weight == nil {
		if s.Audience == training.AudienceModel && !a.Sharing.Weight {
			v.Missing = v.Missing.Add("weight_kg", "the athlete does not share weight with assistants")
		} else {
			v.Missing = v.Missing.Add("weight_kg", set)
		}
	}
	if v.Sex == "" {
		v.Missing = v.Missing.Add("sex", set)
	}
	if v.BirthYear == 0 {
		v.Missing = v.Missing.Add("birth_year", set)
	}
	if a.TimeZone == "" {
		v.Missing = v.Missing.Add("time_zone",
			i18n.Sentencef("not set, so days are those of %s; set it with update_athlete_settings", v.TimeZone))
	}
	if len(v.Thresholds) == 0 {
		v.Missing = v.Missing.Add("thresholds", "none is set; estimate_thresholds suggests some, update_athlete_settings sets them")
	}
}
