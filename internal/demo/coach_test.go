package demo_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/demo"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// TestTheCoachOfTheDemo: on whatever day the athlete is invented, the coach has
// the same to say twice, nothing of it is of the future, and lines are sound.
func TestTheCoachOfTheDemo(t *testing.T) {
	t.Parallel()
	for _, day := range []training.Day{today(), training.NewDay(2025, time.December, 28), training.NewDay(2026, time.March, 2)} {
		p, again := demo.Athlete(day), demo.Athlete(day)
		_, text := p.TrainingPlan()
		_, text2 := again.TrainingPlan()
		if text != text2 || p.Memory() != again.Memory() || !cmp.Equal(p.Sessions(), again.Sessions()) ||
			!cmp.Equal(p.BodyMarks(), again.BodyMarks()) {
			t.Errorf("%s: not the same twice", day)
		}
		for _, s := range p.Sessions() {
			if s.Day >= day || training.DayOf(s.At.In(p.Athlete.Location())) != s.Day {
				t.Errorf("a session of %s at %s, on %s", s.Day, s.At, day)
			}
		}
		for _, m := range p.BodyMarks() {
			if m.Date > day || m.Cleared != nil && (*m.Cleared > day || *m.Cleared < m.Date) {
				t.Errorf("%+v", m)
			}
		}
		lines := p.Digests()
		if len(lines) < 2 {
			t.Errorf("%s: %d digests", day, len(lines))
		}
		for _, d := range lines {
			if err := (training.Digest{Line: d.Line, By: "assistant"}).Check(); err != nil {
				t.Errorf("%s: %v", d.Line, err)
			}
		}
	}
}

func sound(t interface{ Errorf(string, ...any) }, id, text string, sport training.Sport) []training.WorkoutStep {
	w, faults := steptext.Read(text, sport)
	for _, f := range faults {
		t.Errorf("%s: %s", id, f.Sentence())
	}
	if len(w.Steps) == 0 || w.Notes != "" {
		t.Errorf("%s has %d steps and the notes %q", id, len(w.Steps), w.Notes)
	}
	return w.Steps
}

// outcome is what became of the planned sessions that are over.
type outcome struct{ done, late, missed int }

func (o *outcome) count(e *training.CalendarEvent, done map[training.Day][]training.Sport) {
	day := e.Start.Day()
	switch {
	case slices.Contains(done[day], e.Sport) || e.Sport == "":
		o.done++
	case slices.Contains(done[day+1], e.Sport):
		o.late++
	default:
		o.missed++
	}
}

// TestAnyDayHasAPlan holds for whatever day a user starts on.
func TestAnyDayHasAPlan(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := training.NewDay(2024, time.January, 1) + training.Day(rapid.IntRange(0, 3000).Draw(t, "day"))
		plan := demo.Athlete(today)
		done := map[training.Day][]training.Sport{}
		for it := range plan.Items() {
			done[it.Day] = append(done[it.Day], it.Sport)
		}
		events, ids, past := plan.Events(), map[string]bool{}, outcome{}
		ahead := map[training.Sport]int{}
		for i := range events {
			e := &events[i]
			if ids[e.ID] || i > 0 && e.Start < events[i-1].Start {
				t.Fatalf("%s stands twice or too late", e.ID)
			}
			ids[e.ID] = true
			if e.MovingTimeS+e.Load > 0 || e.Sport != "" && e.Description == "" {
				t.Fatalf("%s does not follow from its text", e.ID)
			}
			if e.Sport != "" {
				sound(t, e.ID, e.Description, e.Sport)
			}
			if e.Start.Day() > today {
				ahead[e.Sport]++
			} else {
				past.count(e, done)
			}
		}
		if past.missed != 1 || past.late != 1 || past.done < 12 {
			t.Fatalf("until %s: %+v", today, past)
		}
		race := events[len(events)-1]
		if in := race.Start.Day() - today; !race.Category.Race() || in < 21 || in > 27 {
			t.Fatalf("%s is %d days behind %s", race.ID, in, today)
		}
		if ahead[training.Cycling] < 5 || ahead[training.Running] < 5 || ahead[training.Swimming] < 2 || ahead[training.Strength] < 2 {
			t.Fatalf("behind %s: %v", today, ahead)
		}
		if first := events[0].Start.Day(); first > today-26 || first < today-34 {
			t.Fatalf("the calendar of %s begins on %s", today, first)
		}
	})
}

// TestThePlanEndsWithATaper: on whatever day the athlete is invented, the week before that of
// the race has at most two thirds of the load before it and no test, and no run ahead is more
// than a tenth longer than those of the 30 days before.
func TestThePlanEndsWithATaper(t *testing.T) {
	t.Parallel()
	for today := training.NewDay(2026, time.January, 1); today < training.NewDay(2027, time.January, 1); today += 9 {
		plan := demo.Athlete(today)
		events := plan.Events()
		race := events[len(events)-1].Start.Day()
		loads := map[training.Day]float64{} // by the first day of the week
		var runs []training.Day
		km := map[training.Day]float64{}
		for i := range events {
			e := &events[i]
			day := e.Start.Day()
			w, _ := steptext.Read(e.Description, e.Sport)
			takes := w.Takes(efforts.Day{Sport: e.Sport, Thresholds: plan.Thresholds.At(e.Sport.Plain(), day)}, load.Rules{Sex: training.Female})
			loads[day.WeekStart(time.Monday)] += takes.Load
			if day > today && strings.Contains(e.Name, "test") {
				t.Errorf("%s: %s on %s, before the race on %s", today, e.Name, day, race)
			}
			if e.Sport != training.Running || e.Category.Race() {
				continue
			}
			longest := 0.0
			for _, before := range runs {
				if before >= day-30 {
					longest = max(longest, km[before])
				}
			}
			if day > today && takes.DistanceM/1000 > 1.1*longest {
				t.Errorf("%s: %.1f km on %s after at most %.1f km", today, takes.DistanceM/1000, day, longest)
			}
			runs, km[day] = append(runs, day), takes.DistanceM/1000
		}
		last := race.WeekStart(time.Monday)
		if before, taper := loads[last-14], loads[last-7]; taper == 0 || taper > before*2/3 {
			t.Errorf("%s: the taper has a load of %.0f after %.0f", today, taper, before)
		}
	}
}

// TestThePlanStays: later the athlete has done what the calendar had, and the
// calendar is the same.
func TestThePlanStays(t *testing.T) {
	t.Parallel()
	for _, today := range []training.Day{today(), training.NewDay(2025, time.December, 28), training.NewDay(2026, time.March, 2)} {
		plan := demo.Athlete(today)
		events := plan.Events()
		race := events[len(events)-1].Start.Day()
		later := plan.Until((race + 1).Time(time.UTC))
		if diff := cmp.Diff(events, later.Events()); diff != "" {
			t.Fatal(diff)
		}
		done := map[training.Day][]demo.Item{}
		for it := range later.Items() {
			done[it.Day] = append(done[it.Day], it)
		}
		for i := range events {
			e := &events[i]
			if e.Start.Day() <= today {
				continue
			}
			steps := sound(t, e.ID, e.Description, e.Sport)
			if !slices.ContainsFunc(done[e.Start.Day()], func(it demo.Item) bool {
				return it.Sport == e.Sport && it.Race == e.Category.Race() && follows(t, it, steps, later.Thresholds.At(it.Sport.Plain(), it.Day))
			}) {
				t.Errorf("%s %s is not done as it was planned", e.ID, e.Name)
			}
		}
	}
}

// oneSided is what is done once for each side.
var oneSided = regexp.MustCompile("(?i)(each|per) (side|leg|arm)|single-(leg|arm)")

// follows reports a recording that did some steps: on the trainer each as long
// as it was to be and as hard, elsewhere about as much in all.
func follows(t *testing.T, it demo.Item, steps []training.WorkoutStep, th training.Thresholds) bool {
	t.Helper()
	r, at, metres := it.Recordings()[0], 0.0, 0.0
	watts := series(r, training.Power)
	for _, s := range training.WrittenOut(steps) {
		target, aimed := s.Leading()
		from, to := target.Ends()
		sets := 1.0
		if s.Exercise != nil {
			sets = float64(s.Exercise.Sets)
			s.DurationS = max(s.DurationS, 4*float64(s.Exercise.Reps)) // four seconds each
			if oneSided.MatchString(s.Text) {
				s.DurationS *= 2
			}
		}
		if s.DistanceM > 0 {
			metres += s.DistanceM
			s.DurationS = s.DistanceM / (th.ThresholdMPS * (from + to) / 200)
		}
		end := at + sets*(s.DurationS+s.RestS)
		if aimed && len(watts) > 0 && r.SubSport == training.SubIndoor && end-at >= 60 {
			if end > r.ElapsedS {
				return false
			}
			sum, n := 0.0, 0.0
			for _, w := range watts[int(at):int(end)] {
				if !math.IsNaN(w) {
					sum, n = sum+w, n+1
				}
			}
			if want := th.FTPW * (from + to) / 200; math.Abs(sum/n-want) > 0.05*want {
				t.Errorf("%s: %.0f W from %.0f s, planned %.0f W", it.ID, sum/n, at, want)
			}
		}
		at = end
	}
	if it.Sport == training.Swimming && metres > 0 && r.SubSport == training.SubPool {
		return math.Abs(1000*r.DeviceValues[training.MetricDistanceKM]-metres) < 26
	}
	return math.Abs(r.TimerS/at-1) < 0.25
}

// TestHardSessionsAreDoneAsHard: whatever the athlete did as planned is green in its intensity, intervals and
// easy sessions indoors and on foot alike. Hills may take an easy ride over its range.
func TestHardSessionsAreDoneAsHard(t *testing.T) {
	t.Parallel()
	judged := map[string]int{}
	for _, today := range []training.Day{today(), training.NewDay(2025, time.December, 28), training.NewDay(2026, time.March, 2)} {
		plan := demo.Athlete(today)
		events := plan.Events()
		later := plan.Until((events[len(events)-1].Start.Day() + 1).Time(time.UTC))
		for it := range later.Items() {
			i := slices.IndexFunc(events, func(e training.CalendarEvent) bool {
				return e.Start.Day() == it.Day && it.Day > today && e.Sport == it.Sport && !e.Category.Race() && e.Sport != training.Strength
			})
			if i < 0 {
				continue
			}
			rec := it.Recordings()[0]
			v := stream.Of(rec, stream.Limits{})
			done := workouts.Effort{DurationS: rec.TimerS, Histogram: func(ch training.Channel) (zones.Histogram, error) {
				return zones.Of(v, ch), nil
			}}
			if s, why := efforts.Of(v); why == "" {
				done.Found = &s
			}
			day := efforts.Day{Sport: it.Sport, Thresholds: later.Thresholds.At(it.Sport.Plain(), it.Day)}
			in, err := workouts.IntensityOf(sound(t, it.ID, events[i].Description, it.Sport), day, &done)
			if band := in.Band(); err != nil || band == efforts.Red || band == efforts.Yellow && !in.Easy {
				t.Errorf("%s is %s: %s %v", it.ID, band, in.Words, err)
			} else if band != "" && !in.Easy {
				judged[events[i].Name]++
			}
		}
	}
	if len(judged) < 4 {
		t.Errorf("only %v were hard", judged)
	}
}

// TestOneRepetitionIsLeftOut: of the last intervals before this week.
func TestOneRepetitionIsLeftOut(t *testing.T) {
	t.Parallel()
	plan := demo.Athlete(today())
	laps := map[string]int{}
	for it := range plan.Items() {
		for _, l := range it.Recordings()[0].Laps {
			if l.Intensity == "active" {
				laps[it.ID[len("demo-"):]]++
			}
		}
	}
	left := map[string]int{}
	for _, e := range plan.Events() {
		for _, s := range sound(t, e.ID, e.Description, e.Sport) {
			id := e.ID[len("plan-"):]
			if s.Kind == training.StepRepeat && e.Sport != training.Swimming && laps[id] > 0 {
				left[id] = s.Count - laps[id]
			}
		}
	}
	want := map[string]int{
		"2026-07-21-vo2max": 0, "2026-08-09-intervals": 0, "2026-08-11-vo2max": 1, "2026-08-18-threshold": 0,
	}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheLibrary(t *testing.T) {
	t.Parallel()
	folders := demo.Athlete(today()).Library()
	if len(folders) != 2 || folders[0].Plan || !folders[1].Plan {
		t.Fatalf("%+v", folders)
	}
	planned := 0
	for _, f := range folders {
		if len(f.Workouts) < 8 {
			t.Errorf("%s has %d workouts", f.Name, len(f.Workouts))
		}
		for _, w := range f.Workouts {
			sound(t, w.ID, w.Description, w.Sport)
			if w.FolderID != f.ID || f.Plan != (w.PlanDay != nil) {
				t.Errorf("%s is not of %s", w.ID, f.ID)
			}
		}
	}
	for _, e := range demo.Athlete(today()).Events() {
		if e.Plan.Applied.IsZero() {
			continue
		}
		planned++
		if !slices.ContainsFunc(folders[1].Workouts, func(w training.LibraryWorkout) bool {
			return w.ID == e.Plan.Workout && *folders[1].StartDay+training.Day(*w.PlanDay) == e.Start.Day() && w.Description == e.Description
		}) {
			t.Errorf("%s is not in its plan", e.ID)
		}
	}
	if planned != len(folders[1].Workouts) {
		t.Errorf("%d of %d workouts are planned", planned, len(folders[1].Workouts))
	}
}
