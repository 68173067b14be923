package wellness_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// slowR returns Pearson's r by the formula with sums; slowRanks counts smaller
// and equal values.
func slowR(x, y []float64) float64 {
	n := float64(len(x))
	var sx, sy, sxx, syy, sxy float64
	for i := range x {
		sx, sy, sxx, syy, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], syy+y[i]*y[i], sxy+x[i]*y[i]
	}
	return (n*sxy - sx*sy) / math.Sqrt((n*sxx-sx*sx)*(n*syy-sy*sy))
}

func slowRanks(all []float64) []float64 {
	out := make([]float64, len(all))
	for i, a := range all {
		rank := 0.5
		for _, b := range all {
			switch {
			case b < a:
				rank++
			case b == a:
				rank += 0.5
			}
		}
		out[i] = rank
	}
	return out
}

func TestCorrelationsAreTheSlowOnes(t *testing.T) {
	t.Parallel()
	s := open(t)
	rng := rand.New(rand.NewPCG(3, 4))
	sleep, hrv := map[training.Day]float64{}, map[training.Day]float64{}
	for ago := range 90 {
		d, values := today-training.Day(ago), day{}
		if rng.IntN(5) > 0 {
			sleep[d] = float64(20_000 + 600*rng.IntN(20))
			values[training.WellnessSleepS] = sleep[d]
		}
		if rng.IntN(5) > 0 {
			hrv[d] = float64(40+rng.IntN(15)) + sleep[d]/2000
			values[training.WellnessHRVRmssdMs] = hrv[d]
		}
		s.say("a", d, values)
	}
	days := training.DayRange{From: today - 79, To: today}
	v, err := wellness.NewCache(s.db).Correlate(t.Context(), storetest.Export("ann"), frame, days,
		[2]training.WellnessField{training.WellnessSleepS, training.WellnessHRVRmssdMs})
	if err != nil {
		t.Fatal(err)
	}
	for later, got := range map[training.Day]*wellness.Coefficient{0: v.Correlation.SameDay, 1: v.Correlation.NextDay} {
		var x, y []float64
		for d := days.From; d <= days.To; d++ {
			a, ok := sleep[d]
			b, also := hrv[d+later]
			if ok && also && d+later <= days.To {
				x, y = append(x, a), append(y, b)
			}
		}
		r := slowR(x, y)
		z, wide := 0.5*math.Log((1+r)/(1-r)), 1.96/math.Sqrt(float64(len(x)-3))
		from, to := math.Exp(2*(z-wide)), math.Exp(2*(z+wide))
		want := wellness.Coefficient{
			Days: len(x), Pearson: answers.Round(r, 2), Spearman: answers.Round(slowR(slowRanks(x), slowRanks(y)), 2),
			Likely: [2]float64{answers.Round((from-1)/(from+1), 2), answers.Round((to-1)/(to+1), 2)},
		}
		if *got != want {
			t.Errorf("%d days later: %+v, want %+v", later, *got, want)
		}
	}
}

// TestACorrelationNeedsValues checks that there is no correlation for hidden
// fields, for too few days, and for constant values.
func TestACorrelationNeedsValues(t *testing.T) {
	t.Parallel()
	s := open(t)
	for ago := range 30 {
		values := day{
			training.WellnessWeightKg: 70 + float64(ago%5), training.WellnessSteps: 9000,
			training.WellnessSleepS: float64(20_000 + 97*(ago%7)),
		}
		if ago < 9 {
			values[training.WellnessMood] = float64(1 + ago%3)
		}
		s.say("a", today-training.Day(ago), values)
	}
	days := training.DayRange{From: today - 29, To: today}
	model := storetest.Export("ann")
	model.Audience = training.AudienceModel
	for name, c := range map[string]struct {
		scope training.Scope
		of    training.WellnessField
		known bool
		why   string
	}{
		"shown":         {storetest.Export("ann"), training.WellnessWeightKg, true, ""},
		"hidden":        {model, training.WellnessWeightKg, false, answers.HiddenWeight},
		"few days":      {model, training.WellnessMood, false, ""},
		"never changes": {model, training.WellnessSteps, false, ""},
	} {
		v, err := wellness.NewCache(s.db).Correlate(t.Context(), c.scope, frame, days,
			[2]training.WellnessField{training.WellnessSleepS, c.of})
		if err != nil {
			t.Fatal(err)
		}
		if (v.Correlation != nil) != c.known || (v.Missing["correlation"] == "") != c.known {
			t.Errorf("%s: %+v, missing %v", name, v.Correlation, v.Missing)
		}
		if c.why != "" && v.Missing["weight"].String() != c.why {
			t.Errorf("%s: %v", name, v.Missing)
		}
	}
}
