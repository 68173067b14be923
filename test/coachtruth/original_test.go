package coachtruth

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func originalText(t *testing.T, path string) string {
	t.Helper()
	tree, err := Original()
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(tree, path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOriginalPlansAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	for _, p := range OriginalTruth().Plans {
		text := originalText(t, "training_plans/plan_"+p.ID+".yaml")
		// A key stands at a line's start, after a dash, or in braces.
		weeks := strings.Count(text, "week_number:")
		sessions := strings.Count(text, "day_of_week:")
		if weeks != p.Weeks || sessions != p.Sessions {
			t.Errorf("%s: %d weeks, %d sessions; want %d, %d", p.ID, weeks, sessions, p.Weeks, p.Sessions)
		}
		if sum := distances(t, text); fmt.Sprintf("%.4f", sum) != fmt.Sprintf("%.4f", p.DistanceKM) {
			t.Errorf("%s: %.4f km, want %.4f", p.ID, sum, p.DistanceKM)
		}
		if !strings.Contains(text, p.RaceDay) || !strings.Contains(text, p.FirstMonday) || !strings.Contains(text, p.GoalTime) {
			t.Errorf("%s: a date or the goal is not in the file", p.ID)
		}
		for week, comments := range p.Comments {
			for _, c := range comments {
				if !strings.Contains(text, "# "+c+"\n") && !strings.Contains(text, "# "+c+" ") {
					t.Errorf("%s, week %d: no comment %q", p.ID, week, c)
				}
			}
		}
	}
}

// distances sums the distances of the runs: all but that of the race itself.
func distances(t *testing.T, text string) float64 {
	t.Helper()
	_, weeks, ok := strings.Cut(text, "\nweeks:")
	if !ok {
		t.Fatal("no weeks")
	}
	sum := 0.0
	for _, after := range strings.Split(weeks, " distance_km: ")[1:] {
		var km float64
		if _, err := fmt.Sscanf(after, "%g", &km); err != nil {
			t.Errorf("%.20q: %v", after, err)
		}
		sum += km
	}
	return sum
}

func TestOriginalMemoryAndLogsAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	truth := OriginalTruth()
	memory := originalText(t, "coaching_data/COACH_MEMORY.md")
	sections := strings.Split(memory, "\n## ")[1:]
	if len(sections) != len(truth.Sections) {
		t.Fatalf("%d sections", len(sections))
	}
	for i, s := range truth.Sections {
		if !strings.HasPrefix(sections[i], s.Heading+"\n") || !strings.Contains(sections[i], "\n"+s.Line+"\n") {
			t.Errorf("section %d is not %q with %q", i, s.Heading, s.Line)
		}
	}
	entries := 0
	for _, l := range truth.Logs {
		folder := "coaching_data/memory/"
		if l.Archived {
			folder += "archive/"
		}
		want := "## Session " + l.Day + " — " + l.Coach + "\n" + l.FirstLine + "\n"
		if !strings.Contains(originalText(t, folder+l.Day+".md"), want) {
			t.Errorf("%s: no entry %q", l.Day, want)
		}
		entries++
	}
	if got := strings.Count(allText(t, "coaching_data/memory/"), "## Session "); got != entries {
		t.Errorf("%d entries of logs, %d said", got, entries)
	}
}

func allText(t *testing.T, prefix string) string {
	t.Helper()
	tree, err := Original()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(path, prefix) {
			all.WriteString(originalText(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestOriginalRunsAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	type lap struct {
		Local time.Time `json:"start_date_local"`
	}
	for _, r := range OriginalTruth().Runs {
		var run struct {
			ID          int64     `json:"id"`
			Sport       string    `json:"sport_type"`
			Start       time.Time `json:"start_date"`
			Description string    `json:"description"`
			Laps        []lap     `json:"laps"`
			Digest      string    `json:"run_digest"`
			Notes       []string  `json:"coach_notes"`
		}
		if err := json.Unmarshal([]byte(originalText(t, fmt.Sprintf("run_data/run_%d.json", r.ID))), &run); err != nil {
			t.Errorf("%d: %v", r.ID, err)
		}
		words, posts := strings.TrimSpace(strings.Split(run.Description, "-------")[0]), strings.Count(run.Description, "-------\n(")
		if run.ID != r.ID || run.Sport != r.Sport || run.Digest != r.Digest || !slices.Equal(run.Notes, r.Notes) ||
			words != r.Words || posts != r.Posts {
			t.Errorf("%d: %+v, its words %q", r.ID, run, words)
		}
		if len(run.Laps) > 0 && run.Laps[0].Local.Format("2006-01-02T15:04") != r.StartLocal {
			t.Errorf("%d: starts at %s, want %s", r.ID, run.Laps[0].Local, r.StartLocal)
		}
	}
}

func TestSecretsAreWhereTheyWerePlanted(t *testing.T) {
	t.Parallel()
	env := originalText(t, ".env")
	for _, s := range OriginalTruth().Secrets {
		if !strings.Contains(env, s) || strings.Count(allText(t, ""), s) != 1 {
			t.Errorf("%s is not in .env alone", s)
		}
	}
	for _, path := range OriginalTruth().Noise {
		if originalText(t, path) == "" {
			t.Errorf("%s is empty", path)
		}
	}
	for _, name := range OriginalTruth().Personas {
		if !strings.HasPrefix(originalText(t, "coaching_data/personas/"+name+".md"), "# ") {
			t.Errorf("%s has no heading", name)
		}
	}
}

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

// share returns what was done of what was planned, NaN where nothing can be
// compared.
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

// workShare returns the work of the repeats as a share of what was planned, NaN
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
