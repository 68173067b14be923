package summary_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// outing is an hour at 3 m/s, half of it up a hill of 5 %.
func outing(sport training.Sport) *stream.View {
	r := metricstest.Recording(sport, 3600)
	var metres, alt []float64
	for i := range 3600 {
		metres = append(metres, 3*float64(i))
		alt = append(alt, 100+0.15*math.Max(0, float64(i)-1800))
	}
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Altitude, alt)
	metricstest.Put(r, training.Cadence, metricstest.Repeat(85, 3600))
	r.Laps = []training.Lap{{EndS: 1800}, {StartS: 1800, EndS: 3600}}
	return stream.Of(r, stream.Limits{})
}

func TestARunIsGradedAsAWholeAndByLap(t *testing.T) {
	t.Parallel()
	v := outing(training.Running)
	res := summary.Of(v)
	add := summary.SportOf(v)
	add.Whole(&res)
	ls := add.Laps(summary.LapsOf(v))
	splits, _ := summary.Splits(v, route.KilometreM)
	splits = add.Splits(splits)
	flat, hill := ls[0].Values, ls[1].Values
	metricstest.Close(t, "the flat lap", flat[training.MetricGAPSPerKM], flat[training.MetricPaceSPerKM], 0.002)
	metricstest.Close(t, "the hill", hill[training.MetricPaceSPerKM]/hill[training.MetricGAPSPerKM], 1.3014, 0.002)
	metricstest.Close(t, "steps", hill[training.MetricAvgCadenceSPM], 170, 1e-9)
	for m, x := range res.Values {
		if m == training.MetricGAPSPerKM && (x >= res.Values[training.MetricPaceSPerKM] || res.Values[training.MetricNGPSPerKM] >= x) {
			t.Errorf("graded %v, normalized %v, pace %v", x, res.Values[training.MetricNGPSPerKM], res.Values[training.MetricPaceSPerKM])
		}
	}
	metricstest.Close(t, "the first kilometre", splits[0].Values[training.MetricGAPSPerKM], 1000/3.0, 0.002)
	metricstest.Close(t, "the tenth", splits[9].Values[training.MetricGAPSPerKM], 1000/3.0/1.3014, 0.002)
}

func TestOtherSportsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, sport := range []training.Sport{training.Cycling, training.Rowing, training.Swimming} {
		v := outing(sport)
		before := summary.Of(v)
		res := summary.Of(v)
		add := summary.SportOf(v)
		add.Whole(&res)
		want := len(before.Values)
		if sport == training.Swimming {
			want++
			metricstest.Close(t, "pace in open water", res.Values[training.MetricPaceSPer100M], res.Values[training.MetricPaceSPerKM]/10, 1e-12)
		}
		if len(res.Values) != want || len(add.Laps(summary.LapsOf(v))) != 2 {
			t.Errorf("%s: %d values, want %d", sport, len(res.Values), want)
		}
	}
}
