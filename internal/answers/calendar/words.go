package calendar

import (
	"math"
	"strings"
	"time"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// writer says what both forms say.
type writer struct {
	*strings.Builder
	say   workout.Say
	sheet *Sheet
	// title heads it.
	title string
}

// PrintedState is what became of a session, as a person reads it.
func PrintedState(say workout.Say, s State) string {
	switch s {
	case Done:
		return say("done")
	case Partly:
		return say("partly done")
	case Moved:
		return say("moved")
	case Missed:
		return say("missed")
	case Extra:
		return say("extra")
	case Rest:
		return say("rest")
	}
	return say("planned")
}

func (w *writer) state(s State) string { return PrintedState(w.say, s) }

// legend explains each state in words.
func (w *writer) legend() [][2]string {
	return [][2]string{
		{string(Done), w.say("done: at least 80 %% of it, on its day")},
		{string(Partly), w.say("partly done: less than 80 %% of it, or of its repeats")},
		{string(Moved), w.say("moved: done on another day")},
		{string(Missed), w.say("missed: its day is over and nothing fits it")},
		{string(Extra), w.say("extra: done without a plan")},
		{string(Upcoming), w.say("planned: its day is not over")},
	}
}

// amounts are those of a session, "1:10:00, 12 km, 60 TSS".
func (w *writer) amounts(a *Amounts) string {
	if a == nil {
		return ""
	}
	var parts []string
	if a.DurationS > 0 {
		parts = append(parts, i18n.Clock(a.DurationS))
	}
	if a.DistanceKm > 0 {
		parts = append(parts, w.say("%s", i18n.Measured("%v ", math.Round(a.DistanceKm*10)/10, i18n.Kilometres())))
	}
	if a.Load > 0 {
		parts = append(parts, workout.Decimals(a.Load, 0)+" TSS")
	}
	return strings.Join(parts, ", ")
}

// outcome is what became of a session beside what was planned of it.
func (w *writer) outcome(e *EventRow) string {
	if e.Done == nil {
		return ""
	}
	var parts []string
	if done := w.amounts(&e.Done.Amounts); done != "" {
		parts = append(parts, done)
	}
	if e.Compliance != nil {
		parts = append(parts, workout.Decimals(e.Compliance.Percent[e.Compliance.By], 0)+" %")
	}
	if r := e.Repeats; r != nil {
		parts = append(parts, w.say("%d of %d repeats", r.Done, r.Asked))
	}
	if e.Done.Day != nil {
		parts = append(parts, w.say("on %s", e.Done.Day.String()))
	}
	return strings.Join(parts, ", ")
}

// sum is a week's sum, planned or done.
func (w *writer) sum(s *Sum) string {
	if s == nil {
		return ""
	}
	return w.amounts(&Amounts{DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load})
}

// weekday is the name of a day.
func (w *writer) weekday(d time.Weekday) string {
	return [...]string{
		w.say("Sunday"), w.say("Monday"), w.say("Tuesday"), w.say("Wednesday"), w.say("Thursday"), w.say("Friday"), w.say("Saturday"),
	}[d]
}

// dated is a day with its name.
func (w *writer) dated(d training.Day) string {
	return w.say("%s, %s", w.weekday(d.Weekday()), d.String())
}

// month is the month of a day with its year.
func (w *writer) month(d training.Day) string {
	at := d.Time(time.UTC)
	name := [...]string{
		w.say("January"), w.say("February"), w.say("March"), w.say("April"), w.say("May"), w.say("June"), w.say("July"), w.say("August"),
		w.say("September"), w.say("October"), w.say("November"), w.say("December"),
	}[at.Month()-1]
	return w.say("%s %d", name, at.Year())
}

// category is what an event is that is no session, "race", "holiday".
func (w *writer) category(c training.EventCategory) string {
	return strings.ReplaceAll(string(c), "_", " ")
}
