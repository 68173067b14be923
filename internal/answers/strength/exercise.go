// Package strength answers questions about strength training: the sets of an activity, sums
// by exercise, muscle group and week, and the records of exercises.
package strength

import (
	"slices"
	"strings"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Exercise is an exercise under one name, whichever source named it.
type Exercise struct {
	// Name is that of FIT's profile, or the source's own if the profile has no such exercise.
	Name string
	// Category is that of FIT's profile; empty if unknown.
	Category string
	Trained  strength.Trained
}

// unnamed is the name of an exercise that nobody named.
const unnamed = "Unnamed exercise"

// exerciseRunes is the maximum length of an exercise's name.
const exerciseRunes = 80

// Of returns the exercise of a set.
func Of(s *training.StrengthSet) Exercise {
	name := textclean.Line(s.Exercise, exerciseRunes)
	e := Exercise{Name: name, Category: s.Category}
	if name == "" {
		e.Name = unnamed
		return e
	}
	if found, category := profiled(name, s.Category); found != "" {
		e.Name, e.Category = found, category
	}
	if e.Category == "" {
		e.Category = guessed(name)
	}
	if e.Trained = trainedBy(e.Name); e.Trained.Main == nil {
		e.Trained = strength.TrainedBy(e.Category)
	}
	return e
}

// profiled finds an exercise in FIT's profile. Apps write the equipment in brackets behind
// the name: "Bench Press (Barbell)" is FIT's "Barbell bench press".
func profiled(name, category string) (words, of string) {
	plain := strings.ToLower(name)
	before, after, _ := strings.Cut(plain, "(")
	before, equipment := strings.TrimSpace(before), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(after), ")"))
	if other := sameAs[plain]; other != "" {
		return fit.NamedExercise(other, "")
	}
	before = strings.ReplaceAll(before, "bicep ", "biceps ")
	for _, try := range []string{plain, strings.TrimSpace(equipment + " " + before), before} {
		if try == before && equipment != "" && !slices.Contains(bare, equipment) {
			break // the equipment is a part of the name
		}
		for _, form := range []string{try, strings.TrimSuffix(try, "s"), try + "s"} {
			if words, of = fit.NamedExercise(form, category); words != "" && (of != banded || category != "" || strings.Contains(plain, "band")) {
				return words, of
			}
		}
	}
	return "", ""
}

// banded is FIT's category of exercises with an elastic band, whose names are also those of
// exercises without one.
const banded = "banded_exercises"

// bare lists the equipment that FIT does not write into a name.
var bare = []string{"machine", "bodyweight", "cable", "weighted", "assisted", "plate", "other"}

// sameAs maps the names of apps to FIT's for the exercises that they name differently.
var sameAs = map[string]string{
	"squat (barbell)":                "Barbell back squat",
	"squat (dumbbell)":               "Dumbbell squat",
	"squat (bodyweight)":             "Squat",
	"front squat (barbell)":          "Barbell front squat",
	"overhead press (barbell)":       "Overhead barbell press",
	"overhead press (dumbbell)":      "Overhead dumbbell press",
	"shoulder press (dumbbell)":      "Dumbbell shoulder press",
	"bent over row (barbell)":        "Barbell row",
	"bent over row (dumbbell)":       "Dumbbell row",
	"seated row (cable)":             "Seated cable row",
	"seated cable row":               "Seated cable row",
	"romanian deadlift (barbell)":    "Romanian deadlift",
	"sumo deadlift (barbell)":        "Sumo deadlift",
	"hip thrust (barbell)":           "Barbell hip thrust with bench",
	"bicep curl (barbell)":           "Barbell biceps curl",
	"bicep curl (dumbbell)":          "Standing dumbbell biceps curl",
	"hammer curl (dumbbell)":         "Dumbbell hammer curl",
	"lateral raise (dumbbell)":       "Dumbbell lateral raise",
	"triceps pushdown (cable)":       "Triceps pressdown",
	"triceps pushdown":               "Triceps pressdown",
	"lat pulldown (cable)":           "Lat pulldown",
	"leg extension (machine)":        "Leg extensions",
	"incline bench press (barbell)":  "Incline barbell bench press",
	"incline bench press (dumbbell)": "Incline dumbbell bench press",
	"bulgarian split squat":          "Dumbbell bulgarian split squat",
	"standing calf raise (machine)":  "Standing calf raise",
}

// byWord finds the category of an exercise by words in its name; the first that matches counts.
var byWord = []struct{ words, category string }{
	{"bench press,chest press,floor press", "bench_press"},
	{"leg press,squat,leg extension,wall sit,hack", "squat"},
	{"shoulder press,overhead press,military press,arnold,push press", "shoulder_press"},
	{"deadlift,rack pull,rdl", "deadlift"},
	{"lunge,step up,step-up", "lunge"},
	{"pull up,pull-up,pullup,chin up,chin-up,pulldown,pullover,muscle up", "pull_up"},
	{"push up,push-up,pushup", "push_up"},
	{"leg curl,hamstring curl,good morning,nordic", "leg_curl"},
	{"calf", "calf_raise"},
	{"hip thrust,bridge,hip raise,glute kickback,kickback (machine)", "hip_raise"},
	{"abduction,abductor,adduction,adductor,clam", "hip_stability"},
	{"swing", "hip_swing"},
	{"back extension,hyperextension,superman", "hyperextension"},
	{"leg raise,knee raise,toes to bar", "leg_raise"},
	{"crunch", "crunch"},
	{"sit up,sit-up,situp", "sit_up"},
	{"plank", "plank"},
	{"lateral raise,front raise,rear delt,reverse fly", "lateral_raise"},
	{"face pull,row", "row"},
	{"fly,pec deck,crossover", "flye"},
	{"shrug", "shrug"},
	{"triceps,tricep,skullcrusher,skull crusher,pushdown,dip", "triceps_extension"},
	{"curl", "curl"},
	{"clean,snatch,jerk,thruster", "olympic_lift"},
	{"jump,bound,hop", "plyo"},
	{"farmer,carry,suitcase", "carry"},
	{"woodchop,wood chop", "chop"},
	{"twist,ab wheel,rollout,dead bug,bird dog,hollow,pallof", "core"},
	{"sled", "sled"},
	{"battle rope", "battle_rope"},
}

// guessed returns the category that the words of a name mean, or "".
func guessed(name string) string {
	low := strings.ToLower(name)
	for _, w := range byWord {
		for word := range strings.SplitSeq(w.words, ",") {
			if strings.Contains(low, word) {
				return w.category
			}
		}
	}
	return ""
}

// trainedBy returns the muscle groups of exercises that train others than their category
// does, or nothing.
func trainedBy(name string) strength.Trained {
	low := strings.ToLower(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(low, w) })
	}
	switch {
	case has("leg extension") && !has("curl", "bridge", "arm and"):
		return strength.Trained{Main: []strength.Muscle{strength.Quadriceps}}
	case has("wrist curl"):
		return strength.Trained{Main: []strength.Muscle{strength.Forearms}}
	case has("adduct"):
		return strength.Trained{Main: []strength.Muscle{strength.Adductors}}
	case has("abduct") && !has("shoulder", "rotation"):
		return strength.Trained{Main: []strength.Muscle{strength.Abductors}, Helping: []strength.Muscle{strength.Glutes}}
	case has("face pull", "reverse fly", "rear delt"):
		return strength.Trained{Main: []strength.Muscle{strength.Shoulders, strength.UpperBack}}
	}
	return strength.Trained{}
}
