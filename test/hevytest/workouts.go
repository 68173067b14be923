package hevytest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Workout is a session of strength training.
type Workout struct {
	ID, Title, Description string
	Start, End             time.Time
	Created, Updated       time.Time
	Exercises              []Exercise
}

// Exercise is what was done of one exercise in a workout.
type Exercise struct {
	Title, Notes, Template string
	Superset               *int
	Sets                   []Set
}

// Set is one set. A missing value is nil, which is sent as null.
type Set struct {
	Kind                      string // normal, warmup, failure or dropset
	WeightKg, RPE, Metric     *float64
	Reps, DistanceM, Duration *int
}

// Number returns a value that a set has.
func Number[T any](v T) *T { return &v }

// Workouts returns a copy of all workouts in the order of the list.
func (s *Server) Workouts() []Workout {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Workout{}
	for _, w := range s.sorted() {
		all = append(all, *w)
	}
	return all
}

// Add adds a workout that the athlete finished, and returns its id.
func (s *Server) Add(w Workout) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(w)
}

// Edit changes a workout, as the athlete does in the app.
func (s *Server) Edit(id string, f func(w *Workout)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.find(id)
	f(w)
	w.Updated = s.Now()
}

// Delete deletes a workout.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.workouts = slices.DeleteFunc(s.workouts, func(w *Workout) bool { return w.ID == id })
	s.deleted = append(s.deleted, deletion{id, s.Now()})
}

func (s *Server) add(w Workout) string {
	s.serial++
	if w.ID == "" {
		w.ID = fmt.Sprintf("b459cba5-cd6d-463c-abd6-%012x", s.serial*7919)
	}
	if w.Created.IsZero() {
		w.Created = s.Now()
	}
	if w.Updated.IsZero() {
		w.Updated = w.Created
	}
	s.workouts = append(s.workouts, &w)
	return w.ID
}

func (s *Server) find(id string) *Workout {
	for _, w := range s.workouts {
		if w.ID == id {
			return w
		}
	}
	return nil
}

// sorted returns the workouts, newest first by their start.
func (s *Server) sorted() []*Workout {
	all := slices.Clone(s.workouts)
	slices.SortStableFunc(all, func(a, b *Workout) int { return b.Start.Compare(a.Start) })
	return all
}

// seed adds workouts of the days up to now, one for every two or three days.
func (s *Server) seed() {
	random := rand.New(rand.NewPCG(s.options.Seed, 42))
	at := s.Now().Add(-5 * time.Hour).Truncate(time.Second)
	for n := range s.options.Workouts {
		w := Workout{Title: []string{"Push", "Pull", "Legs"}[n%3], Start: at, End: at.Add(time.Duration(45+random.IntN(40)) * time.Minute)}
		w.Created = w.End.Add(time.Minute)
		if n%4 == 1 {
			w.Updated, w.Description = w.Created.Add(3*time.Hour), "Felt good 💪"
		}
		for e := range 3 {
			w.Exercises = append(w.Exercises, exercise(random, (n*3+e)%len(exerciseTemplates())))
		}
		if n%3 == 0 { // the first superset has the number 0
			w.Exercises[0].Superset, w.Exercises[1].Superset = Number(0), Number(0)
		}
		s.add(w)
		at = at.Add(-time.Duration(40+random.IntN(30)) * time.Hour)
	}
}

func exercise(random *rand.Rand, at int) Exercise {
	t := exerciseTemplates()[at]
	e := Exercise{Title: t["title"].(string), Template: t["id"].(string)}
	for n := range 4 {
		set := Set{Kind: []string{"warmup", "normal", "normal", "failure"}[n]}
		switch t["type"] {
		case "weight_reps":
			set.WeightKg, set.Reps = Number(float64(random.IntN(80))*1.25), Number(3+random.IntN(9))
			if n > 0 {
				set.RPE = Number(7 + float64(random.IntN(7))/2)
			}
		case "reps_only":
			set.Reps = Number(5 + random.IntN(10))
		case "duration":
			set.Duration = Number(30 + random.IntN(90))
		case "distance_duration":
			set.DistanceM, set.Duration = Number(500+random.IntN(2000)), Number(300+random.IntN(600))
		}
		e.Sets = append(e.Sets, set)
	}
	return e
}

func exerciseTemplates() []Doc {
	row := func(id, title, kind, muscle, equipment string, custom bool, others ...string) Doc {
		return Doc{
			"id": id, "title": title, "type": kind, "primary_muscle_group": muscle, "secondary_muscle_groups": append([]string{}, others...),
			"equipment_category": equipment, "is_custom": custom,
		}
	}
	return []Doc{
		row("79D0BB3A", "Bench Press (Barbell)", "weight_reps", "chest", "barbell", false, "triceps", "shoulders"),
		row("D04AC939", "Squat (Barbell)", "weight_reps", "quadriceps", "barbell", false, "glutes", "hamstrings"),
		row("C6272009", "Deadlift (Barbell)", "weight_reps", "glutes", "barbell", false, "hamstrings", "lower_back"),
		row("1B2B1E7C", "Pull Up", "reps_only", "lats", "none", false, "biceps"),
		row("C6C9B8A0", "Plank", "duration", "abdominals", "none", false),
		row("0222DB42", "Rowing Machine", "distance_duration", "cardio", "machine", false, "upper_back"),
		row("5ca9a4e1-1111-4c1e-8a5c-ca9a4b1e0001", "Kneeling chop", "weight_reps", "abdominals", "other", true),
	}
}

// doc returns a workout in the service's form.
func (w *Workout) doc() Doc {
	exercises := []Doc{}
	for i, e := range w.Exercises {
		sets := []Doc{}
		for j, s := range e.Sets {
			sets = append(sets, Doc{
				"index": j, "type": s.Kind, "weight_kg": s.WeightKg, "reps": s.Reps, "distance_meters": s.DistanceM,
				"duration_seconds": s.Duration, "rpe": s.RPE, "custom_metric": s.Metric,
			})
		}
		exercises = append(exercises, Doc{
			"index": i, "title": e.Title, "notes": e.Notes, "exercise_template_id": e.Template, "supersets_id": e.Superset, "sets": sets,
		})
	}
	return Doc{
		"id": w.ID, "title": w.Title, "routine_id": nil, "description": w.Description, "start_time": stamp(w.Start), "end_time": stamp(w.End),
		"updated_at": stamp(w.Updated), "created_at": stamp(w.Created), "exercises": exercises,
	}
}
