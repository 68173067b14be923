package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Type is the purpose of a session.
type Type string

// These are the types for which there are special rules.
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

// Types returns the known types in display order.
func Types() []string {
	return []string{
		string(Easy), string(Quality), string(LongRun), string(Recovery), string(Shakeout), string(Rest), string(RaceDay),
		string(TuneupRace), string(Gym), string(CrossTraining), string(Strength), string(Long), string(Tempo), string(Intervals),
		"endurance", "threshold", "vo2max", "hills", "sprint", "strides", "progression", "technique", "brick", "test", "mobility", "other",
	}
}

// raceKm maps types of races to their distances in km; 0 means any distance.
var raceKm = map[string]float64{
	"marathon": 42.195, "half_marathon": 21.0975, "10_mile": 16.0934, "10k": 10, "5k": 5,
	"sprint_triathlon": 25.75, "olympic_triathlon": 51.5, "half_distance_triathlon": 113, "full_distance_triathlon": 226,
	"gran_fondo": 0, "time_trial": 0, "road_race": 0, "criterium": 0, "ultra": 0, "trail": 0, "open_water": 0, "other": 0,
}

// RaceTypes returns the known types of races.
func RaceTypes() []string {
	return []string{
		"marathon", "half_marathon", "10_mile", "10k", "5k", "trail", "ultra", "gran_fondo", "road_race", "criterium", "time_trial", "open_water",
		"sprint_triathlon", "olympic_triathlon", "half_distance_triathlon", "full_distance_triathlon", "other",
	}
}

// severalSports is the sport of a plan with several sports.
const severalSports = "triathlon"

func planKeys() []string {
	return []string{
		keyPlanName, keyPlanStart, "plan_end_date", "created_date", keyTemplate, keyDaysOff, keyNotes, keySport, keyGoal, keyRace, keyPhases,
		keyWeeks,
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
	keyTemplate    = "template"
	keyDaysOff     = "days_off"
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

// weekdays returns the days of a week in order, from Monday.
func weekdays() []string {
	var out []string
	for d := range 7 {
		out = append(out, time.Weekday((d+1)%7).String())
	}
	return out
}

// DayIn returns the number of days from Monday to the weekday with the given name, or with
// a name that begins with the given letters. It returns false if there is no such weekday.
func DayIn(name string) (int, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for i, day := range weekdays() {
		if day = strings.ToLower(day); name == day || len(name) >= 2 && len(name) <= 4 && strings.HasPrefix(day, name) {
			return i, true
		}
	}
	return 0, false
}

// sportOf returns the sport of a session without one in the text.
func sportOf(t Type, plan training.Sport) training.Sport {
	switch t {
	case Gym, Strength:
		return training.Strength
	case CrossTraining, "mobility", "other":
		return ""
	}
	return plan
}

// IDOf derives the id of a plan from its name.
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

// maxIDBytes is the maximum length of an id derived from a name.
const maxIDBytes = 40

// idForm matches a valid session id.
var idForm = textclean.LazyRegexp(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// session reads a session. days counts the sessions on each day of the week.
func (r *reader) session(n *yaml.Node, w *Week, days map[string]int) Session {
	s := Session{Week: w.Number, Line: n.Line}
	r.at(n.Line)
	r.dated(n, w, &s, days)
	r.keys(n, sessionKeys())
	s.Name, s.Structure, s.Description = r.text(n, keyName), r.text(n, keyStructure), r.text(n, keyDescription)
	s.DistanceKm, s.DurationS = r.number(n, keyDistance, maxKm), 60*r.number(n, keyMinutes, maxMinutes)
	s.Load = cmp.Or(r.number(n, keyLoad, maxLoad), r.number(n, keyTSS, maxLoad))
	s.PaceSPerKm, s.PaceToSPerKm = r.pace(n, keyPace)
	s.Clock = r.timeOfDay(n)
	s.Indoor = r.yes(n, "indoor")
	r.typed(n, &s)
	for _, e := range r.list(n, keyExercises, maxSessions) {
		s.Exercises = append(s.Exercises, r.exercise(e.Node))
	}
	r.workout(n, &s)
	r.amounts(n, &s)
	return s
}

func (r *reader) dated(n *yaml.Node, w *Week, s *Session, days map[string]int) {
	named := r.text(n, keyDay)
	in, ok := DayIn(named)
	on, dated := r.day(n, keyDate)
	short := "day"
	if ok {
		short = strings.ToLower(weekdays()[in][:3])
	} else if dated {
		short = strings.ToLower(on.Weekday().String()[:3])
	}
	s.ID = r.id(n, w.Number, short, days)
	s.Written = of(n, keyID) != nil
	r.place.Session = s.ID
	switch {
	case named == "" && !dated:
		r.problem("The session has no day_of_week.", "Write Monday, Tuesday or another day.")
	case named != "" && !ok:
		r.atKey(n, keyDay).problem(i18n.Sentencef("%q is not a day of the week.", i18n.Clip(named, i18n.MostQuoted)),
			nearestOf(named, weekdays()))
	}
	if ok && w.Start != 0 {
		s.Day = w.Start + training.Day(in)
	}
	if !dated {
		return
	}
	if s.Day != 0 && s.Day != on {
		r.atKey(n, keyDate).problem(i18n.Sentencef("%s is not the %s of this week, which is %s.", on,
			i18n.Word(s.Day.Weekday().String()), s.Day),
			"Remove date: it follows from the week and the day.")
		return
	}
	if w.Start != 0 && (on < w.Start || on > w.Start+6) {
		r.atKey(n, keyDate).problem(i18n.Sentencef("%s is not in this week, which starts on %s.", on, w.Start),
			"Move the session to its week.")
		return
	}
	s.Day = on
}

// id returns the session's id in the text, or else one that is generated from week and day.
func (r *reader) id(n *yaml.Node, week int, day string, days map[string]int) string {
	if v := of(n, keyID); v != nil {
		id := strings.TrimSpace(v.Value)
		r.place.Session = id
		if !idForm.Get().MatchString(id) {
			r.atKey(n, keyID).problem(i18n.Sentencef("%q is not a valid id.", i18n.Clip(id, i18n.MostQuoted)),
				"Write up to 40 letters, digits, dashes and underscores.")
		}
		if r.written[id]++; r.written[id] > 1 {
			r.atKey(n, keyID).problem(i18n.Sentencef("The id %s is also used by another session.", i18n.Name(id)),
				"Give each session its own id, or none.")
		}
		days[day]++
		return id
	}
	base := fmt.Sprintf("w%d-%s", week, day)
	for {
		days[day]++
		id := base
		if days[day] > 1 {
			id = fmt.Sprintf("%s-%d", base, days[day])
		}
		if !r.ids[id] {
			r.ids[id] = true
			return id
		}
	}
}

func (r *reader) typed(n *yaml.Node, s *Session) {
	said := r.text(n, keyType)
	s.Type = Type(strings.ReplaceAll(strings.ToLower(said), " ", "_"))
	if said != "" && !slices.Contains(Types(), string(s.Type)) {
		r.atKey(n, keyType).warn(i18n.Sentencef("%q is not a known type of session; it is kept.", i18n.Clip(said,
			i18n.MostQuoted)), nearestOf(said, Types()))
	}
	s.Sport = sportOf(s.Type, r.plan.Sport)
	if sport, sub := r.sport(n); sport != "" {
		s.Sport, s.SubSport = sport, sub
	}
	if s.Sport == "" && of(n, keySport) == nil && r.plan.Sport == "" && s.Type != Rest && s.Type != CrossTraining && s.Type != RaceDay {
		r.warn("The session names no sport, nor does the plan.", "Write sport: running, cycling, swimming or another.")
	}
}

func (r *reader) exercise(n *yaml.Node) Exercise {
	line := r.place.Line
	defer r.at(line)
	r.at(n.Line).keys(n, exerciseKeys())
	e := Exercise{
		Name: r.text(n, keyName), Sets: r.whole(n, "sets", maxSets), Reps: r.text(n, "reps"), Seconds: r.number(n, "seconds", maxSeconds),
		WeightKg: r.number(n, "weight_kg", maxWeightKg), RestS: r.number(n, "rest_s", maxSeconds), Cues: r.text(n, "cues"),
		Progress: r.text(n, "progression"), BodyRegion: r.text(n, "body_region"),
	}
	if e.Name == "" {
		r.problem("An exercise has no name.", "Write its name.")
	}
	return e
}

// workout reads the steps of a session's workout, or creates them from its exercises.
func (r *reader) workout(n *yaml.Node, s *Session) {
	if v := of(n, keyWorkout); v != nil {
		s.Workout = r.text(n, keyWorkout)
		w, faults := steptext.Read(s.Workout, s.Sport)
		s.Workout = steptext.Hyphens(s.Workout, s.Sport)
		for _, f := range faults {
			p := r.place
			p.Line, p.Warning, p.Fix = v.Line, f.Warning, f.Fix
			p.What = i18n.Sentencef("In its workout, line %d: %s", f.Line, f.What)
			r.add(p)
		}
		if workout.Sound(faults) {
			s.Steps = w.Steps
		}
		return
	}
	for i := range s.Exercises {
		if step, ok := s.Exercises[i].step(); ok {
			s.Steps = append(s.Steps, step)
		}
	}
}

// amounts computes duration or distance from the steps or the target pace.
func (r *reader) amounts(n *yaml.Node, s *Session) {
	t := workout.TotalOf(s.Steps)
	km := t.DistanceM / 1000
	switch {
	case t.Open || len(s.Exercises) > 0:
	case t.DistanceM == 0 && t.DurationS > 0:
		r.differs(n, keyMinutes, s.DurationS/60, t.DurationS/60)
		s.DurationS = cmp.Or(s.DurationS, t.DurationS)
	case t.DurationS == 0 && t.DistanceM > 0:
		r.differs(n, keyDistance, s.DistanceKm, km)
		s.DistanceKm = cmp.Or(s.DistanceKm, km)
	}
	if s.PaceSPerKm == 0 {
		return
	}
	pace := s.PaceSPerKm
	if s.PaceToSPerKm > 0 {
		pace = (s.PaceSPerKm + s.PaceToSPerKm) / 2
	}
	if s.DurationS == 0 {
		s.DurationS = s.DistanceKm * pace
	}
	if s.DistanceKm == 0 {
		s.DistanceKm = s.DurationS / pace
	}
}

// step returns the exercise as a step of a workout, or false if it has neither
// a number of repetitions nor a duration.
func (e *Exercise) step() (training.WorkoutStep, bool) {
	reps := 0
	if _, err := fmt.Sscanf(e.Reps, "%d", &reps); err != nil && e.Seconds == 0 {
		return training.WorkoutStep{}, false
	}
	step := training.WorkoutStep{
		Text: e.Name, DurationS: e.Seconds, RestS: e.RestS,
		Exercise: &training.StepExercise{Sets: max(1, e.Sets), Reps: reps, WeightKg: e.WeightKg},
	}
	if e.Seconds > 0 {
		step.Exercise.Reps = 0
	}
	return step, e.Name != ""
}
