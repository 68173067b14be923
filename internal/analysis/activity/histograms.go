package activity

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Histogram is the seconds at each value, in bins of one width: bin i holds
// From + i·Width up to, not including, the next one.
type Histogram struct {
	Unit    string    `json:"unit"`
	From    float64   `json:"from"`
	Width   float64   `json:"width"`
	Seconds []float64 `json:"seconds"`
}

// The widths of bins that an answer shows.
const (
	powerBinW   = 10
	hrBinBpm    = 5
	paceBinS    = 10 // seconds a kilometre; as many times wider as [maxPaceBins] asks for
	maxPaceBins = 60
	slowPaceS   = 3600
	mmPerMetre  = 1000.0
)

// histograms fills in power, heart rate and, where it is told, pace; of a run
// also pace as it would be on the flat.
func (d *Detail) histograms(ctx context.Context, sub *subject) error {
	d.Histograms = map[string]*Histogram{}
	for _, k := range []struct {
		key    string
		ch     training.Channel
		absent string
		show   func(zones.Histogram) *Histogram
	}{
		{"power", training.Power, analysis.NoPower, func(h zones.Histogram) *Histogram { return coarse(h, powerBinW, "W") }},
		{"hr", training.HeartRate, analysis.NoHR, func(h zones.Histogram) *Histogram { return coarse(h, hrBinBpm, "bpm") }},
		{"pace", training.Speed, "no speed was recorded", paceHistogram},
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
	h, why := zones.Histogram{}, "no altitude was recorded"
	if !sub.lacks(training.Altitude) {
		v, err := sub.open(ctx)
		if err != nil {
			return err
		}
		h, why = pace.Histogram(v)
	}
	if why != "" {
		d.Missing = d.Missing.Add("histograms.gap", why)
	} else if shown := paceHistogram(h); shown != nil {
		d.Histograms["gap"] = shown
	}
	return nil
}

func coarse(h zones.Histogram, width int32, unit string) *Histogram {
	c := h.Coarse(width)
	out := &Histogram{Unit: unit, From: float64(c.First) * float64(width), Width: float64(width), Seconds: []float64{}}
	for _, s := range c.Seconds {
		out.Seconds = append(out.Seconds, float64(s))
	}
	return out
}

// paceHistogram turns seconds by speed into seconds by pace; standing is left out.
func paceHistogram(h zones.Histogram) *Histogram {
	bins := map[int]float64{}
	lo, hi := slowPaceS/paceBinS, -1
	for i, s := range h.Seconds {
		mps := (float64(h.First) + float64(i) + 0.5) * float64(h.Width) / mmPerMetre
		if s == 0 || mps <= mmPerMetre/slowPaceS {
			continue
		}
		b := int(1000 / mps / paceBinS)
		bins[b] += float64(s)
		lo, hi = min(lo, b), max(hi, b)
	}
	if hi < lo {
		return nil
	}
	wider := 1
	for hi/wider-lo/wider >= maxPaceBins {
		wider++
	}
	width := float64(wider * paceBinS)
	out := &Histogram{Unit: "s_per_km", From: float64(lo/wider) * width, Width: width, Seconds: make([]float64, hi/wider-lo/wider+1)}
	for b, s := range bins {
		out.Seconds[b/wider-lo/wider] += s
	}
	return out
}
