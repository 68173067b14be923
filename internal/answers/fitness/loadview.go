package fitness

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LoadView shows how load led to fitness and fatigue. Actual and projected
// values are always in different fields.
type LoadView struct {
	answers.Heading
	Range  answers.Span          `json:"range"`
	Sports []training.Discipline `json:"sports,omitempty"`
	Model  LoadModel             `json:"model"`
	Today  *LoadToday            `json:"today,omitempty"`
	Words  []i18n.Sentence       `json:"words"`
	// Services holds the fitness on the last day on connected services, as they compute it
	// by their own rules.
	Services  []servicevalues.Fitness `json:"services,omitempty"`
	Form      *Band                   `json:"form_band,omitempty"`
	Ramp      *Band                   `json:"ramp_band,omitempty"`
	Peak      *LoadPeak               `json:"peak,omitempty"`
	Heaviest  *LoadWeek               `json:"heaviest_week,omitempty"`
	Actual    *LoadSeries             `json:"actual,omitempty"`
	Project   *Projection             `json:"projected,omitempty"`
	Weeks     *LoadWeeks              `json:"weeks,omitempty"`
	Ratio     *LoadRatio              `json:"acute_chronic_ratio,omitempty"`
	Intensity *Intensity              `json:"intensity,omitempty"`
	Alerts    []LoadAlert             `json:"alerts,omitzero"`
	Coverage  LoadCoverage            `json:"coverage"`
	History   *LoadHistory            `json:"history,omitempty"`
	Notes     []i18n.Sentence         `json:"notes,omitempty"`
	Missing   answers.Missing         `json:"missing,omitempty"`
	Cut       bool                    `json:"truncated,omitempty"`
	Narrow    i18n.Sentence           `json:"narrow,omitempty"`
}

// LoadModel describes the rules by which the series were computed.
type LoadModel struct {
	CTLDays float64 `json:"ctl_days"`
	ATLDays float64 `json:"atl_days"`
	Alpha   string  `json:"alpha"`
	TSB     string  `json:"tsb"`
	// Method is the word that restricts the methods of load, or auto.
	Method string `json:"load_method"`
}

// LoadHistory describes a history that is shorter than the time constant of fitness.
type LoadHistory struct {
	From   training.Day `json:"start_date"`
	Days   int          `json:"days"`
	Needed int          `json:"needed_days"`
}

// LoadToday is the athlete's state today, including the recordings so far.
type LoadToday struct {
	Date training.Day `json:"date"`
	Load float64      `json:"load"`
	CTL  float64      `json:"ctl"`
	ATL  float64      `json:"atl"`
	TSB  float64      `json:"tsb"`
	Ramp float64      `json:"ramp_per_week"`
}

// SeriesIndex holds the dates of a series: each entry is a day, or the week or
// month that begins on it.
type SeriesIndex struct {
	Resolution string         `json:"resolution"`
	Dates      []training.Day `json:"dates"`
	// AsOf is the day to which each value except the load refers: the last day that
	// counts in its week or month.
	AsOf  []training.Day `json:"as_of,omitempty"`
	Parts []answers.Part `json:"partial,omitempty"`
}

// LoadSeries shows past days. Load is the sum over an entry's days; the other
// values are those at the end of the entry.
type LoadSeries struct {
	SeriesIndex
	Load []float64 `json:"load"`
	CTL  []float64 `json:"ctl"`
	ATL  []float64 `json:"atl"`
	TSB  []float64 `json:"tsb"`
	Ramp []float64 `json:"ramp_per_week"`
	// BySport splits the load of each entry by sport, the sport with the most load first.
	BySport []SportLoad `json:"load_by_sport,omitempty"`
	// Without counts the activities without a load in each entry; nil if all activities have one.
	Without []int `json:"without_load,omitempty"`
	// Estimated lists, by method, the days of a daily series with an estimated load.
	Estimated map[string][]training.Day `json:"estimated,omitempty"`
}

// SportLoad is the load of one sport in the entries of a series.
type SportLoad struct {
	Sport training.Sport `json:"sport"`
	Load  []float64      `json:"load"`
}

// Projection shows the values that would follow from future load.
type Projection struct {
	Basis i18n.Sentence `json:"basis"`
	SeriesIndex
	Load []float64 `json:"projected_load"`
	CTL  []float64 `json:"projected_ctl"`
	ATL  []float64 `json:"projected_atl"`
	TSB  []float64 `json:"projected_tsb"`
	// Target is the load that leads to the target fitness on the last day.
	Target *LoadTarget `json:"target,omitempty"`
}

// LoadCoverage counts the activities with a load, and those without.
type LoadCoverage struct {
	Activities int `json:"activities"`
	WithLoad   int `json:"with_load"`
	// Withheld counts the activities about which a service reveals only that they exist.
	Withheld int `json:"withheld,omitempty"`
	// OfUnknownSport counts withheld activities that may belong to the sports of
	// the question. No other field counts them.
	OfUnknownSport int            `json:"of_unknown_sport,omitempty"`
	ByMethod       map[string]int `json:"by_method,omitempty"`
	// ByIndoorFTP counts the activities whose load is computed from power and the indoor FTP.
	ByIndoorFTP int       `json:"by_indoor_ftp,omitempty"`
	Without     []LoadGap `json:"without,omitempty"`
}

// LoadGap is a reason why activities have no load, with the latest such activities.
type LoadGap struct {
	Reason i18n.Sentence         `json:"reason"`
	Count  int                   `json:"count"`
	Latest []training.ActivityID `json:"latest_ids"`
}

// LoadLast7 holds load, monotony and strain of the last seven days.
type LoadLast7 struct {
	From     training.Day `json:"start_date"`
	To       training.Day `json:"end_date"`
	Load     float64      `json:"load"`
	Monotony *float64     `json:"monotony,omitempty"`
	Strain   *float64     `json:"strain,omitempty"`
}

// LoadWeeks holds whole weeks with Foster's monotony (mean over standard
// deviation, n − 1, of the days) and strain (load times monotony). Both are nil
// in a week in which all days have the same load.
type LoadWeeks struct {
	Last7    *LoadLast7     `json:"last_7_days,omitempty"`
	Dates    []training.Day `json:"dates,omitempty"`
	Load     []float64      `json:"load,omitempty"`
	Monotony []*float64     `json:"monotony,omitempty"`
	Strain   []*float64     `json:"strain,omitempty"`
}

// LoadRatio is acute over chronic load on one day, by three definitions.
type LoadRatio struct {
	Day       training.Day `json:"date"`
	Coupled   *float64     `json:"coupled,omitempty"`
	Uncoupled *float64     `json:"uncoupled,omitempty"`
	EWMA      *float64     `json:"ewma,omitempty"`
	Means     string       `json:"meaning"`
}

// LoadAlert is an unusual value at the end of the range, with the rule that detected it.
type LoadAlert struct {
	Name  string        `json:"name"`
	Value float64       `json:"value"`
	Rule  i18n.Sentence `json:"rule"`
}

// tellHistory adds notes on the effects of a short or incomplete history.
func (v *LoadView) tellHistory(c *loadCourse, span, days training.DayRange, today training.Day, m load.Model) {
	settled := span.From + training.Day(3*m.CTLDays)
	there, needed := int(today-span.From)+1, int(math.Ceil(m.CTLDays))
	switch {
	case c.stated > 0:
		v.Notes = append(v.Notes, i18n.Sentencef(
			"Fitness (CTL) and fatigue start from the ctl value set for %s with update_athlete_settings.", c.stated))
	case there < needed:
		v.History = &LoadHistory{From: span.From, Days: there, Needed: needed}
		v.Notes = append(v.Notes, i18n.Sentencef(
			"There are only %s of history, and fitness (CTL) needs %d days to settle; until then fitness is too low and form too negative. "+
				"Import older recordings (lapkeep import PATH, or import_files), connect a service that has them, or state the fitness of a day "+
				"(ctl in update_athlete_settings).",
			i18n.Numbered(there, "day", "days"), needed))
	case days.To < settled:
		v.Notes = append(v.Notes, i18n.Sentencef(
			"The history begins on %s and CTL starts there at 0: it is shorter than 3 × %g days, so fitness reads too low "+
				"and form too negative. Import older recordings to correct it.",
			span.From, m.CTLDays))
	case days.From < settled:
		v.Notes = append(v.Notes, i18n.Sentencef(
			"The history begins on %s and CTL starts there at 0: fitness before %s reads too low.", span.From, settled))
	}
	v.Notes = append(v.Notes, v.tellMethod()...)
	if len(v.Sports) > 0 {
		v.Notes = append(v.Notes, "Only the named sports count, so these values are lower than those of all training.")
	}
}

// latestNamed is the maximum number of activities that a gap lists.
const latestNamed = 3

// coverage counts the activities with a load, and the reasons why others have
// none. Activities must be added in order of day.
type coverage struct {
	view    LoadCoverage
	methods []methodCount // there are few, so a linear search is fast
	gaps    map[i18n.Sentence]*LoadGap
}

// methodCount is the number of loads by a method.
type methodCount struct {
	load.Method
	n int
}

func (c *coverage) count(m load.Method) {
	for i := range c.methods {
		if c.methods[i].Method == m {
			c.methods[i].n++
			return
		}
	}
	c.methods = append(c.methods, methodCount{m, 1})
}

func (c *coverage) add(in *store.LoadInput, l load.Load, why i18n.Sentence) {
	c.view.Activities++
	if why == "" {
		c.view.WithLoad++
		c.count(l.Method)
		return
	}
	c.without(why, in.ID)
}

func (c *coverage) without(why i18n.Sentence, id training.ActivityID) {
	g := c.gaps[why]
	if g == nil {
		if c.gaps == nil {
			c.gaps = map[i18n.Sentence]*LoadGap{}
		}
		g = &LoadGap{Reason: why}
		c.gaps[why] = g
	}
	g.Count++
	if g.Latest = append(g.Latest, id); len(g.Latest) > latestNamed {
		g.Latest = g.Latest[1:]
	}
}

// withheld counts the activities that services withhold. They have no load here.
func (c *coverage) withheld(all []training.Withheld) {
	c.view.Activities += len(all)
	c.view.Withheld += len(all)
	for _, w := range all {
		c.without(i18n.Sentence(w.Reason), training.ActivityID(w.Ref))
	}
}

// withheldUnder counts the activities that services withhold on some days.
// Their sports are unknown, so unless the question is about every sport, they are not
// counted as activities but separately.
func (c *coverage) withheldUnder(every bool, all []training.Withheld) {
	if every {
		c.withheld(all)
		return
	}
	c.view.OfUnknownSport = len(all)
}

// tellUnknownSport returns a note on withheld activities that a question about
// some sports cannot count.
func (c *LoadCoverage) tellUnknownSport() []i18n.Sentence {
	if c.OfUnknownSport == 0 {
		return nil
	}
	return []i18n.Sentence{i18n.Sentencef("%s by the service, with an unknown sport: some may belong to the requested sport, but none are "+
		"counted.",
		i18n.Numbered(c.OfUnknownSport, "activity in this period is withheld", "activities in this period are withheld"))}
}

func (c *coverage) result() LoadCoverage {
	for _, m := range c.methods {
		if c.view.ByMethod == nil {
			c.view.ByMethod = map[string]int{}
		}
		c.view.ByMethod[string(m.Method)] = m.n
	}
	for _, g := range c.gaps {
		slices.Reverse(g.Latest) // the latest first
		c.view.Without = append(c.view.Without, *g)
	}
	slices.SortFunc(c.view.Without, func(a, b LoadGap) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason.String(), b.Reason.String())
	})
	return c.view
}

// mostSports is the maximum number of sports with their own series. The load of all
// others is added up as other, so that the parts add up to the whole.
const mostSports = 6

// addOf adds the load of an activity on an actual day to its sport.
func (c *loadCourse) addOf(sport training.Sport, day training.Day, tss float64) {
	if tss == 0 {
		return
	}
	if c.bySport[sport] == nil {
		c.bySport[sport] = make([]float64, c.actual.Days())
	}
	c.bySport[sport][day-c.actual.From] += tss
}

// sportLoads splits the load of bins by sport, the sport with the most load
// first and other last.
func (c *loadCourse) sportLoads(bins []bin) []SportLoad {
	loads, whole := map[training.Sport][]float64{}, map[training.Sport]float64{}
	for sport, days := range c.bySport {
		of := make([]float64, len(bins))
		for i, b := range bins {
			for _, l := range days[b.days.From-c.actual.From : b.days.To-c.actual.From+1] {
				of[i] += l
			}
			whole[sport] += of[i]
		}
		if whole[sport] > 0 {
			loads[sport] = of
		}
	}
	own := slices.SortedFunc(maps.Keys(loads), func(a, b training.Sport) int {
		return cmp.Or(cmp.Compare(whole[b], whole[a]), cmp.Compare(a, b))
	})
	own = slices.DeleteFunc(own, func(s training.Sport) bool { return s == training.Other })
	for len(own) > mostSports {
		loads[training.Other] = plus(loads[training.Other], loads[own[len(own)-1]])
		own = own[:len(own)-1]
	}
	if loads[training.Other] != nil {
		own = append(own, training.Other)
	}
	var out []SportLoad
	for _, sport := range own {
		shown := loads[sport]
		for i := range shown {
			shown[i] = one(shown[i])
		}
		out = append(out, SportLoad{Sport: sport, Load: shown})
	}
	return out
}

// plus adds b to a, which may be nil.
func plus(a, b []float64) []float64 {
	if a == nil {
		return b
	}
	for i := range a {
		a[i] += b[i]
	}
	return a
}
