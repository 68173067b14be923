package activity

import (
	"context"
	"fmt"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/curve"
)

// The durations in seconds that best efforts are shown at.
var (
	powerEffortsS = []int32{1, 5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 5400, 7200, 10800, 14400}
	hrEffortsS    = []int32{60, 300, 600, 1200, 1800, 3600, 7200}
)

// effortDecimals is what bests are shown to here and in get_curves.
const effortDecimals = 2

// efforts fills in the best of power, heart rate and distance.
func (d *Detail) efforts(ctx context.Context, sub *subject) error {
	d.BestEfforts = map[string][]Facts{}
	points, why, err := sub.powerCurve(ctx)
	if err != nil {
		return err
	}
	d.curve("power", "avg_power_w", points, why, powerEffortsS)
	d.effortsPerKg(sub)
	if points, why, err = sub.hrCurve(ctx); err != nil {
		return err
	}
	d.curve("hr", "avg_hr_bpm", points, why, hrEffortsS)
	efforts, why, err := sub.distanceEfforts(ctx)
	if err != nil {
		return err
	}
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts.distance", why)
	}
	for _, e := range efforts {
		if !e.Believed() {
			d.Missing = d.Missing.Add(fmt.Sprintf("best_efforts.distance_%gm", e.DistanceM), "the shortest time is below what the sport's records allow")
			continue
		}
		f := Facts{
			"distance_km": analysis.Round(e.DistanceM/1000, 4), "elapsed_time_s": analysis.Round(e.TimeS, effortDecimals),
			"start_offset_s": analysis.Round(e.StartS, 1),
		}
		if e.DistanceM > 0 {
			f["pace_s_per_km"] = analysis.Round(e.TimeS*1000/e.DistanceM, effortDecimals)
		}
		d.BestEfforts["distance"] = append(d.BestEfforts["distance"], f)
	}
	return nil
}

func (d *Detail) curve(key, value string, points []curve.Point, why string, durations []int32) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts."+key, why)
		return
	}
	byDuration := make(map[int32]curve.Point, len(points))
	for _, p := range points {
		byDuration[p.DurationS] = p
	}
	for _, s := range durations {
		if p, ok := byDuration[s]; ok && analysis.Finite(p.Value) {
			d.BestEfforts[key] = append(d.BestEfforts[key], Facts{
				"duration_s": s, value: analysis.Round(p.Value, effortDecimals), "start_offset_s": p.StartS,
			})
		}
	}
}
