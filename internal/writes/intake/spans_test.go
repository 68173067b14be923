package intake_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/kinds"
)

// rich has everything that is read besides activities, from a day on, and notes
// what it gave.
type rich struct {
	service
	source.WellnessKeeper // of these only the reading is asked for
	source.EventKeeper
	source.GearKeeper
	source.FolderKeeper
	kinds.CustomItemKeeper

	since   training.Day
	days    map[training.Day]int
	events  []training.DayRange
	covered []training.DayRange // of wellness
	whole   map[string]int
}

// from returns the service with what it has of so many days, besides
// activities.
func (w *world) from(ago int) *rich {
	return &rich{service: service{w}, since: w.today() - training.Day(ago), days: map[training.Day]int{}, whole: map[string]int{}}
}

// into has a sink on a store read from it.
func (s *rich) into(to *intake.Sink) func(*intake.Options) {
	return func(o *intake.Options) { o.Source, o.Sink = s, to }
}

func (s *rich) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	if err := s.ask(ctx, "wellness", days.String()); err != nil {
		return nil, err
	}
	s.covered = append(s.covered, days)
	var all []training.WellnessDay
	for d := max(days.From, s.since); d <= days.To; d++ {
		s.days[d]++
		all = append(all, training.WellnessDay{Day: d})
	}
	return all, nil
}

func (s *rich) Events(ctx context.Context, days training.DayRange, _ ...training.EventCategory) ([]training.CalendarEvent, error) {
	if err := s.ask(ctx, "events", ""); err != nil {
		return nil, err
	}
	if s.events = append(s.events, days); days.To < s.since {
		return nil, nil
	}
	on := days.To.String()
	return []training.CalendarEvent{{ID: on, Name: days.String(), Start: training.LocalTime(on + "T00:00:00")}}, nil
}

func (s *rich) count(ctx context.Context, what string) error {
	err := s.ask(ctx, what, "")
	if err == nil {
		s.whole[what]++
	}
	return err
}

func (s *rich) Gear(ctx context.Context) ([]source.Gear, error) {
	return []source.Gear{{Gear: training.Gear{ID: "1", Kind: training.GearBike, Name: "Bike"}, Type: "Bike"}}, s.count(ctx, "gear")
}

func (s *rich) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	return []training.SportSettings{{ID: "1"}}, s.count(ctx, "settings")
}

func (s *rich) Folders(ctx context.Context) ([]training.WorkoutFolder, error) {
	return []training.WorkoutFolder{{ID: "1"}}, s.count(ctx, "folders")
}

func (s *rich) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	return []training.LibraryWorkout{{ID: "1"}}, s.count(ctx, "workouts")
}

func (s *rich) CustomItems(ctx context.Context) ([]training.CustomItem, error) {
	return []training.CustomItem{{ID: "1"}}, s.count(ctx, "custom")
}

// kept counts the documents that a sink stored, by collection.
func kept(t *testing.T, in *intake.Sink) map[document.Collection]int {
	t.Helper()
	out := map[document.Collection]int{}
	for _, c := range []document.Collection{
		document.Wellness, document.SportSettings, document.Folders, document.Workouts, document.CustomItems, document.GearTotals,
	} {
		all, err := in.Store.Documents(t.Context(), storetest.Export(ann), c, document.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		out[c] = len(all)
	}
	return out
}

func TestWhatIsNoActivity(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 0)
	w.did("old", 800)
	box, dir := w.from(830), t.TempDir()
	to := w.storedIn(t, dir)
	both := box.into(to)
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
	want := map[document.Collection]int{
		document.Wellness: 871, document.SportSettings: 1, document.Folders: 1, document.Workouts: 1, document.CustomItems: 1,
		document.GearTotals: 1,
	}
	if d := cmp.Diff(want, kept(t, to)); d != "" {
		t.Error(d)
	}
	w.now = w.now.AddDate(0, 0, 1)
	storetest.Refuse(t, dir, "INSERT ON documents")
	if _, err := w.syncer(both).Run(t.Context(), true); err == nil {
		t.Error("what is not stored is lost")
	}
}

func TestWhatIsCurrentDoesNotWaitForTheHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 300)
	box := w.from(300)
	both := box.into(w.stored(t))
	w.fault = func(op, _ string) error {
		if op == "file" {
			return fails(source.RateLimited, w.now.Add(time.Hour))
		}
		return nil
	}
	_, err := w.syncer(both).Run(t.Context(), true)
	if training.KindOf(err) != training.KindUnavailable || len(box.days) != 15 || len(box.events) != 1 || box.whole["gear"] != 1 {
		t.Errorf("%v, %d days, %d times events, %v", err, len(box.days), len(box.events), box.whole)
	}
}

func TestAKeyThatMayNotDoEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 300)
	box := w.from(300)
	both := box.into(w.stored(t))
	w.fault = func(op, _ string) error {
		if op == "wellness" || op == "gear" {
			return source.Fail(source.Failure{Fault: source.Forbidden, Source: "tri"}, "Not with this key.")
		}
		return nil
	}
	r, err := w.syncer(both).Run(t.Context(), true)
	if err != nil || r.Stored != 1 || len(r.Words) != 1 || len(box.days) != 0 || len(box.events) != 5 || box.whole["custom"] != 1 {
		t.Errorf("%+v %v, %d days, %d times events, %v", r, err, len(box.days), len(box.events), box.whole)
	}
	w.fault = func(string, string) error { return nil }
	if _, err := w.syncer(both).Run(t.Context(),
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
	box := w.from(700)
	both := box.into(w.stored(t))
	run := func(full bool) {
		t.Helper()
		if _, err := w.syncer(both, func(o *intake.Options) { o.Full = full }).Run(t.Context(), true); err != nil {
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
		box := w.from(300)
		both := box.into(w.stored(t))
		run := func() {
			t.Helper()
			if _, err := w.syncer(both).Run(t.Context(), true); err != nil {
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
