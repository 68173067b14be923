package intake

import (
	"context"
	"errors"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// BySetting begins what a threshold is said by that a setting states.
const BySetting = "setting "

// Stated is a threshold that a setting states.
type Stated struct {
	Key     training.ThresholdKey
	Value   float64
	Setting string
}

// Settle has what settings state hold for cycling from today on, over what
// services said; over the athlete's own words only where that was asked for.
func (s *Sink) Settle(ctx context.Context, a training.AthleteID, all []Stated, asked bool) (err error) {
	for _, x := range all {
		err = errors.Join(err, s.settle(ctx, a, x, asked))
	}
	return err
}

func (s *Sink) settle(ctx context.Context, a training.AthleteID, x Stated, asked bool) error {
	i := slices.IndexFunc(thresholds(), func(t threshold) bool { return t.key == x.Key })
	if t := thresholds()[i]; x.Value < t.lowest || x.Value > t.highest {
		return training.Errorf(training.KindInvalid, "The setting %s is %g, which no athlete has.", x.Setting, x.Value).
			WithFix("Give a number from %g to %g, or leave the setting out.", t.lowest, t.highest)
	}
	history, today, err := s.today(ctx, a)
	if err != nil {
		return err
	}
	had, is := history.Entry(x.Key, training.Cycling, today)
	own := is && had.SaidBy == ""
	if is && slices.Equal(had.Values, []float64{x.Value}) && (own || strings.HasPrefix(had.SaidBy, BySetting)) || own && !asked {
		return nil
	}
	fresh := training.ThresholdEntry{Key: x.Key, Sport: training.Cycling, From: today, Values: []float64{x.Value}}
	return s.takeOver(ctx, a, history, BySetting+x.Setting, []training.ThresholdEntry{fresh})
}
