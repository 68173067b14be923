package power

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// TestItsGrid are the cases of resampling that igpsport-mcp's tests assert.
func TestItsGrid(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	late := []float64{100}
	for k := range bridgeS {
		late = append(late, 100+float64(k+1)*100/30)
	}
	for range 19 {
		late = append(late, nan)
	}
	for name, c := range map[string]struct {
		times []int32
		want  []float64
	}{
		"R1": {[]int32{0, 3}, []float64{100, 120, 140, 160}},
		"R2": {[]int32{0, 30}, append(late, 200)},
		"R3": {nil, nil},
	} {
		r := &training.Recording{Sport: training.Cycling}
		for i, at := range c.times {
			r.Columns.TimeS = append(r.Columns.TimeS, at)
			r.Columns.Put(training.Power, i, int32(100+float64(i)*(c.want[len(c.want)-1]-100)))
		}
		r.Columns.Pad()
		grid := elapsedGrid(stream.Of(r, stream.Limits{}))
		bridge(grid)
		if d := cmp.Diff(c.want, grid, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
