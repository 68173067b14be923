package demo

import (
	"math"
	"strings"
)

// roadMPS is about how fast a ride outside goes, by its kind.
func (k kind) roadMPS() float64 {
	return map[kind]float64{endurance: 8, hillyRide: 7.4, groupRide: 8.9, granFondo: 8.4}[k]
}

// fuel is what the athlete notes of eating and drinking on the way, in g of
// carbohydrate and ml: on long rides and in races, and a gel where a remark
// says so. 0 is not noted.
func (it Item) fuel() (carbsG, fluidML float64) {
	const gelG, halfMarathonM = 25, 21_000
	switch w := it.work.(type) {
	case ride:
		return it.onTheBike(w.lengthM)
	case run:
		switch {
		case it.Race && w.lengthM > halfMarathonM:
			return 2 * gelG, 400
		case strings.Contains(it.Description, "gel"):
			return gelG, 0
		}
	}
	return 0, 0
}

// longRideH is from how many hours on the athlete eats.
const longRideH = 1.9

func (it Item) onTheBike(metres float64) (carbsG, fluidML float64) {
	mps := it.kind.roadMPS()
	if mps == 0 {
		return 0, 0
	}
	hours := metres / mps / 3600
	rng := chance(swayFuel, it.Day)
	perHour := 38 + 4*math.Max(0, hours-2) + 6*rng.Float64()
	if it.Race {
		perHour = 72
	} else if rng.IntN(6) == 0 { // and nobody noted it
		return 0, 0
	}
	if hours < longRideH {
		return 0, 0
	}
	const stepG, bottleML = 5, 250 // what a bar and half a bottle are known to
	thirst := 430 + 14*math.Max(0, it.on.tempC-12)
	return stepG * math.Round(perHour*hours/stepG), bottleML * math.Round(thirst*hours/bottleML)
}

// planFuel is what an event asks for by the hour, on long rides.
func (it Item) planFuel() (carbsG, fluidML float64) {
	r, is := it.work.(ride)
	if mps := it.kind.roadMPS(); !is || mps == 0 || r.lengthM/mps/3600 < longRideH {
		return 0, 0
	}
	return 45, 500
}
