package generate

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// demand is what a race or a goal asks for. The lengths and hours are custom: coaches' books
// give them as ranges, and no trial compares them.
type demand struct {
	id    string
	sport string
	km    float64 // the usual distance; 0 if it differs from race to race
	// run, ride and swim are the longest sessions in minutes that the race asks for; 0 means none.
	run, ride, swim int
	hours           float64 // per week, when the plan is fullest
	// least is the share of lengths and hours with which a beginner gets to the finish; 0 means all.
	least float64
	taper int // days
	// base, build and peak list the hard sessions of each phase as "id from-to", where the
	// numbers are repeats, series or minutes of the main set at its beginning and its end.
	base, build, peak []string
	// finish is the session that replaces the long one in every other week of the peak.
	finish string
	// open is the last hard session before the race.
	open string
	// brick is the length in minutes of the run after a long ride in the peak; 0 means the usual one.
	brick int
	// sharp means that the race needs two hard sessions a week, also in four days of training.
	sharp bool
}

// The sessions that several rows share, by sport.
func strides() []string { return []string{"easy-run-with-strides 20-30", "hill-sprints 4-8"} }
func spins() []string   { return []string{"tempo-ride 2-3", "cadence-drills 3-5"} }
func swims() []string   { return []string{"css-hundreds 8-15", "fast-hundreds 6-8"} }
func triBase() []string { return append(append(strides()[:1], "tempo-ride 2-3"), "css-hundreds 6-12") }

func triBuild() []string {
	return append([]string{"cruise-intervals 3-5", "sweet-spot-blocks 2-3"}, swims()...)
}

// demands returns the rows of all goals. Those without a sport have no race.
func demands() []demand {
	const run, ride, swim = string(training.Running), string(training.Cycling), string(training.Swimming)
	return []demand{
		{
			id: "5k", sport: run, km: 5, run: 75, hours: 3, least: 0.5, taper: 7, base: strides(),
			build: []string{"four-by-four 3-5", "cruise-intervals 3-5", "thirty-thirties 1-2"},
			peak:  []string{"kilometre-repeats 3-5", "four-by-four 4-5"}, open: "race-week-run 3-4",
		},
		{
			id: "10k", sport: run, km: 10, run: 90, hours: 3.5, least: 0.65, taper: 7, base: append(strides(), "cruise-intervals 3-4"),
			build: []string{"cruise-intervals 3-6", "four-by-four 3-5"},
			peak:  []string{"kilometre-repeats 4-7", "cruise-intervals 4-6"}, open: "race-week-run 3-4",
		},
		{
			id: "half_marathon", sport: run, km: 21.0975, run: 120, hours: 4.5, least: 0.8, taper: 10, base: append(strides(), "tempo-run 20-30"),
			build: []string{"cruise-intervals 3-6", "tempo-run 25-40", "four-by-four 3-4"},
			peak:  []string{"half-pace-blocks 2-4", "cruise-intervals 4-6"}, open: "race-week-run 3-4",
		},
		{
			id: "marathon", sport: run, km: 42.195, run: 150, hours: 5.5, taper: 14, base: append(strides(), "tempo-run 20-35"),
			build: []string{"tempo-run 30-45", "cruise-intervals 4-6"},
			peak:  []string{"marathon-floats 3-5", "cruise-intervals 4-6"}, finish: "marathon-pace-finish", open: "race-week-run 3-4",
		},
		{
			id: "trail", sport: run, run: 180, hours: 6, taper: 10, base: strides(),
			build: []string{"uphill-threes 4-8", "tempo-run 25-40"},
			peak:  []string{"uphill-threes 6-8", "cruise-intervals 4-5"}, open: "race-week-run 3-4",
		},
		{
			id: "criterium", sport: ride, sharp: true, ride: 120, hours: 5, taper: 7, base: append(spins(), "ten-second-sprints 4-6"),
			build: []string{"one-minute-repeats 6-10", "over-unders 2-3", "thirty-fifteens 2-3"},
			peak:  []string{"criterium-bursts 2-3", "ten-second-sprints 5-6"}, open: "race-openers 2-3",
		},
		{
			id: "road_race", sport: ride, ride: 210, hours: 6, taper: 7, base: append(spins(), "sweet-spot-blocks 2-3"),
			build: []string{"thirty-fifteens 2-3", "four-by-eight 3-4", "over-unders 2-3"},
			peak:  []string{"surging-fives 4-6", "over-unders 3-3"}, finish: "long-ride-strong-finish", open: "race-openers 2-3",
		},
		{
			id: "gran_fondo", sport: ride, ride: 270, hours: 6, least: 0.8, taper: 10, base: append(spins(), "sweet-spot-blocks 2-3"),
			build: []string{"sweet-spot-blocks 2-4", "four-by-eight 3-4"},
			peak:  []string{"threshold-blocks 2-3", "tempo-ride 3-4"}, finish: "long-ride-strong-finish", open: "race-openers 2-3",
		},
		{
			id: "time_trial", sport: ride, ride: 150, hours: 5, taper: 7, base: append(spins(), "sweet-spot-blocks 2-3"),
			build: []string{"four-by-eight 3-4", "threshold-blocks 2-4"},
			peak:  []string{"threshold-blocks 3-4", "four-by-eight 4-5"}, open: "race-openers 2-3",
		},
		{
			id: "open_water", sport: swim, km: 3, swim: 75, hours: 3.5, least: 0.8, taper: 7, base: []string{"css-hundreds 6-12"},
			build: append(
				swims(),
				"open-water-changes 3-5",
			), peak: []string{"css-hundreds 10-15", "open-water-changes 4-6"}, open: "fast-hundreds 4-4",
		},
		{
			id: "sprint_triathlon", sport: Triathlon, km: 25.75, run: 50, ride: 90, hours: 4, least: 0.7, taper: 7, base: triBase(),
			build: append(triBuild(), "one-minute-repeats 6-10"),
			peak:  []string{"four-by-four 3-4", "four-by-eight 2-3", "open-water-changes 2-4"}, open: "race-openers 2-3",
		},
		{
			id: "olympic_triathlon", sport: Triathlon, km: 51.5, run: 75, ride: 150, hours: 6, least: 0.8, taper: 10, base: triBase(),
			build: triBuild(),
			peak:  []string{"cruise-intervals 4-5", "four-by-eight 3-4", "open-water-changes 3-5"}, open: "race-openers 2-3",
		},
		{
			id: "half_distance_triathlon", sport: Triathlon, km: 113, run: 105, ride: 210, hours: 8, taper: 14, base: triBase(),
			build: triBuild(), peak: []string{"tempo-run 25-40", "sweet-spot-blocks 3-4", "open-water-changes 4-6"},
			finish: "half-distance-blocks", open: "race-openers 2-3", brick: 25,
		},
		{
			id: "full_distance_triathlon", sport: Triathlon, km: 226, run: 120, ride: 300, hours: 11, taper: 14, base: triBase(),
			build: triBuild(), peak: []string{"tempo-run 30-45", "tempo-ride 3-4", "open-water-changes 4-7", "css-hundreds 10-15"},
			finish: "full-distance-blocks", open: "race-openers 2-3", brick: 35,
		},
		{id: "build"},
		{id: "base"},
		{id: "return"},
	}
}

// without returns the row of a goal without a race in a sport: the sessions of a race of
// middle length, as far as the goal goes.
func without(goal, sport string) demand {
	row := *demandOf(map[string]string{
		string(training.Running): "10k", string(training.Cycling): "gran_fondo", string(training.Swimming): "open_water",
		Triathlon: "olympic_triathlon",
	}[sport])
	row.id, row.km, row.taper, row.peak, row.finish, row.open, row.least = goal, 0, 0, nil, "", "", 0.5
	row.ride = min(row.ride, 180)
	if goal != "build" {
		row.build = nil
	}
	return row
}

// forSport returns the row with the lengths that the distance of the race asks for.
func (d *demand) forSport(w *Wish) *demand {
	row := *d
	switch d.id {
	case "build", "base", "return":
		row = without(d.id, w.Sport)
	case "trail":
		row.run = clamp(int(w.RaceKm*trailMinPerKm*longShare), row.run, 240)
	case "gran_fondo", "road_race":
		if w.RaceKm > 0 {
			row.ride = clamp(int(w.RaceKm*rideMinPerKm*longShare), 120, 300)
		}
	case "open_water":
		row.swim = clamp(int(w.RaceKm*swimMinPerKm), 45, 120)
	}
	return &row
}

// These are the paces from which the race's duration is estimated where races differ, and the
// share of that duration that the longest session takes (custom).
const (
	trailMinPerKm = 8.0
	rideMinPerKm  = 60.0 / 26
	swimMinPerKm  = 22.0
	longShare     = 0.75
)

func clamp(x, low, high int) int { return max(low, min(x, high)) }

func demandOf(id string) *demand {
	all := demands()
	if i := slices.IndexFunc(all, func(d demand) bool { return d.id == id }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Goals returns the ids of all races and goals.
func Goals() []string {
	var out []string
	for _, d := range demands() {
		out = append(out, d.id)
	}
	return out
}

func notAGoal(said string) error {
	return training.Errorf(training.KindInvalid, "%q is not a race or a goal for which plans are made.", i18n.Clip(said, i18n.MostQuoted)).
		WithFix("The choices are: %s.", strings.Join(Goals(), ", "))
}

// longest returns the longest session of a sport that the row asks for, in minutes.
func (d *demand) longest(s training.Sport) int {
	return map[training.Sport]int{training.Running: d.run, training.Cycling: d.ride, training.Swimming: d.swim}[s]
}

// key is a session of the library with the range of its main set.
type key struct {
	id       string
	from, to int
}

// keysOf reads the keys of a list that are in a sport.
func keysOf(all []string, s training.Sport) []key {
	var out []key
	for _, one := range all {
		k := readKey(one)
		if sessionOf(k.id).Sport == s {
			out = append(out, k)
		}
	}
	return out
}

func readKey(said string) key {
	id, numbers, _ := strings.Cut(said, " ")
	low, high, _ := strings.Cut(numbers, "-")
	from, _ := strconv.Atoi(low)
	to, _ := strconv.Atoi(high)
	return key{id, from, to}
}
