package activity

import (
	"slices"

	"lapkeep/internal/faces/web/page"
)

// climbless are the sports in which nobody climbs: what a barometer tells of them
// is weather and depth.
var climbless = []string{"strength", "yoga", "fitness", "swimming", "diving"}

// unread are the numbers that are not read of a sport.
func (a *activityView) unread() []string {
	if slices.Contains(climbless, a.Sport) {
		return append(a.unpaced(), "elevation_gain_m", "elevation_loss_m")
	}
	return a.unpaced()
}

// unpaced are those that say how fast it was and are not read: of a sport on foot
// a pace is, in the water one over 100 m, in a boat a pace and the speed, and the
// speed of all others.
func (a *activityView) unpaced() []string {
	switch {
	case a.Sport == "swimming":
		return []string{"pace_s_per_km", "avg_speed_kmh", "max_speed_kmh"}
	case a.onFoot():
		return []string{"avg_speed_kmh", "pace_s_per_100m"}
	case a.Sport == "rowing" || a.Sport == "paddling":
		return []string{"pace_s_per_100m"}
	}
	return []string{"pace_s_per_km", "pace_s_per_100m"}
}

func (a *activityView) onFoot() bool {
	return slices.Contains([]string{"running", "walking", "hiking"}, a.Sport)
}

// read are keys without those that nobody reads of the sport.
func (a *activityView) read(keys []string) []string {
	not := a.unread()
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(not, k) })
}

// columns are those that are read of the sport.
func (a *activityView) columns(all []page.Column) []page.Column {
	not := a.unread()
	return slices.DeleteFunc(all, func(c page.Column) bool { return slices.Contains(not, c.Key) })
}

// fastKey is the number that says how fast it was.
func (a *activityView) fastKey() string {
	switch {
	case a.Sport == "swimming":
		return "pace_s_per_100m"
	case a.onFoot():
		return "pace_s_per_km"
	}
	return "avg_speed_kmh"
}
