package pace

import (
	"cmp"
	"math"
	"sort"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// GradedVersion is the version of the rules in [Graded].
const GradedVersion = 3

const (
	// minCoverage is the minimum share of the distance for which the grade must be known.
	minCoverage = 0.80
	// minNormalizedS is the shortest time in s with a meaningful fourth-power mean.
	minNormalizedS = 300
	// mostFlatMMS is the maximum equivalent speed on the flat in mm/s. 8 m/s requires 29
	// W/kg, which is an elite runner's maximum.
	mostFlatMMS = 8000
)

// Graded is a run with the grade in every row, from which the equivalent distance on the
// flat can be computed for any stretch. The grade is computed over the 40 m around a row.
type Graded struct {
	view   *stream.View
	factor []float64 // of each row; 1 if the grade is unknown
	// The values at index i are sums up to row i: the metres covered, the metres with a
	// known grade, and the equivalent of the latter on the flat.
	covered, known, flat []float64
}

// Grade computes the grades of a run and their factors in a model, or returns the reason
// why it cannot.
func Grade(v *stream.View, m Model) (*Graded, i18n.Sentence) {
	for _, c := range []struct {
		ch   training.Channel
		none i18n.Sentence
	}{
		{training.Distance, training.NoDistance},
		{training.Altitude, training.NoAltitude},
	} {
		if !v.Has(c.ch) {
			return nil, cmp.Or(v.Silent[c.ch], c.none)
		}
	}
	g := &Graded{view: v}
	g.walk(m)
	if last := v.Columns.Len(); g.covered[last] <= 0 {
		return nil, "no distance was covered"
	}
	return g, ""
}

// GradeWell does the same as [Grade] with the canonical model. It rejects a run if the grade
// is unknown for too much of the distance, because hills would mostly be treated as flat.
func GradeWell(v *stream.View) (*Graded, i18n.Sentence) {
	g, missing := Grade(v, Canonical)
	if missing == "" {
		missing = g.thin()
	}
	return g, missing
}

// thin returns the reason if the grade is known for too little of the distance, or "" otherwise.
func (g *Graded) thin() i18n.Sentence {
	_, missing := g.Factor(route.Whole(g.view))
	return missing
}

// walk adds up the distances from row to row. It leaves out steps across a pause, steps
// backwards, and steps faster than the sport allows.
func (g *Graded) walk(m Model) {
	v, n := g.view, g.view.Columns.Len()
	pct, ok := route.Grade(v)
	g.factor = make([]float64, n)
	g.covered, g.known, g.flat = make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
	limit := float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000
	var lastCM, lastS int32
	first := true
	for i, now := range v.Columns.TimeS {
		g.covered[i+1], g.known[i+1], g.flat[i+1] = g.covered[i], g.known[i], g.flat[i]
		g.factor[i] = 1
		if ok.Get(i) {
			g.factor[i] = g.possible(i, m.Factor(float64(pct[i])/100))
		}
		if i > 0 && v.PauseBetween(i-1) {
			first = true
		}
		cm, has := v.At(training.Distance, i)
		if !has {
			continue
		}
		step, seconds := float64(cm-lastCM)/100, float64(now-lastS)
		if !first && step > 0 && (limit <= 0 || step <= limit*max(1, seconds)) {
			g.covered[i+1] += step
			if ok.Get(i) {
				g.known[i+1] += step
				g.flat[i+1] += step * g.factor[i]
			}
		}
		lastCM, lastS, first = cm, now, false
	}
}

// possible limits the factor of a row so that the speed on the flat is plausible.
func (g *Graded) possible(i int, factor float64) float64 {
	mms, ok := g.view.At(training.Speed, i)
	if !ok || mms <= 0 {
		return factor
	}
	return min(factor, max(1, mostFlatMMS/float64(mms)))
}

// Factor returns the equivalent distance on the flat of a stretch, divided by its
// actual distance, or the reason why it is unknown.
func (g *Graded) Factor(span training.Span) (factor float64, missing i18n.Sentence) {
	from, to := g.view.Rows(span)
	covered := g.covered[to] - g.covered[from]
	known := g.known[to] - g.known[from]
	switch {
	case covered <= 0:
		return 0, "no distance was covered"
	case known < minCoverage*covered:
		return 0, i18n.Sentencef("the grade is known for only %.0f %% of the distance", 100*known/covered)
	}
	return (g.flat[to] - g.flat[from]) / known, ""
}

// RowFactor returns the equivalent distance on the flat per metre of the step that
// ends at row i, or 1 if the grade is unknown.
func (g *Graded) RowFactor(i int) float64 { return g.factor[i] }

// Speed returns the equivalent speed on the flat in m/s at row i, or the plain
// speed if the grade is unknown. It returns false if no speed was recorded.
func (g *Graded) Speed(i int) (mps float64, ok bool) {
	mms, ok := g.view.At(training.Speed, i)
	return float64(mms) / training.Speed.Scale() * g.factor[i], ok
}

// flatMMS does the same as [Graded.Speed] for a speed in whole mm/s.
func (g *Graded) flatMMS(i int, mms int32) int32 { return int32(float64(mms)*g.factor[i] + 0.5) }

// Normalized returns the fourth-power mean of running 30 s means of the speed on the
// flat, in m/s. It applies the rule of normalized power to grade-adjusted speed in whole
// mm/s. Rows without a known grade count as flat.
func (g *Graded) Normalized() (mps float64, missing i18n.Sentence) {
	v := g.view
	if !v.Has(training.Speed) {
		return 0, cmp.Or(v.Silent[training.Speed], training.NoSpeed)
	}
	samples := make([]int32, 0, len(v.WeightS))
	for i, w := range v.WeightS {
		mms, ok := v.At(training.Speed, i)
		if !ok {
			continue
		}
		flat := g.flatMMS(i, mms)
		for range w {
			samples = append(samples, flat)
		}
	}
	if len(samples) < minNormalizedS {
		return 0, "less than 5 minutes of speed"
	}
	np, _ := power.Normalized(samples)
	if np.Watts <= 0 {
		return 0, "speed is 0 throughout"
	}
	return np.Watts / 1000, ""
}

// Model is a rule for converting a speed on a grade to the speed on the flat that costs
// the same energy or effort.
type Model string

// These are the models of grade-adjusted pace.
const (
	// Minetti is the metabolic cost of running on grades (Minetti et al.
	// 2002, J Appl Physiol 93:1039), relative to that of level running.
	Minetti Model = "minetti"
	// Damped is Minetti's cost ratio to the power of 0.83, as Runalyze
	// converts pace.
	Damped Model = "runalyze"
	// HeartRateBased is the curve that Strava published in 2017, derived from the
	// pace and heart rate of many runners, in a form that others digitized.
	HeartRateBased Model = "strava2017"
)

// Canonical is the model of the published values.
const Canonical = Minetti

// Models returns all models.
func Models() []Model { return []Model{Minetti, Damped, HeartRateBased} }

// MaxGrade is the steepest grade that Minetti measured. The cost is taken as constant beyond it.
const MaxGrade = 0.45

// Cost returns the energy cost of running in J/kg/m at a grade g (0.1 is 10 %): 155.4g⁵ −
// 30.4g⁴ − 43.3g³ + 46.3g² + 19.5g + 3.6.
func Cost(grade float64) float64 {
	g := min(max(grade, -MaxGrade), MaxGrade)
	return ((((155.4*g-30.4)*g-43.3)*g+46.3)*g+19.5)*g + levelCost
}

const (
	levelCost    = 3.6
	dampExponent = 0.83
)

// Factor returns the ratio of the equivalent speed on the flat to the speed at
// a grade (0.1 is 10 %). It is above 1 uphill.
func (m Model) Factor(grade float64) float64 {
	switch m {
	case Damped:
		return math.Pow(Cost(grade)/levelCost, dampExponent)
	case HeartRateBased:
		return tabled(grade * 100)
	default:
		return Cost(grade) / levelCost
	}
}

// HistogramVersion is the version of the rule in [Histogram].
const HistogramVersion = 1

// Histogram returns the seconds of timer time at each equivalent speed on the flat, in
// bins of 1 mm/s, or the reason why there is none. As in [Graded.Normalized], a row
// without a known grade counts as flat, so the grade must be known for most of the
// distance.
func Histogram(v *stream.View) (h zones.Histogram, missing i18n.Sentence) {
	if !v.Has(training.Speed) {
		return h, cmp.Or(v.Silent[training.Speed], training.NoSpeed)
	}
	g, missing := GradeWell(v)
	if missing != "" {
		return h, missing
	}
	recorded := v.Columns.Data[training.Speed].Values
	flat := make([]int32, len(recorded))
	for i, mms := range recorded {
		flat[i] = g.flatMMS(i, mms)
	}
	return zones.OfValues(v, training.Speed, flat), ""
}

// point is a point read from the curve: a grade in percent and its factor.
type point struct{ pct, factor float64 }

// heartCurve holds points read from the published curve, sorted by grade. No formula was
// published.
var heartCurve = [...]point{
	{-40, 1.937},
	{-34, 1.665},
	{-32, 1.59},
	{-30, 1.49},
	{-28, 1.4},
	{-26, 1.315},
	{-24, 1.24},
	{-22, 1.16},
	{-20, 1.085},
	{-18, 1.02},
	{-16, 0.965},
	{-14, 0.92},
	{-12, 0.885},
	{-10, 0.875},
	{-9, 0.875},
	{-8, 0.875},
	{-7, 0.875},
	{-6, 0.885},
	{-5, 0.9},
	{-4, 0.91},
	{-3, 0.935},
	{-2, 0.95},
	{-1, 0.98},
	{0, 1},
	{1, 1.02},
	{2, 1.05},
	{3, 1.1},
	{4, 1.14},
	{5, 1.19},
	{6, 1.24},
	{7, 1.29},
	{8, 1.35},
	{9, 1.41},
	{10, 1.48},
	{12, 1.6},
	{14, 1.77},
	{16, 1.93},
	{18, 2.11},
	{20, 2.28},
	{22, 2.47},
	{24, 2.645},
	{26, 2.82},
	{28, 2.985},
	{30, 3.16},
	{32, 3.32},
	{34, 3.47},
	{40, 3.739},
}

// tabled interpolates the factor between the points; beyond them, it returns the factor
// of the nearest point.
func tabled(pct float64) float64 {
	i := sort.Search(len(heartCurve), func(i int) bool { return heartCurve[i].pct >= pct })
	switch i {
	case 0:
		return heartCurve[0].factor
	case len(heartCurve):
		return heartCurve[i-1].factor
	}
	a, b := heartCurve[i-1], heartCurve[i]
	return a.factor + (b.factor-a.factor)*(pct-a.pct)/(b.pct-a.pct)
}
