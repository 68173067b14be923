package pace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// runner runs for 400 s and walks for 200, with every sensor.
func runner() *training.Recording {
	r := metricstest.Recording(training.Running, 600)
	two := func(run, walk float64) []float64 {
		return append(metricstest.Repeat(run, 400), metricstest.Repeat(walk, 200)...)
	}
	metricstest.Put(r, training.Speed, two(3, 1.5))
	metricstest.Put(r, training.VerticalOscillation, two(80, 40))
	metricstest.Put(r, training.GroundContact, two(250, 500))
	metricstest.Put(r, training.GroundContactBalance, two(48.8, 50))
	metricstest.Put(r, training.StepLength, two(1000, 600))
	stiff := make([]float32, 600)
	for i := range stiff {
		stiff[i] = 10
		if i%2 == 1 {
			stiff[i] = float32(math.NaN())
		}
	}
	r.Columns.Developer = []training.DeveloperColumn{{Name: "Form Power"}, {Name: "leg spring stiffness", Values: stiff}}
	return r
}

func TestDynamicsAreOfRunningAlone(t *testing.T) {
	t.Parallel()
	r := runner()
	r.Columns.Data[training.GroundContact].Values[7] = 0 // the sensor missed a step
	values := training.Values{}
	v := view(r)
	pace.NewFoot(v).Put(values, all(v))
	for m, want := range map[training.Metric]float64{
		training.MetricAvgVerticalOscillationMM: 80, training.MetricAvgGroundContactMS: 250,
		training.MetricAvgStepLengthCM: 100, training.MetricAvgGroundContactBalancePct: 48.8,
		training.MetricAvgVerticalRatioPct: 8, training.MetricAvgLegStiffnessKNPerM: 10,
	} {
		metricstest.Close(t, string(m), values[m], want, 1e-9)
	}
	values = training.Values{}
	pace.NewFoot(v).Put(values, training.Span{FromS: 450, ToS: 500})
	if len(values) != 0 {
		t.Errorf("walking has %v", values)
	}
	r.Columns.Data[training.Speed] = training.Column{}
	values = training.Values{}
	v = view(r)
	pace.NewFoot(v).Put(values, all(v))
	metricstest.Close(t, "contact without a speed", values[training.MetricAvgGroundContactMS], (399*250+200*500)/599.0, 1e-9)
}

func TestStepsOfBothFeet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sport   training.Sport
		cadence float64
		want    float64
	}{
		"strides": {training.Running, 85, 170}, "steps": {training.Running, 172, 172}, "a walk": {training.Walking, 55, 110},
		"standing": {training.Running, 0, 0},
	} {
		r := metricstest.Recording(c.sport, 600)
		metricstest.Put(r, training.Cadence, metricstest.Repeat(c.cadence, 600))
		values := training.Values{training.MetricAvgCadenceRPM: c.cadence}
		v := view(r)
		f := pace.NewFoot(v)
		missing := map[training.Metric]i18n.Sentence{}
		f.Whole(values, missing, all(v))
		if got := values[training.MetricAvgCadenceSPM]; got != c.want {
			t.Errorf("%s: %v steps a minute, want %v", name, got, c.want)
		}
		if c.sport == training.Walking && len(missing) != 0 {
			t.Errorf("a walk misses %v", missing)
		}
	}
	if pace.NewFoot(view(metricstest.Recording(training.Cycling, 5))) != nil {
		t.Error("a ride is on foot")
	}
}

func TestEfficiencyOnTheFlat(t *testing.T) {
	t.Parallel()
	for name, climb := range map[string]int{"a flat road": 0, "a hill": 15} {
		v := view(steady(300, climb, 3600))
		values := training.Values{
			training.MetricPaceSPerKM: 1000 / 3.0, training.MetricEfficiencyFactor: 180.0 / 150,
			training.MetricAvgHRBpm: 150,
		}
		pace.NewFoot(v).Whole(values, map[training.Metric]i18n.Sentence{}, all(v))
		metricstest.Close(t, name, values[training.MetricGradedEfficiencyFactor], 60_000/values[training.MetricNGPSPerKM]/150, 1e-12)
		metricstest.Close(t, name, values[training.MetricGradedEfficiencyFactor], 180.0/150*naive.GAP(1, float64(climb)/300), 0.01)
	}
	v := view(steady(300, 0, 3600))
	for _, why := range []string{"", "heart rate covers only 6 % of the time"} {
		values, missing := training.Values{training.MetricPaceSPerKM: 300}, map[training.Metric]i18n.Sentence{}
		if why != "" {
			missing[training.MetricEfficiencyFactor] = i18n.Sentence(why)
		}
		pace.NewFoot(v).Whole(values, missing, all(v))
		if got := missing[training.MetricGradedEfficiencyFactor]; got == "" || why != "" && got.String() != why {
			t.Errorf("missing because %q, want %q", got, why)
		}
	}
}

func BenchmarkFoot(b *testing.B) {
	r := steady(300, 5, 3600)
	r.Columns.Developer = nil
	v := view(r)
	for b.Loop() {
		pace.NewFoot(v).Whole(training.Values{training.MetricPaceSPerKM: 300}, map[training.Metric]i18n.Sentence{}, all(v))
	}
}

// hourS is the length of the runs below.
const hourS = 3600

// ran returns an hour at 3 m/s over a course whose altitude follows from
// distance, recorded with an error in m.
func ran(altM, errM func(float64) float64) *training.Recording {
	r := metricstest.Recording(training.Running, hourS)
	var metres, alt []float64
	for i := range hourS {
		d := 3 * float64(i)
		metres, alt = append(metres, d), append(alt, math.Round(5*(altM(d)+errM(float64(i))))/5)
	}
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Speed, metricstest.Repeat(3, hourS))
	metricstest.Put(r, training.Altitude, alt)
	return r
}

// satellite returns an error of sigma m that forgets itself in tau seconds.
func satellite(seed uint64, sigma, tau float64) func(float64) float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	kept, x := math.Exp(-1/tau), sigma*random.NormFloat64()
	return func(float64) float64 {
		x = kept*x + sigma*math.Sqrt(1-kept*kept)*random.NormFloat64()
		return x
	}
}

func exact(float64) float64 { return 0 }
func level(float64) float64 { return 50 }

// hilly goes up and down 40 m in each 1.2 km.
func hilly(d float64) float64 { return 100 + 20*math.Sin(2*math.Pi*d/1200) }

// worth returns the normalized graded speed of a run and its factor.
func worth(t *testing.T, r *training.Recording) (mps, factor float64) {
	t.Helper()
	g, missing := pace.GradeWell(view(r))
	if missing != "" {
		t.Fatal(missing)
	}
	mps, missing = g.Normalized()
	if missing != "" {
		t.Fatal(missing)
	}
	factor, _ = g.Factor(all(view(r)))
	return mps, factor
}

// TestAFlatRunIsFlatUnderNoise: an altitude that wanders by 3 to 10 m makes a
// flat run worth hardly more. Without a judgement of its noise it was up to
// three times the load.
func TestAFlatRunIsFlatUnderNoise(t *testing.T) {
	t.Parallel()
	for _, sigma := range []float64{3, 5, 10} {
		for _, tau := range []float64{0.1, 5, 20, 60, 120} {
			for seed := range uint64(3) {
				name := fmt.Sprintf("%v m over %v s, %d", sigma, tau, seed)
				mps, factor := worth(t, ran(level, satellite(seed, sigma, tau)))
				metricstest.Close(t, "speed under "+name, mps, 3, 0.04)
				metricstest.Close(t, "factor under "+name, factor, 1, 0.03)
			}
		}
	}
}

// TestTwoWatchesOnOneRunAgree: a barometer's and GPS's on the same hills, and a
// clean one against the cost of the true grade.
func TestTwoWatchesOnOneRunAgree(t *testing.T) {
	t.Parallel()
	barometer, factor := worth(t, ran(hilly, exact))
	want := 0.0
	for d := 0.0; d < 3*hourS; d++ {
		want += pace.Canonical.Factor(hilly(d+0.5)-hilly(d-0.5)) / (3 * hourS)
	}
	metricstest.Close(t, "factor by a barometer", factor, want, 0.01)
	for _, sigma := range []float64{3, 5} {
		for seed := range uint64(3) {
			gps, _ := worth(t, ran(hilly, satellite(seed, sigma, 60)))
			metricstest.Close(t, fmt.Sprintf("speed by GPS of %v m", sigma), gps, barometer, 0.06)
		}
	}
}

// TestKindOfAltitude: what measured an altitude is told from its roughness.
func TestKindOfAltitude(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		r    *training.Recording
		want route.TerrainKind
	}{
		{"a level path", ran(level, exact), route.Barometric},
		{"hills", ran(hilly, exact), route.Barometric},
		{"a barometer that wanders by 0.3 m", ran(hilly, satellite(1, 0.3, 60)), route.Barometric},
		{"GPS", ran(hilly, satellite(1, 4, 60)), route.Satellite},
	} {
		if got := route.ReliefOf(view(c.r)).Kind(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	watch := ran(level, exact)
	watch.Device.Product = "fr245"
	course := ran(hilly, exact)
	course.SubSport = training.SubVirtual
	if a, b := route.ReliefOf(view(watch)).Kind(), route.ReliefOf(view(course)).Kind(); a != route.Satellite || b != route.Simulated {
		t.Errorf("%v and %v", a, b)
	}
}

// TestNoGradeMakesARunnerFaster than anybody is: up a wall at 5 m/s.
func TestNoGradeMakesARunnerFaster(t *testing.T) {
	t.Parallel()
	speed, climb := make([]int, 400), make([]int, 400)
	for i := range speed {
		speed[i], climb[i] = 500, 200
	}
	g, missing := pace.Grade(view(hills(speed, climb)), pace.Canonical)
	if missing != "" {
		t.Fatal(missing)
	}
	if mps, ok := g.Speed(200); !ok || mps > 8+1e-9 {
		t.Errorf("worth %v m/s on the flat", mps)
	}
}
