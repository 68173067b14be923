package athlete

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Profile returns the athlete's profile. def is the athlete for calls that do not specify one.
func Profile(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, def training.AthleteID) (*ProfileView, error) {
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
		Thresholds: []SportSettings{}, Loads: a.LoadOrder, Wellness: a.WellnessOrder, Sharing: SharingView(a.Sharing),
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
		names, err := servicevalues.ZoneNames(ctx, r, s, sport)
		if err != nil {
			return nil, err
		}
		ss.Name(names)
		v.Thresholds = append(v.Thresholds, ss)
	}
	if e, ok := t.Since(training.KeyWeight, training.Discipline{}, f.Today); ok && len(e.Values) > 0 {
		v.Weight = &Dated{one(e.Values[0]), e.From, e.SaidBy}
	}
	if e, ok := t.Since(training.KeyFitness, training.Discipline{}, f.Today); ok && len(e.Values) > 0 {
		v.Fitness = &Dated{one(e.Values[0]), e.From, e.SaidBy}
	}
	v.Histories = coursesOf(history, f.Today)
	if err := v.services(ctx, r, s, &a); err != nil {
		return nil, err
	}
	v.nameMissing(&a, s)
	return v, nil
}

// SettingSports returns the disciplines whose thresholds are shown: the three
// sports with special rules, and all disciplines that have settings.
func SettingSports(h training.History) []training.Discipline {
	out := []training.Discipline{training.Cycling.Plain(), training.Running.Plain(), training.Swimming.Plain()}
	for _, d := range settingsOf(h) {
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// settingsOf returns the disciplines that have settings in the history, in
// display order with plain sports first.
func settingsOf(h training.History) (out []training.Discipline) {
	for _, e := range h {
		if !e.Sport.IsZero() && !slices.Contains(out, e.Sport) {
			out = append(out, e.Sport)
		}
	}
	order := training.Sports()
	slices.SortFunc(out, func(a, b training.Discipline) int {
		switch {
		case a.Refined() != b.Refined() && b.Refined():
			return -1
		case a.Refined() != b.Refined():
			return 1
		}
		return cmp.Or(slices.Index(order, a.Sport)-slices.Index(order, b.Sport), strings.Compare(a.String(), b.String()))
	})
	return out
}

var shownKeys = []training.ThresholdKey{
	training.KeyFTP, training.KeyLTHR, training.KeyMaxHR, training.KeyRestHR, training.KeyThresholdPace,
	training.KeyCP, training.KeyWPrime, training.KeyIndoorFTP, training.KeyMaxPower,
}

// SettingsOn returns the thresholds and zones that apply to a discipline on a day.
func SettingsOn(t *fitness.Timeline, of training.Discipline, day training.Day) SportSettings {
	sport := of.Sport
	out := SportSettings{Sport: of, Settings: map[string]Dated{}}
	for _, k := range shownKeys {
		if e, ok := t.Since(k, of, day); ok && len(e.Values) > 0 {
			name, value := ShownSetting(k, sport, e.Values[0])
			out.Settings[name] = Dated{one(value), e.From, e.SaidBy}
		}
	}
	if e, ok := t.Since(training.KeyLactateTest, of, day); ok {
		out.LactateTest = &LactateTest{e.Values, e.From}
	}
	th := t.At(of, day)
	for _, kind := range []training.ZoneKind{training.ZonesPower, training.ZonesHR, training.ZonesPace} {
		if s, why := zones.For(kind, sport, th); why == "" {
			out.Zones = append(out.Zones, zoneView(s, sport))
		}
	}
	return out
}

// Name replaces the names of zones with the athlete's names, if there are as many names as zones.
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

// mostChanges is the maximum number of changes of a setting in an answer.
const mostChanges = 24

// coursesOf returns the histories, up to the given day, of all settings that have changed.
func coursesOf(h training.History, to training.Day) []Course {
	type key struct {
		setting training.ThresholdKey
		sport   training.Discipline
	}
	by := map[key][]training.ThresholdEntry{}
	for _, e := range h {
		if e.From <= to && len(e.Values) > 0 {
			by[key{e.Key, e.Sport}] = append(by[key{e.Key, e.Sport}], e)
		}
	}
	var out []Course
	for _, setting := range append([]training.ThresholdKey{training.KeyWeight}, shownKeys...) {
		for _, sport := range append([]training.Discipline{{}}, settingsOf(h)...) {
			if entries := by[key{setting, sport}]; len(entries) > 1 {
				out = append(out, courseOf(setting, sport, entries))
			}
		}
	}
	return out
}

func courseOf(setting training.ThresholdKey, sport training.Discipline, entries []training.ThresholdEntry) Course {
	slices.SortStableFunc(entries, func(a, b training.ThresholdEntry) int { return int(a.From - b.From) })
	c := Course{Sport: sport, Earlier: max(0, len(entries)-mostChanges)}
	for _, e := range entries[c.Earlier:] {
		name, value := ShownSetting(setting, sport.Sport, e.Values[0])
		c.Setting, c.Since, c.Values = name, append(c.Since, e.From), append(c.Values, one(value))
	}
	return c
}

func (v *ProfileView) nameMissing(a *training.Athlete, s training.Scope) {
	const set = "not set; set it with update_athlete_settings"
	if v.Weight == nil {
		if !a.Shows(s.Audience).Weight {
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
		v.Missing = v.Missing.Add("thresholds", "none is set; estimate_thresholds suggests values, update_athlete_settings sets them")
	}
}

// ProfileView shows the athlete and today's thresholds.
type ProfileView struct {
	LocalDate  training.Day       `json:"local_date"`
	TimeZone   string             `json:"time_zone"`
	AthleteID  training.AthleteID `json:"athlete_id"`
	Default    bool               `json:"default_athlete"`
	Name       string             `json:"name,omitempty"`
	Demo       bool               `json:"demo,omitempty"`
	Sex        training.Sex       `json:"sex,omitempty"`
	BirthYear  int                `json:"birth_year,omitempty"`
	WeekStart  string             `json:"week_start"`
	Units      training.Units     `json:"units"`
	Language   string             `json:"language,omitempty"`
	Weight     *Dated             `json:"weight_kg,omitempty"`
	Fitness    *Dated             `json:"ctl,omitempty"` // the stated fitness at the start
	Thresholds []SportSettings    `json:"thresholds"`
	Histories  []Course           `json:"histories,omitempty"`
	Loads      string             `json:"load_methods,omitempty"`
	// Home is the athlete's home source, followed by exceptions for some kinds of
	// things, as in "intervals, workouts=local". It is absent if there is none.
	Home string `json:"home_source,omitempty"`
	// Wellness lists the sources that count before those of the default order.
	Wellness training.WellnessOrder `json:"wellness_sources,omitempty"`
	// From gives the source of each field that the athlete did not set: a service or the computer.
	From map[string]string `json:"from,omitempty"`
	// Services holds the athlete's profile on each service.
	Services []ServiceProfile `json:"services,omitempty"`
	Sharing  SharingView      `json:"sharing"`
	Missing  answers.Missing  `json:"missing,omitempty"`
}

// ServiceProfile is the athlete's profile on one service.
type ServiceProfile struct {
	Service   string       `json:"service"`
	Sex       training.Sex `json:"sex,omitempty"`
	Born      string       `json:"date_of_birth,omitempty"`
	TimeZone  string       `json:"time_zone,omitempty"`
	WeightKg  float64      `json:"weight_kg,omitempty"`
	HeightCm  float64      `json:"height_cm,omitempty"`
	RestHRBpm float64      `json:"resting_hr_bpm,omitempty"`
	// Notes are notes about the athlete, written on the service by the athlete or a coach.
	Notes string `json:"notes,omitempty"`
}

// SharingView lists the data that assistants may see in addition to activities.
type SharingView struct {
	Position bool `json:"position"`
	Weight   bool `json:"weight"`
	Notes    bool `json:"notes"`
	Cycle    bool `json:"cycle"`
	Sets     bool `json:"sets"`
	Food     bool `json:"food"`
	Glucose  bool `json:"glucose"`
}

// Course is the history of a setting. Its values are in columns, latest last. If
// Sport is empty, the setting applies to all sports that have no setting of their own.
type Course struct {
	Setting string              `json:"setting"`
	Sport   training.Discipline `json:"sport,omitzero"`
	Since   []training.Day      `json:"since"`
	Values  []float64           `json:"values"`
	// Earlier is the number of earlier changes that are not shown.
	Earlier int `json:"earlier,omitempty"`
}

// Dated is a value with the day from which it applies.
type Dated struct {
	Value float64      `json:"value"`
	Since training.Day `json:"since"`
	// From is the source, which is a service or a setting. It is absent if the athlete set the value.
	From string `json:"from,omitempty"`
}

// SportSettings holds the current thresholds of a discipline, and the zones that result from them.
type SportSettings struct {
	Sport    training.Discipline `json:"sport"`
	Settings map[string]Dated    `json:"settings"`
	Zones    []ZoneView          `json:"zones,omitempty"`
	// LactateTest holds the bpm and mmol/l of each step, or two constants.
	LactateTest *LactateTest `json:"lactate_test,omitempty"`
}

// LactateTest is a dated setting with several numbers.
type LactateTest struct {
	Values []float64    `json:"values"`
	Since  training.Day `json:"since"`
}

// ZoneView is one set of zones. The list for its kind holds the lower bound of each zone.
// In pace zones, this is the slowest pace of the zone, and the first zone has none.
type ZoneView struct {
	Kind       training.ZoneKind `json:"kind"`
	Scheme     string            `json:"scheme"`
	Names      []string          `json:"names"`
	LowerW     []float64         `json:"lower_w,omitempty"`
	LowerBpm   []float64         `json:"lower_bpm,omitempty"`
	SlowestKM  []*float64        `json:"slowest_pace_s_per_km,omitempty"`
	Slowest100 []*float64        `json:"slowest_pace_s_per_100m,omitempty"`
}

// ShownSetting returns the published name and value of a dated setting.
// Threshold speed is published as a pace, which in swimming is per 100 m.
func ShownSetting(key training.ThresholdKey, sport training.Sport, v float64) (string, float64) {
	name, turned := string(key), false
	switch {
	case key == training.KeyThresholdPace && sport == training.Swimming:
		name, turned = CSSPace, true
	case key == training.KeyThresholdPace:
		name, turned = ThresholdPace, true
	}
	if !turned || v <= 0 {
		return name, v
	}
	return name, Pace(sport, v)
}

// These are the published names of threshold speed.
const (
	ThresholdPace = "threshold_pace_s_per_km"
	CSSPace       = "css_pace_s_per_100m"
)

// Pace converts m/s to s/km (in swimming, s/100 m) or back.
func Pace(sport training.Sport, v float64) float64 {
	if sport == training.Swimming {
		return 100 / v
	}
	return 1000 / v
}

// one rounds to one decimal, as is done for all settings.
func one(v float64) float64 { return answers.Round(v, 1) }

// services fills in the profiles on services, and the sources of fields that come from
// services. If a service has the current weight, it is listed as the weight's source.
func (v *ProfileView) services(ctx context.Context, r store.Reader, s training.Scope, a *training.Athlete) error {
	from := func(field, who string) {
		if who == "" {
			return
		}
		if v.From == nil {
			v.From = map[string]string{}
		}
		v.From[field] = who
	}
	from("sex", a.SaidBy.Sex)
	from("birth_year", a.SaidBy.BirthYear)
	from("time_zone", a.SaidBy.TimeZone)
	all, err := servicevalues.Profiles(ctx, r, s)
	if err != nil {
		return err
	}
	for _, p := range all {
		if v.Weight != nil && v.Weight.Value == one(p.WeightKg) {
			from("weight_kg", p.Source)
		}
		there := ServiceProfile{
			Service: p.Source, Sex: p.Sex, TimeZone: textclean.Line(p.TimeZone, textclean.NameRunes),
			WeightKg: one(p.WeightKg), HeightCm: one(p.HeightCm), RestHRBpm: p.RestHRBpm,
			Notes: textclean.Text(p.Notes, textclean.TextRunes),
		}
		if p.Born != nil {
			there.Born = p.Born.String()
		}
		v.Services = append(v.Services, there)
	}
	return nil
}
