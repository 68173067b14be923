package fitness

import (
	"context"
	"iter"

	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ZonedReader reads histograms and the inputs of loads.
type ZonedReader interface {
	MonthlyReader
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// ZonedCache keeps months by their time in zones. It is safe for concurrent use.
type ZonedCache struct {
	r      ZonedReader
	months *MonthlyCache[*content]
}

// NewZoned makes an empty cache.
func NewZoned(r ZonedReader) *ZonedCache {
	c := &ZonedCache{r: r}
	c.months = NewMonthly(r, c.read)
	return c
}

// Months gives those of the days within the athlete's history, from the first
// on; nil is one without a histogram of the kind.
func (c *ZonedCache) Months(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, z Zones,
) (from MonthlyMonth, out []*ZonedMonth, err error) {
	from, all, err := c.months.Months(ctx, s, kind, days)
	if err != nil {
		return 0, nil, err
	}
	out, behind := inZones(all, z)
	if !behind {
		return from, out, nil
	}
	c.months.Drop(s, kind, func(v *content) bool { return v != nil && v.in(z) == nil })
	if from, all, err = c.months.Months(ctx, s, kind, days); err != nil {
		return 0, nil, err
	}
	out, _ = inZones(all, z)
	for i, v := range all {
		if v != nil && out[i] == nil { // counted meanwhile for somebody who asked before the zones changed
			if out[i], err = c.apart(ctx, s, kind, from+MonthlyMonth(i), z); err != nil {
				return 0, nil, err
			}
		}
	}
	return from, out, nil
}

// Held are the months of the days if all of them were counted in the zones
// before and nothing has to be read.
func (c *ZonedCache) Held(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, z Zones,
) (from MonthlyMonth, out []*ZonedMonth, ok bool, err error) {
	from, all, ok, err := c.months.Held(ctx, s, kind, days)
	if err != nil || !ok {
		return 0, nil, false, err
	}
	out, behind := inZones(all, z)
	return from, out, !behind, nil
}

func inZones(all []*content, z Zones) (out []*ZonedMonth, behind bool) {
	out = make([]*ZonedMonth, len(all))
	for i, v := range all {
		if v == nil {
			continue
		}
		out[i] = v.in(z)
		behind = behind || out[i] == nil
	}
	return out, behind
}

// apart reads and counts a month for one question alone.
func (c *ZonedCache) apart(ctx context.Context, s training.Scope, kind string, m MonthlyMonth, z Zones) (*ZonedMonth, error) {
	read, err := c.read(ctx, s, kind, m, m)
	if err != nil || read[m] == nil {
		return nil, err
	}
	return read[m].in(z), nil
}

// read reads a run of months.
func (c *ZonedCache) read(ctx context.Context, s training.Scope, kind string, first, last MonthlyMonth) (map[MonthlyMonth]*content, error) {
	out := map[MonthlyMonth]*content{}
	indoor, err := Indoors(ctx, c.r, s, kind, first.Span(last))
	if err != nil {
		return nil, err
	}
	var now *content
	for p, err := range c.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		if now == nil || !now.days.Contains(p.Day) {
			m := MonthlyOf(p.Day)
			now = &content{days: m.Days()}
			out[m] = now
		}
		now.add(p.Activity, p.Day, Place{p.Sport, indoor[p.Activity]}, p.Data)
	}
	return out, ctx.Err()
}

// Indoors are the activities of some days that were indoors, where that can
// change the zones of a kind.
func Indoors(ctx context.Context, r ZonedReader, s training.Scope, kind string,
	days training.DayRange) (map[training.ActivityID]bool, error) {
	if kind != derive.PowerHistogram {
		return nil, nil
	}
	inputs, err := r.LoadInputs(ctx, s, days)
	out := map[training.ActivityID]bool{}
	for i := range inputs {
		if inputs[i].Indoor {
			out[inputs[i].ID] = true
		}
	}
	return out, err
}
