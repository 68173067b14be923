package fitness

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// BestWeeks holds the blocks of consecutive weeks with the highest totals.
type BestWeeks struct {
	Weeks int     `json:"weeks"`
	Most  []Block `json:"most"`
}

// Block is a number of consecutive weeks with their totals. If several blocks
// have the same total, it is the first of them.
type Block struct {
	By training.Metric `json:"by"`
	answers.Span
	Totals Totals `json:"totals"`
}

// blockValues lists the values by which blocks are compared.
var blockValues = []struct {
	metric training.Metric
	of     func(s *sums) float64
}{
	{training.MetricTSS, func(s *sums) float64 { return s.tss }},
	{training.MetricDurationS, func(s *sums) float64 { return s.timer }},
	{training.MetricDistanceKM, func(s *sums) float64 { return s.distanceM }},
}

// MostWeeks is the maximum number of weeks in a block.
const MostWeeks = 104

// bestWeeks compares all blocks of n weeks. In a week that is only partly in the period,
// only the days in the period count. It returns nil if the period is shorter than n weeks.
func bestWeeks(d summarised, n int) *BestWeeks {
	bins := binsOf(d.done, ByWeek, d.f)
	if len(bins) < n {
		return nil
	}
	type block struct {
		days training.DayRange
		sums sums
	}
	all := make([]block, len(bins)-n+1)
	for i := range all {
		days := training.DayRange{From: bins[i].days.From, To: bins[i+n-1].days.To}
		all[i] = block{days, d.sums(days)}
	}
	out := &BestWeeks{Weeks: n}
	for _, by := range blockValues {
		// MaxFunc keeps the first of equal blocks.
		best := slices.MaxFunc(all, func(a, b block) int { return cmp.Compare(by.of(&a.sums), by.of(&b.sums)) })
		if by.of(&best.sums) > 0 {
			out.Most = append(out.Most, Block{By: by.metric, Span: answers.SpanOf(best.days), Totals: best.sums.totals()})
		}
	}
	return out
}

// sums adds up the activities on the given days of the period.
func (d summarised) sums(days training.DayRange) (s sums) {
	for _, r := range within(d.w.rated, days) {
		s.add(r.LoadInput, r.load.TSS)
	}
	return s
}

// Break is a number of consecutive days without an activity. It is shown
// completely, even if it begins before the period or ends after it.
type Break struct {
	answers.Span
	// Ongoing means that no activity has followed so far. Today does not count yet.
	Ongoing bool `json:"ongoing,omitempty"`
}

// Breaks holds the breaks that overlap a period. If there are too many, it
// contains only the longest.
type Breaks struct {
	Least int     `json:"least_days"`
	Total int     `json:"total"`
	Rows  []Break `json:"breaks"`
}

const (
	usualBreak = 7
	mostBreaks = 40
)

// breaks finds the breaks between the first activity and today. A withheld
// activity also ends a break.
func (d summarised) breaks(ctx context.Context) (*Breaks, error) {
	out := &Breaks{Least: cmp.Or(d.c.q.BreakDays, usualBreak), Rows: []Break{}}
	a := active{frame: d.f, days: map[training.Sport][]training.Day{}}
	if err := d.readDays(ctx, &a, training.DayRange{From: d.span.From, To: d.f.Today}); err != nil {
		return nil, err
	}
	days := a.days[allSports]
	for i, day := range days {
		b, end := training.DayRange{From: day + 1}, i == len(days)-1
		if b.To = d.f.Today - 1; !end {
			b.To = days[i+1] - 1
		}
		if b.Days() >= out.Least && b.From <= d.done.To && b.To >= d.done.From {
			out.Rows = append(out.Rows, Break{Span: answers.SpanOf(b), Ongoing: end})
		}
	}
	if out.Total = len(out.Rows); out.Total > mostBreaks {
		slices.SortStableFunc(out.Rows, func(a, b Break) int { return b.Days - a.Days })
		out.Rows = out.Rows[:mostBreaks]
		slices.SortFunc(out.Rows, func(a, b Break) int { return cmp.Compare(a.From, b.From) })
	}
	return out, nil
}

// ZoneMonths holds the time in the zones of a [ZoneTotals] for each month.
type ZoneMonths struct {
	Kind   training.ZoneKind `json:"kind"`
	Scheme string            `json:"scheme"`
	Sports []training.Sport  `json:"sports"`
	Names  []string          `json:"names"`
	// From lists the first days of the months with time in these zones. Seconds has one
	// list for each of these months.
	From     []training.Day `json:"from"`
	Seconds  [][]float64    `json:"seconds"`
	SharePct [][]float64    `json:"share_pct"`
}

// mostZoneMonths is the maximum number of months in a table. If there are more,
// the table contains the latest.
const mostZoneMonths = 24

// zoneMonths adds the time in zones for each month.
func (v *SummaryView) zoneMonths(ctx context.Context, d summarised) error {
	bins := binsOf(d.done, ByMonth, d.f)
	if cut := len(bins) - mostZoneMonths; cut > 0 {
		bins = bins[cut:]
		v.Notes = append(v.Notes, "Only the zones of the latest 24 months are shown. Ask for fewer days.")
	}
	for _, b := range bins {
		all, err := timeInZones(ctx, d.h, d.s, b.days, d.c.q.Sports, d.c.selected, d.w.Timeline)
		if err == nil {
			err = nameZones(ctx, d.r, d.s, all)
		}
		if err != nil {
			return err
		}
		for i := range all {
			m := v.zoneMonth(&all[i])
			m.From = append(m.From, b.whole.From)
			m.Seconds, m.SharePct = append(m.Seconds, all[i].Seconds), append(m.SharePct, all[i].SharePct)
		}
	}
	if len(v.ZoneMonths) == 0 && v.Totals.Activities > 0 {
		v.Missing = v.Missing.Add(SummaryZonesByMonth, noZones)
	}
	return nil
}

// zoneMonth returns the table for a scheme. If there is none, it adds one.
func (v *SummaryView) zoneMonth(z *ZoneTotals) *ZoneMonths {
	for i := range v.ZoneMonths {
		m := &v.ZoneMonths[i]
		if m.Kind != z.Kind || m.Scheme != z.Scheme || len(m.Names) != len(z.Names) ||
			m.Kind == training.ZonesPower && m.Sports[0] != z.Sports[0] {
			continue
		}
		for _, s := range z.Sports {
			if !slices.Contains(m.Sports, s) {
				m.Sports = append(m.Sports, s)
			}
		}
		return m
	}
	v.ZoneMonths = append(v.ZoneMonths, ZoneMonths{Kind: z.Kind, Scheme: z.Scheme, Sports: slices.Clone(z.Sports), Names: z.Names})
	return &v.ZoneMonths[len(v.ZoneMonths)-1]
}

// efficiency returns output divided by heart rate, as the metric
// efficiency_factor is defined, or 0 if it is unknown.
func efficiency(in *store.LoadInput) float64 {
	const perMin = 60
	output := in.NP
	if in.Sport.OnFoot() {
		output = in.AvgSpeed * perMin
	}
	if in.AvgHR <= 0 || in.HRSeconds < summary.MinCoverage*in.TimerS {
		return 0
	}
	return output / in.AvgHR
}
