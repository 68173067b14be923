package apitest

import (
	"math"
	"time"
)

// Fitness is the service's model of one day.
type Fitness struct{ CTL, ATL, Load, Ramp float64 }

// Form is the model of every day from the first activity to a day, planned
// load included where nothing is recorded yet.
func (a *Athlete) Form(today, until string) map[string]Fitness {
	loads, first := a.loads(today)
	out := map[string]Fitness{}
	start, err := time.Parse(time.DateOnly, first)
	if err != nil {
		return out
	}
	const slow, quick = 42, 7
	up := func(days float64) float64 { return 1 - math.Exp(-1/days) }
	now := a.Before
	for t := start; ; t = t.AddDate(0, 0, 1) {
		day := t.Format(time.DateOnly)
		if day > until {
			return out
		}
		if set := a.fitnessSet(day); set != nil {
			now.CTL, now.ATL = Number(set, "icu_ctl"), Number(set, "icu_atl")
		}
		now.Load = loads[day]
		now.CTL += (now.Load - now.CTL) * up(slow)
		now.ATL += (now.Load - now.ATL) * up(quick)
		now.Ramp = 0
		if before, ok := out[t.AddDate(0, 0, -7).Format(time.DateOnly)]; ok {
			now.Ramp = now.CTL - before.CTL
		}
		out[day] = now
	}
}

// fitnessSet is an event of the day that starts the model anew.
func (a *Athlete) fitnessSet(day string) Doc {
	for _, e := range a.Events.Rows {
		if Text(e, "category") == "SET_FITNESS" && Text(e, "start_date_local")[:10] == day {
			return e
		}
	}
	return nil
}

// loads are the training loads by day, and the first of these days.
func (a *Athlete) loads(today string) (loads map[string]float64, first string) {
	loads, done := map[string]float64{}, map[string]bool{}
	first = today
	for _, v := range a.Activities {
		day := Text(v.Doc, "start_date_local")[:10]
		first = min(first, day)
		loads[day] += Number(v.Doc, "icu_training_load") // what is withheld has its load all the same
		if !v.Stub {
			done[NumberText(v.Doc["paired_event_id"])] = true
		}
	}
	for _, e := range a.Events.Rows {
		if day := Text(e, "start_date_local")[:10]; day >= today && Text(e, "category") == "WORKOUT" && !done[IDOf(e)] {
			loads[day] += Number(e, "icu_training_load")
		}
	}
	return loads, first
}
