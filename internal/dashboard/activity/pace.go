package activity

import (
	"slices"

	"lapkeep/internal/dashboard/page"
)

// Which of the numbers that say how fast it was are read of a sport: a pace on
// foot, one over 100 m in the water, both and the speed in a boat, and the speed
// of all others.
func (a *activityView) unread() []string {
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
