package fitness

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TRIMPRow is an activity with its training impulse, or why it has none.
type TRIMPRow struct {
	ID    training.ActivityID
	Day   training.Day
	Sport training.Sport
	// AvgHRBpm is the average heart rate, and Seconds the time that counts:
	// that with a heart rate, of an average alone the timer time.
	AvgHRBpm, Seconds float64
	// From is what the impulse was computed from.
	From TRIMPFrom
	// RestHRBpm and MaxHRBpm are the bounds of the day.
	RestHRBpm, MaxHRBpm float64
	TRIMP               float64
	Missing, Fix        i18n.Sentence
}

// TRIMPFrom is what a training impulse is computed from.
type TRIMPFrom string

// An average gives less than the samples wherever heart rate varied.
const (
	FromSamples TRIMPFrom = "samples"
	FromAverage TRIMPFrom = "average"
)

// RateTRIMP computes the impulse of an activity under the thresholds of its
// day: from its seconds at each heart rate or, where beats has none, from its average.
func RateTRIMP(in *store.LoadInput, beats zones.Histogram, t training.Thresholds, sex training.Sex) TRIMPRow {
	r := TRIMPRow{
		ID: in.ID, Day: in.Day, Sport: in.Sport, AvgHRBpm: in.AvgHR, From: FromSamples, Seconds: beats.TotalS(),
		RestHRBpm: t.RestHRBpm, MaxHRBpm: t.MaxHRBpm,
	}
	covered := r.Seconds
	if covered == 0 {
		r.From, r.Seconds, covered = FromAverage, in.TimerS, in.HRSeconds
	}
	if covered > 0 || in.AvgHR > 0 {
		r.Missing = load.ThinHeart(covered, in.TimerS)
	}
	switch {
	case r.Missing != "":
	case r.From == FromSamples:
		r.TRIMP, r.Missing = heart.TRIMP(beats, t, sex)
	default:
		r.TRIMP, r.Missing = heart.TRIMPFromAverage(in.AvgHR, in.TimerS, t, sex)
	}
	if r.Missing == "" && (!answers.Finite(r.TRIMP) || one(r.TRIMP) <= 0) {
		r.Missing = answers.NoImpulse
	}
	if r.Missing != "" {
		r.Fix = r.fix(t, sex)
	}
	return r
}

// fix says what gives the activity an impulse; nothing does where heart rate
// was at rest.
func (r *TRIMPRow) fix(t training.Thresholds, sex training.Sex) i18n.Sentence {
	switch {
	case r.Missing == answers.NoImpulse:
		return ""
	case r.AvgHRBpm <= 0 || t.MaxHRBpm > t.RestHRBpm && t.RestHRBpm > 0 && sex != "":
		return "Its load (TSS) may be known by another method: see load_coverage. With perceived_exertion, update_activity gives it one."
	case sex == "":
		return "Set sex with update_athlete_settings."
	}
	return "Set resting_hr_bpm and max_hr_bpm with update_athlete_settings."
}

// impulses are activities of some days with their impulses, in their order.
func (h *Histograms) impulses(
	ctx context.Context, s training.Scope, days training.DayRange, inputs []*store.LoadInput, by Loads,
) ([]TRIMPRow, error) {
	sex := by.Rules.Sex
	rows, at := make([]TRIMPRow, len(inputs)), make(map[training.ActivityID]int, len(inputs))
	for i, in := range inputs {
		rows[i], at[in.ID] = RateTRIMP(in, zones.Histogram{}, by.At(in), sex), i
	}
	var beats zones.Histogram
	for p, err := range h.r.Primitives(ctx, s, derive.HRHistogram, days) {
		if err != nil {
			return nil, err
		}
		// One that cannot be decoded is written anew by derive.
		if i, ok := at[p.Activity]; ok && derive.DecodeHistogramInto(&beats, p.Data) == nil {
			rows[i] = RateTRIMP(inputs[i], beats, by.At(inputs[i]), sex)
		}
	}
	return rows, ctx.Err()
}

// fewTRIMPDays are computed anew in less time than all days are.
const fewTRIMPDays = 400

// trimpRows are the activities of a summary with their impulses, in order of
// day. Those of many days are found among all of the athlete, which are kept
// until anything changes.
func (d summarised) trimpRows(ctx context.Context) ([]TRIMPRow, error) {
	inputs := slices.Collect(d.rows())
	if d.done.Days() <= fewTRIMPDays {
		return d.h.impulses(ctx, d.s, d.done, inputs, d.w.Loads)
	}
	seq, err := d.h.r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.h.rated.Get(ctx, seq, d.s, func() (map[training.ActivityID]TRIMPRow, error) { return d.allImpulses(ctx) })
	if err != nil {
		return nil, err
	}
	rows := make([]TRIMPRow, len(inputs))
	for i, in := range inputs {
		row, ok := all[in.ID]
		if !ok { // it came just now
			row = RateTRIMP(in, zones.Histogram{}, d.w.At(in), d.w.Rules.Sex)
		}
		rows[i] = row
	}
	return rows, ctx.Err()
}

// allImpulses reads anew what the impulses are computed by: it may be newer
// than what the question began with.
func (d summarised) allImpulses(ctx context.Context) (map[training.ActivityID]TRIMPRow, error) {
	by, err := ReadLoads(ctx, d.r, d.s)
	if err != nil {
		return nil, err
	}
	all, err := d.r.LoadInputs(ctx, d.s, d.span)
	if err != nil {
		return nil, err
	}
	inputs := make([]*store.LoadInput, len(all))
	for i := range all {
		inputs[i] = &all[i]
	}
	rows, err := d.h.impulses(ctx, d.s, d.span, inputs, by)
	out := make(map[training.ActivityID]TRIMPRow, len(rows))
	for i := range rows {
		out[rows[i].ID] = rows[i]
	}
	return out, err
}
