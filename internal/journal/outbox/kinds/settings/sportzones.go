package settings

import (
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/journal"
	"lapkeep/internal/training"
)

func zoneFields() []string {
	return []string{"power_zones_pct", "power_zone_names", "hr_zones_bpm", "hr_zone_names", "pace_zones_pct", "pace_zone_names"}
}

// openEnd is the upper bound, in percent, of a zone that has none.
const openEnd = 999

// settleZones puts the athlete's zones into the settings of a service, which
// has upper bounds, in percent of a threshold that may have changed. Zones of
// heart rate that the athlete has not set follow the threshold as they lie.
func settleZones(s, former *training.SportSettings, told journal.SettingsChanged) (stays []string) {
	changed := func(keys ...training.ThresholdKey) bool {
		return slices.ContainsFunc(keys, func(k training.ThresholdKey) bool { return !slices.Equal(told.Before[k], told.After[k]) })
	}
	put := func(k training.ThresholdKey, zones []float64, at *[]float64, names *[]string) {
		switch {
		case len(told.After[k]) == 0: // those of the service stand
		case zones == nil:
			stays = append(stays, string(k))
		default:
			*at, *names = zones, named(*names, len(zones))
		}
	}
	if changed(training.KeyPowerZones, training.KeyFTP) {
		put(training.KeyPowerZones, percents(told.After[training.KeyPowerZones], s.FTPW, 1), &s.PowerZonesPct, &s.PowerZoneNames)
	}
	if changed(training.KeyPaceZones, training.KeyThresholdPace) {
		put(training.KeyPaceZones, percents(told.After[training.KeyPaceZones], s.ThresholdMPS, 10), &s.PaceZonesPct, &s.PaceZoneNames)
	}
	if changed(training.KeyHRZones, training.KeyLTHR, training.KeyMaxHR) {
		put(training.KeyHRZones, upTo(told.After[training.KeyHRZones], s.MaxHRBpm), &s.HRZonesBpm, &s.HRZoneNames)
		if len(told.After[training.KeyHRZones]) == 0 {
			s.HRZonesBpm = moved(former, s)
		}
	}
	return stays
}

// percents are upper bounds in percent of a threshold, to a part of one; nil
// if they cannot be said so.
func percents(lower []float64, threshold, part float64) []float64 {
	if threshold <= 0 || len(lower) == 0 {
		return nil
	}
	out := make([]float64, 0, len(lower)+1)
	for _, x := range lower {
		out = append(out, math.Round(x/threshold*100*part)/part)
	}
	return rising(append(out, openEnd))
}

// upTo are upper bounds in whole beats up to the maximum.
func upTo(lower []float64, highest float64) []float64 {
	if len(lower) == 0 {
		return nil
	}
	out := make([]float64, 0, len(lower)+1)
	for _, x := range lower {
		out = append(out, math.Ceil(x)-1)
	}
	return rising(append(out, highest))
}

// moved are zones of heart rate in the place that they had to the threshold;
// those that cannot lie so stay.
func moved(from, to *training.SportSettings) []float64 {
	if len(from.HRZonesBpm) == 0 || from.LTHRBpm <= 0 || to.LTHRBpm <= 0 {
		return to.HRZonesBpm
	}
	out := slices.Clone(from.HRZonesBpm)
	last := len(out) - 1
	for i := range out {
		out[i] = math.Round(out[i] * to.LTHRBpm / from.LTHRBpm)
	}
	if out[last] = from.HRZonesBpm[last]; out[last] == from.MaxHRBpm && to.MaxHRBpm > 0 {
		out[last] = to.MaxHRBpm
	}
	if rising(out) == nil {
		return to.HRZonesBpm
	}
	return out
}

// rising gives bounds that rise, and nil for others.
func rising(bounds []float64) []float64 {
	for i := range bounds {
		if bounds[i] <= 0 || i > 0 && bounds[i] <= bounds[i-1] {
			return nil
		}
	}
	return bounds
}

// named are as many names as there are zones.
func named(names []string, zones int) []string {
	if len(names) == zones {
		return names
	}
	out := make([]string, zones)
	for i := range out {
		out[i] = fmt.Sprintf("Z%d", i+1)
	}
	return out
}
