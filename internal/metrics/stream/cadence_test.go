package stream_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// far is a constant effort of an hour with rows at the given steps in turn.
func far(sport training.Sport, steps ...int32) *training.Recording {
	r := &training.Recording{Sport: sport}
	for at, k := int32(0), 0; at <= 3600; k++ {
		i := len(r.Columns.TimeS)
		r.Columns.TimeS = append(r.Columns.TimeS, at)
		r.Columns.Put(training.Power, i, 215)
		r.Columns.Put(training.HeartRate, i, 140)
		r.Columns.Put(training.Distance, i, at*80) // 0.8 m/s
		at += steps[k%len(steps)]
	}
	r.Columns.Pad()
	r.ElapsedS = float64(r.Columns.TimeS[r.Columns.Len()-1])
	r.TimerS = r.ElapsedS
	return r
}

func drawnSteps(low, high int32) []int32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	out := make([]int32, 500)
	for i := range out {
		out[i] = low + rnd.Int32N(high-low+1)
	}
	return out
}

// TestRowsFarApart: a constant effort is the same however far apart its rows
// are, and the athlete moved all the time.
func TestRowsFarApart(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]int32{
		"every second": {1}, "3 s": {3}, "6 s": {6}, "10 s": {10}, "12 s": {12}, "15 s": {15}, "46 s": {46}, "2 min": {120}, "5 min": {300},
		"5 or 6 s": {5, 6}, "8 to 20 s": drawnSteps(8, 20), "5 to 60 s": drawnSteps(5, 60),
		"10 s with breaks": {10, 10, 10, 10, 10, 10, 10, 10, 10, 200},
	} {
		v := stream.Of(far(training.Swimming, steps...), stream.Limits{})
		moved, why := v.Moving()
		if why != "" || moved < 0.99*v.Recording.TimerS {
			t.Errorf("%s: moved for %v of %v s %q", name, moved, v.Recording.TimerS, why)
		}
		s := v.Power()
		if mean := s.SumJ() / float64(len(s.Watts)); math.Abs(mean-215) > 0.01*215 {
			t.Errorf("%s: %v W", name, mean)
		}
		for _, ch := range []training.Channel{training.Power, training.HeartRate} {
			if c := v.Coverage(ch); name != "10 s with breaks" && name != "5 to 60 s" && c < 0.97 {
				t.Errorf("%s: %v covers %v", name, ch, c)
			}
		}
		if name == "every second" != (v.CapS == 1) || v.CapS > 600 {
			t.Errorf("%s: a row stands for %d s", name, v.CapS)
		}
	}
}

// TestStopsBetweenRowsFarApart: what distance does not say was moved is not.
func TestStopsBetweenRowsFarApart(t *testing.T) {
	t.Parallel()
	r := far(training.Swimming, 30)
	r.Columns.Data[training.Power] = training.Column{}
	d := r.Columns.Data[training.Distance].Values
	for i := 61; i < len(d); i++ {
		d[i] = d[60] // half an hour on the shore
	}
	if moved, _ := stream.Of(r, stream.Limits{}).Moving(); math.Abs(moved-1800) > 31 {
		t.Errorf("moved for %v s", moved)
	}
}

// TestGapsThatWereCovered: a recorder of one row a second that loses its rows
// in a tunnel has covered its distance; one that stood in it has not.
func TestGapsThatWereCovered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mps, want float64
	}{"through": {10, 1200}, "stood": {0, 901}} {
		r := metricstest.Recording(training.Cycling, 1200)
		dist, m := make([]float64, 1200), 0.0
		for i := range dist {
			dist[i] = m
			if i >= 600 && i < 900 {
				m += c.mps
			} else {
				m += 10
			}
		}
		metricstest.Put(r, training.Distance, dist)
		metricstest.Drop(r, func(s int) bool { return s > 600 && s < 900 })
		if moved, _ := stream.Of(r, stream.Limits{}).Moving(); math.Abs(moved-c.want) > 3 {
			t.Errorf("%s: moved for %v s, want %v", name, moved, c.want)
		}
	}
}

// TestPatchyRecordingsHoldNoLongerThanBefore: gaps in a recording of mostly
// one row a second are stops that the file does not tell, not its cadence.
func TestPatchyRecordingsHoldNoLongerThanBefore(t *testing.T) {
	t.Parallel()
	if v := stream.Of(far(training.Running, 1, 1, 2, 1, 1, 60), stream.Limits{}); !v.Smart || v.CapS != 10 {
		t.Errorf("smart %v, a row stands for %d s", v.Smart, v.CapS)
	}
}
