package importing_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/trainingpeakstest"
)

// peaksHolds compares the store with the truth.
func (b bench) peaksHolds(t testing.TB, truth trainingpeakstest.Truth) {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil || len(page.Rows) != len(truth.Activities) {
		t.Errorf("%d activities, want %d, %v", len(page.Rows), len(truth.Activities), err)
	}
	for _, want := range truth.Activities {
		found := 0
		for _, row := range page.Rows {
			v := row.Summary.Values
			if row.Start.Equal(want.Start) || want.Start.IsZero() && row.LocalDay.String() == want.Day && string(row.Sport) == want.Sport {
				found++
			} else {
				continue
			}
			title, comments, rpe := want.Title, want.Comments, want.RPE
			if !want.InTable {
				title, comments, rpe = row.Name, "", 0
			}
			if row.Name != title || row.Description != comments || row.PerceivedExertion != float64(rpe) ||
				string(row.Sport) != want.Sport || row.LocalDay.String() != want.Day ||
				math.Abs(v[training.MetricElapsedTimeS]-float64(want.DurationS)) > 1 || strings.Contains(row.Description, "Well done") {
				t.Errorf("%+v, want %+v", row.Activity, want)
			}
		}
		if found != 1 {
			t.Errorf("%d activities are %+v", found, want)
		}
	}
}

func TestTrainingPeaksExport(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]trainingpeakstest.Options{
		"winter": {},
		"summer": {OffsetS: 7200, From: time.Date(2024, 6, 1, 21, 50, 0, 0, time.UTC), Seed: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := trainingpeakstest.Build(o)
			b := stravaBench(t)
			dir := t.TempDir()
			if err := a.Unpack(dir); err != nil {
				t.Fatal(err)
			}
			b.take(t, "run1", dir)
			b.peaksHolds(t, a.Truth)
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", dir)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
			}
			names, err := filepath.Glob(filepath.Join(dir, "WorkoutExport-*.zip"))
			if err != nil || len(names) != 1 {
				t.Fatal(names, err)
			}
			_, alone := b.take(t, "run3", names[0])
			if _, err := os.Stat(names[0]); err != nil || len(alone) != 1 || alone[0].Status != importing.Ignored || storetest.LastSeq(t,
				b.db) != seq {
				t.Errorf("the table alone: %+v", alone)
			}
		})
	}
}
