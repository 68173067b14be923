package plan

import (
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Triathlon is the sport of a plan of swimming, cycling and running.
const Triathlon = "triathlon"

// Wish is what a plan is to be made of.
type Wish struct {
	Name  string
	Sport string // running, cycling or triathlon
	// Race is the day of a race, 0 for a plan without one, which has Weeks.
	Race     training.Day
	RaceName string
	// RaceKm and GoalTimeS are 0 where nobody says.
	RaceKm    float64
	GoalTimeS float64
	// Start is any day of the first week.
	Start training.Day
	Weeks int
	// Days is how many days a week there is training, Hours for how long at most.
	Days  int
	Hours float64
	// Off are days without training.
	Off []time.Weekday
	// CTL is the fitness to begin with, in TSS a day; Ramp the most that it may
	// rise in 7 days, 0 for [DefaultRamp].
	CTL, Ramp float64
}

// The bounds of a wish.
const (
	// DefaultRamp is the rise of CTL in 7 days above which usual advice asks
	// for caution; above 8 it warns.
	DefaultRamp     = 5
	minRamp         = 3
	maxRamp         = 8
	minWeeks        = 2
	newplanMaxWeeks = 60
	minDays         = 2
	maxHours        = 40
	maxCTL          = 250
)

// check says what is wrong with a wish, and fills in what follows.
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
		return invalid("%q is no sport that a plan is made for.", w.Sport).WithFix("Write running, cycling or triathlon.")
	case w.Race != 0 && w.Race < w.Start:
		return invalid("The race on %s is before the plan starts on %s.", w.Race, w.Start).WithFix("Give a race that is to come.")
	case w.Weeks < minWeeks || w.Weeks > newplanMaxWeeks:
		return invalid("A plan of %d weeks is not made.", w.Weeks).WithFix("Choose a race or a number of weeks from %d to "+
			"%d.", minWeeks, newplanMaxWeeks)
	case w.Days < minDays || w.Days > 7-len(w.Off):
		return invalid("Training on %d days a week does not go with %d days off.", w.Days, len(w.Off)).
			WithFix("Choose from %d days on, as many as there are.", minDays)
	case !(w.Hours >= float64(w.Days)*shortestMin/60 && w.Hours <= maxHours):
		return invalid("%g hours a week are not enough for %d days, or too many.", w.Hours, w.Days).
			WithFix("Give at least %d minutes a day, and at most %d hours.", shortestMin, maxHours)
	case !(w.CTL >= 0 && w.CTL <= maxCTL):
		return invalid("A fitness of %g is none.", w.CTL).WithFix("Give the CTL of today, from 0 to %d.", maxCTL)
	case !(w.Ramp >= minRamp && w.Ramp <= maxRamp):
		return invalid("A rise of %g a week is not planned.", w.Ramp).WithFix("Choose from %d to %d.", minRamp, maxRamp)
	case !(w.RaceKm >= 0 && w.RaceKm <= 1000) || !(w.GoalTimeS >= 0 && w.GoalTimeS <= 100*3600):
		return invalid("A race of %s in %g s is none.",
			i18n.Measured("%g ", w.RaceKm, i18n.Kilometres()), w.GoalTimeS).WithFix("Give its distance in km, and a time as h:mm:ss.")
	}
	return nil
}

// Sports are those that plans are made for.
func Sports() []string {
	return []string{string(training.Running), string(training.Cycling), Triathlon}
}
