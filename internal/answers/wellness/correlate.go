package wellness

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the daily training series with which wellness is compared.
const (
	SeriesLoad training.WellnessField = "load"
	SeriesCTL  training.WellnessField = "ctl"
	SeriesATL  training.WellnessField = "atl"
	SeriesTSB  training.WellnessField = "tsb"
)

// TrainingSeries returns the names of the training series.
func TrainingSeries() []training.WellnessField {
	return []training.WellnessField{SeriesLoad, SeriesCTL, SeriesATL, SeriesTSB}
}

// Correlation is the correlation of two daily series on the same day, and of the first with
// the second on the next day.
type Correlation struct {
	Of      [2]string    `json:"of"`
	SameDay *Coefficient `json:"same_day,omitempty"`
	NextDay *Coefficient `json:"next_day,omitempty"` // the second series one day after the first
	Method  string       `json:"method"`
}

// Coefficient is the correlation over n pairs of days.
type Coefficient struct {
	Days     int        `json:"n"`
	Pearson  float64    `json:"pearson_r"`
	Likely   [2]float64 `json:"pearson_95"`
	Spearman float64    `json:"spearman_rho"`
}

const (
	// leastPairs is the minimum number of pairs for a meaningful result.
	leastPairs = 10

	correlationMethod = "Pearson's r with its 95 % range (Fisher's z) and Spearman's rank correlation, over the days that have both; " +
		"next_day compares the first value with the second on the following day. " +
		"Neighbouring days resemble each other, so the true range is wider. No proof of a cause."
)

// Correlate compares two daily series, each of which is a wellness field or a training series.
func (b *Cache) Correlate(
	ctx context.Context, s training.Scope, f answers.Frame, days training.DayRange, of [2]training.WellnessField,
) (*View, error) {
	t, err := b.read(ctx, s, days)
	if err != nil {
		return nil, err
	}
	span := answers.SpanOf(days)
	v := &View{Heading: f.Heading(), Range: &span}
	var series [2]map[training.Day]float64
	for i, field := range of {
		if series[i], err = v.daily(ctx, b.r, s, f, t, days, field); err != nil {
			return nil, err
		}
		if len(series[i]) == 0 {
			if err := v.explainHidden(ctx, b.r, s, field); err != nil {
				return nil, err
			}
			v.Missing = v.Missing.Add(string(field), "there are no values in this period")
		}
	}
	c := &Correlation{Of: [2]string{string(of[0]), string(of[1])}, Method: correlationMethod}
	c.SameDay, c.NextDay = coefficient(series, 0), coefficient(series, 1)
	if c.SameDay == nil && c.NextDay == nil {
		v.Missing = v.Missing.Add("correlation",
			i18n.Sentencef("fewer than %d days have both values, or one of them never changes", leastPairs))
		return v, nil
	}
	v.Correlation = c
	return v, ctx.Err()
}

// daily returns the values of a series by day.
func (v *View) daily(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, t *table, days training.DayRange, field training.WellnessField,
) (map[training.Day]float64, error) {
	out := map[training.Day]float64{}
	if !slices.Contains(TrainingSeries(), field) {
		for _, p := range v.oneSource(t.line(field, days.From), string(field)) {
			out[p.day] = p.value
		}
		return out, nil
	}
	course, err := fitness.NewCourses(r, s, f).Course(ctx, days, nil)
	if err != nil {
		return nil, err
	}
	for d := days.From; d <= min(days.To, f.Today); d++ {
		load, state, ok := course.At(d)
		if !ok {
			continue
		}
		switch field {
		case SeriesCTL:
			out[d] = state.CTL
		case SeriesATL:
			out[d] = state.ATL
		case SeriesTSB:
			out[d] = state.TSB
		default:
			out[d] = load
		}
	}
	return out, nil
}

// oneSource returns the values of the source with the most values. It adds a note if there are others.
func (v *View) oneSource(l line, what string) []point {
	of := l.of(l.main())
	if len(of) < len(l.points) {
		v.Notes = append(v.Notes, mainOnly(what, l.main(), len(of), len(l.points)))
	}
	return of
}

func mainOnly(what, source string, n, all int) i18n.Sentence {
	return i18n.Sentencef("%s has several sources in this period; only the %d of %d days from %s count.", what, n, all, longName(source))
}

// coefficient correlates the first series with the second, shifted by later days. It
// returns nil if there are too few days, or if all values of a series are equal.
func coefficient(series [2]map[training.Day]float64, later training.Day) *Coefficient {
	var x, y []float64
	for d, a := range series[0] {
		if b, ok := series[1][d+later]; ok {
			x, y = append(x, a), append(y, b)
		}
	}
	if len(x) < leastPairs {
		return nil
	}
	r, ok := pearson(x, y)
	rho, also := pearson(ranks(x), ranks(y))
	if !ok || !also {
		return nil
	}
	// Fisher's z is approximately normal with a standard deviation of 1/√(n − 3).
	const within95 = 1.96
	z, wide := math.Atanh(r), within95/math.Sqrt(float64(len(x)-3))
	return &Coefficient{
		Days: len(x), Pearson: answers.Round(r, 2), Spearman: answers.Round(rho, 2),
		Likely: [2]float64{answers.Round(math.Tanh(z-wide), 2), answers.Round(math.Tanh(z+wide), 2)},
	}
}

// pearson returns the correlation coefficient r of the pairs, or false if one series is constant.
func pearson(x, y []float64) (float64, bool) {
	n := float64(len(x))
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		a, b := x[i]-mx, y[i]-my
		xx, yy, xy = xx+a*a, yy+b*b, xy+a*b
	}
	if least := n * 1e-18; xx <= least*mx*mx || yy <= least*my*my {
		return 0, false
	}
	return max(-1, min(1, xy/math.Sqrt(xx*yy))), true
}

// ranks returns the rank of each value; equal values share their mean rank.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			out[at] = float64(i+j-1)/2 + 1
		}
		i = j
	}
	return out
}
