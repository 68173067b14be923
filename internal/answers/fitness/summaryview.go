package fitness

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// SummaryView shows the totals of a period and their difference from the period before.
type SummaryView struct {
	answers.Heading
	Period  Period                `json:"period"`
	Sports  []training.Discipline `json:"sports,omitempty"`
	Only    *Only                 `json:"only,omitempty"` // the filters as interpreted
	Totals  Totals                `json:"totals"`
	BySport []SportTotals         `json:"by_sport,omitempty"`
	Zones   []ZoneTotals          `json:"time_in_zones,omitempty"`
	Longest []Standout            `json:"longest,omitempty"`
	// Weekdays and hours are usually shown only for a period longer than a week.
	ByWeekday *ByWeekday `json:"by_weekday,omitempty"`
	ByHour    *ByHour    `json:"by_hour,omitempty"`
	ByDay     *Series    `json:"by_day,omitempty"`
	ByWeek    *Series    `json:"by_week,omitempty"`
	ByMonth   *Series    `json:"by_month,omitempty"`
	// BestWeeks, Breaks and ZoneMonths are only shown on request.
	BestWeeks  *BestWeeks   `json:"best_weeks,omitempty"`
	Breaks     *Breaks      `json:"breaks,omitempty"`
	ZoneMonths []ZoneMonths `json:"zones_by_month,omitempty"`
	Streaks    *Streaks     `json:"streaks,omitempty"`
	Bests      []Best       `json:"bests,omitempty"`
	// Milestones and Eddingtons cover everything up to the end of the period, and
	// also show what was reached within the period.
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

// Period holds the days of an answer. A partial period has not ended yet and is shown up to today.
type Period struct {
	Kind string `json:"kind"`
	answers.Span
	Partial bool `json:"partial,omitempty"`
	// FullEnd is the day on which a partial period will end.
	FullEnd *training.Day `json:"full_end_date,omitempty"`
}

// Totals are sums of known values: for example, an activity without a distance adds
// nothing to the distance. A sum without any value is left out.
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
	// AvgSpeedKMH is the distance divided by the timer time of activities with a
	// distance. It is present only for a single sport.
	AvgSpeedKMH *float64 `json:"avg_speed_kmh,omitempty"`
	// CaloriesKcal comes from devices and services; nothing is estimated.
	CaloriesKcal *float64 `json:"calories_kcal,omitempty"`
}

// SportTotals are the totals of one sport.
type SportTotals struct {
	Sport training.Sport `json:"sport"`
	Totals
}

// ZoneTotals holds the time in the zones of one scheme and, by power, of one sport. The
// zones of each activity are those of its own day.
type ZoneTotals struct {
	Kind       training.ZoneKind `json:"kind"`
	Scheme     string            `json:"scheme"`
	Sports     []training.Sport  `json:"sports"`
	Names      []string          `json:"names"`
	Seconds    []float64         `json:"seconds"`
	SharePct   []float64         `json:"share_pct"`
	Activities int               `json:"activities"`
}

// Standout is an activity with the highest value of one or more metrics, with these values.
type Standout struct {
	Most      []training.Metric   `json:"most"`
	ID        training.ActivityID `json:"id"`
	Name      string              `json:"name,omitempty"`
	LocalDate training.Day        `json:"local_date"`
	Sport     training.Sport      `json:"sport"`
	training.Refinement
	DurationS  float64  `json:"duration_s"`
	DistanceKM *float64 `json:"distance_km,omitempty"`
	TSS        *float64 `json:"tss,omitempty"`
}

// Previous is the period before, or the days to compare with. If the period is
// partial, only as many days of the previous period count.
type Previous struct {
	answers.Span
	Totals Totals `json:"totals"`
	// Cut means that only the first days of the previous period were counted.
	Cut bool `json:"same_days_only,omitempty"`
}

// Change is the difference between the period and the previous one.
type Change struct {
	Totals
	// Percent is the change as a percentage of the previous period, by field.
	Percent map[string]float64 `json:"percent,omitempty"`
}

// tally adds up the activities of a period and of the period before.
type tally struct {
	now, then        sums
	coverage         coverage
	sports           map[training.Sport]*sums
	longest          longest
	rhythm           rhythm
	measured, before Measured

	// of is the sport of the last activity. The next activity usually has the same sport,
	// which saves a lookup in the maps.
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

// count fills in the totals, the totals by sport, the longest activities, and the period
// before.
func (v *SummaryView) count(d summarised) {
	t := tally{sports: map[training.Sport]*sums{}, measured: Measured{}, before: Measured{}}
	for i := range d.w.rated {
		r := &d.w.rated[i]
		if d.done.Contains(r.Day) {
			t.add(r)
		}
		if v.Previous != nil && r.Day >= v.Previous.From && r.Day <= v.Previous.To {
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
			*to = seriesOf(by, within(d.w.rated, d.done), d.done, d.f)
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

// bySport returns the totals by sport, the sport with the longest duration first.
func bySport(sports map[training.Sport]*sums) (out []SportTotals) {
	for sp, s := range sports {
		out = append(out, SportTotals{Sport: sp, Totals: s.totals()})
	}
	slices.SortFunc(out, func(a, b SportTotals) int {
		return cmp.Or(cmp.Compare(orZero(b.DurationS), orZero(a.DurationS)), strings.Compare(string(a.Sport), string(b.Sport)))
	})
	return out
}

// longest keeps the longest activities. If several are equal, it keeps the earliest.
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

// view returns the longest activities, each only once.
func (l *longest) view() (out []Standout) {
	for _, by := range []struct {
		metric training.Metric
		of     *rated
	}{
		{training.MetricDurationS, l.byDuration}, {training.MetricDistanceKM, l.byDistance}, {training.MetricTSS, l.byLoad},
	} {
		if by.of == nil {
			continue
		}
		i := slices.IndexFunc(out, func(s Standout) bool { return s.ID == by.of.ID })
		if i < 0 {
			i, out = len(out), append(out, by.of.standout())
		}
		out[i].Most = append(out[i].Most, by.metric)
	}
	return out
}

func (r *rated) standout() Standout {
	return Standout{
		ID: r.ID, LocalDate: r.Day, Sport: r.Sport, Refinement: r.Discipline().Refinement(), DurationS: r.TimerS,
		DistanceKM: shown(r.DistanceM, metresPerKM, 2), TSS: shown(r.load.TSS, 1, 1),
	}
}

// tellMeters adds a note if the power in these rides comes from a different meter than
// that in the previous period.
func (v *SummaryView) tellMeters(ctx context.Context, r store.Reader, s training.Scope, done training.DayRange) error {
	if v.Previous == nil || !training.AnyHas(v.Sports, training.Cycling.Plain()) {
		return nil
	}
	meters, err := PowerMetersAgainst(ctx, r, s, done, training.DayRange{From: v.Previous.From, To: v.Previous.To})
	if meters != "" {
		v.Notes = append(v.Notes, meters)
	}
	return err
}

// tellCalories adds the number of activities with calories.
func (v *SummaryView) tellCalories(now *sums) {
	switch {
	case now.n > 0 && now.fed == 0:
		v.Missing = v.Missing.Add("calories_kcal", "no device or service reports the calories burnt")
	case now.fed < now.n:
		v.Words = append(v.Words, i18n.Sentencef("Calories are known for %d of %d activities.", now.fed, now.n))
	}
	if now.told > 0 {
		v.Words = append(v.Words, i18n.Sentencef("%d of them come from a connected service, because the recordings have none.", now.told))
	}
}

// tell summarises the answer in sentences.
func (v *SummaryView) tell(any bool) {
	if !any {
		v.Words = append(v.Words, "There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.")
		return
	}
	all := []i18n.Sentence{i18n.Sentencef("%s: %s on %s", v.Period.words(), i18n.Numbered(v.Totals.Activities, "activity", "activities"),
		i18n.Numbered(v.Totals.ActiveDays, "day", "days"))}
	if h := orZero(v.Totals.DurationS) / 3600; h > 0 {
		all = append(all, i18n.Sentencef("%.1f h", h))
	}
	if v.Totals.DistanceKM != nil {
		all = append(all, i18n.Sentencef("%s", i18n.Measured("%.1f ", *v.Totals.DistanceKM, i18n.Kilometres())))
	}
	if v.Totals.TSS != nil {
		all = append(all, i18n.Sentencef("load %.0f", answers.Round(*v.Totals.TSS, 0)))
	}
	v.Words = append(v.Words, i18n.Sentencef("%s.", i18n.Joined("%s, %s", all...)))
	if v.Totals.Activities == 0 {
		v.Words = append(v.Words, "Widen the date range, leave the sport out, or call get_status to see which days and sports have data.")
	}
	v.Words = append(v.Words, v.Coverage.tellUnknownSport()...)
	if v.Period.Partial {
		w := i18n.Sentencef("The %s runs until %s, so this covers only part of it.", i18n.Word(v.Period.Kind), v.Period.FullEnd)
		if v.Previous != nil && v.Previous.Cut {
			w = i18n.Sentencef("The %s runs until %s, so this covers only part of it; only the first %s of the other period count.",
				i18n.Word(v.Period.Kind), v.Period.FullEnd, i18n.Numbered(v.Previous.Days, "day", "days"))
		}
		v.Words = append(v.Words, w)
	}
	if g := v.Coverage.Activities - v.Coverage.WithLoad; g > 0 {
		v.tellWithheld()
		v.Words = append(v.Words,
			i18n.Sentencef("%s without a load; see load_coverage for the reasons.", i18n.Numbered(g, "activity is", "activities are")))
	}
}

func (v *SummaryView) tellWithheld() {
	if n := v.Coverage.Withheld; n > 0 {
		v.Words = append(v.Words, i18n.Sentencef("%s shown by the service, so missing from the totals.",
			i18n.Numbered(n, "more activity exists but is not", "more activities exist but are not")))
	}
}

func (p Period) words() i18n.Sentence {
	switch p.Kind {
	case PeriodAll:
		return i18n.Sentencef("Everything from %s to %s", p.From, p.To)
	case PeriodRange:
		return i18n.Sentencef("%s to %s", p.From, p.To)
	}
	return i18n.Sentencef("The %s of %s", i18n.Word(p.Kind), p.From)
}

// rhythmDays is the minimum length of a period whose weekdays and hours are shown.
const rhythmDays = 8

// ByWeekday holds totals by day of the week, starting with the athlete's first.
type ByWeekday struct {
	Weekday    []string  `json:"weekday"`
	Activities []int     `json:"activities"`
	DurationS  []float64 `json:"duration_s"`
	DistanceKM []float64 `json:"distance_km"`
	TSS        []float64 `json:"tss"`
}

// ByHour holds totals by the local hour of the start, for the hours in which any activity started.
type ByHour struct {
	Hour       []int     `json:"hour"`
	Activities []int     `json:"activities"`
	DurationS  []float64 `json:"duration_s"`
}

// rhythm adds up activities by weekday and by hour.
type rhythm struct {
	days  [7]sums
	hours [24]sums
}

func (r *rhythm) add(in *store.LoadInput, tss float64) {
	r.days[in.Day.Weekday()].add(in, tss)
	if in.Hour >= 0 && in.Hour < len(r.hours) {
		r.hours[in.Hour].add(in, tss)
	}
}

func (r *rhythm) byWeekday(first time.Weekday) *ByWeekday {
	v := &ByWeekday{}
	for i := range r.days {
		day := (int(first) + i) % len(r.days)
		d := &r.days[day]
		v.Weekday = append(v.Weekday, time.Weekday(day).String())
		v.Activities = append(v.Activities, d.n)
		v.DurationS = append(v.DurationS, answers.Round(d.timer, 0))
		v.DistanceKM = append(v.DistanceKM, answers.Round(d.distanceM/1000, 1))
		v.TSS = append(v.TSS, answers.Round(d.tss, 0))
	}
	return v
}

func (r *rhythm) byHour() *ByHour {
	v := &ByHour{}
	for hour := range r.hours {
		if h := &r.hours[hour]; h.n > 0 {
			v.Hour = append(v.Hour, hour)
			v.Activities = append(v.Activities, h.n)
			v.DurationS = append(v.DurationS, answers.Round(h.timer, 0))
		}
	}
	return v
}

// tellRhythm adds the requested weekdays and hours. If no sections are
// requested, the period must be long enough.
func (v *SummaryView) tellRhythm(r *rhythm, q SummaryQuery, done training.DayRange, first time.Weekday) {
	if v.Totals.Activities == 0 {
		return
	}
	long := len(q.Sections) > 0 || done.Days() >= rhythmDays
	if q.wants(SummaryByWeekday) && long {
		v.ByWeekday = r.byWeekday(first)
	}
	if q.wants(SummaryByHour) && long {
		v.ByHour = r.byHour()
	}
}
