package workouts_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// counted counts how often all workouts are read.
type counted struct {
	*store.DB
	all int
}

func (c *counted) Documents(ctx context.Context, s training.Scope, of document.Collection, f document.Filter) ([]document.Document, error) {
	if of == document.Workouts {
		c.all++
	}
	return c.DB.Documents(ctx, s, of, f)
}

func ftp(sport training.Sport, from training.Day, watts float64) training.ThresholdEntry {
	return training.ThresholdEntry{Key: training.KeyFTP, Sport: sport.Plain(), From: from, Values: []float64{watts}}
}

// asked returns queries that use the cache in each way.
func asked() []workouts.Query {
	return []workouts.Query{
		{}, {Sport: training.Cycling.Plain(), MinLoad: 20}, {MaxDurationS: 2400}, {Text: "easy"}, {Purpose: "threshold"}, {Folder: "f"},
	}
}

// TestWhatIsKeptIsWhatIsThere changes a library in every way, and compares a
// lister that knew it before with one that reads it for the first time.
func TestWhatIsKeptIsWhatIsThere(t *testing.T) {
	t.Parallel()
	db := &counted{DB: storetest.Open(t)}
	storetest.Athlete(t, db.DB, scope.Athlete)
	storetest.Athlete(t, db.DB, "bob")
	lister, today := workouts.NewLister(db), frame
	own := func(tx *store.Tx, id string, o document.Own) error {
		_, err := tx.PutOwn(scope.Athlete, document.Workouts, id, o)
		return err
	}
	for _, step := range []struct {
		what  string
		do    func(tx *store.Tx) error
		reads int // reads of all workouts
	}{
		{"nothing", nil, 1},
		{"nothing again", nil, 0},
		{"a workout", func(tx *store.Tx) error {
			return say(tx, document.Workouts, "w", training.LibraryWorkout{Name: "Fours", Sport: training.Cycling, Description: "- 30m 90%"})
		}, 1},
		{"another sport's", func(tx *store.Tx) error {
			w := training.LibraryWorkout{Name: "Threshold", Sport: training.Running, Description: "- easy 30m 300w"}
			return say(tx, document.Workouts, "r", w)
		}, 1},
		{"a stated one", func(tx *store.Tx) error {
			return say(tx, document.Workouts, "intervals:x", training.LibraryWorkout{FolderID: "f", Name: "Stated", MovingTimeS: 60, Load: 70})
		}, 1},
		{"a threshold", func(tx *store.Tx) error { return tx.PutThreshold(scope.Athlete, ftp(training.Cycling, 20_000, 250)) }, 1},
		{"one of tomorrow", func(tx *store.Tx) error {
			return tx.PutThreshold(scope.Athlete, ftp(training.Cycling, frame.Today+1, 200))
		}, 1},
		{"a folder", func(tx *store.Tx) error { return say(tx, document.Folders, "f", training.WorkoutFolder{Name: "F"}) }, 1},
		{"words", func(tx *store.Tx) error {
			return own(tx, "w", document.Own{Fields: []byte(`{"name":"Easy","tags":["threshold"]}`)})
		}, 1},
		{"a deletion", func(tx *store.Tx) error { return own(tx, "r", document.Own{Deleted: true}) }, 1},
		{"other changes", func(tx *store.Tx) error { return say(tx, document.Reminders, "g", training.GearReminder{}) }, 0},
		{"another's threshold", func(tx *store.Tx) error { return tx.PutThreshold("bob", ftp(training.Cycling, 20_000, 100)) }, 1},
		{"the next day", nil, 1},
		{"very much", func(tx *store.Tx) error {
			var err error
			for i := range 5000 {
				err = errors.Join(err, say(tx, document.Reminders, fmt.Sprint("g", i), training.GearReminder{}))
			}
			return err
		}, 1},
	} {
		if step.do != nil {
			storetest.Write(t, db.DB, step.do)
		}
		if step.what == "the next day" {
			today.Today++
		}
		db.all = 0
		var kept []*workouts.WorkoutList
		for _, q := range asked() {
			kept = append(kept, answer(t, lister, today, q))
		}
		if db.all != step.reads {
			t.Errorf("%s: all workouts are read %d times", step.what, db.all)
		}
		for i, q := range asked() {
			if d := cmp.Diff(answer(t, workouts.NewLister(db), today, q), kept[i]); d != "" {
				t.Errorf("%s: %+v: %s", step.what, q, d)
			}
		}
	}
}

// answer returns a lister's answer, or nil for a refusal.
func answer(t *testing.T, l *workouts.Lister, f answers.Frame, q workouts.Query) *workouts.WorkoutList {
	t.Helper()
	v, err := l.Show(t.Context(), scope, f, q)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		t.Fatal(err)
	}
	return v
}

// TestManyAskAtOnce checks that one lister can serve several athletes at the
// same time, and that nobody sees another's workouts.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	var who []training.AthleteID
	for i := range 20 { // more than are cached
		a := training.AthleteID(fmt.Sprint("athlete", i))
		who = append(who, a)
		storetest.Athlete(t, db, a)
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.PutStatement(a, document.Statement{
				Collection: document.Workouts, ID: "w", Source: "intervals", AsOf: storetest.Noon(),
				Body: training.LibraryWorkout{Name: string(a), Sport: training.Cycling, Description: "- 30m 200w"},
			})
			return err
		})
	}
	lister := workouts.NewLister(db)
	var all sync.WaitGroup
	for i := range 200 {
		a := who[i%len(who)]
		all.Go(func() {
			q := workouts.Query{MinDurationS: 1800, MaxDurationS: 1800, Sport: training.Cycling.Plain()}
			v, err := lister.Show(t.Context(), storetest.Model(a), frame, q)
			if err != nil || len(v.Workouts) == 0 || v.Workouts[0].Name != string(a) || v.Total != 1 {
				t.Errorf("%s: %+v %v", a, v, err)
			}
		})
	}
	all.Wait()
}

func TestAKnownLibraryCanBeCalledOff(t *testing.T) {
	t.Parallel()
	lister := workouts.NewLister(stocked(t))
	if _, err := lister.Show(t.Context(), scope, frame, workouts.Query{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, q := range []workouts.Query{{}, {MinLoad: 10}} {
		if _, err := lister.Show(ctx, scope, frame, q); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// great returns a library of 2,000 workouts with different texts, in a real store.
func great(t testing.TB) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, scope.Athlete)
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.PutThreshold(scope.Athlete, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: training.NewDay(2026, 1, 1), Values: []float64{250},
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
	_, err := tx.PutStatement(scope.Athlete, document.Statement{
		Collection: c, ID: id, Source: "intervals", AsOf: storetest.Noon(),
		Body: body,
	})
	return err
}

// longText returns 12 steps, one of them different for each i.
func longText(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Keep your cadence up, and drink.\n\nWarmup\n- 15m ramp 50-75%%\n\nMain set %dx\n", 2+i%5)
	for k := range 4 {
		fmt.Fprintf(&b, "- Hard and even %dm%ds %d-%d%%\n- Ease off 2m 45-55%%\n", 3+k, 1+i%59, 98+k, 102+k)
	}
	b.WriteString("\nCooldown\n- 10m ramp 58-45%\n")
	return b.String()
}

// BenchmarkList measures a list of 2,000 workouts, with a goal of p95 < 5 ms, with
// the cache and with a plain version that reads all workouts for each question.
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
