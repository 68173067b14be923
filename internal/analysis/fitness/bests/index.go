package bests

import (
	"context"
	"errors"
	"iter"
	"maps"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Reader is what the index reads from the store.
type Reader interface {
	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	LastChange(ctx context.Context) (int64, error)
}

// Kind is one sort of best: the primitive that holds it and how a row is
// read from it.
type Kind struct {
	Primitive string
	Width     int // steps in the longest row
	// Decode appends a value a step to row, which is empty, and at most Width
	// of them; a step without a value is [None].
	Decode func(row []int32, data []byte) ([]int32, error)
}

// Index answers for the best of any range of days. It is safe for concurrent
// use and holds nothing that the store could not give again.
type Index struct {
	r Reader

	mu      sync.Mutex
	started bool
	seq     int64
	tables  map[tableKey]*table
	spans   map[training.Scope]span
}

type tableKey struct {
	scope training.Scope
	kind  string
}

type span struct {
	days training.DayRange
	ok   bool
}

// New makes an empty index over r.
func New(r Reader) *Index {
	return &Index{r: r, tables: map[tableKey]*table{}, spans: map[training.Scope]span{}}
}

// Best is the best of a kind over the days, for the sports (none: all).
func (x *Index) Best(ctx context.Context, s training.Scope, k Kind, days training.DayRange, sports []training.Sport) (Best, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.follow(ctx); err != nil {
		return Best{}, err
	}
	t := x.table(s, k)
	days, ok, err := x.clip(ctx, s, days)
	if err != nil {
		return Best{}, err
	}
	if !ok {
		return newTally(k.Width).result(), nil
	}
	if err := x.fill(ctx, t, s, k, days); err != nil {
		return Best{}, err
	}
	return t.best(days, sports), nil
}

func (x *Index) table(s training.Scope, k Kind) *table {
	key := tableKey{s, k.Primitive}
	t := x.tables[key]
	if t == nil {
		t = &table{width: k.Width, months: map[month][]block{}}
		x.tables[key] = t
	}
	return t
}

// clip narrows days to those that have activities at all, so that a question
// about all time does not walk through empty centuries.
func (x *Index) clip(ctx context.Context, s training.Scope, days training.DayRange) (training.DayRange, bool, error) {
	sp, known := x.spans[s]
	if !known {
		r, ok, err := x.r.DaySpan(ctx, s)
		if err != nil {
			return days, false, err
		}
		sp = span{r, ok}
		x.spans[s] = sp
	}
	days.From, days.To = max(days.From, sp.days.From), min(days.To, sp.days.To)
	return days, sp.ok && days.From <= days.To, nil
}

// fill reads the months of the range that have not been read, each run of
// them with one query.
func (x *Index) fill(ctx context.Context, t *table, s training.Scope, k Kind, days training.DayRange) error {
	last := monthOf(days.To)
	for m := monthOf(days.From); m <= last; m++ {
		if _, read := t.months[m]; read {
			continue
		}
		end := m
		for end < last {
			if _, read := t.months[end+1]; read {
				break
			}
			end++
		}
		if err := x.read(ctx, t, s, k, m, end); err != nil {
			return err
		}
		m = end
	}
	return nil
}

// shareMonths is how many months are worth a reader of their own.
const shareMonths = 24

// read reads a run of months, a long one with several readers at once.
func (x *Index) read(ctx context.Context, t *table, s training.Scope, k Kind, from, to month) error {
	n := month(min(runtime.GOMAXPROCS(0), 1+int(to-from)/shareMonths))
	parts := make([]map[month][]block, n)
	g, ctx := errgroup.WithContext(ctx)
	for i := range n {
		first, last := from+(to-from+1)*i/n, from+(to-from+1)*(i+1)/n-1
		g.Go(func() (err error) {
			parts[i], err = x.readPart(ctx, s, k, first, last)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range parts {
		maps.Copy(t.months, p)
	}
	return nil
}

func (x *Index) readPart(ctx context.Context, s training.Scope, k Kind, from, to month) (map[month][]block, error) {
	fresh := map[month][]block{}
	for m := from; m <= to; m++ {
		fresh[m] = nil
	}
	row := make([]int32, 0, k.Width)
	days := training.DayRange{From: from.first(), To: to.days().To}
	cur, bounds := month(-1), training.DayRange{From: 1, To: 0}
	for p, err := range x.r.Primitives(ctx, s, k.Primitive, days) {
		if err != nil {
			return nil, err
		}
		if row, err = k.Decode(row[:0], p.Data); err != nil {
			continue // derive writes a damaged primitive anew; it must not hide the others
		}
		if !bounds.Contains(p.Day) {
			cur = monthOf(p.Day)
			bounds = cur.days()
		}
		fresh[cur] = put(fresh[cur], p, row)
	}
	for _, blocks := range fresh {
		for i := range blocks {
			blocks[i].seal()
		}
	}
	return fresh, ctx.Err()
}

func put(blocks []block, p store.Primitive, row []int32) []block {
	for i := range blocks {
		if blocks[i].sport == p.Sport {
			blocks[i].add(p.Activity, p.Day, row)
			return blocks
		}
	}
	b := block{sport: p.Sport}
	b.add(p.Activity, p.Day, row)
	return append(blocks, b)
}

const (
	changeBatch = 512
	// patchLimit is how many changed activities are looked up one by one;
	// beyond it the athlete's tables are read anew.
	patchLimit = 64
)

// follow forgets what the change log says has changed since the last call.
func (x *Index) follow(ctx context.Context) error {
	if !x.started {
		// Nothing has been read, so what changed before now cannot be stale.
		seq, err := x.r.LastChange(ctx)
		if err != nil {
			return err
		}
		x.seq, x.started = seq, true
	}
	for {
		changes, err := x.r.Changes(ctx, x.seq, changeBatch)
		if err != nil {
			return err
		}
		if err := x.forget(ctx, changes); err != nil {
			return err
		}
		if n := len(changes); n > 0 {
			x.seq = changes[n-1].Seq
		}
		if len(changes) < changeBatch {
			return nil
		}
	}
}

func (x *Index) forget(ctx context.Context, changes []store.Change) error {
	changed := map[training.AthleteID]map[training.ActivityID]bool{}
	for _, c := range changes {
		if c.Kind != store.ChangeActivity && c.Kind != store.ChangeDerived {
			continue
		}
		if changed[c.Athlete] == nil {
			changed[c.Athlete] = map[training.ActivityID]bool{}
		}
		changed[c.Athlete][training.ActivityID(c.ID)] = true
	}
	for s := range x.spans {
		if changed[s.Athlete] != nil {
			delete(x.spans, s)
		}
	}
	for key, t := range x.tables {
		ids := changed[key.scope.Athlete]
		if len(ids) > patchLimit {
			delete(x.tables, key)
			continue
		}
		for id := range ids {
			if err := x.forgetOne(ctx, t, key, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetOne drops the month that holds the activity and the one that it
// belongs to now.
func (x *Index) forgetOne(ctx context.Context, t *table, key tableKey, id training.ActivityID) error {
	if m, ok := t.monthHolding(id); ok {
		delete(t.months, m)
	}
	p, err := x.r.Primitive(ctx, key.scope, id, key.kind)
	if err == nil {
		delete(t.months, monthOf(p.Day))
		return nil
	}
	if e, ok := errors.AsType[*training.Error](err); ok && e.Kind == training.KindNotFound {
		return nil
	}
	return err
}
