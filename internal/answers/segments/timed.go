package segments

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// mostTimed is how many efforts on an own segment are shown with the
// activities that they are of.
const mostTimed = 20

// byTime orders efforts, the fastest first, of equal ones the earlier.
func byTime(a, b training.SegmentEffort) int {
	return cmp.Or(cmp.Compare(a.TimeS(), b.TimeS()), cmp.Compare(a.Day, b.Day), cmp.Compare(a.FromS, b.FromS))
}

// timed is one time over a segment or up a climb that is not saved.
type timed struct {
	training.SegmentEffort

	rank int
}

// timedOf ranks efforts, which are in order of time; equal times share a place.
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

// ascents are the times up a climb as efforts. Their time is the timer's, which
// leaves pauses out.
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

// times adds the efforts of a segment that is the athlete's own or proposed.
func (d Desk) times(ctx context.Context, s training.Scope, all []training.SegmentEffort, out *Detail) error {
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

// rankOf is one of the athlete's times as a row of a ranking.
func rankOf(t *timed, km *float64) Rank {
	day := t.Day
	return Rank{
		Rank: t.rank, You: true, TimeS: answers.Round(t.TimeS(), 1), SpeedKmh: speed(km, t.TimeS()), Date: &day, ActivityID: string(t.Activity),
	}
}

// teller says of efforts what is known of their activities.
type teller struct {
	Desk

	scope training.Scope
	rows  map[training.ActivityID]*store.ActivityRow
	gear  map[string]string
}

func (d Desk) teller(ctx context.Context, s training.Scope, all []timed) (*teller, error) {
	t := &teller{Desk: d, scope: s, rows: map[training.ActivityID]*store.ActivityRow{}, gear: map[string]string{}}
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

// effort is an effort with its activity's name, gear and weather.
func (t *teller) effort(ctx context.Context, of *timed, h *Head) (Effort, error) {
	e := &of.SegmentEffort
	out := Effort{
		ActivityID: string(e.Activity), Date: e.Day, Rank: of.rank, TimeS: answers.Round(e.TimeS(), 1), SpeedKmh: speed(h.DistanceKm, e.TimeS()),
		Indoor: e.Indoor,
	}
	if h.Sport == "" {
		out.Sport = e.Sport
	}
	offset := answers.Round(e.FromS, 0)
	out.OffsetS = &offset
	if e.TimerS > 0 && e.TimeS()-e.TimerS >= 1 {
		out.TimerS = rounded(&e.TimerS, 1)
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
		out.VAM = rounded(&vam, 0)
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
