package tools_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// TestServicesAreToldWhatHoldsToday: a value of today goes out, for each sport
// that it holds for; one of the past stays here, with a note.
func TestServicesAreToldWhatHoldsToday(t *testing.T) {
	t.Parallel()
	const today = training.Day(100)
	ftp := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling, From: 50, Values: []float64{250}}
	heart := training.ThresholdEntry{Key: training.KeyMaxHR, From: 50, Values: []float64{190}}
	for _, tt := range []struct {
		name        string
		key         training.ThresholdKey
		sport       training.Sport
		from        training.Day
		told, notes int
	}{
		{"today", training.KeyFTP, training.Cycling, today, 1, 0},
		{"the past", training.KeyFTP, training.Cycling, 40, 0, 2},
		{"the future", training.KeyFTP, training.Cycling, today + 1, 0, 1},
		{"every sport", training.KeyMaxHR, "", today, 1, 0},
		{"what services do not have", training.KeyRestHR, training.Cycling, today, 0, 1},
	} {
		p := tools.Plan{History: training.History{ftp, heart}, From: tt.from}
		p.Put(training.ThresholdEntry{Key: tt.key, Sport: tt.sport, From: tt.from, Values: []float64{60}})
		p.Tell(training.Athlete{HomeSource: "intervals"}, today, false)
		var e journal.Effect
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ada")
		storetest.Write(t, db, func(tx *store.Tx) error { return p.Apply(tx, "ada", &e) })
		told := 0
		for _, c := range e.Changed {
			if _, ok := c.(journal.SettingsChanged); ok {
				told++
			}
		}
		if told != tt.told || len(p.Notes) != tt.notes {
			t.Errorf("%s: %v, %q", tt.name, e.Changed, p.Notes)
		}
	}
}
