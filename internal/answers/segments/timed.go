package segments

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// mostTimed is the maximum number of efforts on one of the athlete's own segments
// that are shown with their activities.
const mostTimed = 20

// byTime orders efforts by time, fastest first. If two are equal, the earlier comes first.
func byTime(a, b training.SegmentEffort) int {
	return cmp.Or(cmp.Compare(a.TimeS(), b.TimeS()), cmp.Compare(a.Day, b.Day), cmp.Compare(a.FromS, b.FromS))
}

// timed is one time on a segment or on a climb that is not saved.
type timed struct {
	training.SegmentEffort

	rank int
}

// timedOf ranks efforts in order of time; equal times share a rank.
func timedOf(all []training.SegmentEffort) []timed {
	out := make([]timed, len(all))
	order := make([]*timed, len(all))
	for i := range all {
		out[i].SegmentEffort = all[i]
		order[i] = &out[i]
	}
	slices.SortStableFunc(order, func(a, b *timed) int { return byTime(a.SegmentEffort, b.SegmentEffort) })
	for i, x := range order {
		if x.rank = i + 1; i > 0 && x.TimeS() == order[i-1].TimeS() {
			x.rank = order[i-1].rank
		}
	}
	return out
}

// ascents converts the ascents of a climb to efforts, with timer time, which
// excludes pauses.
func ascents(c *Climb) []training.SegmentEffort {
	out := make([]training.SegmentEffort, len(c.Ascents))
	for i := range c.Ascents {
		a := &c.Ascents[i]
		e := training.SegmentEffort{
			Activity: a.Activity, Day: a.Day, Sport: a.Sport, FromS: a.Span.FromS, ToS: a.Span.FromS + a.TimerS, TimerS: a.TimerS,
		}
		for m, v := range map[training.Metric]float64{training.MetricAvgPowerW: a.AvgPowerW, training.MetricAvgHRBpm: a.AvgHRBpm} {
			if v > 0 {
				e.Values = e.Values.Put(m, v)
			}
		}
		out[i] = e
	}
	return out
}

// times adds the efforts on one of the athlete's own segments or on a proposed one.
func (d Catalog) times(ctx context.Context, s training.Scope, all []training.SegmentEffort, out *Detail) error {
	if len(all) == 0 {
		return nil
	}
	ranked := timedOf(all)
	out.Ridden = len(all)
	slices.Reverse(ranked) // the newest first
	shown := ranked
	if len(shown) > mostTimed {
		shown, out.Truncated = shown[:mostTimed], true
	}
	fastest := slices.Clone(ranked)
	slices.SortStableFunc(fastest, func(a, b timed) int { return byTime(a.SegmentEffort, b.SegmentEffort) })
	fastest = fastest[:min(len(fastest), mostFastest)]
	teller, err := d.teller(ctx, s, append(slices.Clone(shown), fastest...))
	if err != nil {
		return err
	}
	for i := range shown {
		one, err := teller.effort(ctx, &shown[i], &out.Head)
		if err != nil {
			return err
		}
		out.Own = append(out.Own, one)
	}
	best, err := teller.effort(ctx, &fastest[0], &out.Head)
	if err != nil {
		return err
	}
	out.Best, out.OwnBestS = &best, &best.TimeS
	for i := range fastest {
		out.Fastest = append(out.Fastest, rankOf(&fastest[i], out.DistanceKm))
	}
	trend, why := trendOf(all)
	if out.Trend = trend; why != "" {
		out.Missing = out.Missing.Add("trend", why)
	}
	return nil
}

// rankOf returns one of the athlete's times as a row of a ranking.
func rankOf(t *timed, km *float64) Rank {
	day := t.Day
	return Rank{
		Rank: t.rank, You: true, TimeS: answers.Round(t.TimeS(), 1), SpeedKmh: speed(km, t.TimeS()), Date: &day, ActivityID: string(t.Activity),
	}
}

// teller adds details of the activities to efforts.
type teller struct {
	Catalog

	scope training.Scope
	rows  map[training.ActivityID]*store.ActivityRow
	gear  map[string]string
}

func (d Catalog) teller(ctx context.Context, s training.Scope, all []timed) (*teller, error) {
	t := &teller{Catalog: d, scope: s, rows: map[training.ActivityID]*store.ActivityRow{}, gear: map[string]string{}}
	var ids []training.ActivityID
	for i := range all {
		ids = append(ids, all[i].Activity)
	}
	slices.Sort(ids)
	page, err := d.Store.Activities(ctx, s, store.ActivityFilter{IDs: slices.Compact(ids)})
	if err != nil {
		return nil, err
	}
	for i := range page.Rows {
		t.rows[page.Rows[i].ID] = &page.Rows[i]
	}
	gear, err := d.Store.Gear(ctx, s)
	for _, g := range gear {
		t.gear[g.ID] = textclean.Line(g.Name, textclean.NameRunes)
	}
	return t, err
}

// effort returns an effort with its activity's name, gear and weather.
func (t *teller) effort(ctx context.Context, of *timed, h *Head) (Effort, error) {
	e := &of.SegmentEffort
	out := Effort{
		ActivityID: string(e.Activity), Date: e.Day, Rank: of.rank, TimeS: answers.Round(e.TimeS(), 1), SpeedKmh: speed(h.DistanceKm, e.TimeS()),
		SubSport: training.DisciplineOf(e.Sport, e.SubSport).SubSport, Indoor: e.Indoor,
	}
	if h.Sport == "" {
		out.Sport = e.Sport
	}
	offset := answers.Round(e.FromS, 0)
	out.OffsetS = &offset
	if e.TimerS > 0 && e.TimeS()-e.TimerS >= 1 {
		out.TimerS = answers.RoundedIfKnown(&e.TimerS, 1)
	}
	for m, v := range answers.Rounded(e.Values) {
		switch m {
		case training.MetricAvgPowerW:
			out.AvgPowerW = &v
		case training.MetricAvgHRBpm:
			out.AvgHRBpm = &v
		case training.MetricAvgCadenceRPM:
			out.AvgCadenceRPM = &v
		}
	}
	if h.ElevationGainM != nil && h.Kind == string(training.SegmentClimb) {
		vam := route.Climb{GainM: *h.ElevationGainM, TimerS: e.TimeS()}.VAM()
		out.VAM = answers.RoundedIfKnown(&vam, 0)
	}
	for _, doubt := range e.Doubts {
		out.Approximate = append(out.Approximate, string(doubt))
	}
	row := t.rows[e.Activity]
	if row == nil {
		return out, ctx.Err()
	}
	out.Name, out.Gear = textclean.Line(row.Name, nameRunes), t.gear[row.GearID]
	_, weather, err := t.Store.Weather(ctx, t.scope, e.Activity)
	for m, v := range answers.Rounded(weather) {
		switch m {
		case training.MetricWeatherTempC:
			out.WeatherTempC = &v
		case training.MetricWindSpeedKMH:
			out.WindSpeedKmh = &v
		}
	}
	return out, err
}

// Ranking is a page of the ranking of a segment.
type Ranking struct {
	answers.Heading
	ID        string          `json:"id"`
	Name      string          `json:"segment,omitempty"`
	Period    string          `json:"period"`
	Total     int             `json:"total,omitempty"`
	Rows      []Rank          `json:"ranking"`
	Own       *Rank           `json:"own,omitempty"`
	Cursor    string          `json:"cursor,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// These are the periods of a ranking.
const (
	Overall = "overall"
	Year    = "year"
)

// RankingQuery selects rows of a ranking.
type RankingQuery struct {
	ID     string
	Period string
	Limit  int
	Cursor string
}

// Ranking returns a page. It always includes the athlete's own row if there is
// one. On one of the athlete's own segments, all rows are the athlete's.
func (d Catalog) Ranking(ctx context.Context, s training.Scope, f answers.Frame, q RankingQuery) (*Ranking, error) {
	out := &Ranking{Heading: f.Heading(), Period: cmp.Or(q.Period, Overall), Rows: []Rank{}}
	own, found, err := d.Find(ctx, s, q.ID)
	if err != nil {
		return nil, err
	}
	if found {
		out.ID, out.Name = own.ID, own.Name
		all, err := d.efforts(ctx, s, own.ID)
		if err != nil {
			return nil, err
		}
		return out, out.own(f, all, &own, q)
	}
	name, there, ok := cut(q.ID)
	if !ok {
		return nil, none(q.ID)
	}
	return out, d.servedRanking(ctx, s, name, there, q, out)
}

// own ranks the athlete's own efforts, given in order of time.
func (o *Ranking) own(f answers.Frame, all []training.SegmentEffort, own *Own, q RankingQuery) error {
	if o.Period == Year {
		first := f.Today.YearStart()
		all = slices.DeleteFunc(slices.Clone(all), func(e training.SegmentEffort) bool { return e.Day < first })
	}
	from := 0
	if q.Cursor != "" {
		var err error
		if from, err = strconv.Atoi(q.Cursor); err != nil || from < 0 || from > len(all) {
			return training.Errorf(training.KindInvalid, "The cursor does not belong to this ranking.").
				WithFix("Give the cursor from the end of the previous page, or none.")
		}
	}
	rows := timedOf(all)
	slices.SortStableFunc(rows, func(a, b timed) int { return byTime(a.SegmentEffort, b.SegmentEffort) })
	km := own.head().DistanceKm
	to := min(from+q.Limit, len(rows))
	for i := range rows[from:to] {
		o.Rows = append(o.Rows, rankOf(&rows[from+i], km))
	}
	if o.Total = len(rows); to < len(rows) {
		o.Cursor, o.Truncated = strconv.Itoa(to), true
	}
	if len(rows) == 0 {
		o.Missing = o.Missing.Add("own", neverRidden)
		return nil
	}
	best := rankOf(&rows[0], km)
	o.Own = &best
	return nil
}

// servedRanking fills in the ranking of a service's segment.
func (d Catalog) servedRanking(ctx context.Context, s training.Scope, name source.Name, there string, q RankingQuery, out *Ranking) error {
	out.ID = name.Ref(there)
	var one source.SegmentDetail
	said, missing, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (page source.SegmentRanking, err error) {
		page, err = r.SegmentRanking(ctx, source.RankingQuery{ID: there, Year: out.Period == Year, Limit: q.Limit, After: q.Cursor})
		if err == nil { // the ranking lacks the distance, which is needed to compute speeds
			one, err = r.Segment(ctx, there)
		}
		return page, err
	})
	if err != nil {
		return err
	}
	if missing != "" {
		out.Missing = out.Missing.Add("ranking", missing)
		return nil
	}
	out.Name, out.Total, out.Cursor = textclean.Line(one.Name, nameRunes), said.Total, said.Next
	out.Truncated = out.Cursor != ""
	rows, missed := ranks(s, said.Rows, one.DistanceKm, out.Missing)
	if out.Rows = append(out.Rows, rows...); said.Own != nil {
		own, _ := ranks(s, []source.RankedEffort{*said.Own}, one.DistanceKm, nil)
		out.Own = &own[0]
	} else {
		missed = missed.Add("own", i18n.Sentencef("the service has no time for the athlete in the %q ranking", out.Period))
	}
	out.Missing = missed
	return nil
}

// Trend shows whether the athlete is getting faster: the slope of a
// least-squares line through the best time of each calendar month.
type Trend struct {
	SPerMonth float64 `json:"s_per_month"` // below 0 is faster
	// ErrorS is the standard error of SPerMonth. If it is not clearly smaller than
	// SPerMonth, there is no clear trend.
	ErrorS float64      `json:"s_per_month_error"`
	Clear  bool         `json:"clear"`
	Months int          `json:"months"`
	Range  answers.Span `json:"range"`
	Rule   string       `json:"rule"`
}

// These are the limits of a trend.
const (
	leastMonths = 4
	// clearErrors is the number of standard errors that a clear trend must exceed.
	clearErrors = 2.0
	trendRule   = "least squares of the best time of each month; clear if it is more than two standard errors"
)

// trendOf returns the trend of efforts in order of time, or the reason why
// there is none.
func trendOf(all []training.SegmentEffort) (*Trend, i18n.Sentence) {
	var x, y []float64
	var span training.DayRange
	last := 0
	for i := range all {
		e := &all[i]
		t := e.Day.Time(time.UTC)
		m := t.Year()*12 + int(t.Month())
		if m == last {
			y[len(y)-1] = min(y[len(y)-1], e.TimeS())
		} else {
			last, x, y = m, append(x, float64(m)), append(y, e.TimeS())
		}
		if i == 0 {
			span.From = e.Day
		}
		span.To = e.Day
	}
	if len(x) < leastMonths {
		return nil, i18n.Sentencef("it needs efforts in %d months, and there are %d", leastMonths, len(x))
	}
	line, ok := stream.Least(x, y)
	if !ok {
		return nil, ""
	}
	return &Trend{
		SPerMonth: answers.Round(line.Slope, 2), ErrorS: answers.Round(line.SlopeSE, 2), Clear: math.Abs(line.Slope) > clearErrors*line.SlopeSE,
		Months: len(x), Range: answers.SpanOf(span), Rule: trendRule,
	}, ""
}
