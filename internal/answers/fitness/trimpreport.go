package fitness

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// These are the values of TRIMP per minute above which an activity is moderate or hard.
const (
	moderateAbove = 1.5
	hardAbove     = 2.2
)

// These are the classes of intensity.
const (
	easyTRIMP     = "easy"
	moderateTRIMP = "moderate"
	hardTRIMP     = "hard"
)

func (r *TRIMPRow) perMin() float64 { return r.TRIMP / (r.Seconds / 60) }

func (r *TRIMPRow) intensity() string {
	switch perMin := r.perMin(); {
	case perMin > hardAbove:
		return hardTRIMP
	case perMin > moderateAbove:
		return moderateTRIMP
	}
	return easyTRIMP
}

// spreadTRIMP describes the distribution of impulses in one sport.
type spreadTRIMP struct {
	activities, n  int
	sum, mean, dev float64 // dev is the sample standard deviation (n − 1), or 0 if unknown
}

// z returns the difference of a row from its sport's mean, in standard deviations.
func (s *spreadTRIMP) z(r *TRIMPRow) (float64, bool) {
	return (r.TRIMP - s.mean) / s.dev, s.dev > 0
}

// spreadsOf returns the distribution of impulses in each group. of returns the group of a
// row.
func spreadsOf[K comparable](rows []TRIMPRow, of func(*TRIMPRow) K) map[K]*spreadTRIMP {
	out := map[K]*spreadTRIMP{}
	for i := range rows {
		r := &rows[i]
		s := out[of(r)]
		if s == nil {
			s = &spreadTRIMP{}
			out[of(r)] = s
		}
		s.activities++
		if r.Missing == "" {
			s.n, s.sum = s.n+1, s.sum+r.TRIMP
		}
	}
	for _, s := range out {
		s.mean = s.sum / float64(max(s.n, 1))
	}
	for i := range rows { // subtracting the mean first avoids a loss of precision
		r := &rows[i]
		if s := out[of(r)]; r.Missing == "" && s.n > 1 {
			s.dev += (r.TRIMP - s.mean) * (r.TRIMP - s.mean) / float64(s.n-1)
		}
	}
	for _, s := range out {
		s.dev = math.Sqrt(s.dev)
	}
	return out
}

const (
	// mostTRIMPRows is the maximum number of activities in an answer.
	mostTRIMPRows = 50
	// highestTRIMP is the maximum number of days, of activities and of pairs of heart
	// rate bounds in an answer.
	highestTRIMP = 5
)

// ReportTRIMP returns a report on rows in order of day, from recordings or from a service.
func ReportTRIMP(rows []TRIMPRow, sex training.Sex) *TRIMPReport {
	spreads := spreadsOf(rows, func(r *TRIMPRow) training.Sport { return r.Sport })
	out := &TRIMPReport{
		Method: "banister", Sex: sex, Activities: len(rows), BySport: []TRIMPSport{}, Without: trimpGaps(rows),
		Rule: i18n.Sentencef("intensity by TRIMP per minute: hard above %g, moderate above %g, else easy", hardAbove, moderateAbove),
	}
	var known []*TRIMPRow
	total := 0.0
	for i := range rows {
		if r := &rows[i]; r.Missing == "" {
			known, total = append(known, r), total+r.TRIMP
		}
	}
	out.tellRates(rows)
	out.tellSports(spreads)
	out.tellKinds(rows)
	if out.WithTRIMP = len(known); out.WithTRIMP == 0 {
		return out
	}
	out.Total, out.Mean = cell(total, true)(1), cell(total/float64(len(known)), true)(1)
	out.ByIntensity = map[string]int{}
	for _, r := range known {
		out.ByIntensity[r.intensity()]++
	}
	out.HighestDays, out.Highest = highestDays(known), highestActivities(known)
	out.tellRows(known, spreads)
	return out
}

// trimpGaps groups the rows without an impulse by reason, most frequent first.
func trimpGaps(rows []TRIMPRow) (out []TRIMPGap) {
	var c coverage
	fixes := map[i18n.Sentence]i18n.Sentence{}
	for _, r := range rows {
		if r.Missing != "" {
			c.without(r.Missing, r.ID)
			fixes[r.Missing] = r.Fix
		}
	}
	for _, g := range c.result().Without {
		out = append(out, TRIMPGap{LoadGap: g, Fix: fixes[g.Reason]})
	}
	return out
}

// tellRates fills in the heart rate bounds of the impulses, those with the most
// activities first.
func (v *TRIMPReport) tellRates(rows []TRIMPRow) {
	counts := map[[2]float64]int{}
	for _, r := range rows {
		if r.Missing == "" {
			counts[[2]float64{r.RestHRBpm, r.MaxHRBpm}]++
		}
	}
	var out []TRIMPRates
	for b, n := range counts {
		out = append(out, TRIMPRates{RestHRBpm: b[0], MaxHRBpm: b[1], Activities: n})
	}
	slices.SortStableFunc(out, func(a, b TRIMPRates) int {
		return cmp.Or(b.Activities-a.Activities, cmp.Compare(a.RestHRBpm, b.RestHRBpm), cmp.Compare(a.MaxHRBpm, b.MaxHRBpm))
	})
	v.HeartRates = out[:min(len(out), highestTRIMP)]
	v.MoreRates = len(out) - len(v.HeartRates)
}

// tellSports fills in the sports, those with the highest total first. It also ranks the
// sports whose impulses vary, steadiest first.
func (v *TRIMPReport) tellSports(spreads map[training.Sport]*spreadTRIMP) {
	ranked := func(by func(s *spreadTRIMP) float64) (out []training.Sport) {
		for sport, s := range spreads {
			if s.dev > 0 {
				out = append(out, sport)
			}
		}
		slices.SortFunc(out, func(a, b training.Sport) int {
			return cmp.Or(cmp.Compare(by(spreads[a]), by(spreads[b])), cmp.Compare(a, b))
		})
		return out
	}
	v.SportsByCV, v.SportsBySD = ranked((*spreadTRIMP).cv), ranked(func(s *spreadTRIMP) float64 { return s.dev })
	for _, sport := range slices.Sorted(maps.Keys(spreads)) {
		v.BySport = append(v.BySport, spreads[sport].view(sport.Plain()))
	}
	slices.SortStableFunc(v.BySport, mostTRIMP)
}

// tellKinds fills in the kinds of those sports that were done in more than one discipline.
func (v *TRIMPReport) tellKinds(rows []TRIMPRow) {
	spreads, ways := spreadsOf(rows, func(r *TRIMPRow) training.Discipline { return r.Of }), map[training.Sport]int{}
	for d := range spreads {
		ways[d.Sport]++
	}
	for d, s := range spreads {
		if ways[d.Sport] > 1 && d.Refined() {
			v.ByKind = append(v.ByKind, s.view(d))
		}
	}
	slices.SortStableFunc(v.ByKind, func(a, b TRIMPSport) int {
		return cmp.Or(mostTRIMP(a, b), cmp.Compare(a.Sport.String(), b.Sport.String()))
	})
}

func mostTRIMP(a, b TRIMPSport) int { return cmp.Compare(orZero(b.Total), orZero(a.Total)) }

// view returns a group in the form in which it is shown.
func (s *spreadTRIMP) view(of training.Discipline) TRIMPSport {
	return TRIMPSport{
		Sport: of, Activities: s.activities, WithTRIMP: s.n,
		Total: cell(s.sum, s.n > 0)(1), Mean: cell(s.mean, s.n > 0)(1), SD: cell(s.dev, s.n > 1)(1), CVPct: cell(s.cv(), s.n > 1)(1),
	}
}

// cv returns the standard deviation as a percentage of the mean.
func (s *spreadTRIMP) cv() float64 { return s.dev / s.mean * 100 }

// highestDays returns the days with the highest impulse; if several are equal, the later
// comes first.
func highestDays(known []*TRIMPRow) (out []TRIMPDay) {
	for _, r := range known {
		if n := len(out); n == 0 || out[n-1].Date != r.Day {
			out = append(out, TRIMPDay{Date: r.Day})
		}
		d := &out[len(out)-1]
		d.TRIMP, d.Activities = d.TRIMP+r.TRIMP, d.Activities+1
	}
	slices.SortStableFunc(out, func(a, b TRIMPDay) int { return cmp.Or(cmp.Compare(b.TRIMP, a.TRIMP), cmp.Compare(b.Date, a.Date)) })
	out = out[:min(len(out), highestTRIMP)]
	for i := range out {
		out[i].TRIMP = one(out[i].TRIMP)
	}
	return out
}

// harder orders rows by impulse, highest first; if two are equal, the later comes
// first.
func harder(a, b *TRIMPRow) int {
	if c := cmp.Compare(b.TRIMP, a.TRIMP); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(a.ID, b.ID))
}

func highestActivities(known []*TRIMPRow) (out []TRIMPHighest) {
	for _, r := range foremost(known, highestTRIMP, harder) {
		out = append(out, TRIMPHighest{ID: r.ID, Date: r.Day, Sport: r.Sport, Refinement: r.Of.Refinement(), TRIMP: one(r.TRIMP)})
	}
	return out
}

// tellRows fills in the activities, those that deviate most from their sport's
// mean first.
func (v *TRIMPReport) tellRows(known []*TRIMPRow, spreads map[training.Sport]*spreadTRIMP) {
	type unusual struct {
		*TRIMPRow
		by float64 // deviation from the mean
	}
	all := make([]unusual, len(known))
	for i, r := range known {
		all[i].TRIMPRow = r
		if z, ok := spreads[r.Sport].z(r); ok {
			all[i].by = math.Abs(z)
		}
	}
	shown := foremost(all, mostTRIMPRows, func(a, b unusual) int {
		if c := cmp.Compare(b.by, a.by); c != 0 {
			return c
		}
		return harder(a.TRIMPRow, b.TRIMPRow)
	})
	if v.Cut = len(known) > mostTRIMPRows; v.Cut {
		v.Narrow = i18n.Sentencef("Only the %d most unusual of %d activities are shown. Ask for fewer days, or one sport.",
			mostTRIMPRows, len(known))
	}
	for _, r := range shown {
		v.Rows.add(r.TRIMPRow, spreads[r.Sport])
	}
}

// foremost returns the first n items of a list in the given order. In a long list, most
// items are compared only with the last of the n found so far.
func foremost[T any](all []T, n int, order func(a, b T) int) []T {
	var out []T
	for _, x := range all {
		if len(out) == n && order(out[n-1], x) <= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, x, order)
		out = slices.Insert(out[:min(len(out), n-1)], at, x)
	}
	return out
}

// TRIMPReport shows the distribution of training impulses by activity, sport
// and day, with the settings that they depend on.
type TRIMPReport struct {
	Method     string       `json:"method"`
	Sex        training.Sex `json:"sex,omitempty"`
	HeartRates []TRIMPRates `json:"heart_rates,omitempty"`
	// MoreRates is the number of pairs of bounds that are not shown, which have fewer activities.
	MoreRates  int      `json:"more_heart_rates,omitempty"`
	Activities int      `json:"activities"`
	WithTRIMP  int      `json:"with_trimp"`
	Total      *float64 `json:"total_trimp,omitempty"`
	Mean       *float64 `json:"mean_trimp,omitempty"`
	// ByIntensity counts activities by class; Rule defines the classes.
	ByIntensity map[string]int `json:"by_intensity,omitempty"`
	Rule        i18n.Sentence  `json:"rule"`
	BySport     []TRIMPSport   `json:"by_sport"`
	// ByKind holds the kinds of sports that were done in more than one discipline;
	// BySport includes them.
	ByKind []TRIMPSport `json:"by_kind,omitempty"`
	// SportsByCV and SportsBySD rank the sports, steadiest first.
	SportsByCV  []training.Sport `json:"sports_by_cv,omitempty"`
	SportsBySD  []training.Sport `json:"sports_by_sd,omitempty"`
	HighestDays []TRIMPDay       `json:"highest_days,omitempty"`
	Highest     []TRIMPHighest   `json:"highest_activities,omitempty"`
	Rows        TRIMPRows        `json:"rows,omitzero"`
	Without     []TRIMPGap       `json:"without,omitempty"`
	Cut         bool             `json:"truncated,omitempty"`
	Narrow      i18n.Sentence    `json:"narrow,omitempty"`
}

// TRIMPRates holds a resting and a maximum heart rate, and the number of activities
// calculated with them.
type TRIMPRates struct {
	RestHRBpm  float64 `json:"resting_hr_bpm"`
	MaxHRBpm   float64 `json:"max_hr_bpm"`
	Activities int     `json:"activities"`
}

// TRIMPSport is the distribution of impulses in one sport, or in a kind of it.
// The standard deviation (n − 1) needs two activities.
type TRIMPSport struct {
	Sport      training.Discipline `json:"sport"`
	Activities int                 `json:"activities"`
	WithTRIMP  int                 `json:"with_trimp"`
	Total      *float64            `json:"total_trimp,omitempty"`
	Mean       *float64            `json:"mean_trimp,omitempty"`
	SD         *float64            `json:"sd_trimp,omitempty"`
	CVPct      *float64            `json:"cv_trimp_pct,omitempty"`
}

// TRIMPDay is one of the days with the highest impulse.
type TRIMPDay struct {
	Date       training.Day `json:"local_date"`
	TRIMP      float64      `json:"trimp"`
	Activities int          `json:"activities"`
}

// TRIMPHighest is one of the activities with the highest impulse.
type TRIMPHighest struct {
	ID    training.ActivityID `json:"activity_id"`
	Date  training.Day        `json:"local_date"`
	Sport training.Sport      `json:"sport"`
	training.Refinement
	TRIMP float64 `json:"trimp"`
}

// TRIMPRows holds activities in columns that share an index, the least usual for their sport
// first.
type TRIMPRows struct {
	IDs       []training.ActivityID `json:"ids"`
	Dates     []training.Day        `json:"dates"`
	Sports    []training.Sport      `json:"sports"`
	AvgHRBpm  []*float64            `json:"avg_hr_bpm"`
	CountedS  []float64             `json:"counted_s"`
	TRIMP     []float64             `json:"trimp"`
	PerMin    []float64             `json:"trimp_per_min"`
	Intensity []string              `json:"intensity"`
	// Deviations are from the sport's mean, in its standard deviations; null if
	// the sport has none.
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

// trimp fills in the section on training impulses.
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
			i18n.Sentencef("%s without a TRIMP; trimp.without lists the reasons.", i18n.Numbered(g, "activity is", "activities are")))
	}
	return nil
}
