package activity

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These constants limit the number of activities in one comparison.
const (
	MinCompared = 2
	MaxCompared = 5
)

// Comparison shows several activities side by side. All lists have the same
// order. A cell is nil if an activity lacks the metric.
type Comparison struct {
	Activities []Facts               `json:"activities"`
	Metrics    map[string][]*float64 `json:"metrics"`
	// Differences holds the value of each activity minus that of the first.
	Differences map[string][]*float64 `json:"differences"`
	LoadMethods []string              `json:"load_methods"`
	// Missing lists the metrics that some of the activities lack.
	Missing answers.Missing `json:"missing,omitempty"`
	// Notes are the reasons why the comparison may be misleading.
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// Compare compares activities by the metrics in only, or by all metrics if it is empty.
func Compare(ctx context.Context, r store.Reader, s training.Scope, ids, only []string) (*Comparison, error) {
	if len(ids) < MinCompared || len(ids) > MaxCompared {
		return nil, training.Errorf(training.KindInvalid, "A comparison takes %d to %d ids, not %d.", MinCompared, MaxCompared, len(ids)).
			WithFix("list_activities has the ids.")
	}
	metrics, err := comparedMetrics(only)
	if err != nil {
		return nil, err
	}
	by, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	out := &Comparison{Metrics: map[string][]*float64{}, Differences: map[string][]*float64{}}
	seen := map[training.ActivityID]bool{}
	sports := map[training.Sport]bool{}
	methods := map[string]bool{}
	values := make([]training.Values, len(ids))
	for i, id := range ids {
		row, err := Find(ctx, r, s, id)
		if err != nil {
			return nil, err
		}
		if seen[row.ID] {
			return nil, training.Errorf(training.KindInvalid, "%q appears twice.", id).WithFix("Give different activities.")
		}
		seen[row.ID], sports[row.Sport] = true, true
		v, method, _ := valuesAt(&row, by)
		if err := addWeather(ctx, r, s, row.ID, v); err != nil {
			return nil, err
		}
		values[i] = answers.Rounded(v)
		out.Activities = append(out.Activities, listRow(&row, by, []string{"local_date", "start_local", "time_zone", "sport", "name"}))
		out.LoadMethods = append(out.LoadMethods, method)
		if method != "" {
			methods[method] = true
		}
	}
	for _, m := range metrics {
		if !out.add(m, values) && len(only) > 0 {
			out.Missing = out.Missing.Add(string(m), "none of the activities has it")
		}
	}
	if len(sports) > 1 {
		out.Notes = append(out.Notes, "They are of different sports.")
	}
	if len(methods) > 1 {
		out.Notes = append(out.Notes, "Their loads were computed by different methods.")
	}
	return out, nil
}

// weatherCompared lists weather metrics that may explain why one activity was
// slower than another.
var weatherCompared = []training.Metric{
	training.MetricWeatherTempC, training.MetricFeelsLikeC, training.MetricWindSpeedKMH, training.MetricHeadwindPct,
}

// addWeather adds the weather values that a service has for an activity.
func addWeather(ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID, v training.Values) error {
	_, said, err := r.Weather(ctx, s, id)
	for _, m := range weatherCompared {
		if x, ok := said[m]; ok {
			v[m] = x
		}
	}
	return err
}

// comparedMetrics returns the metrics with the given names, or all metrics if
// no name is given.
func comparedMetrics(names []string) ([]training.Metric, error) {
	all := slices.Concat(listMetrics, weatherCompared)
	if len(names) == 0 {
		return all, nil
	}
	known := training.Texts(all)
	var out []training.Metric
	for _, name := range names {
		m := training.Metric(strings.ToLower(strings.TrimSpace(name)))
		switch {
		case slices.Contains(out, m):
		case slices.Contains(all, m):
			out = append(out, m)
		default:
			e := training.Errorf(training.KindInvalid, "%q is not a metric that can be compared.", i18n.Clip(name, i18n.MostQuoted))
			if near := i18n.Nearest(name, known); near != "" {
				return nil, e.WithFix("Did you mean %s? The metrics are %s.", near, joined(known))
			}
			return nil, e.WithFix("The metrics are %s.", joined(known))
		}
	}
	return out, nil
}

// add adds a metric if at least one of the activities has it, and reports
// whether it did.
func (c *Comparison) add(m training.Metric, values []training.Values) bool {
	cells := make([]*float64, len(values))
	diffs := make([]*float64, len(values))
	have := 0
	for i, v := range values {
		x, ok := v[m]
		if !ok {
			continue
		}
		have++
		cells[i] = &x
		if first, ok := values[0][m]; ok {
			d := answers.Round(x-first, answers.Decimals(m))
			diffs[i] = &d
		}
	}
	if have == 0 {
		return false
	}
	c.Metrics[string(m)], c.Differences[string(m)] = cells, diffs
	if have < len(values) {
		c.Missing = c.Missing.Add(string(m), "not all of the activities have it")
	}
	return true
}

// checkFields returns an error for a field that no row has.
func checkFields(fields []string) error {
	known := ListFields()
	for _, f := range fields {
		if f != "id" && !slices.Contains(known, f) {
			e := training.Errorf(training.KindInvalid, "%q is not a field of a row.", i18n.Clip(f, i18n.MostQuoted))
			if near := i18n.Nearest(f, known); near != "" {
				return e.WithFix("Did you mean %s? The fields are %s.", near, joined(known))
			}
			return e.WithFix("The fields are %s.", joined(known))
		}
	}
	return nil
}

func joined(words []string) string { return strings.Join(words, ", ") }

// mostClimbs is the maximum number of climbs in an answer. Those with the most gain are shown.
const mostClimbs = 40

// climbs fills in the climbs in order, and compares them with earlier ascents.
// It uses the athlete's weight on the day of the activity.
func (d *Detail) climbs(ctx context.Context, sub *subject, keeper Timekeeper) error {
	if sub.lacks(training.Altitude) {
		d.Missing = d.Missing.Add(string(SectionClimbs), training.NoAltitude)
		return nil
	}
	all, why, err := derived(ctx, sub, derive.Climbs, derive.DecodeClimbs, func(v *stream.View) ([]route.Climb, i18n.Sentence) {
		return route.Climbs(v)
	})
	if why != "" {
		d.Missing = d.Missing.Add(string(SectionClimbs), why)
	}
	known := make([]segments.Known, len(all))
	if keeper != nil && len(all) > 0 && err == nil {
		known, err = keeper.KnownClimbs(ctx, sub.scope, sub.row.ID, all)
	}
	if err != nil {
		return err
	}
	kept := all
	if len(all) > mostClimbs {
		kept = highest(all)
		d.Truncated, d.Narrow = true, "Only the highest climbs are shown."
	}
	for i, c := range all {
		if len(d.Climbs) < len(kept) && kept[len(d.Climbs)] == c {
			d.Climbs = append(d.Climbs, ridden(climbFacts(len(d.Climbs)+1, c, sub), &known[i]))
		}
	}
	return nil
}

// ridden adds what is known about a climb that the athlete has ridden before. If the
// climb is not saved as a segment, times exclude pauses.
func ridden(f Facts, known *segments.Known) Facts {
	if known.SegmentID == "" {
		return f
	}
	f["segment_id"] = known.SegmentID
	f.Put("name", known.Name)
	stand(f, known.Standing, known.TimeS)
	return f
}

// highest returns the climbs with the most gain, in their original order.
func highest(all []route.Climb) []route.Climb {
	gains := make([]float64, len(all))
	for i, c := range all {
		gains[i] = c.GainM
	}
	slices.Sort(gains)
	least := gains[len(gains)-mostClimbs]
	kept := slices.DeleteFunc(slices.Clone(all), func(c route.Climb) bool { return c.GainM < least })
	return kept[:min(mostClimbs, len(kept))]
}

func climbFacts(number int, c route.Climb, sub *subject) Facts {
	f := Facts{
		"climb": number, "start_offset_s": answers.Round(c.Span.FromS, 0), "start_km": answers.Round(c.StartM/1000, 2),
		"length_km": answers.Round(c.LengthM/1000, 2), "gain_m": answers.Round(c.GainM, 0),
		"avg_grade_pct": answers.Round(c.GradePct(), 1), "max_grade_pct": answers.Round(c.SteepPct, 1),
		"top_m": answers.Round(c.FootM+c.GainM, 0), "duration_s": answers.Round(c.TimerS, 0), "fiets": answers.Round(c.Fiets(), 2),
	}
	if vam := c.VAM(); vam > 0 {
		f["vam_m_per_h"] = answers.Round(vam, 0)
	}
	f.Put("category", c.Category())
	if c.AvgHRBpm > 0 {
		f["avg_hr_bpm"] = answers.Round(c.AvgHRBpm, 0)
	}
	if c.AvgPowerW > 0 {
		f["avg_power_w"] = answers.Round(c.AvgPowerW, 0)
		if kg := sub.thresholds.WeightKg; kg > 0 && sub.shown().Weight {
			f["avg_power_w_per_kg"] = answers.Round(c.AvgPowerW/kg, 2)
		}
	}
	return f
}

// Timekeeper finds efforts on the athlete's own segments, and climbs that the athlete rode before.
type Timekeeper interface {
	PassedBy(ctx context.Context, s training.Scope, text string) (map[string][]training.ActivityID, error)
	Passed(ctx context.Context, s training.Scope, id training.ActivityID) ([]segments.Passed, error)
	KnownClimbs(ctx context.Context, s training.Scope, id training.ActivityID, climbs []route.Climb) ([]segments.Known, error)
}

// overWays fills in the section on climbs or the section on segments.
func (d *Detail) overWays(ctx context.Context, section Section, sub *subject, keeper Timekeeper) error {
	if section == SectionClimbs {
		return d.climbs(ctx, sub, keeper)
	}
	return d.segments(ctx, sub, keeper)
}

// mostPassed is the maximum number of segment efforts in an answer.
const mostPassed = 40

// segments fills in, in order, the times on the athlete's own segments, and the
// segment times that the device measured.
func (d *Detail) segments(ctx context.Context, sub *subject, keeper Timekeeper) error {
	if first := sub.primary(); first != nil {
		for _, e := range first.Recording.DeviceEfforts[:min(len(first.Recording.DeviceEfforts), mostPassed)] {
			d.DeviceSegments = append(d.DeviceSegments, deviceEffort(&e))
		}
	}
	if keeper == nil {
		d.Missing = d.Missing.Add(string(SectionSegments), notTimed)
		return nil
	}
	all, err := keeper.Passed(ctx, sub.scope, sub.row.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		why := i18n.Sentence("it crossed none of your own segments; save_segment creates one")
		if sub.lacks(training.Latitude) {
			why = "no position was recorded"
		}
		d.Missing = d.Missing.Add(string(SectionSegments), why)
	}
	if len(all) > mostPassed {
		all, d.Truncated, d.Narrow = all[:mostPassed], true, "Only the first segment times are shown; get_segment shows all times on one segment."
	}
	for i := range all {
		d.Segments = append(d.Segments, passedFacts(&all[i]))
	}
	return nil
}

// notTimed is the reason why segments are missing if there is no [Timekeeper].
const notTimed = "segment times are not available here"

// deviceEffort returns a segment time measured by the device.
func deviceEffort(e *training.DeviceEffort) Facts {
	f := Facts{"start_offset_s": answers.Round(e.StartS, 0), "time_s": answers.Round(e.ElapsedS, 1)}
	f.Put("name", textclean.Line(e.Name, textclean.NameRunes))
	f.Put("given_up", e.GivenUp)
	if e.TimerS > 0 && e.TimerS != e.ElapsedS {
		f["timer_s"] = answers.Round(e.TimerS, 1)
	}
	return f
}

// stand adds the rank of a time among all of the athlete's times on the segment.
func stand(f Facts, of segments.Standing, timeS float64) {
	f["times_ridden"], f["rank"] = of.Of, of.Rank
	f["best_s"], f["behind_best_s"] = answers.Round(of.BestS, 1), answers.Round(timeS-of.BestS, 1)
	f["best_activity_id"] = string(of.Best)
}

func passedFacts(p *segments.Passed) Facts {
	e := &p.Effort
	f := Facts{
		"segment_id": p.Segment.ID, "name": p.Segment.Name, "start_offset_s": answers.Round(e.FromS, 0), "time_s": answers.Round(e.TimeS(), 1),
		"distance_km": answers.Round(p.Segment.DistanceKm, 2),
	}
	f.Put("kind", string(p.Segment.Kind))
	stand(f, p.Standing, e.TimeS())
	for m, v := range answers.Rounded(e.Values) {
		switch m {
		case training.MetricAvgPowerW, training.MetricAvgHRBpm, training.MetricAvgSpeedKMH, training.MetricAvgCadenceRPM:
			f[string(m)] = v
		}
	}
	if len(e.Doubts) > 0 {
		f["approximate"] = training.Texts(e.Doubts)
	}
	return f
}
