package fitness

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Summary answers q, with loads from r.
func (h *Histograms) Summary(
	ctx context.Context, r SummaryReader, s training.Scope, f analysis.Frame, q SummaryQuery,
) (*SummaryView, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	span, any, err := spanOf(ctx, r, s, f)
	if err != nil {
		return nil, err
	}
	if q.Kind == PeriodRange && q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
	}
	v := &SummaryView{Heading: f.Heading(), Sports: q.Sports, Words: []string{}}
	if q.Only != (Only{}) {
		v.Only = &q.Only
	}
	p, done, prev := periodOf(q, f, span)
	if done.Days() == 0 {
		return nil, training.Errorf(training.KindInvalid, "The period %s has not begun yet.", q.Days).
			WithFix("Ask for days up to %s; what is planned is in list_events.", f.Today)
	}
	switch {
	case !q.wants(SummaryPrevious):
		prev = nil
	case prev != nil && prev.To < span.From:
		v.Missing, prev = v.Missing.Add("previous", "there is no activity before the period"), nil
	}
	v.Period, v.Previous = p, prev
	c, err := readCounted(ctx, r, s, q)
	if err != nil {
		return nil, err
	}
	read := done
	if prev != nil {
		read.From = min(read.From, prev.From)
	}
	w, err := c.work(ctx, r, s, read)
	if err != nil {
		return nil, err
	}
	hidden, err := serviced.Withheld(ctx, r, s, done)
	if err != nil {
		return nil, err
	}
	d := summarised{h, r, s, f, c, w, done, span, hidden}
	v.count(d)
	if err := v.parts(ctx, d); err != nil {
		return nil, err
	}
	v.tell(any)
	return v, ctx.Err()
}

// summarised is what the parts of a summary are made of.
type summarised struct {
	h          *Histograms
	r          SummaryReader
	s          training.Scope
	f          analysis.Frame
	c          counted
	w          *work
	done, span training.DayRange
	hidden     []training.Withheld
}

// rows are the activities of the period, in order of day.
func (d summarised) rows() iter.Seq[*store.LoadInput] {
	return func(yield func(*store.LoadInput) bool) {
		for _, r := range within(d.w.rated, d.done) {
			if !yield(r.LoadInput) {
				return
			}
		}
	}
}

// parts answers the sections that read more than the activities of the period.
func (v *SummaryView) parts(ctx context.Context, d summarised) (err error) {
	q := d.c.q
	if err := v.tellMeters(ctx, d.h.r, d.s, d.done); err != nil {
		return err
	}
	if q.wants(SummaryStreaks) {
		if v.Streaks, err = d.streaks(ctx); err != nil {
			return err
		}
	}
	if q.wants(SummaryZones) {
		if err := v.zones(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryBests) {
		if v.Bests, err = bests(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryEddington) {
		v.Eddingtons = eddingtons(d.rows())
		if len(v.Eddingtons) == 0 {
			v.Missing = v.Missing.Add("eddington", "no activity has a distance")
		}
	}
	if q.wants(SummaryMilestones) {
		all, err := d.r.LoadInputs(ctx, d.s, training.DayRange{From: d.span.From, To: d.done.To})
		if err != nil {
			return err
		}
		v.Milestones = milestones(d.c.among(all), d.done)
	}
	if q.wants(SummaryWeather) {
		return v.weather(ctx, d)
	}
	return nil
}

func (v *SummaryView) weather(ctx context.Context, d summarised) error {
	known, err := d.r.Weathers(ctx, d.s, d.done)
	if err != nil {
		return err
	}
	if v.Weather = heatAndWind(d.rows(), known); v.Weather == nil {
		v.Missing = v.Missing.Add("weather", "no service and no device says how warm it was outdoors")
		return nil
	}
	v.Words = append(v.Words, v.Weather.words()...)
	return nil
}

func (v *SummaryView) zones(ctx context.Context, d summarised) (err error) {
	if v.Zones, err = timeInZones(ctx, d.h, d.s, d.done, d.c.q.Sports, d.c.selected, d.w.Timeline); err != nil {
		return err
	}
	if err := nameZones(ctx, d.r, d.s, v.Zones); err != nil {
		return err
	}
	if len(v.Zones) == 0 && v.Totals.Activities > 0 {
		v.Missing = v.Missing.Add("time_in_zones", "no power or heart rate with zones for it; set ftp_w or lthr_bpm with update_athlete_settings")
	}
	return nil
}

// tally adds up what was done in a period and in the one before.
type tally struct {
	now, then        sums
	coverage         coverage
	sports           map[training.Sport]*sums
	longest          longest
	rhythm           rhythm
	measured, before Measured

	// of is the sport of the last activity, of which most are: no map is asked.
	of      training.Sport
	sums    *sums
	sensors *Sensors
}

func (t *tally) add(r *rated) {
	t.now.add(r.LoadInput, r.load.TSS)
	t.coverage.add(r.LoadInput, r.load, r.why)
	if t.sums == nil || t.of != r.Sport {
		if t.sports[r.Sport] == nil {
			t.sports[r.Sport] = &sums{}
		}
		t.of, t.sums, t.sensors = r.Sport, t.sports[r.Sport], t.measured.of(r.Sport)
	}
	t.sums.add(r.LoadInput, r.load.TSS)
	t.sensors.Add(r.LoadInput)
	t.longest.see(r)
	t.rhythm.add(r.LoadInput, r.load.TSS)
}

// count fills in totals, per sport, the longest activities, and the period before.
func (v *SummaryView) count(d summarised) {
	t := tally{sports: map[training.Sport]*sums{}, measured: Measured{}, before: Measured{}}
	for i := range d.w.rated {
		r := &d.w.rated[i]
		switch {
		case d.done.Contains(r.Day):
			t.add(r)
		case v.Previous != nil && r.Day >= v.Previous.From && r.Day <= v.Previous.To:
			t.then.add(r.LoadInput, r.load.TSS)
			t.before.Add(r.LoadInput)
		}
	}
	v.Totals = t.now.totals()
	q := d.c.q
	if q.wants(SummaryBySport) {
		v.BySport = bySport(t.sports)
	}
	if q.wants(SummaryLongest) {
		v.Longest = t.longest.view()
	}
	v.tellRhythm(&t.rhythm, q, d.done, d.f.Week)
	for by, to := range map[string]**Series{SummaryByDay: &v.ByDay, SummaryByWeek: &v.ByWeek, SummaryByMonth: &v.ByMonth} {
		if q.wants(by) {
			*to = seriesOf(by, within(d.w.rated, d.done), d.done, d.f.Week)
		}
	}
	v.tellCalories(&t.now)
	t.coverage.withheldUnder(d.c.all(), d.hidden)
	v.Coverage = t.coverage.result()
	if v.Previous != nil {
		v.Previous.Totals = t.then.totals()
		v.Change = less(v.Totals, v.Previous.Totals)
		v.Notes = t.measured.Against(t.before)
	}
}

// bySport is totals, the sport with the most time first.
func bySport(sports map[training.Sport]*sums) (out []SportTotals) {
	for sp, s := range sports {
		out = append(out, SportTotals{Sport: sp, Totals: s.totals()})
	}
	slices.SortFunc(out, func(a, b SportTotals) int {
		return cmp.Or(cmp.Compare(orZero(b.DurationS), orZero(a.DurationS)), strings.Compare(string(a.Sport), string(b.Sport)))
	})
	return out
}

// tellMeters notes that another meter measured these rides than those before.
func (v *SummaryView) tellMeters(ctx context.Context, r MeterReader, s training.Scope, done training.DayRange) error {
	if v.Previous == nil || len(v.Sports) > 0 && !slices.Contains(v.Sports, training.Cycling) {
		return nil
	}
	meters, err := PowerMetersAgainst(ctx, r, s, done, training.DayRange{From: v.Previous.From, To: v.Previous.To})
	if meters != "" {
		v.Notes = append(v.Notes, meters)
	}
	return err
}

// tellCalories notes how many activities have them.
func (v *SummaryView) tellCalories(now *sums) {
	switch {
	case now.n > 0 && now.fed == 0:
		v.Missing = v.Missing.Add("calories_kcal", "no device and no service says how many calories were burnt")
	case now.fed < now.n:
		v.Words = append(v.Words, fmt.Sprintf("Calories are known for %d of %d activities.", now.fed, now.n))
	}
	if now.told > 0 {
		v.Words = append(v.Words, fmt.Sprintf("For %d of them a connected service gives them, because the recordings have none.", now.told))
	}
}

// longest keeps the longest activities, the earlier one where two are alike.
type longest struct{ byDuration, byDistance, byLoad *rated }

func (l *longest) see(r *rated) {
	if r.TimerS > 0 && (l.byDuration == nil || r.TimerS > l.byDuration.TimerS) {
		l.byDuration = r
	}
	if r.DistanceM > 0 && (l.byDistance == nil || r.DistanceM > l.byDistance.DistanceM) {
		l.byDistance = r
	}
	if r.load.TSS > 0 && (l.byLoad == nil || r.load.TSS > l.byLoad.load.TSS) {
		l.byLoad = r
	}
}

func (l *longest) view() *Longest {
	if l.byDuration == nil && l.byDistance == nil && l.byLoad == nil {
		return nil
	}
	return &Longest{ByDuration: l.byDuration.standout(), ByDistance: l.byDistance.standout(), ByLoad: l.byLoad.standout()}
}

func (r *rated) standout() *Standout {
	if r == nil {
		return nil
	}
	return &Standout{
		ID: r.ID, LocalDate: r.Day, Sport: r.Sport, DurationS: r.TimerS,
		DistanceKM: shown(r.DistanceM, metresPerKM, 2), TSS: shown(r.load.TSS, 1, 1),
	}
}

// tell says the answer in words.
func (v *SummaryView) tell(any bool) {
	if !any {
		v.Words = append(v.Words, "There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.")
		return
	}
	w := fmt.Sprintf("%s: %s on %s", v.Period.words(), phrase.Counted(v.Totals.Activities, "activity", "activities"),
		phrase.Counted(v.Totals.ActiveDays, "day", "days"))
	if h := orZero(v.Totals.DurationS) / 3600; h > 0 {
		w += fmt.Sprintf(", %.1f h", h)
	}
	if v.Totals.DistanceKM != nil {
		w += fmt.Sprintf(", %.1f km", *v.Totals.DistanceKM)
	}
	if v.Totals.TSS != nil {
		w += fmt.Sprintf(", load %.0f", *v.Totals.TSS)
	}
	v.Words = append(v.Words, w+".")
	if v.Totals.Activities == 0 {
		v.Words = append(v.Words, "Widen the range, drop the sport, or call get_status to see which days and sports there are.")
	}
	v.Words = append(v.Words, v.Coverage.tellUnknownSport()...)
	if v.Period.Partial {
		w := fmt.Sprintf("The %s runs until %s, so this is a part of it", v.Period.Kind, v.Period.FullEnd)
		if v.Previous != nil && v.Previous.Cut {
			w += fmt.Sprintf("; it is compared with the first %s of the one before", phrase.Counted(v.Previous.Days, "day", "days"))
		}
		v.Words = append(v.Words, w+".")
	}
	if g := v.Coverage.Activities - v.Coverage.WithLoad; g > 0 {
		v.tellWithheld()
		v.Words = append(v.Words, fmt.Sprintf("%s without a load; load_coverage says why.", phrase.Counted(g, "activity is", "activities are")))
	}
}

func (v *SummaryView) tellWithheld() {
	if n := v.Coverage.Withheld; n > 0 {
		v.Words = append(v.Words, fmt.Sprintf("%s shown by the service that has it, so the totals lack what was done in it.",
			phrase.Counted(n, "more activity is there but not", "more activities are there but not")))
	}
}

func (p Period) words() string {
	switch p.Kind {
	case PeriodAll:
		return fmt.Sprintf("Everything from %s to %s", p.From, p.To)
	case PeriodRange:
		return fmt.Sprintf("%s to %s", p.From, p.To)
	}
	return fmt.Sprintf("The %s of %s", p.Kind, p.From)
}
