package curves

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Index answers questions about bests in a range of days. It keeps an index in
// memory that follows the change log, so all calls should use the same Index.
type Index struct {
	r store.Reader
	// built is created when it is first needed, because creating the grids would slow down the start.
	built  func() *built
	found  cache.Cache[foundKey, *sync.Map] // values found in recordings, by step, as int32
	known  cache.Cache[training.Scope, []sourced]
	trials cache.Cache[trialKey, []trial]
	keep   fitness.Keeper
}

type built struct {
	kinds map[string]*kind
	index *BestIndex
}

// New returns an empty index. It does not read anything yet.
func New(r store.Reader) *Index {
	x := &Index{r: r}
	x.found.Most, x.trials.Most = mostFound, mostTrials
	x.found.On, x.known.On, x.trials.On = ledger.OnActivities(), ledger.OnActivities(), ledger.OnActivities(ledger.ChangeSettings)
	x.built = sync.OnceValue(func() *built {
		kinds := newKinds()
		all := make([]BestKind, 0, len(kinds))
		for _, k := range kinds {
			all = append(all, k.BestKind)
		}
		b := &built{kinds, NewBestIndex(groupedReader{r}, all...)}
		if x.keep != nil {
			b.index.Keep(x.keep, stream.RulesetVersion(formVersion, curve.Version()))
		}
		return b
	})
	return x
}

// formVersion is the version of the units and order of values in the index.
const formVersion = 2

// Keep makes the index use what an earlier process stored. It must be called
// before the first query.
func (c *Index) Keep(k fitness.Keeper) { c.keep = k }

// Point is a best at one step: a mean (W, bpm, m/s) or a time (s).
type Point struct {
	At    float64 // in s or m
	Value float64
	Ref   Ref
}

// Series returns all stored steps that have a best, in order, and the number of
// activities. For power it uses only the first sport (cycling if none is
// given), and the power source that most activities have.
func (c *Index) Series(
	ctx context.Context, s training.Scope, name string, days training.DayRange, sports []training.Sport,
) ([]Point, int, error) {
	k := c.built().kinds[name]
	q := Query{Kind: name, Days: days, Sports: sports}
	if ofPower(name) {
		q.Sports = q.sports()[:1]
	}
	if _, _, err := c.groups(ctx, s, &q); err != nil {
		return nil, 0, err
	}
	best, err := c.built().index.Best(ctx, s, q.rows(k), days, q.groups)
	if err != nil {
		return nil, 0, err
	}
	return k.points(best, 0), best.Activities, nil
}

// points returns the points for the bests of a kind. Its values in best begin at the index from.
func (k *kind) points(best Best, from int) []Point {
	n := 0
	for _, v := range best.Values[from:][:len(k.steps)] {
		if isBest(v) {
			n++
		}
	}
	out := make([]Point, 0, n)
	var ref Ref
	of := -1 // the step to which the current ref belongs
	for i, at := range k.steps {
		v := best.Values[from+i]
		if !isBest(v) {
			continue
		}
		if of < 0 || !best.SameRow(of, from+i) {
			ref, of = whose(&best, from+i), from+i
		}
		out = append(out, Point{at, k.shown(v, at), ref})
	}
	return out
}

// isBest reports whether a value is a best. 0 means that there is none.
func isBest(v int32) bool { return v > Hole && v != 0 }

// point returns the best at a step, if the step is stored. The values of the kind in best
// begin at the index from.
func (k *kind) point(best *Best, from int, at float64) (p Point, ok bool) {
	i, ok := slices.BinarySearch(k.steps, at)
	if !ok || !isBest(best.Values[from+i]) {
		return p, false
	}
	return Point{at, k.shown(best.Values[from+i], at), whose(best, from+i)}, true
}

func whose(best *Best, step int) Ref {
	ref := best.Whose(step)
	ref.Sport = sportOf(ref.Sport)
	return ref
}

// BestKind is a kind of best. It defines the primitive, and how to read a row from it.
type BestKind struct {
	Primitive string
	Width     int // number of steps in the longest row
	// Decode appends one value per step to row, which is empty. It appends at
	// most Width values. The value of a step without one is [None].
	Decode func(row []int32, data []byte) ([]int32, error)
}

// BestIndex finds the best in any range of days. It is safe for concurrent use,
// and contains only data that can be read again from the store.
type BestIndex struct {
	r      store.Reader
	kinds  map[string]BestKind
	months *fitness.MonthlyCache[blocks]
	years  years
}

// NewBestIndex returns an empty index for the given kinds, which reads from r.
func NewBestIndex(r store.Reader, kinds ...BestKind) *BestIndex {
	x := &BestIndex{r: placedReader{r}, kinds: map[string]BestKind{}}
	for _, k := range kinds {
		x.kinds[k.Primitive] = k
	}
	x.months = fitness.NewMonthly(x.r, x.read)
	return x
}

// Best returns the best of a kind (see [Placed]) on the given days in the given
// sports. If no sport is given, it uses all sports.
func (x *BestIndex) Best(ctx context.Context, s training.Scope, kind string, days training.DayRange,
	sports []training.Sport,
) (Best, error) {
	t := newTally(x.kind(kind).Width)
	from, months, err := x.months.Months(ctx, s, kind, days)
	for i := 0; i < len(months) && err == nil; {
		m, left := from+fitness.MonthlyMonth(i), months[i:]
		// If two bests are equal, the earlier one counts. Yearly bests exist only for
		// single sports, so queries for several sports use months.
		if len(sports) == 1 && len(left) >= monthsInYear && m%monthsInYear == 0 && whole(m, days) && whole(m+monthsInYear-1, days) {
			t.year(x.years.of(yearKey{s, kind, sports[0], m}, left[:monthsInYear], t))
			i += monthsInYear
			continue
		}
		bs := left[0]
		if bs.bare() && !bs.within(days) {
			bs, err = x.months.Renew(ctx, s, kind, m, blocks.bare)
		}
		t.month(bs, days, sports)
		i++
	}
	return t.Best, err
}

func (x *BestIndex) kind(name string) BestKind {
	name, _ = unplaced(name)
	return x.kinds[name]
}

// read reads the rows of a range of months.
func (x *BestIndex) read(ctx context.Context, s training.Scope, kind string, first,
	last fitness.MonthlyMonth,
) (map[fitness.MonthlyMonth]blocks, error) {
	k := x.kind(kind)
	b := builder{done: map[fitness.MonthlyMonth]blocks{}, days: training.DayRange{From: 1, To: 0}}
	row := make([]int32, 0, k.Width)
	for p, err := range x.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		if row, err = k.Decode(row[:0], p.Data); err != nil {
			continue // a damaged primitive will be derived again and must not hide others
		}
		b.add(p, row)
	}
	b.seal()
	return b.done, ctx.Err()
}

// builder distributes rows to months. The rows must arrive in order of day. The months
// are built one after the other in the same memory.
type builder struct {
	done  map[fitness.MonthlyMonth]blocks
	month fitness.MonthlyMonth
	days  training.DayRange
	now   blocks
}

func (b *builder) add(p store.Primitive, row []int32) {
	if !b.days.Contains(p.Day) {
		b.seal()
		b.month = fitness.MonthlyOf(p.Day)
		b.days = b.month.Days()
	}
	for i := range b.now {
		if bl := &b.now[i]; bl.sport == p.Sport {
			bl.add(p.Activity, p.Day, row)
			return
		}
	}
	bl := block{sport: p.Sport}
	if len(b.now) < cap(b.now) { // reuse memory of an earlier month
		bl = b.now[:len(b.now)+1][len(b.now)]
		bl.sport = p.Sport
	}
	bl.add(p.Activity, p.Day, row)
	b.now = append(b.now, bl)
}

// seal completes the current month.
func (b *builder) seal() {
	if len(b.now) == 0 {
		return
	}
	done := make(blocks, len(b.now))
	for i := range b.now {
		done[i] = b.now[i].sealed()
		b.now[i].clear()
	}
	b.done[b.month], b.now = done, b.now[:0]
}

// Bests of only indoor rides, only outdoor rides or only gravel rides are
// separate kinds in the index. They are computed when first needed.
const (
	indoors  = "indoor"
	outdoors = "outdoor"
)

// Placed returns the name of a kind with conditions: bests only indoors or only
// outdoors (both if indoor is nil), and only in the given discipline if it is refined.
func Placed(kind string, indoor *bool, of training.Discipline) string {
	switch {
	case indoor == nil:
	case *indoor:
		kind += "#" + indoors
	default:
		kind += "#" + outdoors
	}
	if of.Refined() {
		kind += "#" + of.String()
	}
	return kind
}

// unplaced splits a name made by [Placed] into the kind and the conditions for
// its activities. wanted is nil if there are none.
func unplaced(name string) (kind string, wanted func(*store.LoadInput) bool) {
	kind, rest, placed := strings.Cut(name, "#")
	if !placed {
		return kind, nil
	}
	conditions := strings.Split(rest, "#")
	return kind, func(in *store.LoadInput) bool {
		return !slices.ContainsFunc(conditions, func(c string) bool {
			switch c {
			case indoors:
				return !in.Indoor
			case outdoors:
				return in.Indoor
			}
			return !training.ReadDiscipline(c).Has(in.Discipline())
		})
	}
}

// placedReader is a reader for kinds with names made by [Placed].
type placedReader struct{ store.Reader }

// Primitive returns the primitive for the kind without conditions. Only a change of the
// activity can change whether it meets the conditions.
func (p placedReader) Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	kind, _ = unplaced(kind)
	return p.Reader.Primitive(ctx, s, id, kind)
}

func (p placedReader) Primitives(
	ctx context.Context, s training.Scope, kind string, days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	kind, wanted := unplaced(kind)
	all := p.Reader.Primitives(ctx, s, kind, days)
	if wanted == nil {
		return all
	}
	return func(yield func(store.Primitive, error) bool) {
		inputs, err := p.LoadInputs(ctx, s, days)
		if err != nil {
			yield(store.Primitive{}, err)
			return
		}
		asked := make(map[training.ActivityID]bool, len(inputs))
		for i := range inputs {
			asked[inputs[i].ID] = wanted(&inputs[i])
		}
		for one, err := range all {
			if err == nil && !asked[one.Activity] {
				continue
			}
			if !yield(one, err) {
				return
			}
		}
	}
}

// biggest lists the metrics for which whole activities can hold records.
var biggest = [...]training.Metric{
	training.MetricDistanceKM, training.MetricMovingTimeS,
	training.MetricElevationGainM, training.MetricWorkKJ,
}

// count holds the number of activities, their sensors, and the activities with
// the highest plausible values.
type count struct {
	n       int
	sensors fitness.Sensors
	most    [len(biggest)]float64
	whose   [len(biggest)]int // index of the activity in the inputs
}

// add adds the activity with the given index in the inputs.
func (c *count) add(all []store.LoadInput, place int) {
	const metresPerKM, joulesPerKJ = 1000, 1000
	in := &all[place]
	c.n++
	c.sensors.Add(in)
	values := [...]float64{in.DistanceM / metresPerKM, in.MovingS, in.GainM, in.WorkJ / joulesPerKJ}
	more := false
	for m, v := range values {
		more = more || v > c.most[m]
	}
	// Few activities exceed all earlier ones, so only those that do are checked for plausibility.
	if !more || answers.LoadInput(in).Session().Speed() != "" {
		return
	}
	for m, v := range values {
		if v > c.most[m] {
			c.most[m], c.whose[m] = v, place
		}
	}
}

// join adds the counts of later activities.
func (c *count) join(later *count) {
	c.n += later.n
	c.sensors.Join(later.sensors)
	for m, v := range later.most {
		if v > c.most[m] {
			c.most[m], c.whose[m] = v, later.whose[m]
		}
	}
}

func (c *count) biggest(all []store.LoadInput) (out []Biggest) {
	for m, v := range c.most {
		if v > 0 {
			in := &all[c.whose[m]]
			out = append(out, Biggest{biggest[m], answers.Round(v, answers.Decimals(biggest[m])), in.ID, in.Day})
		}
	}
	return out
}
