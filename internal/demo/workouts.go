package demo

import (
	"math/rand/v2"

	"lapkeep/internal/training"
)

func (k kind) sport() training.Sport {
	switch k {
	case easyRun, hillRun, tempoRun, trackRun, longRun, halfMarathon, tenK:
		return training.Running
	case poolSwim, openSwim, triathlon: // a triathlon begins in the water
		return training.Swimming
	case strength:
		return training.Strength
	default:
		return training.Cycling
	}
}

func (k kind) race() bool { return k >= granFondo }

func (k kind) slug() string {
	return [...]string{
		sweetSpot: "sweet-spot", threshold: "threshold", vo2max: "vo2max", ftpTest: "ftp-test", ergRide: "trainer", spin: "easy-spin",
		endurance: "endurance", hillyRide: "hills", groupRide: "group-ride", easyRun: "easy-run", hillRun: "hill-run", tempoRun: "tempo-run",
		trackRun: "intervals", longRun: "long-run", poolSwim: "pool", openSwim: "open-water", strength: "strength",
		granFondo: "gran-fondo", halfMarathon: "half-marathon", triathlon: "triathlon", tenK: "10-km",
	}[k]
}

// exertion is how hard it felt, 1 to 10.
func (k kind) exertion(rng *rand.Rand) float64 {
	base := [...]float64{
		sweetSpot: 6, threshold: 7, vo2max: 8, ftpTest: 9, ergRide: 3, spin: 2, endurance: 4, hillyRide: 6, groupRide: 7,
		easyRun: 3, hillRun: 5, tempoRun: 7, trackRun: 8, longRun: 5, poolSwim: 4, openSwim: 4, strength: 5,
		granFondo: 9, halfMarathon: 9, triathlon: 9, tenK: 9,
	}[k]
	return base + float64(rng.IntN(2))
}

// metres is how long the way of a session is.
func (s slot) metres() float64 {
	switch s.kind {
	case granFondo:
		return 108_000
	case halfMarathon:
		return 21_130
	case tenK:
		return 10_020
	}
	return 1000 * [...]float64{
		endurance: 72, hillyRide: 58, groupRide: 68, easyRun: 8.4, hillRun: 9.5, tempoRun: 10, trackRun: 11, longRun: 16.5,
		openSwim: 1.9,
	}[s.kind] * s.volume
}

// workout makes the day's workout of the slot's kind, and tells its text.
func (s slot) workout(day training.Day, rng *rand.Rand) (w recorder, text string) {
	if s.session != "" {
		text = library(s.session).Text
	} else {
		text = s.own(rng)
	}
	switch s.kind.sport() {
	case training.Running:
		return s.run(text, rng), text
	case training.Swimming:
		return s.swim(text), text
	case training.Strength:
		chatS := rng.IntN(600)
		if s.planned {
			chatS /= 5
		}
		return gym{text: text, chatS: chatS}, text
	default:
		r := s.ride(day, rng)
		r.text = text
		return r, text
	}
}

func (s slot) ride(day training.Day, rng *rand.Rand) ride {
	long := func(hills float64, r ride) ride {
		r.lengthM, r.leadM, r.hills, r.loop = s.metres(), s.kind.leadM(), hills, uint64(1+rng.IntN(4))
		return r
	}
	switch s.kind {
	case sweetSpot, threshold, vo2max:
		if cold(day) || s.session != "" {
			return ride{}
		}
		return ride{lengthM: 36_000, hills: 0.3, loop: 11, stops: 1 + rng.IntN(2)}
	case ftpTest, ergRide, spin: // always on the trainer
		return ride{}
	case groupRide:
		return long(1, ride{style: grouped, stops: 2, coffeeS: 600 + rng.IntN(600)})
	case hillyRide:
		return long(2.5, ride{stops: 2})
	case granFondo:
		return ride{style: raced, lengthM: s.metres(), hills: 2.2, loop: 21}
	default:
		r := long(1, ride{stops: 2 + rng.IntN(4)})
		if rng.IntN(3) == 0 {
			r.coffeeS = 900 + rng.IntN(900)
		}
		return r
	}
}

func (s slot) run(text string, rng *rand.Rand) run {
	race := func(r run) run {
		r.text, r.lengthM = text, s.metres()
		return r
	}
	way := func(r run) run {
		r = race(r)
		r.loop = uint64(41 + rng.IntN(4))
		return r
	}
	if s.session != "" {
		return run{text: text, hills: 0.2, loop: uint64(41 + rng.IntN(4))}
	}
	switch s.kind {
	case hillRun:
		return way(run{hills: 4, sub: training.SubTrail})
	case tempoRun:
		return way(run{hills: 0.6})
	case trackRun:
		return way(run{hills: 0.2})
	case longRun:
		return way(run{hills: 1.2, stops: rng.IntN(3)})
	case halfMarathon:
		return race(run{hills: 0.5, loop: 51})
	case tenK:
		return race(run{hills: 0.2, loop: 52})
	default:
		return way(run{hills: 0.8, stops: rng.IntN(2)})
	}
}

func (s slot) swim(text string) recorder {
	switch s.kind {
	case triathlon:
		return olympic{}
	case openSwim:
		return openWater{text: text, lengthM: s.metres()}
	}
	return swim{text: text}
}
