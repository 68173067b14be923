package training

import (
	"encoding/json"
	"time"
)

// CalendarEvent is one entry of the athlete's calendar: what is planned, a
// race, a note, a time off. What a device marks in a recording is an [Event].
// A field that is empty is not said.
type CalendarEvent struct {
	// ID is the name that the calendar it stands in gives it.
	ID string `json:"id,omitempty"`
	// ExternalID is our own name of it at a service, by which one that was
	// created twice is recognised.
	ExternalID string        `json:"external_id,omitempty"`
	Category   EventCategory `json:"category"`
	Name       string        `json:"name"`
	// Description of a workout is its text in the service's workout language.
	Description string `json:"description,omitempty"`

	// Start is the athlete's wall clock time "2006-01-02T15:04:05" without a
	// zone, at midnight if only the day is meant; End is exclusive and empty
	// for an event of one day.
	Start LocalTime `json:"start_local"`
	End   LocalTime `json:"end_local,omitempty"`

	Sport    Sport  `json:"sport,omitempty"`
	SubSport string `json:"sub_sport,omitempty"`
	Indoor   bool   `json:"indoor,omitempty"`

	// What a workout or a race is planned to take.
	MovingTimeS float64 `json:"moving_time_s,omitempty"`
	DistanceKm  float64 `json:"distance_km,omitempty"`
	Load        float64 `json:"load,omitempty"`
	WorkKJ      float64 `json:"work_kj,omitempty"`
	AboveFTPKJ  float64 `json:"work_above_ftp_kj,omitempty"`
	Intensity   float64 `json:"intensity_factor,omitempty"`
	// What is to be eaten and drunk on the way: carbohydrate in g and fluid in
	// ml, by the hour.
	CarbsGPerH  float64 `json:"carbs_g_per_h,omitempty"`
	FluidMLPerH float64 `json:"fluid_ml_per_h,omitempty"`
	// Target controls the steps: power, hr, pace or empty for automatic.
	Target string `json:"target,omitempty"`
	// Structure is the workout as the service understood Description; it is
	// read, never written.
	Structure Structure `json:"structure,omitzero"`

	// What a target of a week, or of a day, asks for.
	LoadTarget       float64 `json:"load_target,omitempty"`
	TimeTargetS      float64 `json:"time_target_s,omitempty"`
	DistanceTargetKm float64 `json:"distance_target_km,omitempty"`
	ForWeek          bool    `json:"for_week,omitempty"`

	// What a note about the athlete's time says.
	Availability Availability `json:"training_availability,omitempty"`
	MaxTimeS     float64      `json:"max_training_time_s,omitempty"`

	// What a setting of the fitness model says (set_eftp, set_fitness, fitness_days).
	FTPW    float64 `json:"ftp_w,omitempty"`
	CTL     float64 `json:"ctl,omitempty"`
	ATL     float64 `json:"atl,omitempty"`
	CTLDays float64 `json:"ctl_days,omitempty"`
	ATLDays float64 `json:"atl_days,omitempty"`

	Color             string   `json:"color,omitempty"`
	Tags              []string `json:"tags,omitempty"`
	ShowAsNote        bool     `json:"show_as_note,omitempty"`
	ShowOnFitnessLine bool     `json:"show_on_ctl_line,omitempty"`
	NotOnFitnessChart bool     `json:"not_on_fitness_chart,omitempty"`
	HideFromAthlete   bool     `json:"hide_from_athlete,omitempty"`
	CannotEdit        bool     `json:"athlete_cannot_edit,omitempty"`

	// Plan is the training plan that it came from.
	Plan PlanRef `json:"plan,omitzero"`
	// DoneBy is the activity that the calendar itself pairs with it.
	DoneBy string `json:"done_by,omitempty"`
	// PushErrors say which device or service did not take the workout.
	PushErrors []string  `json:"push_errors,omitempty"`
	CreatedBy  string    `json:"created_by,omitempty"`
	Updated    time.Time `json:"updated,omitzero"`
	// Rest holds further fields that can be set in the event's calendar. It
	// goes back there when the event is made anew, and is shown to nobody.
	Rest json.RawMessage `json:"rest,omitempty"`
}

// PlanRef says where in which plan an event came from.
type PlanRef struct {
	ID      string    `json:"id,omitempty"`
	Name    string    `json:"name,omitempty"`
	Workout string    `json:"workout_id,omitempty"`
	Applied time.Time `json:"applied,omitzero"`
	// Published is a fingerprint of what was put into the calendar of a session,
	// by which it is known whether anybody changed it there.
	Published string `json:"published,omitempty"`
}

// EventCategory says what an entry of the calendar is.
type EventCategory string

// The categories of events.
const (
	EventWorkout     EventCategory = "workout"
	EventRaceA       EventCategory = "race_a"
	EventRaceB       EventCategory = "race_b"
	EventRaceC       EventCategory = "race_c"
	EventNote        EventCategory = "note"
	EventTarget      EventCategory = "target"
	EventPlan        EventCategory = "plan" // a phase of an annual plan
	EventHoliday     EventCategory = "holiday"
	EventSick        EventCategory = "sick"
	EventInjured     EventCategory = "injured"
	EventSetFTP      EventCategory = "set_eftp"
	EventFitnessDays EventCategory = "fitness_days"
	EventSeasonStart EventCategory = "season_start"
	EventSetFitness  EventCategory = "set_fitness"
)

// EventCategories lists the categories in the order in which they are shown.
func EventCategories() []EventCategory {
	return []EventCategory{
		EventWorkout, EventRaceA, EventRaceB, EventRaceC, EventNote, EventTarget, EventPlan,
		EventHoliday, EventSick, EventInjured, EventSetFTP, EventFitnessDays, EventSeasonStart, EventSetFitness,
	}
}

// Race reports whether the event is one.
func (c EventCategory) Race() bool { return c == EventRaceA || c == EventRaceB || c == EventRaceC }

// Away reports whether the event is time off: a holiday, an illness, an injury.
func (c EventCategory) Away() bool { return c == EventHoliday || c == EventSick || c == EventInjured }

// Availability is how much the athlete can train.
type Availability string

// The availabilities.
const (
	AvailableAsUsual Availability = "normal"
	AvailableLimited Availability = "limited"
	Unavailable      Availability = "unavailable"
)

// LocalTime is a wall clock time without a zone, "2006-01-02T15:04:05".
type LocalTime string

const localLayout = "2006-01-02T15:04:05"

// LocalTimeOf gives the wall clock at t's own place.
func LocalTimeOf(t time.Time) LocalTime { return LocalTime(t.Format(localLayout)) }

// ParseLocalTime reads a date, or a date with a time of day, without a zone.
func ParseLocalTime(s string) (LocalTime, error) {
	for _, layout := range []string{localLayout, "2006-01-02T15:04", dayLayout} {
		if t, err := time.Parse(layout, s); err == nil {
			return LocalTimeOf(t), nil
		}
	}
	return "", Errorf(KindInvalid, "%q is not a date or a local time.", s).
		WithFix("Write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone: it is the athlete's own clock.")
}

// In is the instant at which a clock in loc shows t; the zero time if t is empty.
func (t LocalTime) In(loc *time.Location) time.Time {
	at, err := time.ParseInLocation(localLayout, string(t), loc)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Day is the calendar day of t, which must not be empty.
func (t LocalTime) Day() Day { return DayOf(t.In(time.UTC)) }
