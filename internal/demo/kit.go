package demo

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// These are the ids of gear that is not replaced.
const (
	raceBike   = "demo-race-bike"
	gravelBike = "demo-gravel-bike"
	oldBike    = "demo-old-bike"
	trainer    = "demo-trainer"
	trailShoes = "demo-trail-shoes"
	wheels     = "demo-wheels"
)

// These are the distances in km after which shoes and chains are replaced, and after
// which a chain is waxed.
const (
	shoesKm = 715
	chainKm = 3040
	waxKm   = 350
)

// kit tracks the wear of gear from one activity to the next.
type kit struct {
	shoes, chains worn
	waxed         time.Time
	unwaxedKm     float64
	wheelsFrom    training.Day
}

func newKit(s season) *kit {
	const afterDays = 500 // days after the start: in the second spring
	return &kit{shoes: worn{goesKm: shoesKm}, chains: worn{goesKm: chainKm}, wheelsFrom: s.from + afterDays}
}

// worn is a series of items, each of which replaces the one before.
type worn struct {
	goesKm, km float64
	since      []training.Day // the first day of each item
}

// use adds km on a day and returns the number of the item in use. If that item
// is worn out, a new one is taken into use.
func (w *worn) use(day training.Day, km float64) int {
	if len(w.since) == 0 || w.km >= w.goesKm {
		w.since, w.km = append(w.since, day), 0
	}
	w.km += km
	return len(w.since)
}

// take adds an activity to the use of gear. It returns the gear for each session,
// beginning with the main item.
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

// Gear returns the athlete's gear and its reminders.
func (p Plan) Gear() ([]training.Gear, []training.GearReminder) {
	k := newKit(p.season)
	for it := range p.plain() {
		k.take(it)
	}
	all := []training.Gear{
		{ID: raceBike, Kind: training.GearBike, Name: "Race bike", EarlierKm: 5200, WeightKg: 7.8},
		{ID: gravelBike, Kind: training.GearBike, Name: "Gravel bike", EarlierKm: 1900, WeightKg: 9.6},
		{ID: oldBike, Kind: training.GearBike, Name: "Old steel bike", EarlierKm: 14_000, WeightKg: 11.2},
		{ID: trainer, Kind: training.GearOther, Name: "Smart trainer"},
		{ID: trailShoes, Kind: training.GearShoes, Name: "Trail shoes"},
		{ID: wheels, Kind: training.GearComponent, Name: "Deep wheels", Part: "wheels", PartOf: raceBike},
	}
	const year = 365
	reminders := []training.GearReminder{
		remind(raceBike, "Service the race bike", 0, latest(p.season.born, time.Monday, time.March, 1).Time(time.UTC)),
		remind(wheels, "New tyres", 3500, k.wheelsFrom.Time(time.UTC)),
	}
	reminders[0].Days = year
	shoes, inUse := k.shoes.things(shoe)
	all = append(all, shoes...)
	reminders = append(reminders, remind(inUse.ID, "Replace the shoes", 700, inUse.Since.Time(time.UTC)))
	chains, mounted := k.chains.things(chain)
	all = append(all, chains...)
	if mounted.ID == "" {
		return all, reminders
	}
	return all, append(reminders,
		remind(mounted.ID, "Replace the chain", 3000, mounted.Since.Time(time.UTC)), remind(mounted.ID, "Wax the chain", waxKm, k.waxed))
}

func remind(gear, text string, everyKm float64, lastDone time.Time) training.GearReminder {
	what, _, _ := strings.Cut(strings.ToLower(text), " ")
	return training.GearReminder{ID: gear + "-" + what, GearID: gear, Text: text, DistanceKm: everyKm, LastDone: lastDone}
}

func shoe(n int) training.Gear {
	colours := [...]string{"blue", "grey", "yellow", "white", "green", "black"}
	return training.Gear{ID: shoesID(n), Kind: training.GearShoes, Name: "Road shoes, " + colours[(n-1)%len(colours)]}
}

func chain(n int) training.Gear {
	return training.Gear{
		ID: chainID(n), Kind: training.GearComponent, Name: fmt.Sprintf("Chain %d", n), Part: "chain", PartOf: raceBike,
	}
}

// things returns all items in order, and the last one, which is in use.
func (w *worn) things(of func(n int) training.Gear) (all []training.Gear, last training.Gear) {
	for i, since := range w.since {
		last = of(i + 1)
		last.Since = since
		if i+1 < len(w.since) {
			last.Until, last.Retired = w.since[i+1]-1, true
		}
		all = append(all, last)
	}
	return all, last
}

// olympic is an Olympic-distance triathlon in one multisport recording, with both transitions.
type olympic struct{}

const (
	raceRideM = 40_000
	raceRunM  = 10_000
)

func (olympic) record(c conditions) []*training.Recording {
	c.noPower, c.noHR = false, false
	var recs []*training.Recording
	add := func(make func(conditions) *training.Recording) {
		leg := make(c)
		recs = append(recs, leg)
		c.start = c.start.Add(time.Duration(leg.ElapsedS * float64(time.Second)))
		c.seed++
	}
	change := func(seconds int) func(conditions) *training.Recording {
		return func(c conditions) *training.Recording {
			return still(c, training.Transition, seconds, func(int) float64 { return 0.8 })
		}
	}
	add(openWater{lengthM: 1500, share: 0.97}.session)
	add(change(142))
	add(ride{cruise: 0.93, lengthM: raceRideM, hills: 1.2, loop: 31}.session)
	add(change(71))
	add(run{cruise: 0.955, lengthM: raceRunM, hills: 0.4, loop: 32}.session)
	return recs
}
