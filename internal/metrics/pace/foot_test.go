package pace_test

import (
	"math"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
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
