package rows_test

import (
	"math"
	"slices"
	"testing"

	"lapkeep/test/naive/rows"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 || math.IsNaN(got) != math.IsNaN(want) {
		t.Errorf("%s is %v, by hand %v", what, got, want)
	}
}

func TestPowerOfRows(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for name, c := range map[string]struct {
		r    rows.Recording
		want []float64
	}{
		"a lost value, a spike and a gap are 0": {
			rows.Recording{ElapsedS: 8, TimeS: []float64{0, 1, 2, 3, 7}, PowerW: []float64{100, none, 9000, 200, 300}},
			[]float64{100, 0, 0, 200, 0, 0, 0, 300},
		},
		"the row at a stop counts": {
			rows.Recording{ElapsedS: 6, TimeS: []float64{0, 1, 2, 3, 5}, PowerW: []float64{1, 2, 3, 4, 5}, Pauses: []rows.Pause{{FromS: 2, ToS: 5}}},
			[]float64{1, 2, 3, 0, 0, 5},
		},
		"under smart recording it holds to 5 s": {
			rows.Recording{ElapsedS: 15, TimeS: []float64{0, 3, 6, 14}, PowerW: []float64{10, 20, 30, 40}},
			[]float64{10, 10, 10, 20, 20, 20, 30, 0, 0, 0, 0, 0, 0, 0, 40},
		},
		"a short stand is one": {rows.Recording{ElapsedS: 2, TimeS: []float64{0, 1}, PowerW: []float64{0, 0}}, []float64{0, 0}},
	} {
		if got := c.r.Power(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, by hand %v", name, got, c.want)
		}
	}
}

func TestHeartRateHoldsOverTenSeconds(t *testing.T) {
	t.Parallel()
	r := rows.Recording{ElapsedS: 30, TimeS: []float64{0, 11, 12, 24}, HRBpm: []float64{100, 120, 0, 140}}
	bpm := r.HR()
	near(t, "11 s", rows.Mean(bpm, 11), (10*100+120)/11.0)
	near(t, "12 s", rows.Mean(bpm, 12), (11*100+120)/12.0)
	near(t, "13 s, over a gap", rows.Mean(bpm, 13), math.NaN())
}

func TestBestsOfSeries(t *testing.T) {
	t.Parallel()
	watts := append(slices.Repeat([]float64{100}, 40), slices.Repeat([]float64{250}, 40)...)
	near(t, "mean", rows.Mean(watts, 50), (40*250+10*100)/50.0)
	near(t, "after 5 kJ", rows.MeanAfter(watts, 10, 5000), 250)
	near(t, "after 14 kJ", rows.MeanAfter(watts, 1, 14_001), math.NaN())
	near(t, "NP", rows.Normalized(watts, 40), 250)
}

func TestTrackOfRows(t *testing.T) {
	t.Parallel()
	r := rows.Recording{
		Sport: "running", ElapsedS: 60, TimeS: []float64{0, 10, 20, 30, 40, 50}, DistanceM: []float64{0, 30, 9000, 100, 140, 5000},
	}
	near(t, "metres in 20 s", r.Track().Metres(20), 75) // 30 m in 10 s, then 70 m in 20 s without the row that leaps, then 40 m in 10 s
	near(t, "time over 75 m", r.Track().Seconds(75), 20)
	near(t, "time over 141 m", r.Track().Seconds(141), math.NaN())
}

// TestWholeTrackOfRows: 3 m/s for 100 s from a second after the start; what the
// counter had counted before is of this recording where the total says so.
func TestWholeTrackOfRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ counted, totalM, elapsedS, metres, want float64 }{
		"the way of the first second":         {3, 303, 101, 303, 101},
		"no faster than the mean":             {12, 312, 101, 312, 104},
		"too long before the start":           {33, 333, 101, 301, math.NaN()},
		"counted before the start":            {12, 300, 101, 301, math.NaN()},
		"without a total two seconds before":  {9, 0, 101, 309, 103},
		"without a total longer before":       {12, 0, 101, 301, math.NaN()},
		"without a total it is not possible":  {40_000, 0, 101, 301, math.NaN()},
		"the total goes on after the rows":    {3, 309, 102, 309, 103},
		"the timer goes on without a total":   {3, 0, 105, 315, 105},
		"it goes on for too long":             {3, 0, 113, 304, math.NaN()},
		"the total is beyond the last speed":  {3, 318, 102, 304, math.NaN()},
		"the total is beyond both its edges":  {3, 309, 102, 310, math.NaN()},
		"what is within the rows is the same": {3, 303, 101, 150, 50},
	} {
		r := &rows.Recording{Sport: "running", ElapsedS: c.elapsedS, TimerS: c.elapsedS, TotalM: c.totalM}
		for i := range 101 {
			r.TimeS, r.SpeedMPS = append(r.TimeS, float64(i+1)), append(r.SpeedMPS, 3)
			r.DistanceM = append(r.DistanceM, c.counted+3*float64(i))
		}
		near(t, name, r.Whole(r.Track(), false).Seconds(c.metres), c.want)
	}
}

// TestGradedTrackOfRows: 600 m at 3 m/s up a slope of 10 %, whose metres count
// 1.6745 of level ground (Minetti), and a sprint there at 6 m/s, whose count for 8 m/s.
func TestGradedTrackOfRows(t *testing.T) {
	t.Parallel()
	const costs = (155.4*1e-5 - 30.4*1e-4 - 43.3*1e-3 + 46.3*1e-2 + 1.95 + 3.6) / 3.6
	for name, c := range map[string]struct{ mps, want float64 }{"run": {3, 3 * costs}, "sprint": {6, 8}} {
		r := slope(c.mps, 0.1)
		near(t, name, r.Graded().Metres(30)/30, c.want)
	}
	r := slope(3, 0.1)
	for i := 60; i < 120; i++ {
		r.AltitudeM[i] = math.NaN()
	}
	if r.Graded() != nil {
		t.Error("a grade that is known for 70 % of the way makes a track")
	}
}

// slope returns 200 s up an even slope.
func slope(mps, grade float64) *rows.Recording {
	r := &rows.Recording{Sport: "running", ElapsedS: 200}
	for i := range 200 {
		m := mps * float64(i)
		r.TimeS, r.SpeedMPS = append(r.TimeS, float64(i)), append(r.SpeedMPS, mps)
		r.DistanceM, r.AltitudeM = append(r.DistanceM, m), append(r.AltitudeM, 100+grade*m)
	}
	return r
}
