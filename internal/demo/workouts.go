package demo

import (
	"math/rand/v2"

	"lapkeep/internal/training"
)

func (k kind) sport() training.Sport {
	switch k {
	case easyRun, hillRun, tempoRun, trackRun, longRun, halfMarathon:
		return training.Running
	case poolSwim, openSwim, triathlon: // a triathlon begins in the water
		return training.Swimming
	case strength:
		return training.Strength
	default:
		return training.Cycling
	}
}

func (k kind) slug() string {
	return [...]string{
		sweetSpot: "sweet-spot", threshold: "threshold", vo2max: "vo2max", ftpTest: "ftp-test", ergRide: "trainer", spin: "easy-spin",
		endurance: "endurance", hillyRide: "hills", groupRide: "group-ride", easyRun: "easy-run", hillRun: "hill-run", tempoRun: "tempo-run",
		trackRun: "intervals", longRun: "long-run", poolSwim: "pool", openSwim: "open-water", strength: "strength",
		granFondo: "gran-fondo", halfMarathon: "half-marathon", triathlon: "triathlon",
	}[k]
}

// exertion is how hard it felt, 1 to 10.
func (k kind) exertion(rng *rand.Rand) float64 {
	base := [...]float64{
		sweetSpot: 6, threshold: 7, vo2max: 8, ftpTest: 9, ergRide: 3, spin: 2, endurance: 4, hillyRide: 6, groupRide: 7,
		easyRun: 3, hillRun: 5, tempoRun: 7, trackRun: 8, longRun: 5, poolSwim: 4, openSwim: 4, strength: 5,
		granFondo: 9, halfMarathon: 9, triathlon: 9,
	}[k]
	return base + float64(rng.IntN(2))
}

// workout makes the day's workout of the slot's kind.
func (s slot) workout(day training.Day, rng *rand.Rand) workout {
	switch s.kind.sport() {
	case training.Running:
		return s.run(rng)
	case training.Swimming:
		return s.swim(rng)
	case training.Strength:
		return gym{seconds: 2400 + rng.IntN(600)}
	default:
		return s.ride(day, rng)
	}
}

func (s slot) ride(day training.Day, rng *rand.Rand) ride {
	long := func(km, hills float64, r ride) ride {
		r.lengthM, r.hills, r.loop = 1000*km*s.volume, hills, uint64(1+rng.IntN(4))
		return r
	}
	switch s.kind {
	case sweetSpot, threshold, vo2max, ftpTest:
		r := ride{blocks: intervals(s.kind, s.volume), cruise: 0.6}
		if !cold(day) && s.kind != ftpTest { // tests are always on the trainer
			r.lengthM, r.hills, r.loop, r.stops = 36_000, 0.3, 11, 1+rng.IntN(2)
		}
		return r
	case spin:
		return ride{blocks: []block{{2700, 0.5, 0.55, ""}}}
	case ergRide:
		minutes := int(70 * s.volume)
		return ride{blocks: []block{{600, 0.45, 0.62, "warmup"}, {60*minutes - 900, 0.68, 0.7, "active"}, {300, 0.5, 0.4, "cooldown"}}}
	case groupRide:
		return long(68, 1, ride{cruise: 0.74, style: grouped, stops: 2, coffeeS: 600 + rng.IntN(600)})
	case hillyRide:
		return long(58, 2.5, ride{cruise: 0.7, stops: 2})
	case granFondo:
		return ride{cruise: 0.76, style: raced, lengthM: 108_000, hills: 2.2, loop: 21}
	default:
		r := long(72, 1, ride{cruise: 0.66, stops: 2 + rng.IntN(4)})
		if rng.IntN(3) == 0 {
			r.coffeeS = 900 + rng.IntN(900)
		}
		if cold(day) {
			r.lengthM *= 0.75
		}
		return r
	}
}

// intervals are the key sessions' blocks, warm-up and cool-down included.
func intervals(k kind, volume float64) []block {
	blocks := []block{{600, 0.45, 0.65, "warmup"}, {60, 0.95, 0.95, ""}, {60, 0.5, 0.5, ""}, {60, 1, 1, ""}, {120, 0.5, 0.5, ""}}
	repeat := func(n, seconds int, share float64, restS int) {
		for range n {
			blocks = append(blocks, block{seconds, share, share, "active"}, block{restS, 0.5, 0.5, "rest"})
		}
	}
	switch k {
	case sweetSpot:
		repeat(3, int(780*volume), 0.9, 240)
	case threshold:
		repeat(2, 1200, 0.975, 360)
	case vo2max:
		repeat(5, 300, 1.11, 270)
	case ftpTest:
		blocks = append(blocks, block{300, 1.1, 1.1, "active"}, block{480, 0.5, 0.5, "rest"},
			block{1200, 1.06, 1.046, "active"}, block{600, 0.5, 0.4, "cooldown"}) // 20 min at threshold / 0.95
	}
	return append(blocks, block{480, 0.55, 0.45, "cooldown"})
}

func (s slot) run(rng *rand.Rand) run {
	km := func(k float64, r run) run {
		r.lengthM = 1000 * k * s.volume
		r.loop = uint64(41 + rng.IntN(4))
		return r
	}
	switch s.kind {
	case hillRun:
		return km(9.5, run{cruise: 0.79, hills: 4, sub: training.SubTrail})
	case tempoRun:
		return km(10, run{
			blocks: []block{{780, 0.72, 0.8, "warmup"}, {1260, 0.965, 0.97, "active"}, {60, 0.7, 0.7, "cooldown"}},
			cruise: 0.76, hills: 0.6,
		})
	case trackRun:
		return km(11, run{blocks: repeats(), cruise: 0.76, hills: 0.2})
	case longRun:
		return km(16.5, run{cruise: 0.805, hills: 1.2, stops: rng.IntN(3)})
	case halfMarathon:
		return run{cruise: 0.945, lengthM: 21_130, hills: 0.5, loop: 51}
	default:
		return km(8.4, run{cruise: 0.775, hills: 0.8, stops: rng.IntN(2)})
	}
}

// repeats are six times 1000 m or so, by time.
func repeats() []block {
	blocks := []block{{900, 0.7, 0.8, "warmup"}}
	for range 6 {
		blocks = append(blocks, block{240, 1.045, 1.045, "active"}, block{105, 0.62, 0.62, "rest"})
	}
	return blocks
}

func (s slot) swim(rng *rand.Rand) workout {
	switch s.kind {
	case triathlon:
		return olympic{}
	case openSwim:
		return openWater{lengthM: 1900 * s.volume, share: 0.92}
	}
	main := []set{{8, 0.97, "freestyle", 25}, {8, 0.97, "freestyle", 25}, {8, 0.98, "freestyle", 25}, {8, 0.98, "freestyle", 40}}
	if rng.IntN(2) == 0 {
		main = nil
		for range int(12 * s.volume) {
			main = append(main, set{4, 1.01, "freestyle", 20})
		}
	}
	sets := []set{{12, 0.86, "freestyle", 30}, {4, 0.7, "drill", 20}, {4, 0.85, "breaststroke", 40}}
	sets = append(append(sets, main...), set{4, 0.75, "drill", 20})
	return swim{sets: append(sets, set{8, 0.84, "freestyle", 0})}
}
