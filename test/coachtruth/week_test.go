package coachtruth

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"
)

func weeks(t *testing.T) []Week {
	t.Helper()
	all, err := Weeks()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func day(t *testing.T, s string) time.Time {
	t.Helper()
	d, err := time.Parse("2006-01-02", s)
	if err != nil {
		t.Error(err)
	}
	return d
}

func TestEnoughWeeksOfEveryState(t *testing.T) {
	t.Parallel()
	all, states, extras, ids := weeks(t), map[State]int{}, 0, map[string]bool{}
	for _, w := range all {
		if ids[w.ID] || w.Title == "" {
			t.Errorf("week %q is there twice, or has no title", w.ID)
		}
		ids[w.ID] = true
		for _, s := range w.Sessions {
			states[s.State]++
		}
		for _, a := range w.Activities {
			if a.Extra {
				extras++
			}
		}
	}
	t.Logf("%d weeks, %v, %d extras", len(all), states, extras)
	if len(all) < 60 || len(states) != 6 || extras < 20 {
		t.Errorf("%d weeks, states %v, %d extras", len(all), states, extras)
	}
	for _, s := range []State{Done, Partly, Moved, Missed, Upcoming, Rest} {
		if states[s] < 8 {
			t.Errorf("only %d sessions are %s", states[s], s)
		}
	}
}

func TestEachBelongsToOneOrNobody(t *testing.T) {
	t.Parallel()
	for _, w := range weeks(t) {
		of := map[string]string{} // activity: session
		for _, s := range w.Sessions {
			if s.Activity == "" {
				continue
			}
			if of[s.Activity] != "" {
				t.Errorf("%s: %s belongs to two sessions", w.ID, s.Activity)
			}
			of[s.Activity] = s.ID
		}
		seen := map[string]bool{}
		for _, a := range w.Activities {
			if seen[a.ID] || of[a.ID] != a.Session || a.Extra != (a.Session == "") {
				t.Errorf("%s: %s says %q, its session %q, extra %v", w.ID, a.ID, a.Session, of[a.ID], a.Extra)
			}
			seen[a.ID] = true
			delete(of, a.ID)
		}
		if len(of) > 0 {
			t.Errorf("%s: sessions name activities that are not there: %v", w.ID, of)
		}
	}
}

func TestDaysLieInTheirWeek(t *testing.T) {
	t.Parallel()
	for _, w := range weeks(t) {
		monday, today := day(t, w.Monday), day(t, w.Today)
		if monday.Weekday() != time.Monday || today.Before(monday) || today.After(monday.AddDate(0, 0, 14)) {
			t.Errorf("%s: Monday %s, today %s", w.ID, w.Monday, w.Today)
		}
		for _, s := range w.Sessions {
			if d := day(t, s.Day); d.Before(monday) || d.After(monday.AddDate(0, 0, 7)) {
				t.Errorf("%s: %s is on %s", w.ID, s.ID, s.Day)
			}
		}
		if !slices.IsSortedFunc(w.Sessions, func(a, b Session) int { return cmp.Compare(a.Day, b.Day) }) {
			t.Errorf("%s: sessions are not in the order of days", w.ID)
		}
		if !slices.IsSortedFunc(w.Activities, func(a, b Activity) int { return cmp.Compare(a.StartLocal, b.StartLocal) }) {
			t.Errorf("%s: activities are not in the order of time", w.ID)
		}
		for _, a := range w.Activities {
			at, err := time.Parse("2006-01-02T15:04", a.StartLocal)
			if err != nil || at.Before(monday.AddDate(0, 0, -1)) || !at.Before(monday.AddDate(0, 0, 8)) || a.Day() > w.Today {
				t.Errorf("%s: %s is at %s (%v)", w.ID, a.ID, a.StartLocal, err)
			}
		}
	}
}

// share is what was done of what was planned, NaN where nothing can be compared.
func share(s Session, a Activity) float64 {
	for _, v := range [][2]float64{
		{float64(s.DurationS), float64(a.TimerS)}, {s.DistanceKM, a.DistanceKM}, {s.Load, a.Load},
	} {
		if v[0] > 0 && v[1] > 0 {
			return v[1] / v[0]
		}
	}
	return math.NaN()
}

// workShare is the work of the repeats as a share of what was planned, NaN
// where the plan has none or the recording does not tell.
func workShare(s Session, a Activity) float64 {
	if s.Structure == nil || a.Executed == nil {
		return math.NaN()
	}
	p, e := s.Structure, a.Executed
	return float64(e.Repeats*(e.EachM+e.EachS)) / float64(p.Repeats*(p.EachM+p.EachS))
}

func sameSport(s Session, a Activity) bool {
	return s.Sport == a.Sport || s.Sport == "other" || s.Sport == "hiking" && a.Sport == "walking"
}

func TestStatesFollowTheRules(t *testing.T) {
	t.Parallel()
	for _, w := range weeks(t) {
		byID := map[string]Activity{}
		for _, a := range w.Activities {
			byID[a.ID] = a
		}
		for _, s := range w.Sessions {
			a, has := byID[s.Activity]
			if (s.Type == "rest") != (s.State == Rest) {
				t.Errorf("%s: %s is of type %s and %s", w.ID, s.ID, s.Type, s.State)
			}
			if has {
				judged(t, w, s, a)
				continue
			}
			want := Missed
			if s.Day >= w.Today {
				want = Upcoming
			}
			if s.State != want && s.State != Rest {
				t.Errorf("%s: %s on %s without an activity is %s, want %s", w.ID, s.ID, s.Day, s.State, want)
			}
		}
	}
}

func judged(t *testing.T, w Week, s Session, a Activity) {
	t.Helper()
	size, work := share(s, a), workShare(s, a)
	whole := (math.IsNaN(size) || size >= 0.8) && (math.IsNaN(work) || work >= 0.8)
	want := Partly
	switch {
	case a.Day() != s.Day:
		want = Moved
	case whole:
		want = Done
	}
	if s.State != want || want == Moved && !whole || !sameSport(s, a) || size < 0.25 {
		t.Errorf("%s: %s is %s with %.2f of the size, %.2f of the work, %s for %s on %s; want %s",
			w.ID, s.ID, s.State, size, work, a.Sport, s.Sport, a.Day(), want)
	}
	// Nothing may hang on the second digit: what lies at an edge is arguable.
	for _, v := range []float64{size, work} {
		if v > 0.76 && v < 0.83 {
			t.Errorf("%s: %s has %.2f, too near to four fifths", w.ID, s.ID, v)
		}
	}
}

// TestExtrasThatCouldBeSessions: what is extra could not have been a missed
// session of its own day in its own sport, unless it is far too short.
func TestExtrasThatCouldBeSessions(t *testing.T) {
	t.Parallel()
	for _, w := range weeks(t) {
		for _, a := range w.Activities {
			for _, s := range w.Sessions {
				if a.Extra && s.State == Missed && s.Day == a.Day() && sameSport(s, a) && !(share(s, a) < 0.25) {
					t.Errorf("%s: %s is extra and could be %s", w.ID, a.ID, s.ID)
				}
			}
		}
	}
}
