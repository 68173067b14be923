package activity

import (
	"context"

	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/bysport"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/laps"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/terrain"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// derived is one thing that follows from a recording: as it is stored, else
// computed from the streams. The reason says why there is none.
func derived[T any](
	ctx context.Context, sub *subject, kind string, decode func([]byte) (T, error), compute func(*stream.View) (T, phrase.Sentence),
) (v T, reason phrase.Sentence, err error) {
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

func (sub *subject) deviceLaps(ctx context.Context) ([]laps.Lap, phrase.Sentence, error) {
	if len(sub.primary().Recording.Laps) == 0 {
		return nil, "the recording has no laps", nil
	}
	return derived(ctx, sub, primitive.Laps, primitive.DecodeLaps, func(v *stream.View) ([]laps.Lap, phrase.Sentence) {
		return bysport.Of(v).Laps(laps.Of(v)), ""
	})
}

func (sub *subject) splitsOf(ctx context.Context, lengthM float64) ([]laps.Lap, phrase.Sentence, error) {
	kind := primitive.SplitsKM
	if lengthM == terrain.MileM {
		kind = primitive.SplitsMile
	}
	return derived(ctx, sub, kind, primitive.DecodeLaps, func(v *stream.View) ([]laps.Lap, phrase.Sentence) {
		splits, missing := laps.Splits(v, lengthM)
		return bysport.Of(v).Splits(splits), missing
	})
}

// histogramKinds is where the histogram of each channel is stored.
var histogramKinds = map[training.Channel]string{
	training.Power: primitive.PowerHistogram, training.HeartRate: primitive.HRHistogram, training.Speed: primitive.SpeedHistogram,
}

func (sub *subject) histogram(ctx context.Context, ch training.Channel, absent phrase.Sentence) (zones.Histogram, phrase.Sentence, error) {
	if ch != training.Speed && sub.lacks(ch) { // a speed may follow from other channels
		return zones.Histogram{}, absent, nil
	}
	return derived(ctx, sub, histogramKinds[ch], primitive.DecodeHistogram, func(v *stream.View) (zones.Histogram, phrase.Sentence) {
		if !v.Has(ch) {
			return zones.Histogram{}, absent
		}
		return zones.Of(v, ch), ""
	})
}

func (sub *subject) powerCurve(ctx context.Context) ([]curve.Point, phrase.Sentence, error) {
	if sub.lacks(training.Power) {
		return nil, training.NoPower, nil
	}
	return derived(ctx, sub, primitive.PowerCurve, primitive.DecodeCurve, curve.Power)
}

func (sub *subject) hrCurve(ctx context.Context) ([]curve.Point, phrase.Sentence, error) {
	if sub.lacks(training.HeartRate) {
		return nil, training.NoHeartRate, nil
	}
	return derived(ctx, sub, primitive.HRCurve, primitive.DecodeCurve, curve.HeartRate)
}

func (sub *subject) distanceEfforts(ctx context.Context) ([]curve.Effort, phrase.Sentence, error) {
	return derived(ctx, sub, primitive.Efforts, primitive.DecodeEfforts, func(v *stream.View) ([]curve.Effort, phrase.Sentence) {
		efforts, missing := curve.Efforts(v, curve.Distances(sub.row.Sport))
		for i, e := range efforts {
			efforts[i] = e.Rounded()
		}
		return efforts, missing
	})
}
