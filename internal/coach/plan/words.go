package plan

import (
	"cmp"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// Type is what a session is for.
type Type string

// The types that have rules of their own.
const (
	Easy          Type = "easy"
	Quality       Type = "workout"
	LongRun       Type = "long_run"
	Recovery      Type = "recovery"
	Shakeout      Type = "shakeout"
	Rest          Type = "rest"
	RaceDay       Type = "race"
	TuneupRace    Type = "tuneup_race"
	Gym           Type = "gym"
	CrossTraining Type = "cross_training"
	Strength      Type = "strength"
	Long          Type = "long"
	Tempo         Type = "tempo"
	Intervals     Type = "intervals"
)

// Types are the known types in the order in which they are shown.
func Types() []string {
	return []string{
		string(Easy), string(Quality), string(LongRun), string(Recovery), string(Shakeout), string(Rest), string(RaceDay),
		string(TuneupRace), string(Gym), string(CrossTraining), string(Strength), string(Long), string(Tempo), string(Intervals),
		"endurance", "threshold", "vo2max", "hills", "sprint", "strides", "progression", "technique", "brick", "test", "mobility", "other",
	}
}

// raceKm are the types of races with their distances; 0 is of any.
var raceKm = map[string]float64{
	"marathon": 42.195, "half_marathon": 21.0975, "10_mile": 16.0934, "10k": 10, "5k": 5,
	"sprint_triathlon": 25.75, "olympic_triathlon": 51.5, "half_distance_triathlon": 113, "full_distance_triathlon": 226,
	"gran_fondo": 0, "time_trial": 0, "road_race": 0, "ultra": 0, "other": 0,
}

// RaceTypes are the known types of races.
func RaceTypes() []string {
	return []string{
		"marathon", "half_marathon", "10_mile", "10k", "5k", "ultra", "gran_fondo", "road_race", "time_trial",
		"sprint_triathlon", "olympic_triathlon", "half_distance_triathlon", "full_distance_triathlon", "other",
	}
}

// severalSports is what the sport of a plan is called that has several.
const severalSports = "triathlon"

// The names of a text, by what has them.
func planKeys() []string {
	return []string{
		keyPlanName, keyPlanStart, "plan_end_date", "created_date", keyNotes, keySport, keyGoal, keyRace, keyPhases, keyWeeks,
	}
}

func raceKeys() []string {
	return []string{"date", "race_type", keyDistance, "goal_time", "goal_pace_min_per_km", "race_name", keySport}
}

func phaseKeys() []string { return []string{keyName, "from_week", "to_week", "focus"} }

func weekKeys() []string {
	return []string{
		keyWeek, keyWeekStart, keyWeekKm, keyWeekMinutes, keyWeekLoad, keyFocus, keyPhase, keyNotes, keyRuns, keySessions,
	}
}

func sessionKeys() []string {
	return []string{
		keyID, keyDay, keyDate, "time", keyType, keySport, keyName, "indoor", keyDistance, keyMinutes, keyLoad, keyTSS, keyPace,
		keyStructure, keyDescription, keyWorkout, keyExercises,
	}
}

func exerciseKeys() []string {
	return []string{keyName, "sets", "reps", "seconds", "weight_kg", "rest_s", "cues", "progression", "body_region"}
}

const (
	keyPlanName    = "plan_name"
	keyPlanStart   = "plan_start_date"
	keyNotes       = "notes"
	keySport       = "sport"
	keyGoal        = "goal"
	keyRace        = "goal_race"
	keyPhases      = "phases"
	keyWeeks       = "weeks"
	keyWeek        = "week_number"
	keyWeekStart   = "week_start_date"
	keyWeekKm      = "total_planned_distance_km"
	keyWeekMinutes = "total_planned_duration_minutes"
	keyWeekLoad    = "total_planned_load"
	keyFocus       = "weekly_focus"
	keyPhase       = "phase"
	keyRuns        = "runs"
	keySessions    = "sessions"
	keyID          = "id"
	keyDay         = "day_of_week"
	keyDate        = "date"
	keyType        = "type"
	keyName        = "name"
	keyDistance    = "distance_km"
	keyMinutes     = "duration_minutes"
	keyLoad        = "load"
	keyTSS         = "tss"
	keyPace        = "target_pace_min_per_km"
	keyStructure   = "structure"
	keyDescription = "description"
	keyWorkout     = "workout"
	keyExercises   = "exercises"
)

// weekdays are the days of a week in its order.
func weekdays() []string {
	var out []string
	for d := range 7 {
		out = append(out, time.Weekday((d+1)%7).String())
	}
	return out
}

// DayIn is how many days behind Monday a day of the week is, by its name or
// the first letters of it; false for none.
func DayIn(name string) (int, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for i, day := range weekdays() {
		if day = strings.ToLower(day); name == day || len(name) >= 2 && len(name) <= 4 && strings.HasPrefix(day, name) {
			return i, true
		}
	}
	return 0, false
}

// sportOf is the sport of a session that names none.
func sportOf(t Type, plan training.Sport) training.Sport {
	switch t {
	case Gym, Strength:
		return training.Strength
	case CrossTraining, "mobility", "other":
		return ""
	}
	return plan
}

// IDOf is the id of a plan that its name makes.
func IDOf(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return cmp.Or(strings.Trim(b.String()[:min(b.Len(), maxIDBytes)], "-"), "plan")
}

// maxIDBytes bounds an id that is made of a name.
const maxIDBytes = 40
