package workouts_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// counted counts how often all workouts are read, and how often one.
type counted struct {
	*store.DB
	all, one int
}

func (c *counted) Documents(ctx context.Context, s training.Scope, of document.Collection, f document.Filter) ([]document.Document, error) {
	if of == document.Workouts {
		c.all++
	}
	return c.DB.Documents(ctx, s, of, f)
}

func (c *counted) Document(ctx context.Context, s training.Scope, of document.Collection, id string) (document.Document, error) {
	c.one++
	return c.DB.Document(ctx, s, of, id)
}

func ftp(sport training.Sport, from training.Day, watts float64) training.ThresholdEntry {
	return training.ThresholdEntry{Key: training.KeyFTP, Sport: sport, From: from, Values: []float64{watts}}
}

// asked are questions that need what is kept in each way.
func asked() []workouts.Query {
	return []workouts.Query{
		{}, {Sport: training.Cycling, MinLoad: 20}, {MaxDurationS: 2400}, {Text: "easy"}, {Purpose: "threshold"}, {Folder: "f"},
	}
}

// TestWhatIsKeptIsWhatIsThere changes a library in every way, and holds a lister
// that knew it before against one that reads it for the first time.
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
		reads int // of all workouts
		ones  int // of one
	}{
		{"nothing", nil, 1, 0},
		{"nothing again", nil, 0, 0},
		{"a workout", func(tx *store.Tx) error {
			return say(tx, document.Workouts, "w", training.LibraryWorkout{Name: "Fours", Sport: training.Cycling, Description: "- 30m 90%"})
		}, 1, 1},
		{"another sport's", func(tx *store.Tx) error {
			w := training.LibraryWorkout{Name: "Threshold", Sport: training.Running, Description: "- easy 30m 300w"}
			return say(tx, document.Workouts, "r", w)
		}, 1, 1},
		{"a stated one", func(tx *store.Tx) error {
			return say(tx, document.Workouts, "intervals:x", training.LibraryWorkout{FolderID: "f", Name: "Stated", MovingTimeS: 60, Load: 70})
		}, 1, 0},
		{"a threshold", func(tx *store.Tx) error { return tx.PutThreshold(scope.Athlete, ftp(training.Cycling, 20_000, 250)) }, 1, 1},
		{"one of tomorrow", func(tx *store.Tx) error {
			return tx.PutThreshold(scope.Athlete, ftp(training.Cycling, frame.Today+1, 200))
		}, 1, 0},
		{"a folder", func(tx *store.Tx) error { return say(tx, document.Folders, "f", training.WorkoutFolder{Name: "F"}) }, 1, 0},
		{"words", func(tx *store.Tx) error {
			return own(tx, "w", document.Own{Fields: []byte(`{"name":"Easy","tags":["threshold"]}`)})
		}, 1, 1},
		{"a deletion", func(tx *store.Tx) error { return own(tx, "r", document.Own{Deleted: true}) }, 1, 0},
		{"other changes", func(tx *store.Tx) error {
			return errors.Join(say(tx, document.Reminders, "g", training.GearReminder{}), tx.PutThreshold("bob", ftp(training.Cycling, 20_000, 100)))
		}, 0, 0},
		{"the next day", nil, 0, 1},
		{"very much", func(tx *store.Tx) error {
			var err error
			for i := range 5000 {
				err = errors.Join(err, say(tx, document.Reminders, fmt.Sprint("g", i), training.GearReminder{}))
			}
			return err
		}, 1, 0},
	} {
		if step.do != nil {
			storetest.Write(t, db.DB, step.do)
		}
		if step.what == "the next day" {
			today.Today++
		}
		db.all, db.one = 0, 0
		var kept []*workouts.WorkoutList
		for _, q := range asked() {
			kept = append(kept, answer(t, lister, today, q))
		}
		if db.all != step.reads || db.one != step.ones {
			t.Errorf("%s: all workouts are read %d times, and one %d times", step.what, db.all, db.one)
		}
		for i, q := range asked() {
			if d := cmp.Diff(answer(t, workouts.NewLister(db), today, q), kept[i]); d != "" {
				t.Errorf("%s: %+v: %s", step.what, q, d)
			}
		}
	}
}

// answer is what a lister says, nil for a refusal.
func answer(t *testing.T, l *workouts.Lister, f answers.Frame, q workouts.Query) *workouts.WorkoutList {
	t.Helper()
	v, err := l.Show(t.Context(), scope, f, q)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		t.Fatal(err)
	}
	return v
}

// TestManyAskAtOnce: one lister serves several athletes at the same time, and
// nobody sees another's workouts.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	var who []training.AthleteID
	for i := range 20 { // more than are kept
		a := training.AthleteID(fmt.Sprint("athlete", i))
		who = append(who, a)
		storetest.Athlete(t, db, a)
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.Say(a, document.Statement{
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
			q := workouts.Query{MinDurationS: 1800, MaxDurationS: 1800, Sport: training.Cycling}
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
