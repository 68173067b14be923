package efforts_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// judge returns how intervals met n steps of so many seconds at 285 to 300 W.
func judge(n int, seconds float64, pairs ...float64) efforts.Judged {
	steps := plan(n, seconds, 285, 300)
	outcomes, _ := efforts.Match(done(pairs...), steps, nil)
	return efforts.Judge(steps, outcomes)
}

// timed repeats an interval.
func timed(n int, seconds, level float64) (out []float64) {
	for range n {
		out = append(out, seconds, level)
	}
	return out
}

// TestBandsOfIntensity checks that work on target is green although a part of it is missing, that work near
// the target or half of it is yellow, and that the rest is red.
func TestBandsOfIntensity(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		got                       efforts.Judged
		band                      efforts.Band
		hit, below, above, missed int
	}{
		"two of two":              {judge(2, 1200, timed(2, 1200, 290)...), efforts.Green, 2, 0, 0, 0},
		"five of six":             {judge(6, 240, timed(5, 240, 290)...), efforts.Green, 5, 0, 0, 1},
		"one interval short":      {judge(5, 240, append(timed(4, 240, 290), 130, 290)...), efforts.Green, 5, 0, 0, 0},
		"within the tolerance":    {judge(3, 240, 240, 278, 240, 308, 240, 290), efforts.Green, 3, 0, 0, 0},
		"three tens for six five": {judge(6, 300, timed(3, 600, 290)...), efforts.Green, 3, 0, 0, 3},
		"two of five a bit below": {judge(5, 240, append(timed(3, 240, 290), timed(2, 240, 270)...)...), efforts.Yellow, 3, 2, 0, 0},
		"stopped half-way":        {judge(6, 240, timed(3, 240, 290)...), efforts.Yellow, 3, 0, 0, 3},
		"stopped early":           {judge(6, 240, timed(2, 240, 290)...), efforts.Red, 2, 0, 0, 4},
		"all a bit too hard":      {judge(5, 240, timed(5, 240, 320)...), efforts.Yellow, 0, 0, 5, 0},
		"all far too hard":        {judge(5, 240, timed(5, 240, 345)...), efforts.Red, 0, 0, 5, 0},
		"all far too easy":        {judge(5, 240, timed(5, 240, 235)...), efforts.Red, 0, 5, 0, 0},
		"nothing":                 {judge(2, 240), efforts.Red, 0, 0, 0, 2},
	} {
		j := c.got
		if b := j.Band(); b != c.band || j.Hit != c.hit || j.Below != c.below || j.Above != c.above || j.Missed != c.missed {
			t.Errorf("%s is %s: %+v", name, b, j)
		}
	}
	if b := (efforts.Aim{}).Band(); b != "" {
		t.Errorf("nothing judged is %q", b)
	}
}

// TestRecoveriesDoNotCount checks that only work is judged.
func TestRecoveriesDoNotCount(t *testing.T) {
	t.Parallel()
	steps := plan(3, 240, 285, 300)
	for i := range steps {
		if !steps[i].Work {
			steps[i].Low, steps[i].High = 50, 60
		}
	}
	outcomes, _ := efforts.Match(done(timed(3, 240, 290)...), steps, nil)
	if j := efforts.Judge(steps, outcomes); j.Steps != 3 || j.Asked != 720 || j.Band() != efforts.Green {
		t.Errorf("%+v", j)
	}
}

// TestMissingSensorsAreNotMissedWork checks that without a value for the target, nothing is judged, also
// if an interval is missing.
func TestMissingSensorsAreNotMissedWork(t *testing.T) {
	t.Parallel()
	steps := plan(3, 240, 285, 300)
	for i := range steps {
		steps[i].Of = efforts.ByPower
	}
	s := done(240, 160, 240, 160)
	s.Basis = efforts.ByHR
	outcomes, _ := efforts.Match(s, steps, nil)
	if j := efforts.Judge(steps, outcomes); j.Asked != 0 || j.Unknown == nil || j.Band() != "" {
		t.Errorf("%+v", j)
	}
}

// side returns the side of one interval of a session in another basis.
func side(basis, of efforts.Basis, low, high float64, iv efforts.Interval) efforts.Outcome {
	iv.Kind = efforts.Work
	s := &efforts.Session{Basis: basis, Intervals: []efforts.Interval{iv}}
	step := efforts.Step{Work: true, DurationS: iv.Seconds(), Low: low, High: high, Of: of}
	outcomes, _ := efforts.Match(s, []efforts.Step{step}, nil)
	return outcomes[0]
}

// TestHeartRateLags checks that a lag is not work below the target, but that a long interval has no lag.
func TestHeartRateLags(t *testing.T) {
	t.Parallel()
	beats := func(seconds int32, mean, most float64) efforts.Outcome {
		return side(efforts.ByPower, efforts.ByHR, 165, 172, efforts.Interval{
			EndS: seconds, Level: 300, Means: efforts.Means{HRBpm: mean, MaxHRBpm: most},
		})
	}
	for name, c := range map[string]struct {
		got  efforts.Outcome
		want efforts.Side
	}{
		"four minutes that reach it":  {beats(240, 156, 168), efforts.OnTarget},
		"four minutes that never do":  {beats(240, 148, 155), efforts.Below},
		"four minutes far above":      {beats(240, 182, 190), efforts.Above},
		"twenty minutes, one beat up": {beats(1200, 155, 168), efforts.Below},
	} {
		if c.got.Side != c.want {
			t.Errorf("%s is %q", name, c.got.Side)
		}
	}
	if o := beats(60, 140, 158); o.Side != "" || !o.Lags {
		t.Errorf("a minute is compared: %+v", o)
	}
}

// TestShortIntervalsAreMeasuredRoughly checks that an error of GPS or of a second is not off target.
func TestShortIntervalsAreMeasuredRoughly(t *testing.T) {
	t.Parallel()
	pace := func(basis efforts.Basis, metres, mps float64) efforts.Side {
		return side(basis, "", 5, 5.2, efforts.Interval{
			EndS: int32(metres / mps), Level: mps, Means: efforts.Means{SpeedMPS: mps, DistanceM: metres},
		}).Side
	}
	if pace(efforts.BySpeed, 200, 4.8) != efforts.OnTarget || pace(efforts.BySpeed, 1000, 4.8) != efforts.Below {
		t.Error("4 % are within the error of GPS over 200 m only")
	}
	if pace(efforts.ByLengths, 400, 4.8) != efforts.Below {
		t.Error("a pool has no error of GPS")
	}
	watts := func(seconds int32) efforts.Side {
		return side(efforts.ByPower, "", 400, 420, efforts.Interval{EndS: seconds, Level: 380}).Side
	}
	if watts(15) != efforts.OnTarget || watts(60) != efforts.Below {
		t.Error("a second is 6 % of 15 s")
	}
}

// TestEasySessions checks which sessions are easy, and that their time over the ceiling decides.
func TestEasySessions(t *testing.T) {
	t.Parallel()
	day := efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: 250}}
	hour := func(low, high float64) efforts.Step {
		return efforts.Step{Work: true, DurationS: 3600, Low: low, High: high}
	}
	for name, c := range map[string]struct {
		steps   []efforts.Step
		ceiling float64
	}{
		"zone 2":              {[]efforts.Step{hour(140, 187)}, 187},
		"with strides":        {[]efforts.Step{hour(140, 187), {Work: true, DurationS: 20}}, 187},
		"with a tempo block":  {[]efforts.Step{hour(0, 187), hour(200, 225)}, 0},
		"without upper bound": {[]efforts.Step{hour(140, 0)}, 0},
		"without a target":    {[]efforts.Step{hour(0, 0)}, 0},
	} {
		if d := efforts.DemandOf(c.steps, efforts.ByPower, day); d.Ceiling != c.ceiling {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if d := efforts.DemandOf([]efforts.Step{hour(0, 100)}, efforts.ByPower, efforts.Day{}); d.Ceiling != 0 {
		t.Error("easy without an FTP")
	}
	d := efforts.DemandOf([]efforts.Step{hour(140, 187)}, efforts.ByPower, day)
	h := zones.Histogram{Channel: training.Power, Width: 1, First: 150, Seconds: make([]uint32, 100)}
	if h.Seconds[0], h.Seconds[80] = 2800, 800; d.TimeOver(h) != 800 {
		t.Errorf("%g s of 800 s are over the ceiling", d.TimeOver(h))
	}
	h.Seconds[0], h.Seconds[45], h.Seconds[80] = 1000, 2000, 0
	if over := d.TimeOver(h); over != 0 {
		t.Errorf("single seconds 4 %% over it count: %g", over)
	}
	d.Of = efforts.ByHR
	if over := d.TimeOver(h); over != 2000 {
		t.Errorf("heart rate does not scatter, but %g s count", over)
	}
}

// TestOneStepOfWork checks which sessions are compared as a whole.
func TestOneStepOfWork(t *testing.T) {
	t.Parallel()
	work := efforts.Step{Work: true, DurationS: 1800, Low: 200, High: 210}
	for name, c := range map[string]struct {
		steps []efforts.Step
		only  bool
	}{
		"with a short warm-up": {[]efforts.Step{{DurationS: 300}, work}, true},
		"two":                  {[]efforts.Step{work, work}, false},
		"half of the time":     {[]efforts.Step{{DurationS: 1800}, work}, false},
		"no target":            {[]efforts.Step{{Work: true, DurationS: 1800}}, false},
	} {
		if d := efforts.DemandOf(c.steps, efforts.ByPower, efforts.Day{}); (d.Only != nil) != c.only {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// TestTimeInTarget counts seconds in a recording with a pause, smoothed over five seconds.
func TestTimeInTarget(t *testing.T) {
	t.Parallel()
	watts := make([]float64, 800)
	for i := range watts {
		watts[i] = 200
		if i < 60 || i >= 660 && i < 700 {
			watts[i] = 290
		} else if i >= 700 && i < 750 {
			watts[i] = 340
		}
		watts[i] += float64(i%2)*20 - 10
	}
	r := metricstest.Recording(training.Cycling, len(watts))
	metricstest.Put(r, training.Power, watts)
	metricstest.Pause(r, 60, 660)
	v := stream.Of(r, stream.Limits{})
	step := efforts.Step{Low: 280, High: 300}
	all := efforts.Interval{EndS: 800}
	in, above, below, ok := step.TimeIn(v, efforts.ByPower, &all)
	if !ok || math.Abs(in+above+below-200) > 1 || math.Abs(in-100) > 4 || math.Abs(above-50) > 4 {
		t.Errorf("%g in, %g above, %g below", in, above, below)
	}
	for name, c := range map[string]struct {
		view *stream.View
		step efforts.Step
	}{"no recording": {nil, step}, "no target": {v, efforts.Step{}}, "no heart rate": {v, efforts.Step{Low: 100, Of: efforts.ByHR}}} {
		if _, _, _, ok := c.step.TimeIn(c.view, efforts.ByPower, &all); ok {
			t.Errorf("%s: time was counted", name)
		}
	}
}
