package fitness

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// TRIMPReport answers how training impulses are spread: by activity, sport and
// day, with the settings that they follow from.
type TRIMPReport struct {
	Method     string       `json:"method"`
	Sex        training.Sex `json:"sex,omitempty"`
	HeartRates []TRIMPRates `json:"heart_rates,omitempty"`
	// MoreRates are further ones, of fewer activities.
	MoreRates  int      `json:"more_heart_rates,omitempty"`
	Activities int      `json:"activities"`
	WithTRIMP  int      `json:"with_trimp"`
	Total      *float64 `json:"total_trimp,omitempty"`
	Mean       *float64 `json:"mean_trimp,omitempty"`
	// ByIntensity counts activities by the rule.
	ByIntensity map[string]int `json:"by_intensity,omitempty"`
	Rule        i18n.Sentence  `json:"rule"`
	BySport     []TRIMPSport   `json:"by_sport"`
	// SportsByCV and SportsBySD rank the sports, the steadiest first.
	SportsByCV  []training.Sport `json:"sports_by_cv,omitempty"`
	SportsBySD  []training.Sport `json:"sports_by_sd,omitempty"`
	HighestDays []TRIMPDay       `json:"highest_days,omitempty"`
	Highest     []TRIMPHighest   `json:"highest_activities,omitempty"`
	Rows        TRIMPRows        `json:"rows,omitzero"`
	Without     []TRIMPGap       `json:"without,omitempty"`
	Cut         bool             `json:"truncated,omitempty"`
	Narrow      i18n.Sentence    `json:"narrow,omitempty"`
}

// TRIMPRates are resting and maximum heart rate, and of how many activities.
type TRIMPRates struct {
	RestHRBpm  float64 `json:"resting_hr_bpm"`
	MaxHRBpm   float64 `json:"max_hr_bpm"`
	Activities int     `json:"activities"`
}

// TRIMPSport is how the impulses of one sport are spread. The standard
// deviation (n − 1) takes two of them.
type TRIMPSport struct {
	Sport      training.Sport `json:"sport"`
	Activities int            `json:"activities"`
	WithTRIMP  int            `json:"with_trimp"`
	Total      *float64       `json:"total_trimp,omitempty"`
	Mean       *float64       `json:"mean_trimp,omitempty"`
	SD         *float64       `json:"sd_trimp,omitempty"`
	CVPct      *float64       `json:"cv_trimp_pct,omitempty"`
}

// TRIMPDay is one of the days with the most.
type TRIMPDay struct {
	Date       training.Day `json:"local_date"`
	TRIMP      float64      `json:"trimp"`
	Activities int          `json:"activities"`
}

// TRIMPHighest is one of the activities with the most.
type TRIMPHighest struct {
	ID    training.ActivityID `json:"activity_id"`
	Date  training.Day        `json:"local_date"`
	Sport training.Sport      `json:"sport"`
	TRIMP float64             `json:"trimp"`
}

// TRIMPRows are activities on one index, the least usual of their sport first.
type TRIMPRows struct {
	IDs       []training.ActivityID `json:"ids"`
	Dates     []training.Day        `json:"dates"`
	Sports    []training.Sport      `json:"sports"`
	AvgHRBpm  []*float64            `json:"avg_hr_bpm"`
	CountedS  []float64             `json:"counted_s"`
	TRIMP     []float64             `json:"trimp"`
	PerMin    []float64             `json:"trimp_per_min"`
	Intensity []string              `json:"intensity"`
	// Deviations are from the mean of the sport in its standard deviations; null
	// where the sport has none.
	Deviations []*float64  `json:"deviation_sd"`
	From       []TRIMPFrom `json:"from"`
}

func (v *TRIMPRows) add(r *TRIMPRow, s *spreadTRIMP) {
	v.IDs, v.Dates, v.Sports = append(v.IDs, r.ID), append(v.Dates, r.Day), append(v.Sports, r.Sport)
	v.AvgHRBpm = append(v.AvgHRBpm, cell(r.AvgHRBpm, r.AvgHRBpm > 0)(answers.Decimals(training.MetricAvgHRBpm)))
	v.CountedS = append(v.CountedS, answers.Round(r.Seconds, 0))
	v.TRIMP, v.PerMin = append(v.TRIMP, one(r.TRIMP)), append(v.PerMin, answers.Round(r.perMin(), 2))
	v.Intensity, v.From = append(v.Intensity, r.intensity()), append(v.From, r.From)
	v.Deviations = append(v.Deviations, cell(s.z(r))(2))
}

// TRIMPGap is a reason why activities have no impulse, and what to do about it.
type TRIMPGap struct {
	LoadGap
	Fix i18n.Sentence `json:"fix,omitempty"`
}

// trimp answers the section.
func (v *SummaryView) trimp(ctx context.Context, d summarised) error {
	rows, err := d.trimpRows(ctx)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		v.Missing = v.Missing.Add("trimp", "there is no activity in the period")
		return nil
	}
	v.TRIMP = ReportTRIMP(rows, d.w.Rules.Sex)
	if v.TRIMP.Total != nil {
		v.Words = append(v.Words, i18n.Sentencef("TRIMP (Banister) adds up to %g, %g on average.", *v.TRIMP.Total, *v.TRIMP.Mean))
	}
	if g := len(rows) - v.TRIMP.WithTRIMP; g > 0 {
		v.Words = append(v.Words,
			i18n.Sentencef("%s without a TRIMP; trimp.without says why.", i18n.Numbered(g, "activity is", "activities are")))
	}
	return nil
}
