package stream_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/test/metricstest"
)

func TestActiveTimeVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "activetime/sauce") {
		var in struct{ Cases [][2]json.RawMessage }
		v.Read(t, &in, &struct{}{})
		if len(in.Cases) == 0 {
			t.Fatal("no cases")
		}
		for _, c := range in.Cases {
			var times []int32
			var want int32
			if err := json.Unmarshal(c[0], &times); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(c[1], &want); err != nil {
				t.Fatal(err)
			}
			if got := stream.ActiveS(times); got != want {
				t.Errorf("%v is active for %d s, want %d", times, got, want)
			}
		}
	}
	for _, few := range [][]int32{nil, {7}} {
		if got := stream.ActiveS(few); got != 0 {
			t.Errorf("%v is active for %d s", few, got)
		}
	}
}

// TestActiveTimeLeavesLongGapsOut: four times the median step still counts.
func TestActiveTimeLeavesLongGapsOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at   []int32
		want int32
	}{
		{nil, 0},
		{[]int32{5}, 0},
		{[]int32{0, 1, 2, 3, 7, 8}, 8},
		{[]int32{0, 1, 2, 3, 8, 9}, 4},
		{[]int32{0, 2, 4, 6, 14, 23}, 14},
	} {
		if got := stream.ActiveS(c.at); got != c.want {
			t.Errorf("%v: %d, want %d", c.at, got, c.want)
		}
	}
}
