package demo

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

func TestOffsetFollowsTheClocksOfEurope(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Skip("no time zone data")
	}
	for day := training.NewDay(2024, time.January, 1); day < training.NewDay(2030, time.January, 1); day++ {
		noon := day.Time(time.UTC).Add(12 * time.Hour)
		_, want := time.Date(noon.Year(), noon.Month(), noon.Day(), 12, 0, 0, 0, zone).Zone()
		if got := offset(noon); got != want {
			t.Fatalf("offset on %s is %d, want %d", day, got, want)
		}
	}
}

func TestRoutesClose(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		out := rapid.SampledFrom([]float64{0, flatM, flatM + climbM}).Draw(t, "way out")
		length := 4*out + rapid.Float64Range(1500, 90_000).Draw(t, "length")
		r := newRoute(rapid.Uint64Range(0, 50).Draw(t, "number"), length, rapid.Float64Range(0, 4).Draw(t, "hills"), newLead(out))
		first, last := r.at(0), r.at(length*(1-1e-9))
		if math.Hypot(first.northM-last.northM, first.eastM-last.eastM) > 1 || math.Abs(first.altM-last.altM) > 1 {
			t.Fatalf("from %+v to %+v", first, last)
		}
		way := 0.0
		before := first
		for m := 0.0; m < length; m += length / 4000 {
			p := r.at(m)
			way += math.Hypot(p.northM-before.northM, p.eastM-before.eastM)
			if math.Abs(p.altM-before.altM) > 0.25*length/4000+1 {
				t.Fatalf("a step from %+v to %+v", before, p)
			}
			if math.Abs(p.grade) > 0.25 || p.altM < 300 {
				t.Fatalf("a wall or a lake at %g m: %+v", m, p)
			}
			before = p
		}
		if math.Abs(way/length-1) > 0.03 {
			t.Fatalf("%g m of way on a loop of %g m", way, length)
		}
	})
}

func TestLapsByHandEndThoseByDistance(t *testing.T) {
	t.Parallel()
	l := lapCutter{everyM: 1000}
	l.reach(1000, 200)
	l.cut(300, "manual", "active")
	l.reach(2000, 400)
	laps := l.finish(500, []training.Span{{FromS: 100, ToS: 150}})
	want := []training.Lap{
		{EndS: 200, ElapsedS: 200, TimerS: 150, Trigger: "distance"},
		{StartS: 200, EndS: 300, ElapsedS: 100, TimerS: 100, Trigger: "manual"},
		{StartS: 300, EndS: 500, ElapsedS: 200, TimerS: 200, Trigger: "session_end", Intensity: "active"},
	}
	if len(laps) != len(want) {
		t.Fatalf("%d laps", len(laps))
	}
	for i, w := range want {
		g := laps[i]
		if g.StartS != w.StartS || g.EndS != w.EndS || g.TimerS != w.TimerS || g.Trigger != w.Trigger || g.Intensity != w.Intensity {
			t.Errorf("lap %d is %+v, want %+v", i, g, w)
		}
	}
}

func TestFormIsLostAndFoundAgain(t *testing.T) {
	t.Parallel()
	s := newSeason(training.NewDay(2026, time.August, 20))
	if got := s.lost(s.breakFrom + breakDays); got < 0.7 {
		t.Errorf("the break costs %g", got)
	}
	if got := s.lost(s.breakFrom - 1); got > 0.2 {
		t.Errorf("%g is lost before the break", got)
	}
	if a, b := s.lost(s.illness+7), s.lost(s.illness+60); b > a/3 {
		t.Errorf("of %g lost by the illness %g is left two months later", a, b)
	}
}

func BenchmarkTwoYears(b *testing.B) {
	for b.Loop() {
		for it := range Athlete(training.NewDay(2026, time.August, 20)).Items() {
			it.Recordings()
		}
	}
}
