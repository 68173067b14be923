package wellness

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// resolved is a day as it is shown, with the values that other sources have for it.
type resolved struct {
	training.WellnessDay
	// under holds the sources of the values that the athlete corrected.
	under map[training.WellnessField]string
	// others holds the numbers that do not count.
	others []other
	// entered holds the fields of a night whose duration the athlete entered, so that no
	// other source's parts belong to it.
	entered *training.WellnessDay
}

// other is a number of a source that does not count on a day.
type other struct {
	field  training.WellnessField
	value  float64
	source string
}

// candidate is a layer that may provide a group of values, or a single value.
type candidate struct {
	layer, rank int
	leads       bool
	source      string
}

// before reports whether c counts before o.
func (c candidate) before(o candidate) bool {
	if c.leads != o.leads {
		return c.leads
	}
	via := func(x candidate) int { // the maker's own device counts before others that came the same way
		maker, origin, _ := strings.Cut(strings.ToLower(x.source), "/")
		if origin == "" || strings.HasPrefix(origin, maker+" ") {
			return strings.Count(x.source, "/")
		}
		return 2
	}
	return cmp.Or(cmp.Compare(c.rank, o.rank), cmp.Compare(via(c), via(o)), cmp.Compare(c.source, o.source), cmp.Compare(c.layer, o.layer)) < 0
}

// ranking knows the places of sources, which are the same on every day.
type ranking struct {
	order training.WellnessOrder
	known map[place]int
}

type place struct {
	group  training.WellnessGroup
	source string
}

func newRanking(order training.WellnessOrder) *ranking { return &ranking{order, map[place]int{}} }

func (r *ranking) of(g training.WellnessGroup, source string) int {
	n, ok := r.known[place{g, source}]
	if !ok {
		n = r.order.Rank(g, source)
		r.known[place{g, source}] = n
	}
	return n
}

// choice holds the layers that count on a day: one for each group, and one for each value outside
// all groups.
type choice struct {
	ranks  *ranking
	groups map[training.WellnessGroup]candidate
	fields map[training.WellnessField]candidate
}

// add considers a value of a layer.
func (c *choice) add(layer int, f training.WellnessField, source string) {
	g := f.Group()
	x := candidate{layer, c.ranks.of(g, source), f.Leads(), source}
	if g == "" {
		if best, ok := c.fields[f]; !ok || x.before(best) {
			c.fields[f] = x
		}
		return
	}
	if best, ok := c.groups[g]; !ok || x.before(best) {
		c.groups[g] = x
	}
}

// of returns the layer that counts for a field.
func (c *choice) of(f training.WellnessField) int {
	if g := f.Group(); g != "" {
		return c.groups[g].layer
	}
	return c.fields[f].layer
}

// combined combines the layers of several sources: one source for each group of values.
func combined(layers []training.WellnessDay, ranks *ranking) resolved {
	c := choice{ranks, map[training.WellnessGroup]candidate{}, map[training.WellnessField]candidate{}}
	for i := range layers {
		for f, n := range layers[i].Numbers {
			c.add(i, f, n.Source)
		}
		for f, w := range layers[i].Words {
			c.add(i, f, w.Source)
		}
	}
	var out resolved
	for i := range layers {
		out.Locked = out.Locked || layers[i].Locked
		for f, n := range layers[i].Numbers {
			if c.of(f) == i {
				out.Put(f, n.Value, n.Source)
			} else {
				out.others = append(out.others, other{f, n.Value, n.Source})
			}
		}
		for f, w := range layers[i].Words {
			if c.of(f) == i {
				out.Set(f, w.Text, w.Source)
			}
		}
	}
	return out
}

// ownDay is the athlete's layer, in which locked may be false to override a source.
type ownDay struct {
	training.WellnessDay

	Locked *bool `json:"locked"`
}

// resolve combines the layers of a day. The athlete's entries correct single values of the source
// that counts.
func resolve(d document.Document, ranks *ranking) (resolved, error) {
	layers := make([]training.WellnessDay, len(d.Statements))
	var err error
	for i, s := range d.Statements {
		if layers[i], err = document.ShowLayer[training.WellnessDay](s); err != nil {
			return resolved{}, err
		}
	}
	var out resolved
	if len(layers) == 1 { // the usual case
		out.WellnessDay = layers[0]
	} else if len(layers) > 1 {
		out = combined(layers, ranks)
	}
	if d.Own != nil {
		own, err := document.Show[ownDay](document.Document{Own: d.Own})
		if err != nil {
			return resolved{}, err
		}
		out.correct(&own)
	}
	out.Day = d.Days.From
	maps.DeleteFunc(out.Numbers, func(f training.WellnessField, _ training.WellnessNumber) bool { return !plain(f) })
	maps.DeleteFunc(out.Words, func(f training.WellnessField, _ training.WellnessWords) bool { return !plain(f) })
	return out, nil
}

// correct lays the athlete's entries over a day.
func (r *resolved) correct(own *ownDay) {
	if own.Locked != nil {
		r.Locked = *own.Locked
	}
	for f, n := range own.Numbers {
		if below, ok := r.Numbers[f]; ok {
			if r.under == nil {
				r.under = map[training.WellnessField]string{}
			}
			r.under[f] = below.Source
			r.others = append(r.others, other{f, below.Value, below.Source})
			if f == training.WellnessSleepS && below.Value != n.Value {
				r.entered = &own.WellnessDay
			}
		}
		if r.Numbers == nil {
			r.Numbers = map[training.WellnessField]training.WellnessNumber{}
		}
		r.Numbers[f] = n
	}
	for f, w := range own.Words {
		if r.Words == nil {
			r.Words = map[training.WellnessField]training.WellnessWords{}
		}
		r.Words[f] = w
	}
}

// oneNight removes the parts of a night that a source measured, if the athlete entered another
// duration: they would not add up to it.
func (r *resolved) oneNight() {
	if r.entered == nil {
		return
	}
	for f, n := range r.Numbers {
		if _, own := r.entered.Numbers[f]; f.Group() == training.WellnessSleep && !own {
			r.others = append(r.others, other{f, n.Value, n.Source})
			delete(r.Numbers, f)
		}
	}
	for f := range r.Words {
		if _, own := r.entered.Words[f]; f.Group() == training.WellnessSleep && !own {
			delete(r.Words, f)
		}
	}
}

// Days reads the known values of a range of days, in order.
func Days(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]training.WellnessDay, error) {
	all, err := daysOf(ctx, r, s, days)
	out := make([]training.WellnessDay, len(all))
	for i := range all {
		out[i] = all[i].WellnessDay
	}
	return out, err
}

func daysOf(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]resolved, error) {
	docs, err := r.Documents(ctx, s, document.Wellness, document.Filter{Days: &days})
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	out, ranks := make([]resolved, 0, len(docs)), newRanking(who.WellnessOrder)
	for _, d := range docs {
		w, err := resolve(d, ranks)
		if err != nil {
			return nil, err
		}
		w.oneNight()
		if !w.Empty() && days.Contains(w.Day) {
			out = append(out, w)
		}
	}
	return out, nil
}

// Shown returns a day with its layers combined, in the athlete's order of sources.
func Shown(d document.Document, order training.WellnessOrder) (training.WellnessDay, error) {
	w, err := resolve(d, newRanking(order))
	return w.WellnessDay, err
}

// customCode matches the names that services allow for the athlete's custom fields.
var customCode = textclean.LazyRegexp(`^custom:[A-Za-z][A-Za-z0-9_]{0,31}$`)

// plain reports whether a field is a known one or a custom one with a valid code.
// Custom names come from other people and must not contain sentences.
func plain(f training.WellnessField) bool {
	if !f.Custom() {
		_, _, number := f.Range()
		return number || slices.Contains(training.WellnessFields(), f)
	}
	return customCode.Get().MatchString(string(f))
}

// athlete is the source of values that the athlete entered.
const athlete = "athlete"

// ID returns the id of the document of a day.
func ID(d training.Day) string { return d.String() }
