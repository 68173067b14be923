package derive_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// asBefore gives activities the summaries of older rules, with one number changed
// by change, and their reports likewise.
func asBefore(t *testing.T, db *store.DB, rules int, change func(i int, v training.Values), ids ...training.ActivityID) {
	t.Helper()
	write(t, db, func(tx *store.Tx) error {
		for i, id := range ids {
			_, sum, err := tx.OwnRow(me, id)
			if err != nil {
				return err
			}
			sum.Version = rules
			change(i, sum.Values)
			report, err := db.Primitive(t.Context(), storetest.Export(me), id, derive.Report)
			report.Version = rules
			if err := errors.Join(err, tx.PutSummary(me, id, sum), tx.PutPrimitive(me, report)); err != nil {
				return err
			}
		}
		return tx.SetWatermark(derive.Consumer, 1<<40, rules)
	})
}

func changedOf(t *testing.T, db *store.DB) (derive.Changed, bool) {
	t.Helper()
	c, ok, err := derive.ReadChanged(t.Context(), db, me)
	if err != nil {
		t.Fatal(err)
	}
	return c, ok
}

func rides(t *testing.T, db *store.DB, n int) (ids []training.ActivityID) {
	t.Helper()
	for i := range n {
		id := fmt.Sprintf("a%02d", i)
		put(t, db, id, training.Cycling, time.Duration(i)*3*time.Hour, ingesttest.Everything()...)
		ids = append(ids, training.ActivityID(id))
	}
	return ids
}

// TestAnUpgradeTellsWhichNumbersChanged: a number that is shown otherwise, one
// that is new and one that is gone count, each activity once; what is shown as it
// was does not.
func TestAnUpgradeTellsWhichNumbersChanged(t *testing.T) {
	t.Parallel()
	db := opened(t)
	ids := rides(t, db, 12)
	follow(t, db)
	if c, ok := changedOf(t, db); ok {
		t.Fatalf("an import is no upgrade: %+v", c)
	}
	asBefore(t, db, 1, func(i int, v training.Values) {
		v[training.MetricAvgHRBpm] += 1e-9
		v[training.MetricAvgPowerW] -= float64(20 + i)
		if i == 0 {
			delete(v, training.MetricNormalizedPowerW)
			v[training.MetricCaloriesKcal] = 500
		}
	}, ids...)
	if n := follow(t, db); n != len(ids) {
		t.Fatalf("computed %d", n)
	}
	c, ok := changedOf(t, db)
	if !ok || c.Activities != 12 || c.At.IsZero() || len(c.Metrics) != 3 {
		t.Fatalf("%+v", c)
	}
	power := c.Metrics[training.MetricAvgPowerW]
	if power.Activities != 12 || len(power.Most) != 10 || power.Most[0].ID != "a11" || power.Most[9].ID != "a02" {
		t.Errorf("%+v", power)
	}
	if n := power.Most[0]; *n.To-*n.From != 31 {
		t.Errorf("from %v to %v", *n.From, *n.To)
	}
	if m := c.Metrics[training.MetricNormalizedPowerW]; m.Activities != 1 || m.Most[0].From != nil || m.Most[0].To == nil {
		t.Errorf("a number that is new: %+v", m)
	}
	if m := c.Metrics[training.MetricCaloriesKcal]; m.Activities != 1 || m.Most[0].From == nil || m.Most[0].To != nil {
		t.Errorf("a number that is gone: %+v", m)
	}
}

// TestOnlyAnUpgradeIsTold: not what the athlete's own edits change, before an
// upgrade or after it.
func TestOnlyAnUpgradeIsTold(t *testing.T) {
	t.Parallel()
	db := opened(t)
	ids := rides(t, db, 2)
	follow(t, db)
	edit := func() {
		write(t, db, func(tx *store.Tx) error {
			_, err := tx.SetOverride(me, ids[1], "ignored", []byte(`[{"channel":"power"}]`))
			return err
		})
		if n := follow(t, db); n != 1 {
			t.Fatalf("computed %d", n)
		}
	}
	edit()
	if c, ok := changedOf(t, db); ok {
		t.Errorf("%+v", c)
	}
	asBefore(t, db, 1, func(_ int, v training.Values) { v[training.MetricAvgHRBpm] += 5 }, ids[0])
	follow(t, db)
	want, _ := changedOf(t, db)
	write(t, db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, ids[1], "ignored", nil)
		return err
	})
	follow(t, db)
	if got, _ := changedOf(t, db); got.Activities != 1 || len(got.Metrics) != 1 || !got.At.Equal(want.At) {
		t.Errorf("%+v, then %+v", want, got)
	}
}

// TestANewerReaderIsAnUpgrade: the recording is another by the same rules.
func TestANewerReaderIsAnUpgrade(t *testing.T) {
	t.Parallel()
	db := opened(t)
	ids := rides(t, db, 1)
	follow(t, db)
	rec := recorded(training.Cycling, 0, ingesttest.Everything()...)
	rec.ReadVersion = 2
	for i := range rec.Columns.TimeS {
		rec.Columns.Data[training.HeartRate].Values[i] += 7
	}
	write(t, db, func(tx *store.Tx) error {
		rid := training.RecordingID("r" + ids[0])
		return errors.Join(
			tx.PutRecording(me, store.NewRecording{ID: rid, Origin: store.Origin{Source: "file"}, Audience: store.EveryAudience, Recording: rec}),
			tx.LinkRecording(me, ids[0], rid, 0, derive.Present(&rec.Columns)), tx.PutActivity(me, activity("a00", training.Cycling, 0)))
	})
	follow(t, db)
	c, _ := changedOf(t, db)
	heart := c.Metrics[training.MetricAvgHRBpm]
	if c.Activities != 1 || len(heart.Most) != 1 || *heart.Most[0].To-*heart.Most[0].From != 7 {
		t.Errorf("%+v", c)
	}
}

// TestAKilledUpgradeCountsEachActivityOnce, also where two processes follow it.
func TestAKilledUpgradeCountsEachActivityOnce(t *testing.T) {
	t.Parallel()
	db := opened(t)
	ids := rides(t, db, 70) // two transactions
	follow(t, db)
	asBefore(t, db, 1, func(_ int, v training.Values) { v[training.MetricAvgHRBpm]++ }, ids...)
	if _, err := derive.Follow(t.Context(), &killed{db, 1}, nil); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if c, _ := changedOf(t, db); c.Activities == 0 || c.Activities == len(ids) {
		t.Fatalf("%d activities after a kill", c.Activities)
	}
	done := make(chan error, 2)
	for range cap(done) {
		go func() {
			_, err := derive.Follow(t.Context(), db, nil)
			done <- err
		}()
	}
	if err := errors.Join(<-done, <-done); err != nil {
		t.Fatal(err)
	}
	if c, _ := changedOf(t, db); c.Activities != len(ids) || c.Metrics[training.MetricAvgHRBpm].Activities != len(ids) {
		t.Errorf("%+v", c)
	}
}

// TestTheNextUpgradeIsToldAlone: what one before it changed was told.
func TestTheNextUpgradeIsToldAlone(t *testing.T) {
	t.Parallel()
	db := opened(t)
	ids := rides(t, db, 2)
	follow(t, db)
	write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(me, document.Statement{
			Collection: document.ChangedNumbers, ID: "upgrade", Source: "rules", Body: derive.Changed{Rules: 1, Activities: 40},
		})
		return err
	})
	asBefore(t, db, 1, func(_ int, v training.Values) { v[training.MetricAvgHRBpm]++ }, ids[1])
	follow(t, db)
	c, _ := changedOf(t, db)
	var told []training.ActivityID
	for _, n := range c.Metrics[training.MetricAvgHRBpm].Most {
		told = append(told, n.ID)
	}
	if c.Activities != 1 || !slices.Equal(told, ids[1:]) {
		t.Errorf("%+v", c)
	}
}
