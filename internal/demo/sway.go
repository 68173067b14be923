package demo

import (
	"math/rand/v2"

	"lapkeep/internal/training"
)

// What a day has by chance: each its own stream, so that one more of them
// changes none of the others.
const (
	swayHRV uint64 = iota + 0x100
	swayHR
	swaySleep
	swayStages
	swayWeight
	swaySteps
	swayRating
	swayWorn
	swayCycle
	swaySky
	swayFuel
)

// chance is the stream of a day.
func chance(of uint64, day training.Day) *rand.Rand {
	return rand.New(rand.NewPCG(seed^of, uint64(day)))
}

// sway is a value around zero with a deviation of one that follows in part
// from those of the two days before.
func sway(of uint64, day training.Day) float64 {
	const keep, scale = 0.5, 0.873 // 1/sqrt(1 + keep² + keep⁴)
	sum, share := 0.0, 1.0
	for back := range training.Day(3) {
		sum += share * chance(of, day-back).NormFloat64()
		share *= keep
	}
	return sum * scale
}
