package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// ZoneTable is the time in the zones of one kind, and how they were set.
type ZoneTable struct {
	Scheme string  `json:"scheme"`
	Zones  []Facts `json:"zones"`
	// Device is the device's own count, with its own boundaries.
	Device []Facts `json:"device,omitempty"`
}

// zoneKinds is how each kind is read and shown.
var zoneKinds = []struct {
	kind    training.ZoneKind
	channel training.Channel
	from    string
	to      string
	absent  i18n.Sentence
	show    func(x float64) float64
}{
	{training.ZonesPower, training.Power, "from_w", "to_w", training.NoPower, wholeUnits},
	{training.ZonesHR, training.HeartRate, "from_bpm", "to_bpm", training.NoHeartRate, wholeUnits},
	{training.ZonesPace, training.Speed, "from_pace_s_per_km", "to_pace_s_per_km", training.NoSpeed, paceOf},
	{training.ZonesPace, training.Speed, "from_pace_s_per_100m", "to_pace_s_per_100m", training.NoSpeed, pace100Of},
}

func wholeUnits(x float64) float64 { return answers.Round(x, 1) }
func paceOf(mps float64) float64   { return answers.Round(1000/mps, 1) }

// pace100Of is how a swim's pace is told.
func pace100Of(mps float64) float64 { return answers.Round(100/mps, 1) }

// paced are the sports whose speed is told as a pace.
var paced = []training.Sport{
	training.Running, training.Walking, training.Hiking, training.Swimming, training.Rowing, training.Paddling,
}

// zones fills in the time in each kind of zone.
func (d *Detail) zones(ctx context.Context, sub *subject) error {
	d.Zones = map[string]*ZoneTable{}
	own, err := serviced.ZoneNames(ctx, sub.reader, sub.scope, sub.row.Sport)
	if err != nil {
		return err
	}
	for _, k := range zoneKinds {
		swum := k.from == "from_pace_s_per_100m"
		if k.kind == training.ZonesPace && (!slices.Contains(paced, sub.row.Sport) || swum != (sub.row.Sport == training.Swimming)) {
			continue
		}
		key := "zones." + string(k.kind)
		histogram, why, err := sub.histogram(ctx, k.channel, k.absent)
		if err != nil {
			return err
		}
		var scheme zones.Scheme
		if why == "" {
			scheme, why = zones.For(k.kind, sub.row.Sport, sub.thresholds)
		}
		if why != "" {
			d.Missing = d.Missing.Add(key, why)
			continue
		}
		seconds := scheme.TimeIn(histogram)
		if names := own[k.kind]; len(names) == len(seconds) {
			scheme.Names = names
		}
		d.Zones[string(k.kind)] = &ZoneTable{
			Scheme: scheme.Method,
			Zones:  zoneRows(seconds, scheme.Lower, scheme.Names, k.from, k.to, k.show),
			Device: deviceZones(sub, k.kind, k.from, k.to, k.show),
		}
	}
	return nil
}

// zoneRows is one row a zone. A zone holds its lower bound and not its upper.
func zoneRows(seconds, lower []float64, names []string, from, to string, show func(float64) float64) []Facts {
	total := 0.0
	for _, s := range seconds {
		total += s
	}
	out := make([]Facts, len(seconds))
	for i, s := range seconds {
		f := Facts{"zone": i + 1, "seconds": answers.Round(s, 1)}
		if i < len(names) {
			f.Put("name", names[i])
		}
		if i > 0 && i-1 < len(lower) {
			f[from] = show(lower[i-1])
		}
		if i < len(lower) {
			f[to] = show(lower[i])
		}
		if total > 0 {
			f["percent"] = answers.Round(s/total*100, 1)
		}
		out[i] = f
	}
	return out
}

func deviceZones(sub *subject, kind training.ZoneKind, from, to string, show func(float64) float64) []Facts {
	for _, z := range sub.primary().Recording.DeviceZones {
		if z.Kind == kind && len(z.Seconds) > 0 && positive(z.HighBounds) {
			return zoneRows(z.Seconds, z.HighBounds, nil, from, to, show)
		}
	}
	return nil
}

// positive guards the reciprocal of a pace from a device's empty bound.
func positive(xs []float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return !(x > 0) })
}
