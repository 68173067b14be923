package structure

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/metrics/intervals"
	"lapkeep/internal/training"
)

// Drawn are an activity's intervals as the athlete drew and named them at a
// service, with the values that it says of each.
type Drawn struct {
	Service string `json:"service"`
	// Interval is the name of each, empty for one that has none; Group is the
	// service's word for those that belong together.
	Interval []string `json:"interval"`
	Group    []string `json:"group,omitempty"`
	Columns
	NormalizedPowerW []*float64 `json:"normalized_power_w,omitempty"`
	MaxPowerW        []*float64 `json:"max_power_w,omitempty"`
	Load             []*float64 `json:"load,omitempty"`
	Truncated        bool       `json:"truncated,omitempty"`
}

// rest is the kind of an interval between two that were drawn.
const rest = "rest"

// DrawnAt are the intervals that the athlete drew of an activity, by its
// references at services.
func DrawnAt(ctx context.Context, r serviced.Reader, s training.Scope, refs []string, sport training.Sport) ([]Drawn, error) {
	all, err := serviced.Drawn(ctx, r, s, refs)
	if err != nil {
		return nil, err
	}
	var out []Drawn
	for i := range all {
		out = append(out, drawnOf(&all[i], sport))
	}
	return out, nil
}

func drawnOf(d *training.Drawn, sport training.Sport) Drawn {
	out := Drawn{Service: d.Source, Truncated: len(d.Intervals) > mostShown}
	shown := d.Intervals[:min(len(d.Intervals), mostShown)]
	for i := range shown {
		out.add(&shown[i], sport)
	}
	if !slices.ContainsFunc(out.Group, func(g string) bool { return g != "" }) {
		out.Group = nil
	}
	out.prune()
	for _, c := range []*[]*float64{&out.NormalizedPowerW, &out.MaxPowerW, &out.Load} {
		if !slices.ContainsFunc(*c, func(x *float64) bool { return x != nil }) {
			*c = nil
		}
	}
	return out
}

func (o *Drawn) add(x *training.DrawnInterval, sport training.Sport) {
	kind := string(intervals.Work)
	if x.Rest {
		kind = rest
	}
	o.Interval, o.Group = append(o.Interval, x.Name), append(o.Group, x.Group)
	o.StartOffsetS = append(o.StartOffsetS, int32(x.StartS)) //nolint:gosec // seconds of an activity
	o.DurationS = append(o.DurationS, analysis.Round(x.EndS-x.StartS, 0))
	o.Kind = append(o.Kind, kind)
	o.AvgPowerW = append(o.AvgPowerW, cell(x.AvgPowerW, 1, 0))
	o.AvgHRBpm = append(o.AvgHRBpm, cell(x.AvgHRBpm, 1, 0))
	o.MaxHRBpm = append(o.MaxHRBpm, cell(x.MaxHRBpm, 1, 0))
	swims, foot := sport == training.Swimming, paced(sport)
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
}
