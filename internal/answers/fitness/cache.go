package fitness

import (
	"context"
	"maps"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/training"
)

// Content is the cached part of a month.
type Content interface {
	// Holds reports whether the content includes the activity.
	Holds(id training.ActivityID) bool
}

// MonthlyRead reads the months from first to last. It leaves out months without
// a primitive of the kind. Several goroutines may call it at once.
type MonthlyRead[T Content] func(ctx context.Context, s training.Scope, kind string, first, last MonthlyMonth) (map[MonthlyMonth]T, error)

// MonthlyCache keeps the content of months. It is safe for concurrent use. All
// its data can be read again from the store.
type MonthlyCache[T Content] struct {
	r store.Reader
	view[T]

	keeper Keeper // nil keeps nothing
	codec  Codec[T]
	less   map[key]bool // whether the stored months hold deleted activities
	behind map[key]bool // whether many activities have changed since the months were stored

	mu      sync.Mutex
	started bool
	seq     int64
	tables  map[key]table[T]
	spans   map[training.Scope]span
}

// view defines how months are read and which cached months are usable.
type view[T Content] struct {
	read MonthlyRead[T]
	good func(T) bool // whether a cached month is usable; nil: always
}

// has reports whether a usable month is cached.
func (w view[T]) has(t table[T], m MonthlyMonth) bool {
	v, kept := t[m]
	return kept && (w.good == nil || w.good(v))
}

type key struct {
	scope training.Scope
	kind  string
}

// table holds the months that were read; a month without content is empty.
type table[T Content] map[MonthlyMonth]T

type span struct {
	days training.DayRange
	ok   bool
}

// NewMonthly returns an empty cache.
func NewMonthly[T Content](r store.Reader, read MonthlyRead[T]) *MonthlyCache[T] {
	return &MonthlyCache[T]{
		r: r, view: view[T]{read: read},
		tables: map[key]table[T]{}, spans: map[training.Scope]span{},
		less: map[key]bool{}, behind: map[key]bool{},
	}
}

// Each calls f, in order, for each month within the athlete's history that contains any of
// the days. f must not keep or change the content.
func (c *MonthlyCache[T]) Each(ctx context.Context, s training.Scope, kind string, days training.DayRange,
	f func(m MonthlyMonth, v T) error,
) error {
	from, months, err := c.Months(ctx, s, kind, days)
	if err != nil {
		return err
	}
	for i, v := range months {
		if err := f(from+MonthlyMonth(i), v); err != nil {
			return err
		}
	}
	return nil
}

// Months returns the content of the months within the athlete's history that contain the
// days, and the first of these months. Content is replaced but never modified, so callers
// need no lock. Callers must not modify it.
func (c *MonthlyCache[T]) Months(ctx context.Context, s training.Scope, kind string, days training.DayRange) (from MonthlyMonth,
	months []T, err error,
) {
	return c.monthsBy(ctx, s, kind, days, c.view)
}

// monthsBy does the same as [MonthlyCache.Months] with the given view.
func (c *MonthlyCache[T]) monthsBy(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, w view[T],
) (from MonthlyMonth, months []T, err error) {
	seq, err := c.r.LastChange(ctx)
	if err != nil {
		return 0, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t, days, ok, err := c.table(ctx, key{s, kind}, seq, days)
	if err != nil || !ok {
		return 0, nil, err
	}
	if err := c.fill(ctx, t, key{s, kind}, days, w); err != nil {
		return 0, nil, err
	}
	from, months = t.of(days)
	return from, months, nil
}

// Held does the same as [MonthlyCache.Months], but only if all months are cached.
func (c *MonthlyCache[T]) Held(
	ctx context.Context, s training.Scope, kind string, days training.DayRange,
) (from MonthlyMonth, months []T, ok bool, err error) {
	return c.heldBy(ctx, s, kind, days, c.view)
}

func (c *MonthlyCache[T]) heldBy(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, w view[T],
) (from MonthlyMonth, months []T, ok bool, err error) {
	seq, err := c.r.LastChange(ctx)
	if err != nil {
		return 0, nil, false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t, days, ok, err := c.table(ctx, key{s, kind}, seq, days)
	if err != nil || !ok {
		return 0, nil, false, err
	}
	for m := MonthlyOf(days.From); m <= MonthlyOf(days.To); m++ {
		if !w.has(t, m) {
			return 0, nil, false, nil
		}
	}
	from, months = t.of(days)
	return from, months, true, nil
}

// table returns the cached months of a kind as of seq, and clips days to the athlete's
// history. ok is false if this leaves no day.
func (c *MonthlyCache[T]) table(ctx context.Context, k key, seq int64, days training.DayRange) (table[T], training.DayRange, bool, error) {
	if !c.started || c.seq < seq {
		if err := c.follow(ctx, seq); err != nil {
			return nil, days, false, err
		}
	}
	days, ok, err := c.clip(ctx, k.scope, days)
	if err != nil || !ok {
		return nil, days, false, err
	}
	if c.tables[k] == nil {
		if c.tables[k], err = c.restored(ctx, k); err != nil {
			return nil, days, false, err
		}
	}
	return c.tables[k], days, true, nil
}

// of returns the content of the months that contain the days, and the first of these months.
func (t table[T]) of(days training.DayRange) (from MonthlyMonth, months []T) {
	from, last := MonthlyOf(days.From), MonthlyOf(days.To)
	months = make([]T, 0, last-from+1)
	for m := from; m <= last; m++ {
		months = append(months, t[m])
	}
	return from, months
}

// clip narrows days to the span of the athlete's activities, so that a question
// about all time does not go through empty centuries.
func (c *MonthlyCache[T]) clip(ctx context.Context, s training.Scope, days training.DayRange) (training.DayRange, bool, error) {
	sp, known := c.spans[s]
	if !known {
		r, ok, err := c.r.DaySpan(ctx, s)
		if err != nil {
			return days, false, err
		}
		sp = span{r, ok}
		c.spans[s] = sp
	}
	days.From, days.To = max(days.From, sp.days.From), min(days.To, sp.days.To)
	return days, sp.ok && days.From <= days.To, nil
}

// fill reads those months of the days that are missing. It reads consecutive months together.
func (c *MonthlyCache[T]) fill(ctx context.Context, t table[T], k key, days training.DayRange, w view[T]) error {
	last, filled := MonthlyOf(days.To), MonthlyMonth(0)
	for m := MonthlyOf(days.From); m <= last; m++ {
		if w.has(t, m) {
			continue
		}
		end := m
		for end < last && !w.has(t, end+1) {
			end++
		}
		if err := w.run(ctx, t, k, m, end); err != nil {
			return err
		}
		filled += end - m + 1
		m = end
	}
	if filled >= worthKeeping || filled > 0 && c.behind[k] {
		c.save(ctx, k, t)
		delete(c.behind, k)
	}
	return nil
}

// shareMonths is the minimum number of months that justifies another goroutine.
const shareMonths = 4

func (w view[T]) run(ctx context.Context, t table[T], k key, from, to MonthlyMonth) error {
	n := MonthlyMonth(min(runtime.GOMAXPROCS(0), 1+int(to-from)/shareMonths))
	parts := make([]map[MonthlyMonth]T, n)
	g, ctx := errgroup.WithContext(ctx)
	for i := range n {
		first, last := from+(to-from+1)*i/n, from+(to-from+1)*(i+1)/n-1
		g.Go(func() (err error) {
			parts[i], err = w.read(ctx, k.scope, k.kind, first, last)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for m := from; m <= to; m++ {
		var none T
		t[m] = none
	}
	for _, p := range parts {
		maps.Copy(t, p)
	}
	return nil
}

// MonthlyMonth is a calendar month, counted from January of year 0.
type MonthlyMonth int32

// MonthlyOf returns the month of a day.
func MonthlyOf(d training.Day) MonthlyMonth {
	t := d.Time(time.UTC)
	return MonthlyMonth(t.Year()*12 + int(t.Month()) - 1)
}

func (m MonthlyMonth) first() training.Day {
	return training.NewDay(int(m)/12, time.Month(int(m)%12+1), 1)
}

// Days returns the days of the month.
func (m MonthlyMonth) Days() training.DayRange {
	return training.DayRange{From: m.first(), To: (m + 1).first() - 1}
}

// Span returns the days from the first day of m to the last day of the month last.
func (m MonthlyMonth) Span(last MonthlyMonth) training.DayRange {
	return training.DayRange{From: m.first(), To: last.Days().To}
}

const (
	// patchLimit is the maximum number of changed activities that are looked up
	// one by one. If there are more, all months of the athlete are read again.
	patchLimit = 64
)

// follow drops the content of activities that have changed since the last call.
func (c *MonthlyCache[T]) follow(ctx context.Context, seq int64) error {
	if !c.started {
		// Nothing has been read yet, so no earlier change can matter.
		c.seq, c.started = seq, true
	}
	var changes []store.Change
	for ch, err := range cache.Since(ctx, c.r, c.seq, seq) {
		if err != nil {
			return err
		}
		changes = append(changes, ch)
	}
	if err := c.forget(ctx, changes); err != nil {
		return err
	}
	c.seq = seq
	c.keepLess(ctx)
	return nil
}

func (c *MonthlyCache[T]) forget(ctx context.Context, changes []store.Change) error {
	changed := map[training.AthleteID]map[training.ActivityID]bool{}
	for _, ch := range changes {
		if ch.Kind != store.ChangeActivity && ch.Kind != store.ChangeDerived {
			continue
		}
		if changed[ch.Athlete] == nil {
			changed[ch.Athlete] = map[training.ActivityID]bool{}
		}
		changed[ch.Athlete][training.ActivityID(ch.ID)] = true
	}
	for s := range c.spans {
		if changed[s.Athlete] != nil {
			delete(c.spans, s)
		}
	}
	for k, t := range c.tables {
		ids := changed[k.scope.Athlete]
		if len(ids) > patchLimit {
			delete(c.tables, k)
			c.unkeep(k)
			continue
		}
		for id := range ids {
			lost, err := c.forgetOne(ctx, t, k, id)
			if err != nil {
				return err
			}
			if lost {
				c.less[k] = true
			}
		}
	}
	return nil
}

// forgetOne drops the months that hold the activity, and the month of its current day.
// lost reports whether a month held the activity and the audience can no longer see it.
func (c *MonthlyCache[T]) forgetOne(ctx context.Context, t table[T], k key, id training.ActivityID) (lost bool, err error) {
	for m, v := range t {
		if v.Holds(id) {
			delete(t, m)
			lost = true
		}
	}
	p, err := c.r.Primitive(ctx, k.scope, id, k.kind)
	if err == nil {
		delete(t, MonthlyOf(p.Day))
		return false, nil
	}
	if training.KindOf(err) == training.KindNotFound {
		return lost, nil
	}
	return false, err
}
