package curve

import "slices"

// Coarse is the durations in s, ascending, that fatigued, normalized power
// and pace curves are stored at: those that people ask for. All of them are
// on [Grid].
func Coarse() []int32 {
	return []int32{
		1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480, 600, 720, 900, 1080,
		1200, 1500, 1800, 2400, 2700, 3000, 3600, 4500, 5400, 6300, 7200, 9000, 10800, 12600, 14400, 18000, 21600,
		28800, 36000, 43200, 86400,
	}
}

// coarseFrom is the part of [Coarse] from a duration on.
func coarseFrom(leastS int32) []int32 {
	all := Coarse()
	i, _ := slices.BinarySearch(all, leastS)
	return all[i:]
}
