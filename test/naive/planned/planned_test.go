package planned_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
	"lapkeep/test/naive/planned"
	"lapkeep/test/workoutgen"
)

var nan = math.NaN()

type (
	step   = training.WorkoutStep
	target = training.StepTarget
)

func athlete() training.Thresholds {
	return training.Thresholds{
		FTPW: 250, LTHRBpm: 168, MaxHRBpm: 190, RestHRBpm: 48, ThresholdMPS: 4,
		HRZones: []float64{137, 151, 157}, PaceZones: []float64{3.1, 3.5, 3.8},
	}
}

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64, ramp ...training.RampWay) []target {
	x := target{Of: of, Unit: unit, Low: low, High: high}
	if len(ramp) > 0 {
		x.Ramp = ramp[0]
	}
	return []target{x}
}

func watts(low, high float64, ramp ...training.RampWay) []target {
	return aim(training.TargetPower, training.TargetW, low, high, ramp...)
}

func repeat(n int, steps ...step) step {
	return step{Kind: training.StepRepeat, Count: n, Steps: steps}
}

func same(t *testing.T, name string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestLengths(t *testing.T) {
	t.Parallel()
	pace := aim(training.TargetPace, training.TargetMPS, 4, 6)
	half, zoned := aim(training.TargetPace, training.TargetPacePct, 50, 50), aim(training.TargetPace, training.TargetZone, 2, 2)
	quick := aim(training.TargetSpeed, training.TargetMPS, 10, 0)
	rows := []step{repeat(3, repeat(2, step{DistanceM: 100, RestS: 5}), step{DistanceM: 400})}
	known := athlete()
	unmeasured := known
	unmeasured.ThresholdMPS = 0
	for name, tc := range map[string]struct {
		steps            []step
		by               training.Thresholds
		seconds, metres  float64
		knownS, distance float64
	}{
		"nothing":                    {nil, known, 0, 0, 0, 0},
		"time":                       {[]step{{DurationS: 90}}, known, 90, nan, 90, 0},
		"time at a pace":             {[]step{{DurationS: 90, Targets: pace}}, known, 90, 450, 90, 450},
		"distance at a pace":         {[]step{{DistanceM: 1000, Targets: pace}}, unmeasured, 200, 1000, 200, 1000},
		"distance at a share":        {[]step{{DistanceM: 1000, Targets: half}}, known, 500, 1000, 500, 1000},
		"a share of nothing":         {[]step{{DistanceM: 1000, Targets: half}}, unmeasured, nan, 1000, 0, 1000},
		"distance in a zone of pace": {[]step{{DistanceM: 990, Targets: zoned}}, known, 300, 990, 300, 990},
		"distance at a speed":        {[]step{{DistanceM: 1000, Targets: quick}}, known, 100, 1000, 100, 1000},
		"distance with power":        {[]step{{DistanceM: 1000, Targets: watts(200, 200)}}, known, 250, 1000, 250, 1000},
		"distance alone":             {[]step{{DistanceM: 1000}, {DurationS: 5, Targets: pace}}, unmeasured, nan, 1025, 5, 1025},
		"a pause":                    {[]step{{DistanceM: 1000, RestS: 30}}, known, 280, 1000, 280, 1000},
		"repeats":                    {rows, known, 480, 1800, 480, 1800},
		"kilocalories":               {[]step{{CaloriesKcal: 300}}, known, nan, nan, 0, 0},
		"open":                       {[]step{{Open: true}, {DistanceM: 400}}, known, nan, nan, 100, 400},
		"open, about so long":        {[]step{{Open: true, DurationS: 60}}, known, 60, nan, 60, 0},
		"sets by time":               {[]step{{DurationS: 40, RestS: 20, Exercise: &training.StepExercise{Sets: 3}}}, known, 180, 0, 180, 0},
		"sets by repetitions":        {[]step{{RestS: 20, Exercise: &training.StepExercise{Sets: 3, Reps: 8}}}, known, nan, 0, 60, 0},
	} {
		p := planned.Of(tc.steps, tc.by)
		same(t, name, []float64{tc.seconds, tc.metres, tc.knownS, tc.distance}, []float64{p.DurationS, p.DistanceM, p.KnownS, p.KnownM})
		if whole := int(max(tc.seconds, 0)); !math.IsNaN(tc.seconds) && len(p.Watts) != whole {
			t.Errorf("%s: %d seconds are written out, want %d", name, len(p.Watts), whole)
		}
	}
}

func TestSeconds(t *testing.T) {
	t.Parallel()
	power, hr, pace := training.TargetPower, training.TargetHR, training.TargetPace
	type plan = planned.Plan
	w := func(p plan) []float64 { return p.Watts }
	b := func(p plan) []float64 { return p.BPM }
	v := func(p plan) []float64 { return p.MPS }
	for name, tc := range map[string]struct {
		step step
		of   func(plan) []float64
		want []float64
	}{
		"a single value":         {step{DurationS: 2, Targets: watts(200, 200)}, w, []float64{200, 200}},
		"a range":                {step{DurationS: 1, Targets: watts(200, 250)}, w, []float64{225}},
		"at least":               {step{DurationS: 1, Targets: watts(200, 0)}, w, []float64{200}},
		"at most":                {step{DurationS: 1, Targets: watts(0, 200)}, w, []float64{200}},
		"a ramp up":              {step{DurationS: 4, Targets: watts(100, 140, training.RampUp)}, w, []float64{105, 115, 125, 135}},
		"a ramp down":            {step{DurationS: 2, Targets: watts(100, 140, training.RampDown)}, w, []float64{130, 110}},
		"rest by nothing":        {step{Kind: training.StepRest, DurationS: 1}, w, []float64{0}},
		"rest that is free":      {step{Kind: training.StepRest, DurationS: 1, Free: true}, w, []float64{nan}},
		"a pause":                {step{DurationS: 1, RestS: 2, Targets: watts(200, 200)}, w, []float64{200, 0, 0}},
		"a share":                {step{DurationS: 1, Targets: aim(power, training.TargetFTP, 80, 90)}, w, []float64{212.5}},
		"the second zone":        {step{DurationS: 1, Targets: aim(power, training.TargetZone, 2, 2)}, w, []float64{(138 + 187) / 2.0}},
		"the first zone":         {step{DurationS: 1, Targets: aim(power, training.TargetZone, 1, 1)}, w, []float64{137 * 0.9}},
		"the last zone":          {step{DurationS: 1, Targets: aim(power, training.TargetZone, 7, 7)}, w, []float64{376}},
		"several zones":          {step{DurationS: 1, Targets: aim(power, training.TargetZone, 2, 4)}, w, []float64{(138 + 262) / 2.0}},
		"an own zone":            {step{DurationS: 1, Targets: aim(power, training.TargetOwnZone, 2, 2)}, w, []float64{nan}},
		"free":                   {step{DurationS: 1, Free: true, Targets: watts(200, 200)}, w, []float64{nan}},
		"no power":               {step{DurationS: 1, Targets: aim(hr, training.TargetBpm, 150, 150)}, w, []float64{nan}},
		"beats":                  {step{DurationS: 1, Targets: aim(hr, training.TargetBpm, 140, 150)}, b, []float64{145}},
		"of the threshold":       {step{DurationS: 1, Targets: aim(hr, training.TargetLTHR, 100, 100)}, b, []float64{168}},
		"of the highest":         {step{DurationS: 1, Targets: aim(hr, training.TargetMaxHR, 50, 50)}, b, []float64{95}},
		"a zone of heart rate":   {step{DurationS: 1, Targets: aim(hr, training.TargetZone, 2, 2)}, b, []float64{144}},
		"zone one of heart rate": {step{DurationS: 1, Targets: aim(hr, training.TargetZone, 1, 0)}, b, []float64{137 * 0.9}},
		"a zone of pace":         {step{DurationS: 1, Targets: aim(pace, training.TargetZone, 0, 2)}, v, []float64{3.3}},
		"pace over a distance":   {step{DistanceM: 10, Targets: aim(pace, training.TargetMPS, 4, 6, training.RampUp)}, v, []float64{4.5, 5.5}},
	} {
		same(t, name, tc.want, tc.of(planned.Of([]step{tc.step}, athlete())))
	}
	own := athlete()
	own.PowerZones = []float64{150.9, 199.9}
	second := []step{{DurationS: 1, Targets: aim(power, training.TargetZone, 2, 2)}}
	same(t, "own bounds", []float64{(151 + 199) / 2.0}, planned.Of(second, own).Watts)
	same(t, "without an FTP", []float64{nan}, planned.Of(second, training.Thresholds{}).Watts)
}

func TestPower(t *testing.T) {
	t.Parallel()
	hour := step{DurationS: 3600, Targets: watts(250, 250)}
	half := step{DurationS: 1800, Targets: watts(250, 250)}
	free := step{DurationS: 1800, Free: true}
	takes := func(kj, np, share, load float64) planned.Power {
		return planned.Power{WorkKJ: kj, NormalizedW: np, IntensityFactor: share, Load: load}
	}
	none := takes(nan, nan, nan, nan)
	// Half an hour at 250 W and one at nothing: 1771 full windows, 29 that fall, 1771 of nothing.
	fall := 1771 * math.Pow(250, 4)
	for k := 1; k < 30; k++ {
		fall += math.Pow(250*float64(k)/30, 4)
	}
	np := math.Pow(fall/3571, 0.25)
	for name, tc := range map[string]struct {
		steps []step
		gaps  planned.Gaps
		want  planned.Power
	}{
		"an hour at the threshold": {[]step{hour}, planned.GapsUnknown, takes(900, 250, 1, 100)},
		"a gap":                    {[]step{half, free}, planned.GapsUnknown, none},
		"a gap of nothing":         {[]step{half, free}, planned.GapsZero, takes(450, np, np/250, np*np/625)},
		"a gap left out":           {[]step{half, free, half}, planned.GapsLeftOut, takes(900, 250, 1, 100)},
		"no power at all":          {[]step{free}, planned.GapsZero, none},
		"under a window":           {[]step{{DurationS: 29, Targets: watts(100, 100)}}, planned.GapsUnknown, takes(2.9, nan, nan, nan)},
		"of no known length":       {[]step{half, {Open: true}}, planned.GapsZero, none},
		"no steps":                 {nil, planned.GapsZero, none},
	} {
		same(t, name, tc.want, planned.Of(tc.steps, athlete()).Power(250, tc.gaps))
	}
	got := planned.Of([]step{hour}, athlete()).Power(0, planned.GapsUnknown)
	same(t, "without an FTP", takes(900, 250, nan, nan), got)
}

func TestOtherLoads(t *testing.T) {
	t.Parallel()
	by := athlete()
	run := planned.Of([]step{{DistanceM: 7200, Targets: aim(training.TargetPace, training.TargetPacePct, 50, 50)}}, by)
	same(t, "half the threshold speed on foot", 25.0, run.PaceLoad(by.ThresholdMPS, 2, planned.GapsUnknown))
	same(t, "and in water", 12.5, run.PaceLoad(by.ThresholdMPS, 3, planned.GapsUnknown))
	same(t, "without a threshold", nan, run.PaceLoad(0, 2, planned.GapsUnknown))
	same(t, "no heart rate", nan, run.HRSS(naive.BanisterMale, by, planned.GapsZero))
	heart := planned.Of([]step{{DurationS: 3600, Targets: aim(training.TargetHR, training.TargetLTHR, 100, 100)}, {DurationS: 60}}, by)
	same(t, "an hour at the threshold heart rate", 100.0, heart.HRSS(naive.BanisterFemale, by, planned.GapsLeftOut))
	same(t, "no pace", nan, heart.PaceLoad(4, 2, planned.GapsZero))
}

// TestLaws hold for whatever is planned.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		can := workoutgen.Everything()
		can.MostSteps, can.MostRepeats = 12, 3
		w := workoutgen.Workouts(can).Draw(t, "workout")
		by := athlete()
		p := planned.Of(w.Steps, by)
		if p.KnownS > p.DurationS || p.KnownM > p.DistanceM || p.KnownS == 0 && p.DurationS > 0 {
			t.Fatalf("of %v s and %v m are known %v and %v", p.DurationS, p.DistanceM, p.KnownS, p.KnownM)
		}
		twice := planned.Of([]step{repeat(2, w.Steps...)}, by)
		if math.IsNaN(p.DurationS) != math.IsNaN(twice.DurationS) || math.Abs(twice.KnownS-2*p.KnownS) > 1e-6 {
			t.Fatalf("twice %v s are %v", p.KnownS, twice.KnownS)
		}
		if math.IsNaN(p.DurationS) {
			if p.Watts != nil {
				t.Fatal("it is written out, and its length is not known")
			}
			return
		}
		if math.Abs(float64(len(p.Watts))-p.DurationS) > 0.5+1e-6 {
			t.Fatalf("%v s are %d seconds", p.DurationS, len(p.Watts))
		}
		all := p.Power(by.FTPW, planned.GapsUnknown)
		for _, gaps := range []planned.Gaps{planned.GapsZero, planned.GapsLeftOut} {
			if got := p.Power(by.FTPW, gaps); !math.IsNaN(all.WorkKJ) && !cmp.Equal(all, got, cmpopts.EquateNaNs()) {
				t.Fatalf("nothing is missing, and %+v is not %+v", got, all)
			}
		}
		left := p.Power(by.FTPW, planned.GapsLeftOut)
		if np, _ := naive.NP(p.Watts, nil); left.WorkKJ > 0 && math.Abs(np-left.NormalizedW) > 1e-6 {
			t.Fatalf("normalized power %v, elsewhere %v", left.NormalizedW, np)
		}
	})
}
