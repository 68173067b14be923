// Package generate makes training plans for an athlete's race or goal, available time and
// fitness. [Make] is a pure function: it reads and writes nothing.
//
// The table of demands has one row for each race and goal. It names the longest sessions that
// the race asks for and the sessions of Lapkeep's library that train for it. From them, [Make]
// builds week after week: it puts sessions on the athlete's days, makes them longer as far as
// the rules of load allow, and tapers time and load before the race.
package generate

import (
	"cmp"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Triathlon is the sport of a plan with swimming, cycling and running.
const Triathlon = "triathlon"

// Wish describes the plan that is to be made.
type Wish struct {
	Name string
	// Goal is one of [Goals]. If it is empty, it follows from sport and distance.
	Goal  string
	Sport string // one of [Sports]; empty if it follows from the goal
	// Race is the day of the race, or 0 for a plan without a race, which needs Weeks.
	Race     training.Day
	RaceName string
	// Races holds the days of other races of priority A or B.
	Races []training.Day
	// RaceKm and GoalTimeS are 0 if unknown.
	RaceKm    float64
	GoalTimeS float64
	// Start is the first day of training.
	Start training.Day
	Weeks int
	// Days is the number of training days per week, and Hours the maximum time per week.
	Days  int
	Hours float64
	// Off lists the weekdays without training, and Long those for the longest session.
	// Without Long, it is on Sunday or Saturday, unless they are off.
	Off, Long []time.Weekday
	// Level is one of [Levels]; if it is empty, it follows from CTL.
	Level string
	// CTL is the initial fitness in TSS per day. Ramp is its maximum rise in 7 days; 0 means [DefaultRamp].
	CTL, Ramp float64
	// Unloaded is the number of recent activities whose load was estimated for CTL, because they have none.
	Unloaded int
	// LongestMin has the longest session of the last 30 days by sport, in minutes. A sport that
	// it does not have is unknown, and its longest session is estimated from CTL.
	LongestMin map[training.Sport]float64
	// Speeds are the threshold speeds by sport in m/s, if they are known.
	Speeds map[training.Sport]float64
}

// These are the limits of a wish.
const (
	// DefaultRamp is the rise of CTL in 7 days above which caution is usually advised.
	DefaultRamp = 5
	minRamp     = 3
	maxRamp     = 8
	minWeeks    = 2
	maxWeeks    = 60
	minDays     = 2
	maxHours    = 40
	maxCTL      = 250
	maxKm       = 1000
	maxTimeS    = 100 * 3600
)

// These are the levels.
const (
	Beginner     = "beginner"
	Intermediate = "intermediate"
	Advanced     = "advanced"
)

// Levels returns all levels.
func Levels() []string { return []string{Beginner, Intermediate, Advanced} }

// Sports returns the sports for which plans can be made.
func Sports() []string {
	return []string{string(training.Running), string(training.Cycling), string(training.Swimming), Triathlon}
}

// check returns an error if the wish is invalid, and fills in derived values.
func (w *Wish) check() (*demand, error) {
	if w.Ramp == 0 {
		w.Ramp = DefaultRamp
	}
	if w.Race != 0 {
		w.Weeks = int(w.Race.WeekStart(time.Monday)-w.Start.WeekStart(time.Monday))/7 + 1
	}
	slices.Sort(w.Off)
	w.Off = slices.Compact(w.Off)
	d, err := w.demand()
	if err != nil {
		return nil, err
	}
	if w.CTL == 0 && w.LongestMin == nil { // nothing is known but what the athlete says
		w.CTL = map[string]float64{Intermediate: usualCTL, Advanced: advancedCTL}[w.Level]
	}
	if w.Level == "" {
		switch w.Level = Intermediate; {
		case w.CTL < beginnerCTL:
			w.Level = Beginner
		case w.CTL >= advancedCTL:
			w.Level = Advanced
		}
	}
	return d, w.checkAmounts()
}

// These fitnesses decide the level of an athlete who does not state it, and the fitness of one
// who states only a level (custom).
const (
	beginnerCTL = 20
	usualCTL    = 35
	advancedCTL = 70
)

// demand returns the row of the wish's goal, and fills in sport and distance.
func (w *Wish) demand() (*demand, error) {
	if s, ok := training.ParseSport(w.Sport); ok {
		w.Sport = string(s)
	}
	if w.Sport != "" && !slices.Contains(Sports(), w.Sport) {
		return nil, training.Errorf(training.KindInvalid, "Plans cannot be made for %q.", i18n.Clip(w.Sport, i18n.MostQuoted)).
			WithFix("Choose running, cycling, swimming or triathlon.")
	}
	goal := w.Goal
	if goal == "" {
		goal = goalOf(cmp.Or(w.Sport, string(training.Running)), w.RaceKm, w.Race != 0)
	}
	d := demandOf(goal)
	switch {
	case d == nil:
		return nil, notAGoal(goal)
	case d.sport == "" && w.Race != 0:
		return nil, training.Errorf(training.KindInvalid, "The goal %q has no race.", goal).WithFix("Name the race, or leave its day out.")
	case d.sport != "" && w.Sport != "" && w.Sport != d.sport:
		return nil, training.Errorf(training.KindInvalid, "The race %q is not a race in %s.", goal, w.Sport).
			WithFix("Leave the sport out: it follows from the race.")
	}
	w.Goal = goal
	w.Sport = cmp.Or(w.Sport, d.sport, string(training.Running))
	w.RaceKm = cmp.Or(w.RaceKm, d.km)
	return d.forSport(w), nil
}

func (w *Wish) checkAmounts() error {
	invalid := func(format string, args ...any) *training.Error {
		return training.Errorf(training.KindInvalid, format, args...)
	}
	switch {
	case !slices.Contains(Levels(), w.Level):
		return invalid("%q is not a level.", i18n.Clip(w.Level, i18n.MostQuoted)).WithFix("Choose beginner, intermediate or advanced.")
	case w.Race != 0 && w.Race < w.Start:
		return invalid("The race on %s is before the plan starts on %s.", w.Race, w.Start).WithFix("Give an upcoming race.")
	case w.Weeks < minWeeks || w.Weeks > maxWeeks:
		return invalid("A plan cannot have %d weeks.", w.Weeks).WithFix("Choose a race or a number of weeks from %d to "+
			"%d.", minWeeks, maxWeeks)
	case w.Days < minDays || w.Days > 7-len(w.Off):
		return invalid("Training on %d days a week is not possible with %d days off.", w.Days, len(w.Off)).
			WithFix("Choose at least %d days, and no more than are free.", minDays)
	case !(w.Hours >= float64(w.Days)*shortest/60 && w.Hours <= maxHours):
		return invalid("%g hours a week are not possible on %d days.", w.Hours, w.Days).
			WithFix("Give at least %d minutes a day, and at most %d hours.", shortest, maxHours)
	case !(w.CTL >= 0 && w.CTL <= maxCTL):
		return invalid("A fitness of %g is not possible.", w.CTL).WithFix("Give today's CTL, from 0 to %d.", maxCTL)
	case !(w.Ramp >= minRamp && w.Ramp <= maxRamp):
		return invalid("A plan cannot raise fitness (CTL) by %g a week.", w.Ramp).WithFix("Choose from %d to %d.", minRamp, maxRamp)
	case !(w.RaceKm >= 0 && w.RaceKm <= maxKm) || !(w.GoalTimeS >= 0 && w.GoalTimeS <= maxTimeS):
		return invalid("A race of %s in %g s is not possible.",
			i18n.Measured("%g ", w.RaceKm, i18n.Kilometres()), w.GoalTimeS).WithFix("Give its distance in km, and a time as h:mm:ss.")
	}
	return nil
}
