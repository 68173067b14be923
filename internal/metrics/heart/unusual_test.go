package heart_test

import (
	"testing"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

func TestUnusualMornings(t *testing.T) {
	t.Parallel()
	const today training.Day = 20_000
	for _, c := range []struct {
		name     string
		bpm      []float64 // up to today
		found    bool
		inARow   int
		extreme  bool
		isAbove  bool
		ago      training.Day
		earlier  int
		usualBpm float64
	}{
		{name: "as ever", bpm: []float64{50, 49, 51, 50, 49, 50, 51, 50}},
		{name: "one high morning", bpm: []float64{50, 49, 51, 50, 49, 50, 50, 57}},
		{
			name: "three high mornings", bpm: []float64{50, 49, 51, 50, 49, 56, 57, 56}, found: true, inARow: 3, isAbove: true, earlier: 5,
			usualBpm: 50,
		},
		{name: "one extreme", bpm: []float64{50, 49, 51, 50, 63}, found: true, inARow: 1, extreme: true, isAbove: true, earlier: 4, usualBpm: 50},
		{name: "extreme, far below", bpm: []float64{50, 49, 51, 50, 38}, found: true, inARow: 1, extreme: true, earlier: 4, usualBpm: 50},
		{name: "too few", bpm: []float64{50, 49, 51, 70}},
		{name: "not today", bpm: []float64{50, 49, 51, 50, 63}, ago: 2},
		{name: "restless", bpm: []float64{44, 58, 46, 60, 45, 57, 62, 61}},
		{name: "none"},
	} {
		var days []heart.Resting
		for i, b := range c.bpm {
			days = append(days, heart.Resting{Day: today - c.ago - training.Day(len(c.bpm)-1-i), Bpm: b})
		}
		u, ok := heart.UnusualResting(days, today)
		if ok != c.found ||
			ok && (u.InARow != c.inARow || u.Extreme != c.extreme || u.Above != c.isAbove || u.Earlier != c.earlier || u.Usual != c.usualBpm) {
			t.Errorf("%s: %v %+v", c.name, ok, u)
		}
	}
	var mornings []heart.Morning
	for i, ms := range []float64{60, 66, 63, 61, 65, 30} {
		mornings = append(mornings, heart.Morning{Day: today - 5 + training.Day(i), RMSSD: ms})
	}
	if u, ok := heart.UnusualHRV(mornings, today); !ok || !u.Extreme || u.Above || u.Value < 29.9 || u.Value > 30.1 {
		t.Errorf("HRV: %v %+v", ok, u)
	}
}
