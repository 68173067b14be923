package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// BenchmarkCheck is a plan of 30 weeks with a session a day, read from its text
// and held against a store of 15,000 activities, anew and from what is kept.
// The goal is below 20 ms.
func BenchmarkCheck(b *testing.B) {
	db := storetest.Open(b)
	if err := answerstest.Years(15000, 20, today).Seed(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	var body strings.Builder
	fmt.Fprintf(&body, "plan_name: Long\nsport: cycling\ngoal_race: {date: %s, race_type: gran_fondo, distance_km: 120}\nweeks:\n", monday+68)
	for i := range 30 {
		fmt.Fprintf(&body, "  - week_number: %d\n    week_start_date: %s\n    sessions:\n", i+1, monday-20*7+training.Day(7*i))
		for d := range 7 {
			if d%3 == 1 {
				fmt.Fprintf(&body, "      - day_of_week: %s\n        type: workout\n        workout: |\n", time.Weekday(d))
				body.WriteString("          - 10m 55%\n\n          4x\n          - 4m 105%\n          - 3m 50%\n\n          - 10m 50%\n")
				continue
			}
			fmt.Fprintf(&body, "      - {day_of_week: %s, type: easy, duration_minutes: 70}\n", time.Weekday(d))
		}
	}
	text := body.String()
	b.ReportMetric(float64(len(text)), "bytes")
	must := func(v *plan.AdherenceView, err error) {
		if err != nil || len(v.Weeks) != 30 || v.Whole.Done+v.Whole.Partly+v.Whole.Moved == 0 {
			b.Fatal(err)
		}
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			p, _ := plan.Parse(text)
			must(plan.AdherenceOf(b.Context(), db, answerstest.FitnessModel, frame, "long", &p, plan.Query{}))
		}
	})
	b.Run("kept", func(b *testing.B) {
		plans, checks := plan.NewBook(), plan.NewAdherenceBook()
		for b.Loop() {
			k, err := plans.Of(b.Context(), memory.Text{ID: "long", TextVersion: training.TextVersion{Body: text}})
			if err != nil {
				b.Fatal(err)
			}
			must(checks.Of(b.Context(), db, answerstest.FitnessModel, frame, &k, plan.Query{}))
		}
	})
}
