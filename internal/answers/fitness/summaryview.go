package fitness

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// SummaryView answers what was done in a period and how that differs from
// the period before.
type SummaryView struct {
	answers.Heading
	Period  Period           `json:"period"`
	Sports  []training.Sport `json:"sports,omitempty"`
	Only    *Only            `json:"only,omitempty"` // as the filters were read
	Totals  Totals           `json:"totals"`
	BySport []SportTotals    `json:"by_sport,omitempty"`
	Zones   []ZoneTotals     `json:"time_in_zones,omitempty"`
	Longest *Longest         `json:"longest,omitempty"`
	// A period longer than a week has its weekdays and hours.
	ByWeekday *ByWeekday `json:"by_weekday,omitempty"`
	ByHour    *ByHour    `json:"by_hour,omitempty"`
	ByDay     *Series    `json:"by_day,omitempty"`
	ByWeek    *Series    `json:"by_week,omitempty"`
	ByMonth   *Series    `json:"by_month,omitempty"`
	Streaks   *Streaks   `json:"streaks,omitempty"`
	Bests     []Best     `json:"bests,omitempty"`
	// Milestones and Eddingtons are of all that was done until the end of the
	// period, and of what was done within it.
	Milestones []Milestone     `json:"milestones,omitempty"`
	Eddingtons []Eddington     `json:"eddington,omitempty"`
	Weather    *HeatAndWind    `json:"weather,omitempty"`
	TRIMP      *TRIMPReport    `json:"trimp,omitempty"`
	Previous   *Previous       `json:"previous,omitempty"`
	Change     *Change         `json:"change,omitempty"`
	Coverage   LoadCoverage    `json:"load_coverage"`
	Words      []i18n.Sentence `json:"words"`
	Notes      []i18n.Sentence `json:"notes,omitempty"`
	Missing    answers.Missing `json:"missing,omitempty"`
}

// Period is the days of an answer. A partial one has not ended: its last
// day shown is today.
type Period struct {
	Kind string `json:"kind"`
	answers.Span
	Partial bool `json:"partial,omitempty"`
	// FullEnd is the day on which a partial period will end.
	FullEnd *training.Day `json:"full_end_date,omitempty"`
}

// Totals add up what is known: an activity without a distance adds none. A
// sum to which nothing contributed is left out.
type Totals struct {
	Activities     int      `json:"activities"`
	ActiveDays     int      `json:"active_days"`
	DurationS      *float64 `json:"duration_s,omitempty"`
	MovingTimeS    *float64 `json:"moving_time_s,omitempty"`
	ElapsedTimeS   *float64 `json:"elapsed_time_s,omitempty"`
	DistanceKM     *float64 `json:"distance_km,omitempty"`
	ElevationGainM *float64 `json:"elevation_gain_m,omitempty"`
	TSS            *float64 `json:"tss,omitempty"`
	WorkKJ         *float64 `json:"work_kj,omitempty"`
	// AvgSpeedKMH is over the timer time of those with a distance, of one sport.
	AvgSpeedKMH *float64 `json:"avg_speed_kmh,omitempty"`
	// CaloriesKcal comes from devices and services; nothing is estimated.
	CaloriesKcal *float64 `json:"calories_kcal,omitempty"`
}

// SportTotals are the totals of one sport.
type SportTotals struct {
	Sport training.Sport `json:"sport"`
	Totals
}

// ZoneTotals is the time in the zones of one scheme, each activity counted
// by the thresholds of its own day.
type ZoneTotals struct {
	Kind       training.ZoneKind `json:"kind"`
	Scheme     string            `json:"scheme"`
	Sports     []training.Sport  `json:"sports"`
	Names      []string          `json:"names"`
	Seconds    []float64         `json:"seconds"`
	SharePct   []float64         `json:"share_pct"`
	Activities int               `json:"activities"`
}

// Longest names the longest activities.
type Longest struct {
	ByDuration *Standout `json:"by_duration,omitempty"`
	ByDistance *Standout `json:"by_distance,omitempty"`
	ByLoad     *Standout `json:"by_tss,omitempty"`
}

// Standout is one of the longest activities with the values that make it so.
type Standout struct {
	ID         training.ActivityID `json:"id"`
	LocalDate  training.Day        `json:"local_date"`
	Sport      training.Sport      `json:"sport"`
	DurationS  float64             `json:"duration_s"`
	DistanceKM *float64            `json:"distance_km,omitempty"`
	TSS        *float64            `json:"tss,omitempty"`
}

// Previous is the period before. Where the period is partial, it is as many
// days of the one before.
type Previous struct {
	answers.Span
	Totals Totals `json:"totals"`
	// Cut says that only the first days of the period before were counted.
	Cut bool `json:"same_days_only,omitempty"`
}

// Change is the period less the one before.
type Change struct {
	Totals
	// Percent is the change in percent of the period before, by field.
	Percent map[string]float64 `json:"percent,omitempty"`
}
