package calendar_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/training"
)

const today training.Day = 20000 // 2024-10-04, a Friday

// session returns a planned workout on a day.
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

// did returns an activity on a day.
func did(id string, day training.Day, sport training.Sport, minutes float64) calendar.Activity {
	return calendar.Activity{ID: training.ActivityID(id), Day: day, Hour: 8, Sport: sport, DurationS: minutes * 60}
}

// shown returns pairings in the form "activity by", by event.
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

// sameDay returns cases of pairing by day and sport.
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

// moved returns cases of sessions that were done on another day.
func moved() map[string]matchCase {
	return map[string]matchCase{
		"moved by a day": {
			[]calendar.Event{session("a", before, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 66)},
			map[string]string{"a": "1 moved"},
		},
		"moved within its week": {
			[]calendar.Event{session("a", monday, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 60)},
			map[string]string{"a": "1 moved"},
		},
		"a race is done on its day": {
			[]calendar.Event{with(session("a", yesterday, run, 60), func(e *calendar.Event) { e.Category = training.EventRaceB })},
			[]calendar.Activity{did("1", before, run, 60)},
			map[string]string{},
		},
		"over the border of the week by a day": {
			[]calendar.Event{session("a", monday-1, ride, 60)},
			[]calendar.Activity{did("1", monday, ride, 60)},
			map[string]string{"a": "1 moved"},
		},
		"over the border by two days is another": {
			[]calendar.Event{session("a", monday-1, ride, 60)},
			[]calendar.Activity{did("1", monday+1, ride, 60)},
			map[string]string{},
		},
		"begun on its day, done on another": {
			[]calendar.Event{session("a", before, ride, 120)},
			[]calendar.Activity{did("1", before, ride, 20), did("2", yesterday, ride, 115)},
			map[string]string{"a": "2 moved"},
		},
		"two that changed days": {
			[]calendar.Event{session("long", before, ride, 120), session("short", yesterday, ride, 65)},
			[]calendar.Activity{did("1", before, ride, 65), did("2", yesterday, ride, 120)},
			map[string]string{"long": "2 moved", "short": "1 moved"},
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
		"a longer one of another day is its own": {
			[]calendar.Event{session("a", before, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 73)},
			map[string]string{},
		},
		"a fifth longer on another day is the session": {
			[]calendar.Event{session("a", before, ride, 60)},
			[]calendar.Activity{did("1", yesterday, ride, 72)},
			map[string]string{"a": "1 moved"},
		},
		"done a day early": {
			[]calendar.Event{session("a", today+1, ride, 60)},
			[]calendar.Activity{did("1", today, ride, 60)},
			map[string]string{"a": "1 moved"},
		},
		"of another week is not done yet": {
			[]calendar.Event{session("a", today+4, ride, 60)},
			[]calendar.Activity{did("1", today, ride, 60)},
			map[string]string{},
		},
		"a quarter of an hour is not a session of two hours": {
			[]calendar.Event{session("a", yesterday, ride, 120)},
			[]calendar.Activity{did("1", yesterday, ride, 15)},
			map[string]string{},
		},
	}
}

// said returns cases of pairings that the athlete or a source states.
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
				by := calendar.Matching{Paired: paired, Today: today, Week: time.Monday}
				if d := cmp.Diff(c.want, shown(calendar.Match(c.events, c.done, by))); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// TestRepeatsTellSessionsApart checks that two sessions of equal length that
// changed days are distinguished by their repeats.
func TestRepeatsTellSessionsApart(t *testing.T) {
	t.Parallel()
	events := []calendar.Event{session("800s", before, run, 60), session("easy", yesterday, run, 60)}
	done := []calendar.Activity{did("1", before, run, 60), did("2", yesterday, run, 60)}
	by := calendar.Matching{Today: today, Week: time.Monday}
	if d := cmp.Diff(map[string]string{"800s": "1 same_day", "easy": "2 same_day"}, shown(calendar.Match(events, done, by))); d != "" {
		t.Error(d)
	}
	by.Repeats = func(e *calendar.Event, a *calendar.Activity) calendar.Repeats {
		if e.ID != "800s" {
			return calendar.Repeats{}
		}
		return calendar.Repeats{Asked: 6, Done: map[training.ActivityID]int{"2": 6}[a.ID]}
	}
	got := calendar.Match(events, done, by)
	if d := cmp.Diff(map[string]string{"800s": "2 moved", "easy": "1 moved"}, shown(got)); d != "" {
		t.Error(d)
	}
	if got["800s"].Repeats != (calendar.Repeats{Done: 6, Asked: 6}) {
		t.Errorf("the repeats are %+v", got["800s"].Repeats)
	}
}

// priced returns the price of a pair and its turn; false for an impossible one.
func priced(e *calendar.Event, a *calendar.Activity) (price float64, turn int, ok bool) {
	day := e.Days.From
	gap := int(max(day-a.Day, a.Day-day))
	sameWeek := day.WeekStart(time.Monday) == a.Day.WeekStart(time.Monday)
	percent := math.Round(100 * a.DurationS / e.MovingTimeS)
	price = math.Abs(math.Log(a.DurationS / e.MovingTimeS))
	switch {
	case a.Sport != e.Sport || percent < 25:
		return 0, 0, false
	case gap == 0 && percent >= 50 && percent <= 150:
		return price, 0, true
	case gap == 0:
		return price, 2, true
	case percent >= 80 && percent <= 120 && (gap == 1 || sameWeek):
		return price + 0.25 + 0.05*float64(gap-1), 1, true
	}
	return 0, 0, false
}

// slowly pairs by searching all pairs for the next one, as Match does before it
// swaps, and returns the total cost of the pairs.
func slowly(events []calendar.Event, done []calendar.Activity) (pairs map[string]string, cost float64) {
	pairs = map[string]string{}
	taken := map[int]bool{}
	for turn := range 3 {
		for {
			best, be, ba := math.Inf(1), -1, -1
			for i := range events {
				for j := range done {
					p, its, ok := priced(&events[i], &done[j])
					if ok && its == turn && pairs[events[i].ID] == "" && !taken[j] && p < best {
						best, be, ba = p, i, j
					}
				}
			}
			if be < 0 {
				break
			}
			taken[ba] = true
			cost += best
			pairs[events[be].ID] = fmt.Sprint(done[ba].ID, []string{" same_day", " moved", " same_day"}[turn])
		}
	}
	return pairs, cost
}

// byDay returns the pairs of each day, regardless of which event has which activity.
func byDay(events []calendar.Event, pairs map[string]string) map[training.Day][]string {
	out := map[training.Day][]string{}
	for i := range events {
		if pair, ok := pairs[events[i].ID]; ok {
			out[events[i].Days.From] = append(out[events[i].Days.From], pair)
		}
	}
	for _, all := range out {
		slices.Sort(all)
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
		got := calendar.Match(events, done, calendar.Matching{Today: today, Week: time.Monday})
		slow, most := slowly(events, done)
		cost, used := 0.0, map[training.ActivityID]bool{}
		for _, e := range events {
			p, ok := got[e.ID]
			if (slow[e.ID] != "") != ok {
				t.Fatalf("%s is paired: %v, slowly %q", e.ID, ok, slow[e.ID])
			}
			if !ok {
				continue
			}
			price, _, _ := priced(&e, p.Activity)
			cost += price
			if used[p.Activity.ID] {
				t.Fatalf("%s is paired twice", p.Activity.ID)
			}
			used[p.Activity.ID] = true
		}
		// Swapped pairs are more similar than before. Without any swap, both results
		// are equal, except for the order within a day.
		want, have := byDay(events, slow), byDay(events, shown(got))
		if cost > most+1e-9 || cost > most-0.05 && cmp.Diff(want, have) != "" {
			t.Fatalf("costs %g, slowly %g:\n%s", cost, most, cmp.Diff(want, have))
		}
	})
}

func day(t *rapid.T) training.Day { return training.Day(rapid.IntRange(-1, 5).Draw(t, "ago")) }
