package fitness

import (
	"context"
	"iter"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// SummaryReader reads what a summary is made of.
type SummaryReader interface {
	LoadReader
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Selected(ctx context.Context, s training.Scope, f store.ActivityFilter) (map[training.ActivityID]bool, error)
	Weathers(ctx context.Context, s training.Scope, days training.DayRange) (map[training.ActivityID]document.Weather, error)
}

// SummaryQuery asks what was done in a period.
type SummaryQuery struct {
	// Kind is week, month or year (the one that holds Days.From), all, or
	// range (Days).
	Kind   string
	Days   training.DayRange
	Sports []training.Sport // none: all
	Only   Only
	// Sections are the parts of the answer; empty is the usual ones.
	Sections []string
}

// Only selects activities further. Zero fields select all.
type Only struct {
	Race    *bool  `json:"race,omitempty"`
	Commute *bool  `json:"commute,omitempty"`
	Indoor  *bool  `json:"indoor,omitempty"`
	GearID  string `json:"gear_id,omitempty"`
	Tag     string `json:"tag,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Filter selects the same in a list of activities.
func (o Only) Filter() store.ActivityFilter {
	f := store.ActivityFilter{Race: o.Race, Commute: o.Commute, Indoor: o.Indoor, GearID: o.GearID, Source: o.Source}
	if o.Tag != "" {
		f.Tags = []string{o.Tag}
	}
	return f
}

// The sections of a summary, most by the name of their part of the answer.
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
)

// SummarySections lists them, the usual ones first.
func SummarySections() []string {
	return []string{
		SummaryBySport, SummaryZones, SummaryLongest, SummaryByWeekday, SummaryByHour, SummaryStreaks, SummaryPrevious,
		SummaryByDay, SummaryByWeek, SummaryByMonth, SummaryBests, SummaryMilestones, SummaryEddington, SummaryWeather,
		SummaryTRIMP,
	}
}

// usualSections is how many of them are the usual ones.
const usualSections = 7

// Usual is the period of a question that names none: the week, for weeks or
// months the year, and everything where all sections are about a life.
func (q SummaryQuery) Usual(dated bool) string {
	ofALife := []string{SummaryBests, SummaryMilestones, SummaryEddington, SummaryWeather}
	switch {
	case dated || len(q.Sections) == 0:
	case !slices.ContainsFunc(q.Sections, func(s string) bool { return !slices.Contains(ofALife, s) }):
		return PeriodAll
	case slices.Contains(q.Sections, SummaryByWeek) || slices.Contains(q.Sections, SummaryByMonth):
		return PeriodYear
	}
	return PeriodWeek
}

// wants reports whether a section is to be answered.
func (q SummaryQuery) wants(section string) bool {
	if len(q.Sections) > 0 {
		return slices.Contains(q.Sections, section)
	}
	return slices.Contains(SummarySections()[:usualSections], section)
}

func (q SummaryQuery) check() error {
	if q.Days.Days() == 0 && q.Kind != PeriodAll {
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	}
	return knownSections(q.Sections, SummarySections())
}

// knownSections refuses a section that there is not.
func knownSections(asked, known []string) error {
	if slices.ContainsFunc(asked, func(s string) bool { return !slices.Contains(known, s) }) {
		return training.Errorf(training.KindInvalid, "The sections %s are not all known.", strings.Join(asked, ", ")).
			WithFix("The sections are %s.", strings.Join(known, ", "))
	}
	return nil
}

// counted is what a question counts: the rows of some sports that its
// conditions select.
type counted struct {
	q        SummaryQuery
	selected map[training.ActivityID]bool // nil: all
}

func readCounted(ctx context.Context, r SummaryReader, s training.Scope, q SummaryQuery) (c counted, err error) {
	if c.q = q; q.Only != (Only{}) {
		c.selected, err = r.Selected(ctx, s, q.Only.Filter())
	}
	return c, err
}

// all says that the question has no condition but its days.
func (c counted) all() bool { return c.selected == nil && len(c.q.Sports) == 0 }

func (c counted) counts(in *store.LoadInput) bool {
	return (c.selected == nil || c.selected[in.ID]) && (len(c.q.Sports) == 0 || slices.Contains(c.q.Sports, in.Sport))
}

// among are the rows that count.
func (c counted) among(inputs []store.LoadInput) iter.Seq[*store.LoadInput] {
	return func(yield func(*store.LoadInput) bool) {
		for i := range inputs {
			if c.counts(&inputs[i]) && !yield(&inputs[i]) {
				return
			}
		}
	}
}

// work reads what was done on some days, with its loads.
func (c counted) work(ctx context.Context, r SummaryReader, s training.Scope, days training.DayRange) (*work, error) {
	w, err := readWork(ctx, r, s, days, c.q.Sports, "")
	if err == nil && c.selected != nil {
		w.rated = slices.DeleteFunc(w.rated, func(r rated) bool { return !c.selected[r.ID] })
	}
	return w, err
}

// spanOf is the days from the athlete's first activity to the last; today for none.
func spanOf(ctx context.Context, r SummaryReader, s training.Scope, f answers.Frame) (span training.DayRange, any bool, err error) {
	if span, any, err = r.DaySpan(ctx, s); err == nil && !any {
		span = training.DayRange{From: f.Today, To: f.Today}
	}
	return span, any, err
}
