package load_test

import (
	"strings"
	"testing"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// TestLoadsThatContradictEachOtherAreTold by the number that each way gives.
func TestLoadsThatContradictEachOtherAreTold(t *testing.T) {
	t.Parallel()
	at := training.Thresholds{FTPW: 300, LTHRBpm: 170, ThresholdMPS: 4}
	hour := load.Input{Sport: training.Running, TimerS: 3600, AvgMPS: 3.6, GradedMPS: 4, AvgHRBpm: 170, HRSeconds: 3600}
	for _, c := range []struct {
		name   string
		change func(*load.Input, *training.Thresholds)
		want   []string // none: they agree
	}{
		{"agreeing", func(*load.Input, *training.Thresholds) {}, nil},
		{
			"a graded speed beyond the heart's", func(in *load.Input, _ *training.Thresholds) { in.GradedMPS = 4.7 },
			[]string{"by pace 138", "by heart rate 100"},
		},
		{
			"power beside both", func(in *load.Input, _ *training.Thresholds) { in.NPW, in.NPWindows = 200, 3571 },
			[]string{"by power 44", "by pace 100", "by heart rate 100"},
		},
		{"only one way", func(in *load.Input, t *training.Thresholds) { in.GradedMPS, t.LTHRBpm = 6, 0 }, nil},
		{"too little to matter", func(in *load.Input, _ *training.Thresholds) { in.TimerS, in.HRSeconds, in.GradedMPS = 400, 400, 5 }, nil},
	} {
		in, thresholds := hour, at
		c.change(&in, &thresholds)
		got := load.Rules{}.Apart(in, thresholds)
		if (got == "") != (c.want == nil) {
			t.Errorf("%s: %q", c.name, got)
		}
		for _, w := range c.want {
			if !strings.Contains(got.String(), w) {
				t.Errorf("%s: %q says nothing of %q", c.name, got, w)
			}
		}
	}
}
