package stream_test

import (
	"strings"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
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
