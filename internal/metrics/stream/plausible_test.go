package stream_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/collectiontest"
	"lapkeep/test/metricstest"
)

const (
	minute = 60.0
	hour   = 3600.0
	day    = 24 * hour
)

// TestRecordsAreBelieved: what somebody has done, anybody may do.
func TestRecordsAreBelieved(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]stream.Session{
		"the hour on a bike":        {Sport: training.Cycling, TimerS: hour, DistanceM: 56_792, PowerW: 500},
		"24 hours on a bike":        {Sport: training.Cycling, TimerS: day, DistanceM: 1_026_215, PowerW: 250},
		"a long descent":            {Sport: training.Cycling, TimerS: 20 * minute, DistanceM: 28_000},
		"a marathon":                {Sport: training.Running, TimerS: 7235, DistanceM: 42_195},
		"a mile":                    {Sport: training.Running, TimerS: 223, DistanceM: 1609},
		"24 hours on foot":          {Sport: training.Running, TimerS: day, DistanceM: 319_614},
		"a run called a walk":       {Sport: training.Walking, TimerS: hour, DistanceM: 15_000},
		"1500 m in a pool":          {Sport: training.Swimming, TimerS: 870, DistanceM: 1500},
		"down a river":              {Sport: training.Swimming, TimerS: 3 * hour, DistanceM: 20_000},
		"an eight":                  {Sport: training.Rowing, TimerS: 318, DistanceM: 2000, PowerW: 600},
		"five minutes of a sprint":  {Sport: training.Cycling, TimerS: 5 * minute, PowerW: 650},
		"a drive in another sport":  {Sport: training.Other, TimerS: hour, DistanceM: 120_000},
		"a distance without a time": {Sport: training.Cycling, DistanceM: 400_000},
		"nothing":                   {},
	} {
		if why := s.Doubt(); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
}

func TestWhatNobodyDoesIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		session stream.Session
		want    string
	}{
		"a drive home":              {stream.Session{Sport: training.Cycling, TimerS: hour, DistanceM: 95_000}, "95.0 km in 1h0m0s"},
		"a run in a car":            {stream.Session{Sport: training.Running, TimerS: hour, DistanceM: 40_000}, "beyond what a person can do"},
		"a swim in yards of metres": {stream.Session{Sport: training.Swimming, TimerS: hour, DistanceM: 30_000}, "beyond"},
		"another figure":            {stream.Session{Sport: training.Running, DistanceM: 9_000_000}, "9000.0 km in 24h0m0s"},
		"a meter that doubles":      {stream.Session{Sport: training.Cycling, TimerS: 3 * hour, PowerW: 700}, "700 W over 3h0m0s"},
	} {
		if why := c.session.Doubt(); !strings.Contains(why.String(), c.want) {
			t.Errorf("%s: %q, want %q in it", name, why, c.want)
		}
	}
	if why := stream.LoadBound(72_066, 7*day); !strings.Contains(why.String(), "72066") {
		t.Errorf("a load of weeks in one session: %q", why)
	}
	for tss, seconds := range map[float64]float64{900: 10 * hour, 1500: 24 * hour, 6000: 10 * day, 120: minute} {
		if why := stream.LoadBound(tss, seconds); why != "" {
			t.Errorf("%.0f over %.0f s: %s", tss, seconds, why)
		}
	}
}

// TestLimitsFall: over a longer time nobody is faster or stronger.
func TestLimitsFall(t *testing.T) {
	t.Parallel()
	for s := minute; s < 20*day; s *= 1.1 {
		for _, sport := range training.Sports() {
			if a, b := stream.SpeedMPS(sport, s), stream.SpeedMPS(sport, s*1.1); b > a {
				t.Errorf("%s: %.2f m/s over %.0f s, then %.2f", sport, a, s, b)
			}
		}
		if a, b := stream.PowerW(s), stream.PowerW(s*1.1); b > a {
			t.Errorf("%.0f W over %.0f s, then %.0f", a, s, b)
		}
	}
}

// TestClimbsAndDays: records are believed, a car and a day of two people not.
func TestClimbsAndDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gainM, seconds float64
		believed       bool
	}{
		{1000, 1733, true},
		{8848, 24_000, true},
		{29_623, day, true},
		{60, 90, true},
		{1000, 1200, false},
		{800, 20 * minute, false},
		{50, 20, false},
		{100, 0, true},
	} {
		if why := stream.Climb(c.gainM, c.seconds); (why == "") != c.believed {
			t.Errorf("%.0f m in %.0f s: %q", c.gainM, c.seconds, why)
		}
	}
	if why := stream.Day(1700, 8*hour); !strings.Contains(why.String(), "add up to 1700") {
		t.Errorf("two days in one: %q", why)
	}
	for tss, seconds := range map[float64]float64{500: 6 * hour, 1500: 20 * hour, 5000: 9 * day} {
		if why := stream.Day(tss, seconds); why != "" {
			t.Errorf("%.0f in %.0f s: %s", tss, seconds, why)
		}
	}
}

// movingAt wants the moving time at each row to never fall, to go on no faster than
// the clock, and to be all of the moving time at the last.
func movingAt(t interface{ Fatalf(string, ...any) }, v *stream.View) {
	whole, missing := v.Moving()
	at, why := v.MovingAt()
	if why != missing {
		t.Fatalf("missing for %q and %q", missing, why)
	}
	if n := len(at); n > 0 && (at[n-1] != whole || !slices.IsSorted(at)) {
		t.Fatalf("it ends at %v of %v s, sorted %v", at[n-1], whole, slices.IsSorted(at))
	}
	for i := 1; i+1 < len(at); i++ {
		if took := float64(v.Columns.TimeS[i] - v.Columns.TimeS[0]); at[i]-at[0] > took+1 {
			t.Fatalf("after %v s it is %v s", took, at[i]-at[0])
		}
	}
}

// TestMovingAtEveryRow: a stand leaves the time where it is, a length that is under
// way counts in part.
func TestMovingAtEveryRow(t *testing.T) {
	t.Parallel()
	ride := metricstest.Recording(training.Cycling, 8)
	metricstest.Put(ride, training.Speed, []float64{5, 5, 0, 0, 0, 5, 5, 5})
	swim := metricstest.Recording(training.Swimming, 9)
	swim.Lengths = []training.Length{
		{StartS: 1, ElapsedS: 4, TimerS: 2, Active: true}, {StartS: 5, ElapsedS: 2}, {StartS: 7, ElapsedS: 4, Active: true},
	}
	for name, c := range map[string]struct {
		r    *training.Recording
		want []float64
	}{
		"a stand": {ride, []float64{0, 1, 2, 2, 2, 2, 3, 5}},
		"a pool":  {swim, []float64{0, 0, 0.5, 1, 1.5, 2, 2, 2, 6}},
	} {
		v := stream.Of(c.r, stream.Limits{})
		got, _ := v.MovingAt()
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		movingAt(t, v)
	}
}

func TestMovingAtEveryRowOfTheCollection(t *testing.T) {
	t.Parallel()
	for name, r := range collectiontest.Recordings(t) {
		v := stream.Of(r, stream.Limits{})
		movingAt(failing{t, name}, v)
	}
}

// failing says which recording it is.
type failing struct {
	*testing.T

	name string
}

func (f failing) Fatalf(text string, all ...any) { f.Errorf(f.name+": "+text, all...) }

// A version differs where any rule does, in number and in place.
func TestVersion(t *testing.T) {
	t.Parallel()
	seen := map[int][]int{}
	for _, of := range [][]int{{}, {0}, {0, 0}, {1, 2, 3}, {2, 1, 3}, {2, 2, 2}, {1, 2, 4}, {1, 2}, {6}} {
		v := stream.RulesetVersion(of...)
		if other, ok := seen[v]; ok || v < 0 {
			t.Errorf("%v and %v are both %d", of, other, v)
		}
		seen[v] = of
		if stream.RulesetVersion(of...) != v {
			t.Errorf("%v is not the same twice", of)
		}
	}
}

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
