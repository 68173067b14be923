package structure

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/analysis/fitness/monthly"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Reader reads stored intervals and the activities that they belong to.
type Reader interface {
	monthly.Reader
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	History(ctx context.Context, s training.Scope) (training.History, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// Query selects sets. A bound of 0 is none.
type Query struct {
	Days   training.DayRange
	Sports []training.Sport
	// Name is the athlete's own name for an interval at a service; see [Named].
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
	analysis.Heading
	Activities []Row  `json:"activities"`
	Total      int    `json:"total"`
	Searched   int    `json:"with_intervals"`
	NextCursor string `json:"next_cursor,omitempty"`
	Truncated  bool   `json:"truncated,omitempty"`
	// Order says so where the newest is not the first.
	Order   string           `json:"order,omitempty"`
	Narrow  phrase.Sentence  `json:"narrow,omitempty"`
	Missing analysis.Missing `json:"missing,omitempty"`
}

// Row is an activity with the set that was searched for.
type Row struct {
	ID        string `json:"id"`
	LocalDate string `json:"local_date"`
	Sport     string `json:"sport"`
	Name      string `json:"name,omitempty"`
	// Intervals is the whole session in a coach's words.
	Intervals phrase.Sentence `json:"intervals"`
	Set       Set             `json:"set"`
	// QuickestS is the time of the quickest interval of a name.
	QuickestS float64 `json:"quickest_s,omitempty"`
}

// Index searches a history. It keeps the sets of every activity in memory and
// follows the change log, so one of them serves all calls.
type Index struct {
	r      Reader
	months *monthly.Cache[sessions]
}

// NewIndex makes the searcher; it reads nothing yet.
func NewIndex(r Reader) *Index {
	x := &Index{r: r}
	x.months = monthly.New(r, x.read)
	return x
}

// hit is a session and the first of its sets that a query selects.
type hit struct {
	*session
	set int
}

// Search answers q.
func (x *Index) Search(ctx context.Context, s training.Scope, f analysis.Frame, q Query) (*Answer, error) {
	from, err := q.offset()
	if err != nil {
		return nil, err
	}
	history, err := x.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	m := matcher{q: &q, pattern: patternOf(efforts.Pattern(q.Pattern)), timeline: fitness.NewTimeline(history)}
	if m.indoor, err = x.indoors(ctx, s, q.Days, history); err != nil {
		return nil, err
	}
	out := &Answer{Heading: f.Heading(), Activities: []Row{}}
	var hits []hit
	err = x.months.Each(ctx, s, primitive.Intervals, q.Days, func(_ monthly.Month, all sessions) error {
		for i := range all {
			if !m.wants(&all[i]) {
				continue
			}
			out.Searched++
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
	out.Total = len(hits)
	hits = hits[min(from, len(hits)):]
	if q.Limit > 0 && len(hits) > q.Limit {
		hits, out.NextCursor, out.Truncated = hits[:q.Limit], strconv.Itoa(from+q.Limit), true
	}
	if err := x.show(ctx, s, out, hits, m.timeline); err != nil {
		return nil, err
	}
	out.explain(&m)
	return out, nil
}

// show writes the rows of a page.
func (x *Index) show(ctx context.Context, s training.Scope, out *Answer, hits []hit, t *fitness.Timeline) error {
	if len(hits) == 0 {
		return nil
	}
	ids := make([]training.ActivityID, len(hits))
	for i, h := range hits {
		ids[i] = h.id
	}
	page, err := x.r.Activities(ctx, s, store.ActivityFilter{IDs: ids, Metrics: []training.Metric{}})
	if err != nil {
		return err
	}
	names := map[training.ActivityID]string{}
	for i := range page.Rows {
		names[page.Rows[i].ID] = page.Rows[i].Name
	}
	for _, h := range hits {
		p, err := x.r.Primitive(ctx, s, h.id, primitive.Intervals)
		if err != nil {
			if training.KindOf(err) == training.KindNotFound {
				continue // gone since
			}
			return err
		}
		full, err := primitive.DecodeIntervals(p.Data)
		if err != nil {
			return err
		}
		sets := full.Sets()
		if h.set >= len(sets) {
			continue // derived anew since
		}
		out.Activities = append(out.Activities, rowOf(h, full, &sets[h.set], names[h.id], t.At(h.sport, h.day)))
	}
	return nil
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

// explain says what to do next.
func (o *Answer) explain(m *matcher) {
	if m.unclassed > 0 {
		o.Missing = o.Missing.Add("percent_of_threshold",
			phrase.Sentencef("%d activities have no threshold on their day and could not be compared by percent or zone", m.unclassed))
	}
	switch {
	case o.Searched == 0:
		o.Narrow = "No activity of these days and sports has intervals. Widen the dates or leave sport out."
	case o.Total == 0:
		o.Narrow = "No set matches. Widen the bounds: an interval's power is its own mean, and its duration is the time that was ridden or run."
	case o.NextCursor != "":
		o.Narrow = "Pass next_cursor as cursor for more."
	}
}
