package calendar_test

import (
	"context"
	"errors"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are texts of workouts. FTP is 250 W.
const (
	fives = "- Warm up 10m 55%\n\n5x\n- Hard 5m 105-110%\n- Easy 3m 50%\n"
	easy  = "- Easy 60m 60-70%\n"
	tempo = "- Steady 60m 84-88%\n"
)

func stepped(t testing.TB) *home {
	t.Helper()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	s.Past = training.History{{Key: training.KeyFTP, Sport: ride.Plain(), From: today - 400, Values: []float64{250}}}
	return s
}

// steps puts a workout with a text on a day.
func (s *home) steps(t testing.TB, id string, day training.Day, text string, minutes float64) {
	t.Helper()
	e := session(id, day, ride, minutes).CalendarEvent
	e.Description = text
	s.put(t, e)
}

// rode adds a ride with its time at each level and intervals of five minutes.
func (s *home) rode(id string, day training.Day, minutes, np float64, at map[int32]uint32, watts ...float64) {
	h := zones.Histogram{Channel: training.Power, Width: 1, Seconds: make([]uint32, 500)}
	for w, seconds := range at {
		h.Seconds[w] = seconds
	}
	prims := map[string][]byte{}
	if len(at) > 0 {
		prims[derive.PowerHistogram] = derive.EncodeHistogram(h)
	}
	if len(watts) > 0 {
		found := efforts.Session{Basis: efforts.ByPower, EndS: int32(60 * minutes)}
		for i, w := range watts {
			start := int32(700 + 480*i) // later than planned
			found.Intervals = append(found.Intervals, efforts.Interval{
				StartS: start, EndS: start + 300, Kind: efforts.Work, Level: w, Means: efforts.Means{PowerW: w},
			})
		}
		prims[derive.Intervals] = derive.EncodeIntervals(&found)
	}
	s.Add(store.LoadInput{
		ID: training.ActivityID(id), Day: day, Hour: 8, Sport: ride, TimerS: 60 * minutes, NP: np, NPWindows: int(60*minutes) - 29,
		ManualLoad: 50,
	}, prims)
}

// TestTheBandOfADayKnowsTheIntensity checks the band and the words of sessions that took as long as planned.
func TestTheBandOfADayKnowsTheIntensity(t *testing.T) {
	t.Parallel()
	type ridden struct {
		np    float64
		at    map[int32]uint32
		watts []float64
	}
	for name, c := range map[string]struct {
		text, band, words string
		done              ridden
	}{
		"on target":    {fives, "green", "5 of 5 intervals on target", ridden{watts: []float64{270, 268, 266, 265, 264}}},
		"four of five": {fives, "green", "4 of 5 intervals on target, 1 not done", ridden{watts: []float64{270, 268, 266, 265}}},
		"two below":    {fives, "yellow", "3 of 5 intervals on target, 2 below target", ridden{watts: []float64{270, 268, 266, 245, 240}}},
		"all too hard": {
			fives, "red", "0 of 5 intervals on target, 5 above target",
			ridden{watts: []float64{320, 320, 320, 320, 320}},
		},
		"nothing stands out": {
			fives, "red", "no interval stands out; 5:00 of 25:00 at or above the target",
			ridden{at: map[int32]uint32{180: 3000, 270: 300}},
		},
		"no power": {fives, "green", "no power was recorded", ridden{}},
		"easy": {
			easy, "green", "10 % of the time above the easy range",
			ridden{at: map[int32]uint32{160: 3240, 240: 360}},
		},
		"easy over hills": {
			easy, "yellow", "35 % of the time above the easy range",
			ridden{at: map[int32]uint32{120: 2340, 240: 1260}},
		},
		"easy over hills as a whole": {
			easy, "green", "35 % of the time above the easy range, but easy as a whole",
			ridden{np: 172, at: map[int32]uint32{120: 2340, 240: 1260}},
		},
		"easy as a race": {
			easy, "red", "80 % of the time above the easy range",
			ridden{at: map[int32]uint32{160: 720, 240: 2880}},
		},
		"tempo":             {tempo, "green", "1 of 1 step on target", ridden{np: 214}},
		"tempo too hard":    {tempo, "yellow", "0 of 1 step on target, 1 above target", ridden{np: 235}},
		"tempo as a stroll": {tempo, "red", "0 of 1 step on target, 1 not done", ridden{np: 100}},
		"no target":         {"- Ride 60m\n", "green", "", ridden{np: 150}},
	} {
		s := stepped(t)
		minutes := 60.0
		if c.text == fives {
			minutes = 50
		}
		s.steps(t, "a", today-1, c.text, minutes)
		s.rode("1", today-1, minutes, c.done.np, c.done.at, c.done.watts...)
		e := list(t, s, calendar.Query{Days: &training.DayRange{From: today - 1, To: today - 1}}).Events[0]
		if e.Compliance == nil || string(e.Compliance.Band) != c.band || e.Compliance.Intensity.String() != c.words {
			t.Errorf("%s: %s %+v", name, e.Status, e.Compliance)
		}
	}
}

// TestARaceIsNotJudgedByIntensity checks that the result of a race speaks for itself.
func TestARaceIsNotJudgedByIntensity(t *testing.T) {
	t.Parallel()
	s := stepped(t)
	e := session("a", today-1, ride, 60).CalendarEvent
	e.Description, e.Category = tempo, training.EventRaceB
	s.put(t, e)
	s.rode("1", today-1, 60, 260, nil)
	v := list(t, s, calendar.Query{Days: &training.DayRange{From: today - 1, To: today - 1}})
	if c := v.Events[0].Compliance; c.Band != efforts.Green || c.Intensity != "" {
		t.Errorf("%+v", c)
	}
}

// TestTheWeekIsGreenOnlyWithItsIntensity checks that a missed hard session is not made up for by easy rides,
// and that other sports do not count.
func TestTheWeekIsGreenOnlyWithItsIntensity(t *testing.T) {
	t.Parallel()
	last := monday - 7
	days := training.DayRange{From: last, To: last + 6}
	plan := func() *home {
		s := stepped(t)
		s.steps(t, "hard", last, fives, 50)
		s.steps(t, "easy", last+2, easy, 60)
		return s
	}
	calm := map[int32]uint32{160: 3600}
	for name, c := range map[string]struct {
		do   func(*home)
		band efforts.Band
		hard float64
	}{
		"as planned": {func(s *home) {
			s.rode("1", last, 50, 0, nil, 270, 268, 266, 265, 264)
			s.rode("2", last+2, 60, 0, calm)
		}, efforts.Green, 100},
		"all of it easy": {func(s *home) {
			s.rode("1", last, 50, 0, calm)
			s.rode("2", last+2, 60, 0, calm)
		}, efforts.Red, 0},
		"two easy rides more for the hard one": {func(s *home) {
			s.rode("2", last+2, 60, 0, calm)
			s.did("3", last+5, ride, 15, 10)
			s.did("4", last+6, ride, 35, 20)
		}, efforts.Red, 0},
		"a swim does not count": {func(s *home) {
			s.rode("1", last, 50, 0, nil, 270, 268, 266, 265, 264)
			s.rode("2", last+2, 60, 0, calm)
			s.did("3", last+3, training.Swimming, 120, 80)
		}, efforts.Green, 100},
	} {
		s := plan()
		c.do(s)
		w := list(t, s, calendar.Query{Days: &days}).Weeks[0]
		if w.Band != c.band || w.Percent["intensity"] != c.hard || w.Percent["duration"] != 100 {
			t.Errorf("%s: %s %v", name, w.Band, w.Percent)
		}
	}
}

// TestIntensityIsOnlyWhatTheReaderMaySee checks that a ride that is hidden from models has no intensity for
// them, nor a session whose text is hidden.
func TestIntensityIsOnlyWhatTheReaderMaySee(t *testing.T) {
	t.Parallel()
	s := stepped(t)
	s.steps(t, "a", today-1, fives, 50)
	s.steps(t, "b", today-2, "", 50)
	s.rode("1", today-1, 50, 0, nil, 270, 268)
	s.rode("2", today-2, 50, 0, nil, 270, 268)
	s.Hidden = map[training.ActivityID]bool{"1": true}
	for _, e := range list(t, s, calendar.Query{Days: &training.DayRange{From: today - 2, To: today - 1}}).Events {
		if e.Compliance != nil && e.Compliance.Intensity != "" {
			t.Errorf("%s: %+v", e.ID, e.Compliance)
		}
	}
}

func TestIntensityIsCancelled(t *testing.T) {
	t.Parallel()
	s := stepped(t)
	s.steps(t, "a", today-1, easy, 60)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := calendar.NewLister().List(ctx, s, answerstest.FitnessModel, frame, calendar.Query{})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWorkThatWasNotHardIsOff, and neither a missing intensity nor one that is partly there.
func TestWorkThatWasNotHardIsOff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of  *calendar.Compliance
		off bool
	}{
		{nil, false},
		{&calendar.Compliance{}, false},
		{&calendar.Compliance{Percent: map[string]float64{"duration": 20}}, false},
		{&calendar.Compliance{Percent: map[string]float64{"duration": 100, "intensity": 0}}, true},
		{&calendar.Compliance{Percent: map[string]float64{"intensity": 49}}, true},
		{&calendar.Compliance{Percent: map[string]float64{"intensity": 60}}, false},
	} {
		if got := c.of.Off(); got != c.off {
			t.Errorf("%+v is off: %v", c.of, got)
		}
	}
}
