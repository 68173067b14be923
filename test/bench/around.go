package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// The sizes of what stands around the activities.
const (
	plannedYears = 3
	plannedAhead = 12 * 7
	gearIDs      = 6
	routes       = 40
	routePoints  = 500
	saidBy       = "garmin"
)

// around writes what a life of training leaves beside the activities: a day
// of wellness for each day, a calendar with workouts and races, gear, routes,
// charts, and segments with the times over them.
func (m *maker) around(tx *store.Tx) error {
	return errors.Join(m.wellness(tx), m.calendar(tx), m.gear(tx), m.routes(tx), m.charts(tx), m.plan(tx), m.library(tx), m.segments(tx))
}

func (m *maker) say(tx *store.Tx, c document.Collection, id string, days training.DayRange, body any) error {
	_, err := tx.Say(athleteID, document.Statement{
		Collection: c, ID: id, Days: days, Source: saidBy, AsOf: m.today.Time(time.UTC), Body: body,
	})
	return err
}

func (m *maker) wellness(tx *store.Tx) error {
	for day := m.today - historyYears*daysPerYear; day <= m.today; day++ {
		w := training.WellnessDay{Day: day}
		wave := math.Sin(float64(day)/20) + m.rng.NormFloat64()
		for f, v := range map[training.WellnessField]float64{
			training.WellnessSleepS: 27000 + 2000*wave, training.WellnessRestingHRBpm: math.Round(48 - 2*wave),
			training.WellnessHRVRmssdMs: 65 + 8*wave, training.WellnessWeightKg: 70 + wave/2, training.WellnessSteps: math.Round(9000 + 1500*wave),
			training.WellnessFatigue: math.Round(2 + m.rng.Float64()), training.WellnessSleepScore: math.Round(75 + 5*wave),
		} {
			w.Put(f, v, saidBy)
		}
		if err := m.say(tx, document.Wellness, day.String(), training.DayRange{From: day, To: day}, w); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) calendar(tx *store.Tx) error {
	for day := m.today - plannedYears*daysPerYear; day <= m.today+plannedAhead; day += 2 {
		e := training.CalendarEvent{
			Category: training.EventWorkout, Name: "4 x 8 min",
			Description: "- 15m 60%\n\n4x\n- 8m 95%\n- 3m 55%\n\n- 10m 50%", Sport: training.Cycling,
			Start: training.LocalTime(day.String() + "T00:00:00"), MovingTimeS: 4140, Load: 72,
		}
		if day%181 < 2 {
			e = training.CalendarEvent{
				Category: training.EventRaceA, Name: "Hill race", Sport: training.Cycling,
				Start: e.Start, MovingTimeS: 7200, Load: 140,
			}
		}
		if err := m.say(tx, document.Events, eventID(day), training.DayRange{From: day, To: day}, e); err != nil {
			return err
		}
	}
	return nil
}

func eventID(day training.Day) string { return fmt.Sprintf("event-%d", day) }

// nearEvent is the id of an event of about the day.
func (h home) nearEvent(day training.Day) string {
	first := h.today - plannedYears*daysPerYear
	return eventID(day - (day-first)%2)
}

func gearID(i int) string { return fmt.Sprintf("gear-%d", i%gearIDs) }

func (m *maker) gear(tx *store.Tx) error {
	for i := range gearIDs {
		kind := training.GearBike
		if i%2 == 1 {
			kind = training.GearShoes
		}
		_, err := tx.SayGear(athleteID, training.Gear{ID: gearID(i), Kind: kind, Name: fmt.Sprintf("Number %d", i)})
		if err == nil && kind == training.GearBike {
			_, err = tx.SayGear(athleteID, training.Gear{
				ID: gearID(i) + "-chain", Kind: training.GearComponent, Name: "Chain", Part: "Chain", PartOf: gearID(i), Since: m.today - 400,
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func routeID(i int) string { return fmt.Sprintf("route-%d", i%routes) }

func (m *maker) routes(tx *store.Tx) error {
	for i := range routes {
		r := training.Route{Name: fmt.Sprintf("Loop %d", i), Sport: training.Cycling, DistanceKm: 25 + float64(i)}
		for p := range routePoints {
			turn := 2 * math.Pi * float64(p) / (routePoints - 1)
			altitude := 450 + 80*math.Sin(3*turn)
			r.Points = append(r.Points, training.RoutePoint{
				LatDeg: 47.3 + 0.04*math.Sin(turn) + float64(i)/1000, LonDeg: 8.5 + 0.05*math.Cos(turn), AltitudeM: &altitude,
			})
		}
		if err := m.say(tx, document.Routes, routeID(i), training.DayRange{}, r); err != nil {
			return err
		}
	}
	return nil
}

const chartID = "chart"

func (m *maker) charts(tx *store.Tx) error {
	return m.say(tx, document.CustomItems, chartID, training.DayRange{}, training.CustomItem{
		Type: "FITNESS_CHART", Name: "Form", Visibility: "PRIVATE", Content: json.RawMessage(`{"plots":[]}`),
	})
}

// plan is a training plan of 30 weeks, half of them done.
func (m *maker) plan(tx *store.Tx) error {
	body, err := plan.Make(plan.Wish{
		Sport: plan.Triathlon, Start: m.today - 15*7, Weeks: 30, Days: 6, Hours: 12, CTL: 60,
	})
	if err != nil {
		return err
	}
	d := memory.Draft{Kind: memory.TrainingPlan, ID: "season", Body: body, Author: training.ByAssistant, At: m.today.Time(time.UTC)}
	_, _, err = d.Put(tx, athleteID)
	return err
}

const (
	workouts  = 100
	workoutID = "workout-0"
	folderID  = "folder"
)

// library is a folder of workouts.
func (m *maker) library(tx *store.Tx) error {
	if err := m.say(tx, document.Folders, folderID, training.DayRange{}, training.WorkoutFolder{Name: "Threshold"}); err != nil {
		return err
	}
	for i := range workouts {
		w := training.LibraryWorkout{
			FolderID: folderID, Name: fmt.Sprintf("4 x %d min", 5+i%15), Sport: training.Cycling, MovingTimeS: 3600, Load: 70,
			Description: "- 15m 60%\n\n4x\n- 8m 95%\n- 3m 55%\n\n- 10m 50%",
		}
		if err := m.say(tx, document.Workouts, fmt.Sprintf("workout-%d", i), training.DayRange{}, w); err != nil {
			return err
		}
	}
	return nil
}
