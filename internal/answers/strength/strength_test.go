package strength_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestOneExercise: FIT, Hevy and a person name the same exercises differently.
func TestOneExercise(t *testing.T) {
	for _, c := range []struct{ name, category, want, of string }{
		{"Barbell bench press", "bench_press", "Barbell bench press", "bench_press"},
		{"Bench Press (Barbell)", "", "Barbell bench press", "bench_press"},
		{"bench press", "", "Bench press", "bench_press"},
		{"Squat (Barbell)", "", "Barbell back squat", "squat"},
		{"Squats", "", "Squat", "squat"},
		{"Deadlift (Barbell)", "", "Barbell deadlift", "deadlift"},
		{"Deadlift", "", "Deadlift", "deadlift"},
		{"Shoulder press", "", "Shoulder press", "shoulder_press"},
		{"Bench press", "", "Bench press", "bench_press"},
		{"Triceps Pushdown (Cable - Straight Bar)", "", "Triceps Pushdown (Cable - Straight Bar)", "triceps_extension"},
		{"Pull Up", "", "Pull up", "pull_up"},
		{"Leg Extension (Machine)", "", "Leg extensions", "crunch"},
		{"Row am Seil", "row", "Row am Seil", "row"},
		{"Something new", "", "Something new", ""},
		{"", "", "Unnamed exercise", ""},
	} {
		got := strength.Of(&training.StrengthSet{Exercise: c.name, Category: c.category})
		if got.Name != c.want || got.Category != c.of {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, got.Name, got.Category, c.want, c.of)
		}
	}
	if got := strength.Of(&training.StrengthSet{Exercise: "Leg Extension (Machine)"}).Trained.Main; len(got) != 1 || got[0] != "quadriceps" {
		t.Error(got)
	}
}

// at is a Monday.
var at = time.Date(2026, 3, 2, 17, 0, 0, 0, time.UTC)

func set(name string, reps int, kg float64) training.StrengthSet {
	return training.StrengthSet{Exercise: name, Reps: reps, LoadKg: kg}
}

// home stores three sessions: two in one week, and one two weeks later.
func home(t *testing.T, sharing training.Sharing) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	warmup := set("Squat (Barbell)", 10, 40)
	warmup.Kind = training.SetWarmup
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.PutAthlete(training.Athlete{ID: "ann", TimeZone: "UTC", Sharing: sharing}); err != nil {
			return err
		}
		for i, s := range []struct {
			days int
			sets []training.StrengthSet
		}{
			{0, []training.StrengthSet{warmup, set("Squat (Barbell)", 5, 100), set("Squat (Barbell)", 5, 100), set("Bench Press (Barbell)", 8, 60)}},
			{2, []training.StrengthSet{set("Barbell back squat", 3, 110), {DurationS: 60}}},
			{16, []training.StrengthSet{set("Barbell back squat", 12, 90), set("Plank", 0, 0), set("", 9, 20)}},
			{45, []training.StrengthSet{set("Barbell back squat", 1, 130)}},
		} {
			start := at.AddDate(0, 0, s.days)
			act := training.Activity{
				ID: training.ActivityID(string(rune('a' + i))), Sport: training.Strength, Start: start, LocalDay: training.DayOf(start), Name: "Lift",
				Sets: s.sets, PerceivedExertion: 7,
			}
			if err := tx.PutActivity("ann", act); err != nil {
				return err
			}
			if err := tx.PutSummary("ann", act.ID, store.Summary{Values: training.Values{training.MetricDurationS: 3000}}); err != nil {
				return err
			}
		}
		return nil
	})
	return db
}

var all = training.DayRange{From: training.DayOf(at) - 100, To: training.DayOf(at) + 100}

// TestWeeks compares sums with a spreadsheet of the sessions above.
func TestWeeks(t *testing.T) {
	db := home(t, training.Sharing{Sets: true})
	frame := answers.Frame{Today: training.DayOf(at) + 20, TimeZone: "UTC", Week: time.Monday}
	days := training.DayRange{From: training.DayOf(at), To: training.DayOf(at) + 20}
	w, err := strength.ReadWeeks(t.Context(), db, storetest.Model("ann"), frame, days)
	if err != nil {
		t.Fatal(err)
	}
	want := strength.WeekColumns{
		Sessions: []int{2, 0, 1}, Sets: []int{4, 0, 3}, VolumeKg: []float64{500 + 500 + 480 + 330, 0, 1080 + 180},
		SessionRPE: []float64{700, 0, 350},
	}
	if diff := cmp.Diff(want, w.ByWeek); diff != "" || w.Sessions != 3 || w.Sets != 7 || w.WarmUps != 1 || w.VolumeKg != 3070 {
		t.Errorf("%+v %s", w.Totals, diff)
	}
	got := map[string][]float64{}
	for _, m := range w.Muscles {
		got[string(m.Muscle)] = m.Sets
		if m.Muscle == "chest" && !cmp.Equal(m.VolumeKg, []float64{480, 0, 0}) ||
			m.Muscle == "hamstrings" && !cmp.Equal(m.VolumeKg, []float64{665, 0, 540}) {
			t.Errorf("%+v", m)
		}
	}
	muscles := map[string][]float64{
		"chest": {1, 0, 0}, "triceps": {0.5, 0, 0}, "shoulders": {0.5, 0, 0.5}, "quadriceps": {3, 0, 1}, "glutes": {3, 0, 1},
		"hamstrings": {1.5, 0, 0.5}, "adductors": {1.5, 0, 0.5}, "abdominals": {0, 0, 1},
	}
	if diff := cmp.Diff(muscles, got); diff != "" {
		t.Error(diff)
	}
}

func TestRecords(t *testing.T) {
	db := home(t, training.Sharing{Sets: true})
	r, err := strength.ReadRecords(t.Context(), db, storetest.Model("ann"), all)
	if err != nil || len(r.Exercises) != 3 {
		t.Fatal(r, err)
	}
	squat := r.Exercises[0]
	day := training.DayOf(at)
	for _, c := range []struct {
		name string
		got  *strength.Mark
		want strength.Mark
	}{
		{"heaviest", squat.Heaviest, strength.Mark{Value: 130, Reps: 1, LoadKg: 130, LocalDate: day + 45, ID: "d"}},
		{"one repetition", squat.OneRepMax, strength.Mark{Value: 130, Reps: 1, LoadKg: 130, LocalDate: day + 45, ID: "d"}},
		{"set", squat.SetVolume, strength.Mark{Value: 1080, Reps: 12, LoadKg: 90, LocalDate: day + 16, ID: "c"}},
		{"session", squat.SessionVolume, strength.Mark{Value: 1080, LocalDate: day + 16, ID: "c"}},
		{"repetitions", squat.MostReps, strength.Mark{Value: 12, Reps: 12, LoadKg: 90, LocalDate: day + 16, ID: "c"}},
	} {
		if c.got == nil || *c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if squat.Exercise != "Barbell back squat" || squat.Sessions != 4 || squat.Last != day+45 {
		t.Errorf("%+v", squat)
	}
	if p := squat.Progress; p == nil || !cmp.Equal(p.Month, []string{"2026-03", "2026-04"}) ||
		*p.OneRepMaxKg[0] != 121 || *p.VolumeKg[1] != 130 {
		t.Errorf("%+v", p)
	}
	// A plank has no load, so it has no record, and one session has no progress.
	for _, e := range r.Exercises[1:] {
		if e.Exercise == "Plank" && (e.Heaviest != nil || e.OneRepMax != nil) || e.Progress != nil {
			t.Errorf("%+v", e)
		}
	}
}

// TestUnshared: a model sees nothing until the athlete shares sets; the athlete always does.
func TestUnshared(t *testing.T) {
	db := home(t, training.Sharing{Notes: true, Weight: true})
	for scope, want := range map[training.Scope]int{storetest.Model("ann"): 0, {Athlete: "ann", Audience: training.AudiencePage}: 3} {
		r, err := strength.ReadRecords(t.Context(), db, scope, all)
		who, errWho := db.Athlete(t.Context(), scope)
		if err != nil || errWho != nil || len(r.Exercises) != want || who.Shows(scope.Audience).Sets != (want > 0) {
			t.Error(scope, r, err, errWho)
		}
	}
}

func TestCanceled(t *testing.T) {
	db := home(t, training.Sharing{Sets: true})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := strength.ReadRecords(ctx, db, storetest.Export("ann"), all); err == nil {
		t.Error("no error")
	}
}

// TestSection: the section of an activity has every set from the given row on, and sums by
// exercise.
func TestSection(t *testing.T) {
	sets := []training.StrengthSet{set("Bench press", 8, 70), set("Bench press", 8, 70), set("Squat", 5, 100), {DurationS: 90}}
	got := strength.Describe(sets, 2)
	if got.Sets != 3 || got.VolumeKg != 1620 || len(got.Rows) != 3 || got.Rows[0].Set != 2 || got.Rows[2].Exercise != "" || got.From != 2 {
		t.Errorf("%+v", got)
	}
	if len(got.Exercises) != 2 || got.Exercises[0].VolumeKg != 1120 ||
		math.Abs(got.Exercises[0].OneRepMaxKg-88.7) > 1e-9 || got.Formula == "" {
		t.Errorf("%+v", got.Exercises)
	}
}

// TestPlannedBesideDone: names of the plan and of the log may differ; warm-ups do not count.
func TestPlannedBesideDone(t *testing.T) {
	exercise := func(sets, reps int, kg, percent float64) *training.StepExercise {
		return &training.StepExercise{Sets: sets, Reps: reps, WeightKg: kg, Percent1RM: percent}
	}
	warmup := set("Squat (Barbell)", 10, 40)
	warmup.Kind = training.SetWarmup
	got := strength.Planned([]training.WorkoutStep{
		{Kind: training.StepWarmup, Text: "Back squat", Exercise: exercise(2, 5, 40, 0)},
		{Text: "Barbell back squat", Exercise: exercise(3, 5, 100, 0)},
		{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{Text: "Bench Press (Barbell)", Exercise: exercise(1, 8, 0, 75)}}},
		{Text: "Plank", DurationS: 45, Exercise: exercise(3, 0, 0, 0)},
		{Text: "Easy jog", DurationS: 600},
	}, []training.StrengthSet{
		warmup, set("Squat (Barbell)", 5, 100), set("Squat (Barbell)", 4, 105),
		set("Curl", 9, 10), set("Barbell bench press", 8, 60),
	})
	want := []strength.PlannedExercise{
		{Exercise: "Barbell back squat", Sets: 3, Reps: 15, LoadKg: 100, DoneSets: 2, DoneReps: 9, DoneLoadKg: 105},
		{Exercise: "Barbell bench press", Sets: 2, Reps: 16, Percent1RM: 75, DoneSets: 1, DoneReps: 8, DoneLoadKg: 60},
		{Exercise: "Plank", Sets: 3},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := strength.Planned([]training.WorkoutStep{{DurationS: 600}}, nil); got != nil {
		t.Error(got)
	}
}
