package activity

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// The durations in seconds that best efforts are shown at.
var (
	powerEffortsS = []int32{1, 5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 5400, 7200, 10800, 14400}
	hrEffortsS    = []int32{60, 300, 600, 1200, 1800, 3600, 7200}
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
// them. The best are as stored; for the others the streams are read.
func (d *Detail) efforts(ctx context.Context, sub *subject) error {
	d.BestEfforts = map[string][]Facts{}
	points, why, err := sub.powerCurve(ctx)
	if err != nil {
		return err
	}
	power := d.curve(ofPower, bestPower, points, why, powerEffortsS)
	d.effortsPerKg(sub)
	if points, why, err = sub.hrCurve(ctx); err != nil {
		return err
	}
	heart := d.curve(ofHR, bestHR, points, why, hrEffortsS)
	efforts, why, err := sub.distanceEfforts(ctx)
	if err != nil {
		return err
	}
	distances := d.overDistances(efforts, why)
	if len(power)+len(heart)+len(distances) == 0 {
		return nil
	}
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	tracks := curve.TracksOf(v)
	d.after(ofPower, bestPower, power, curve.PowerSeconds(v), tracks)
	d.after(ofHR, bestHR, heart, curve.HeartRateSeconds(v), tracks)
	d.afterDistances(distances, tracks)
	return nil
}

// overDistances fills in the shortest times, and gives the distances of those
// that are believed.
func (d *Detail) overDistances(efforts []curve.Effort, why string) (metres []float64) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts.distance", why)
	}
	for _, e := range efforts {
		if !e.Believed() {
			d.Missing = d.Missing.Add(fmt.Sprintf("best_efforts.distance_%gm", e.DistanceM), "the shortest time is below what the sport's records allow")
			continue
		}
		f := Facts{
			"distance_km": effortKM(e.DistanceM), "elapsed_time_s": analysis.Round(e.TimeS, effortDecimals),
			"start_offset_s": analysis.Round(e.StartS, 1),
		}
		if e.DistanceM > 0 {
			f["pace_s_per_km"] = analysis.Round(e.TimeS*1000/e.DistanceM, effortDecimals)
		}
		d.BestEfforts[ofDistance] = append(d.BestEfforts[ofDistance], f)
		metres = append(metres, e.DistanceM)
	}
	return metres
}

// effortKM is a distance that efforts are looked for over, none of which is rounded away.
func effortKM(metres float64) float64 { return analysis.Round(metres/1000, 4) }

// curve fills in the best by time, and gives them in the same order.
func (d *Detail) curve(key, value string, points []curve.Point, why string, durations []int32) (shown []curve.Point) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts."+key, why)
		return nil
	}
	byDuration := make(map[int32]curve.Point, len(points))
	for _, p := range points {
		byDuration[p.DurationS] = p
	}
	for _, s := range durations {
		if p, ok := byDuration[s]; ok && analysis.Finite(p.Value) {
			shown = append(shown, p)
			d.BestEfforts[key] = append(d.BestEfforts[key], Facts{
				"duration_s": s, value: analysis.Round(p.Value, effortDecimals), "start_offset_s": p.StartS,
			})
		}
	}
	return shown
}

// furtherEfforts is how many efforts of a length are shown after the best one.
const furtherEfforts = 2

// columns are efforts of several lengths. One by time has the distance that it
// covered, where that is known.
type columns struct {
	rank       []int // 2 is the second best of its length
	durationS  []int32
	distanceKM []*float64
	values     []float64 // by the kind: W, bpm, s
	startS     []float64
}

// after sets distances beside the best efforts by time, and fills in those that
// come after them. Power of 0 W is no effort.
func (d *Detail) after(key, value string, best []curve.Point, series curve.Series, tracks curve.Tracks) {
	var c columns
	for i, b := range best {
		if km := coveredKM(tracks, b); km != nil {
			d.BestEfforts[key][i]["distance_km"] = *km
		}
		for k, p := range series.Further(b, furtherEfforts) {
			if p.Value <= 0 {
				break
			}
			c.rank, c.durationS, c.startS = append(c.rank, k+2), append(c.durationS, p.DurationS), append(c.startS, float64(p.StartS))
			c.distanceKM = append(c.distanceKM, coveredKM(tracks, p))
			c.values = append(c.values, analysis.Round(p.Value, effortDecimals))
		}
	}
	d.further(key, value, c)
}

func (d *Detail) afterDistances(metres []float64, tracks curve.Tracks) {
	var c columns
	for _, m := range metres {
		km := effortKM(m)
		for k, e := range tracks.Further(m, furtherEfforts) {
			c.rank, c.distanceKM = append(c.rank, k+2), append(c.distanceKM, &km)
			c.values = append(c.values, analysis.Round(e.Rounded().TimeS, effortDecimals))
			c.startS = append(c.startS, analysis.Round(e.StartS, 1))
		}
	}
	d.further(ofDistance, "elapsed_time_s", c)
}

// further adds the columns of one kind: a row of each would name its values again.
func (d *Detail) further(key, value string, c columns) {
	if len(c.rank) == 0 {
		return
	}
	f := Facts{"kind": key, "rank": c.rank, value: c.values, "start_offset_s": c.startS}
	if len(c.durationS) > 0 {
		f["duration_s"] = c.durationS
	}
	if slices.ContainsFunc(c.distanceKM, func(km *float64) bool { return km != nil }) {
		f["distance_km"] = c.distanceKM
	}
	d.BestEfforts[ofTheFurther] = append(d.BestEfforts[ofTheFurther], f)
}

// coveredKM is what an effort by time covered, nil if that is not known.
func coveredKM(tracks curve.Tracks, p curve.Point) *float64 {
	from := float64(p.StartS)
	m, ok := tracks.Covered(from, from+float64(p.DurationS))
	if !ok {
		return nil
	}
	km := analysis.Round(m/1000, analysis.Decimals(training.MetricDistanceKM))
	return &km
}
