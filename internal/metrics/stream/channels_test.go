package stream_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

func TestMoving(t *testing.T) {
	t.Parallel()
	make := func(sport training.Sport, ch training.Channel, values ...float64) *training.Recording {
		r := metricstest.Recording(sport, len(values))
		metricstest.Put(r, ch, values)
		return r
	}
	swim := &training.Recording{Sport: training.Swimming, TimerS: 100, Lengths: []training.Length{
		{TimerS: 30, Active: true}, {TimerS: 20}, {ElapsedS: 31, Active: true},
	}}
	clamped := make(training.Cycling, training.Power, 100, 100, 100)
	clamped.TimerS = 2
	for _, c := range []struct {
		name string
		r    *training.Recording
		want float64
		why  string
	}{
		{"cycling from a metre a second", make(training.Cycling, training.Speed, 0.99, 1, 5, 0), 2, ""},
		{"running from half", make(training.Running, training.Speed, 0.49, 0.5, 3), 2, ""},
		{"power turns", make(training.Cycling, training.Power, 0, 1, 200), 2, ""},
		{"cadence turns", make(training.Cycling, training.Cadence, 0, 80, 0), 1, ""},
		{"by distance", make(training.Running, training.Distance, 0, 3, 6, 6, 6, 6, 6, 6), 4, ""},
		{"never more than the timer", clamped, 2, ""},
		{"lengths", swim, 61, ""},
		{"nothing", make(training.Strength, training.HeartRate, 100, 100), 0, "no speed"},
	} {
		got, why := stream.Of(c.r, stream.Limits{}).Moving()
		if got != c.want || !strings.HasPrefix(why.String(), c.why) || (why == "") != (c.why == "") {
			t.Errorf("%s: %v %q, want %v", c.name, got, why, c.want)
		}
	}
}

// TestDistanceByPosition walks a degree of latitude, which is 111.2 km.
func TestDistanceByPosition(t *testing.T) {
	t.Parallel()
	const n = 3601
	var lat []float64
	for i := range n {
		lat = append(lat, 50+float64(i)/3600*0.1)
	}
	r := metricstest.Recording(training.Cycling, n)
	metricstest.Put(r, training.Latitude, lat)
	metricstest.Put(r, training.Longitude, metricstest.Repeat(8, n))
	r.Columns.Data[training.Latitude].Values[1800] += 1 << 24 // a jump of a degree and more
	v := stream.Of(r, stream.Limits{})
	if !slices.Equal(v.Derived, []training.Channel{training.Distance, training.Speed}) {
		t.Fatalf("derived %v", v.Derived)
	}
	last, _ := v.At(training.Distance, n-1)
	metricstest.Close(t, "metres", float64(last)/100, 11_119.5, 0.001)
	speed, ok := v.At(training.Speed, 900)
	if !ok || math.Abs(float64(speed)-3088) > 15 {
		t.Errorf("speed %d mm/s %v", speed, ok)
	}
	if r.Columns.Has(training.Distance) || r.Columns.Has(training.Speed) {
		t.Error("the recording was changed")
	}
}

func TestDistanceBySpeed(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Rowing, 101)
	metricstest.Put(r, training.Speed, metricstest.Repeat(4, 101))
	v := stream.Of(r, stream.Limits{})
	last, ok := v.At(training.Distance, 100)
	if !ok || last != 400_00 || !slices.Equal(v.Derived, []training.Channel{training.Distance}) {
		t.Errorf("%d cm, derived %v", last, v.Derived)
	}
	metricstest.Put(r, training.Distance, metricstest.Repeat(7, 101))
	if v := stream.Of(r, stream.Limits{}); len(v.Derived) != 0 {
		t.Errorf("recorded channels are derived again: %v", v.Derived)
	}
}

func TestPowerSamples(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 89)
	metricstest.Put(r, training.Power, metricstest.Repeat(200, 89))
	metricstest.Drop(r, func(s int) bool { return s < 80 && s%4 != 0 || s > 80 && s != 88 })
	v := stream.Of(r, stream.Limits{})
	s := v.Power()
	if !v.Smart || len(s.Watts) != len(s.Row) {
		t.Fatalf("smart %v, %d samples of %d rows", v.Smart, len(s.Watts), len(s.Row))
	}
	// 80 s of steps of 4 s hold; of the step of 8 s the first second counts; the last row is a second.
	if want := 80*200.0 + 200 + 200; s.SumJ() != want || len(s.Watts) != 89 {
		t.Errorf("%v J in %d samples, want %v", s.SumJ(), len(s.Watts), want)
	}
	if want := 20*3 + 7; s.Interpolated != want {
		t.Errorf("%d interpolated, want %d", s.Interpolated, want)
	}
}

func TestPowerSamplesOfOneSecond(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 4)
	metricstest.Put(r, training.Power, []float64{100, 200, 300, 400})
	r.Columns.TimeS = []int32{0, 1, 1, 2}
	s := stream.Of(r, stream.Limits{}).Power()
	if !slices.Equal(s.Watts, []int32{100, 300, 400}) || !slices.Equal(s.Row, []int32{0, 2, 3}) {
		t.Errorf("%v of rows %v", s.Watts, s.Row)
	}
}

func TestPowerPiecesEndAtPausesAndLongGaps(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 60)
	metricstest.Put(r, training.Power, metricstest.Repeat(100, 60))
	metricstest.Pause(r, 9, 20)
	metricstest.Drop(r, func(s int) bool { return s > 29 && s < 33 })
	for i := range r.Columns.TimeS {
		if r.Columns.TimeS[i] >= 50 {
			r.Columns.TimeS[i] += 4000
		}
	}
	var lengths []int
	zeros := 0
	for _, p := range stream.Of(r, stream.Limits{}).PowerPieces() {
		lengths = append(lengths, len(p))
		for _, w := range p {
			if w == 0 {
				zeros++
			}
		}
	}
	if !slices.Equal(lengths, []int{10, 30, 10}) || zeros != 3 {
		t.Errorf("pieces of %v s with %d zeros", lengths, zeros)
	}
}

func TestSpeedLimits(t *testing.T) {
	t.Parallel()
	for _, s := range training.Sports() {
		if l := stream.MaxSpeedMMS(s); l < 0 || l > 0 && l <= stream.MovingSpeedMMS(s) {
			t.Errorf("%s: limit %d", s, l)
		}
	}
	r := metricstest.Recording(training.Running, 3)
	metricstest.Put(r, training.Speed, []float64{3, 50, 4})
	v := stream.Of(r, stream.Limits{})
	if _, ok := v.At(training.Speed, 1); ok || v.Masked[training.Speed] != 1 {
		t.Error("a runner at 50 m/s is believed")
	}
}
