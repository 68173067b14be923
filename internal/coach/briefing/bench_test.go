package briefing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const (
	today  training.Day = 20000 // a Friday
	monday              = today - 4
)

// BenchmarkContext measures the context of an athlete with 15,000 activities
// and a plan of 30 weeks, the first time and again. The goal is below 50 ms.
func BenchmarkContext(b *testing.B) {
	db := storetest.Open(b)
	if err := answerstest.Years(15000, 20, today).Seed(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	storetest.Write(b, db, func(tx *store.Tx) error {
		d := memory.Draft{Kind: memory.TrainingPlan, ID: "long", Body: longPlan(), Author: training.ByAthlete, At: storetest.Noon()}
		_, _, err := d.Put(tx, answerstest.FitnessModel.Athlete)
		return err
	})
	frame := answers.Frame{Today: today, TimeZone: "Europe/Berlin", Week: time.Monday}
	ask := func(b *testing.B, q briefing.Query) {
		b.Helper()
		v, err := briefing.Read(b.Context(), db, answerstest.FitnessModel, frame, q)
		if err != nil || v.Plan == nil || v.Plan.Week != 21 || len(v.Training.Weeks) == 0 || len(v.Training.Weeks[0].Done) == 0 {
			b.Fatalf("%v %+v", err, v)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(b, briefing.Query{MaxTokens: briefing.UsualTokens, Wellness: wellness.NewCache(db)})
		}
	})
	b.Run("again", func(b *testing.B) {
		q := briefing.Query{MaxTokens: briefing.UsualTokens, Wellness: wellness.NewCache(db), Cache: briefing.NewCache()}
		for b.Loop() {
			ask(b, q)
		}
	})
}

func longPlan() string {
	var body strings.Builder
	body.WriteString("plan_name: Long\nsport: cycling\nweeks:\n")
	for i := range 30 {
		fmt.Fprintf(&body, "  - week_number: %d\n    week_start_date: %s\n    sessions:\n", i+1, monday-20*7+training.Day(7*i))
		for d := range 7 {
			fmt.Fprintf(&body, "      - {day_of_week: %s, type: easy, duration_minutes: 70}\n", time.Weekday(d))
		}
	}
	return body.String()
}
