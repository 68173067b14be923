package efforts_test

import (
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
)

// BenchmarkOf is about a session of one hour; it may cost 0.3 ms.
func BenchmarkOf(b *testing.B) {
	for _, shape := range []string{"5x4min", "30_30", "over_unders", "ramp_test", "steady_outdoor", "fartlek"} {
		v := stream.Of(recordingOf(made(b, shape, 1), sensors...), stream.Limits{})
		b.Run(shape, func(b *testing.B) {
			b.ReportMetric(float64(v.Columns.Len()), "seconds")
			for b.Loop() {
				efforts.Of(v)
			}
		})
	}
}
