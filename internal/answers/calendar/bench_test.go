package calendar_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// BenchmarkList is each view of a calendar with 2,000 events over a store of
// 15,000 activities, warm; beside it, what it is for a lister that keeps nothing.
func BenchmarkList(b *testing.B) {
	db := storetest.Open(b)
	if err := answerstest.Years(15000, 20, today).Seed(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	storetest.Write(b, db, func(tx *store.Tx) error {
		for i := range 2000 {
			day := today + training.Day(i/2) - 800
			e := session(fmt.Sprint("e", i), day, ride, 60).CalendarEvent
			if i%100 == 0 {
				e.Category = training.EventRaceB
			}
			fields, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := tx.PutOwn(answerstest.FitnessAthlete, document.Events, e.ID, document.Own{Fields: fields,
				Days: calendar.DaysOf(&e)}); err != nil {
				return err
			}
		}
		return nil
	})
	ask := func(b *testing.B, l *calendar.Lister, view string) {
		v, err := l.List(b.Context(), db, answerstest.FitnessModel, frame, calendar.Query{View: view})
		if err != nil || len(v.Events) == 0 {
			b.Fatal(err)
		}
	}
	kept := calendar.NewLister()
	for _, view := range calendar.Views() {
		b.Run(view, func(b *testing.B) {
			for b.Loop() {
				ask(b, kept, view)
			}
		})
		b.Run(view+", nothing kept", func(b *testing.B) {
			for b.Loop() {
				ask(b, calendar.NewLister(), view)
			}
		})
	}
}
