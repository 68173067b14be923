package oracle

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// storedCheck is a value that a device stored for its sessions which no
// recording of ours keeps, read from the file's own message.
type storedCheck struct {
	field, rule string
	sport       training.Sport
	device      func(message) float64
	ours        func(v *stream.View, values training.Values) (float64, bool)
	near        func(ours, device float64) bool
	floor       float64
	reason      string
}

func metric(m training.Metric) func(*stream.View, training.Values) (float64, bool) {
	return func(_ *stream.View, values training.Values) (float64, bool) {
		x, ok := values[m]
		return x, ok
	}
}

// mean is that of a channel over all rows with a value.
func mean(ch training.Channel) func(*stream.View, training.Values) (float64, bool) {
	return func(v *stream.View, _ training.Values) (float64, bool) {
		x, _, ok := v.MeanOf(ch)
		return x / ch.Scale(), ok
	}
}

// everyRow is the devices' rule of running dynamics; ours leaves walks out.
const (
	everyRow = "mean over time of all rows, walks included (ours leaves them out), within 1 %"
	sparse   = "recordings of not every second"
)

// message holds a device's stored values of a session.
type message struct {
	*mesgdef.Session
	activeS float64 // NaN if it has none
}

// steps is the average of both feet in steps a minute.
func (m message) steps() float64 {
	rate := float64(m.AvgCadence)
	if m.AvgFractionalCadence != math.MaxUint8 {
		rate += m.AvgFractionalCadenceScaled()
	}
	return 2 * rate
}

func messageOf(m *proto.Message) message {
	out := message{mesgdef.NewSession(m), math.NaN()}
	for _, f := range m.Fields {
		if f.Name == "active_time" && f.Value.Valid(f.BaseType) {
			out.activeS = float64(f.Value.Uint32()) / f.Scale
		}
	}
	return out
}

func storedChecks() []storedCheck {
	run, swim := training.Running, training.Swimming
	return []storedCheck{
		{
			"running avg_vertical_oscillation", everyRow, run, message.AvgVerticalOscillationScaled,
			mean(training.VerticalOscillation), part(0.01), 1, "",
		},
		{"running avg_stance_time", everyRow, run, message.AvgStanceTimeScaled, mean(training.GroundContact), part(0.01), 0.85, sparse},
		{"running avg_step_length", everyRow, run, message.AvgStepLengthScaled, mean(training.StepLength), part(0.01), 0.85, sparse},
		{
			"running avg_vertical_ratio", "oscillation / step length of the same rows, within 3.5 %", run, message.AvgVerticalRatioScaled,
			func(v *stream.View, _ training.Values) (float64, bool) {
				rise, _, ok := v.MeanOf(training.VerticalOscillation)
				step, _, has := v.MeanOf(training.StepLength)
				return 100 * rise / step, ok && has
			}, part(0.035), 0.85, sparse,
		},
		{
			"running avg_cadence", "steps a minute over time, zeros included, within 2 %", run,
			message.steps, metric(training.MetricAvgCadenceSPM), part(0.02), 0.84, sparse,
		},
		{
			"swimming avg_stroke_distance", "distance / strokes, within 1 cm", swim,
			func(s message) float64 { return s.AvgStrokeDistanceScaled() * 100 }, metric(training.MetricDistancePerStrokeCM), within(1), 1, "",
		},
		{
			"swimming avg_cadence", "strokes / time of the lengths with strokes, within 1", swim,
			func(s message) float64 { return float64(s.AvgCadence) }, metric(training.MetricAvgStrokesPerMin), within(1), 1, "",
		},
		{
			"swimming active_time", "Σ time of the lengths swum, within 0.1 s", swim,
			func(s message) float64 { return s.activeS },
			func(v *stream.View, _ training.Values) (float64, bool) {
				p, missing := summary.PoolOf(v.Recording)
				return p.SwimS, missing == ""
			}, within(0.1), 0.75, "one time holds 3.7 s more than all lengths of its file",
		},
		{
			"swimming total_timer_time", "Σ time of the lengths swum and of the rests, within 0.1 s", swim,
			message.TotalTimerTimeScaled,
			func(v *stream.View, _ training.Values) (float64, bool) {
				p, missing := summary.PoolOf(v.Recording)
				return p.SwimS + p.RestS, missing == ""
			}, within(0.1), 0.75, "one time holds 3.7 s more than all lengths of its file",
		},
	}
}

// storedSessions calls f for every session of the makers' devices, what we
// have of it and what the device stored.
func storedSessions(t *testing.T, of makers, f func(name string, v *stream.View, ours training.Values, device message)) {
	t.Helper()
	for _, path := range testdata.Files(t, "fit/*.fit") {
		name := filepath.Base(path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var said []message
		decoded, err := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()).Decode()
		if err != nil {
			continue
		}
		for i := range decoded.Messages {
			if decoded.Messages[i].Num == mesgnum.Session {
				said = append(said, messageOf(&decoded.Messages[i]))
			}
		}
		for i, s := range said {
			v := session(t, row{"file": name}, i)
			if v == nil || !of(v.Recording.Device.Manufacturer) {
				continue
			}
			whole := summary.Of(v)
			summary.SportOf(v).Whole(&whole)
			f(name, v, whole.Values, s)
		}
	}
}

func storedTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	checks := storedChecks()
	for _, c := range checks {
		out = append(out, tally{
			field: c.field, rule: c.rule, who: "Garmin", bar: heldHere(c.floor), share: c.floor, reason: c.reason, reference: -1,
		})
	}
	countStored(t, checks, out, garmins)
	return out
}

// countStored counts each check in the tally of the same index.
func countStored(t *testing.T, checks []storedCheck, out []tally, of makers) {
	t.Helper()
	storedSessions(t, of, func(name string, v *stream.View, values training.Values, device message) {
		for i, c := range checks {
			d := c.device(device)
			ours, ok := c.ours(v, values)
			if v.Recording.Sport != c.sport || !ok || !(d > 0) || c.field == "running avg_cadence" && device.AvgCadence == math.MaxUint8 {
				continue
			}
			out[i].count(halfOf(t, row{"file": name}), c.near(ours, d))
			if !c.near(ours, d) {
				t.Logf("%s: %s %.3f, device %.3f", name, c.field, ours, d)
			}
		}
	})
}

// TestStoredValuesAreTheDevices holds them at the rate that they have reached.
func TestStoredValuesAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, l := range storedTallies(t) {
		t.Log(l.line())
		if l.n == 0 || l.verdict() != "reached" {
			t.Errorf("%d of %d of %s are the device's, want %s", l.hits, l.n, l.field, l.bar)
		}
	}
}
