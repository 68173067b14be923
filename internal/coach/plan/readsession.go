package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// idForm is what an id of a session looks like.
var idForm = textclean.LazyRegexp(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// session reads a session; days counts those of each day of its week.
func (r *reader) session(n *Node, w *Week, days map[string]int) Session {
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

// dated finds the day and the id of a session.
func (r *reader) dated(n *Node, w *Week, s *Session, days map[string]int) {
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
	s.Written = n.Of(keyID) != nil
	r.place.Session = s.ID
	switch {
	case named == "" && !dated:
		r.problem("The session has no day_of_week.", "Write Monday, Tuesday or another day.")
	case named != "" && !ok:
		r.atKey(n, keyDay).problem(i18n.Sentencef("%q is no day of the week.", i18n.Clip(named, i18n.MostQuoted)),
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
			"Take date out: it follows from the week and the day.")
		return
	}
	if w.Start != 0 && (on < w.Start || on > w.Start+6) {
		r.atKey(n, keyDate).problem(i18n.Sentencef("%s is not in this week, which starts on %s.", on, w.Start),
			"Move the session to its week.")
		return
	}
	s.Day = on
}

// id is the session's own, or one made of week and day.
func (r *reader) id(n *Node, week int, day string, days map[string]int) string {
	if v := n.Of(keyID); v != nil {
		id := strings.TrimSpace(v.Value)
		r.place.Session = id
		if !idForm.Get().MatchString(id) {
			r.atKey(n, keyID).problem(i18n.Sentencef("%q is no id.", i18n.Clip(id, i18n.MostQuoted)),
				"Write up to 40 letters, digits, dashes and underscores.")
		}
		if r.written[id]++; r.written[id] > 1 {
			r.atKey(n, keyID).problem(i18n.Sentencef("The id %s is that of another session too.", i18n.Name(id)),
				"Give each session an id of its own, or none.")
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

// typed reads what a session is for and its sport.
func (r *reader) typed(n *Node, s *Session) {
	said := r.text(n, keyType)
	s.Type = Type(strings.ReplaceAll(strings.ToLower(said), " ", "_"))
	if said != "" && !slices.Contains(Types(), string(s.Type)) {
		r.atKey(n, keyType).warn(i18n.Sentencef("%q is no type of session that is known; it is kept.", i18n.Clip(said,
			i18n.MostQuoted)), nearestOf(said, Types()))
	}
	s.Sport = sportOf(s.Type, r.plan.Sport)
	if sport, sub := r.sport(n); sport != "" {
		s.Sport, s.SubSport = sport, sub
	}
	if s.Sport == "" && n.Of(keySport) == nil && r.plan.Sport == "" && s.Type != Rest && s.Type != CrossTraining && s.Type != RaceDay {
		r.warn("The session names no sport, nor does the plan.", "Write sport: running, cycling, swimming or another.")
	}
}

func (r *reader) exercise(n *Node) Exercise {
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

// workout reads the steps of a session's workout, or those that its exercises are.
func (r *reader) workout(n *Node, s *Session) {
	if v := n.Of(keyWorkout); v != nil {
		s.Workout = r.text(n, keyWorkout)
		w, faults := steptext.Read(s.Workout, s.Sport)
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

// amounts fills in what follows of how long a session is.
func (r *reader) amounts(n *Node, s *Session) {
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

// step is the exercise as a step of a workout; false for one that says no number of sets.
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
