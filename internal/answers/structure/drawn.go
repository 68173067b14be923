package structure

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Drawn holds the intervals that the athlete drew and named: on a service, with the
// service's values, or in Lapkeep, with Lapkeep's values.
type Drawn struct {
	Service string `json:"service,omitempty"`
	// Origin is athlete if the intervals were marked here.
	Origin string `json:"origin,omitempty"`
	// Found means that the service detected the intervals and nobody drew them.
	Found bool `json:"found_by_service,omitempty"`
	// Interval lists the names, which may be empty; it is absent if no interval has a
	// name. Group is the service's name for intervals that belong together.
	Interval []string `json:"interval,omitempty"`
	Group    []string `json:"group,omitempty"`
	Columns
	NormalizedPowerW []*float64 `json:"normalized_power_w,omitempty"`
	MaxPowerW        []*float64 `json:"max_power_w,omitempty"`
	Load             []*float64 `json:"load,omitempty"`
	// Values holds additional values from the service.
	Values    map[string][]*float64 `json:"values,omitempty"`
	Groups    []DrawnGroup          `json:"groups,omitempty"`
	Truncated bool                  `json:"truncated,omitempty"`
}

// DrawnGroup is a group of intervals with the service's totals.
type DrawnGroup struct {
	Group            string   `json:"group"`
	Intervals        int      `json:"intervals"`
	DurationS        *float64 `json:"duration_s,omitempty"`
	MovingTimeS      *float64 `json:"moving_time_s,omitempty"`
	DistanceKM       *float64 `json:"distance_km,omitempty"`
	AvgPowerW        *float64 `json:"avg_power_w,omitempty"`
	MaxPowerW        *float64 `json:"max_power_w,omitempty"`
	NormalizedPowerW *float64 `json:"normalized_power_w,omitempty"`
	Percent          *float64 `json:"percent_of_threshold,omitempty"`
	AvgHRBpm         *float64 `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm         *float64 `json:"max_hr_bpm,omitempty"`
	SpeedKMH         *float64 `json:"avg_speed_kmh,omitempty"`
	CadenceRPM       *float64 `json:"avg_cadence_rpm,omitempty"`
	Load             *float64 `json:"load,omitempty"`
}

// rest is the kind of an interval between two drawn intervals.
const rest = "rest"

// DrawnOf returns the intervals of an activity on services; if whole is set, with all
// values.
func DrawnOf(all []training.Drawn, sport training.Sport, whole bool) []Drawn {
	var out []Drawn
	for i := range all {
		if len(all[i].Intervals) == 0 {
			continue
		}
		d := drawnOf(&all[i], sport)
		if whole {
			d.more(&all[i])
		}
		out = append(out, d)
	}
	return out
}

func drawnOf(d *training.Drawn, sport training.Sport) Drawn {
	out := Drawn{Service: d.Source, Found: d.Found, Truncated: len(d.Intervals) > mostShown}
	shown := d.Intervals[:min(len(d.Intervals), mostShown)]
	for i := range shown {
		out.add(&shown[i], sport)
	}
	if !slices.ContainsFunc(out.Group, func(g string) bool { return g != "" }) {
		out.Group = nil
	}
	out.prune()
	for _, c := range []*[]*float64{&out.NormalizedPowerW, &out.MaxPowerW, &out.Load} {
		if !answers.AnyKnown(*c) {
			*c = nil
		}
	}
	if !slices.ContainsFunc(out.Interval, func(name string) bool { return name != "" }) {
		out.Interval = nil
	}
	return out
}

// moreDecimals is the number of decimals of additional values. Their units differ widely in
// magnitude, and the service has rounded them.
const moreDecimals = 3

// more adds the additional values as columns, and the groups.
func (o *Drawn) more(d *training.Drawn) {
	shown := d.Intervals[:len(o.StartOffsetS)]
	for i := range d.Groups[:min(len(d.Groups), mostShown)] {
		o.Groups = append(o.Groups, groupOf(&d.Groups[i]))
	}
	for i := range shown {
		if shown[i].MovingS > 0 {
			o.put("moving_time_s", i, answers.Round(shown[i].MovingS, 0))
		}
		for name, x := range shown[i].More {
			if answers.Finite(x) {
				o.put(name, i, answers.Round(x, moreDecimals))
			}
		}
	}
}

// PerKg adds watts per kg, based on the weight on that day.
func (o *Drawn) PerKg(weightKg float64) {
	for name, watts := range map[string][]*float64{string(training.MetricAvgPowerWPerKg): o.AvgPowerW, "max_power_w_per_kg": o.MaxPowerW} {
		for i, w := range watts {
			if w == nil {
				continue
			}
			if x, ok := curve.PerKg(*w, weightKg); ok {
				o.put(name, i, answers.Round(x, answers.Decimals(training.MetricAvgPowerWPerKg)))
			}
		}
	}
}

// put sets a value of an interval.
func (o *Drawn) put(name string, i int, x float64) {
	if o.Values == nil {
		o.Values = map[string][]*float64{}
	}
	if o.Values[name] == nil {
		o.Values[name] = make([]*float64, len(o.StartOffsetS))
	}
	o.Values[name][i] = &x
}

func groupOf(g *training.DrawnGroup) DrawnGroup {
	return DrawnGroup{
		Group: g.Group, Intervals: g.Count, DurationS: cell(g.EndS-g.StartS, 1, 0), MovingTimeS: cell(g.MovingS, 1, 0),
		DistanceKM: cell(g.DistanceM, 0.001, 3), AvgPowerW: cell(g.AvgPowerW, 1, 0), MaxPowerW: cell(g.MaxPowerW, 1, 0),
		NormalizedPowerW: cell(g.NormalizedPowerW, 1, 0), Percent: cell(g.Intensity, 100, 1), AvgHRBpm: cell(g.AvgHRBpm, 1, 0),
		MaxHRBpm: cell(g.MaxHRBpm, 1, 0), SpeedKMH: cell(g.SpeedMPS, 3.6, 1), CadenceRPM: cell(g.CadenceRPM, 1, 0), Load: cell(g.Load, 1, 1),
	}
}

func (o *Drawn) add(x *training.DrawnInterval, sport training.Sport) {
	kind := string(efforts.Work)
	if x.Rest {
		kind = rest
	}
	o.Interval, o.Group = append(o.Interval, x.Name), append(o.Group, x.Group)
	o.StartOffsetS = append(o.StartOffsetS, int32(x.StartS)) //nolint:gosec // seconds of an activity
	o.DurationS = append(o.DurationS, answers.Round(x.EndS-x.StartS, 0))
	o.Kind = append(o.Kind, kind)
	o.AvgPowerW = append(o.AvgPowerW, cell(x.AvgPowerW, 1, 0))
	o.AvgHRBpm = append(o.AvgHRBpm, cell(x.AvgHRBpm, 1, 0))
	o.MaxHRBpm = append(o.MaxHRBpm, cell(x.MaxHRBpm, 1, 0))
	swims, foot := sport == training.Swimming, sport.OnFoot()
	o.PaceSPerKM = append(o.PaceSPerKM, inverse(foot, 1000, x.SpeedMPS))
	o.PaceS100M = append(o.PaceS100M, inverse(swims, 100, x.SpeedMPS))
	speed := x.SpeedMPS
	if foot || swims {
		speed = 0
	}
	o.SpeedKMH = append(o.SpeedKMH, cell(speed, 3.6, 1))
	o.CadenceRPM = append(o.CadenceRPM, cell(x.CadenceRPM, 1, 0))
	o.DistanceKM = append(o.DistanceKM, cell(x.DistanceM, 0.001, 3))
	o.ClimbM = append(o.ClimbM, cell(x.ClimbM, 1, 0))
	var zone *int
	if x.Zone > 0 {
		zone = &x.Zone
	}
	o.Zone = append(o.Zone, zone)
	o.NormalizedPowerW = append(o.NormalizedPowerW, cell(x.NormalizedPowerW, 1, 0))
	o.MaxPowerW = append(o.MaxPowerW, cell(x.MaxPowerW, 1, 0))
	o.Load = append(o.Load, cell(x.Load, 1, 1))
	o.Percent = append(o.Percent, cell(x.Intensity, 100, 1))
}

// writer adds intervals to columns.
type writer struct {
	s     *efforts.Session
	c     classes
	paced bool
	// marked intervals may overlap, so there is no rest between them.
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

// cell returns x multiplied by times and rounded, or nil if x is unknown or 0.
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

// prune removes columns without any value.
func (o *Columns) prune() {
	for _, c := range []*[]*float64{
		&o.AvgPowerW, &o.AvgHRBpm, &o.MaxHRBpm, &o.PaceSPerKM, &o.PaceS100M, &o.SpeedKMH, &o.CadenceRPM,
		&o.DistanceKM, &o.ClimbM, &o.Percent, &o.RestS,
	} {
		if !answers.AnyKnown(*c) {
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
