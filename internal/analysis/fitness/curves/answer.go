package curves

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// Query asks for the best of a range of days.
type Query struct {
	Kind    string
	Days    training.DayRange
	Compare *training.DayRange
	// Sports is whose bests are mixed; empty is cycling for power, running
	// for distances and every sport for heart rate.
	Sports []training.Sport
	// Steps is the durations in s or the distances in m; empty is a standard set.
	Steps []float64
	// PerKg adds power by the weight of the day of each best.
	PerKg bool
}

// StandardDurations are the durations in s that a curve shows unless others
// are asked for.
func StandardDurations() []float64 {
	return []float64{1, 5, 10, 15, 30, 60, 120, 180, 300, 480, 600, 720, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400, 18000}
}

// MaxSteps is how many durations or distances one answer has.
const MaxSteps = 60

// Answer answers q.
func (c *Index) Answer(ctx context.Context, s training.Scope, f fitness.Frame, q Query) (*View, error) {
	q, err := c.complete(q)
	if err != nil {
		return nil, err
	}
	if span, ok, err := c.r.DaySpan(ctx, s); err != nil {
		return nil, err
	} else if ok && q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
	}
	history, err := c.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	w := &writer{q: q, timeline: fitness.NewTimeline(history)}
	v := &View{Heading: f.Heading(), Kind: q.Kind, Sports: q.Sports, Words: []string{}}
	first, err := c.pick(ctx, s, q, q.Days)
	if err != nil {
		return nil, err
	}
	var second picked
	if q.Compare != nil {
		if second, err = c.pick(ctx, s, q, *q.Compare); err != nil {
			return nil, err
		}
	}
	if len(q.Steps) == 0 {
		w.standard(c.standard(q), first, second)
	} else {
		w.asked(c.stored(q.Kind), q.Steps)
	}
	if len(w.steps) == 0 || first.empty(w.steps) && second.empty(w.steps) {
		v.nothing(q)
		return v, nil
	}
	v.Curve = w.curve(q.Days, first)
	if q.Compare != nil {
		v.Compare = w.curve(*q.Compare, second)
		v.Change = w.change(first, second)
	}
	v.Notes, v.Missing = append(v.Notes, w.notes...), w.missing
	v.tell(q, w, first, second)
	return v, nil
}

func (c *Index) complete(q Query) (Query, error) {
	for _, r := range []*training.DayRange{&q.Days, q.Compare} {
		if r != nil && r.Days() == 0 {
			return q, training.Errorf(training.KindInvalid, "The range %s ends before it begins.", r).WithFix("Put the earlier date first.")
		}
	}
	if len(q.Steps) > MaxSteps {
		return q, training.Errorf(training.KindTooLarge, "%d durations or distances are too many for one answer.", len(q.Steps)).
			WithFix("Ask for at most %d.", MaxSteps)
	}
	if q.PerKg && q.Kind != Power {
		return q, training.Errorf(training.KindInvalid, "Only power is given by weight.").WithFix(`Use kind "power", or leave per_kg out.`)
	}
	if len(q.Sports) == 0 {
		switch q.Kind {
		case Power:
			q.Sports = []training.Sport{training.Cycling}
		case Distance:
			q.Sports = []training.Sport{training.Running}
		default:
			q.Sports = []training.Sport{}
		}
	}
	if q.Kind == Distance && len(q.Sports) > 1 {
		return q, training.Errorf(training.KindInvalid, "Best times of different sports do not mix.").WithFix("Name one sport.")
	}
	return q, nil
}

// picked is the best at every stored step.
type picked struct {
	points     map[float64]Point
	activities int
}

func (p picked) empty(steps []float64) bool {
	return !slices.ContainsFunc(steps, func(at float64) bool { _, ok := p.points[at]; return ok })
}

func (c *Index) pick(ctx context.Context, s training.Scope, q Query, days training.DayRange) (picked, error) {
	series, n, err := c.Series(ctx, s, q.Kind, days, q.Sports)
	p := picked{points: make(map[float64]Point, len(series)), activities: n}
	for _, pt := range series {
		p.points[pt.At] = pt
	}
	return p, err
}

// standard is the steps shown if none are asked for.
func (c *Index) standard(q Query) []float64 {
	if q.Kind == Distance {
		return curve.Distances(q.Sports[0])
	}
	return StandardDurations()
}

// stored is every step that bests are kept for.
func (c *Index) stored(kind string) []float64 {
	k := c.built()
	if kind == Distance {
		return k.distances
	}
	out := make([]float64, len(k.durations))
	for i, d := range k.durations {
		out[i] = float64(d)
	}
	return out
}

// writer writes curves of one question on shared steps.
type writer struct {
	q        Query
	timeline *fitness.Timeline
	steps    []float64
	notes    []string
	missing  analysis.Missing
}

// standard takes the steps that at least one range has a best for.
func (w *writer) standard(all []float64, ranges ...picked) {
	for _, at := range all {
		for _, p := range ranges {
			if _, ok := p.points[at]; ok {
				w.steps = append(w.steps, at)
				break
			}
		}
	}
}

// asked takes the nearest stored step for each that was asked for, and says so.
func (w *writer) asked(stored, steps []float64) {
	for _, want := range steps {
		at := nearest(stored, want)
		if at != want {
			w.notes = append(w.notes, fmt.Sprintf("%g is answered at %g, the nearest that is kept.", want, at))
		}
		if !slices.Contains(w.steps, at) {
			w.steps = append(w.steps, at)
		}
	}
	slices.Sort(w.steps)
}

// nearest is the value of an ascending list that has the smallest ratio to want.
func nearest(list []float64, want float64) float64 {
	i, _ := slices.BinarySearch(list, want)
	switch {
	case i == 0:
		return list[0]
	case i == len(list) || math.Abs(math.Log(list[i-1]/want)) < math.Abs(math.Log(list[i]/want)):
		return list[i-1]
	}
	return list[i]
}
