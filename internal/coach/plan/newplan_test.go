package plan_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// wishes are sensible ones of every kind.
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

// dailyLoads are those of all days of a plan, without the race.
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

// TestWhatIsNotPlanned is told with what can be.
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
