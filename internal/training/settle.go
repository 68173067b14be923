package training

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// SingleSetting is a setting of one value: the name of its JSON, and where it is.
type SingleSetting struct {
	Name string
	At   func(*SportSettings) *float64
}

// SingleSettings are those that services have, by the keys of dated settings.
func SingleSettings() map[ThresholdKey]SingleSetting {
	return map[ThresholdKey]SingleSetting{
		KeyFTP:           {"ftp_w", func(s *SportSettings) *float64 { return &s.FTPW }},
		KeyIndoorFTP:     {"indoor_ftp_w", func(s *SportSettings) *float64 { return &s.IndoorFTPW }},
		KeyWPrime:        {"w_prime_j", func(s *SportSettings) *float64 { return &s.WPrimeJ }},
		KeyMaxPower:      {"max_power_w", func(s *SportSettings) *float64 { return &s.MaxPowerW }},
		KeyLTHR:          {"lthr_bpm", func(s *SportSettings) *float64 { return &s.LTHRBpm }},
		KeyMaxHR:         {"max_hr_bpm", func(s *SportSettings) *float64 { return &s.MaxHRBpm }},
		KeyThresholdPace: {"threshold_speed_mps", func(s *SportSettings) *float64 { return &s.ThresholdMPS }},
	}
}

// Settle puts what changed of dated settings into the settings of a service;
// stays are those that it cannot be told.
func (s *SportSettings) Settle(before, after map[ThresholdKey][]float64) (stays []string) {
	former := *s
	for _, key := range slices.Sorted(maps.Keys(SingleSettings())) {
		if slices.Equal(before[key], after[key]) {
			continue
		}
		v := 0.
		if is := after[key]; len(is) > 0 {
			v = is[0]
		}
		*SingleSettings()[key].At(s) = v
	}
	if !slices.Equal(before[KeySweetSpot], after[KeySweetSpot]) {
		s.SweetSpotPct = after[KeySweetSpot]
	}
	return s.settleZones(&former, before, after)
}

// openEnd is the upper bound, in percent, of a zone that has none.
const openEnd = 999

// settleZones puts the athlete's zones into the settings of a service, which
// has upper bounds, in percent of a threshold that may have changed. Zones of
// heart rate that the athlete has not set follow the threshold as they lie.
func (s *SportSettings) settleZones(former *SportSettings, before, after map[ThresholdKey][]float64) (stays []string) {
	changed := func(keys ...ThresholdKey) bool {
		return slices.ContainsFunc(keys, func(k ThresholdKey) bool { return !slices.Equal(before[k], after[k]) })
	}
	put := func(k ThresholdKey, zones []float64, at *[]float64, names *[]string) {
		switch {
		case len(after[k]) == 0: // those of the service stand
		case zones == nil:
			stays = append(stays, string(k))
		default:
			*at, *names = zones, zoneNames(*names, len(zones))
		}
	}
	if changed(KeyPowerZones, KeyFTP) {
		put(KeyPowerZones, percents(after[KeyPowerZones], s.FTPW, 1), &s.PowerZonesPct, &s.PowerZoneNames)
	}
	if changed(KeyPaceZones, KeyThresholdPace) {
		put(KeyPaceZones, percents(after[KeyPaceZones], s.ThresholdMPS, 10), &s.PaceZonesPct, &s.PaceZoneNames)
	}
	if changed(KeyHRZones, KeyLTHR, KeyMaxHR) {
		put(KeyHRZones, upTo(after[KeyHRZones], s.MaxHRBpm), &s.HRZonesBpm, &s.HRZoneNames)
		if len(after[KeyHRZones]) == 0 {
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
func moved(from, to *SportSettings) []float64 {
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

// zoneNames are as many names as there are zones.
func zoneNames(names []string, zones int) []string {
	if len(names) == zones {
		return names
	}
	out := make([]string, zones)
	for i := range out {
		out[i] = fmt.Sprintf("Z%d", i+1)
	}
	return out
}
