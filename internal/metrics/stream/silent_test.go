package stream_test

import (
	"strings"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestChannelsThatSayNothing: a meter that was not there writes zeros, and a
// distance in another unit is none; what is left says what it can.
func TestChannelsThatSayNothing(t *testing.T) {
	t.Parallel()
	ramp := func(step float64) []float64 {
		out := make([]float64, 600)
		for i := range out {
			out[i] = float64(i) * step
		}
		return out
	}
	zeros, some := make([]float64, 600), append(make([]float64, 599), 1)
	for _, c := range []struct {
		name   string
		ch     training.Channel
		values []float64
		want   string // in the reason; empty: believed
	}{
		{"a meter of zeros", training.Power, zeros, "power is 0 throughout"},
		{"one watt", training.Power, some, ""},
		{"a short stand", training.Power, zeros[:59], ""},
		{"a trainer", training.Distance, zeros, "distance is 0 throughout"},
		{"a boat", training.Distance, ramp(4), ""},
		{"a boat in cm", training.Distance, ramp(400), "would need 1438 km/h"},
	} {
		r := metricstest.Recording(training.Rowing, len(c.values))
		metricstest.Put(r, c.ch, c.values)
		v := stream.Of(r, stream.Limits{})
		if why := v.Silent[c.ch]; (why == "") != (c.want == "") || !strings.Contains(why.String(), c.want) {
			t.Errorf("%s: %q, want %q", c.name, why, c.want)
		}
		if v.Has(c.ch) != (c.want == "") {
			t.Errorf("%s: usable is %v", c.name, v.Has(c.ch))
		}
	}
}

// TestZerosGiveWayToWhatMoved: where the device counted no distance but a
// speed, the speed gives it.
func TestZerosGiveWayToWhatMoved(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 600)
	metricstest.Put(r, training.Distance, make([]float64, 600))
	metricstest.Put(r, training.Speed, metricstest.Repeat(10, 600))
	v := stream.Of(r, stream.Limits{})
	top, ok := v.MaxIn(training.Distance, training.Span{ToS: 1000})
	if v.Silent[training.Distance] != "" || !ok || float64(top)/training.Distance.Scale() < 5900 {
		t.Errorf("distance %v %v, silent %q", top, ok, v.Silent[training.Distance])
	}
	metricstest.Put(r, training.Speed, make([]float64, 600))
	if _, why := stream.Of(r, stream.Limits{}).Moving(); why == "" {
		t.Error("a trainer without speed stood still all the time")
	}
}
