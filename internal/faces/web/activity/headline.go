package activity

import "slices"

// headlined is how many numbers stand before the fold of the others.
const headlined = 8

// telling are the numbers that say most of an activity of its sport.
func (a *activityView) telling() []string {
	switch {
	case a.onFoot():
		return []string{
			"duration_s", "distance_km", "pace_s_per_km", "elevation_gain_m", "tss", "avg_hr_bpm", "avg_cadence_spm", "avg_power_w",
		}
	case a.Sport == "swimming":
		return []string{"duration_s", "distance_km", "pace_s_per_100m", "tss", "avg_hr_bpm", "avg_swolf", "lengths", "calories_kcal"}
	}
	return []string{
		"duration_s", "distance_km", "elevation_gain_m", "tss", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "avg_speed_kmh",
	}
}

// headline parts the numbers into those before the fold and the others. A fold of
// two or three is none.
func (a *activityView) headline() (first, more []string) {
	all := a.keys()
	for _, k := range slices.Concat(a.telling(), all) {
		if len(first) < headlined && slices.Contains(all, k) && !slices.Contains(first, k) {
			first = append(first, k)
		}
	}
	more = slices.DeleteFunc(slices.Clone(all), func(k string) bool { return slices.Contains(first, k) })
	if len(more) < 4 {
		return append(first, more...), nil
	}
	return first, more
}
