package fitness

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/phrase"
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
	Missing, Fix        phrase.Sentence
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
	if r.Missing == "" && (!analysis.Finite(r.TRIMP) || one(r.TRIMP) <= 0) {
		r.Missing = analysis.NoImpulse
	}
	if r.Missing != "" {
		r.Fix = r.fix(t, sex)
	}
	return r
}

// fix says what gives the activity an impulse; nothing does where heart rate
// was at rest.
func (r *TRIMPRow) fix(t training.Thresholds, sex training.Sex) phrase.Sentence {
	switch {
	case r.Missing == analysis.NoImpulse:
		return ""
	case r.AvgHRBpm <= 0 || t.MaxHRBpm > t.RestHRBpm && t.RestHRBpm > 0 && sex != "":
		return "Its load (TSS) may be known by another method: see load_coverage. With perceived_exertion, update_activity gives it one."
	case sex == "":
		return "Set sex with update_athlete_settings."
	}
	return "Set resting_hr_bpm and max_hr_bpm with update_athlete_settings."
}

// trimpRows are the activities of a summary with their impulses, in order of day.
func (d summarised) trimpRows(ctx context.Context) ([]TRIMPRow, error) {
	sex := d.w.Rules.Sex
	inputs := slices.Collect(d.rows())
	rows, at := make([]TRIMPRow, len(inputs)), make(map[training.ActivityID]int, len(inputs))
	for i, in := range inputs {
		rows[i], at[in.ID] = RateTRIMP(in, zones.Histogram{}, d.w.At(in), sex), i
	}
	var h zones.Histogram
	for p, err := range d.h.r.Primitives(ctx, d.s, primitive.HRHistogram, d.done) {
		if err != nil {
			return nil, err
		}
		// One that cannot be decoded is written anew by derive.
		if i, ok := at[p.Activity]; ok && primitive.DecodeHistogramInto(&h, p.Data) == nil {
			rows[i] = RateTRIMP(inputs[i], h, d.w.At(inputs[i]), sex)
		}
	}
	return rows, ctx.Err()
}
