package plan

import (
	"fmt"
	"math"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Triathlon is the sport of a plan of swimming, cycling and running.
const Triathlon = "triathlon"

// Wish describes the plan to make.
type Wish struct {
	Name  string
	Sport string // running, cycling or triathlon
	// Race is the day of the race, 0 for a plan without one, which needs Weeks.
	Race     training.Day
	RaceName string
	// RaceKm and GoalTimeS are 0 if unknown.
	RaceKm    float64
	GoalTimeS float64
	// Start is any day of the first week.
	Start training.Day
	Weeks int
	// Days is the number of training days a week, Hours the most time a week.
	Days  int
	Hours float64
	// Off are days without training.
	Off []time.Weekday
	// CTL is the initial fitness in TSS a day. Ramp is the most it may rise in
	// 7 days, 0 for [DefaultRamp].
	CTL, Ramp float64

	warning string // if the plan does not prepare for its race
}

// The bounds of a wish.
const (
	// DefaultRamp is the rise of CTL in 7 days above which the usual advice is
	// caution; above 8 it is a warning.
	DefaultRamp     = 5
	minRamp         = 3
	maxRamp         = 8
	minWeeks        = 2
	newplanMaxWeeks = 60
	minDays         = 2
	maxHours        = 40
	maxCTL          = 250
)

// check returns an error if a wish is invalid, and fills in derived values.
func (w *Wish) check() error {
	invalid := func(format string, args ...any) *training.Error {
		return training.Errorf(training.KindInvalid, format, args...)
	}
	if w.Ramp == 0 {
		w.Ramp = DefaultRamp
	}
	if w.Race != 0 {
		w.Weeks = int(w.Race.WeekStart(time.Monday)-w.Start.WeekStart(time.Monday))/7 + 1
	}
	slices.Sort(w.Off)
	w.Off = slices.Compact(w.Off)
	switch {
	case !slices.Contains(Sports(), w.Sport):
		return invalid("No plan template for %q.", w.Sport).WithFix("Write running, cycling or triathlon.")
	case w.Race != 0 && w.Race < w.Start:
		return invalid("The race on %s is before the plan starts on %s.", w.Race, w.Start).WithFix("Give an upcoming race.")
	case w.Weeks < minWeeks || w.Weeks > newplanMaxWeeks:
		return invalid("A plan cannot have %d weeks.", w.Weeks).WithFix("Choose a race or a number of weeks from %d to "+
			"%d.", minWeeks, newplanMaxWeeks)
	case w.Days < minDays || w.Days > 7-len(w.Off):
		return invalid("Training on %d days a week is not possible with %d days off.", w.Days, len(w.Off)).
			WithFix("Choose at least %d days, and no more than are free.", minDays)
	case !(w.Hours >= float64(w.Days)*shortestMin/60 && w.Hours <= maxHours):
		return invalid("%g hours a week are not possible on %d days.", w.Hours, w.Days).
			WithFix("Give at least %d minutes a day, and at most %d hours.", shortestMin, maxHours)
	case !(w.CTL >= 0 && w.CTL <= maxCTL):
		return invalid("A fitness of %g is not possible.", w.CTL).WithFix("Give the CTL of today, from 0 to %d.", maxCTL)
	case !(w.Ramp >= minRamp && w.Ramp <= maxRamp):
		return invalid("A plan cannot rise by %g a week.", w.Ramp).WithFix("Choose from %d to %d.", minRamp, maxRamp)
	case !(w.RaceKm >= 0 && w.RaceKm <= 1000) || !(w.GoalTimeS >= 0 && w.GoalTimeS <= 100*3600):
		return invalid("A race of %s in %g s is not possible.",
			i18n.Measured("%g ", w.RaceKm, i18n.Kilometres()), w.GoalTimeS).WithFix("Give its distance in km, and a time as h:mm:ss.")
	}
	return nil
}

// Sports returns the sports for which plans can be made.
func Sports() []string {
	return []string{string(training.Running), string(training.Cycling), Triathlon}
}

// newplanSession is one session of a week; day counts from Monday.
type newplanSession struct {
	day     int
	role    role
	sport   training.Sport
	minutes int
	load    float64
	workout string
	words   string
	race    bool
}

// role is the purpose of a session in its week.
type role uint8

const (
	easy role = iota
	quality
	long
	shakeout
)

// How long sessions are, in minutes.
const (
	shortestMin = 20
	qualityMin  = 41 // warm-up, two repeats, cool-down
	stepMin     = 5
)

// perHour returns the TSS of an hour: 100 times the square of the usual
// intensity.
func perHour(s training.Sport, r role) float64 {
	intensity := map[training.Sport][4]float64{
		training.Cycling:  {0.65, 0.78, 0.68, 0.6},
		training.Running:  {0.75, 0.84, 0.76, 0.7},
		training.Swimming: {0.7, 0.8, 0.72, 0.65},
	}[s][r]
	return 100 * intensity * intensity
}

// longestMin returns the longest duration of a session in minutes; for a long
// run it depends on the race.
func (w *Wish) longestMin(s *newplanSession) float64 {
	switch {
	case s.role == shakeout:
		return 30
	case s.role == long && s.sport == training.Cycling:
		return 300
	case s.role == long && w.forShort():
		return 90
	case s.role == long && w.RaceKm > 0 && w.RaceKm < 30 && w.Sport == string(training.Running):
		return 130
	case s.role == long || s.sport == training.Cycling:
		return 150
	}
	return 90
}

// forShort reports whether the plan is for a running race of up to 12 km.
func (w *Wish) forShort() bool {
	return w.Sport == string(training.Running) && w.RaceKm > 0 && w.RaceKm <= 12
}

// The speeds of long sessions, and the share of a race that the longest of them
// has to cover.
const (
	runKmPerMin  = 10.0 / 60
	rideKmPerMin = 25.0 / 60
	leastShare   = 0.45
)

// warn adds a warning if the plan is not enough for its race because the
// longest session covers too little of it.
func (w *Wish) warn(all []week) {
	speed := map[string]float64{string(training.Running): runKmPerMin, string(training.Cycling): rideKmPerMin}[w.Sport]
	longest := 0
	for i := range all {
		for _, s := range all[i].sessions {
			if !s.race {
				longest = max(longest, s.minutes)
			}
		}
	}
	if speed > 0 && float64(longest)*speed < leastShare*w.RaceKm {
		w.warning = fmt.Sprintf("# This is not enough for a race of %g km: the longest session is of %d minutes. Choose a later or a shorter\n"+
			"# race, or give more hours a week.\n", w.RaceKm, longest)
	}
}

// sessions returns the sessions of a week whose loads add up to target, as far
// as days, hours and the lengths of sessions allow.
func sessions(w *Wish, k *week, target float64) []newplanSession {
	out := roles(w, k)
	if len(out) == 0 {
		return k.race(w, nil)
	}
	shares := map[role]float64{easy: 1, quality: 1.2, long: 2, shakeout: 0.4}
	sum, minutes := 0.0, 0.0
	for _, s := range out {
		sum += shares[s.role]
	}
	for _, s := range out {
		minutes += target * shares[s.role] / sum / perHour(s.sport, s.role) * 60
	}
	fits := min(1, w.Hours*60/minutes)
	rest := 0.0 // left over by rounding; the next session gets it
	for i := range out {
		s := &out[i]
		meant := fits*target*shares[s.role]/sum/perHour(s.sport, s.role)*60 + rest
		s.length(w, meant)
		rest = min(meant-float64(s.minutes), stepMin)
	}
	within(w, out)
	for i := range out {
		out[i].detail(w, k)
	}
	return k.race(w, out)
}

// length sets the minutes of a session, in steps, within its limits.
func (s *newplanSession) length(w *Wish, minutes float64) {
	if s.role == quality && minutes < qualityMin {
		s.role = easy
	}
	minutes = min(minutes, w.longestMin(s))
	s.minutes = max(shortestMin, stepMin*int(math.Round(minutes/stepMin)))
}

// within shortens the longest sessions until all fit into the hours.
func within(w *Wish, all []newplanSession) {
	for {
		sum, longest := 0, 0
		for i, s := range all {
			if sum += s.minutes; s.minutes > all[longest].minutes {
				longest = i
			}
		}
		if float64(sum) <= w.Hours*60 || all[longest].minutes <= shortestMin {
			return
		}
		all[longest].minutes = max(shortestMin, all[longest].minutes-stepMin)
	}
}

// detail writes a session's contents in words and estimates its load.
func (s *newplanSession) detail(w *Wish, k *week) {
	if s.role == quality && s.minutes < qualityMin {
		s.role = easy
	}
	switch s.role {
	case quality:
		s.intervals(w, k)
	case long:
		s.words = "Steady, at a pace at which you can talk; eat and drink as on the day of a race."
	case shakeout:
		s.words = "Loose, with three short accelerations."
	default:
		s.words = "Easy: shorter and slower is fine, faster is not."
	}
	s.load = math.Round(float64(s.minutes) / 60 * perHour(s.sport, s.role))
}

// intervals writes a workout that lasts just as long as the session: 15 min of
// warm-up, repeats of 5 min with 3 min between (3 and 3 min for a short race),
// and the rest as cool-down.
func (s *newplanSession) intervals(w *Wish, k *week) {
	of := 5
	if w.forShort() {
		of = 3
	}
	repeats := min(6, (s.minutes-25)/(of+3))
	cool := s.minutes - 15 - (of+3)*repeats
	work, rest, unit := map[string]int{"Base": 88, "Build": 100, "Taper": 100}[k.phase], 55, ""
	switch s.sport {
	case training.Running:
		work, rest, unit = map[string]int{"Base": 92, "Build": 100, "Taper": 100}[k.phase], 70, " Pace"
		if w.forShort() && k.phase != "Base" {
			work = 106
		}
	case training.Swimming:
		s.words = fmt.Sprintf("%d x 5 min hard with 3 min easy between, and technique before and after.", repeats)
		return
	}
	s.workout = fmt.Sprintf("Warmup\n- 15m %d%%%s\n\nMain set %dx\n- %dm %d%%%s\n- 3m %d%%%s\n\nCooldown\n- %dm %d%%%s\n",
		rest+5, unit, repeats, of, work, unit, rest, unit, cool, rest, unit)
}

// race adds the race of the plan to its week, with nothing after it.
func (k *week) race(w *Wish, all []newplanSession) []newplanSession {
	in := int(w.Race - k.start)
	if w.Race == 0 || in < 0 || in > 6 {
		return all
	}
	s := newplanSession{day: in, race: true, sport: raceSport(w), minutes: int(w.GoalTimeS) / 60}
	return append(all, s)
}

func raceSport(w *Wish) training.Sport {
	if w.Sport == Triathlon {
		return ""
	}
	return training.Sport(w.Sport)
}

// roles chooses the training days of a week and the role of each.
func roles(w *Wish, k *week) []newplanSession {
	days := chosen(w)
	longDay := days[0]
	slices.Sort(days)
	if in := int(w.Race - k.start); w.Race != 0 && in >= 0 && in <= 8 { // no long session in the days before
		days = slices.DeleteFunc(days, func(d int) bool { return d >= in })
		longDay = -1
	}
	if k.number == 1 {
		first := int(w.Start - k.start)
		days = slices.DeleteFunc(days, func(d int) bool { return d < first })
	}
	var out []newplanSession
	for _, d := range days {
		s := newplanSession{day: d}
		if d == longDay {
			s.role = long
		}
		out = append(out, s)
	}
	hard(out, qualities(w, k))
	if longDay < 0 && len(out) > 0 && out[len(out)-1].day == int(w.Race-k.start)-1 {
		out[len(out)-1].role = shakeout
	}
	sports(w, out)
	return out
}

// chosen returns the training days, the day of the long session first.
func chosen(w *Wish) []int {
	var out []int
	order := []time.Weekday{
		time.Sunday, time.Wednesday, time.Friday, time.Tuesday, time.Saturday, time.Thursday, time.Monday,
	}
	if slices.Contains(w.Off, time.Sunday) {
		order = []time.Weekday{time.Saturday, time.Wednesday, time.Monday, time.Thursday, time.Tuesday, time.Friday}
	}
	for _, d := range order {
		if len(out) < w.Days && !slices.Contains(w.Off, d) {
			out = append(out, (int(d)+6)%7)
		}
	}
	return out
}

// qualities returns how many sessions of a week are hard.
func qualities(w *Wish, k *week) int {
	switch {
	case k.recovers || w.Days < 3:
		return 0
	case w.Days < 5 || k.phase != "Build":
		return 1
	}
	return 2
}

// hard makes n easy sessions hard, none on the day before or after another hard
// one or the long one.
func hard(all []newplanSession, n int) {
	for i := range all {
		free := all[i].role == easy && n > 0
		for j := range all {
			gap := (all[i].day - all[j].day + 7) % 7
			if all[j].role != easy && (gap == 1 || gap == 6) {
				free = false
			}
		}
		if free {
			all[i].role = quality
			n--
		}
	}
}

// sports sets the sport of each session: in triathlon the long one is a ride,
// the hard ones a run and a ride, the easy ones take turns.
func sports(w *Wish, all []newplanSession) {
	turn, hard := []training.Sport{training.Swimming, training.Running, training.Cycling}, 0
	easies := 0
	for i := range all {
		s := &all[i]
		switch {
		case w.Sport != Triathlon:
			s.sport = training.Sport(w.Sport)
		case s.role == long:
			s.sport = training.Cycling
		case s.role == quality:
			s.sport = []training.Sport{training.Running, training.Cycling}[hard%2]
			hard++
		default:
			s.sport = turn[easies%3]
			easies++
		}
	}
}

func (s *newplanSession) kind() Type {
	switch {
	case s.race:
		return RaceDay
	case s.role == quality:
		return Intervals
	case s.role == long && s.sport == training.Running:
		return LongRun
	case s.role == long:
		return Long
	case s.role == shakeout:
		return Shakeout
	}
	return Easy
}
