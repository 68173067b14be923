package curves

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// EstimateQuery asks for estimates of thresholds.
type EstimateQuery struct {
	// Days is the number of days, up to Until, whose efforts are used; 0 means 90.
	Days int
	// Until is the last day whose efforts are used; nil means today. Estimates
	// are compared with the thresholds on that day.
	Until *training.Day
	// Sports are the sports with estimates; empty means cycling, running and swimming.
	Sports []training.Sport
	// History adds the changes of FTP in the last two years.
	History bool
}

const (
	defaultEstimateDays = 90
	// testCandidates is the maximum number of recordings that are searched for a field test.
	testCandidates = 6
	// hardShare is the minimum heart rate of a test, as a share of the highest
	// mean over 20 minutes. Half an hour of even effort well below that was not a test.
	hardShare = 0.97
	// testedS is the duration in s, at the end of a field test, over which heart rate is averaged.
	testedS = 20 * 60
	// farBelow is how far below the current setting an estimate must be, as a share of
	// the setting, to indicate easy days rather than the athlete's fitness.
	farBelow = 0.07
)

// Thresholds returns the estimates that q asks for.
func Thresholds(ctx context.Context, c *Index, r *Source, s training.Scope, f answers.Frame, q EstimateQuery) (*EstimateView, error) {
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
	key := viewKey{scope: s, today: end, days: q.Days, sports: fmt.Sprint(q.Sports), history: q.History}
	known, err := r.views.Get(ctx, r, key, func() (*EstimateView, error) { return estimated(ctx, c, r, s, end, q) })
	if err != nil {
		return nil, err
	}
	v := *known
	v.Heading = f.Heading()
	return &v, ctx.Err()
}

// estimated returns the answer without the heading.
func estimated(ctx context.Context, c *Index, r *Source, s training.Scope, today training.Day,
	q EstimateQuery,
) (*EstimateView, error) {
	days := training.DayRange{From: today - training.Day(q.Days) + 1, To: today}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &EstimateView{
		Range: answers.SpanOf(days), Estimates: []Estimate{}, Words: []i18n.Sentence{},
		Advice: "These are estimates from training. Confirm one by a formal test before you set it with " +
			"update_athlete_settings; nothing was changed.",
	}
	e := estimator{curves: c, source: r, scope: s, days: days, timeline: fitness.NewTimeline(history), today: today, view: v}
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
	if len(v.Estimates) == 0 && len(v.Words) == 0 {
		v.Words = append(v.Words,
			"No threshold can be estimated from these days; missing says why. Try more days, or record a hard effort of 20 to 60 minutes.")
	}
	return v, ctx.Err()
}

type estimator struct {
	curves   *Index
	source   *Source
	scope    training.Scope
	days     training.DayRange
	today    training.Day
	timeline *fitness.Timeline
	view     *EstimateView
}

func (e *estimator) sport(ctx context.Context, sport training.Sport) error {
	in := curve.Input{Sport: sport}
	kinds := []string{Power, HR, Distance}
	found := map[string][]Point{}
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
		e.view.Missing = e.view.Missing.Add(string(sport), i18n.Sentencef("no %s with power, heart rate or distance in this period", sport))
		return nil
	}
	kind := Distance
	if sport == training.Cycling {
		kind = Power
	}
	hard, err := e.maximal(ctx, kind, sport, found[kind])
	if err != nil {
		return err
	}
	in.Most, in.Activities = hard.Most, counts[kind]
	switch {
	case len(hard.Efforts) == 0 && counts[kind] > 0:
		e.noTest(sport, hard.Why)
	case kind == Power:
		in.Power = hard.Efforts
		e.power(in)
		e.oxygenFromPower(hard)
	default:
		in.Pace = hard.Efforts
		est, why := curve.Pace(in)
		e.add(sport, est, why, training.KeyThresholdPace)
		if sport == training.Running {
			e.oxygenFromRuns(hard)
		}
	}
	if sport == training.Swimming {
		return nil
	}
	in.Activities = counts[HR]
	return e.heart(ctx, in, found[HR])
}

// maximal returns the maximal efforts among the bests of a sport.
func (e *estimator) maximal(ctx context.Context, kind string, sport training.Sport, points []Point) (curve.Found, error) {
	if kind == Power {
		points = looked(points)
	}
	p := proof{c: e.curves, scope: e.scope, kind: kind, sport: sport, days: e.days, timeline: e.timeline}
	return p.find(ctx, points)
}

// noTest adds the reason why a sport has no estimate, and what to do about it.
func (e *estimator) noTest(sport training.Sport, why i18n.Sentence) {
	keys := []training.ThresholdKey{training.KeyThresholdPace}
	oxygen := "vo2max_vdot"
	if sport == training.Cycling {
		keys, oxygen = []training.ThresholdKey{training.KeyFTP, training.KeyCP, training.KeyWPrime}, "vo2max_acsm"
	}
	for _, key := range keys {
		e.missing(sport, key, noTest(why))
	}
	if sport == training.Cycling || sport == training.Running {
		e.view.Missing = e.view.Missing.Add(oxygen, noTest(why))
	}
	e.view.Words = append(e.view.Words, testWords(sport, e.days.Days()))
}

// heart adds threshold heart rate. A test far below the known maximum heart
// rate does not count. If the maximum is unknown, confidence is low.
func (e *estimator) heart(ctx context.Context, in curve.Input, points []Point) error {
	tests, err := e.fieldTests(ctx, points)
	if err != nil {
		return err
	}
	in.HR, in.FieldTests, in.Most = efforts(points, HR), tests, curve.Low
	if most := e.timeline.At(in.Sport.Plain(), e.today).MaxHRBpm; most > 0 {
		in.Most = curve.High
		least := most * curve.PowerRule().HeartShare(testedS)
		in.FieldTests = slices.DeleteFunc(in.FieldTests, func(t curve.FieldTest) bool { return t.AvgLast20Bpm < least })
		if i := slices.IndexFunc(in.HR, func(h curve.ThresholdEffort) bool { return h.DurationS == testedS }); i >= 0 && in.HR[i].Value < least {
			e.missing(in.Sport, training.KeyLTHR, noTest(i18n.Sentencef(
				"the best 20 minutes were at %.0f %% of maximum heart rate; all-out efforts reach %.0f %%", 100*in.HR[i].Value/most, 100*least/most)))
			return nil
		}
	}
	est, why := curve.LTHR(in)
	e.add(in.Sport, est, why, training.KeyLTHR)
	return nil
}

func efforts(points []Point, kind string) []curve.ThresholdEffort {
	out := make([]curve.ThresholdEffort, 0, len(points))
	for _, p := range points {
		ef := curve.ThresholdEffort{Activity: p.Ref.ID, Day: p.Ref.Day, DurationS: p.At, Value: p.Value}
		if kind == Distance {
			ef.DistanceM, ef.DurationS, ef.Value = p.At, p.Value, p.At/p.Value
		}
		out = append(out, ef)
	}
	return out
}

// power adds FTP and, for comparison, critical power and W′.
func (e *estimator) power(in curve.Input) {
	est, why := curve.FTP(in)
	e.add(in.Sport, est, why, training.KeyFTP)
	fit, why := curve.CriticalPower(in)
	if why != "" {
		e.missing(in.Sport, training.KeyCP, why)
		return
	}
	if est.Value > 0 {
		ftp := e.view.Estimates[len(e.view.Estimates)-1]
		e.view.Words = append(e.view.Words,
			i18n.Sentencef("Cross-check: critical power from the same days is %.0f ± %.0f W, compared with %.0f W by %s.",
				fit.CPW, fit.Spread.CPHalfW, ftp.Value, ftp.Setting))
	}
	var notes []i18n.Sentence
	if fit.Slack > 0 {
		notes = append(notes,
			i18n.Sentencef("Best powers for 3 to 20 minutes below the line through the others, which were not used: %d.", fit.Slack))
	}
	sure := len(fit.Points) >= sureBests
	if !sure {
		notes = append(notes, "With only two or three efforts, the fit is hard to judge.")
	}
	e.put(in.Sport, curve.Estimate{
		Key: training.KeyCP, Value: fit.CPW, Method: cpMethod,
		Confidence: fitConfidence(fit.CPSE/fit.CPW, 0.03, 0.06, sure).Least(in.Most),
		Evidence:   fit.Points, Notes: notes,
		Advice: "Confirm it with maximal efforts of about 3, 6 and 12 minutes, each after full rest.",
	}, &spreadOf{fit.CPSE, fit.Spread.CPHalfW})
	e.put(in.Sport, curve.Estimate{
		Key: training.KeyWPrime, Value: fit.WPrimeJ, Method: cpMethod,
		Confidence: fitConfidence(fit.WPrimeSE/fit.WPrimeJ, 0.12, 0.25, sure).Least(in.Most),
		Notes:      []i18n.Sentence{"It is based on the efforts of critical_power_w."},
	}, &spreadOf{fit.WPrimeSE, fit.Spread.WPrimeHalfJ})
}

const cpMethod = "critical_power_2p"

// spreadOf is the standard error of an estimate, and half the width of its 95 % interval.
type spreadOf struct{ se, half float64 }

// sureBests is the minimum number of bests for which the error of a fit is meaningful.
// With three, there is only one degree of freedom.
const sureBests = 4

// fitConfidence returns the confidence in a fitted value, given its relative standard error.
func fitConfidence(share, high, medium float64, sure bool) curve.Confidence {
	switch {
	case share <= high && sure:
		return curve.High
	case share <= medium:
		return curve.Medium
	}
	return curve.Low
}

func (e *estimator) add(sport training.Sport, est curve.Estimate, why i18n.Sentence, key training.ThresholdKey) {
	if why != "" {
		e.missing(sport, key, why)
		return
	}
	est.Key = key
	e.put(sport, est, nil)
}

func (e *estimator) missing(sport training.Sport, key training.ThresholdKey, why i18n.Sentence) {
	name, _ := athlete.ShownSetting(key, sport, 1)
	e.view.Missing = e.view.Missing.Add(string(sport)+"."+name, why)
}

// put adds an estimate in the unit of its setting.
func (e *estimator) put(sport training.Sport, est curve.Estimate, of *spreadOf) {
	name, value := athlete.ShownSetting(est.Key, sport, est.Value)
	out := Estimate{
		Setting: name, Sport: sport, Value: answers.Round(value, 1), Method: est.Method,
		Confidence: string(est.Confidence), Evidence: []Evidence{}, Notes: est.Notes, Confirm: est.Advice,
	}
	if kg := e.timeline.At(sport.Plain(), e.today).WeightKg; est.Key == training.KeyFTP || est.Key == training.KeyCP {
		if x, ok := curve.PerKg(value, kg); ok {
			x = answers.Round(x, 2)
			out.PerKg = &x
		}
	}
	if of != nil && answers.Finite(of.half) {
		out.Error = new(answers.Round(of.se, 1))
		out.Low, out.High = new(answers.Round(max(0, value-of.half), 1)), new(answers.Round(value+of.half, 1))
	}
	for _, ev := range est.Evidence {
		value := ev.Value
		if est.Key == training.KeyThresholdPace {
			_, value = athlete.ShownSetting(est.Key, sport, value)
		}
		shown := Evidence{
			ActivityID: ev.Activity, LocalDate: ev.Day, DurationS: answers.Round(ev.DurationS, 2), Value: answers.Round(value, 2),
		}
		if ev.DistanceM > 0 {
			m := answers.Round(ev.DistanceM, 1)
			shown.DistanceM = &m
		}
		out.Evidence = append(out.Evidence, shown)
	}
	e.beside(&out, est, sport)
	e.view.Estimates = append(e.view.Estimates, out)
}

// beside adds the current setting to an estimate. If the estimate is far below
// it, a note points out that there was no hard effort on these days.
func (e *estimator) beside(out *Estimate, est curve.Estimate, sport training.Sport) {
	now, ok := e.timeline.Since(est.Key, sport.Plain(), e.today)
	if !ok || len(now.Values) == 0 || now.Values[0] <= 0 {
		return
	}
	_, value := athlete.ShownSetting(est.Key, sport, est.Value)
	_, current := athlete.ShownSetting(est.Key, sport, now.Values[0])
	out.Current = &Setting{Value: answers.Round(current, 1), Since: now.From}
	pct := answers.Round((value-current)/current*100, 1)
	out.ChangePct = &pct
	if est.Value < (1-farBelow)*now.Values[0] {
		out.Confidence = string(curve.Low)
		out.Notes = append(slices.Clone(out.Notes),
			"It is far below the current setting; this period probably has no effort hard enough to estimate it.")
	}
}

// EstimateView shows what the thresholds may be, judged by recent efforts. It does not
// change the settings.
type EstimateView struct {
	answers.Heading
	Range     answers.Span    `json:"range"`
	Estimates []Estimate      `json:"estimates"`
	VO2Max    []Oxygen        `json:"vo2max_ml_kg_min,omitempty"`
	History   *History        `json:"history,omitempty"`
	Words     []i18n.Sentence `json:"words"`
	Advice    i18n.Sentence   `json:"advice"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// Estimate is an estimate of one threshold based on recent efforts, with the current setting.
type Estimate struct {
	Setting    string          `json:"setting"`
	Sport      training.Sport  `json:"sport"`
	Value      float64         `json:"estimate"`
	PerKg      *float64        `json:"estimate_w_per_kg,omitempty"` // based on today's weight
	Error      *float64        `json:"standard_error,omitempty"`
	Low        *float64        `json:"low,omitempty"` // lower bound of the 95 % interval
	High       *float64        `json:"high,omitempty"`
	Method     string          `json:"method"`
	Confidence string          `json:"confidence"`
	Current    *Setting        `json:"current,omitempty"`
	ChangePct  *float64        `json:"change_pct,omitempty"`
	Evidence   []Evidence      `json:"evidence"`
	Notes      []i18n.Sentence `json:"notes,omitempty"`
	Confirm    i18n.Sentence   `json:"confirm,omitempty"`
}

// Rounded returns the value to whole watts and beats, because an estimate is no more exact than
// that.
func (e *Estimate) Rounded() float64 {
	if strings.HasSuffix(e.Setting, "_w") || strings.HasSuffix(e.Setting, "_bpm") {
		return math.Round(e.Value)
	}
	return e.Value
}

// Setting is the current value of a threshold, with the day from which it applies.
type Setting struct {
	Value float64      `json:"value"`
	Since training.Day `json:"since"`
}

// Evidence is an effort on which an estimate is based.
type Evidence struct {
	ActivityID training.ActivityID `json:"activity_id"`
	LocalDate  training.Day        `json:"local_date"`
	DurationS  float64             `json:"duration_s"`
	DistanceM  *float64            `json:"distance_m,omitempty"`
	Value      float64             `json:"value"` // in the unit of the setting
}
