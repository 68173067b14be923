package fitness_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func sections(names ...string) []string { return names }

func TestSectionsAreWhatWasAsked(t *testing.T) {
	t.Parallel()
	s := rides(metricstest.Repeat(60, 60))
	usual := analyse(t, s, fitness.LoadQuery{Days: lastDays(40)})
	if usual.Actual == nil || usual.Weeks != nil || usual.Ratio != nil || len(usual.Alerts) == 0 {
		t.Errorf("without sections: %+v", usual)
	}
	only := analyse(t, s, fitness.LoadQuery{Days: lastDays(40), Sections: sections("weeks", "ratio")})
	if only.Actual != nil || only.Weeks == nil || only.Ratio == nil || only.Alerts != nil || only.Today == nil {
		t.Errorf("two sections: %+v", only)
	}
	_, err := fitness.TrainingLoad(t.Context(), s, answerstest.FitnessModel, here, fitness.LoadQuery{
		Days:     lastDays(3),
		Sections: sections("mood"),
	})
	var e *training.Error
	if !errors.As(err, &e) || e.Kind != training.KindInvalid || !strings.Contains(e.Fix, "intensity") {
		t.Errorf("%v", err)
	}
}

func TestWeeksFollowTheSlowRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		loads := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 30, 50, 90, 120}), 40, 90).Draw(rt, "loads")
		loads[0] = 30
		v := analyse(t, rides(loads), fitness.LoadQuery{Days: lastDays(len(loads)), Sections: sections("weeks", "ratio")})
		for i, day := range v.Weeks.Dates {
			from := int(day-today) + len(loads) - 1
			week := loads[from : from+7]
			if day.Weekday() != 1 || math.Abs(v.Weeks.Load[i]-7*naive.Mean(week)) > 0.06 {
				rt.Fatalf("the week of %s has %v, want %v", day, v.Weeks.Load[i], week)
			}
			mono := naive.Monotony(week, true)
			switch got := v.Weeks.Monotony[i]; {
			case math.IsNaN(mono):
				if got != nil || v.Weeks.Strain[i] != nil {
					rt.Fatalf("equal days have a monotony of %v", *got)
				}
			case got == nil || math.Abs(*got-mono) > 0.006 || math.Abs(*v.Weeks.Strain[i]-naive.Strain(week, true)) > 0.51:
				rt.Fatalf("monotony %v, want %v", got, mono)
			}
		}
		last7 := loads[len(loads)-7:]
		if got := v.Weeks.Last7; got.To != today || math.Abs(got.Load-7*naive.Mean(last7)) > 0.06 {
			rt.Fatalf("the last seven days are %+v, want %v", got, last7)
		} else if mono := naive.Monotony(last7, true); math.IsNaN(mono) != (got.Monotony == nil) ||
			got.Monotony != nil && math.Abs(*got.Monotony-mono) > 0.006 {
			rt.Fatalf("their monotony is %v, want %v", got.Monotony, mono)
		}
		if len(v.Weeks.Dates) < (len(loads)-6)/7-1 {
			rt.Fatalf("%d weeks in %d days", len(v.Weeks.Dates), len(loads))
		}
		if last := v.Weeks.Dates[len(v.Weeks.Dates)-1]; last+6 > today {
			rt.Fatalf("the week of %s has not ended", last)
		}
		near := func(got *float64, want float64) bool {
			return got == nil && !(want > 0.005) || got != nil && math.Abs(*got-want) < 0.0051
		}
		if r := v.Ratio; r != nil && (!near(r.Coupled, naive.ACWRCoupled(loads)) || !near(r.EWMA, naive.ACWREWMA(loads))) {
			rt.Fatalf("%+v, want %v %v", r, naive.ACWRCoupled(loads), naive.ACWREWMA(loads))
		}
	})
}

func TestSectionsSayWhyTheyAreMissing(t *testing.T) {
	t.Parallel()
	short := analyse(t, rides([]float64{50, 60, 70}), fitness.LoadQuery{Days: lastDays(3), Sections: fitness.LoadSections()})
	if short.Missing["weeks"] == "" || !strings.Contains(short.Missing["acute_chronic_ratio"].String(), "28 days") || len(short.Alerts) != 0 {
		t.Errorf("%v %v", short.Missing, short.Alerts)
	}
	rest := analyse(t, rides(append([]float64{40}, make([]float64, 60)...)),
		fitness.LoadQuery{Days: lastDays(61), Sections: sections("ratio")})
	if rest.Ratio != nil && rest.Ratio.Uncoupled != nil {
		t.Errorf("two months of rest: %+v", rest.Ratio)
	}
	long := analyse(t, rides(metricstest.Repeat(50, 900)), fitness.LoadQuery{Days: lastDays(900), Sections: sections("weeks")})
	if len(long.Weeks.Dates) != 106 || !long.Cut || long.Narrow == "" || len(long.Weeks.Strain) != 106 {
		t.Errorf("%d weeks, cut %v", len(long.Weeks.Dates), long.Cut)
	}
}

// TestEachAlertHasItsRule checks that each cause raises exactly its alert.
func TestEachAlertHasItsRule(t *testing.T) {
	t.Parallel()
	varied := func(n int) []float64 { // rest on Mondays and Thursdays
		out := make([]float64, n)
		for i := range out {
			out[i] = []float64{60, 40, 0, 50, 45, 0, 55}[i%7]
		}
		return out
	}
	with := func(last ...float64) []float64 { return append(varied(112), last...) }
	for name, c := range map[string]struct {
		loads []float64
		want  []string
	}{
		"nothing":     {varied(120), nil},
		"no rest":     {append(varied(98), 40, 60, 10, 50, 70, 10, 20, 40, 60, 10, 50, 70, 10, 20), []string{"no_rest"}},
		"monotonous":  {with(61, 60, 60, 60, 60, 62, 60), []string{"monotony", "jump"}},
		"camp":        {with(250, 0, 260, 240, 0, 250, 255), []string{"ramp", "form", "jump"}},
		"idle":        {with(0, 0, 0, 0, 0, 0, 0, 0), []string{"no_training"}},
		"new athlete": {metricstest.Repeat(30, 10), nil},
	} {
		v := analyse(t, rides(c.loads), fitness.LoadQuery{Days: lastDays(30), Sections: sections("alerts")})
		var got []string
		for _, a := range v.Alerts {
			got = append(got, a.Name)
			if a.Rule == "" || a.Value == 0 || strings.Contains(a.Rule.String(), "%!") {
				t.Errorf("%s: %+v", name, a)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, v.Alerts, c.want)
		}
	}
	s := rides([]float64{60, 0, 60})
	s.Add(store.LoadInput{ID: "walk", Sport: training.Walking, Day: today, TimerS: 3600}, nil)
	v := analyse(t, s, fitness.LoadQuery{Days: lastDays(3)})
	if len(v.Alerts) != 1 || v.Alerts[0].Name != "load_unknown" || v.Alerts[0].Value != 33.3 {
		t.Errorf("%+v", v.Alerts)
	}
	ended := analyse(t, rides(append([]float64{40}, make([]float64, 20)...)),
		fitness.LoadQuery{Days: training.DayRange{From: today - 20, To: today - 1}})
	if len(ended.Alerts) != 0 {
		t.Errorf("a past range: %+v", ended.Alerts)
	}
}

// season has a session per entry with a histogram of heart rate: the minutes at
// the three intensities for an LTHR of 160.
func season(minutes ...[3]uint32) *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{Past: training.History{{Key: training.KeyLTHR, From: 0, Values: []float64{160}}}}
	for i, m := range minutes {
		h := answerstest.Bell(training.HeartRate, 150, 1, 0)
		h.First, h.Seconds = 120, make([]uint32, 60)
		h.Seconds[0], h.Seconds[30], h.Seconds[45] = m[0]*60, m[1]*60, m[2]*60 // 120, 150 and 165 bpm
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("s", i)), Sport: training.Cycling, Day: today - training.Day(i), TimerS: 3600,
			AvgHR: 140, HRSeconds: 3600,
		}, map[string][]byte{derive.HRHistogram: derive.EncodeHistogram(h)})
	}
	return s
}

func spread(t *testing.T, s *answerstest.FitnessStore, q fitness.LoadQuery) *fitness.LoadView {
	t.Helper()
	q.Sections = sections(fitness.SectionIntensity)
	v, err := fitness.NewHistograms(s).TrainingLoad(t.Context(), s, answerstest.FitnessModel, here, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestIntensityByTimeAndBySession(t *testing.T) {
	t.Parallel()
	s := season([3]uint32{60, 0, 0}, [3]uint32{90, 2, 0}, [3]uint32{40, 4, 16}, [3]uint32{50, 20, 0}, [3]uint32{56, 0, 4})
	s.Add(store.LoadInput{ID: "yoga", Sport: training.Yoga, Day: today, TimerS: 3600}, nil)
	v := spread(t, s, fitness.LoadQuery{Days: lastDays(30)})
	in := v.Intensity
	if in == nil || len(in.ByTime) != 1 || in.ByTime[0].Activities != 5 || in.ByTime[0].Kind != training.ZonesHR || in.Rule == "" {
		t.Fatalf("%+v, missing %v", in, v.Missing)
	}
	time := in.ByTime[0]
	easy, middle, hard := 296.0, 26.0, 20.0
	if time.Seconds != [3]float64{easy * 60, middle * 60, hard * 60} || time.Shape != "pyramidal" {
		t.Errorf("by time: %+v", time)
	}
	total := easy + middle + hard
	metricstest.Close(t, "index", *time.Polarization, naive.PolarizationIndex(easy/total, middle/total, hard/total), 0.005)
	if b := in.BySession; b.Count != [3]int{2, 1, 2} || b.Unknown != 1 || b.SharePct != [3]float64{40, 20, 40} {
		t.Errorf("by session: %+v", b)
	}
	if one := spread(t, s, fitness.LoadQuery{Days: lastDays(1)}).Intensity; one.ByTime[0].Shape == "" ||
		one.BySession.Count != [3]int{1, 0, 0} {
		t.Errorf("one day: %+v", one)
	}
	none := spread(t, s, fitness.LoadQuery{Days: lastDays(30), Sports: []training.Discipline{training.Yoga.Plain()}})
	if none.Intensity != nil || none.Missing["intensity"] == "" {
		t.Errorf("yoga: %+v", none.Intensity)
	}
	if v, err := fitness.NewHistograms(s).TrainingLoad(t.Context(), s, answerstest.FitnessModel, here,
		fitness.LoadQuery{Days: lastDays(30)}); err != nil || v.Intensity != nil {
		t.Errorf("not asked for: %+v %v", v.Intensity, err)
	}
}

// TestLoadBySport checks that the load of each sport equals the answer about it
// alone, the most load first, and that the parts including other add up to the whole.
func TestLoadBySport(t *testing.T) {
	t.Parallel()
	const days, told = 30, 6
	rapid.Check(t, func(rt *rapid.T) {
		s := &answerstest.FitnessStore{}
		done := rapid.SliceOfN(rapid.IntRange(0, days*len(training.Sports())-1), 1, 60).Draw(rt, "done")
		for i, at := range done {
			s.Add(store.LoadInput{
				ID: training.ActivityID(fmt.Sprint("a", i)), Sport: training.Sports()[at/days], Day: today - training.Day(at%days),
				TimerS: 3600, ManualLoad: float64(10 + i),
			}, nil)
		}
		q := fitness.LoadQuery{
			Days: lastDays(days), Sections: sections(fitness.SectionBySport),
			Resolution: rapid.SampledFrom([]string{"day", "week", "month"}).Draw(rt, "resolution"),
		}
		v := analyse(t, s, q)
		sums, last := make([]float64, len(v.Actual.Load)), math.Inf(1)
		for i, of := range v.Actual.BySport {
			whole := 0.0
			for n, l := range of.Load {
				sums[n] += l
				whole += l
			}
			if of.Sport == training.Other {
				if i != len(v.Actual.BySport)-1 {
					rt.Errorf("other is not last: %+v", v.Actual.BySport)
				}
				continue
			}
			one := q
			one.Sports = []training.Discipline{of.Sport.Plain()}
			if d := cmp.Diff(analyse(t, s, one).Actual.Load, of.Load); d != "" || whole > last {
				rt.Errorf("%s after %g (-alone +told apart):\n%s", of.Sport, last, d)
			}
			last = whole
		}
		if d := cmp.Diff(v.Actual.Load, sums, within); d != "" || len(v.Actual.BySport) > told+1 {
			rt.Errorf("%d sports (-whole +parts):\n%s", len(v.Actual.BySport), d)
		}
	})
	if v := analyse(t, rides([]float64{50}), fitness.LoadQuery{Days: lastDays(3)}); v.Actual.BySport != nil {
		t.Errorf("nobody asked for %+v", v.Actual.BySport)
	}
}
