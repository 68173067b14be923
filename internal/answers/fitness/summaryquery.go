package fitness

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// SummaryQuery asks for the summary of a period.
type SummaryQuery struct {
	// Kind is week, month or year (the one that contains Days.From), all, or range (Days).
	Kind string
	Days training.DayRange
	// Compare holds the days to compare with, instead of the period before.
	Compare *training.DayRange
	Sports  []training.Discipline // empty means all
	Only    Only
	// Sections are the parts of the answer; empty means the usual ones.
	Sections []string
	// Weeks is the length of the blocks in best_weeks, and BreakDays the minimum length
	// of a break in days; 0 means the usual length.
	Weeks, BreakDays int
}

// Only restricts the activities. Zero fields mean no restriction.
type Only struct {
	Race    *bool  `json:"race,omitempty"`
	Commute *bool  `json:"commute,omitempty"`
	Indoor  *bool  `json:"indoor,omitempty"`
	GearID  string `json:"gear_id,omitempty"`
	Tag     string `json:"tag,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Filter returns the same restriction as a filter for the store.
func (o Only) Filter() store.ActivityFilter {
	f := store.ActivityFilter{Race: o.Race, Commute: o.Commute, Indoor: o.Indoor, GearID: o.GearID, Source: o.Source}
	if o.Tag != "" {
		f.Tags = []string{o.Tag}
	}
	return f
}

// These are the sections of a summary. Most have the name of the field that they fill in.
const (
	SummaryBySport    = "by_sport"
	SummaryZones      = "time_in_zones"
	SummaryLongest    = "longest"
	SummaryByWeekday  = "by_weekday"
	SummaryByHour     = "by_hour"
	SummaryStreaks    = "streaks"
	SummaryPrevious   = "previous"
	SummaryByDay      = "by_" + ByDay
	SummaryByWeek     = "by_" + ByWeek
	SummaryByMonth    = "by_" + ByMonth
	SummaryBests      = "bests"
	SummaryMilestones = "milestones"
	SummaryEddington  = "eddington"
	SummaryWeather    = "weather"
	SummaryTRIMP      = "trimp"
	// SummaryStrength is filled in by package strength.
	SummaryStrength = "strength"

	// SummaryTotals requests nothing but the totals, which are always shown.
	SummaryTotals = "totals"

	SummaryBestWeeks    = "best_weeks"
	SummaryBreaks       = "breaks"
	SummaryZonesByMonth = "zones_by_month"
)

// SummarySections returns the sections of a summary, the usual ones first.
func SummarySections() []string {
	return []string{
		SummaryBySport, SummaryZones, SummaryLongest, SummaryByWeekday, SummaryByHour, SummaryStreaks, SummaryPrevious,
		SummaryByDay, SummaryByWeek, SummaryByMonth, SummaryBests, SummaryMilestones, SummaryEddington, SummaryWeather,
		SummaryTRIMP, SummaryBestWeeks, SummaryBreaks, SummaryZonesByMonth, SummaryTotals,
	}
}

// usualSections is the number of usual sections.
const usualSections = 7

// Usual returns the default period of a question: a week in general, a year for sections about
// weeks or months, and everything if all sections are about the athlete's whole history.
func (q SummaryQuery) Usual(dated bool) string {
	ofALife := []string{SummaryBests, SummaryMilestones, SummaryEddington, SummaryWeather}
	switch {
	case dated || len(q.Sections) == 0:
	case !slices.ContainsFunc(q.Sections, func(s string) bool { return !slices.Contains(ofALife, s) }):
		return PeriodAll
	case slices.ContainsFunc(q.Sections, func(s string) bool {
		return slices.Contains([]string{SummaryByWeek, SummaryByMonth, SummaryBestWeeks, SummaryBreaks, SummaryZonesByMonth, SummaryStrength}, s)
	}):
		return PeriodYear
	}
	return PeriodWeek
}

// Cut removes a section that another package fills in, and reports whether it was asked for.
// A question for nothing else asks for the totals.
func (q *SummaryQuery) Cut(section string) bool {
	n := len(q.Sections)
	q.Sections = slices.DeleteFunc(slices.Clone(q.Sections), func(s string) bool { return s == section })
	cut := len(q.Sections) < n
	if cut && len(q.Sections) == 0 {
		q.Sections = []string{SummaryTotals}
	}
	return cut
}

// wants reports whether the answer has a section.
func (q SummaryQuery) wants(section string) bool {
	if section == SummaryPrevious && q.Compare != nil {
		return true
	}
	if len(q.Sections) > 0 {
		return slices.Contains(q.Sections, section)
	}
	return slices.Contains(SummarySections()[:usualSections], section)
}

func (q SummaryQuery) check() error {
	if q.Compare != nil && q.Compare.Days() == 0 {
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Compare).WithFix("Put the earlier date first.")
	}
	if q.Days.Days() == 0 && q.Kind != PeriodAll {
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	}
	return knownSections(q.Sections, SummarySections())
}

// knownSections returns an error if one of the requested sections is unknown.
func knownSections(asked, known []string) error {
	if slices.ContainsFunc(asked, func(s string) bool { return !slices.Contains(known, s) }) {
		return training.Errorf(training.KindInvalid, "Some of the sections %s do not exist.", strings.Join(asked, ", ")).
			WithFix("The sections are %s.", strings.Join(known, ", "))
	}
	return nil
}

// counted selects the activities that a question counts, by its sports and
// conditions.
type counted struct {
	q        SummaryQuery
	selected map[training.ActivityID]bool // nil: all
}

func readCounted(ctx context.Context, r store.Reader, s training.Scope, q SummaryQuery) (c counted, err error) {
	if c.q = q; q.Only != (Only{}) {
		c.selected, err = r.Selected(ctx, s, q.Only.Filter())
	}
	return c, err
}

// all reports whether the question has no condition except its days.
func (c counted) all() bool { return c.selected == nil && len(c.q.Sports) == 0 }

func (c counted) counts(in *store.LoadInput) bool {
	return (c.selected == nil || c.selected[in.ID]) && (len(c.q.Sports) == 0 || training.AnyHas(c.q.Sports, in.Discipline()))
}

// among yields the inputs that count.
func (c counted) among(inputs []store.LoadInput) iter.Seq[*store.LoadInput] {
	return func(yield func(*store.LoadInput) bool) {
		for i := range inputs {
			if c.counts(&inputs[i]) && !yield(&inputs[i]) {
				return
			}
		}
	}
}

// work reads the activities on the given days, with their loads.
func (c counted) work(ctx context.Context, h *Histograms, r store.Reader, s training.Scope, days training.DayRange) (*work, error) {
	w, err := h.work(ctx, r, s, days)
	if err == nil && !c.all() { // the loads of all activities are shared
		w.rated = slices.DeleteFunc(slices.Clone(w.rated), func(r rated) bool { return !c.counts(r.LoadInput) })
	}
	return w, err
}

// spanOf returns the days from the athlete's first activity to the last, or
// today if there is none.
func spanOf(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame) (span training.DayRange, any bool, err error) {
	if span, any, err = r.DaySpan(ctx, s); err == nil && !any {
		span = training.DayRange{From: f.Today, To: f.Today}
	}
	return span, any, err
}

// Summary returns the summary that q asks for, with loads from r.
func (h *Histograms) Summary(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q SummaryQuery,
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
	v := &SummaryView{Heading: f.Heading(), Sports: q.Sports, Words: []i18n.Sentence{}}
	if q.Only != (Only{}) {
		v.Only = &q.Only
	}
	p, done, prev := periodOf(q, f, span)
	if done.Days() == 0 {
		return nil, training.Errorf(training.KindInvalid, "The period %s has not begun yet.", q.Days).
			WithFix("Ask for days up to %s; planned sessions are in list_events.", f.Today)
	}
	switch {
	case !q.wants(SummaryPrevious):
		prev = nil
	case prev != nil && q.Compare != nil && (prev.To < span.From || prev.From > f.Today):
		v.Missing, prev = v.Missing.Add("previous", "there is no activity in the days to compare with"), nil
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
		read.From, read.To = min(read.From, prev.From), max(read.To, prev.To)
	}
	w, err := c.work(ctx, h, r, s, read)
	if err != nil {
		return nil, err
	}
	hidden, err := r.WithheldActivities(ctx, s, done)
	if err != nil {
		return nil, err
	}
	d := summarised{h, r, s, f, c, w, done, span, hidden}
	v.count(d)
	if err := v.parts(ctx, d); err != nil {
		return nil, err
	}
	if err := v.name(ctx, r, s); err != nil {
		return nil, err
	}
	v.tell(any)
	return v, ctx.Err()
}

// name adds the names of the activities that stand out.
func (v *SummaryView) name(ctx context.Context, r store.Reader, s training.Scope) error {
	of := map[training.ActivityID][]*string{}
	for i := range v.Bests {
		of[v.Bests[i].ID] = append(of[v.Bests[i].ID], &v.Bests[i].Name)
	}
	for i := range v.Longest {
		of[v.Longest[i].ID] = append(of[v.Longest[i].ID], &v.Longest[i].Name)
	}
	names, err := answers.Names(ctx, r, s, slices.Sorted(maps.Keys(of)))
	for id, name := range names {
		for _, to := range of[id] {
			*to = name
		}
	}
	return err
}

// summarised is the input for the parts of a summary.
type summarised struct {
	h          *Histograms
	r          store.Reader
	s          training.Scope
	f          answers.Frame
	c          counted
	w          *work
	done, span training.DayRange
	hidden     []training.Withheld
}

// rows yields the activities of the period, in order of day.
func (d summarised) rows() iter.Seq[*store.LoadInput] {
	return func(yield func(*store.LoadInput) bool) {
		for _, r := range within(d.w.rated, d.done) {
			if !yield(r.LoadInput) {
				return
			}
		}
	}
}

func (v *SummaryView) tellBestWeeks(d summarised, n int) {
	if v.BestWeeks = bestWeeks(d, n); v.BestWeeks == nil {
		v.Missing = v.Missing.Add(SummaryBestWeeks, i18n.Sentencef("the period has fewer than %d weeks", n))
	}
}

// parts fills in the sections that need more than the activities of the period.
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
	if q.wants(SummaryZonesByMonth) {
		if err := v.zoneMonths(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryBreaks) {
		if v.Breaks, err = d.breaks(ctx); err != nil {
			return err
		}
	}
	if q.wants(SummaryBestWeeks) {
		v.tellBestWeeks(d, max(1, q.Weeks))
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
		if err := v.weather(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryTRIMP) {
		return v.trimp(ctx, d)
	}
	return nil
}

func (v *SummaryView) weather(ctx context.Context, d summarised) error {
	known, err := d.r.Weathers(ctx, d.s, d.done)
	if err != nil {
		return err
	}
	if v.Weather = heatAndWind(d.rows(), known); v.Weather == nil {
		v.Missing = v.Missing.Add("weather", "no service or device reports the outdoor temperature")
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
		v.Missing = v.Missing.Add(SummaryZones, noZones)
	}
	return nil
}

const noZones = "no power or heart rate that can be assigned to zones; set ftp_w or lthr_bpm with update_athlete_settings"
