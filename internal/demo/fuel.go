package demo

import (
	"math"
	"strings"
)

// roadMPS is about how fast a ride outside goes, by its kind.
func (k kind) roadMPS() float64 {
	return map[kind]float64{endurance: 8, hillyRide: 7.4, groupRide: 8.9, granFondo: 8.4}[k]
}

// eatenG is the carbohydrate that the athlete eats on the way, in g: on long
// rides and in races, and a gel where a remark says so. 0 is not noted.
func (it Item) eatenG() float64 {
	const gelG = 25
	rng := chance(swayFuel, it.Day)
	perHour, hours := 0.0, 0.0
	switch w := it.work.(type) {
	case ride:
		if hours = w.lengthM / it.kind.roadMPS() / 3600; hours < 1.9 || it.kind.roadMPS() == 0 {
			return 0
		}
		perHour = 38 + 4*math.Max(0, hours-2) + 6*rng.Float64()
		if it.Race {
			perHour = 72
		} else if rng.IntN(6) == 0 {
			return 0 // and nobody noted it
		}
	case run:
		if it.Race && w.lengthM > 20_000 {
			return 2 * gelG
		}
		if strings.Contains(it.Description, "gel") {
			return gelG
		}
	}
	const step = 5 // what one bar, gel or bottle is known to
	return step * math.Round(perHour*hours/step)
}
