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
	"lapkeep/internal/training"
)

// Query selects sets. A bound of 0 is none.
type Query struct {
	Days   training.DayRange
	Sports []training.Discipline
	// Name is the athlete's own name for an interval, here or at a service; see [Named].
	Name  string
	words []string // of it, as they are compared
	// Pattern is one of [Patterns], or empty.
	Pattern string
	// MinS and MaxS bound the duration of an interval in s, MinM and MaxM its
	// distance in m, MinCount and MaxCount how many there are, in a block or in all.
	MinS, MaxS         float64
	MinM, MaxM         float64
	MinCount, MaxCount int
	// The bounds of the level: W, percent of the threshold of the day, s/km.
	MinPowerW, MaxPowerW   float64
	MinPercent, MaxPercent float64
	FastestS, SlowestS     float64
	// Zone is the zone of the level by the zones of the day; 0 is any.
	Zone   int
	Limit  int
	Cursor string
}

// Answer is the activities that have such a set, the newest first.
type Answer struct {
	answers.Heading
	Activities []Row  `json:"activities"`
	Total      int    `json:"total"`
	Searched   int    `json:"with_intervals"`
	NextCursor string `json:"next_cursor,omitempty"`
	Truncated  bool   `json:"truncated,omitempty"`
	// Order says so where the newest is not the first.
	Order   string          `json:"order,omitempty"`
	Narrow  i18n.Sentence   `json:"narrow,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Row is an activity with the set that was searched for.
type Row struct {
	ID        string `json:"id"`
	LocalDate string `json:"local_date"`
	Sport     string `json:"sport"`
	training.Refinement
	Name string `json:"name,omitempty"`
	// Origin says who bounded the intervals: detected, device, athlete, or service, which Service names.
	Origin  string `json:"origin"`
	Service string `json:"service,omitempty"`
	// Intervals is the whole session in a coach's words, or those that were named or marked.
	Intervals i18n.Sentence `json:"intervals"`
	Set       Set           `json:"set"`
	// QuickestS is the time of the quickest interval of a name.
	QuickestS float64 `json:"quickest_s,omitempty"`
}

// Index searches a history. It keeps the sets of every activity in memory and
// follows the change log, so one of them serves all calls.
type Index struct {
	r      store.Reader
	months *fitness.MonthlyCache[sessions]
	marked cache.Cache[training.Scope, []training.ActivityID]
}

// NewIndex makes the searcher; it reads nothing yet.
func NewIndex(r store.Reader) *Index {
	x := &Index{r: r}
	x.months = fitness.NewMonthly(r, x.read)
	return x
}

// hit is a session and the first of its sets that a query selects.
type hit struct {
	*session
	set int
}

// Search answers q.
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

// show writes the rows of a page.
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
				continue // gone since
			}
			return err
		}
		full, err := derive.DecodeIntervals(p.Data)
		if err != nil {
			return err
		}
		sets := full.Sets()
		if h.set >= len(sets) {
			continue // derived anew since
		}
		out.Activities = append(out.Activities, rowOf(*h, full, &sets[h.set], names[h.id], own.timeline))
	}
	return nil
}

// names returns the names of the activities of a page whose sets were found.
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

// explain adds the data that are missing and advice on what to do next.
func (o *Answer) explain(m *matcher) {
	if m.unclassed > 0 {
		o.Missing = o.Missing.Add("percent_of_threshold",
			i18n.Sentencef("%d activities have no threshold for their day, so they could not be compared by percent or zone", m.unclassed))
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
