package activity

import (
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
)

// HeartbeatsView shows measures of the intervals between beats. What is not known is absent.
type HeartbeatsView struct {
	Beats        int      `json:"beats"`
	ArtefactsPct float64  `json:"artefacts_pct"`
	Coverage     *float64 `json:"coverage,omitempty"` // share of timer time
	AVNN         *float64 `json:"avnn_ms,omitempty"`
	SDNN         *float64 `json:"sdnn_ms,omitempty"`
	RMSSD        *float64 `json:"rmssd_ms,omitempty"`
	SDSD         *float64 `json:"sdsd_ms,omitempty"`
	PNN50        *float64 `json:"pnn50_pct,omitempty"`
	Alpha1       *Course  `json:"alpha1,omitempty"`
	AerobicBpm   *float64 `json:"hr_at_alpha1_075_bpm,omitempty"`
	AnaerobicBpm *float64 `json:"hr_at_alpha1_050_bpm,omitempty"`
}

// Course is α1 in windows of two minutes, as columns.
type Course struct {
	StartOffsetS []float64 `json:"start_offset_s"`
	Alpha1       []float64 `json:"alpha1"`
	AvgHRBpm     []float64 `json:"avg_hr_bpm"`
	NoisyWindows int       `json:"noisy_windows"` // left out for their artefacts
}

// HeartbeatsOf reads intervals in ms of an activity of so many seconds of timer time.
// Missing names what they do not tell, with the reason.
func HeartbeatsOf(rr []uint16, timerS float64) (v *HeartbeatsView, missing map[string]i18n.Sentence) {
	total := 0.0
	for _, ms := range rr {
		total += float64(ms) / 1000
	}
	v, missing = &HeartbeatsView{Beats: len(rr), ArtefactsPct: answers.Round(heart.Correct(rr).ArtefactShare()*100, 1)},
		map[string]i18n.Sentence{}
	if timerS > 0 {
		v.Coverage = rounded(min(1, total/timerS), 2)
	}
	if m, why := heart.HRVOf(rr); why == "" {
		v.AVNN, v.SDNN, v.RMSSD = rounded(m.AVNN, 1), rounded(m.SDNN, 1), rounded(m.RMSSD, 1)
		v.SDSD, v.PNN50 = rounded(m.SDSD, 1), rounded(m.PNN50, 1)
	} else {
		for _, key := range []string{"avnn_ms", "sdnn_ms", "rmssd_ms", "sdsd_ms", "pnn50_pct"} {
			missing[key] = why
		}
	}
	v.along(heart.Along(rr, alphaStep(total)), missing)
	return v, missing
}

func rounded(x float64, decimals int) *float64 {
	x = answers.Round(x, decimals)
	return &x
}

// maxWindows is how many windows an answer shows.
const maxWindows = 120

// alphaStep is the step between windows at which so many seconds give no more
// than that.
func alphaStep(seconds float64) float64 {
	return heart.StepS * max(1, math.Ceil(seconds/heart.StepS/maxWindows))
}

// along shows a course as columns, with the heart rates at its thresholds.
func (v *HeartbeatsView) along(c heart.Course, missing map[string]i18n.Sentence) {
	if len(c.Windows) == 0 {
		missing["alpha1"] = "the recording holds no two minutes of heartbeats without a gap"
		if c.Noisy > 0 {
			missing["alpha1"] = "more than 5 % of the beats of every two minutes are artefacts"
		}
		return
	}
	v.Alpha1 = &Course{NoisyWindows: c.Noisy}
	for _, w := range c.Windows {
		v.Alpha1.StartOffsetS = append(v.Alpha1.StartOffsetS, w.StartS)
		v.Alpha1.Alpha1 = append(v.Alpha1.Alpha1, answers.Round(w.Alpha1, 2))
		v.Alpha1.AvgHRBpm = append(v.Alpha1.AvgHRBpm, answers.Round(w.AvgBpm, 0))
	}
	at := func(key string, alpha float64) *float64 {
		bpm, ok := c.RateAt(alpha)
		if !ok {
			missing[key] = "α1 did not fall to that value at any heart rate that was reached"
			return nil
		}
		return rounded(bpm, 0)
	}
	v.AerobicBpm = at("hr_at_alpha1_075_bpm", heart.AerobicAlpha)
	v.AnaerobicBpm = at("hr_at_alpha1_050_bpm", heart.AnaerobicAlpha)
}
