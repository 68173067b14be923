package demo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/internal/training"
)

// season holds the days on which something changes in the athlete's story.
type season struct {
	from, born                         training.Day // the first day, and the day for which the story was made
	until                              training.Day // the last day so far
	breakFrom                          training.Day // Monday; two weeks without training
	illness                            training.Day // Monday; a week in bed
	granFondo, halfMarathon, triathlon training.Day // races, on Sundays
	next                               training.Day // the next race, on a Sunday in three to four weeks
	runPod                             training.Day // runs have power from this day on
}

// breakDays is the length of the autumn break.
const breakDays = 14

func newSeason(today training.Day) season {
	s := season{born: today, until: today}
	s.from = (today - 740).WeekStart(time.Monday)
	s.breakFrom = latest(today-42, time.Monday, time.November, 1)
	s.illness = latest(today-35, time.Monday, time.February, 3)
	s.halfMarathon = latest(today-14, time.Sunday, time.October, 3)
	s.triathlon = latest(today-7, time.Sunday, time.July, 12)
	s.granFondo = latest(today, time.Sunday, time.June, 20)
	if s.granFondo < s.triathlon { // at most one big race per summer
		s.granFondo = latest(s.granFondo-300, time.Sunday, time.June, 20)
	}
	s.next = (today + 21 + 6).WeekStart(time.Sunday)
	s.runPod = today - 300
	return s
}

// latest takes the first given weekday on or after the date in each year, and
// returns the last of these days that is not after limit.
func latest(limit training.Day, weekday time.Weekday, month time.Month, day int) training.Day {
	for year := limit.Time(time.UTC).Year(); ; year-- {
		d := training.NewDay(year, month, day)
		d += training.Day((int(weekday) - int(d.Weekday()) + 7) % 7)
		if d <= limit {
			return d
		}
	}
}

func (s season) resting(monday training.Day) bool {
	return monday >= s.breakFrom && monday < s.breakFrom+breakDays
}

// raceIn returns the race in the week that begins on monday, or false if there
// is none.
func (s season) raceIn(monday training.Day) (kind, bool) {
	switch monday + 6 {
	case s.granFondo:
		return granFondo, true
	case s.halfMarathon:
		return halfMarathon, true
	case s.triathlon:
		return triathlon, true
	case s.next:
		return tenK, true
	}
	return 0, false
}

// form holds the athlete's true abilities on a day. Other code knows them only as dated thresholds.
type form struct {
	ftpW         float64
	thresholdMPS float64 // threshold speed in running
	cssMPS       float64
	weightKg     float64
}

func (s season) formOn(day training.Day) form {
	progress := min(1, float64(day-s.from)/float64(s.born-s.from))
	// Form is best in mid-July and worst in mid-January.
	yearly := math.Cos(2 * math.Pi * float64(day.Time(time.UTC).YearDay()-196) / 365.25)
	lost := s.lost(day)
	return form{
		ftpW:         209 + 36*progress + 6*yearly - 14*lost,
		thresholdMPS: 3.72 + 0.26*progress + 0.05*yearly - 0.12*lost,
		cssMPS:       1.13 + 0.10*progress - 0.02*lost,
		weightKg:     63.6 - 2.2*progress - 0.7*yearly,
	}
}

// lost returns the share of form lost by the break and the illness, fading over
// the weeks after them.
func (s season) lost(day training.Day) float64 {
	sum := 0.0
	for _, e := range []struct {
		from       training.Day
		days       float64
		cost, fade float64
	}{{s.breakFrom, breakDays, 0.8, 40}, {s.illness, 7, 0.6, 21}} {
		since := float64(day - e.from)
		switch {
		case since < 0:
		case since < e.days:
			sum += e.cost * since / e.days
		default:
			sum += e.cost * math.Exp(-(since-e.days)/e.fade)
		}
	}
	return sum
}

// These heart rates stay the same over the two years. Only the resting heart rate changes.
const (
	maxHRBpm    = 187
	rideLTHRBpm = 168
	runLTHRBpm  = 172
)

func (s season) thresholds() training.History {
	var h training.History
	put := func(k training.ThresholdKey, sport training.Sport, from training.Day, v float64) {
		h = append(h, training.ThresholdEntry{Key: k, Sport: sport.Plain(), From: from, Values: []float64{v}})
	}
	put(training.KeyMaxHR, "", s.from, maxHRBpm)
	put(training.KeyRestHR, "", s.from, 52)
	put(training.KeyRestHR, "", s.from+240, 50)
	put(training.KeyRestHR, "", s.from+520, 48)
	put(training.KeyLTHR, "", s.from, rideLTHRBpm)
	put(training.KeyLTHR, training.Cycling, s.from, rideLTHRBpm)
	put(training.KeyLTHR, training.Running, s.from, runLTHRBpm)
	put(training.KeyLTHR, training.Swimming, s.from, 160)
	for day := s.from; day <= s.until; day += 120 {
		f := s.formOn(day)
		put(training.KeyThresholdPace, training.Running, day, math.Round(f.thresholdMPS*100)/100)
		put(training.KeyThresholdPace, training.Swimming, day, math.Round(f.cssMPS*100)/100)
	}
	for day := s.from; day <= s.until; day += 56 {
		put(training.KeyWeight, "", day, math.Round(s.formOn(day).weightKg*10)/10)
	}
	put(training.KeyFTP, training.Running, s.runPod, math.Round(runPower(s.formOn(s.runPod).thresholdMPS, 0, s.formOn(s.runPod).weightKg)))
	for index := 0; ; index++ {
		monday := s.from + training.Day(7*index)
		if monday > s.until {
			return h
		}
		for _, slot := range s.week(index, monday) {
			if day := monday + training.Day(slot.weekday); slot.kind == ftpTest && day <= s.until {
				put(training.KeyFTP, training.Cycling, day, math.Round(s.formOn(day).ftpW))
			}
		}
	}
}

// cycles returns the first days of the athlete's periods, from the last period before the
// first activity to the first one after the day to. Periods begin every 26 to 31 days.
func (s season) cycles(to training.Day) []training.Day {
	begun := []training.Day{s.from - 11}
	for last := begun[0]; last <= to; begun = append(begun, last) {
		length := 26 + training.Day(chance(swayCycle, last-s.from).IntN(3)+chance(swayCycle, s.from-last).IntN(4))
		last += length
	}
	return begun
}

// lutealDays is the length of the second part of a cycle, which does not depend on the
// length of the cycle.
const lutealDays = 14

// phases returns the days of bleeding, and the strength, from 0 to 1, with
// which each luteal day affects the heart rate.
func (s season) phases(to training.Day) (period map[training.Day]bool, luteal map[training.Day]float64) {
	period, luteal = map[training.Day]bool{}, map[training.Day]float64{}
	begun := s.cycles(to)
	for i, first := range begun[:len(begun)-1] {
		for d := range training.Day(4 + chance(swayCycle, first).IntN(3)) {
			period[first+d] = true
		}
		next := begun[i+1]
		for d := range training.Day(lutealDays) {
			luteal[next-lutealDays+d] = min(1, float64(d+1)/4, float64(lutealDays-d)/3)
		}
	}
	return period, luteal
}

// words sets the name and description of an activity.
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

// story sets the names and notes of activities around the illness and the break.
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
