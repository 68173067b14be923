package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// Oxygen is an estimate of VO2max in ml/kg/min, as a range, or the newest value
// that a device, a service or the athlete reported.
type Oxygen struct {
	Method string `json:"method"`
	// Counts marks the one that counts where there are several.
	Counts    bool          `json:"counts,omitempty"`
	LocalDate *training.Day `json:"local_date,omitempty"` // of what is reported
	Source    string        `json:"source,omitempty"`
	Low       float64       `json:"low"`
	Estimate  float64       `json:"estimate"`
	High      float64       `json:"high"`
	Evidence  []Evidence    `json:"evidence,omitempty"` // in W, of runs in m/s
}

// fiveMinutesS is the effort that the equation for cycling takes.
const fiveMinutesS = 300

// noWeight is why what needs a weight is not there.
const noWeight = "no weight is set, or the athlete does not share it with assistants"

// oxygenFromPower adds VO2max by the best five minutes and the weight of
// their day.
func (e *estimator) oxygenFromPower(power []Point) {
	const key = "vo2max_acsm"
	for _, p := range power {
		if p.At != fiveMinutesS {
			continue
		}
		x, ok := curve.VO2MaxFromPower(p.Value, e.timeline.At(p.Ref.Sport, p.Ref.Day).WeightKg)
		if !ok {
			e.view.Missing = e.view.Missing.Add(key, noWeight)
			return
		}
		e.oxygen(key, x, curve.ThresholdEffort{Activity: p.Ref.ID, Day: p.Ref.Day, DurationS: p.At, Value: p.Value})
		return
	}
	e.view.Missing = e.view.Missing.Add(key, "no ride of these days holds five minutes of power")
}

// The share of VDOT that its range is wide on either side, and the longest
// effort in s that it is taken from.
const (
	vdotShare = 0.05
	vdotMostS = 4 * 3600
)

// oxygenFromRuns adds the oxygen uptake that the best of the maximal runs
// needs.
func (e *estimator) oxygenFromRuns(distances []Point) {
	const key = "vo2max_vdot"
	all := make([]curve.PredictEffort, 0, len(distances))
	for _, p := range distances {
		if p.Value <= vdotMostS {
			all = append(all, curve.PredictEffort{DistanceM: p.At, TimeS: p.Value})
		}
	}
	most, from := 0.0, curve.PredictEffort{}
	for _, effort := range curve.Maximal(all) {
		if v := curve.VDOT(effort); v > most {
			most, from = v, effort
		}
	}
	for _, p := range distances {
		if most > 0 && p.At == from.DistanceM {
			m := answers.Round(p.At, 1)
			e.view.VO2Max = append(e.view.VO2Max, Oxygen{
				Method: key, Low: answers.Round(most*(1-vdotShare), 1), Estimate: answers.Round(most, 1), High: answers.Round(most*(1+vdotShare), 1),
				Evidence: []Evidence{{
					ActivityID: p.Ref.ID, LocalDate: p.Ref.Day, DurationS: answers.Round(p.Value, 2), DistanceM: &m,
					Value: answers.Round(p.At/p.Value, 2),
				}},
			})
			return
		}
	}
	e.view.Missing = e.view.Missing.Add(key, "no run of these days holds a best time of 3½ minutes to 4 hours")
}

// oxygenFromHR adds VO2max by the highest and the resting heart rate.
func (e *estimator) oxygenFromHR(sport training.Sport) {
	t := e.timeline.At(sport, e.today)
	if x, ok := curve.VO2MaxFromHR(t.MaxHRBpm, t.RestHRBpm); ok {
		e.oxygen("vo2max_uth", x)
		return
	}
	e.view.Missing = e.view.Missing.Add("vo2max_uth", "max_hr_bpm and resting_hr_bpm are not both set; set them with update_athlete_settings")
}

func (e *estimator) oxygen(method string, x curve.VO2Max, by ...curve.ThresholdEffort) {
	out := Oxygen{Method: method, Low: answers.Round(x.Low, 1), Estimate: answers.Round(x.Estimate, 1), High: answers.Round(x.High, 1)}
	for _, effort := range by {
		out.Evidence = append(out.Evidence, evidenceOf(effort))
	}
	e.view.VO2Max = append(e.view.VO2Max, out)
}
