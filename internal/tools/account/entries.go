package account

import (
	"slices"

	"lapkeep/internal/analysis/athlete"
	"lapkeep/internal/training"
)

// entries are the dated settings that the arguments name.
func (in *settingsIn) entries(from training.Day) ([]training.ThresholdEntry, error) {
	var out []training.ThresholdEntry
	one := func(name string, v *float64) {
		if v == nil {
			return
		}
		k, sport := settingNamed(name, in.Sport.Sport())
		value := *v
		if k == training.KeyThresholdPace {
			value = athlete.Pace(sport, value)
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: []float64{value}})
	}
	one("ftp_w", in.FTP)
	one("lthr_bpm", in.LTHR)
	one("max_hr_bpm", in.MaxHR)
	one("resting_hr_bpm", in.RestHR)
	one(athlete.ThresholdPace, in.Pace)
	one(athlete.CSSPace, in.CSS)
	one("critical_power_w", in.CP)
	one("w_prime_j", in.WPrime)
	one("weight_kg", in.Weight)
	for _, z := range []struct {
		name   string
		values []float64
		pace   bool
	}{{"power_zones_w", in.PowerZones, false}, {"hr_zones_bpm", in.HRZones, false}, {paceZones, in.PaceZones, true}} {
		if len(z.values) == 0 {
			continue
		}
		k, sport := settingNamed(z.name, in.Sport.Sport())
		bounds, err := zoneBounds(z.name, z.values, z.pace)
		if err != nil {
			return nil, err
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: bounds})
	}
	return out, nil
}

// maxBounds is one less than the zones that a scheme may have.
const maxBounds = 9

// zoneBounds checks lower bounds and turns paces into speeds.
func zoneBounds(name string, values []float64, pace bool) ([]float64, error) {
	if len(values) > maxBounds {
		return nil, training.Errorf(training.KindTooLarge, "%s has %d bounds.", name, len(values)).WithFix("Give at most %d.", maxBounds)
	}
	out := slices.Clone(values)
	for i, v := range out {
		if v <= 0 {
			return nil, training.Errorf(training.KindInvalid, "%s holds %g.", name, v).WithFix("Give bounds above zero.")
		}
		if pace {
			out[i] = athlete.Pace(training.Running, v)
		}
		if i > 0 && out[i] <= out[i-1] {
			return nil, training.Errorf(training.KindInvalid, "%s is not in order: each zone must be harder than the one before.", name).
				WithFix("Give the lower bounds of zones 2, 3, … from easy to hard.")
		}
	}
	return out, nil
}

// clearable are the names of settings whose entries can be taken back.
func clearable() []string {
	return []string{
		"ftp_w", "lthr_bpm", "max_hr_bpm", "resting_hr_bpm", athlete.ThresholdPace, athlete.CSSPace,
		"critical_power_w", "w_prime_j", "weight_kg", "power_zones_w", "hr_zones_bpm", paceZones,
	}
}

// settingNamed is the stored key of a setting and the sport it is stored
// for: the asked one, else the sport that it is usual for, else every sport.
func settingNamed(name string, asked training.Sport) (training.ThresholdKey, training.Sport) {
	or := func(usual training.Sport) training.Sport {
		if asked != "" {
			return asked
		}
		return usual
	}
	switch name {
	case "ftp_w", "critical_power_w", "w_prime_j", "power_zones_w":
		return training.ThresholdKey(name), or(training.Cycling)
	case athlete.ThresholdPace:
		if asked == training.Swimming {
			asked = ""
		}
		return training.KeyThresholdPace, or(training.Running)
	case athlete.CSSPace:
		return training.KeyThresholdPace, training.Swimming
	case paceZones:
		return training.KeyPaceZones, or(training.Running)
	case "weight_kg":
		return training.KeyWeight, ""
	}
	return training.ThresholdKey(name), asked
}
