package plan_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// wishes returns sensible ones of every kind.
func wishes(t *rapid.T) plan.Wish {
	off := rapid.SliceOfNDistinct(rapid.IntRange(0, 6), 0, 4, rapid.ID[int]).Draw(t, "off")
	w := plan.Wish{
		Sport: rapid.SampledFrom(plan.Sports()).Draw(t, "sport"),
		Start: training.NewDay(2026, 1, 1) + training.Day(rapid.IntRange(0, 600).Draw(t, "start")),
		Days:  rapid.IntRange(2, 7-len(off)).Draw(t, "days"),
		CTL:   rapid.Float64Range(0, 150).Draw(t, "ctl"),
		Ramp:  rapid.Float64Range(3, 8).Draw(t, "ramp"),
	}
	w.Hours = rapid.Float64Range(float64(w.Days)/2, 25).Draw(t, "hours")
	for _, d := range off {
		w.Off = append(w.Off, time.Weekday(d))
	}
	if rapid.Bool().Draw(t, "race") {
		w.Race = w.Start + training.Day(rapid.IntRange(7, 300).Draw(t, "race in"))
		w.RaceKm = rapid.SampledFrom([]float64{0, 5, 10, 21.1, 42.195, 113}).Draw(t, "km")
	} else {
		w.Weeks = rapid.IntRange(2, 40).Draw(t, "weeks")
	}
	return w
}

// TestPlansKeepTheirPromises: whatever is wished for, the plan passes its own
// checks without a word, its days and hours are kept, load grows within the
// cap, hard sessions never follow each other, and a race is its last day.
func TestPlansKeepTheirPromises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := wishes(t)
		text, err := plan.Make(w)
		if err != nil {
			t.Fatal(err)
		}
		p, problems := plan.Parse(text)
		if len(problems) > 0 {
			t.Fatalf("%v\n%s", problems, text)
		}
		keepsDays(t, &w, &p)
		keepsRamp(t, &w, &p)
		growsSlowly(t, &w, &p)
		tapers(t, &w, &p)
	})
}

func keepsDays(t *rapid.T, w *plan.Wish, p *plan.Plan) {
	for i := range p.Weeks {
		k := &p.Weeks[i]
		days, minutes := map[training.Day]bool{}, 0.0
		var hard []training.Day
		for _, s := range k.Sessions {
			if s.Type == plan.RaceDay {
				continue
			}
			days[s.Day] = true
			minutes += s.DurationS / 60
			if slices.Contains(w.Off, s.Day.Weekday()) || s.Day < w.Start || w.Race != 0 && s.Day >= w.Race {
				t.Fatalf("a session on %s, a %s", s.Day, s.Day.Weekday())
			}
			if s.Type == plan.Intervals || s.Type == plan.Long || s.Type == plan.LongRun {
				hard = append(hard, s.Day)
			}
		}
		if len(days) > w.Days || len(days) < len(k.Sessions)-1 || minutes > w.Hours*60+1e-9 {
			t.Fatalf("week %d: %d days, %g minutes", k.Number, len(days), minutes)
		}
		for j := 1; j < len(hard); j++ {
			if hard[j]-hard[j-1] < 2 {
				t.Fatalf("hard on %s and %s", hard[j-1], hard[j])
			}
		}
	}
}

// dailyLoads returns the loads of all days of a plan, without the race.
func dailyLoads(p *plan.Plan) []float64 {
	out := make([]float64, 7*len(p.Weeks))
	for s := range p.Sessions {
		if s.Type != plan.RaceDay {
			out[s.Day-p.Weeks[0].Start] += s.Load
		}
	}
	return out
}

func keepsRamp(t *rapid.T, w *plan.Wish, p *plan.Plan) {
	states := load.Model{Seed: load.Seed{CTL: w.CTL}}.Series(dailyLoads(p))
	for i := range states {
		from := w.CTL
		if i >= 7 {
			from = states[i-7].CTL
		}
		if rise := states[i].CTL - from; rise > w.Ramp+1e-9 {
			t.Fatalf("CTL rises by %g in the 7 days up to day %d, over %g", rise, i, w.Ramp)
		}
	}
}

// growsSlowly: no week is more than a tenth over the heaviest before it, but
// for what a step of minutes in each session makes.
func growsSlowly(t *rapid.T, w *plan.Wish, p *plan.Plan) {
	heaviest := max(7*w.CTL, 7*20)
	for i := range p.Weeks {
		got := p.Total(&p.Weeks[i]).Load
		if least := float64(w.Days) * 30; got > max(1.1*heaviest+float64(w.Days)*5, least) {
			t.Fatalf("week %d has %g, after %g", i+1, got, heaviest)
		}
		heaviest = max(heaviest, got)
	}
}

func tapers(t *rapid.T, w *plan.Wish, p *plan.Plan) {
	heaviest := 0.0
	for i := range p.Weeks {
		if k := &p.Weeks[i]; k.Phase != "Taper" {
			heaviest = max(heaviest, p.Total(k).Load)
		}
	}
	for i := range p.Weeks {
		k := &p.Weeks[i]
		least := float64(w.Days) * 30 // where sessions can hardly be shorter
		if k.Phase == "Taper" && p.Total(k).Load > max(0.8*heaviest, least) {
			t.Fatalf("week %d of the taper has %g, the heaviest %g", k.Number, p.Total(k).Load, heaviest)
		}
	}
	if w.Race == 0 {
		return
	}
	last := &p.Weeks[len(p.Weeks)-1]
	if end := last.Sessions[len(last.Sessions)-1]; end.Type != plan.RaceDay || end.Day != w.Race {
		t.Fatalf("the plan ends with %+v", end)
	}
	if len(p.Weeks) >= 8 && last.Phase != "Taper" {
		t.Fatal("no taper")
	}
}

// TestRecoveryWeeks: each fourth week is lighter than the one before it.
func TestRecoveryWeeks(t *testing.T) {
	t.Parallel()
	text, err := plan.Make(plan.Wish{
		Sport: "cycling", Start: training.NewDay(2026, 3, 2), Race: training.NewDay(2026, 6, 20), Days: 5, Hours: 10, CTL: 45,
	})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := plan.Parse(text)
	for _, i := range []int{3, 7, 11} {
		if a, b := p.Total(&p.Weeks[i-1]).Load, p.Total(&p.Weeks[i]).Load; b > 0.75*a || b < 0.4*a {
			t.Errorf("week %d has %g after %g", i+1, b, a)
		}
	}
	if first, last := p.Total(&p.Weeks[0]).Load, p.Total(&p.Weeks[10]).Load; last < 1.3*first {
		t.Errorf("load does not grow: %g, then %g", first, last)
	}
}

// TestWhatIsNotPlanned checks that an impossible plan is refused with the
// possible values.
func TestWhatIsNotPlanned(t *testing.T) {
	t.Parallel()
	sound := plan.Wish{Sport: "running", Start: 20_000, Weeks: 8, Days: 4, Hours: 5, CTL: 30}
	for what, change := range map[string]func(*plan.Wish){
		"sport": func(w *plan.Wish) { w.Sport = "chess" },
		"past":  func(w *plan.Wish) { w.Race = 19_000 },
		"weeks": func(w *plan.Wish) { w.Weeks = 100 },
		"days":  func(w *plan.Wish) { w.Days = 6; w.Off = []time.Weekday{1, 2} },
		"hours": func(w *plan.Wish) { w.Hours = 1 },
		"ctl":   func(w *plan.Wish) { w.CTL = -1 },
		"ramp":  func(w *plan.Wish) { w.Ramp = 20 },
		"race":  func(w *plan.Wish) { w.RaceKm = -5 },
	} {
		w := sound
		change(&w)
		if _, err := plan.Make(w); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}

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

// planned reads a plan that was made for a wish.
func planned(t *testing.T, w plan.Wish) (text string, p plan.Plan) {
	t.Helper()
	w.Start, w.Sport = monday, string(run)
	text, err := plan.Make(w)
	if err != nil {
		t.Fatal(err)
	}
	p, problems := plan.Parse(text)
	if !plan.Sound(problems) {
		t.Fatal(problems)
	}
	return text, p
}

// TestAFirstPlanFitsItsRace: by distance, without a long run on the days before
// it or on a working day, and with a word where it is not enough.
func TestAFirstPlanFitsItsRace(t *testing.T) {
	t.Parallel()
	race := plan.Wish{Race: monday + 112, Days: 5, Hours: 6, CTL: 40, RaceKm: 5}
	_, short := planned(t, race)
	race.RaceKm = 21.1
	_, half := planned(t, race)
	if longest(&short, plan.LongRun) >= longest(&half, plan.LongRun) {
		t.Error("the long runs for 5 km and a half marathon are alike")
	}
	race.Race, race.RaceKm = monday+140, 42.195
	text, p := planned(t, race)
	for s := range p.Sessions {
		if s.Type == plan.LongRun && s.Day >= race.Race-2 {
			t.Errorf("a long run on %s, before a race on %s", s.Day, race.Race)
		}
	}
	if strings.Contains(text, "not enough") {
		t.Errorf("it warns: %s", text[:600])
	}
	if text, _ = planned(t, plan.Wish{Race: monday + 27, RaceKm: 42.195, Days: 3, Hours: 3}); !strings.Contains(text, "not enough") {
		t.Errorf("no word of warning: %s", text[:600])
	}
	_, p = planned(t, plan.Wish{Weeks: 8, Days: 4, Hours: 15, CTL: 100, Off: []time.Weekday{time.Sunday}})
	if m := longest(&p, plan.Easy); m > longest(&p, plan.LongRun) || m > 90 {
		t.Errorf("an easy run of %g minutes", m)
	}
	for s := range p.Sessions {
		if s.Type == plan.LongRun && s.Day.Weekday() != time.Saturday {
			t.Errorf("a long run on %s", s.Day.Weekday())
		}
	}
}

// longest returns the length of the longest session of a type, in minutes.
func longest(p *plan.Plan, of plan.Type) (most float64) {
	for s := range p.Sessions {
		if s.Type == of {
			most = max(most, s.DurationS/60)
		}
	}
	return most
}
