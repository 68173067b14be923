package demo

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// Gear are the athlete's things, and what they want to be reminded of.
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

// things are those that followed each other, and the last of them, which is in
// use.
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
