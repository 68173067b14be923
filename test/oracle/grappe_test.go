package oracle

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestGrappeLoadVector is the load of scikit-sports by Grappe's scale of
// effort: minutes in seven zones of maximal aerobic power, each with a weight.
func TestGrappeLoadVector(t *testing.T) {
	t.Parallel()
	ride := metricstest.Vectors(t, "np/stairs_20s")[0]
	var signal struct{ Samples []float64 }
	var none any
	ride.Read(t, &signal, &none)
	for _, v := range metricstest.Vectors(t, "np/scikit-sports variant") {
		var in struct{ MPA float64 }
		var want map[string]json.Number
		v.Read(t, &in, &want)
		load, err := want["training_load_ride2"].Float64()
		if err != nil {
			t.Fatal(err)
		}
		bounds := []float64{0.3, 0.5, 0.6, 0.75, 0.85, 1, 1.8}
		for i := range bounds {
			bounds[i] *= in.MPA
		}
		seconds := zones.Custom(training.ZonesPower, bounds).TimeIn(zones.Of(metricstest.Power(signal.Samples), training.Power))
		got := 0.0
		for i, weight := range []float64{0, 2, 2.5, 3, 3.5, 4.5, 7, 11} {
			got += weight * seconds[i] / 60
		}
		metricstest.Close(t, "load by minutes in Grappe's zones", got, load, v.Tol)
	}
}
