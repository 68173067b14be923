package estimate

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/analysis/fitness/curves"
	"lapkeep/internal/metrics/powermodel"
	"lapkeep/internal/metrics/threshold"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// Query asks what the thresholds may be.
type Query struct {
	// Days is how far back efforts count, up to Until; 0 is 90.
	Days int
	// Until is the last day whose efforts count, today where it is nil.
	// Estimates are compared with the thresholds of that day.
	Until *training.Day
	// Sports is empty for those that thresholds are known for: cycling,
	// running and swimming.
	Sports []training.Sport
	// History adds where FTP changed over the last two years.
	History bool
}

const (
	defaultEstimateDays = 90
	// testCandidates bounds how many recordings are searched for a field test.
	testCandidates = 6
	// hardShare is how near a test's heart rate has to come to the best 20
	// minutes of all: an even half-hour well below them was no test.
	hardShare = 0.97
	// farBelow is how far below the setting in force an estimate says more of
	// the days than of the athlete.
	farBelow = 0.07
)

// Thresholds answers q.
func Thresholds(ctx context.Context, c *curves.Index, r *Source, s training.Scope, f analysis.Frame, q Query) (*View, error) {
	if q.Days == 0 {
		q.Days = defaultEstimateDays
	}
	end := f.Today
	if q.Until != nil {
		end = *q.Until
	}
	if len(q.Sports) == 0 {
		q.Sports = []training.Sport{training.Cycling, training.Running, training.Swimming}
	}
	// The number is read before the streams: what is newer is looked at again.
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	key := viewKey{scope: s, today: end, days: q.Days, sports: fmt.Sprint(q.Sports), history: q.History}
	known, err := r.views.Get(ctx, seq, key, func() (*View, error) { return estimated(ctx, c, r, seq, s, end, q) })
	if err != nil {
		return nil, err
	}
	v := *known
	v.Heading = f.Heading()
	return &v, ctx.Err()
}

// estimated is the answer without its heading, at a place of the change log.
func estimated(ctx context.Context, c *curves.Index, r *Source, seq int64, s training.Scope, today training.Day, q Query) (*View, error) {
	days := training.DayRange{From: today - training.Day(q.Days) + 1, To: today}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &View{
		Range: analysis.SpanOf(days), Estimates: []Estimate{}, Words: []phrase.Sentence{},
		Advice: "These are estimates from training. Confirm one by a formal test before you set it with " +
			"update_athlete_settings; nothing was changed.",
	}
	e := estimator{curves: c, source: r, seq: seq, scope: s, days: days, timeline: fitness.NewTimeline(history), today: today, view: v}
	for _, sport := range q.Sports {
		if err := e.sport(ctx, sport); err != nil {
			return nil, err
		}
	}
	if len(v.Estimates) > 0 {
		e.oxygenFromHR(q.Sports[0])
	}
	if err := e.reportedOxygen(ctx); err != nil {
		return nil, err
	}
	e.tellOxygen()
	if q.History {
		if err := e.history(ctx); err != nil {
			return nil, err
		}
	}
	if len(v.Estimates) == 0 {
		v.Words = append(v.Words,
			"No threshold can be estimated from these days; missing says why. Try more days, or record a hard effort of 20 to 60 minutes.")
	}
	return v, ctx.Err()
}

type estimator struct {
	curves   *curves.Index
	source   *Source
	seq      int64 // of the change log when the question was asked
	scope    training.Scope
	days     training.DayRange
	today    training.Day
	timeline *fitness.Timeline
	view     *View
}

func (e *estimator) sport(ctx context.Context, sport training.Sport) error {
	in := threshold.Input{Sport: sport}
	kinds := []string{curves.Power, curves.HR, curves.Distance}
	found := map[string][]curves.Point{}
	counts := map[string]int{}
	for _, kind := range kinds {
		points, n, err := e.curves.Series(ctx, e.scope, kind, e.days, []training.Sport{sport})
		if err != nil {
			return err
		}
		found[kind], counts[kind] = points, n
		in.Activities = max(in.Activities, n)
	}
	if in.Activities == 0 {
		e.view.Missing = e.view.Missing.Add(string(sport), phrase.Sentencef("no %s with power, heart rate or distance in these days", sport))
		return nil
	}
	in.Power, in.HR, in.Pace = efforts(found[curves.Power], curves.Power), efforts(found[curves.HR], curves.HR),
		efforts(found[curves.Distance], curves.Distance)
	var err error
	if in.FieldTests, err = e.fieldTests(ctx, found[curves.HR]); err != nil {
		return err
	}
	if sport == training.Cycling {
		in.Activities = counts[curves.Power]
		e.power(in)
		e.oxygenFromPower(found[curves.Power])
	}
	if sport == training.Running {
		e.oxygenFromRuns(found[curves.Distance])
	}
	if sport != training.Swimming {
		in.Activities = counts[curves.HR]
		est, why := threshold.LTHR(in)
		e.add(sport, est, why, training.KeyLTHR)
	}
	if sport != training.Cycling {
		in.Activities = counts[curves.Distance]
		est, why := threshold.Pace(in)
		e.add(sport, est, why, training.KeyThresholdPace)
	}
	return nil
}

func efforts(points []curves.Point, kind string) []threshold.Effort {
	out := make([]threshold.Effort, 0, len(points))
	for _, p := range points {
		ef := threshold.Effort{Activity: p.Ref.ID, Day: p.Ref.Day, DurationS: p.At, Value: p.Value}
		if kind == curves.Distance {
			ef.DistanceM, ef.DurationS, ef.Value = p.At, p.Value, p.At/p.Value
		}
		out = append(out, ef)
	}
	return out
}

// power adds FTP and, as its cross-check, critical power with W′.
func (e *estimator) power(in threshold.Input) {
	est, why := threshold.FTP(in)
	e.add(in.Sport, est, why, training.KeyFTP)
	fit, why := threshold.CriticalPower(in)
	if why != "" {
		e.missing(in.Sport, training.KeyCP, why)
		return
	}
	if est.Value > 0 {
		ftp := e.view.Estimates[len(e.view.Estimates)-1]
		e.view.Words = append(e.view.Words,
			phrase.Sentencef("Cross-check: critical power from the same days is %.0f ± %.0f W beside %.0f W of %s.",
				fit.CPW, fit.CPSE, ftp.Value, ftp.Setting))
	}
	var notes []phrase.Sentence
	if fit.Slack > 0 {
		notes = append(notes,
			phrase.Sentencef("%d of the bests of 3 to 20 minutes lie below the line between others and did not enter.", fit.Slack))
	}
	sure := len(fit.Points) >= sureBests
	if !sure {
		notes = append(notes, "Three bests leave little to judge the fit by.")
	}
	e.put(in.Sport, threshold.Estimate{
		Key: training.KeyCP, Value: fit.CPW, Method: cpMethod, Confidence: fitConfidence(fit.CPSE/fit.CPW, 0.02, 0.05, sure),
		Evidence: fit.Points, Notes: notes,
		Advice: "Confirm with maximal efforts of about 3, 6 and 12 minutes, each after full rest.",
	}, &fit.CPSE)
	e.put(in.Sport, threshold.Estimate{
		Key: training.KeyWPrime, Value: fit.WPrimeJ, Method: cpMethod, Confidence: fitConfidence(fit.WPrimeSE/fit.WPrimeJ, 0.10, 0.25, sure),
		Notes: []phrase.Sentence{"It rests on the efforts of critical_power_w."},
	}, &fit.WPrimeSE)
}

const cpMethod = "critical_power_2p"

// sureBests is from how many bests on the error of a fit means something: of
// three it has one degree of freedom.
const sureBests = 4

// fitConfidence judges a fitted value by its standard error as a share of it.
func fitConfidence(share, high, medium float64, sure bool) threshold.Confidence {
	switch {
	case share <= high && sure:
		return threshold.High
	case share <= medium:
		return threshold.Medium
	}
	return threshold.Low
}

func (e *estimator) add(sport training.Sport, est threshold.Estimate, why phrase.Sentence, key training.ThresholdKey) {
	if why != "" {
		e.missing(sport, key, why)
		return
	}
	est.Key = key
	e.put(sport, est, nil)
}

func (e *estimator) missing(sport training.Sport, key training.ThresholdKey, why phrase.Sentence) {
	name, _ := athlete.ShownSetting(key, sport, 1)
	e.view.Missing = e.view.Missing.Add(string(sport)+"."+name, why)
}

// put adds an estimate in the units that settings are shown in.
func (e *estimator) put(sport training.Sport, est threshold.Estimate, se *float64) {
	name, value := athlete.ShownSetting(est.Key, sport, est.Value)
	out := Estimate{
		Setting: name, Sport: sport, Value: analysis.Round(value, 1), Method: est.Method,
		Confidence: string(est.Confidence), Evidence: []Evidence{}, Notes: est.Notes, Confirm: est.Advice,
	}
	if kg := e.timeline.At(sport, e.today).WeightKg; est.Key == training.KeyFTP || est.Key == training.KeyCP {
		if x, ok := powermodel.PerKg(value, kg); ok {
			x = analysis.Round(x, 2)
			out.PerKg = &x
		}
	}
	if se != nil && analysis.Finite(*se) {
		r := analysis.Round(*se, 1)
		out.Error = &r
	}
	for _, ev := range est.Evidence {
		value := ev.Value
		if est.Key == training.KeyThresholdPace {
			_, value = athlete.ShownSetting(est.Key, sport, value)
		}
		shown := Evidence{
			ActivityID: ev.Activity, LocalDate: ev.Day, DurationS: analysis.Round(ev.DurationS, 2), Value: analysis.Round(value, 2),
		}
		if ev.DistanceM > 0 {
			m := analysis.Round(ev.DistanceM, 1)
			shown.DistanceM = &m
		}
		out.Evidence = append(out.Evidence, shown)
	}
	e.beside(&out, est, sport)
	e.view.Estimates = append(e.view.Estimates, out)
}

// beside sets the setting in force beside an estimate. An estimate far below it
// rests on days without a hard effort, and says so.
func (e *estimator) beside(out *Estimate, est threshold.Estimate, sport training.Sport) {
	now, ok := e.timeline.Since(est.Key, sport, e.today)
	if !ok || len(now.Values) == 0 || now.Values[0] <= 0 {
		return
	}
	_, value := athlete.ShownSetting(est.Key, sport, est.Value)
	_, current := athlete.ShownSetting(est.Key, sport, now.Values[0])
	out.Current = &Setting{Value: analysis.Round(current, 1), Since: now.From}
	pct := analysis.Round((value-current)/current*100, 1)
	out.ChangePct = &pct
	if est.Value < (1-farBelow)*now.Values[0] {
		out.Confidence = string(threshold.Low)
		out.Notes = append(slices.Clone(out.Notes),
			"It lies far below the setting in force; these days probably hold no effort hard enough to tell.")
	}
}
