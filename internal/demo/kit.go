package demo

import (
	"fmt"
	"time"

	"lapkeep/internal/training"
)

// The athlete's things that last.
const (
	raceBike   = "demo-race-bike"
	gravelBike = "demo-gravel-bike"
	oldBike    = "demo-old-bike"
	trainer    = "demo-trainer"
	trailShoes = "demo-trail-shoes"
	wheels     = "demo-wheels"
)

// After how many km things are replaced, and a chain is waxed.
const (
	shoesKm = 715
	chainKm = 3040
	waxKm   = 350
)

// kit follows what wears out through the activities, in their order.
type kit struct {
	shoes, chains worn
	waxed         time.Time
	unwaxedKm     float64
	wheelsFrom    training.Day
}

func newKit(s season) *kit {
	const afterDays = 500 // in the second spring
	return &kit{shoes: worn{goesKm: shoesKm}, chains: worn{goesKm: chainKm}, wheelsFrom: s.from + afterDays}
}

// worn are things that follow each other.
type worn struct {
	goesKm, km float64
	since      []training.Day // of each the first day
}

// use is the number of the thing that goes some km on a day.
func (w *worn) use(day training.Day, km float64) int {
	if len(w.since) == 0 || w.km >= w.goesKm {
		w.since, w.km = append(w.since, day), 0
	}
	w.km += km
	return len(w.since)
}

// take names the gear of each session of an activity, the main one first.
func (k *kit) take(it Item) [][]string {
	switch w := it.work.(type) {
	case run:
		if w.sub == training.SubTrail {
			return [][]string{{trailShoes}}
		}
		return [][]string{{shoesID(k.shoes.use(it.Day, it.runKm()))}}
	case ride:
		return [][]string{k.ride(it, w.lengthM)}
	case olympic:
		return [][]string{2: k.ride(it, raceRideM), 4: {shoesID(k.shoes.use(it.Day, it.runKm()))}}
	}
	return nil
}

func (k *kit) ride(it Item, metres float64) []string {
	bike := raceBike
	switch {
	case it.on.noPower && !it.Race:
		bike = oldBike
	case metres > 0 && cold(it.Day):
		bike = gravelBike
	}
	switch {
	case bike != raceBike:
		return []string{bike}
	case metres == 0:
		return []string{bike, trainer}
	}
	const metresPerKm = 1000
	k.chains.use(it.Day, metres/metresPerKm)
	if k.unwaxedKm += metres / metresPerKm; k.unwaxedKm >= waxKm {
		k.unwaxedKm, k.waxed = 0, it.Start.Add(4*time.Hour)
	}
	if it.Day < k.wheelsFrom {
		return []string{bike}
	}
	return []string{bike, wheels}
}

// runKm is how far a run goes.
func (it Item) runKm() float64 {
	const metresPerKm = 1000
	switch w := it.work.(type) {
	case run:
		w.follow(it.on)
		return w.lengthM / metresPerKm
	case olympic:
		return raceRunM / metresPerKm
	}
	return 0
}

func shoesID(n int) string { return fmt.Sprintf("demo-road-shoes-%d", n) }
func chainID(n int) string { return fmt.Sprintf("demo-chain-%d", n) }
