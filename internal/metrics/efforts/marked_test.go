package efforts_test

import (
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// TestMarkedInAPool: the lengths that began in it say what was swum; what was
// recorded of nothing has no level.
func TestMarkedInAPool(t *testing.T) {
	t.Parallel()
	rec := training.Recording{
		Sport: training.Swimming, ElapsedS: 200, DeviceValues: training.Values{training.MetricPoolLengthM: 25},
		Lengths: []training.Length{
			{StartS: 0, ElapsedS: 20, Active: true},
			{StartS: 20, ElapsedS: 30, Active: true},
			{StartS: 50, ElapsedS: 10},
			{StartS: 60, ElapsedS: 25, Active: true},
		},
	}
	s := efforts.Marked(stream.Of(&rec, stream.Limits{}), []training.Marked{{StartS: 10, EndS: 70}, {StartS: 100, EndS: 120}})
	if s.Basis != efforts.ByLengths || len(s.Intervals) != 2 {
		t.Fatalf("%+v", s)
	}
	if iv := s.Intervals[0]; iv.DistanceM != 50 || iv.SpeedMPS != 0.9091 || iv.Level != iv.SpeedMPS || iv.Seconds() != 60 {
		t.Errorf("%+v", iv)
	}
	if iv := s.Intervals[1]; iv.DistanceM != 0 || iv.Level != 0 {
		t.Errorf("nothing was swum: %+v", iv)
	}
	rec.DeviceValues, rec.Lengths = nil, nil
	if s := efforts.Marked(stream.Of(&rec, stream.Limits{}), []training.Marked{{EndS: 9}}); s.Basis != "" || s.Intervals[0].Level != 0 {
		t.Errorf("%+v", s)
	}
}
