package strength_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/training"
)

// TestOneRepMax compares the estimate with a spreadsheet: Epley of 100 kg, by repetitions.
func TestOneRepMax(t *testing.T) {
	for reps, want := range []float64{0, 100, 106.667, 110, 113.333, 116.667, 120, 123.333, 126.667, 130, 133.333, 0, 0} {
		got, ok := strength.OneRepMaxKg(&training.StrengthSet{Exercise: "Squat", Reps: reps, LoadKg: 100})
		if ok != (want > 0) || math.Abs(got-want) > 0.001 {
			t.Errorf("%d repetitions: %g %t, want %g", reps, got, ok, want)
		}
	}
	for _, s := range []training.StrengthSet{{Reps: 5}, {Reps: 5, LoadKg: 100, Kind: training.SetWarmup}, {LoadKg: 100}} {
		if got, ok := strength.OneRepMaxKg(&s); ok {
			t.Errorf("%+v: %g", s, got)
		}
	}
}

// TestBrzyckiAgreesAtTen: both formulas give the same for ten repetitions, as published.
func TestBrzyckiAgreesAtTen(t *testing.T) {
	got, _ := strength.OneRepMaxKg(&training.StrengthSet{Reps: 10, LoadKg: 60})
	if brzycki := 60 * 36.0 / (37 - 10); math.Abs(got-brzycki) > 1e-9 {
		t.Error(got, brzycki)
	}
}

func TestTotals(t *testing.T) {
	got := strength.Total([]training.StrengthSet{
		{Exercise: "Squat", Reps: 10, LoadKg: 40, Kind: training.SetWarmup},
		{Exercise: "Squat", Reps: 5, LoadKg: 100},
		{Exercise: "Squat", Reps: 3, LoadKg: 105.5, Kind: training.SetFailure},
		{Exercise: "Squat", Reps: 12, LoadKg: 70, Kind: training.SetDrop},
		{Exercise: "Plank", DurationS: 60},
		{DurationS: 300}, // yoga
	})
	if got.Sets != 4 || got.WarmUps != 1 || got.Reps != 20 || got.VolumeKg != 500+316.5+840 || got.TopLoadKg != 105.5 || got.MostReps != 12 ||
		math.Abs(got.OneRepMaxKg-116.667) > 0.001 || got.From.LoadKg != 100 {
		t.Errorf("%+v", got)
	}
}

// TestEveryCategoryTrainsKnownMuscles: no muscle is in two places of one exercise.
func TestEveryCategoryTrainsKnownMuscles(t *testing.T) {
	for _, category := range []string{"bench_press", "squat", "deadlift", "row", "plank", "calf_raise", "curl", "pull_up"} {
		of := strength.TrainedBy(category)
		if len(of.Main) == 0 || len(of.Shares()) != len(of.Main)+len(of.Helping) {
			t.Error(category, of)
		}
	}
	if of := strength.TrainedBy("cardio"); len(of.Shares()) != 0 {
		t.Error(of)
	}
	if got := strength.TrainedBy("bench_press").Shares(); got[strength.Chest] != 1 || got[strength.Triceps] != 0.5 {
		t.Error(got)
	}
}
