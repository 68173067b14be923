package structure

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/efforts"
)

// writer writes intervals into columns.
type writer struct {
	s     *efforts.Session
	c     classes
	paced bool
	// marked intervals may overlap: no rest lies between them.
	marked bool
}

func (w *writer) add(o *Columns, i int) {
	iv := &w.s.Intervals[i]
	o.StartOffsetS = append(o.StartOffsetS, iv.StartS)
	o.DurationS = append(o.DurationS, iv.Seconds())
	o.Kind = append(o.Kind, string(iv.Kind))
	o.ByLaps = append(o.ByLaps, iv.Laps)
	speed, pool := iv.SpeedMPS, w.s.Basis == efforts.ByLengths
	o.AvgPowerW = append(o.AvgPowerW, cell(iv.PowerW, 1, 1))
	o.AvgHRBpm = append(o.AvgHRBpm, cell(iv.HRBpm, 1, 1))
	o.MaxHRBpm = append(o.MaxHRBpm, cell(iv.MaxHRBpm, 1, 0))
	o.PaceSPerKM = append(o.PaceSPerKM, inverse(w.paced, 1000, speed))
	o.PaceS100M = append(o.PaceS100M, inverse(pool, 100, speed))
	if w.paced || pool {
		speed = 0
	}
	o.SpeedKMH = append(o.SpeedKMH, cell(speed, 3.6, 1))
	o.CadenceRPM = append(o.CadenceRPM, cell(iv.CadenceRPM, 1, 0))
	o.DistanceKM = append(o.DistanceKM, cell(iv.DistanceM, 0.001, 3))
	o.ClimbM = append(o.ClimbM, cell(iv.ClimbM, 1, 0))
	o.Percent = append(o.Percent, cell(w.c.percent(iv.Level), 1, 1))
	var zone *int
	if z := w.c.zone(iv.Level); z > 0 {
		zone = &z
	}
	o.Zone = append(o.Zone, zone)
	rest := 0.0
	if i+1 < len(w.s.Intervals) && !w.marked {
		rest = float64(w.s.Intervals[i+1].StartS - iv.EndS)
	}
	o.RestS = append(o.RestS, cell(rest, 1, 0))
}

// cell is a value that is known, which none that is 0 is.
func cell(x, times float64, decimals int) *float64 {
	if x <= 0 || !answers.Finite(x) {
		return nil
	}
	v := answers.Round(x*times, decimals)
	return &v
}

func inverse(ok bool, metres, speed float64) *float64 {
	if !ok || speed <= 0 {
		return nil
	}
	return cell(metres/speed, 1, 1)
}

// prune leaves out the columns without a value.
func (o *Columns) prune() {
	for _, c := range []*[]*float64{
		&o.AvgPowerW, &o.AvgHRBpm, &o.MaxHRBpm, &o.PaceSPerKM, &o.PaceS100M, &o.SpeedKMH, &o.CadenceRPM,
		&o.DistanceKM, &o.ClimbM, &o.Percent, &o.RestS,
	} {
		if !slices.ContainsFunc(*c, func(x *float64) bool { return x != nil }) {
			*c = nil
		}
	}
	if !slices.ContainsFunc(o.Zone, func(z *int) bool { return z != nil }) {
		o.Zone = nil
	}
	if !slices.Contains(o.ByLaps, true) {
		o.ByLaps = nil
	}
}
