package activity

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// effortDecimals is what bests are shown to here and in get_curves.
const effortDecimals = 2

// The kinds of best efforts, and the key of those that come after the best.
const (
	ofPower      = "power"
	ofHR         = "hr"
	ofDistance   = "distance"
	ofTheFurther = "further"
)

// What is best by time.
const (
	bestPower = "avg_power_w"
	bestHR    = "avg_hr_bpm"
)

// efforts fills in the best of power, heart rate and distance, and those after
// them.
func (d *Detail) efforts(ctx context.Context, sub *subject) error {
	d.BestEfforts = map[string][]Facts{}
	power, why, err := sub.powerCurve(ctx)
	if err != nil {
		return err
	}
	d.curve(ofPower, bestPower, power, why, curve.PowerEffortsS())
	d.effortsPerKg(sub)
	heart, why, err := sub.hrCurve(ctx)
	if err != nil {
		return err
	}
	d.curve(ofHR, bestHR, heart, why, curve.HeartRateEffortsS())
	distances, why, err := sub.distanceEfforts(ctx)
	if err != nil {
		return err
	}
	d.overDistances(distances, why)
	if len(d.BestEfforts) == 0 {
		return nil
	}
	next, _, err := derived(ctx, sub, derive.AfterBest, derive.DecodeAfterBest, func(v *stream.View) (curve.AfterBest, i18n.Sentence) {
		return curve.AfterBestOf(v, curve.TracksOf(v), power, heart, distances), ""
	})
	if err != nil {
		return err
	}
	d.after(ofPower, bestPower, next.Power)
	d.after(ofHR, bestHR, next.HeartRate)
	d.after(ofDistance, "elapsed_time_s", next.Distance)
	return nil
}

// overDistances fills in the shortest times.
func (d *Detail) overDistances(efforts []curve.Effort, why i18n.Sentence) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts.distance", why)
	}
	for _, e := range efforts {
		if !e.Believed() {
			d.Missing = d.Missing.Add(fmt.Sprintf("best_efforts.distance_%gm", e.DistanceM),
				"the shortest time is below what the sport's records allow")
			continue
		}
		f := Facts{
			"distance_km": effortKM(e.DistanceM), "elapsed_time_s": answers.Round(e.TimeS, effortDecimals),
			"start_offset_s": answers.Round(e.StartS, 1),
		}
		if e.DistanceM > 0 {
			f["pace_s_per_km"] = answers.Round(e.TimeS*1000/e.DistanceM, effortDecimals)
		}
		d.BestEfforts[ofDistance] = append(d.BestEfforts[ofDistance], f)
	}
}

// effortKM is a distance that efforts are looked for over, none of which is rounded away.
func effortKM(metres float64) float64 { return answers.Round(metres/1000, 4) }

// curve fills in the best by time.
func (d *Detail) curve(key, value string, points []curve.Point, why i18n.Sentence, durations []int32) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts."+key, why)
		return
	}
	byDuration := make(map[int32]curve.Point, len(points))
	for _, p := range points {
		byDuration[p.DurationS] = p
	}
	for _, s := range durations {
		if p, ok := byDuration[s]; ok && answers.Finite(p.Value) {
			d.BestEfforts[key] = append(d.BestEfforts[key], Facts{
				"duration_s": s, value: answers.Round(p.Value, effortDecimals), "start_offset_s": p.StartS,
			})
		}
	}
}

// after sets distances beside the best efforts by time, and adds those that
// come after the best in columns: a row of each would name its values again.
func (d *Detail) after(key, value string, lengths []curve.Length) {
	var rank []int // 2 is the second best of its length
	var durationS []int32
	var distanceKM []*float64
	var values, startS []float64
	for _, l := range lengths {
		if km := coveredKM(l.DistanceM); km != nil && l.DurationS > 0 {
			for _, best := range d.BestEfforts[key] {
				if best["duration_s"] == l.DurationS {
					best["distance_km"] = *km
				}
			}
		}
		for i, e := range l.After {
			rank, values = append(rank, i+2), append(values, answers.Round(e.Value, effortDecimals))
			if l.DurationS > 0 {
				durationS, distanceKM, startS = append(durationS, l.DurationS), append(distanceKM, coveredKM(e.DistanceM)), append(startS, e.StartS)
				continue
			}
			km := effortKM(l.DistanceM)
			distanceKM, startS = append(distanceKM, &km), append(startS, answers.Round(e.StartS, 1))
		}
	}
	if len(rank) == 0 {
		return
	}
	f := Facts{"kind": key, "rank": rank, value: values, "start_offset_s": startS}
	if len(durationS) > 0 {
		f["duration_s"] = durationS
	}
	if slices.ContainsFunc(distanceKM, func(km *float64) bool { return km != nil }) {
		f["distance_km"] = distanceKM
	}
	d.BestEfforts[ofTheFurther] = append(d.BestEfforts[ofTheFurther], f)
}

// coveredKM is what an effort by time covered, nil if that is not known.
func coveredKM(metres float64) *float64 {
	if metres < 0 {
		return nil
	}
	km := answers.Round(metres/1000, answers.Decimals(training.MetricDistanceKM))
	return &km
}
