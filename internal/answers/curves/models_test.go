package curves_test

import (
	"encoding/json"
	"math"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// along adds a ride whose power curve is a model's.
func along(s *answerstest.FitnessStore, id training.ActivityID, longest int32, power func(float64) float64) {
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d <= longest {
			points = append(points, curve.Point{DurationS: d, Value: power(float64(d))})
		}
	}
	s.Add(store.LoadInput{ID: id, Sport: training.Cycling, Day: today}, map[string][]byte{derive.PowerCurve: codec.Encode(points)})
}

func fits(m *curves.Models) map[string]curves.Fit {
	out := map[string]curves.Fit{}
	for _, f := range m.Fits {
		out[f.Model] = f
	}
	return out
}

func TestModelsFindTheAthlete(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	truth := curve.Omni{CPW: 270, WPrimeJ: 18_000, PMaxW: 1100, AW: 35}
	along(s, "a", 10_800, truth.Power)
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(9), Models: true})
	got := fits(v.Models)
	if len(got) != 5 || len(v.Missing) != 0 {
		t.Fatalf("%d models, missing %v", len(got), v.Missing)
	}
	for name, f := range got {
		if math.Abs(f.CPW-270) > 8 || math.Abs(f.WPrimeJ-18_000) > 4000 || f.RMSW > 12 && name != "morton_3p" ||
			len(f.ResidualW) != len(v.Models.DurationS) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := got["omni_domain"]; math.Abs(f.CPW-270) > 0.5 || math.Abs(*f.PMaxW-1100) > 2 || math.Abs(*f.DeclineW-35) > 0.5 || f.RMSW > 0.2 {
		t.Errorf("its own model: %+v", f)
	}
	if f := got["cp_2p_work_time"]; f.CPSE == nil || *f.CPSE > 2 || f.ResidualW[0] != nil || f.ResidualW[6] == nil {
		t.Errorf("two parameters: %+v", f)
	}
	if one := v.Models.OneEffort; one == nil || one.ID != "a" || one.EFTPW < 265 || one.EFTPW > 292 {
		t.Errorf("one effort: %+v", one)
	}
	if b, err := json.Marshal(v.Models); err != nil || len(b) > 2500 {
		t.Errorf("%d bytes of models (%v)", len(b), err)
	}
}

func TestModelsSayWhyTheyAreNotThere(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	ride(s, "flat", training.Cycling, today, steady(200, 900))
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(9), Models: true})
	if len(v.Models.Fits) != 0 || v.Models.OneEffort == nil {
		t.Errorf("a steady ride has models: %+v", v.Models)
	}
	for _, key := range []string{
		"models.cp_2p_work_time", "models.cp_2p_inverse_time", "models.cp_2p_time",
		"models.morton_3p", "models.omni_domain",
	} {
		if v.Missing[key] == "" {
			t.Errorf("%s is missing without a reason", key)
		}
	}
	short := &answerstest.FitnessStore{}
	ride(short, "short", training.Cycling, today, steady(300, 60))
	if v := answer(t, short, curves.Query{Kind: curves.Power, Days: days(9), Models: true}); v.Models.OneEffort != nil ||
		v.Missing["models.one_effort"] == "" {
		t.Errorf("a minute says %+v of an hour", v.Models.OneEffort)
	}
	if v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(9)}); v.Models != nil {
		t.Error("models came that were not asked for")
	}
	_, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, curves.Query{Kind: curves.HR, Days: days(3), Models: true})
	if training.KindOf(err) != training.KindInvalid {
		t.Errorf("models of heart rate: %v", err)
	}
}

// TestSlackBestDoesNotEnterCriticalPower: eight minutes that nobody rode hard.
func TestSlackBestDoesNotEnterCriticalPower(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	truth := curve.Critical{CPW: 270, WPrimeJ: 18_000}
	along(s, "a", 1200, func(d float64) float64 {
		if d > 360 && d < 700 {
			return 0.97 * truth.Power(d)
		}
		return truth.Power(d)
	})
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(9), Models: true})
	f := fits(v.Models)["cp_2p_work_time"]
	if math.Abs(f.CPW-270) > 0.2 || f.ResidualW[8] != nil || v.Models.DurationS[8] != 480 {
		t.Errorf("%+v", f)
	}
}
