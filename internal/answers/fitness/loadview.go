package fitness

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// LoadView answers how load made fitness and fatigue. What happened and what
// may come are different fields throughout.
type LoadView struct {
	answers.Heading
	Range  answers.Span     `json:"range"`
	Sports []training.Sport `json:"sports,omitempty"`
	Model  LoadModel        `json:"model"`
	Today  *LoadToday       `json:"today,omitempty"`
	Words  []i18n.Sentence  `json:"words"`
	// Services hold the fitness of the last day at connected services, by their own rules.
	Services  []serviced.Fitness `json:"services,omitempty"`
	Form      *Band              `json:"form_band,omitempty"`
	Ramp      *Band              `json:"ramp_band,omitempty"`
	Actual    *LoadSeries        `json:"actual,omitempty"`
	Project   *Projection        `json:"projected,omitempty"`
	Weeks     *LoadWeeks         `json:"weeks,omitempty"`
	Ratio     *LoadRatio         `json:"acute_chronic_ratio,omitempty"`
	Intensity *Intensity         `json:"intensity,omitempty"`
	Alerts    []LoadAlert        `json:"alerts,omitempty"`
	Coverage  LoadCoverage       `json:"coverage"`
	History   *LoadHistory       `json:"history,omitempty"`
	Notes     []i18n.Sentence    `json:"notes,omitempty"`
	Missing   answers.Missing    `json:"missing,omitempty"`
	Cut       bool               `json:"truncated,omitempty"`
	Narrow    i18n.Sentence      `json:"narrow,omitempty"`
}

// LoadModel says by which rules the series were computed.
type LoadModel struct {
	CTLDays float64 `json:"ctl_days"`
	ATLDays float64 `json:"atl_days"`
	Alpha   string  `json:"alpha"`
	TSB     string  `json:"tsb"`
	// Method is the word of the methods that count alone, or auto.
	Method string `json:"load_method"`
}

// LoadHistory is how young a history is that is shorter than the time constant of fitness.
type LoadHistory struct {
	From   training.Day `json:"start_date"`
	Days   int          `json:"days"`
	Needed int          `json:"needed_days"`
}

// LoadToday is the athlete's state today, counting what is recorded so far.
type LoadToday struct {
	Date training.Day `json:"date"`
	Load float64      `json:"load"`
	CTL  float64      `json:"ctl"`
	ATL  float64      `json:"atl"`
	TSB  float64      `json:"tsb"`
	Ramp float64      `json:"ramp_per_week"`
}

// SeriesIndex dates the entries of a series: a day, or the week or month that
// begins on it.
type SeriesIndex struct {
	Resolution string         `json:"resolution"`
	Dates      []training.Day `json:"dates"`
	// AsOf is the day that each value but the load is of, the last of its week
	// or month that counts.
	AsOf  []training.Day `json:"as_of,omitempty"`
	Parts []answers.Part `json:"partial,omitempty"`
}

// LoadSeries shows what happened: load is the sum of an entry's days, the
// others are the values at its end.
type LoadSeries struct {
	SeriesIndex
	Load []float64 `json:"load"`
	CTL  []float64 `json:"ctl"`
	ATL  []float64 `json:"atl"`
	TSB  []float64 `json:"tsb"`
	Ramp []float64 `json:"ramp_per_week"`
	// BySport parts the load of each entry, the sport with the most of it first.
	BySport []SportLoad `json:"load_by_sport,omitempty"`
	// Without counts the activities of each entry that have no load; nil where all have one.
	Without []int `json:"without_load,omitempty"`
	// Estimated are the days of a daily series with a load that is estimated, by its method.
	Estimated map[string][]training.Day `json:"estimated,omitempty"`
}

// SportLoad is the load of one sport in the entries of a series.
type SportLoad struct {
	Sport training.Sport `json:"sport"`
	Load  []float64      `json:"load"`
}

// Projection shows the values that would follow from a load that nobody has done yet.
type Projection struct {
	Basis i18n.Sentence `json:"basis"`
	SeriesIndex
	Load []float64 `json:"projected_load"`
	CTL  []float64 `json:"projected_ctl"`
	ATL  []float64 `json:"projected_atl"`
	TSB  []float64 `json:"projected_tsb"`
}

// LoadCoverage counts the activities that the load is made from, and those that it lacks.
type LoadCoverage struct {
	Activities int `json:"activities"`
	WithLoad   int `json:"with_load"`
	// Withheld are those that a service shows nothing of but that they are there.
	Withheld int `json:"withheld,omitempty"`
	// OfUnknownSport counts withheld ones that may or may not belong to the
	// sports of the question. They are counted nowhere else.
	OfUnknownSport int            `json:"of_unknown_sport,omitempty"`
	ByMethod       map[string]int `json:"by_method,omitempty"`
	// ByIndoorFTP are those by power whose FTP is the one indoors.
	ByIndoorFTP int       `json:"by_indoor_ftp,omitempty"`
	Without     []LoadGap `json:"without,omitempty"`
}

// LoadGap is a reason why activities have no load, with the latest of them.
type LoadGap struct {
	Reason i18n.Sentence         `json:"reason"`
	Count  int                   `json:"count"`
	Latest []training.ActivityID `json:"latest_ids"`
}

// LoadLast7 is the same of the last seven days.
type LoadLast7 struct {
	From     training.Day `json:"start_date"`
	To       training.Day `json:"end_date"`
	Load     float64      `json:"load"`
	Monotony *float64     `json:"monotony,omitempty"`
	Strain   *float64     `json:"strain,omitempty"`
}

// LoadWeeks are whole weeks with Foster's monotony (mean over the standard
// deviation, n − 1, of the days) and strain (load by monotony). Both are nil
// in a week whose days are all equal.
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

// LoadAlert is one unusual thing at the end of the range, with the rule that
// found it.
type LoadAlert struct {
	Name  string        `json:"name"`
	Value float64       `json:"value"`
	Rule  i18n.Sentence `json:"rule"`
}
