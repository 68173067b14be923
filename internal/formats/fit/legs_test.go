package fit_test

import (
	"slices"
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

// outing is one session of a file, its rows at seconds of the file's clock.
type outing struct {
	sport, from, to int
	total           float64 // m, as the device says it; negative is not said
	rows            [][2]float64
}

func legsOf(t *testing.T, outings ...outing) []*training.Recording {
	t.Helper()
	f := open()
	for _, o := range outings {
		for _, r := range o.rows {
			m := rawfit.Fields{"heart_rate": 140}
			if r[1] >= 0 {
				m["distance"] = r[1]
			}
			record(f, int(r[0]), m)
		}
	}
	for i, o := range outings {
		m := rawfit.Fields{
			"message_index": i, "timestamp": at(o.to), "start_time": at(o.from), "sport": o.sport,
			"total_elapsed_time": o.to - o.from, "total_timer_time": o.to - o.from,
		}
		if o.total >= 0 {
			m["total_distance"] = o.total
		}
		f.Session(m)
	}
	return read(t, f).Recordings
}

// lastDistance is the distance of a leg, in m, and the second at which it ends.
func lastDistance(r *training.Recording) (m float64, s int32) {
	c := &r.Columns
	for i := c.Len() - 1; i >= 0; i-- {
		if v, ok := c.At(training.Distance, i); ok {
			return float64(v) / 100, c.TimeS[i]
		}
	}
	return -1, -1
}

// TestLegsHaveTheDistanceMadeInThem: what lies between the last row of a leg
// and the first of the next goes to neither by chance.
func TestLegsHaveTheDistanceMadeInThem(t *testing.T) {
	t.Parallel()
	ride := [][2]float64{{0, 0}, {20, 200}, {40, 400}}
	run := [][2]float64{{60, 560}, {80, 620}, {90, 650}}
	anew := [][2]float64{{60, 10}, {80, 70}, {90, 100}}
	for _, tt := range []struct {
		name string
		legs []outing
		want []float64
	}{
		{"the device's totals cut within the gap", []outing{{2, 0, 52, 520, ride}, {1, 52, 90, 130, run}}, []float64{520, 130}},
		{"without totals a leg ends with its last row", []outing{{2, 0, 50, -1, ride}, {1, 50, 90, -1, run}}, []float64{400, 250}},
		{"totals that lie elsewhere do not count", []outing{{2, 0, 50, 9999, ride}, {1, 50, 90, 1, run}}, []float64{400, 250}},
		{"all up to the last row", []outing{{2, 0, 50, 400, ride}, {1, 50, 90, 250, run}}, []float64{400, 250}},
		{"all up to the next row", []outing{{2, 0, 60, 560, ride}, {1, 60, 90, 90, run}}, []float64{560, 90}},
		{"what is walked between two legs is of neither", []outing{{2, 0, 44, 430, ride}, {1, 56, 90, 120, run}}, []float64{430, 120}},
		{"a counter that begins anew", []outing{{2, 0, 50, 500, ride}, {1, 50, 90, 100, anew}}, []float64{400, 100}},
		{
			"a swim without rows of distance that the counter holds",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 90, [][2]float64{{60, 70}, {90, 150}}}},
			[]float64{-1, 90},
		},
		{
			"a swim that the counter does not hold, and a ride that begins without rows",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 150, [][2]float64{{60, 70}, {90, 150}}}},
			[]float64{-1, 150},
		},
		{
			"a total too far from the reading to tell who counted the swim",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 1540, [][2]float64{{60, 70}, {90, 1500}}}},
			[]float64{-1, 1440},
		},
		{
			"a swim and a walk that the counter does not hold",
			[]outing{
				{5, 0, 40, 40, [][2]float64{{0, -1}, {20, -1}}},
				{1, 40, 52, 20, [][2]float64{{45, -1}}},
				{2, 52, 90, 150, [][2]float64{{60, 70}, {90, 150}}},
			},
			[]float64{-1, -1, 150},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for i, r := range legsOf(t, tt.legs...) {
				if m, s := lastDistance(r); m != tt.want[i] || float64(s) > r.ElapsedS {
					t.Errorf("leg %d covers %v m up to second %d of %v, want %v m", i, m, s, r.ElapsedS, tt.want[i])
				}
				if !slices.IsSorted(r.Columns.TimeS) || len(r.Columns.Data[training.HeartRate].Values) != r.Columns.Len() {
					t.Errorf("leg %d has rows at %v", i, r.Columns.TimeS)
				}
			}
		})
	}
}
