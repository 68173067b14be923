package curves

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// On a bicycle, power is measured. In other sports, it is estimated by different models, so
// each source gives different watts for the same run. In the index of bests, each source of
// a sport is therefore a separate sport, called a group, such as "running@stryd".
const groupMark = "@"

func groupOf(sport training.Sport, source string) training.Sport {
	return sport + groupMark + training.Sport(source)
}

// sportOf returns the sport of a group. It returns a plain sport unchanged.
func sportOf(group training.Sport) training.Sport {
	sport, _, _ := strings.Cut(string(group), groupMark)
	return training.Sport(sport)
}

// ofPower reports whether a kind of curve is computed from power.
func ofPower(name string) bool { return name == Power || name == NP || name == fatigued }

// groupedReader is a reader that replaces the sport in rows of power with the group.
type groupedReader struct{ store.Reader }

func (g groupedReader) Primitives(
	ctx context.Context, s training.Scope, kind string, days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	all := g.Reader.Primitives(ctx, s, kind, days)
	if kind != derive.PowerCurve && kind != derive.NPCurve && kind != derive.FatiguedCurve {
		return all
	}
	return func(yield func(store.Primitive, error) bool) {
		sources, err := sourcesOf(ctx, g.Reader, s, days)
		if err != nil {
			yield(store.Primitive{}, err)
			return
		}
		by := make(map[training.ActivityID]string, len(sources))
		for _, r := range sources {
			by[r.id] = r.source
		}
		for p, err := range all {
			if source := by[p.Activity]; source != "" {
				p.Sport = groupOf(p.Sport, source)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// sourced is an activity with power in a sport other than cycling.
type sourced struct {
	id     training.ActivityID
	day    training.Day
	sport  training.Sport
	source string
}

func sourcesOf(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]sourced, error) {
	var out []sourced
	for p, err := range r.Primitives(ctx, s, derive.PowerSource, days) {
		if err != nil {
			return nil, err
		}
		// A source that cannot be decoded is skipped: it will be derived again.
		if source, err := derive.DecodeSource(p.Data); err == nil {
			out = append(out, sourced{p.Activity, p.Day, p.Sport, source})
		}
	}
	return out, nil
}

// sources does the same as sourcesOf for all days, and caches the result.
func (c *Index) sources(ctx context.Context, s training.Scope) ([]sourced, error) {
	return c.known.Get(ctx, c.r, s, func() ([]sourced, error) {
		return sourcesOf(ctx, c.r, s, training.DayRange{From: math.MinInt32, To: math.MaxInt32})
	})
}

// sourceCount is a source with the number of activities that have it.
type sourceCount struct {
	source string
	n      int
}

// countSources counts the sources of power in a discipline, most frequent first.
func (c *Index) countSources(
	ctx context.Context, s training.Scope, of training.Discipline, ranges ...training.DayRange,
) ([]sourceCount, error) {
	all, err := c.sources(ctx, s)
	if err != nil {
		return nil, err
	}
	first := slices.MinFunc(ranges, func(a, b training.DayRange) int { return cmp.Compare(a.From, b.From) }).From
	last := slices.MaxFunc(ranges, func(a, b training.DayRange) int { return cmp.Compare(a.To, b.To) }).To
	from, _ := slices.BinarySearchFunc(all, first, func(a sourced, day training.Day) int { return cmp.Compare(a.day, day) })
	var done fitness.Refined
	if of.Refined() {
		if done, err = fitness.ReadRefined(ctx, c.r, s, training.DayRange{From: first, To: last}); err != nil {
			return nil, err
		}
	}
	counts := map[string]int{}
	for _, a := range all[from:] {
		if a.day > last {
			break
		}
		if of.Has(done.Of(a.id, a.sport)) && slices.ContainsFunc(ranges, func(r training.DayRange) bool { return r.Contains(a.day) }) {
			counts[a.source]++
		}
	}
	out := make([]sourceCount, 0, len(counts))
	for _, source := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, sourceCount{source, counts[source]})
	}
	slices.SortStableFunc(out, func(a, b sourceCount) int { return cmp.Compare(b.n, a.n) })
	return out, nil
}

// groups determines which rows a query about power uses: those of the requested source, or else of
// the most frequent source on these days. It returns the chosen source, and notes on other sources.
func (c *Index) groups(ctx context.Context, s training.Scope, q *Query) (source string, notes []i18n.Sentence, err error) {
	q.groups = q.Sports
	if !ofPower(q.Kind) || len(q.Sports) != 1 || q.Sports[0] == training.Cycling {
		if q.PowerSource != "" {
			err = training.Errorf(training.KindInvalid, "power_source applies only to power in sports other than cycling.").
				WithFix("Leave it out, or name such a sport.")
		}
		return "", nil, err
	}
	ranges := []training.DayRange{q.Days}
	if q.Compare != nil {
		ranges = append(ranges, *q.Compare)
	}
	counts, err := c.countSources(ctx, s, q.disciplines()[0], ranges...)
	if err != nil || len(counts) == 0 && q.PowerSource == "" {
		return "", nil, err
	}
	names := make([]string, len(counts))
	for i, n := range counts {
		names[i] = n.source
	}
	source = strings.ToLower(strings.TrimSpace(q.PowerSource))
	switch {
	case source == "":
		source = names[0]
	case !slices.Contains(names, source):
		return "", nil, training.Errorf(training.KindInvalid, "No %s in this period has power from %q.", q.disciplines()[0], q.PowerSource).
			WithFix("The sources in this period: %s.", cmp.Or(strings.Join(names, ", "), "none"))
	}
	q.groups = []training.Sport{groupOf(q.Sports[0], source)}
	if len(counts) > 1 {
		var others []i18n.Sentence
		for _, n := range counts {
			if n.source != source {
				others = append(others, i18n.Sentencef("%s (%s)", n.source, i18n.Numbered(n.n, "activity", "activities")))
			}
		}
		notes = append(notes,
			i18n.Sentencef("Power from other sources is measured differently and left out: %s. Use power_source to choose another source.",
				i18n.Joined("%s, %s", others...)))
	}
	return source, notes, nil
}

// seeker finds bests at steps, or after amounts of work, that are not stored. The results are
// exact, because it reads all recordings that may contain a best according to their stored rows.
type seeker struct {
	c      *Index
	scope  training.Scope
	name   string
	of     *kind
	rows   string // name in the index for the rows of the kind
	days   training.DayRange
	sports []training.Sport
	work   work
	steps  []float64
	bounds []bound
	best   []Held // best so far at each step
	read   map[training.ActivityID][]int32
	// gone is the number of missing recordings that could hold a best.
	gone int
}

// ask adds a step, with the best that is already known.
func (k *seeker) ask(b bound, p Point, known bool) {
	h := Held{Value: Hole}
	if known {
		h = Held{k.of.kept(p.Value, p.At), p.Ref}
	}
	k.steps, k.bounds, k.best = append(k.steps, b.at), append(k.bounds, b), append(k.best, h)
}

// seek searches for better values at each step.
func (k *seeker) seek(ctx context.Context) error {
	for i := range k.steps {
		better, err := k.top(ctx, i, 1)
		if err != nil {
			return err
		}
		if len(better) > 0 {
			k.best[i] = better[0]
		}
	}
	return nil
}

// top returns the best activities at a step, best first, that exceed the best so far.
func (k *seeker) top(ctx context.Context, step, most int) ([]Held, error) {
	b, least := k.bounds[step], k.from(k.work.leastJ)
	q := Search{
		Month: func(best []int32, holed bool) int32 { return b.ofAll(best, least, holed) },
		Row:   func(r Ref, row []int32) int32 { return b.of(row, k.from(k.work.of(r))) },
		Above: k.best[step].Value, Most: most,
	}
	if !k.work.keeps(b) {
		q.Value = func(r Ref) (int32, error) {
			values, err := k.values(ctx, r)
			if err != nil {
				return None, err
			}
			return values[step], nil
		}
	}
	return k.c.built().index.Search(ctx, k.scope, k.rows, k.days, k.sports, q)
}

// from returns the index in a row of the first value that limits windows after the given
// amount of work.
func (k *seeker) from(workJ int64) int {
	if k.name != fatigued {
		return 0
	}
	return max(0, levelAt(workJ)) * len(curve.Coarse())
}

// values returns the values of an activity at all steps.
func (k *seeker) values(ctx context.Context, ref Ref) ([]int32, error) {
	if values, ok := k.read[ref.ID]; ok {
		return values, nil
	}
	workJ := k.work.of(ref)
	found, err := k.c.found.Get(ctx, k.c.r, foundKey{k.scope, ref.ID, k.name, workJ}, func() (*sync.Map, error) { return &sync.Map{}, nil })
	if err != nil {
		return nil, err
	}
	values, missing := slices.Repeat([]int32{None}, len(k.steps)), false
	for i, at := range k.steps {
		v, ok := found.Load(at)
		if ok {
			values[i] = v.(int32) //nolint:forcetypeassert // as stored below
		}
		missing = missing || !ok
	}
	if missing { // the recording must be read
		r, err := k.c.load(ctx, k.scope, ref, k.name)
		if err != nil {
			return nil, err
		}
		if r == nil {
			k.gone++
		} else {
			values = r.values(k.name, k.steps, workJ, k.of)
		}
		for i, at := range k.steps {
			found.Store(at, values[i])
		}
	}
	k.read[ref.ID] = values
	return values, nil
}
