package structure

import (
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Query selects sets. A bound of 0 means no bound.
type Query struct {
	Days   training.DayRange
	Sports []training.Discipline
	// Name is the athlete's name for an interval, here or on a service; see [Named].
	Name  string
	words []string // words of Name, in the form that comparisons use
	// Pattern is one of [Patterns], or empty.
	Pattern string
	// MinS and MaxS limit the duration of an interval in s, MinM and MaxM its distance in
	// m, MinCount and MaxCount the number of intervals in a block or in all blocks.
	MinS, MaxS         float64
	MinM, MaxM         float64
	MinCount, MaxCount int
	// These are the bounds of the level in W, as a percentage of the day's threshold, or in s/km.
	MinPowerW, MaxPowerW   float64
	MinPercent, MaxPercent float64
	FastestS, SlowestS     float64
	// Zone is the zone of the level, according to the zones of the day; 0 means any.
	Zone   int
	Limit  int
	Cursor string
}

// Answer lists the activities with a set that a query selects, newest first.
type Answer struct {
	answers.Heading
	Activities []Row  `json:"activities"`
	Total      int    `json:"total"`
	Searched   int    `json:"with_intervals"`
	NextCursor string `json:"next_cursor,omitempty"`
	Truncated  bool   `json:"truncated,omitempty"`
	// Order describes the order if it is not newest first.
	Order   string          `json:"order,omitempty"`
	Narrow  i18n.Sentence   `json:"narrow,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Row is an activity with the matching set.
type Row struct {
	ID        string `json:"id"`
	LocalDate string `json:"local_date"`
	Sport     string `json:"sport"`
	training.Refinement
	Name string `json:"name,omitempty"`
	// Origin is the origin of the intervals: detected, device, athlete, or service.
	// Service is the name of the service.
	Origin  string `json:"origin"`
	Service string `json:"service,omitempty"`
	// Intervals is the session as a coach would write it, or the named or marked intervals.
	Intervals i18n.Sentence `json:"intervals"`
	Set       Set           `json:"set"`
	// QuickestS is the time in s of the fastest interval with the requested name.
	QuickestS float64 `json:"quickest_s,omitempty"`
}

// Index searches a history. It keeps the sets of every activity in memory and
// follows the change log, so one Index serves all calls.
type Index struct {
	r      store.Reader
	months *fitness.MonthlyCache[sessions]
	marked cache.Cache[training.Scope, []training.ActivityID]
}

// NewIndex returns an empty index; it reads nothing yet.
func NewIndex(r store.Reader) *Index {
	x := &Index{r: r}
	x.months, x.marked.On = fitness.NewMonthly(r, x.read), ledger.OnActivities()
	return x
}

// hit is a session with the first of its sets that a query selects.
type hit struct {
	*session
	set int
}

// Search returns the activities with a set that q selects.
func (x *Index) Search(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*Answer, error) {
	from, err := q.offset()
	if err != nil {
		return nil, err
	}
	history, err := x.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	m := matcher{q: &q, pattern: patternOf(efforts.Pattern(q.Pattern)), timeline: fitness.NewTimeline(history)}
	out := &Answer{Heading: f.Heading(), Activities: []Row{}}
	var hits []hit
	seen := map[training.ActivityID]bool{}
	err = x.months.Each(ctx, s, derive.Intervals, q.Days, func(_ fitness.MonthlyMonth, all sessions) error {
		for i := range all {
			if !m.wants(&all[i]) {
				continue
			}
			out.Searched++
			seen[all[i].id] = true
			if k := m.find(&all[i]); k >= 0 {
				hits = append(hits, hit{&all[i], k})
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(hits)
	own := markedSearch{r: x.r, scope: s, q: &q, timeline: m.timeline}
	if own.ids, err = x.withMarks(ctx, s); err != nil {
		return nil, err
	}
	marks, with, err := own.find(ctx)
	if err != nil {
		return nil, err
	}
	out.Searched += len(slices.DeleteFunc(with, func(id training.ActivityID) bool { return seen[id] }))
	both := newestFirst(hits, marks)
	out.Total = len(both)
	both = both[min(from, len(both)):]
	if q.Limit > 0 && len(both) > q.Limit {
		both, out.NextCursor, out.Truncated = both[:q.Limit], strconv.Itoa(from+q.Limit), true
	}
	if err := x.show(ctx, s, out, both, &own); err != nil {
		return nil, err
	}
	out.explain(&m)
	return out, nil
}

// show adds the rows of a page.
func (x *Index) show(ctx context.Context, s training.Scope, out *Answer, page []found, own *markedSearch) error {
	names, err := x.names(ctx, s, page)
	if err != nil {
		return err
	}
	for _, f := range page {
		if f.mark != nil {
			row, err := own.show(ctx, f.mark)
			if err != nil {
				return err
			}
			out.Activities = append(out.Activities, row)
			continue
		}
		h := f.hit
		p, err := x.r.Primitive(ctx, s, h.id, derive.Intervals)
		if err != nil {
			if training.KindOf(err) == training.KindNotFound {
				continue // deleted in the meantime
			}
			return err
		}
		full, err := derive.DecodeIntervals(p.Data)
		if err != nil {
			return err
		}
		sets := full.Sets()
		if h.set >= len(sets) {
			continue // derived again in the meantime
		}
		out.Activities = append(out.Activities, rowOf(*h, full, &sets[h.set], names[h.id], own.timeline))
	}
	return nil
}

// names returns the names of the activities of a page with a detected set.
func (x *Index) names(ctx context.Context, s training.Scope, page []found) (map[training.ActivityID]string, error) {
	var ids []training.ActivityID
	for _, f := range page {
		if f.hit != nil {
			ids = append(ids, f.hit.id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := x.r.Activities(ctx, s, store.ActivityFilter{IDs: ids, Metrics: []training.Metric{}})
	names := map[training.ActivityID]string{}
	for i := range rows.Rows {
		names[rows.Rows[i].ID] = rows.Rows[i].Name
	}
	return names, err
}

func (q *Query) offset() (int, error) {
	if q.Cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(q.Cursor)
	if err != nil || n < 0 {
		return 0, training.Errorf(training.KindInvalid, "The cursor %q does not belong to this search.", q.Cursor).
			WithFix("Pass the next_cursor of a call with the same arguments, or none.")
	}
	return n, nil
}

// explain adds reasons for missing data, and advice.
func (o *Answer) explain(m *matcher) {
	if m.unclassed > 0 {
		o.Missing = o.Missing.Add("percent_of_threshold",
			i18n.Sentencef("%d activities have no threshold for their day, so they could not be compared as percentages or zones", m.unclassed))
	}
	switch {
	case o.Searched == 0:
		o.Narrow = "No activity of these sports in this period has intervals. Widen the dates or leave sport out."
	case o.Total == 0:
		o.Narrow = "No set matches. Widen the bounds: an interval's power is its own average, and its duration is the time ridden or run."
	case o.NextCursor != "":
		o.Narrow = "Pass next_cursor as cursor for more."
	}
}
