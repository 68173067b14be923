package workouts_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// great is a library of 2,000 workouts with texts of their own, in a real store.
func great(t testing.TB) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, scope.Athlete)
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.PutThreshold(scope.Athlete, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling, From: training.NewDay(2026, 1, 1), Values: []float64{250},
		}); err != nil {
			return err
		}
		for i := range 20 {
			if err := say(tx, document.Folders, fmt.Sprint("f", i), training.WorkoutFolder{Name: fmt.Sprint("Folder ", i)}); err != nil {
				return err
			}
		}
		for i := range 2000 {
			w := training.LibraryWorkout{
				FolderID: fmt.Sprint("f", i%20), Name: fmt.Sprint("Workout ", i), Sport: training.Cycling, Description: longText(i),
				Tags: []string{"indoor", "threshold"},
			}
			if err := say(tx, document.Workouts, fmt.Sprint("w", i), w); err != nil {
				return err
			}
		}
		return nil
	})
	return db
}

func say(tx *store.Tx, c document.Collection, id string, body any) error {
	_, err := tx.Say(scope.Athlete, document.Statement{Collection: c, ID: id, Source: "intervals", AsOf: storetest.Noon(), Body: body})
	return err
}

// longText has 12 steps, one of them unlike those of others.
func longText(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Keep your cadence up, and drink.\n\nWarmup\n- 15m ramp 50-75%%\n\nMain set %dx\n", 2+i%5)
	for k := range 4 {
		fmt.Fprintf(&b, "- Hard and even %dm%ds %d-%d%%\n- Ease off 2m 45-55%%\n", 3+k, 1+i%59, 98+k, 102+k)
	}
	b.WriteString("\nCooldown\n- 10m ramp 58-45%\n")
	return b.String()
}

// BenchmarkList has the goal of a list of 2,000 workouts, p95 < 5 ms, with what
// is kept and with the plain version, which reads all of them for each question.
func BenchmarkList(b *testing.B) {
	db := great(b)
	lister := workouts.NewLister(db)
	for _, q := range []struct {
		name string
		workouts.Query
	}{
		{"all", workouts.Query{}},
		{"load and duration", workouts.Query{MinDurationS: 3600, MaxDurationS: 2 * 3600, MinLoad: 40, MaxLoad: 90}},
		{"text", workouts.Query{Text: "cadence"}},
		{"purpose", workouts.Query{Purpose: "vo2max"}},
	} {
		for name, of := range map[string]func() *workouts.Lister{
			"kept": func() *workouts.Lister { return lister }, "plain": func() *workouts.Lister { return workouts.NewLister(db) },
		} {
			b.Run(q.name+"/"+name, func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					began := time.Now()
					if _, err := of().Show(b.Context(), scope, frame, q.Query); err != nil {
						b.Fatal(err)
					}
					took = append(took, time.Since(began))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			})
		}
	}
	b.Run("memory", func(b *testing.B) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		kept := workouts.NewLister(db)
		for b.Loop() {
			if _, err := kept.Show(b.Context(), scope, frame, workouts.Query{MinLoad: 1}); err != nil {
				b.Fatal(err)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
		b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1024, "KB-kept") //nolint:gosec // of one program
	})
}
