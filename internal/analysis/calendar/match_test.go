package calendar_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/training"
)

const today training.Day = 20000 // 2024-10-04, a Friday

// session is a planned workout on a day.
func session(id string, day training.Day, sport training.Sport, minutes float64) calendar.Event {
	return calendar.Event{
		CalendarEvent: training.CalendarEvent{
			ID: id, Category: training.EventWorkout, Name: id, Sport: sport, MovingTimeS: minutes * 60,
			Start: training.LocalTime(day.String() + "T00:00:00"),
		},
		Days: training.DayRange{From: day, To: day},
	}
}

func with(e calendar.Event, change func(e *calendar.Event)) calendar.Event {
	change(&e)
	return e
}

// did is an activity on a day.
func did(id string, day training.Day, sport training.Sport, minutes float64) calendar.Activity {
	return calendar.Activity{ID: training.ActivityID(id), Day: day, Hour: 8, Sport: sport, DurationS: minutes * 60}
}

// shown is pairings as "event activity by".
func shown(pairs map[string]calendar.Pairing) map[string]string {
	out := map[string]string{}
	for id, p := range pairs {
		out[id] = "? " + p.By
		if p.Activity != nil {
			out[id] = string(p.Activity.ID) + " " + p.By
		}
	}
	return out
}

const (
	yesterday = today - 1
	before    = today - 2
	ride      = training.Cycling
	run       = training.Running
)

type matchCase struct {
	events []calendar.Event
	done   []calendar.Activity
	want   map[string]string
}

// sameDay are pairings by day and sport.
func sameDay() map[string]matchCase {
	return map[string]matchCase{
		"nothing done": {[]calendar.Event{session("a", yesterday, ride, 60)}, nil, map[string]string{}},
		"the same day and sport": {
			[]calendar.Event{session("a", yesterday, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 20)},
			map[string]string{"a": "1 same_day"},
		},
		"two workouts a day": {
			[]calendar.Event{session("long", yesterday, ride, 120), session("short", yesterday, ride, 30)},
			[]calendar.Activity{did("1", yesterday, ride, 35), did("2", yesterday, ride, 110)},
			map[string]string{"long": "2 same_day", "short": "1 same_day"},
		},
		"two alike, by the time of day": {
			[]calendar.Event{
				with(session("evening", yesterday, ride, 60),
					func(e *calendar.Event) { e.Start = training.LocalTime(yesterday.String() + "T19:00:00") }),
				with(session("morning", yesterday, ride, 60),
					func(e *calendar.Event) { e.Start = training.LocalTime(yesterday.String() + "T07:00:00") }),
			},
			[]calendar.Activity{did("1", yesterday, ride, 60), {ID: "2", Day: yesterday, Hour: 18, Sport: ride, DurationS: 3600}},
			map[string]string{"evening": "2 same_day", "morning": "1 same_day"},
		},
		"another sport": {
			[]calendar.Event{session("a", yesterday, run, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
		"a plan without a sport is done by any": {
			[]calendar.Event{session("a", yesterday, "", 60)},
			[]calendar.Activity{did("1", yesterday, run, 60)},
			map[string]string{"a": "1 same_day"},
		},
		"a walk for a hike": {
			[]calendar.Event{session("a", yesterday, training.Hiking, 60)},
			[]calendar.Activity{did("1", yesterday, training.Walking, 60)},
			map[string]string{"a": "1 same_day"},
		},
	}
}

// moved are sessions that were done on another day.
func moved() map[string]matchCase {
	return map[string]matchCase{
		"moved by a day": {
			[]calendar.Event{session("a", before, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 66)},
			map[string]string{"a": "1 moved"},
		},
		"moved by two days is another": {
			[]calendar.Event{session("a", before-1, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
		"moved, but far too short": {
			[]calendar.Event{session("a", before, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 20)},
			map[string]string{},
		},
		"moved, with nothing to compare": {
			[]calendar.Event{session("a", before, ride, 0)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
		"its own day comes first": {
			[]calendar.Event{session("a", before, ride, 60), session("b", yesterday, ride, 120)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{"b": "1 same_day"},
		},
		"today may still come": {
			[]calendar.Event{session("a", today, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
		"tomorrow is not done yet": {
			[]calendar.Event{session("a", today+1, ride, 60)},
			[]calendar.Activity{did("1", today, ride, 60)},
			map[string]string{},
		},
	}
}

// said are pairings by word.
func said() map[string]matchCase {
	return map[string]matchCase{
		"the source's pairing wins": {
			[]calendar.Event{
				with(session("a", yesterday, run, 60), func(e *calendar.Event) { e.DoneBy = "intervals:i1" }),
				session("b", yesterday, ride, 60),
			},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{"a": "1 source"},
		},
		"the athlete's over the source's": {
			[]calendar.Event{
				with(session("a", yesterday, ride, 60), func(e *calendar.Event) { e.DoneBy = "intervals:i1" }),
				with(session("b", yesterday, ride, 60), func(e *calendar.Event) { e.DoneBy, e.Own = "1", []string{"done_by"} }),
			},
			[]calendar.Activity{did("1", yesterday, ride, 60), did("2", yesterday, ride, 50)},
			map[string]string{"a": "2 same_day", "b": "1 athlete"},
		},
		"paired with what is not here": {
			[]calendar.Event{with(session("a", yesterday, ride, 60), func(e *calendar.Event) { e.DoneBy = "intervals:gone" })},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{"a": "? source"},
		},
		"unpaired by the athlete": {
			[]calendar.Event{with(session("a", yesterday, ride, 60),
				func(e *calendar.Event) { e.DoneBy, e.Own = calendar.Unpaired, []string{"done_by"} })},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
		"a note is nothing to be done": {
			[]calendar.Event{with(session("a", yesterday, ride, 60), func(e *calendar.Event) { e.Category = training.EventNote })},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{},
		},
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, cases := range []map[string]matchCase{sameDay(), moved(), said()} {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				paired := map[string]training.ActivityID{"intervals:i1": "1", "1": "1"}
				if d := cmp.Diff(c.want, shown(calendar.Match(c.events, c.done, paired, today))); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// slowly pairs as Match does, by looking through every pair for the next.
func slowly(events []calendar.Event, done []calendar.Activity) map[string]string {
	out, taken := map[string]string{}, map[int]bool{}
	for _, apart := range []training.Day{0, 1} {
		for {
			best, be, ba := math.Inf(1), -1, -1
			for i, e := range events {
				for j, a := range done {
					day := e.Days.From
					if out[e.ID] != "" || taken[j] || day > today || a.Sport != e.Sport || a.Day != day-apart && a.Day != day+apart {
						continue
					}
					ratio := a.DurationS / e.MovingTimeS
					if percent := math.Round(ratio * 100); apart == 1 && (day == today || percent < 50 || percent > 150) {
						continue
					}
					if cost := math.Abs(math.Log(ratio)); cost < best {
						best, be, ba = cost, i, j
					}
				}
			}
			if be < 0 {
				break
			}
			taken[ba] = true
			out[events[be].ID] = fmt.Sprint(done[ba].ID, map[training.Day]string{0: " same_day", 1: " moved"}[apart])
		}
	}
	return out
}

func TestMatchIsAsASlowOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sports := []training.Sport{training.Cycling, training.Running}
		var events []calendar.Event
		var done []calendar.Activity
		for i := range rapid.IntRange(0, 8).Draw(t, "events") {
			events = append(events, session(fmt.Sprint("e", i), today-rapid.Custom(day).Draw(t, "day"), rapid.SampledFrom(sports).Draw(t, "sport"),
				rapid.Float64Range(10, 200).Draw(t, "planned")))
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "activities") {
			done = append(done, did(fmt.Sprint(i), today-rapid.Custom(day).Draw(t, "day"), rapid.SampledFrom(sports).Draw(t, "sport"),
				rapid.Float64Range(10, 200).Draw(t, "done")))
		}
		got := calendar.Match(events, done, nil, today)
		if d := cmp.Diff(slowly(events, done), shown(got)); d != "" {
			t.Fatal(d)
		}
		used := map[training.ActivityID]bool{}
		for _, p := range got {
			if used[p.Activity.ID] {
				t.Fatalf("%s is paired twice", p.Activity.ID)
			}
			used[p.Activity.ID] = true
		}
	})
}

func day(t *rapid.T) training.Day { return training.Day(rapid.IntRange(-1, 5).Draw(t, "ago")) }
