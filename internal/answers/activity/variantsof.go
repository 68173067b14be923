package activity

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// found holds the variants found for an activity.
type found struct {
	FactsRow
	missing answers.Missing
}

// VariantsOf computes the variants of values from an activity's rows, the thresholds of
// its day, and its summary. The second result gives a reason for each missing variant.
func VariantsOf(v *stream.View, t training.Thresholds, whole training.Values) (FactsRow, answers.Missing) {
	f := found{FactsRow: FactsRow{"active_time_sauce_s": stream.ActiveS(v.Columns.TimeS)}}
	if v.Has(training.Power) {
		f.power(v)
		f.balance(v, t)
	} else {
		f.lacks("normalized_power_w", training.NoPower)
	}
	f.gainByStep(v)
	if v.Recording.Sport == training.Running {
		f.graded(v, whole)
	}
	return f.FactsRow, f.missing
}

func (f *found) lacks(key string, why i18n.Sentence) { f.missing = f.missing.Add(key, why) }

// put adds a value rounded to one decimal, or the reason why it is missing.
func (f *found) put(key string, x float64, has bool, why i18n.Sentence) {
	if !has || !answers.Finite(x) {
		f.lacks(key, why)
		return
	}
	f.FactsRow[key] = answers.Round(x, 1)
}

func (f *found) power(v *stream.View) {
	for _, variant := range power.Variants() {
		if variant == power.Canonical {
			continue // it is in the summary
		}
		np, ok := power.Of(v, variant)
		if variant == power.Garmin {
			np.Watts = math.Floor(np.Watts + 0.5)
		}
		f.put("normalized_power_"+string(variant)+"_w", np.Watts, ok, "this rule finds no 30 s of power without gaps")
	}
	f.peaks(v)
}

// peaks adds the best power for the usual durations.
func (f *found) peaks(v *stream.View) {
	var times, watts []int32
	for i, t := range v.Columns.TimeS {
		if w, ok := v.At(training.Power, i); ok {
			times, watts = append(times, t), append(watts, w)
		}
	}
	var peaks []FactsRow
	for _, seconds := range []int32{5, 60, 300, 1200} {
		if x, ok := curve.Backward(times, watts, seconds); ok {
			peaks = append(peaks, FactsRow{"duration_s": seconds, "avg_power_w": answers.Round(x, 1)})
		}
	}
	if len(peaks) == 0 {
		f.lacks("peak_sauce_w", "the recording is shorter than 5 s")
		return
	}
	f.FactsRow["peak_sauce_w"] = peaks
}

func (f *found) balance(v *stream.View, t training.Thresholds) {
	m := curve.WBalModel{CPW: t.CPW, WPrimeJ: t.WPrimeJ}
	for _, form := range curve.Variants() {
		if form == curve.Differential {
			continue // it is in the summary
		}
		series, why := []float64(nil), i18n.Sentence(answers.NoCP)
		if m.Possible() {
			series, _, why = curve.WBalBy(v, m, form)
		}
		low, _, ok := curve.Lowest(series)
		f.put("w_prime_balance_min_"+string(form)+"_j", low, ok, why)
	}
}

// stepM is GoldenCheetah's default in m: its elevation gain ignores smaller changes in
// height.
const stepM = 3

func (f *found) gainByStep(v *stream.View) {
	var metres []float64
	for i := range v.Columns.Len() {
		if x, ok := v.At(training.Altitude, i); ok {
			metres = append(metres, float64(x)/training.Altitude.Scale())
		}
	}
	f.put("elevation_gain_step_m", route.StepRule(metres, stepM), len(metres) > 0, training.NoAltitude)
}

// graded adds the average grade-adjusted pace according to other models.
func (f *found) graded(v *stream.View, whole training.Values) {
	secondsPerKM, hasPace := whole[training.MetricPaceSPerKM]
	for _, model := range pace.Models() {
		if model == pace.Canonical {
			continue // it is in the summary
		}
		factor := 0.0
		graded, why := pace.Grade(v, model)
		if why == "" {
			factor, why = graded.Factor(route.Whole(v))
		}
		if why == "" && !hasPace {
			why = "there is no pace"
		}
		f.put("gap_"+string(model)+"_s_per_km", secondsPerKM/factor, why == "", why)
	}
}

// variants fills in the values that other programs and devices would show for the same rows.
func (d *Detail) variants(ctx context.Context, sub *subject) error {
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	if v.Recording.Sport == training.Running {
		if _, err := sub.findings(ctx); err != nil { // the pace needs it
			return err
		}
	}
	all, missing := VariantsOf(v, sub.thresholds, sub.row.Summary.Values)
	for key, why := range missing {
		d.Missing = d.Missing.Add("variants."+key, why)
	}
	d.Variants = all
	return nil
}

// longestWithheld is the maximum number of withheld activities listed on a page.
const longestWithheld = 20

// withheldOf returns the withheld activities on the days of a page, latest first. Their sport
// and name are unknown, so it returns none if the query has conditions other than days.
func withheldOf(ctx context.Context, r store.Reader, s training.Scope, q ListQuery, page *store.ActivityPage) ([]training.Withheld, error) {
	if filtered(q) {
		return nil, nil
	}
	all, err := r.WithheldActivities(ctx, s, pageDays(q.Filter, page))
	if err != nil {
		return nil, err
	}
	all = slices.Clone(all[max(0, len(all)-longestWithheld):])
	slices.Reverse(all)
	return all, nil
}

// filtered reports whether a query has conditions other than days.
func filtered(q ListQuery) bool {
	f := q.Filter
	words := f.Text != "" || f.GearID != "" || f.Source != "" || f.Device != "" || f.Around != "" ||
		len(f.Sports)+len(f.Tags)+len(f.Min)+len(f.Max) > 0
	flags := slices.ContainsFunc([]*bool{f.Race, f.Commute, f.HasPower, f.HasHR, f.HasGPS, f.Indoor, q.Odd},
		func(b *bool) bool { return b != nil })
	return words || flags || f.SortBy != "" || q.SortByLoad || q.MinLoad != nil || q.MaxLoad != nil
}

// leftOut returns a sentence with the number of withheld activities that could
// not be checked against the conditions of a query. It is only on the first page.
func leftOut(ctx context.Context, r store.Reader, s training.Scope, q ListQuery) ([]i18n.Sentence, error) {
	if !filtered(q) || q.Filter.Around != "" || q.Filter.After != "" {
		return nil, nil
	}
	all, err := r.WithheldActivities(ctx, s, pageDays(q.Filter, &store.ActivityPage{}))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return []i18n.Sentence{i18n.Sentencef("%s withheld by the service, without sport or values: they are not listed here, although some "+
		"may match.", i18n.Numbered(len(all), "activity in this period is", "activities in this period are"))}, nil
}

// pageDays returns the days that a page covers. If there is another page before
// or after it, the days on that side end at the page's rows.
func pageDays(f store.ActivityFilter, page *store.ActivityPage) training.DayRange {
	days := training.DayRange{From: 1, To: math.MaxInt32}
	if f.Days != nil {
		days = *f.Days
	}
	n := len(page.Rows)
	if n == 0 {
		return days
	}
	begin, end := &days.To, &days.From
	if f.Ascending {
		begin, end = end, begin
	}
	if f.After != "" {
		*begin = page.Rows[0].LocalDay
	}
	if page.Next != "" {
		*end = page.Rows[n-1].LocalDay
	}
	return days
}

// hidden replaces a not-found error if a service has the activity but does not show it.
func hidden(ctx context.Context, r store.Reader, s training.Scope, id string, err error) error {
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	w, ok, readErr := servicevalues.OneWithheld(ctx, r, s, id)
	if readErr != nil || !ok {
		return err
	}
	return training.Errorf(training.KindForbidden, "%s has an activity on %s under this id, but shows none of its data. %s",
		w.Source, w.Day, i18n.Sentence(w.Reason)).
		WithFix("analyze_training_load shows the fitness that %s reports.", w.Source)
}
