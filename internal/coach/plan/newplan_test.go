package plan_test

import (
	"errors"
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

// BenchmarkCheck measures the check of a plan of 30 weeks with a session a day,
// read from its text, against a store of 15,000 activities, without and with a
// cache. The goal is below 20 ms.
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
		plans, checks := plan.NewCache(), plan.NewAdherenceCache()
		for b.Loop() {
			k, err := plans.Of(b.Context(), memory.Text{ID: "long", TextVersion: training.TextVersion{Body: text}})
			if err != nil {
				b.Fatal(err)
			}
			must(checks.Of(b.Context(), db, answerstest.FitnessModel, frame, &k, plan.Query{}))
		}
	})
}

// hostile returns texts that take a careless reader's time, memory or stack.
func hostile() map[string]string {
	const most = plan.MaxBytes / 4
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
	}
	indented := ""
	for i := range 1000 {
		indented += strings.Repeat(" ", i) + "a:\n"
	}
	return map[string]string{
		"bomb": bomb, "itself": "a: &a [*a]\n", "merge": "a: &a {b: 1}\nc:\n  <<: *a\n",
		"brackets": strings.Repeat("[", most), "braces": "a: " + strings.Repeat("{a: ", most/8),
		"dashes": strings.Repeat("- ", most/2), "questions": strings.Repeat("? ", most/2), "indented": indented,
		"colons": strings.Repeat("a: ", most/3), "anchors": strings.Repeat("&a ", most/3), "tags": strings.Repeat("!!a ", most/4),
		"long line": "a: " + strings.Repeat("x", most-10), "many lines": strings.Repeat("a\n", most/2),
		"comments": "a: 1\n" + strings.Repeat("#\n", most/2-4), "quotes": "a: \"" + strings.Repeat("\\", most-10),
		"open quote": "a: '" + strings.Repeat("x\n", most/2-5), "blanks": "a:" + strings.Repeat("\n", most-10),
		"documents": strings.Repeat("---\na: 1\n", most/9), "items": "a:\n" + strings.Repeat("- 1\n", most/4-2),
		"names": names(most), "too long": strings.Repeat("a", plan.MaxBytes+1), "zero": "a: \x00", "not text": "a: \xff\xfe",
		"tabs": "a:\n\t- b\n", "literal": "a: |\n" + strings.Repeat("  x\n", most/4-4), "percent": strings.Repeat("%YAML 1.2\n", most/10),
		"spaces": strings.Repeat(" ", most-1), "carriage": strings.Repeat("a: b\r", most/6),
	}
}

func names(most int) string {
	var b strings.Builder
	for i := 0; b.Len() < most-20; i++ {
		fmt.Fprintf(&b, "n%d: %d\n", i, i)
	}
	return b.String()
}

// TestHostileTextsAreToldOrRead: none breaks the program, none takes long, and
// what is refused is refused in a sentence.
func TestHostileTextsAreToldOrRead(t *testing.T) {
	t.Parallel()
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			_, err := plan.ReadYAML(text)
			var f *plan.Fault
			if err != nil && (!errors.As(err, &f) || f.What == "" || f.Fix == "" || len(err.Error()) > 400) {
				t.Errorf("%.500v", err)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
	}
}
