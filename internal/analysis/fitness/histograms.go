package fitness

import (
	"context"
	"iter"
	"slices"

	"lapkeep/internal/analysis/fitness/monthly"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// HistogramReader yields stored primitives of a kind in order of day.
type HistogramReader interface {
	monthly.Reader
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// Histograms adds up histograms of any range of days. It keeps the sums of
// whole months in memory and follows the change log, so one of them serves
// all calls.
type Histograms struct {
	r      HistogramReader
	months *monthly.Cache[monthSums]
}

// NewHistograms makes the adder; it reads nothing yet.
func NewHistograms(r HistogramReader) *Histograms {
	h := &Histograms{r: r}
	h.months = monthly.New(r, h.read)
	return h
}

// sportSum is the sum of one sport's histograms of a month; of power those
// indoors are apart, which may have an FTP of their own.
type sportSum struct {
	sport  training.Sport
	indoor bool
	sum    zones.Histogram
	ids    []training.ActivityID
}

type monthSums []sportSum

// Holds reports whether the activity's histogram is in the sums.
func (ms monthSums) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(ms, func(s sportSum) bool { return slices.Contains(s.ids, id) })
}

// read adds up a run of months. A histogram that cannot be decoded is left
// out: derive writes it anew.
func (h *Histograms) read(ctx context.Context, s training.Scope, kind string, first, last monthly.Month) (map[monthly.Month]monthSums, error) {
	out := map[monthly.Month]monthSums{}
	indoor, err := h.indoors(ctx, s, kind, first.Span(last))
	if err != nil {
		return nil, err
	}
	for p, err := range h.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		g, err := primitive.DecodeHistogram(p.Data)
		if err != nil {
			continue
		}
		m := monthly.Of(p.Day)
		ms := out[m]
		in := indoor[p.Activity]
		i := slices.IndexFunc(ms, func(x sportSum) bool { return x.sport == p.Sport && x.indoor == in && x.sum.Width == g.Width })
		if i < 0 {
			i, ms = len(ms), append(ms, sportSum{sport: p.Sport, indoor: in, sum: zones.Histogram{Channel: g.Channel, Width: g.Width, First: g.First}})
		}
		ms[i].sum = added(ms[i].sum, g)
		ms[i].ids = append(ms[i].ids, p.Activity)
		out[m] = ms
	}
	return out, ctx.Err()
}

// indoors are the activities of some days that were indoors, where that can
// change the zones of a kind.
func (h *Histograms) indoors(ctx context.Context, s training.Scope, kind string, days training.DayRange) (map[training.ActivityID]bool, error) {
	if kind != primitive.PowerHistogram {
		return nil, nil
	}
	inputs, err := h.r.LoadInputs(ctx, s, days)
	out := map[training.ActivityID]bool{}
	for i := range inputs {
		if inputs[i].Indoor {
			out[inputs[i].ID] = true
		}
	}
	return out, err
}

// added adds g to sum, both with bins of the same width.
func added(sum, g zones.Histogram) zones.Histogram {
	if g.First < sum.First {
		sum.Seconds = slices.Insert(sum.Seconds, 0, make([]uint32, sum.First-g.First)...)
		sum.First = g.First
	}
	from := int(g.First - sum.First)
	if more := from + len(g.Seconds) - len(sum.Seconds); more > 0 {
		sum.Seconds = append(sum.Seconds, make([]uint32, more)...)
	}
	for i, s := range g.Seconds {
		sum.Seconds[from+i] += s
	}
	return sum
}

// count puts the histograms of a kind over some days into c: sums of whole
// months where one set of zones holds throughout, single ones elsewhere.
func (h *Histograms) count(ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter) error {
	whole := wholeMonths(days)
	if whole.Days() == 0 {
		return h.single(ctx, s, kind, days, c, nil)
	}
	var mixed []mixedMonth
	err := h.months.Each(ctx, s, kind, whole, func(m monthly.Month, ms monthSums) error {
		span := m.Days()
		mix := mixedMonth{days: span}
		for _, x := range ms {
			if !c.wants(x.sport) {
				continue
			}
			if c.timeline.around(x.sport, span.From).to <= span.To {
				mix.sports = append(mix.sports, x.sport)
				continue
			}
			c.add(of{x.sport, x.indoor}, span.From, x.sum, len(x.ids))
		}
		if len(mix.sports) > 0 {
			mixed = append(mixed, mix)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range mixed {
		if err := h.single(ctx, s, kind, m.days, c, m.sports); err != nil {
			return err
		}
	}
	for _, edge := range []training.DayRange{{From: days.From, To: whole.From - 1}, {From: whole.To + 1, To: days.To}} {
		if err := h.single(ctx, s, kind, edge, c, nil); err != nil {
			return err
		}
	}
	return nil
}

// mixedMonth is a month within which the zones of some sports changed.
type mixedMonth struct {
	days   training.DayRange
	sports []training.Sport
}

// single reads histograms one by one, of some sports or, with none, of all.
func (h *Histograms) single(ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter, only []training.Sport) error {
	if days.Days() == 0 {
		return nil
	}
	indoor, err := h.indoors(ctx, s, kind, days)
	if err != nil {
		return err
	}
	for p, err := range h.r.Primitives(ctx, s, kind, days) {
		if err != nil {
			return err
		}
		if !c.wants(p.Sport) || len(only) > 0 && !slices.Contains(only, p.Sport) {
			continue
		}
		if g, err := primitive.DecodeHistogram(p.Data); err == nil {
			c.add(of{p.Sport, indoor[p.Activity]}, p.Day, g, 1)
		}
	}
	return ctx.Err()
}

// wholeMonths is the calendar months that lie in days entirely.
func wholeMonths(days training.DayRange) training.DayRange {
	from, to := monthly.Of(days.From), monthly.Of(days.To)
	if from.Days().From < days.From {
		from++
	}
	if to.Days().To > days.To {
		to--
	}
	if from > to {
		return training.DayRange{From: 1, To: 0}
	}
	return from.Span(to)
}
