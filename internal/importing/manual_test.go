package importing_test

import (
	"slices"
	"testing"
	"time"

	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// enter creates manual activities in one transaction.
func enter(t *testing.T, b bench, ms ...importing.Manual) (ids []training.ActivityID, existed []bool) {
	t.Helper()
	write(t, b, func(tx *store.Tx) error {
		for _, m := range ms {
			id, was, err := b.im.Create(t.Context(), tx, me, m)
			if err != nil {
				return err
			}
			ids, existed = append(ids, id), append(existed, was != nil)
		}
		return nil
	})
	return ids, existed
}

func TestManualActivityIsUpserted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := importing.Manual{
		Sport: training.Strength, Start: start.Add(17*time.Hour + 30*time.Minute), TimerS: 1800, ManualLoad: 30, RPE: 6, Tags: []string{"gym"},
		Values: training.Values{training.MetricAvgHRBpm: 120}, ExternalID: "manual:1",
	}
	ids, existed := enter(t, b, m)
	row, err := b.db.Activity(t.Context(), storetest.Export(me), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if row.LocalDay.String() != "2026-05-02" || row.Zone != "Europe/Berlin" || row.Name != "Night strength session" || existed[0] {
		t.Errorf("%+v", row.Activity)
	}
	v := row.Summary.Values
	if v[training.MetricDurationS] != 1800 || v[training.MetricElapsedTimeS] != 1800 || row.Summary.HRSeconds != 1800 || row.ManualLoad != 30 {
		t.Errorf("%+v", row.Summary)
	}
	m.Name, m.TimerS, m.Values = "Squats", 2400, nil
	again, existed := enter(t, b, m)
	row, err = b.db.Activity(t.Context(), storetest.Export(me), again[0])
	if err != nil || !existed[0] || again[0] != ids[0] || b.count(t) != 1 {
		t.Fatalf("%v %v %v", again, existed, err)
	}
	if _, has := row.Summary.Values[training.MetricAvgHRBpm]; has || row.Name != "Squats" ||
		row.Summary.Values[training.MetricDurationS] != 2400 {
		t.Errorf("%+v %+v", row.Activity, row.Summary)
	}
	if got, err := b.db.Resolve(t.Context(), storetest.Export(me), "manual:1"); err != nil || got != ids[0] {
		t.Errorf("%s %v", got, err)
	}
}

func TestManualActivityThatWasDeletedComesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, m := range []importing.Manual{
		{Sport: training.Yoga, Start: start, TimerS: 600},
		{Sport: training.Yoga, Start: start.Add(time.Hour), TimerS: 600, ExternalID: "manual:y"},
	} {
		ids, _ := enter(t, b, m)
		write(t, b, func(tx *store.Tx) error { return tx.DeleteActivity(me, ids[0]) })
		again, _ := enter(t, b, m)
		if _, err := b.db.Activity(t.Context(), storetest.Export(me), ids[0]); err != nil || !slices.Equal(ids, again) {
			t.Errorf("%v %v %v", ids, again, err)
		}
	}
}

func TestManualActivityIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	o := importing.RunOptions{Source: "igpsport", ExternalID: func(string) string { return "42" }}
	b.run(t, o, ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1")))
	for name, tt := range map[string]struct {
		m    importing.Manual
		kind training.Kind
	}{
		"recorded":     {importing.Manual{Sport: training.Cycling, Start: start, ExternalID: "igpsport:42"}, training.KindConflict},
		"no start":     {importing.Manual{Sport: training.Cycling}, training.KindInvalid},
		"no source":    {importing.Manual{Sport: training.Cycling, Start: start, ExternalID: "42"}, training.KindInvalid},
		"not a number": {importing.Manual{Sport: training.Cycling, Start: start, Values: training.Values{"tss": inf()}}, training.KindInvalid},
	} {
		err := b.db.Write(t.Context(), func(tx *store.Tx) error {
			_, _, err := b.im.Create(t.Context(), tx, me, tt.m)
			return err
		})
		if training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.count(t) != 1 {
		t.Errorf("%d activities", b.count(t))
	}
}

func inf() float64 {
	zero := 0.0
	return 1 / zero
}
