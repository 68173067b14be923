package activity

import (
	"context"

	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// derived is one thing that follows from a recording: as it is stored, else
// computed from the streams. The reason says why there is none.
func derived[T any](
	ctx context.Context, sub *subject, kind string, decode func([]byte) (T, error), compute func(*stream.View) (T, i18n.Sentence),
) (v T, reason i18n.Sentence, err error) {
	data, ok, err := sub.stored(ctx, kind)
	if err != nil {
		return v, "", err
	}
	if ok {
		v, err = decode(data)
		return v, "", err
	}
	view, err := sub.open(ctx)
	if err != nil {
		return v, "", err
	}
	v, reason = compute(view)
	return v, reason, nil
}

func (sub *subject) deviceLaps(ctx context.Context) ([]summary.Lap, i18n.Sentence, error) {
	if len(sub.primary().Recording.Laps) == 0 {
		return nil, "the recording has no laps", nil
	}
	return derived(ctx, sub, derive.Laps, derive.DecodeLaps, func(v *stream.View) ([]summary.Lap, i18n.Sentence) {
		return summary.SportOf(v).Laps(summary.LapsOf(v)), ""
	})
}

func (sub *subject) splitsOf(ctx context.Context, lengthM float64) ([]summary.Lap, i18n.Sentence, error) {
	kind := derive.SplitsKM
	if lengthM == route.MileM {
		kind = derive.SplitsMile
	}
	return derived(ctx, sub, kind, derive.DecodeLaps, func(v *stream.View) ([]summary.Lap, i18n.Sentence) {
		splits, missing := summary.Splits(v, lengthM)
		return summary.SportOf(v).Splits(splits), missing
	})
}

// histogramKinds is where the histogram of each channel is stored.
var histogramKinds = map[training.Channel]string{
	training.Power: derive.PowerHistogram, training.HeartRate: derive.HRHistogram, training.Speed: derive.SpeedHistogram,
}

func (sub *subject) histogram(ctx context.Context, ch training.Channel, absent i18n.Sentence) (zones.Histogram, i18n.Sentence, error) {
	if ch != training.Speed && sub.lacks(ch) { // a speed may follow from other channels
		return zones.Histogram{}, absent, nil
	}
	return derived(ctx, sub, histogramKinds[ch], derive.DecodeHistogram, func(v *stream.View) (zones.Histogram, i18n.Sentence) {
		if !v.Has(ch) {
			return zones.Histogram{}, absent
		}
		return zones.Of(v, ch), ""
	})
}

func (sub *subject) powerCurve(ctx context.Context) ([]curve.Point, i18n.Sentence, error) {
	if sub.lacks(training.Power) {
		return nil, training.NoPower, nil
	}
	return derived(ctx, sub, derive.PowerCurve, derive.DecodeCurve, curve.Power)
}

func (sub *subject) hrCurve(ctx context.Context) ([]curve.Point, i18n.Sentence, error) {
	if sub.lacks(training.HeartRate) {
		return nil, training.NoHeartRate, nil
	}
	return derived(ctx, sub, derive.HRCurve, derive.DecodeCurve, curve.HeartRate)
}

func (sub *subject) distanceEfforts(ctx context.Context) ([]curve.Effort, i18n.Sentence, error) {
	return derived(ctx, sub, derive.Efforts, derive.DecodeEfforts, func(v *stream.View) ([]curve.Effort, i18n.Sentence) {
		efforts, missing := curve.Efforts(v, curve.Distances(sub.row.Sport))
		for i, e := range efforts {
			efforts[i] = e.Rounded()
		}
		return efforts, missing
	})
}
