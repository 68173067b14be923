package fitness_test

import (
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// ride stores an hour at FTP that begins at a wall clock time of a zone.
func ride(t *testing.T, db *store.DB, id training.ActivityID, zone, wall string) {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	start, err := time.ParseInLocation("2006-01-02 15:04", wall, loc)
	if err != nil {
		t.Fatal(err)
	}
	_, offset := start.Zone()
	storetest.Write(t, db, func(tx *store.Tx) error {
		act := training.Activity{
			ID: id, Sport: training.Cycling, Start: start.UTC(), OffsetS: offset, Zone: zone, LocalDay: training.DayOf(start),
		}
		if err := tx.PutActivity(answerstest.FitnessAthlete, act); err != nil {
			return err
		}
		return tx.PutSummary(answerstest.FitnessAthlete, id, store.Summary{NPWindows: 3600, Version: 1, Values: training.Values{
			training.MetricNormalizedPowerW: 200, training.MetricDurationS: 3600,
		}})
	})
}

// TestDaysAndWeeksAreTheAthletes: what counts is the day on the athlete's
// wall, wherever the server is and whatever day it was in Greenwich.
func TestDaysAndWeeksAreTheAthletes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, zone, now    string
		rides              [][2]string // zone and wall clock
		thisWeek, lastWeek int
		todayLoad          float64
	}{
		{
			"Sydney, late on Sunday and early on Monday", "Australia/Sydney", "2026-05-04 07:00",
			[][2]string{{"Australia/Sydney", "2026-05-03 23:30"}, {"Australia/Sydney", "2026-05-04 00:30"}},
			1, 1, 100,
		},
		{
			"Kolkata, 23:30 of today", "Asia/Kolkata", "2026-05-05 23:55",
			[][2]string{{"Asia/Kolkata", "2026-05-05 23:30"}, {"Asia/Kolkata", "2026-05-04 00:05"}},
			2, 0, 100,
		},
		{
			"Los Angeles, Sunday evening is Monday in Greenwich", "America/Los_Angeles", "2026-05-03 22:00",
			[][2]string{{"America/Los_Angeles", "2026-05-03 18:00"}, {"America/Los_Angeles", "2026-04-26 23:30"}},
			1, 1, 100,
		},
		{
			"the day on which clocks go forward in Berlin", "Europe/Berlin", "2026-03-29 23:30",
			[][2]string{{"Europe/Berlin", "2026-03-29 01:30"}, {"Europe/Berlin", "2026-03-29 03:30"}, {"Europe/Berlin", "2026-03-28 23:30"}},
			3, 0, 200,
		},
		{
			"the day on which clocks go back", "America/Los_Angeles", "2026-11-01 23:30",
			[][2]string{{"America/Los_Angeles", "2026-11-01 00:30"}, {"America/Los_Angeles", "2026-11-01 22:30"}},
			2, 0, 200,
		},
		{
			"travel: a ride in Sydney, asked in Los Angeles", "America/Los_Angeles", "2026-05-03 20:00",
			[][2]string{{"Australia/Sydney", "2026-05-03 06:00"}, {"America/Los_Angeles", "2026-05-03 19:00"}},
			2, 0, 200,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := storetest.Open(t)
			storetest.Write(t, db, func(tx *store.Tx) error {
				if err := tx.PutAthlete(training.Athlete{ID: answerstest.FitnessAthlete, TimeZone: c.zone}); err != nil {
					return err
				}
				return tx.PutThreshold(answerstest.FitnessAthlete,
					training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling, Values: []float64{200}})
			})
			for i, r := range c.rides {
				ride(t, db, training.ActivityID(rune('a'+i)), r[0], r[1])
			}
			at := callAt(t, c.zone, c.now)
			var week fitness.SummaryView
			tooltest.Decode(t, tableOn(db), at, "get_training_summary", `{}`, &week)
			var before fitness.SummaryView
			tooltest.Decode(t, tableOn(db), at, "get_training_summary", `{"range":"last week"}`, &before)
			if week.Totals.Activities != c.thisWeek || before.Totals.Activities != c.lastWeek || week.LocalDate != at.Today ||
				week.TimeZone != c.zone {
				t.Errorf("this week %d, last week %d on %s", week.Totals.Activities, before.Totals.Activities, week.LocalDate)
			}
			var load fitness.LoadView
			tooltest.Decode(t, tableOn(db), at, "analyze_training_load", `{"range":"last 10 days"}`, &load)
			if load.Today == nil || load.Today.Load != c.todayLoad || load.Range.To != at.Today {
				t.Errorf("today's load is %+v", load.Today)
			}
			for i, d := range load.Actual.Dates {
				if d != load.Actual.Dates[0]+training.Day(i) {
					t.Errorf("days are %v", load.Actual.Dates)
				}
			}
		})
	}
}

func callAt(t *testing.T, zone, wall string) *tools.Call {
	t.Helper()
	c := call(zone)
	now, err := time.ParseInLocation("2006-01-02 15:04", wall, c.Location)
	if err != nil {
		t.Fatal(err)
	}
	c.Now, c.Today = now, training.DayOf(now)
	return c
}
