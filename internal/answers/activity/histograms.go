package activity

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// The widths of bins that an answer shows.
const (
	powerBinW = 10
	hrBinBpm  = 5
)

// histograms fills in power, heart rate and, where it is told, pace; of a run
// also pace as it would be on the flat.
func (d *Detail) histograms(ctx context.Context, sub *subject) error {
	d.Histograms = map[string]*Histogram{}
	for _, k := range []struct {
		key    string
		ch     training.Channel
		absent i18n.Sentence
		show   func(zones.Histogram) *Histogram
	}{
		{"power", training.Power, training.NoPower, func(h zones.Histogram) *Histogram { return binned(h, powerBinW, "W") }},
		{"hr", training.HeartRate, training.NoHeartRate, func(h zones.Histogram) *Histogram { return binned(h, hrBinBpm, "bpm") }},
		{"pace", training.Speed, training.NoSpeed, paceBins},
	} {
		if k.ch == training.Speed && !slices.Contains(paced, sub.row.Sport) {
			continue
		}
		h, why, err := sub.histogram(ctx, k.ch, k.absent)
		if err != nil {
			return err
		}
		if why != "" {
			d.Missing = d.Missing.Add("histograms."+k.key, why)
		} else if shown := k.show(h); shown != nil {
			d.Histograms[k.key] = shown
		}
	}
	return d.gradedHistogram(ctx, sub)
}

// gradedHistogram reads the streams: what is stored by speed does not know
// the grade at which each second was run.
func (d *Detail) gradedHistogram(ctx context.Context, sub *subject) error {
	if sub.row.Sport != training.Running {
		return nil
	}
	h, why := zones.Histogram{}, i18n.Sentence(training.NoAltitude)
	if !sub.lacks(training.Altitude) {
		v, err := sub.open(ctx)
		if err != nil {
			return err
		}
		h, why = pace.Histogram(v)
	}
	if why != "" {
		d.Missing = d.Missing.Add("histograms.gap", why)
	} else if shown := paceBins(h); shown != nil {
		d.Histograms["gap"] = shown
	}
	return nil
}
