package stream_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

func TestShare(t *testing.T) {
	t.Parallel()
	half := ride(100)
	for i := range 50 {
		half.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	paused := ride(100)
	metricstest.Pause(paused, 20, 80)
	sparse := ride(4000)
	metricstest.Drop(sparse, func(s int) bool { return s%100 != 0 })
	for _, c := range []struct {
		name string
		r    *training.Recording
		ch   training.Channel
		want float64
	}{
		{"whole", ride(100), training.HeartRate, 1},
		{"half", half, training.HeartRate, 0.5},
		{"pauses do not count", paused, training.HeartRate, 1},
		{"rows that stand for nothing count one each", sparse, training.HeartRate, 1},
		{"absent", ride(100), training.Cadence, 0},
		{"empty", ride(0), training.Power, 0},
	} {
		if got := stream.Of(c.r, stream.Limits{}).Share(c.ch); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLonePower(t *testing.T) {
	t.Parallel()
	gap := math.NaN()
	for _, c := range []struct {
		name  string
		watts []float64
		want  int
	}{
		{"between zeros", []float64{0, 0, 900, 0, 0}, 1},
		{"twice", []float64{100, 500, 100, 2000, 100}, 2},
		{"a sprint", []float64{100, 700, 1100, 900, 100}, 0},
		{"a quarter is enough", []float64{125, 500, 125}, 0},
		{"little", []float64{0, 499, 0}, 0},
		{"at the ends", []float64{900, 0, 900}, 0},
		{"beside nothing", []float64{0, 900, gap, 0}, 0},
		{"beyond what is possible it is masked instead", []float64{0, 3000, 0}, 0},
	} {
		if got := metricstest.Power(c.watts).LonePowerS(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	r := metricstest.Recording(training.Cycling, 9)
	metricstest.Put(r, training.Power, []float64{0, 0, 0, 0, 900, 0, 0, 0, 0})
	metricstest.Drop(r, func(s int) bool { return s == 3 })
	if got := stream.Of(r, stream.Limits{}).LonePowerS(); got != 0 {
		t.Errorf("a neighbour is two seconds away: %d", got)
	}
}

func TestStuckHeartRate(t *testing.T) {
	t.Parallel()
	beats := func(n int) *training.Recording {
		r := metricstest.Recording(training.Running, n)
		bpm := make([]float64, n)
		for i := range bpm {
			bpm[i] = 120 + float64(i%7)
		}
		metricstest.Put(r, training.HeartRate, bpm)
		return r
	}
	stuck := beats(900)
	for i := 100; i < 500; i++ {
		stuck.Columns.Data[training.HeartRate].Values[i] = 88
	}
	lost := beats(900)
	for i := 100; i < 500; i++ {
		lost.Columns.Data[training.HeartRate].Values[i] = 0 // how straps say that they have none
	}
	for name, c := range map[string]struct {
		r    *training.Recording
		want int32
	}{"beating": {beats(900), 1}, "stuck": {stuck, 400}, "lost": {lost, 1}, "none": {ride(0), 0}} {
		if got := stream.Of(c.r, stream.Limits{}).StuckHRS(); got != c.want {
			t.Errorf("%s: %d s, want %d", name, got, c.want)
		}
	}
}
