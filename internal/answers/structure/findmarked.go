package structure

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the origins of intervals, in addition to [OriginAthlete].
const (
	originDevice   = "device"   // all bounds are the device's laps
	originDetected = "detected" // found in the streams
	originService  = "service"  // drawn on a service
)

// marked is the pattern of a row with intervals that the athlete marked here.
const marked = "marked"

// markedHit is an activity with the marked intervals that a query selects, and
// their values once they are measured.
type markedHit struct {
	row  *store.ActivityRow
	fit  []training.Marked
	with *efforts.Session
}

// markedSearch finds marked intervals. It reads streams only if it needs values to check
// the bounds of the query or to show a row.
type markedSearch struct {
	r        store.Reader
	scope    training.Scope
	q        *Query
	timeline *fitness.Timeline
	ids      []training.ActivityID // activities that may have marked intervals; nil if unknown
}

// withMarks returns the activities with marked intervals, cached until a change.
// Reading 15,000 activities takes four times as long as the rest of a search.
func (x *Index) withMarks(ctx context.Context, s training.Scope) ([]training.ActivityID, error) {
	return x.marked.Get(ctx, x.r, s, func() ([]training.ActivityID, error) {
		page, err := x.r.Activities(ctx, s, store.ActivityFilter{Marked: true, Metrics: []training.Metric{}})
		ids := make([]training.ActivityID, 0, len(page.Rows))
		for i := range page.Rows {
			ids = append(ids, page.Rows[i].ID)
		}
		return ids, err
	})
}

// find returns the hits, newest first, and all activities with marked
// intervals.
func (m *markedSearch) find(ctx context.Context) (hits []markedHit, all []training.ActivityID, err error) {
	if m.ids != nil && len(m.ids) == 0 {
		return nil, nil, nil
	}
	days := m.q.Days
	page, err := m.r.Activities(ctx, m.scope, store.ActivityFilter{
		IDs: m.ids, Days: &days, Sports: m.q.Sports, Marked: true, Metrics: []training.Metric{},
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range page.Rows {
		h := markedHit{row: &page.Rows[i]}
		if len(h.row.Marked) == 0 {
			continue
		}
		all = append(all, h.row.ID)
		for _, x := range h.row.Marked {
			if m.q.spans(x) {
				h.fit = append(h.fit, x)
			}
		}
		if len(h.fit) > 0 && m.q.byValue() {
			if err := m.measure(ctx, &h); err != nil {
				return nil, nil, err
			}
			m.keep(&h)
		}
		if n := len(h.fit); n > 0 && n >= m.q.MinCount && (m.q.MaxCount == 0 || n <= m.q.MaxCount) {
			hits = append(hits, h)
		}
	}
	return hits, all, ctx.Err()
}

// spans reports whether a marked interval has the name and the duration that the query asks for.
func (q *Query) spans(x training.Marked) bool {
	return q.Pattern == "" && within(float64(x.EndS-x.StartS), q.MinS, q.MaxS) &&
		(q.Name == "" || x.Name != "" && hasWords(x.Name, q.words))
}

// byValue reports whether the query limits values that can only be computed from streams.
func (q *Query) byValue() bool {
	return q.Zone > 0 || slices.ContainsFunc([]float64{
		q.MinM, q.MaxM, q.MinPowerW, q.MaxPowerW, q.MinPercent, q.MaxPercent, q.FastestS, q.SlowestS,
	}, func(x float64) bool { return x > 0 })
}

// measure fills in the values of a hit's intervals, by the same rules as for detected intervals.
func (m *markedSearch) measure(ctx context.Context, h *markedHit) error {
	if h.with != nil {
		return nil
	}
	recs, err := m.r.Recordings(ctx, m.scope, h.row.ID)
	if err != nil {
		return err
	}
	var rec training.Recording
	if len(recs) > 0 {
		first := slices.MinFunc(recs, func(a, b store.RecordingRow) int { return a.Rank - b.Rank })
		cols, err := m.r.Stream(ctx, m.scope, h.row.ID, store.AllChannels)
		if err != nil {
			return err
		}
		rec = first.Recording
		rec.Columns = *cols
	}
	rec.Sport, rec.SubSport = h.row.Sport, h.row.SubSport
	s := efforts.Marked(stream.Of(&rec, stream.Limits{}), h.fit)
	h.with = &s
	return nil
}

func (m *markedSearch) classes(h *markedHit) classes {
	return classesOf(h.with.Basis, h.row.Sport, m.timeline.At(h.row.Discipline(), h.row.LocalDay).In(h.row.Indoor()))
}

// keep removes those intervals of a measured hit that are outside the query's bounds.
func (m *markedSearch) keep(h *markedHit) {
	q, c := m.q, m.classes(h)
	var fit []training.Marked
	var with []efforts.Interval
	for i := range h.with.Intervals {
		iv := &h.with.Intervals[i]
		pace := 0.0
		if iv.SpeedMPS > 0 {
			pace = 1000 / iv.SpeedMPS
		}
		if within(iv.DistanceM, q.MinM, q.MaxM) && within(iv.PowerW, q.MinPowerW, q.MaxPowerW) &&
			(q.MaxPowerW == 0 || iv.PowerW > 0) && (q.FastestS+q.SlowestS == 0 || pace > 0 && within(pace, q.FastestS, q.SlowestS)) &&
			(q.MinPercent+q.MaxPercent == 0 || c.percent(iv.Level) > 0 && within(c.percent(iv.Level), q.MinPercent, q.MaxPercent)) &&
			(q.Zone == 0 || iv.Level > 0 && c.zone(iv.Level) == q.Zone) {
			fit, with = append(fit, h.fit[i]), append(with, *iv)
		}
	}
	h.fit, h.with.Intervals = fit, with
}

// show returns a hit as a row.
func (m *markedSearch) show(ctx context.Context, h *markedHit) (Row, error) {
	if err := m.measure(ctx, h); err != nil {
		return Row{}, err
	}
	var words, names []string
	var seconds, power, metres, level float64
	quickest, known := math.Inf(1), 0.0
	for i := range h.with.Intervals {
		iv := &h.with.Intervals[i]
		s := iv.Seconds()
		name := textclean.Line(h.fit[i].Name, textclean.NameRunes)
		words = append(words, strings.TrimSpace(name+" "+i18n.Clock(s)))
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		seconds, power, metres, quickest = seconds+s, power+iv.PowerW*s, metres+iv.DistanceM, min(quickest, s)
		if iv.Level > 0 {
			level, known = level+iv.Level*s, known+s
		}
	}
	n := float64(len(h.with.Intervals))
	set := Set{
		Name: i18n.Name(strings.Join(names, ", ")), Pattern: marked, Intervals: len(h.with.Intervals), DurationS: answers.Round(seconds/n, 0),
	}
	if known > 0 {
		set.Level = levelOf(h.with.Basis, level/known, m.classes(h))
	}
	set.DistanceKM = answers.Round(metres/n/1000, 3)
	set.AvgPowerW = answers.Round(power/seconds, 1)
	return Row{
		ID: string(h.row.ID), LocalDate: h.row.LocalDay.String(), Sport: string(h.row.Sport), Refinement: h.row.Discipline().Refinement(),
		Name: textclean.Line(h.row.Name, rowNameRunes), Origin: OriginAthlete,
		Intervals: i18n.Name(strings.Join(words, "; ")), Set: set, QuickestS: answers.Round(quickest, 0),
	}, nil
}

// found is a hit of either kind.
type found struct {
	hit  *hit
	mark *markedHit
}

// newestFirst returns all hits by day; for an activity with hits of both kinds,
// the detected one comes first.
func newestFirst(hits []hit, marks []markedHit) []found {
	out := make([]found, 0, len(hits)+len(marks))
	for i := range hits {
		for len(marks) > 0 && marks[0].row.LocalDay > hits[i].day {
			out, marks = append(out, found{mark: &marks[0]}), marks[1:]
		}
		out = append(out, found{hit: &hits[i]})
	}
	for i := range marks {
		out = append(out, found{mark: &marks[i]})
	}
	return out
}

// OriginAthlete is the origin of intervals that were marked here.
const OriginAthlete = "athlete"

// MarkedOf returns the intervals that the athlete marked. Their columns and rules are the
// same as for detected intervals.
func MarkedOf(s *efforts.Session, names []training.Marked, sport training.Sport, t training.Thresholds) Drawn {
	out := Drawn{Origin: OriginAthlete}
	w := writer{s: s, c: classesOf(s.Basis, sport, t), paced: sport.OnFoot(), marked: true}
	for i := range s.Intervals {
		out.Interval = append(out.Interval, textclean.Line(names[i].Name, textclean.NameRunes))
		w.add(&out.Columns, i)
	}
	out.prune()
	return out
}
