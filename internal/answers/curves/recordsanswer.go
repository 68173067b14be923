package curves

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"weak"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// RecordCache answers questions about records. It keeps an index of climbs in
// memory that follows the change log, so all calls should use the same RecordCache.
type RecordCache struct {
	r      store.Reader
	loads  store.Reader
	curves *Index
	climbs *BestIndex
	seen   cache.Cache[seenKey, []route.Climb]
	counts counts
	timed  Timekeeper // may be nil
}

// NewRecordCache returns an empty cache. It does not read anything yet.
func NewRecordCache(r store.Reader, loads store.Reader, c *Index) *RecordCache {
	b := &RecordCache{r: r, loads: loads, curves: c, climbs: NewBestIndex(r, climbKind())}
	b.seen.Most, b.seen.On = mostSeen, ledger.OnActivities()
	return b
}

// climbVersion is the version of the measures of climbs in the index.
const climbVersion = 1

// Keep makes the index of climbs use what an earlier process stored. It must be
// called before the first query.
func (b *RecordCache) Keep(k fitness.Keeper) {
	b.climbs.Keep(k, stream.RulesetVersion(climbVersion, route.TerrainVersion()))
}

// Answer returns the records that q asks for.
func (b *RecordCache) Answer(ctx context.Context, s training.Scope, f answers.Frame, q RecordQuery) (*RecordView, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	span, any, err := b.loads.DaySpan(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &RecordView{Heading: f.Heading(), Sport: q.Sport, Indoor: q.Indoor, Periods: []Period{}, Words: []i18n.Sentence{}}
	if !any {
		v.Missing = v.Missing.Add("periods", "there is no activity yet")
		v.Words = append(v.Words, "There are no activities yet, so there are no records. Call get_status to see what there is.")
		return v, nil
	}
	all, err := b.loads.LoadInputs(ctx, s, training.DayRange{From: span.From, To: max(span.To, f.Today)})
	if err != nil {
		return nil, err
	}
	history, err := b.loads.History(ctx, s)
	if err != nil {
		return nil, err
	}
	if q.Sport.IsZero() {
		v.Sport = usual(all).Plain()
	}
	a := answerer{RecordCache: b, scope: s, q: q, view: v, inputs: all, timeline: fitness.NewTimeline(history)}
	a.kept = kept{v.Sport, q.Indoor == nil || *q.Indoor, q.Indoor == nil || !*q.Indoor}
	a.months = b.counts.monthsOf(all, a.kept)
	for _, p := range q.periods(f, span) {
		if err := a.period(ctx, p); err != nil {
			return nil, err
		}
	}
	if err := a.exercises(ctx); err != nil {
		return nil, err
	}
	a.tell()
	for i := len(v.Periods) - 1; i > 0; i-- {
		v.Periods[i].differing(v.Periods[i-1])
	}
	v.Names, err = answers.Names(ctx, b.r, s, v.holders())
	return v, err
}

// exercises fills in the records of exercises in the longest period.
func (a *answerer) exercises(ctx context.Context) error {
	v := a.view
	if !a.q.byExercise(v.Sport.Sport) || len(v.Periods) == 0 {
		return nil
	}
	if who, err := a.r.Athlete(ctx, a.scope); err != nil || !who.Shows(a.scope.Audience).Sets {
		v.Missing = v.Missing.Add("exercises", answers.HiddenSets)
		return err
	}
	days := training.DayRange{From: v.Periods[0].Range.From, To: v.Periods[0].Range.To}
	all, err := strength.ReadRecords(ctx, a.r, a.scope, days)
	if err != nil {
		return err
	}
	if v.Exercises = all; len(all.Exercises) == 0 {
		v.Exercises, v.Missing = nil, v.Missing.Add("exercises", "no activity in this period has sets of strength training")
	}
	return nil
}

// holders returns the ids of all activities that hold records.
func (v *RecordView) holders() (ids []training.ActivityID) {
	for i := range v.Periods {
		p := &v.Periods[i]
		for _, c := range p.columns() {
			for _, id := range c.IDs {
				if id != nil {
					ids = append(ids, training.ActivityID(*id))
				}
			}
		}
		for _, c := range p.Climbs {
			ids = append(ids, c.ID)
		}
		for _, b := range p.Segments {
			ids = append(ids, b.ID)
		}
		for _, b := range p.Biggest {
			ids = append(ids, b.ID)
		}
	}
	if v.Exercises != nil {
		ids = append(ids, v.Exercises.IDs()...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// columns returns those columns of the period that are not nil.
func (p *Period) columns() []*Columns {
	all := []*Columns{p.Power, p.NP, p.HR, p.Pace, p.Distance}
	return slices.DeleteFunc(all, func(c *Columns) bool { return c == nil })
}

// recent is the number of latest activities that determine an athlete's usual sport.
const recent = 100

// usual returns the most frequent sport in the latest activities.
func usual(all []store.LoadInput) training.Sport {
	counts := map[training.Sport]int{}
	for _, in := range all[max(0, len(all)-recent):] {
		counts[in.Sport]++
	}
	sports := slices.Sorted(maps.Keys(counts))
	return slices.MaxFunc(sports, func(a, b training.Sport) int { return counts[a] - counts[b] })
}

// answerer fills in the periods of an answer.
type answerer struct {
	*RecordCache

	scope    training.Scope
	q        RecordQuery
	view     *RecordView
	timeline *fitness.Timeline
	inputs   []store.LoadInput // in order of day
	kept     kept
	months   []month // months of the selected inputs
}

func (a *answerer) count(days training.DayRange) count {
	return within(a.inputs, a.kept, a.months, days)
}

func (a *answerer) period(ctx context.Context, of namedDays) error {
	c := a.count(of.days)
	p := Period{Name: of.name, Range: answers.SpanOf(of.days), Activities: c.n}
	for _, t := range a.q.tables(a.view.Sport.Sport) {
		cols, notes, err := a.curves.Table(ctx, a.scope, Query{
			Kind: t.kind, Days: of.days, Of: a.view.Sport, Steps: a.q.steps(t.kind, a.view.Sport.Sport),
			Indoor: a.q.Indoor,
			PerKg:  t.kind == Power && a.view.Sport.Sport == training.Cycling,
		}, a.timeline)
		if err != nil {
			return err
		}
		*t.of(&p) = cols
		for _, n := range notes {
			if !slices.Contains(a.view.Notes, n) {
				a.view.Notes = append(a.view.Notes, n)
			}
		}
		if cols == nil && len(a.view.Periods) == 0 {
			a.view.Missing = a.view.Missing.Add(t.kind, i18n.Sentencef("no %s activity in this period has it, or is long enough", a.view.Sport))
		}
	}
	if a.q.by(ByClimb) && a.view.Sport.Sport != training.Swimming {
		var err error
		if p.Climbs, err = a.bestClimbs(ctx, of.days); err != nil {
			return err
		}
		if len(p.Climbs) == 0 && len(a.view.Periods) == 0 {
			a.view.Missing = a.view.Missing.Add("climbs", "no climb was found in this period")
		}
	}
	var err error
	if p.Segments, err = a.bestTimes(ctx, of.days); err != nil {
		return err
	}
	if a.q.by(ByActivity) {
		p.Biggest = c.biggest(a.inputs)
	}
	a.view.Periods = append(a.view.Periods, p)
	return nil
}

// tell summarises the answer in sentences, including the number of new all-time records.
func (a *answerer) tell() {
	v := a.view
	if p := v.Periods[0]; p.Activities == 0 {
		v.Words = append(v.Words, i18n.Sentencef("There is no %s activity from %s to %s.", v.Sport, p.Range.From, p.Range.To))
		return
	}
	if len(v.Periods) > 1 {
		since := v.Periods[1].Range.From
		total, fresh := v.Periods[0].count(since)
		v.Words = append(v.Words, i18n.Sentencef("Of %d all-time records in %s, %d were set in the last 365 days.", total, v.Sport, fresh))
		v.Notes = append(v.Notes,
			"A shorter period lists only values that differ from the longer one before it: values not listed are the same, and null means there "+
				"is none.",
			"The season is the calendar year, as in date ranges; ask for another with range.")
		late, early := a.count(training.DayRange{From: since, To: math.MaxInt32}), a.count(training.DayRange{From: math.MinInt32, To: since - 1})
		v.Notes = append(v.Notes, late.sensors.Against(&early.sensors, v.Sport.Sport)...)
	}
	if v.Periods[0].Power != nil && v.Periods[0].Power.WPerKg == nil && v.Sport.Sport == training.Cycling {
		v.Missing = v.Missing.Add("power_w_per_kg", "no weight is set, or the athlete does not share it with assistants")
	}
}

// count returns the number of records in a period, and the number of those set on or after
// the given day.
func (p *Period) count(since training.Day) (total, fresh int) {
	day := func(d string) {
		total++
		if strings.Compare(d, since.String()) >= 0 {
			fresh++
		}
	}
	for _, c := range p.columns() {
		for _, d := range c.Dates {
			if d != nil {
				day(*d)
			}
		}
	}
	for _, c := range p.Climbs {
		day(c.LocalDate.String())
	}
	for _, b := range p.Segments {
		day(b.LocalDate.String())
	}
	for _, b := range p.Biggest {
		day(b.LocalDate.String())
	}
	return total, fresh
}

// RecordView shows the records of one sport.
type RecordView struct {
	answers.Heading
	Sport   training.Discipline `json:"sport"`
	Indoor  *bool               `json:"indoor,omitempty"`
	Periods []Period            `json:"periods"`
	// Exercises holds the records of exercises in the first period.
	Exercises *strength.Records `json:"strength,omitempty"`
	// Names maps the ids of activities in periods to names.
	Names map[training.ActivityID]string `json:"names,omitempty"`
	// Reported are records in the exports of services, listed separately from those computed here.
	Reported []Reported      `json:"reported,omitempty"`
	Words    []i18n.Sentence `json:"words"`
	Notes    []i18n.Sentence `json:"notes,omitempty"`
	Missing  answers.Missing `json:"missing,omitempty"`
}

// Period holds the records in a range of days. A shorter standard period
// contains only those that differ from the previous, longer period.
type Period struct {
	Name       string       `json:"period"` // all_time, season, last_365_days or range
	Range      answers.Span `json:"range"`
	Activities int          `json:"activities"`
	// Power, NP, HR and Pace are records by duration.
	Power    *Columns `json:"power,omitempty"`
	NP       *Columns `json:"np,omitempty"`
	HR       *Columns `json:"hr,omitempty"`
	Pace     *Columns `json:"pace,omitempty"`
	Distance *Columns `json:"distance,omitempty"`
	Climbs   []Climb  `json:"climbs,omitempty"`
	// Segments are the best times on the athlete's own segments, most ridden first.
	Segments []segments.Best `json:"segments,omitempty"`
	Biggest  []Biggest       `json:"biggest,omitempty"`
}

// Biggest is the activity with the highest value of a metric.
type Biggest struct {
	Most      training.Metric     `json:"most"` // the name includes the unit
	Value     float64             `json:"value"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// Climb is a climb that is the best by at least one measure.
type Climb struct {
	By        []string            `json:"best_by"`
	GainM     float64             `json:"gain_m"`
	LengthKM  float64             `json:"length_km"`
	GradePct  float64             `json:"avg_grade_pct"`
	DurationS float64             `json:"duration_s"`
	Fiets     float64             `json:"fiets"`
	VAM       *float64            `json:"vam_m_per_h,omitempty"`
	Category  string              `json:"category,omitempty"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// kept holds the conditions by which activities are selected.
type kept struct {
	sport           training.Discipline
	indoor, outdoor bool
}

func (k kept) holds(in *store.LoadInput) bool {
	return k.sport.Has(in.Discipline()) && (in.Indoor && k.indoor || !in.Indoor && k.outdoor)
}

// month is the count of selected activities in a calendar month.
type month struct {
	count

	days     training.DayRange
	from, to int // range of its activities in the inputs; to is exclusive
}

// counts counts the activities in any range of days. It counts each month only
// once, until the inputs change.
type counts struct {
	mu     sync.Mutex
	of     weak.Pointer[store.LoadInput] // weak pointer to the first input, which does not keep it in memory
	n      int
	months map[kept][]month
}

// monthsOf returns the months of the inputs, which must be in order of day and are never modified.
func (c *counts) monthsOf(all []store.LoadInput, k kept) []month {
	if len(all) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if first := weak.Make(&all[0]); c.of != first || c.n != len(all) {
		c.of, c.n, c.months = first, len(all), map[kept][]month{}
	}
	months, ok := c.months[k]
	if !ok {
		months = monthsOf(all, k)
		c.months[k] = months
	}
	return months
}

func monthsOf(all []store.LoadInput, k kept) (out []month) {
	for i := range all {
		in := &all[i]
		if !k.holds(in) {
			continue
		}
		if n := len(out); n == 0 || in.Day > out[n-1].days.To {
			out = append(out, month{days: fitness.MonthlyOf(in.Day).Days(), from: i})
		}
		last := &out[len(out)-1]
		last.add(all, i)
		last.to = i + 1
	}
	return out
}

// within counts the activities in a range of days.
func within(all []store.LoadInput, k kept, months []month, days training.DayRange) (c count) {
	for i := range months {
		m := &months[i]
		switch {
		case m.days.To < days.From || days.To < m.days.From:
		case days.From <= m.days.From && m.days.To <= days.To:
			c.join(&m.count)
		default:
			for place := m.from; place < m.to; place++ {
				if in := &all[place]; days.Contains(in.Day) && k.holds(in) {
					c.add(all, place)
				}
			}
		}
	}
	return c
}

// Timekeeper finds the best times on the athlete's own segments.
type Timekeeper interface {
	Bests(ctx context.Context, s training.Scope, sport training.Discipline, days training.DayRange, indoor *bool) ([]segments.Best, error)
}

// WithSegments makes the cache include records on segments.
func (b *RecordCache) WithSegments(t Timekeeper) *RecordCache {
	b.timed = t
	return b
}

// mostSegments is the maximum number of segments in a period.
const mostSegments = 20

// bestTimes returns the best times on the athlete's own segments in a range of days.
func (a *answerer) bestTimes(ctx context.Context, days training.DayRange) ([]segments.Best, error) {
	if a.timed == nil || !a.q.by(BySegment) {
		return nil, nil
	}
	all, err := a.timed.Bests(ctx, a.scope, a.view.Sport, days, a.q.Indoor)
	if len(a.view.Periods) == 0 && len(all) == 0 && len(a.q.By) > 0 {
		a.view.Missing = a.view.Missing.Add("segments", "none of your own segments was ridden in this period; save_segment creates one")
	}
	return all[:min(len(all), mostSegments)], err
}
