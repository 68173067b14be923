package demo

import (
	"fmt"
	"time"

	"lapkeep/internal/training"
)

// The athlete's things.
const (
	raceBike   = "demo-race-bike"
	gravelBike = "demo-gravel-bike"
	oldBike    = "demo-old-bike"
	trainer    = "demo-trainer"
	trailShoes = "demo-trail-shoes"
	wheels     = "demo-wheels"
)

// What wears out, and how far it goes, in km.
const (
	shoesKm, shoesOldKm = 700, 715
	chainKm, chainOldKm = 3000, 3080
	waxKm               = 350
)

// kit follows what wears out through the activities, in their order.
type kit struct {
	shoes, chains worn
	wheelsSince   training.Day
	waxed         time.Time
	unwaxedKm     float64
}

// worn is the last of some things that follow each other.
type worn struct {
	goesKm float64
	km     float64
	since  []training.Day // of each the first day
}

// use is the number of the thing that does some km on a day.
func (w *worn) use(day training.Day, km float64) int {
	if len(w.since) == 0 || w.km >= w.goesKm {
		w.since, w.km = append(w.since, day), 0
	}
	w.km += km
	return len(w.since)
}

func newKit(s season) *kit {
	return &kit{shoes: worn{goesKm: shoesOldKm}, chains: worn{goesKm: chainOldKm}, wheelsSince: s.from + 400}
}

// take names the gear of an activity, that of its kind first.
func (k *kit) take(it Item) []string {
	switch w := it.work.(type) {
	case run:
		if w.sub == training.SubTrail {
			return []string{trailShoes}
		}
		return []string{shoesID(k.shoes.use(it.Day, it.runKm()))}
	case ride:
		return k.ride(it, w)
	}
	return nil
}

func (k *kit) ride(it Item, w ride) []string {
	bike := raceBike
	switch {
	case it.on.noPower:
		bike = oldBike
	case w.lengthM > 0 && cold(it.Day):
		bike = gravelBike
	}
	if w.lengthM == 0 {
		return []string{bike, trainer}
	}
	if bike == raceBike {
		const metres = 1000
		k.chains.use(it.Day, w.lengthM/metres)
		if k.unwaxedKm += w.lengthM / metres; k.unwaxedKm >= waxKm {
			k.unwaxedKm, k.waxed = 0, it.Start.Add(8*time.Hour)
		}
	}
	return []string{bike}
}

// legs names the gear of the sessions of one recording.
func (it Item) legs(k *kit) [][]string {
	if _, tri := it.work.(olympic); tri {
		return [][]string{2: {raceBike}, 4: {shoesID(k.shoes.use(it.Day, 10))}}
	}
	return [][]string{k.take(it)}
}

// runKm is how far a run goes.
func (it Item) runKm() float64 {
	const metres = 1000
	switch w := it.work.(type) {
	case run:
		w.follow(it.on)
		return w.lengthM / metres
	case olympic:
		return 10
	}
	return 0
}

func shoesID(n int) string { return fmt.Sprintf("demo-road-shoes-%d", n) }
func chainID(n int) string { return fmt.Sprintf("demo-chain-%d", n) }
