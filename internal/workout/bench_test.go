package workout_test

import (
	"fmt"
	"testing"

	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
	"lapkeep/internal/workout/erg"
	"lapkeep/internal/workout/fitfile"
	"lapkeep/internal/workout/zwo"
	"lapkeep/test/workouttest"
)

// sixty is a workout of sixty steps, with ramps, texts and a cadence.
func sixty() *workout.Workout {
	w := &workout.Workout{Name: "Sixty", Sport: training.Cycling}
	for i := range 20 {
		pct := float64(60 + i)
		w.Steps = append(w.Steps,
			workouttest.Timed(training.StepWarmup, 120, workouttest.Ramp(workouttest.FTP(0, 0), pct-10, pct)),
			workouttest.Says(workouttest.Timed(training.StepWork, 60, workouttest.FTP(pct, pct+5), workouttest.RPM(85, 95)),
				fmt.Sprintf("Number %d", i+1), training.StepCue{AtS: 30, Text: "Half"}),
			workouttest.Timed(training.StepRest, 60, workouttest.FTP(0, 55)))
	}
	return w
}

func BenchmarkWrite60Steps(b *testing.B) {
	w, day := sixty(), workouttest.Day(training.Cycling)
	all := map[string]func(*workout.Workout, planned.Day) ([]byte, []workout.Loss, error){
		"zwo": zwo.Write, "erg": erg.Write, "mrc": erg.WriteMRC, "fit": fitfile.Write,
	}
	for name, write := range all {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := write(w, day); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			for _, write := range all {
				if _, _, err := write(w, day); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
