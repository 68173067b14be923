package workout_test

import (
	"fmt"
	"testing"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
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

// BenchmarkText60Steps reads a text, which checks it, adds up what it takes and
// writes it in every form: the goal is under 1 ms.
func BenchmarkText60Steps(b *testing.B) {
	w, day := sixty(), workouttest.Day(training.Cycling)
	text, losses := steptext.Write(w)
	if len(losses) > 0 {
		b.Fatal(losses)
	}
	all := workoutfile.AllForms()
	b.ReportAllocs()
	for b.Loop() {
		read, faults := steptext.Read(text, training.Cycling)
		if len(faults) > 0 || len(read.Steps) != 60 {
			b.Fatal(faults)
		}
		read.Name = "Sixty"
		if takes := read.Takes(day, load.Rules{}); takes.Load == 0 {
			b.Fatal(takes.Missing)
		}
		for _, f := range all {
			if f.Write == nil {
				continue
			}
			if _, _, err := f.Write(&read, day); err != nil {
				b.Fatal(f.Name, err)
			}
		}
	}
}

func BenchmarkWrite60Steps(b *testing.B) {
	w, day := sixty(), workouttest.Day(training.Cycling)
	all := map[string]func(*workout.Workout, efforts.Day) ([]byte, []workout.Loss, error){
		"zwo": workoutfile.WriteZWO, "erg": workoutfile.WriteERG, "mrc": workoutfile.WriteMRC, "fit": workoutfile.WriteFIT,
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
