package activities_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/training"
)

// BenchmarkList15000 is the lists that people ask for, over 15,000 activities.
func BenchmarkList15000(b *testing.B) {
	db := storetest.Open(b)
	storetest.Write(b, db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, TimeZone: answerstest.Zone})
		for _, e := range answerstest.History() {
			if err == nil {
				err = tx.PutThreshold(answerstest.ActivityAthlete, e)
			}
		}
		return err
	})
	for part := range 15 {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for i := range 1000 {
				if err := putRide(tx, part*1000+i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	table := tools.NewTable(activities.Rows(activities.Deps{Store: db})...)
	for name, args := range map[string]string{
		"newest": `{}`, "by load": `{"sort":"load"}`, "load of a month": `{"range":"2026-03","min_load":50}`, "text": `{"text":"ride 77"}`,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := table.Call(b.Context(), "list_activities", call(b, answerstest.ActivityModel), json.RawMessage(args)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func putRide(tx *store.Tx, n int) error {
	start := answerstest.FirstStart.Add(-time.Duration(n) * 12 * time.Hour)
	id := training.ActivityID(fmt.Sprintf("b%05d", n))
	err := tx.PutActivity(answerstest.ActivityAthlete, training.Activity{
		ID: id, Sport: training.Cycling, Start: start, Zone: answerstest.Zone, LocalDay: training.DayOf(start), Name: fmt.Sprintf("Ride %d", n),
	})
	if err != nil {
		return err
	}
	return tx.PutSummary(answerstest.ActivityAthlete, id, store.Summary{
		Values: training.Values{
			training.MetricAvgHRBpm: float64(120 + n%40), training.MetricDistanceKM: 30 + float64(n%50), training.MetricDurationS: 3600,
		},
		HRSeconds: 3600,
	})
}

// BenchmarkGet4h is the usual question about a ride of four hours.
func BenchmarkGet4h(b *testing.B) {
	h := newHome(b)
	h.file(b, "long.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 4*3600, nil))
	var in imported
	h.decode(b, "import_files", `{"paths":["long.fit"]}`, &in)
	for name, sections := range map[string]string{
		"usual": `[]`,
		"all":   `["summary","device","laps","splits","zones","histograms","best_efforts"]`,
	} {
		args := fmt.Sprintf(`{"id":%q,"sections":%s}`, in.Files[0].Activities[0], sections)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := h.table.Call(b.Context(), "get_activity", call(b, answerstest.ActivityModel), json.RawMessage(args)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
