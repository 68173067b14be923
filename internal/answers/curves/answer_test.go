package curves_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

const today training.Day = 20000

var here = answers.Frame{Today: today, TimeZone: "Australia/Sydney", Week: 1}

func days(n int) training.DayRange {
	return training.DayRange{From: today - training.Day(n) + 1, To: today}
}

func answer(t testing.TB, s *answerstest.FitnessStore, q curves.Query) *curves.View {
	t.Helper()
	v, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ride adds a ride with the power curve of the given watts per second.
func ride(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, day training.Day, watts []int32) {
	codec := derive.NewCurves()
	points := codec.Encode(curve.PowerOf(watts, 0, codec.Grid()))
	s.Add(store.LoadInput{ID: id, Sport: sport, Day: day}, map[string][]byte{derive.PowerCurve: points})
}

func steady(watts int32, seconds int) []int32 {
	out := make([]int32, seconds)
	for i := range out {
		out[i] = watts
	}
	return out
}

func cells[T any](in []*T) (out []T) {
	for _, c := range in {
		var v T
		if c != nil {
			v = *c
		}
		out = append(out, v)
	}
	return out
}

func TestCurvesFollowTheSlowMeanMax(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := &answerstest.FitnessStore{}
		steps := []float64{1, 5, 10, 30, 60}
		want := make([]float64, len(steps))
		for i := range rapid.IntRange(1, 6).Draw(rt, "rides") {
			watts := rapid.SliceOfN(rapid.Int32Range(0, 900), 60, 120).Draw(rt, "watts")
			day := today - training.Day(rapid.IntRange(0, 60).Draw(rt, "day"))
			ride(s, training.ActivityID(rune('a'+i)), training.Cycling, day, watts)
			if day < today-29 {
				continue
			}
			values := make([]float64, len(watts))
			for j, w := range watts {
				values[j] = float64(w)
			}
			best := naive.MeanMax(values)
			for j, at := range steps {
				want[j] = max(want[j], answers.Round(best[int(at)-1], 2))
			}
		}
		v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(30), Steps: steps})
		if v.Curve == nil {
			if want[0] != 0 {
				rt.Fatalf("no curve, want %v", want)
			}
			return
		}
		if d := cmp.Diff(want, cells(v.Curve.PowerW)); d != "" {
			rt.Fatalf("(-slow +answer):\n%s", d)
		}
	})
}

func TestWhoseBestAndAgainstWhat(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: today - 100, Values: []float64{80}},
		{Key: training.KeyWeight, From: today - 10, Values: []float64{75}},
	}}
	ride(s, "long", training.Cycling, today-2, steady(200, 4000))
	ride(s, "hard", training.Cycling, today-1, steady(300, 400))
	ride(s, "old", training.Cycling, today-50, steady(320, 400))
	ride(s, "run", training.Running, today, steady(500, 400))
	before := training.DayRange{From: today - 60, To: today - 30}
	q := curves.Query{Kind: curves.Power, Days: days(20), Compare: &before, PerKg: true, Steps: []float64{60, 3600}}
	v := answer(t, s, q)
	c := v.Curve
	if d := cmp.Diff([]string{"hard", "long"}, cells(c.IDs)); d != "" || *c.PowerW[0] != 300 ||
		*c.Dates[1] != (today-2).String() || c.Activities != 2 {
		t.Errorf("whose: %s %+v", d, cells(c.PowerW))
	}
	if v.Compare.PowerW[1] != nil || *v.Change[0] != -20 || v.Change[1] != nil {
		t.Errorf("compared: %v, change %v", cells(v.Compare.PowerW), cells(v.Change))
	}
	if c.WPerKg != nil || !strings.Contains(v.Missing["power_w_per_kg"].String(), "share") {
		t.Errorf("a model saw %v without being allowed to (%v)", cells(c.WPerKg), v.Missing)
	}
	s.Who.Sharing.Weight = true
	if kg := answer(t, s, q); *kg.Curve.WPerKg[0] != 4 || *kg.Compare.WPerKg[0] != 4 {
		t.Errorf("by the weight of the day: %v and %v", cells(kg.Curve.WPerKg), cells(kg.Compare.WPerKg))
	}
	if run := answer(t, s, curves.Query{
		Kind: curves.Power, Days: days(20),
		Sports: []training.Sport{training.Running},
	}); *run.Curve.PowerW[0] != 500 {
		t.Errorf("running power is %v", cells(run.Curve.PowerW))
	}
}

func TestStandardAndNearestSteps(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	record(s, "a", training.Cycling, today, map[training.Channel][]float64{training.Power: metricstest.Repeat(200, 700)})
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(5)})
	if last := len(v.Curve.DurationS) - 1; v.Curve.DurationS[last] != 600 || v.Curve.PowerW[last] == nil {
		t.Errorf("standard durations end at %v", v.Curve.DurationS)
	}
	v = answer(t, s, curves.Query{Kind: curves.Power, Days: days(5), Steps: []float64{300, 437.5, 5000, 300}})
	if len(v.Curve.DurationS) != 3 || len(v.Notes) < 2 || !strings.Contains(v.Notes[0].String(), "nearest") {
		t.Errorf("asked: %v, notes %q", v.Curve.DurationS, v.Notes)
	}
	if d := v.Curve.DurationS[1]; math.Abs(d/437.5-1) > 0.011 || *v.Curve.PowerW[1] != 200 || v.Curve.PowerW[2] != nil {
		t.Errorf("437.5 s is answered at %g s with %v", d, cells(v.Curve.PowerW))
	}
}

func TestBestTimesByDistance(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	run := func(id training.ActivityID, sport training.Sport, day training.Day, e ...curve.Effort) {
		s.Add(store.LoadInput{ID: id, Sport: sport, Day: day}, map[string][]byte{derive.Efforts: derive.EncodeEfforts(e)})
	}
	run("slow", training.Running, today, curve.Effort{DistanceM: 1000, TimeS: 250}, curve.Effort{DistanceM: 5000, TimeS: 1301.25})
	run("fast", training.Running, today-1, curve.Effort{DistanceM: 1000, TimeS: 240.5})
	run("swim", training.Swimming, today-1, curve.Effort{DistanceM: 400, TimeS: 360})
	v := answer(t, s, curves.Query{Kind: curves.Distance, Days: days(9)})
	c := v.Curve
	if d := cmp.Diff([]float64{240.5, 1301.25}, cells(c.TimeS)); d != "" || *c.IDs[0] != "fast" || *c.PaceKM[1] != 260.25 {
		t.Errorf("runs: %s %v %v", d, cells(c.IDs), cells(c.PaceKM))
	}
	swim := answer(t, s, curves.Query{Kind: curves.Distance, Days: days(9), Sports: []training.Sport{training.Swimming}})
	if *swim.Curve.Pace100M[0] != 90 || swim.Curve.PaceKM != nil {
		t.Errorf("swim: %+v", swim.Curve)
	}
	older := training.DayRange{From: today - 1, To: today - 1}
	if v := answer(t, s, curves.Query{
		Kind: curves.Distance, Days: training.DayRange{From: today, To: today},
		Compare: &older,
	}); *v.Change[0] != 9.5 || !strings.Contains(v.Words[1].String(), "0 better, 1 worse") {
		t.Errorf("slower is %v: %q", cells(v.Change), v.Words)
	}
}

func TestNothingToShowAndBadQuestions(t *testing.T) {
	t.Parallel()
	v := answer(t, &answerstest.FitnessStore{}, curves.Query{Kind: curves.HR, Days: days(9)})
	if v.Curve != nil || v.Missing["curve"] == "" || len(v.Words) == 0 {
		t.Errorf("an empty store: %+v", v)
	}
	turned := training.DayRange{From: 2, To: 1}
	for name, q := range map[string]curves.Query{
		"turned":  {Kind: curves.Power, Days: turned},
		"turned2": {Kind: curves.Power, Days: days(3), Compare: &turned},
		"many":    {Kind: curves.Power, Days: days(3), Steps: make([]float64, curves.MaxSteps+1)},
		"bpm/kg":  {Kind: curves.HR, Days: days(3), PerKg: true},
		"mixed":   {Kind: curves.Distance, Days: days(3), Sports: []training.Sport{training.Running, training.Swimming}},
	} {
		_, err := curves.New(&answerstest.FitnessStore{}).Answer(t.Context(), answerstest.FitnessModel, here, q)
		var e *training.Error
		if !errors.As(err, &e) || e.Fix == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := curves.New(&answerstest.FitnessStore{}).Answer(ctx, answerstest.FitnessModel, here,
		curves.Query{Kind: curves.Power, Days: days(3)}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

// along adds a ride with the power curve of a model.
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
		cp, w := 8.0, 4000.0
		if name == "morton_3p" { // of another athlete than its own, it finds a lower CP and a higher W′
			cp, w = 25, 12_000
		}
		if math.Abs(f.CPW-270) > cp || math.Abs(f.WPrimeJ-18_000) > w || f.RMSW > 12 || len(f.ResidualW) != len(v.Models.DurationS) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := got["omni_domain"]; math.Abs(f.CPW-270) > 0.5 || math.Abs(*f.PMaxW-1100) > 2 || math.Abs(*f.DeclineW-35) > 0.5 || f.RMSW > 0.2 {
		t.Errorf("its own model: %+v", f)
	}
	if f := got["cp_2p_work_time"]; f.CPSE == nil || *f.CPSE > 8 || f.ResidualW[0] != nil || f.ResidualW[6] == nil {
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

// TestSlackBestDoesNotEnterCriticalPower checks a best of eight minutes that
// were not ridden hard.
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

// TestWhatServicesReport checks that only records of the sport and the days are
// shown, and only of activities that the audience may see.
func TestWhatServicesReport(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	noon := storetest.Noon()
	say := func(id string, days int, p training.PersonalRecord) {
		t.Helper()
		day := training.DayOf(noon) + training.Day(days)
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.PutStatement("ann", document.Statement{
				Collection: document.Records, ID: id, Source: "service", Body: p, Days: training.DayRange{From: day, To: day},
			})
			return err
		})
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i, id := range []training.ActivityID{"far", "fast", "hidden"} {
			if err := storetest.AddRide(tx, "ann", id, noon.Add(time.Duration(i)*time.Hour), store.EveryAudience); err != nil {
				return err
			}
			if err := tx.PutExternalID("ann", id, "service:"+string(id)); err != nil {
				return err
			}
		}
		_, err := tx.SetOverride("ann", "hidden", "hidden_from_models", json.RawMessage(`true`))
		return err
	})
	say("1", 0, training.PersonalRecord{Name: "Farthest Ride", Sport: training.Cycling, DistanceM: 151_000, Ref: "service:far"})
	say("2", 2, training.PersonalRecord{Name: "Best 40km Ride", Sport: training.Cycling, DurationS: 3600, Ref: "service:fast"})
	say("3", 3, training.PersonalRecord{Name: "Best 20km Ride", Sport: training.Cycling, DurationS: 1800, Ref: "service:hidden"})
	say("4", 3, training.PersonalRecord{Name: "Best 5km Run", Sport: training.Running, DurationS: 1200, Ref: "service:far"})
	say("5", 3, training.PersonalRecord{Name: "Best 1km Ride", Sport: training.Cycling, DurationS: 100, Ref: "service:gone"})
	today := training.DayOf(noon)
	far := curves.Reported{Source: "service", Name: "Farthest Ride", DistanceKM: 151, ID: "far", LocalDate: today}
	fast := curves.Reported{Source: "service", Name: "Best 40km Ride", DurationS: 3600, ID: "fast", LocalDate: today + 2}
	hidden := curves.Reported{Source: "service", Name: "Best 20km Ride", DurationS: 1800, ID: "hidden", LocalDate: today + 3}
	for name, tt := range map[string]struct {
		who  training.Audience
		days *training.DayRange
		want []curves.Reported
	}{
		"an assistant": {training.AudienceModel, nil, []curves.Reported{fast, far}},
		"the athlete":  {training.AudiencePage, nil, []curves.Reported{hidden, fast, far}},
		"of some days": {training.AudiencePage, &training.DayRange{From: today, To: today + 1}, []curves.Reported{far}},
		"of none":      {training.AudiencePage, &training.DayRange{From: today - 9, To: today - 1}, nil},
	} {
		v := curves.RecordView{Sport: training.Cycling.Plain()}
		err := v.AddReported(t.Context(), db, training.Scope{Athlete: "ann", Audience: tt.who}, tt.days)
		if d := cmp.Diff(tt.want, v.Reported); d != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, d)
		}
	}
}
