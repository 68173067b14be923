package account

import (
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// entries are the dated settings that the arguments name.
func (in *settingsIn) entries(from training.Day) ([]training.ThresholdEntry, error) {
	var out []training.ThresholdEntry
	one := func(name string, v *float64) {
		if v == nil {
			return
		}
		k, sport := tools.Named(name, in.Sport.Sport())
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
	}{{"power_zones_w", in.PowerZones, false}, {"hr_zones_bpm", in.HRZones, false}, {tools.PaceZones, in.PaceZones, true}} {
		if len(z.values) == 0 {
			continue
		}
		k, sport := tools.Named(z.name, in.Sport.Sport())
		bounds, err := tools.DatedBounds(z.name, z.values, z.pace)
		if err != nil {
			return nil, err
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: bounds})
	}
	if len(in.Lactate) > 0 {
		k, sport := tools.Named(tools.LactateTest, in.Sport.Sport())
		if err := tools.CheckLactate(in.Lactate); err != nil {
			return nil, err
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: in.Lactate})
	}
	return out, nil
}

// clearable are the names of settings whose entries can be taken back.
func clearable() []string {
	return []string{
		"ftp_w", "lthr_bpm", "max_hr_bpm", "resting_hr_bpm", athlete.ThresholdPace, athlete.CSSPace,
		"critical_power_w", "w_prime_j", "weight_kg", "power_zones_w", "hr_zones_bpm", tools.PaceZones,
		tools.LactateTest,
	}
}
