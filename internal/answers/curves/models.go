package curves

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// Models shows how models of power over time fit a curve. It contains the bests
// as columns, and the fits.
type Models struct {
	DurationS []float64 `json:"duration_s"`
	PowerW    []float64 `json:"power_w"`
	// PowerIndex shows for each best how close it is to maximal.
	PowerIndex []float64 `json:"power_index"`
	Fits       []Fit     `json:"fits"`
	OneEffort  *Hour     `json:"one_effort,omitempty"`
	// Confidence is the confidence that the efforts were maximal.
	Confidence string `json:"confidence,omitempty"`
}

// Fit is a model that was fitted to the bests. A residual is null if the fit did not use that best.
type Fit struct {
	Model     string     `json:"model"`
	CPW       float64    `json:"critical_power_w"`
	CPSE      *float64   `json:"critical_power_se_w,omitempty"`
	WPrimeJ   float64    `json:"w_prime_j"`
	WPrimeSE  *float64   `json:"w_prime_se_j,omitempty"`
	PMaxW     *float64   `json:"p_max_w,omitempty"`
	DeclineW  *float64   `json:"decline_w,omitempty"`
	RMSW      float64    `json:"rms_residual_w"`
	ResidualW []*float64 `json:"residual_w"`
}

// Hour is the power for one hour, as derived from one effort.
type Hour struct {
	EFTPW     float64 `json:"eftp_w"`
	DurationS float64 `json:"duration_s"`
	PowerW    float64 `json:"power_w"`
	ID        string  `json:"activity_id"`
	Date      string  `json:"local_date"`
}

// modelDurationsS lists the durations of bests for the models, from short to long.
var modelDurationsS = []float64{1, 5, 15, 30, 60, 120, 180, 300, 480, 720, 1200, 1800, 3600, 7200}

// hourDurationsS lists more durations in which maximal efforts are searched for.
var hourDurationsS = []float64{240, 360, 600, 900, 2400, 3000, 5400}

// Critical power is fitted to bests between these durations in s.
const (
	criticalFromS = 180
	criticalToS   = 1200
)

// leastCritical is the minimum number of efforts for a fit of critical power.
const leastCritical = 3

// models fits all models to the bests in the first range. If a model cannot be
// fitted, it adds the reason.
func (c *Index) models(ctx context.Context, s training.Scope, w *writer, after work) (*Models, error) {
	steps := slices.Concat(modelDurationsS, hourDurationsS)
	slices.Sort(steps)
	p, err := c.pick(ctx, s, w.q, w.q.Days, steps, after)
	if err != nil {
		return nil, err
	}
	m := &Models{DurationS: []float64{}, PowerW: []float64{}, PowerIndex: []float64{}, Fits: []Fit{}}
	var all []curve.PowerModelEffort
	for _, at := range modelDurationsS {
		if pt, ok := p.points[at]; ok {
			e := curve.PowerModelEffort{DurationS: at, PowerW: pt.Value}
			all = append(all, e)
			m.DurationS = append(m.DurationS, at)
			m.PowerW = append(m.PowerW, answers.Round(pt.Value, decimals))
			m.PowerIndex = append(m.PowerIndex, answers.Round(curve.PowerIndex(e), 1))
		}
	}
	found, err := c.hard(ctx, s, w, after, p)
	if err != nil {
		return nil, err
	}
	if len(found.Efforts) == 0 {
		for _, name := range modelNames() {
			w.missing = w.missing.Add("models."+name, noTest(found.Why))
		}
		w.notes = append(w.notes, testWords(training.Cycling, w.q.Days.Days()))
		return m, nil
	}
	hard := ofPowers(found)
	w.critical(m, between(hard, criticalFromS, criticalToS))
	w.bent(m, append(between(all, 0, criticalFromS-1), hard...))
	w.hour(m, found, hard)
	m.Confidence = string(found.Most)
	if len(m.Fits) > 0 {
		w.notes = append(w.notes, "Models are based on the maximal efforts among the bests; a large residual marks one that was not "+
			"maximal, or a model that does not fit.")
	}
	return m, nil
}

// hard returns the maximal efforts among the bests of the first range.
func (c *Index) hard(ctx context.Context, s training.Scope, w *writer, after work, p picked) (curve.Found, error) {
	points := slices.SortedFunc(maps.Values(p.points), func(a, b Point) int { return cmp.Compare(a.At, b.At) })
	of := proof{
		c: c, scope: s, kind: Power, sport: w.q.Sports[0], days: w.q.Days, work: after, timeline: w.timeline,
	}
	return of.find(ctx, looked(points))
}

// ofPowers converts maximal efforts to the form that models use.
func ofPowers(found curve.Found) []curve.PowerModelEffort {
	out := make([]curve.PowerModelEffort, len(found.Efforts))
	for i, e := range found.Efforts {
		out[i] = curve.PowerModelEffort{DurationS: e.DurationS, PowerW: e.Value}
	}
	return out
}

func between(all []curve.PowerModelEffort, from, to float64) []curve.PowerModelEffort {
	return slices.DeleteFunc(slices.Clone(all), func(e curve.PowerModelEffort) bool { return e.DurationS < from || e.DurationS > to })
}

// modelNames returns the names of the models fitted by [Index.models].
func modelNames() []string {
	return []string{"cp_2p_work_time", "cp_2p_inverse_time", "cp_2p_time", "morton_3p", "omni_domain", "one_effort"}
}

// critical adds the three regressions of the two-parameter model. They use the
// bests on the upper hull.
func (w *writer) critical(m *Models, middle []curve.PowerModelEffort) {
	hull := curve.Hull(middle)
	for _, method := range []curve.Method{curve.WorkTime, curve.InverseTime, curve.Hyperbola} {
		name := "cp_2p_" + string(method)
		c, ok := method.Fit(hull)
		if !ok || len(hull) < leastCritical {
			w.missing = w.missing.Add("models."+name, "it needs three maximal efforts of 3 to 20 minutes")
			continue
		}
		of := c.Spread(hull)
		w.fit(m, Fit{
			Model: name, CPW: c.CPW, WPrimeJ: c.WPrimeJ, CPSE: new(answers.Round(of.CPSE, 1)), WPrimeSE: new(answers.Round(of.WPrimeSE, 0)),
		}, hull, c.Power)
	}
	if left := len(middle) - len(hull); left > 0 {
		w.notes = append(w.notes,
			i18n.Sentencef("Best powers for 3 to 20 minutes below the line through the others, which were not used for critical power: %d.", left))
	}
}

// bent adds the models for the whole curve.
func (w *writer) bent(m *Models, all []curve.PowerModelEffort) {
	short := between(all, 0, curve.MortonMostS)
	if f, ok := curve.FitMorton(short); ok {
		w.fit(m, Fit{Model: "morton_3p", CPW: f.CPW, WPrimeJ: f.WPrimeJ, PMaxW: new(answers.Round(f.PMaxW, 0))}, short, f.Power)
	} else {
		w.missing = w.missing.Add("models.morton_3p", "the bests up to 20 minutes do not fit such a curve; sprints may be missing")
	}
	if f, ok := curve.FitOmni(all); ok {
		w.fit(m, Fit{
			Model: "omni_domain", CPW: f.CPW, WPrimeJ: f.WPrimeJ,
			PMaxW: new(answers.Round(f.PMaxW, 0)), DeclineW: new(answers.Round(f.AW, 1)),
		}, all, f.Power)
	} else {
		w.missing = w.missing.Add("models.omni_domain", "it needs sprints, hard bests of 2 to 20 minutes, and one of over 40 minutes")
	}
}

// mostMisfit is the root mean square of a model's residuals, as a share of the mean of its efforts, above which
// the model describes nothing: custom. A fit by time can be hundreds of watts off at sprints.
const mostMisfit = 0.15

// fit adds a fit with rounded values, unless it is far from its efforts. Its residuals are in the order of the bests.
func (w *writer) fit(m *Models, f Fit, used []curve.PowerModelEffort, power func(float64) float64) {
	watts, rms := curve.Residuals(used, power)
	mean := 0.0
	for _, e := range used {
		mean += e.PowerW / float64(len(used))
	}
	if rms > mostMisfit*mean {
		w.missing = w.missing.Add("models."+f.Model, i18n.Sentencef("its curve is off by %d W on average", int(math.Round(rms))))
		return
	}
	f.CPW, f.WPrimeJ, f.RMSW = answers.Round(f.CPW, 1), answers.Round(f.WPrimeJ, 0), answers.Round(rms, 1)
	f.ResidualW = make([]*float64, len(m.DurationS))
	for i, e := range used {
		if at := slices.Index(m.DurationS, e.DurationS); at >= 0 {
			f.ResidualW[at] = new(answers.Round(watts[i], 1))
		}
	}
	m.Fits = append(m.Fits, f)
}

// hour adds the power for an hour that a single effort suggests.
func (w *writer) hour(m *Models, found curve.Found, hard []curve.PowerModelEffort) {
	hourW, from, ok := curve.OneEffort(hard)
	if !ok {
		w.missing = w.missing.Add("models.one_effort", "there is no maximal effort of 3 to 60 minutes")
		return
	}
	for _, e := range found.Efforts {
		if e.DurationS == from.DurationS {
			m.OneEffort = &Hour{
				EFTPW: answers.Round(hourW, 1), DurationS: from.DurationS, PowerW: answers.Round(from.PowerW, decimals),
				ID: string(e.Activity), Date: e.Day.String(),
			}
		}
	}
}

// Efforts converts points of a power curve to the form that models use.
func Efforts(points []Point) []curve.PowerModelEffort {
	out := make([]curve.PowerModelEffort, len(points))
	for i, pt := range points {
		out[i] = curve.PowerModelEffort{DurationS: pt.At, PowerW: pt.Value}
	}
	return out
}

const joulesPerKJ = 1000

// work is the amount of work in an activity that must precede a window for it to count.
type work struct {
	fixedJ   int64
	perKgJ   float64
	leastJ   int64 // lowest amount on any day
	mostJ    int64
	timeline *fitness.Timeline
}

// workOf returns the amount of work after which efforts count. If it is
// unknown, missing is the reason.
func workOf(q Query, h training.History, t *fitness.Timeline) (w work, missing i18n.Sentence) {
	if q.AfterKJPerKg == 0 {
		j := int64(math.Round(q.AfterKJ * joulesPerKJ))
		return work{fixedJ: j, leastJ: j, mostJ: j}, ""
	}
	lightest, heaviest := math.Inf(1), 0.0
	for _, e := range h {
		if e.Key == training.KeyWeight && len(e.Values) > 0 && e.Values[0] > 0 {
			lightest, heaviest = min(lightest, e.Values[0]), max(heaviest, e.Values[0])
		}
	}
	if math.IsInf(lightest, 1) {
		return w, "no weight is set, or the athlete does not share it with assistants"
	}
	perKg := q.AfterKJPerKg * joulesPerKJ
	return work{perKgJ: perKg, leastJ: int64(perKg * lightest), mostJ: int64(math.Ceil(perKg * heaviest)), timeline: t}, ""
}

// none reports whether windows count from the start of an activity.
func (w work) none() bool { return w.fixedJ == 0 && w.perKgJ == 0 }

// of returns the required amount of work in J for an activity.
func (w work) of(ref Ref) int64 {
	if w.perKgJ == 0 {
		return w.fixedJ
	}
	kg := w.timeline.At(ref.Sport.Plain(), ref.Day).WeightKg
	if kg <= 0 { // the weight is set only for other sports
		return math.MaxInt64
	}
	return int64(math.Round(w.perKgJ * kg))
}

// levelAt returns the highest stored level of work that is not above workJ, or -1 if there is none.
func levelAt(workJ int64) int {
	at := -1
	for i, kj := range curve.FatigueLevelsKJ() {
		if int64(kj)*joulesPerKJ <= workJ {
			at = i
		}
	}
	return at
}

// levelFrom returns the lowest stored level of work that is not below workJ, or
// false if there is none.
func levelFrom(workJ int64) (int, bool) {
	for i, kj := range curve.FatigueLevelsKJ() {
		if int64(kj)*joulesPerKJ >= workJ {
			return i, true
		}
	}
	return 0, false
}

// stored reports whether the store has a curve for exactly this amount of work.
func (w work) stored() bool {
	level, ok := levelFrom(w.mostJ)
	return w.perKgJ == 0 && ok && level == levelAt(w.mostJ)
}

// keeps reports whether the store has the value at the bound's step after this amount of work.
func (w work) keeps(b bound) bool { return b.exact() && (w.none() || w.stored()) }

// kind returns the kind of the rows that limit power after this amount of work.
func (w work) kind() string {
	if levelAt(w.leastJ) < 0 {
		return Power
	}
	return fatigued
}

// picked holds the bests at those of the requested steps that have one.
type picked struct {
	points     map[float64]Point
	fresh      map[float64]Point // bests without prior work, if the query asks for work
	activities int
	gone       int // number of missing recordings that could hold a best
}

func (p picked) empty() bool { return len(p.points) == 0 }

// pick finds the bests at the given steps, which must be ascending. It reads
// the index and, if necessary, the recordings that may contain them.
func (c *Index) pick(ctx context.Context, s training.Scope, q Query, days training.DayRange, steps []float64, w work) (picked, error) {
	if w.none() {
		return c.pickFrom(ctx, s, q, days, steps, w, q.name())
	}
	p, err := c.pickFrom(ctx, s, q, days, steps, w, w.kind())
	if err != nil {
		return p, err
	}
	fresh, err := c.pickFrom(ctx, s, q, days, steps, work{}, Power)
	p.fresh, p.gone = fresh.points, max(p.gone, fresh.gone)
	return p, err
}

// seeker returns a seeker without steps.
func (c *Index) seeker(s training.Scope, q Query, days training.DayRange, w work, name string) *seeker {
	of := c.built().kinds[name]
	return &seeker{
		c: c, scope: s, name: name, of: of, rows: q.rows(of), days: days, sports: q.groups, work: w,
		read: map[training.ActivityID][]int32{},
	}
}

func (c *Index) pickFrom(
	ctx context.Context, s training.Scope, q Query, days training.DayRange, steps []float64, w work, name string,
) (picked, error) {
	k := c.seeker(s, q, days, w, name)
	of := k.of
	best, err := c.built().index.Best(ctx, s, k.rows, days, q.groups)
	if err != nil {
		return picked{}, err
	}
	out := picked{points: make(map[float64]Point, len(steps)), activities: best.Activities}
	places := of.places(q.Sports)
	for _, at := range steps {
		p, ok := c.kept(of, &best, w, at)
		b := newBound(name, of, places, at)
		if !w.keeps(b) {
			k.ask(b, p, ok)
		} else if ok {
			out.points[at] = p
		}
	}
	if len(k.steps) == 0 {
		return out, nil
	}
	if err := k.seek(ctx); err != nil {
		return picked{}, err
	}
	for i, at := range k.steps {
		if h := k.best[i]; isBest(h.Value) {
			out.points[at] = Point{at, of.shown(h.Value, at), h.Ref}
		}
	}
	out.gone = k.gone
	return out, nil
}

// kept returns the stored best among the windows that certainly count. If work is
// required, these are the windows at the lowest stored level of work that is high enough.
func (c *Index) kept(of *kind, best *Best, w work, at float64) (Point, bool) {
	if w.none() {
		return of.point(best, 0, at)
	}
	level, ok := levelFrom(w.mostJ)
	if !ok || of != c.built().kinds[fatigued] {
		return Point{}, false
	}
	return of.point(best, level*len(curve.Coarse()), at)
}
