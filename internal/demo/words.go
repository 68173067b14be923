package demo

import (
	"fmt"
	"math/rand/v2"

	"lapkeep/internal/training"
)

// words gives an activity its name and what the athlete wrote about it.
func (s season) words(it *Item, sl slot, rng *rand.Rand) {
	pick := func(choices ...string) string { return choices[rng.IntN(len(choices))] }
	it.Name = pick(names(sl.kind)...)
	if sl.session != "" {
		it.Name = library(sl.session).Name
	}
	if rng.IntN(3) > 0 {
		it.Description = pick(remarks(sl.kind)...)
	}
	switch sl.kind {
	case sweetSpot, threshold, vo2max, trackRun, tempoRun:
		it.Tags = append(it.Tags, "intervals")
	case ftpTest:
		it.Tags = append(it.Tags, "test")
		it.Note = fmt.Sprintf("New FTP %.0f W from this test.", s.formOn(it.Day).ftpW)
	case granFondo, halfMarathon, triathlon, tenK:
		it.Tags = append(it.Tags, "race")
	}
	if it.on.noPower {
		it.Note = "Took the old bike, no power meter on it."
	}
	if it.on.noHR {
		it.Note = "Forgot the strap."
	}
	s.story(it)
}

// story tells of the illness and the break around the days they happened.
func (s season) story(it *Item) {
	monday := it.Day - training.Day((int(it.Day.Weekday())+6)%7)
	switch monday {
	case s.illness:
		it.Name, it.Description = "Cut it short", "Legs empty, throat scratchy. Turned around early."
		it.Note = "HRV a fifth under normal for the third morning, resting HR up 8. Fever in the evening; no training for the rest of the week."
		it.PerceivedExertion = 6
	case s.illness + 7:
		it.Description = "Easy after the flu. HRV nearly back to normal, heart rate still a bit high."
	case s.breakFrom + breakDays:
		it.Description = "First week back after two weeks off. Everything feels heavy, which is fine."
	}
}

// title is what a calendar calls a session of the kind.
func (k kind) title() string {
	return [...]string{
		sweetSpot: "Sweet spot", threshold: "20 min threshold", vo2max: "5 min VO2max", ftpTest: "FTP test", ergRide: "Trainer endurance",
		spin: "Easy spin", endurance: "Long endurance ride", hillyRide: "Hilly ride", groupRide: "Group ride", easyRun: "Easy run",
		hillRun: "Hilly trail run", tempoRun: "Tempo run 21 min", trackRun: "1000 m repeats", longRun: "Long run", poolSwim: "Pool swim",
		openSwim: "Lake swim", strength: "Strength", granFondo: "Gran fondo", halfMarathon: "Half marathon",
		triathlon: "Olympic triathlon", tenK: "City 10 km",
	}[k]
}

func names(k kind) []string {
	return [...][]string{
		sweetSpot:    {"Sweet spot 3x13", "Sweet spot", "3 x sweet spot"},
		threshold:    {"2x20 threshold", "Threshold 2x20", "2 x 20 min"},
		vo2max:       {"5x5 VO2max", "VO2 5x5", "Five times five"},
		ftpTest:      {"FTP test"},
		ergRide:      {"Trainer, steady", "Erg endurance", "Indoor Z2 and a podcast"},
		spin:         {"Easy spin", "Leg opener", "Recovery spin"},
		endurance:    {"Lake loop", "Long endurance ride", "Three villages", "Saturday long ride"},
		hillyRide:    {"Ridge and back", "Hills", "Forest road climbs"},
		groupRide:    {"Group ride", "Bunch ride with the club", "Club ride, fast"},
		easyRun:      {"Easy run", "Morning run", "Easy along the brook"},
		hillRun:      {"Hilly trail run", "Up to the chapel", "Trail hills"},
		tempoRun:     {"Tempo run 21 min", "Tempo"},
		trackRun:     {"6x1000", "Track: 6 x 1000 m"},
		longRun:      {"Long run", "Sunday long run"},
		poolSwim:     {"Pool", "Swim squad", "Morning swim"},
		openSwim:     {"Lake swim", "Open water"},
		strength:     {"Strength", "Gym"},
		granFondo:    {"Gran fondo"},
		halfMarathon: {"Half marathon"},
		triathlon:    {"Olympic triathlon"},
		tenK:         {"City 10 km"},
	}[k]
}

func remarks(k kind) []string {
	return [...][]string{
		sweetSpot: {"Controlled all the way.", "Last one dragged a little.", "Could have done a fourth."},
		threshold: {
			"Second one harder than the first, as it should be.",
			"Held the number, cadence dropped near the end.", "Good legs today.",
		},
		vo2max: {
			"All five. The fourth is always the worst.", "HR slow to come up on the first one.",
			"Tired from the weekend, still got them done.",
		},
		ftpTest:      {"Paced it evenly, nothing left at the end."},
		ergRide:      {"Nothing to report.", "Fan on full."},
		spin:         {"Just turning the legs.", "Really easy."},
		endurance:    {"Kept it in zone 2, coffee included.", "Headwind home.", "Lovely light on the lake."},
		hillyRide:    {"Rode the climbs by feel, careful on the wet descent.", "Out of gears on the steep part."},
		groupRide:    {"Lots of surges, took my turns.", "Dropped on the last rise, came back on the flat."},
		easyRun:      {"Nose breathing only.", "Stiff at first, fine after ten minutes.", "Relaxed."},
		hillRun:      {"Walked the steepest bit.", "Muddy."},
		tempoRun:     {"Smooth, never on the limit.", "A touch too fast at the start."},
		trackRun:     {"Even splits.", "Calf a bit tight on the last two."},
		longRun:      {"Steady, took a gel at 50 minutes.", "Slow start, better second half.", "Talked the whole way."},
		poolSwim:     {"Worked on catch.", "Lane was crowded.", "Felt long in the water."},
		openSwim:     {"Flat water, sighted well.", "Choppy on the way back."},
		strength:     {"Squats, deadlifts, core."},
		granFondo:    {"Best day of the season so far. Went with the second group, cramps only at the very end."},
		halfMarathon: {"Even effort, held on for the last three."},
		triathlon:    {"Calm swim, strong bike, hung on in the run. T2 was messy."},
		tenK:         {"Went out with the fast ones and paid for it from kilometre seven."},
	}[k]
}
