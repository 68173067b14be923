package derive_test

import (
	"testing"

	"lapkeep/internal/derive"
	"lapkeep/internal/training"
)

// TestPowerOnFootHasASource: which may be another recording than the primary one.
func TestPowerOnFootHasASource(t *testing.T) {
	t.Parallel()
	watch := recorded(training.Running, 400, training.Power, training.HeartRate)
	watch.Device.Manufacturer = "COROS"
	pod := &training.Recording{Device: training.Device{Manufacturer: "stryd"}}
	run := activity("a", training.Running, 0)
	for name, c := range map[string]struct {
		in   derive.Inputs
		want string
	}{
		"the watch":         {derive.Inputs{Activity: run, Recording: watch, Hash: "h"}, "coros"},
		"another recording": {derive.Inputs{Activity: run, Recording: watch, PowerFrom: pod, Hash: "h"}, "stryd"},
		"a bicycle":         {derive.Inputs{Activity: activity("b", training.Cycling, 0), Recording: watch, Hash: "h"}, ""},
		"no power":          {derive.Inputs{Activity: run, Recording: recorded(training.Running, 400, training.HeartRate), Hash: "h"}, ""},
	} {
		_, prims := derive.Compute(c.in)
		got := ""
		for _, p := range prims {
			if p.Kind == derive.PowerSource {
				source, err := derive.DecodeSource(p.Data)
				if err != nil {
					t.Error(err)
				}
				got = source
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
