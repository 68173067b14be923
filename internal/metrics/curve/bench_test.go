package curve_test

import (
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// BenchmarkOneHour measures each curve of an hour's ride that is stored beside the power curve.
func BenchmarkOneHour(b *testing.B) {
	r := metricstest.Recording(training.Cycling, 3600)
	watts := realLike(3600, 1)
	metricstest.Put(r, training.Power, metricstest.Floats(watts))
	metres := make([]float64, len(watts))
	for i := range metres[1:] {
		metres[i+1] = metres[i] + 4 + float64(watts[i])/40
	}
	metricstest.Put(r, training.Distance, metres)
	v := stream.Of(r, stream.Limits{})
	for name, f := range map[string]func(){
		"grid":       func() { curve.Grid() },
		"power":      func() { curve.PowerOf(watts, 0) },
		"fatigued":   func() { curve.Fatigued(watts, 0) },
		"normalized": func() { curve.Normalized(watts, 0) },
		"pace":       func() { curve.TracksOf(v).Pace() },
		"efforts":    func() { curve.TracksOf(v).Efforts(curve.Distances(training.Cycling)) },
		"tracks":     func() { curve.TracksOf(v) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
