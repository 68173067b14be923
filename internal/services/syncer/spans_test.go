package syncer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
)

// rich has everything that is read besides activities, from a day on.
type rich struct {
	service
	since training.Day
}

// from is the service with what it has of so many days, besides activities.
func (w *world) from(ago int) rich { return rich{service{w}, w.today() - training.Day(ago)} }

func (s rich) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	var all []training.WellnessDay
	for d := max(days.From, s.since); d <= days.To; d++ {
		all = append(all, training.WellnessDay{Day: d})
	}
	return all, s.ask(ctx, "wellness", days.String())
}

func (s rich) Events(ctx context.Context, days training.DayRange, _ ...training.EventCategory) ([]training.CalendarEvent, error) {
	if days.To < s.since {
		return nil, s.ask(ctx, "events", "")
	}
	return []training.CalendarEvent{{Name: days.String()}}, s.ask(ctx, "events", "")
}

func (s rich) Event(context.Context, string) (e training.CalendarEvent, err error) { return e, nil }

func (s rich) Gear(ctx context.Context) ([]source.Gear, error) {
	return []source.Gear{{Type: "Bike"}}, s.ask(ctx, "gear", "")
}

func (s rich) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	return []training.SportSettings{{ID: "1"}}, s.ask(ctx, "settings", "")
}

func (s rich) Folders(ctx context.Context) ([]training.WorkoutFolder, error) {
	return []training.WorkoutFolder{{ID: "1"}}, s.ask(ctx, "folders", "")
}

func (s rich) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	return []training.LibraryWorkout{{ID: "1"}}, s.ask(ctx, "workouts", "")
}

func (s rich) Workout(context.Context, string) (w training.LibraryWorkout, err error) { return w, nil }

func (s rich) CustomItems(ctx context.Context) ([]source.CustomItem, error) {
	return []source.CustomItem{{ID: "1"}}, s.ask(ctx, "custom", "")
}

func (s rich) CustomItem(context.Context, string) (i source.CustomItem, err error) { return i, nil }

// list keeps it.
type list struct {
	sink
	days    map[training.Day]int
	events  []training.DayRange
	covered []training.DayRange // of wellness
	whole   map[string]int
	err     error
}

func (s *list) TakeWellness(_ context.Context, _ training.AthleteID, covered training.DayRange, days []training.WellnessDay) error {
	s.covered = append(s.covered, covered)
	for _, d := range days {
		s.days[d.Day]++
	}
	return s.err
}

func (s *list) TakeEvents(_ context.Context, _ training.AthleteID, covered training.DayRange, _ []training.CalendarEvent) error {
	s.events = append(s.events, covered)
	return nil
}

func (s *list) count(what string, n int) error {
	s.whole[what] += n
	return nil
}

func (s *list) TakeGear(_ context.Context, _ training.AthleteID, all []source.Gear) error {
	return s.count("gear", len(all))
}

func (s *list) TakeSportSettings(_ context.Context, _ training.AthleteID, all []training.SportSettings) error {
	return s.count("settings", len(all))
}

func (s *list) TakeFolders(_ context.Context, _ training.AthleteID, all []training.WorkoutFolder) error {
	return s.count("folders", len(all))
}

func (s *list) TakeWorkouts(_ context.Context, _ training.AthleteID, all []training.LibraryWorkout) error {
	return s.count("workouts", len(all))
}

func (s *list) TakeCustomItems(_ context.Context, _ training.AthleteID, all []source.CustomItem) error {
	return s.count("custom", len(all))
}

func TestWhatIsNoActivity(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 0)
	w.did("old", 800)
	box := &list{sink: sink{w}, days: map[training.Day]int{}, whole: map[string]int{}}
	both := func(o *syncer.Options) { o.Source, o.Sink = w.from(830), box }
	failOnce := true
	w.fault = func(op, _ string) error {
		if op == "wellness" && len(box.days) > 300 && failOnce {
			failOnce = false
			return fails(source.Unavailable, time.Time{})
		}
		return nil
	}
	if _, err := w.syncer(both).Run(t.Context(), true); training.KindOf(err) != training.KindUnavailable {
		t.Fatal(err)
	}
	got := len(box.days)
	if _, err := w.syncer(both).Run(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	first := w.today() - 830
	for d := first; d <= w.today(); d++ {
		if n := box.days[d]; n == 0 || n > 1 && d < w.today()-14 {
			t.Fatalf("%s was read %d times", d, n)
		}
	}
	if got >= len(box.days) || len(box.days) != 831 {
		t.Errorf("%d days, then %d", got, len(box.days))
	}
	if e := box.events[0]; e.From != w.today()-28 || e.To != w.today()+400 {
		t.Errorf("events of %s", e)
	}
	if e := box.events[len(box.events)-1]; e.To >= first {
		t.Errorf("events of %s at last, though there are some from %s", e, first)
	}
	if d := cmp.Diff(map[string]int{"gear": 2, "settings": 2, "folders": 2, "workouts": 2, "custom": 2}, box.whole); d != "" {
		t.Error(d)
	}
	w.now = w.now.AddDate(0, 0, 40)
	if _, err := w.syncer(both).Run(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if len(box.days) != 871 {
		t.Errorf("%d days after 40 more", len(box.days))
	}
	box.err = training.Errorf(training.KindUnavailable, "The disk is full.")
	if _, err := w.syncer(both).Run(t.Context(), true); !errors.Is(err, box.err) {
		t.Error(err)
	}
}

func TestWhatIsCurrentDoesNotWaitForTheHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 300)
	box := &list{sink: sink{w}, days: map[training.Day]int{}, whole: map[string]int{}}
	w.fault = func(op, _ string) error {
		if op == "file" {
			return fails(source.RateLimited, w.now.Add(time.Hour))
		}
		return nil
	}
	_, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = w.from(300), box }).Run(t.Context(), true)
	if training.KindOf(err) != training.KindUnavailable || len(box.days) != 15 || len(box.events) != 1 || box.whole["gear"] != 1 {
		t.Errorf("%v, %d days, %d times events, %v", err, len(box.days), len(box.events), box.whole)
	}
}

func TestAKeyThatMayNotDoEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 300)
	box := &list{sink: sink{w}, days: map[training.Day]int{}, whole: map[string]int{}}
	w.fault = func(op, _ string) error {
		if op == "wellness" || op == "gear" {
			return source.Fail(source.Failure{Fault: source.Forbidden, Source: "tri"}, "Not with this key.")
		}
		return nil
	}
	r, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = w.from(300), box }).Run(t.Context(), true)
	if err != nil || r.Stored != 1 || len(r.Words) != 1 || len(box.days) != 0 || len(box.events) != 5 || box.whole["custom"] != 1 {
		t.Errorf("%+v %v, %d days, %d times events, %v", r, err, len(box.days), len(box.events), box.whole)
	}
	w.fault = func(string, string) error { return nil }
	if _, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = w.from(300), box }).Run(t.Context(),
		true); err != nil || len(box.days) != 301 {
		t.Errorf("once it may: %v, %d days", err, len(box.days))
	}
}

// TestThePastIsCheckedForEdits: a day of long ago is read again after some
// runs, and at once by a full one, as far back as there is anything.
func TestThePastIsCheckedForEdits(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 0)
	w.did("old", 500)
	box := &list{sink: sink{w}, days: map[training.Day]int{}, whole: map[string]int{}}
	run := func(full bool) {
		t.Helper()
		if _, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink, o.Full = w.from(700), box, full }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	run(false)
	earliest := w.today() - 700 // 200 days before the first activity
	if box.days[earliest] != 1 {
		t.Fatalf("%s was read %d times", earliest, box.days[earliest])
	}
	for range 8 {
		run(false)
	}
	if n := box.days[earliest]; n < 2 {
		t.Errorf("after 8 runs %s was read %d times", earliest, n)
	}
	before := box.days[earliest]
	run(true)
	if n := box.days[earliest]; n != before+1 {
		t.Errorf("a full run read it %d times", n-before)
	}
	for d := earliest; d < w.today(); d++ {
		if box.days[d] < 3 {
			t.Fatalf("%s was read %d times", d, box.days[d])
		}
	}
}

// TestADayAheadIsNoClockThatWasWrong: who flies west has yesterday again, and
// the days since are known; two days ahead was a clock.
func TestADayAheadIsNoClockThatWasWrong(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[int]training.Day{1: 14, 2: 180} {
		w := newWorld(plenty)
		w.did("a", 0)
		box := &list{sink: sink{w}, days: map[training.Day]int{}, whole: map[string]int{}}
		run := func() {
			t.Helper()
			if _, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = w.from(300), box }).Run(t.Context(), true); err != nil {
				t.Fatal(err)
			}
		}
		w.now = w.now.AddDate(0, 0, ahead)
		run()
		w.now = w.now.AddDate(0, 0, -ahead)
		box.covered = nil
		run()
		if got := w.today() - box.covered[0].From; got != want {
			t.Errorf("%d days ahead: read from %d days ago, want %d", ahead, got, want)
		}
	}
}
