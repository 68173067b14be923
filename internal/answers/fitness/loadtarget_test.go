package fitness_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// TestTheDailyLoadOfATargetReachesIt repeats the projection day by day with the
// answer's load.
func TestTheDailyLoadOfATargetReachesIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		past := make([]float64, rapid.IntRange(60, 120).Draw(rt, "days"))
		for i := range past {
			past[i] = float64(rapid.IntRange(1, 120).Draw(rt, "load"))
		}
		ahead := rapid.IntRange(10, 90).Draw(rt, "ahead")
		target := float64(rapid.IntRange(20, 150).Draw(rt, "target"))
		calendar, off := map[training.Day]float64{}, map[training.Day]bool{}
		q := fitness.LoadQuery{Days: lastDays(60), TargetCTL: &target, ProjectDays: ahead, Calendar: calendar}
		for d := today + 1; d <= today+training.Day(ahead); d++ {
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				calendar[d] = float64(rapid.IntRange(0, 150).Draw(rt, "planned"))
			case 1: // a day off overrides its planned load
				off[d], calendar[d] = true, 100
				q.Off = append(q.Off, d)
			}
		}
		v := analyse(t, rides(past), q)
		got := v.Project.Target
		if got.Date != today+training.Day(ahead) || got.Asked != target {
			rt.Fatalf("%+v", got)
		}
		after := func(each float64, plan map[training.Day]float64) (ctl float64, free int) {
			for _, l := range past {
				ctl += naive.AlphaExp(42) * (l - ctl)
			}
			for d := today + 1; d <= got.Date; d++ {
				l, planned := plan[d]
				switch {
				case off[d]:
					l = 0
				case !planned:
					l, free = each, free+1
				}
				ctl += naive.AlphaExp(42) * (l - ctl)
			}
			return ctl, free
		}
		check := func(each *float64, plan map[training.Day]float64) {
			rest, free := after(0, plan)
			if (each == nil) != (free == 0) {
				rt.Fatalf("%v of %d free days", each, free)
			}
			if each == nil {
				return
			}
			if ctl, _ := after(*each, plan); math.Abs(ctl-max(target, rest)) > 0.06 {
				rt.Fatalf("%v a day ends at CTL %v, the target is %v, without it there are %v", *each, ctl, target, rest)
			}
		}
		check(got.Daily, calendar)
		if _, free := after(0, calendar); got.Days != free {
			rt.Fatalf("%d days, want %d", got.Days, free)
		}
		if len(calendar) > 0 {
			check(got.Even, nil)
		}
	})
}

func TestPeakAndHeaviestWeekAreThoseOfTheDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		loads := make([]float64, rapid.IntRange(20, 200).Draw(rt, "days"))
		for i := range loads {
			loads[i] = float64(rapid.IntRange(1, 200).Draw(rt, "load"))
		}
		n := rapid.IntRange(2, len(loads)).Draw(rt, "asked")
		v := analyse(t, rides(loads), fitness.LoadQuery{Days: lastDays(n)})
		if n < 14 {
			if v.Peak != nil || v.Heaviest != nil {
				rt.Fatal("a few days have a peak")
			}
			return
		}
		ctl, peak, best := 0.0, training.Day(0), 0.0
		weeks := map[training.Day]float64{}
		for i, l := range loads {
			day := today - training.Day(len(loads)-1-i)
			if ctl += naive.AlphaExp(42) * (l - ctl); len(loads)-i > n {
				continue
			}
			if ctl > best {
				best, peak = ctl, day
			}
			weeks[day-(day+3)%7] += l // day 4 was a Monday
		}
		most := 0.0
		for _, l := range weeks {
			most = max(most, l)
		}
		if v.Peak.Date != peak || math.Abs(v.Peak.CTL-best) > 0.051 {
			rt.Fatalf("%+v, want %v on %v", v.Peak, best, peak)
		}
		if h := v.Heaviest; math.Abs(h.Load-most) > 0.1 || math.Abs(weeks[h.Start]-most) > 0.1 {
			rt.Fatalf("%+v, want %v: %v", h, most, weeks)
		}
	})
}
