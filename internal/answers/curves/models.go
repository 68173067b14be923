package curves

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// Models shows how models of power over time fit a curve: the bests that they
// are fitted to in columns, and each fit.
type Models struct {
	DurationS []float64 `json:"duration_s"`
	PowerW    []float64 `json:"power_w"`
	// PowerIndex tells which of the bests was nearest to maximal.
	PowerIndex []float64 `json:"power_index"`
	Fits       []Fit     `json:"fits"`
	OneEffort  *Hour     `json:"one_effort,omitempty"`
}

// Fit is one model fitted to the bests. A residual is null where a best did
// not enter the fit.
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

// Hour is an hour's power by one effort.
type Hour struct {
	EFTPW     float64 `json:"eftp_w"`
	DurationS float64 `json:"duration_s"`
	PowerW    float64 `json:"power_w"`
	ID        string  `json:"activity_id"`
	Date      string  `json:"local_date"`
}

// modelDurationsS are the bests that models look at: some of every length.
var modelDurationsS = []float64{1, 5, 15, 30, 60, 120, 180, 300, 480, 720, 1200, 1800, 3600, 7200}

// hourDurationsS are further bests that one effort is chosen from.
var hourDurationsS = []float64{240, 360, 420, 600, 900, 1500, 2400, 3000}

// The lengths in s of the bests from which critical power follows.
const (
	criticalFromS = 180
	criticalToS   = 1200
)

// leastCritical is how many of them it takes to judge the fit.
const leastCritical = 3

// models fits every model to the bests of the first range, or says why one
// does not fit.
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
	w.critical(m, between(all, criticalFromS, criticalToS))
	w.bent(m, all)
	w.hour(m, p)
	w.notes = append(w.notes,
		"Models are right only if the bests were maximal; a large residual marks a best that was not, or a model that does not hold.")
	return m, nil
}

func between(all []curve.PowerModelEffort, from, to float64) []curve.PowerModelEffort {
	return slices.DeleteFunc(slices.Clone(all), func(e curve.PowerModelEffort) bool { return e.DurationS < from || e.DurationS > to })
}

// critical adds the three regressions of the two-parameter model on the bests
// of the upper hull.
func (w *writer) critical(m *Models, middle []curve.PowerModelEffort) {
	hull := curve.Hull(middle)
	for _, method := range []curve.Method{curve.WorkTime, curve.InverseTime, curve.Hyperbola} {
		name := "cp_2p_" + string(method)
		c, ok := method.Fit(hull)
		if !ok || len(hull) < leastCritical {
			w.missing = w.missing.Add("models."+name, "it needs three hard bests of 3 to 20 minutes")
			continue
		}
		m.add(Fit{
			Model: name, CPW: c.CPW, WPrimeJ: c.WPrimeJ, CPSE: rounded(c.CPSE, 1), WPrimeSE: rounded(c.WPrimeSE, 0),
		}, hull, c.Power)
	}
	if left := len(middle) - len(hull); left > 0 {
		w.notes = append(w.notes,
			i18n.Sentencef("%d of the bests of 3 to 20 minutes lie below the line between others and did not enter critical power.", left))
	}
}

// bent adds the models of the whole curve.
func (w *writer) bent(m *Models, all []curve.PowerModelEffort) {
	short := between(all, 0, curve.MortonMostS)
	if f, ok := curve.FitMorton(short); ok {
		m.add(Fit{Model: "morton_3p", CPW: f.CPW, WPrimeJ: f.WPrimeJ, PMaxW: rounded(f.PMaxW, 0)}, short, f.Power)
	} else {
		w.missing = w.missing.Add("models.morton_3p", "the bests up to 20 minutes do not lie on such a curve; sprints may be missing")
	}
	if f, ok := curve.FitOmni(all); ok {
		m.add(Fit{Model: "omni_domain", CPW: f.CPW, WPrimeJ: f.WPrimeJ, PMaxW: rounded(f.PMaxW, 0), DeclineW: rounded(f.AW, 1)}, all, f.Power)
	} else {
		w.missing = w.missing.Add("models.omni_domain", "it needs sprints, hard bests of 2 to 20 minutes and one of over 40 minutes")
	}
}

// add rounds a fit and sets its residuals beside the bests.
func (m *Models) add(f Fit, used []curve.PowerModelEffort, power func(float64) float64) {
	watts, rms := curve.Residuals(used, power)
	f.CPW, f.WPrimeJ, f.RMSW = answers.Round(f.CPW, 1), answers.Round(f.WPrimeJ, 0), answers.Round(rms, 1)
	f.ResidualW = make([]*float64, len(m.DurationS))
	for i, e := range used {
		f.ResidualW[slices.Index(m.DurationS, e.DurationS)] = rounded(watts[i], 1)
	}
	m.Fits = append(m.Fits, f)
}

// hour adds the hour that one effort lets expect.
func (w *writer) hour(m *Models, p picked) {
	hourW, from, ok := curve.OneEffort(Efforts(slices.Collect(maps.Values(p.points))))
	if !ok {
		w.missing = w.missing.Add("models.one_effort", "there is no best of 3 to 60 minutes")
		return
	}
	pt := p.points[from.DurationS]
	m.OneEffort = &Hour{
		EFTPW: answers.Round(hourW, 1), DurationS: from.DurationS, PowerW: answers.Round(from.PowerW, decimals),
		ID: string(pt.Ref.ID), Date: pt.Ref.Day.String(),
	}
}

// Efforts are points of a power curve as models take them.
func Efforts(points []Point) []curve.PowerModelEffort {
	out := make([]curve.PowerModelEffort, len(points))
	for i, pt := range points {
		out[i] = curve.PowerModelEffort{DurationS: pt.At, PowerW: pt.Value}
	}
	return out
}

func rounded(v float64, decimals int) *float64 {
	v = answers.Round(v, decimals)
	return &v
}
