package intake_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// notebook is a SyncState in memory.
type notebook struct {
	intake.SyncState // of several services it knows nothing

	leases  map[ledger.Lease]time.Time
	cursors map[string]string
	items   map[string]ledger.ConnectionItem
	quotas  []ledger.Quota
	until   time.Time // of the lease that was held last
}

func newNotebook() *notebook {
	return &notebook{leases: map[ledger.Lease]time.Time{}, cursors: map[string]string{}, items: map[string]ledger.ConnectionItem{}}
}

func (b *notebook) Hold(_ context.Context, l ledger.Lease, now, until time.Time) (bool, time.Time, error) {
	for other, end := range b.leases {
		if other.Holder != l.Holder && end.After(now) {
			return false, end, nil
		}
		delete(b.leases, other)
	}
	b.leases[l], b.until = until, until
	return true, time.Time{}, nil
}

func (b *notebook) Release(_ context.Context, l ledger.Lease) error {
	delete(b.leases, l)
	return nil
}

func (b *notebook) Cursor(_ context.Context, _ ledger.ConnectionKey, name string, v any) (bool, error) {
	text, ok := b.cursors[name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal([]byte(text), v)
}

func (b *notebook) SetCursor(_ context.Context, _ ledger.ConnectionKey, name string, v any) error {
	text, err := json.Marshal(v)
	b.cursors[name] = string(text)
	return err
}

func (b *notebook) Item(_ context.Context, _ ledger.ConnectionKey, id string) (ledger.ConnectionItem, bool, error) {
	i, ok := b.items[id]
	return i, ok, nil
}

func (b *notebook) pick(want func(ledger.ConnectionItem) bool) (all []ledger.ConnectionItem) {
	for _, i := range b.items {
		if want(i) {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(x, y ledger.ConnectionItem) int {
		return cmp.Or(cmp.Compare(x.Day, y.Day), strings.Compare(x.ID, y.ID))
	})
	return all
}

func (b *notebook) Items(_ context.Context, _ ledger.ConnectionKey, days training.DayRange) ([]ledger.ConnectionItem, error) {
	return b.pick(func(i ledger.ConnectionItem) bool { return days.Contains(i.Day) }), nil
}

func (b *notebook) DueItems(_ context.Context, _ ledger.ConnectionKey, now, latest time.Time, limit int) ([]ledger.ConnectionItem, error) {
	all := b.pick(func(i ledger.ConnectionItem) bool {
		return !i.Due.IsZero() && (!i.Due.After(now) || i.Due.After(latest))
	})
	slices.Reverse(all)
	return all[:min(limit, len(all))], nil
}

func (b *notebook) PutItem(_ context.Context, _ ledger.ConnectionKey, i ledger.ConnectionItem) error {
	b.items[i.ID] = i
	return nil
}

func (b *notebook) ChangeQuotas(
	_ context.Context, _ ledger.ConnectionKey, _ string, f func([]ledger.Quota) ([]ledger.Quota, error),
) error {
	all, err := f(slices.Clone(b.quotas))
	if err == nil {
		b.quotas = all
	}
	return err
}

// killed is how a process ends in the middle of a request.
type killed struct{}

// world is a service with its activities, a clock, and a sink.
type world struct {
	now   time.Time
	state *notebook
	purse *connection.Budget

	there map[string]source.Activity
	// fault decides on each request: nil lets it through.
	fault    func(op, id string) error
	limit    int
	requests map[time.Time]int // by hour
	total    int
	page     int

	here   map[string]string // what the sink has, by reference: the version
	takes  map[string]int    // by id and version
	with   map[string]string // file, streams or words
	refuse func(in intake.Incoming) error
	runs   int
}

func newWorld(limit int) *world {
	w := &world{
		now: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), state: newNotebook(), there: map[string]source.Activity{},
		fault: func(string, string) error { return nil }, limit: limit, requests: map[time.Time]int{}, page: 3,
		here: map[string]string{}, takes: map[string]int{}, with: map[string]string{}, refuse: func(intake.Incoming) error { return nil },
	}
	w.purse = connection.NewBudget(w.state, connection.Key("ann", "tri"), connection.BudgetOptions{
		Windows: []source.Quota{{Window: time.Hour, Aligned: true, Limit: limit}}, Now: w.clock,
	})
	return w
}

func (w *world) clock() time.Time { return w.now }

func (w *world) today() training.Day { return training.DayOf(w.now) }

// did puts an activity so many days ago.
func (w *world) did(id string, ago int, change ...func(*source.Activity)) {
	a := source.Activity{ID: id, Version: "1", Day: w.today() - training.Day(ago), HasFile: true}
	for _, f := range change {
		f(&a)
	}
	w.there[id] = a
}

func (w *world) syncer(change ...func(*intake.Options)) *intake.Syncer {
	w.runs++
	o := intake.Options{
		Location: time.UTC, Source: service{w}, State: w.state, Sink: &intake.Sink{Athlete: "ann", Now: w.clock}, Activities: sink{w},
		NewID: func() string { return fmt.Sprint("run", w.runs) }, Earliest: training.NewDay(2016, 1, 1),
	}
	for _, f := range change {
		f(&o)
	}
	return intake.New(o)
}

// run runs once and reports whether the process was killed.
func (w *world) run(
	ctx context.Context, s *intake.Syncer, now bool,
) (r connection.Result, err error, dead bool) { //nolint:revive,staticcheck // the kill is no error of the run
	defer func() {
		if x := recover(); x != nil {
			if _, dead = x.(killed); !dead {
				panic(x)
			}
		}
	}()
	r, err = s.Run(ctx, now)
	return r, err, false
}

// ask takes each request through the budget, the count and the fault.
func (w *world) ask(ctx context.Context, op, id string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.purse.Take(ctx, source.UrgencyOf(ctx)); err != nil {
		return err
	}
	w.total++
	w.requests[w.now.Truncate(time.Hour)]++
	return w.fault(op, id)
}

func fails(f source.Fault, retry time.Time) error {
	return source.Fail(source.Failure{Fault: f, Source: "tri", RetryAt: retry}, "It failed.")
}

// stored returns a sink of all that is no activity, on a store.
func (w *world) stored(t *testing.T) *intake.Sink {
	t.Helper()
	return w.storedIn(t, t.TempDir())
}

func (w *world) storedIn(t *testing.T, dir string) *intake.Sink {
	t.Helper()
	db := storetest.OpenHome(t, dir)
	storetest.Athlete(t, db, ann)
	return &intake.Sink{Athlete: ann, Store: db, Source: "tri", Policy: service{w}.Policy(), Now: w.clock}
}

type service struct{ *world }

func (service) Name() source.Name                             { return "tri" }
func (service) Policy() source.Policy                         { return source.Policy{Retention: source.Forever, Joined: true} }
func (service) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

func (s service) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	if err := s.ask(ctx, "list", q.After); err != nil {
		return source.ActivityPage{}, err
	}
	key := func(a source.Activity) string { return fmt.Sprintf("%09d %s", 1<<29-int(a.Day), a.ID) }
	var all []source.Activity
	for _, a := range s.there {
		if q.Days.Contains(a.Day) && key(a) > q.After {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b source.Activity) int { return strings.Compare(key(a), key(b)) })
	if len(all) <= s.page {
		return source.ActivityPage{Activities: all}, nil
	}
	all = all[:s.page]
	return source.ActivityPage{Activities: all, Next: key(all[len(all)-1])}, nil
}

func (s service) Activities(ctx context.Context, ids ...string) (all []source.Activity, err error) {
	if err := s.ask(ctx, "read", ids[0]); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if a, ok := s.there[id]; ok {
			all = append(all, a)
		}
	}
	return all, nil
}

func (s service) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if err := s.ask(ctx, "file", id); err != nil {
		return source.File{}, err
	}
	return source.File{Name: id + ".fit", Body: []byte(id)}, nil
}

func (s service) FetchStreams(ctx context.Context, id string) (training.Recording, error) {
	return training.Recording{Name: id}, s.ask(ctx, "streams", id)
}

// sink takes activities in the place of what imports them: a storm of thousands
// of them takes seconds.
type sink struct{ *world }

func (sink) TakeRatings(context.Context, []source.Activity) error { return nil }

func (sink) DropRating(context.Context, string) error { return nil }

func (sink) RatingsRead(context.Context) error { return nil }

func (s sink) Take(_ context.Context, in intake.Incoming) error {
	if in.Fetched.IsZero() || in.Fetched.After(s.now) {
		return fmt.Errorf("taken at %s", in.Fetched)
	}
	if err := s.refuse(in); err != nil {
		return err
	}
	id := in.Activity.ID
	s.here["tri:"+id] = in.Activity.Version
	s.takes[id+" "+in.Activity.Version]++
	switch {
	case in.File != nil:
		s.with[id] = "file"
	case in.Recording != nil:
		s.with[id] = "streams"
	default:
		s.with[id] = "words"
	}
	return nil
}

func (s sink) Gone(_ context.Context, ref string) error {
	delete(s.here, ref)
	return nil
}

// TestBackfillKeepsThePlaceOfADay: several activities of one day lie on two
// pages. What goes on after the first page reads that day again, since the
// rest of it was not seen, and no day that was read to its end.
func TestBackfillKeepsThePlaceOfADay(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("tomorrow", -1) // where it is tomorrow already
	for n := range 2 {
		w.did(fmt.Sprintf("new%d", n), 3)
	}
	for n := range 4 {
		w.did(fmt.Sprintf("old%d", n), 7)
	}
	pages := 0
	w.fault = func(op, _ string) error {
		if op == "list" {
			if pages++; pages == 3 { // pages are of three: two are read
				return fails(source.RateLimited, w.now.Add(time.Hour))
			}
		}
		return nil
	}
	if r, err := w.syncer().Run(t.Context(), true); training.KindOf(err) == training.KindInternal || r.Stored != 6 {
		t.Fatalf("%+v %v", r, err)
	}
	if w.here["tri:tomorrow"] == "" {
		t.Error("an activity of tomorrow is not here")
	}
	w.goesOn(t, w.today()-7)
	w.fault = func(string, string) error { return nil }
	run(t, w, connection.Result{Stored: 1})
	if d := w.complete(); d != "" {
		t.Error(d)
	}
}

// goesOn checks where the backfill continues.
func (w *world) goesOn(t *testing.T, want training.Day) {
	t.Helper()
	var at struct{ Back training.Day }
	if _, err := w.state.Cursor(t.Context(), ledger.ConnectionKey{}, "activities", &at); err != nil || at.Back != want {
		t.Errorf("it goes on at %s instead of %s, %v", at.Back, want, err)
	}
}

// TestBackfillBeginsTomorrow, which it is somewhere already.
func TestBackfillBeginsTomorrow(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.failing(source.RateLimited, w.now.Add(time.Hour))
	w.goesOn(t, w.today()+1)
}

// TestEditsOfTwoWeeksAreSeenAtOnce, and older ones when the past is checked.
func TestEditsOfTwoWeeksAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("edge", 14)
	w.did("past", 15)
	run := func() {
		t.Helper()
		if _, err := w.syncer(func(o *intake.Options) { o.Sweep = 1 }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	run()
	for id, a := range w.there {
		a.Version = "2"
		w.there[id] = a
	}
	run()
	if w.here["tri:edge"] != "2" || w.here["tri:past"] != "1" {
		t.Errorf("%v", w.here)
	}
}
