package activity

import (
	"context"
	"math"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/hrv"
	"lapkeep/internal/training"
)

const noBeats = "no heartbeat intervals (RR) were recorded"

// heartbeats fills in heart rate variability and α1 along the activity.
func (d *Detail) heartbeats(ctx context.Context, sub *subject) error {
	rr, err := sub.intervals(ctx)
	if err != nil {
		return err
	}
	if len(rr) == 0 {
		d.Missing = d.Missing.Add(string(SectionHRV), noBeats)
		return nil
	}
	total := 0.0
	for _, ms := range rr {
		total += float64(ms) / 1000
	}
	d.HRV = Facts{"beats": len(rr), "artefacts_pct": analysis.Round(hrv.Correct(rr).ArtefactShare()*100, 1)}
	if timer := sub.primary().Recording.TimerS; timer > 0 {
		d.HRV["coverage"] = analysis.Round(min(1, total/timer), 2)
	}
	m, why := hrv.Of(rr)
	for key, x := range map[string]float64{"avnn_ms": m.AVNN, "sdnn_ms": m.SDNN, "rmssd_ms": m.RMSSD, "sdsd_ms": m.SDSD, "pnn50_pct": m.PNN50} {
		if why == "" {
			d.HRV[key] = analysis.Round(x, 1)
		} else {
			d.Missing = d.Missing.Add("hrv."+key, why)
		}
	}
	d.alpha(hrv.Along(rr, alphaStep(total)))
	return nil
}

// intervals are the beats of the recording that heart rate was taken from,
// else of the first that has them.
func (sub *subject) intervals(ctx context.Context) ([]uint16, error) {
	var found []uint16
	for i := range sub.recordings {
		r := &sub.recordings[i]
		rr, err := sub.reader.RR(ctx, sub.scope, r.ID)
		if err != nil {
			return nil, err
		}
		if len(rr) > 0 && (found == nil || r.Chosen.Has(training.HeartRate)) {
			found = rr
		}
	}
	return found, nil
}

// maxWindows is how many windows an answer shows.
const maxWindows = 120

// alphaStep is the step between windows at which so many seconds give no more
// than that.
func alphaStep(seconds float64) float64 {
	return hrv.StepS * max(1, math.Ceil(seconds/hrv.StepS/maxWindows))
}

// alpha shows a course as columns, with the heart rates at its thresholds.
func (d *Detail) alpha(c hrv.Course) {
	if len(c.Windows) == 0 {
		why := "no two minutes of beats are there"
		if c.Noisy > 0 {
			why = "more than 5 % of the beats of every two minutes are artefacts"
		}
		d.Missing = d.Missing.Add("hrv.alpha1", why)
		return
	}
	var start, alpha, bpm []float64
	for _, w := range c.Windows {
		start = append(start, w.StartS)
		alpha = append(alpha, analysis.Round(w.Alpha1, 2))
		bpm = append(bpm, analysis.Round(w.AvgBpm, 0))
	}
	d.HRV["alpha1"] = Facts{"start_offset_s": start, "alpha1": alpha, "avg_hr_bpm": bpm, "noisy_windows": c.Noisy}
	for key, value := range map[string]float64{"hr_at_alpha1_075_bpm": hrv.AerobicAlpha, "hr_at_alpha1_050_bpm": hrv.AnaerobicAlpha} {
		if at, ok := c.RateAt(value); ok {
			d.HRV[key] = analysis.Round(at, 0)
			continue
		}
		d.Missing = d.Missing.Add("hrv."+key, "α1 does not fall through that value with heart rate")
	}
}
