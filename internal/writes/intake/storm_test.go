package intake_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	jsonapi "lapkeep/internal/services/client"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/test/intervalstest"
)

// weather spoils requests: what draw gives decides what becomes of each.
type weather struct {
	kills int
	draw  func() int
}

// What can become of a request; anything above lets it through.
const (
	tooMany = iota
	tooManyForLong
	down
	cut
	refused
	kill
	otherComes
)

func (x *weather) fault(t testing.TB, w *world) func(string, string) error {
	return func(string, string) error {
		switch x.draw() {
		case tooMany:
			return fails(source.RateLimited, time.Time{})
		case tooManyForLong:
			return fails(source.RateLimited, w.now.Add(40*time.Minute))
		case down, cut:
			return fails(source.Unavailable, time.Time{})
		case refused:
			return fails(source.Refused, time.Time{})
		case kill:
			x.kills++
			panic(killed{})
		case otherComes:
			before := w.total
			_, err := w.syncer().Run(context.Background(), true)
			if training.KindOf(err) != training.KindConflict || w.total != before {
				t.Errorf("a second process read at the same time: %v", err)
			}
		}
		return nil
	}
}

// settle runs, letting time pass as the runs ask for it, until the service
// was read to its end and checked once in whole.
func settle(t testing.TB, w *world, runs int, between func()) (used int) {
	t.Helper()
	good := 0
	for used = 1; used <= runs; used++ {
		_, err, dead := w.run(context.Background(), w.syncer(), false)
		var last intake.Runs
		if _, cErr := w.state.Cursor(context.Background(), connection.Key("ann", "tri"), "runs", &last); cErr != nil {
			t.Fatal(cErr)
		}
		switch {
		case dead:
			w.now = w.now.Add(time.Duration(used%4) * time.Minute)
		case err == nil:
			if good++; good > 40 {
				return used
			}
			w.now = last.Next.Add(time.Second)
		case training.KindOf(err) == training.KindConflict:
			w.now = w.now.Add(time.Minute) // the lease of the one that was killed
		default:
			w.now = later(w.now, last.Next)
		}
		between()
	}
	t.Fatalf("not settled after %d runs", runs)
	return 0
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a.Add(time.Minute)
}

func (w *world) check(t testing.TB, kills int) {
	t.Helper()
	if d := w.complete(); d != "" {
		t.Error(d)
	}
	for hour, n := range w.requests {
		if n > w.limit {
			t.Errorf("%d requests in the hour of %s, %d are allowed", n, hour, w.limit)
		}
	}
	twice := 0
	for _, n := range w.takes {
		twice += n - 1
	}
	if twice > kills {
		t.Errorf("%d were taken again, with %d kills", twice, kills)
	}
}

// TestAnyWeather: whatever fails at whatever request, in the end everything
// is here once, and no hour had more requests than allowed.
func TestAnyWeather(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rapid.IntRange(30, 80).Draw(rt, "limit"))
		w.page = rapid.IntRange(2, 8).Draw(rt, "page")
		for n := range rapid.IntRange(0, 40).Draw(rt, "activities") {
			w.did(fmt.Sprintf("a%02d", n), rapid.IntRange(0, 500).Draw(rt, "ago"), func(a *source.Activity) {
				a.HasFile, a.HasStreams = rapid.Bool().Draw(rt, "file"), rapid.Bool().Draw(rt, "streams")
				if rapid.IntRange(0, 9).Draw(rt, "stub") == 0 {
					a.Withheld = "It came from elsewhere."
				}
			})
		}
		storm := rapid.SliceOfN(rapid.IntRange(0, 30), 0, 120).Draw(rt, "weather")
		x := &weather{draw: func() int {
			if len(storm) == 0 {
				return -1
			}
			next := storm[0]
			storm = storm[1:]
			return next
		}}
		w.fault = x.fault(t, w)
		changes := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 12).Draw(rt, "changes")
		settle(t, w, 900, func() {
			if len(changes) == 0 {
				return
			}
			w.change(changes[0], len(changes))
			changes = changes[1:]
		})
		if w.check(t, x.kills); t.Failed() {
			rt.FailNow()
		}
	})
}

// change does to the service what an athlete does.
func (w *world) change(what, n int) {
	id := fmt.Sprintf("a%02d", n)
	a, ok := w.there[id]
	switch {
	case what == 0:
		w.did(fmt.Sprintf("new%d", n), n%3)
	case what == 1 && ok:
		a.Version += "+"
		w.there[id] = a
	case what == 2 && ok:
		a.Version += "+"
		a.Day = min(a.Day+training.Day(n*7-40), w.today())
		w.there[id] = a
	case what == 3 && ok:
		delete(w.there, id)
	}
}

// TestAYearOfWeather reads a year's activities through everything at once.
func TestAYearOfWeather(t *testing.T) {
	t.Parallel()
	w := newWorld(60)
	w.page = 50
	for n := range 365 {
		w.did(fmt.Sprintf("a%04d", n), n)
	}
	r := rand.New(rand.NewPCG(1, 2))
	x := &weather{}
	x.draw = func() int {
		d := r.IntN(60)
		if d == kill && x.kills == 3 {
			return -1
		}
		return d
	}
	w.fault = x.fault(t, w)
	began := w.now
	runs := settle(t, w, 900, func() {})
	w.check(t, x.kills)
	if x.kills != 3 {
		t.Errorf("%d kills", x.kills)
	}
	t.Logf("%d requests in %d runs over %s, %d kills, at most %d an hour", w.total, runs, w.now.Sub(began), x.kills, most(w.requests))
}

func most(m map[time.Time]int) (n int) {
	for v := range maps.Values(m) {
		n = max(n, v)
	}
	return n
}

// TestOnTheStore checks a run on a real store that is killed in the middle, and
// then two more that come at once, as of two processes.
func TestOnTheStore(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	storetest.Athlete(t, storetest.OpenHome(t, home), "ann")
	w := newWorld(plenty)
	key := connection.Key("ann", "tri")
	open := func() (ledger.Connections, func(*intake.Options)) {
		state := storetest.OpenHome(t, home).Connections()
		return state, func(o *intake.Options) { o.State = state }
	}
	state, on := open()
	w.purse = connection.NewBudget(state, key, connection.BudgetOptions{Windows: []source.Quota{{Window: 3600e9, Limit: 500}}, Now: w.clock})
	for n := range 20 {
		w.did(fmt.Sprintf("a%02d", n), 30*n)
	}
	w.fault = func(_, id string) error {
		if id == "a12" {
			panic(killed{})
		}
		return nil
	}
	if _, _, dead := w.run(t.Context(), w.syncer(on), true); !dead || len(w.here) != 12 {
		t.Fatalf("dead %v with %d here", dead, len(w.here))
	}
	_, on = open()
	if _, err := w.syncer(on).Run(t.Context(), true); training.KindOf(err) != training.KindConflict {
		t.Errorf("the lease of the dead holds: %v", err)
	}
	w.now = w.now.Add(6 * 60e9)
	inside, done := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w.fault = func(string, string) error {
		once.Do(func() { close(inside); <-done })
		return nil
	}
	first := w.syncer(on)
	go func() {
		defer close(done)
		<-inside
		_, other := open()
		if _, err := w.syncer(other).Run(t.Context(), true); training.KindOf(err) != training.KindConflict {
			t.Errorf("two read at once: %v", err)
		}
	}()
	if r, err := first.Run(t.Context(), true); err != nil || r.Stored != 8 {
		t.Errorf("%+v %v", r, err)
	}
	w.check(t, 1)
	r, err := intake.ReportOf(t.Context(), state, key, "", "Tri", w.now)
	if err != nil || r.State != "up_to_date" || r.Activities["stored"] != 20 || len(r.Quota) != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// road is between the client and the service. It counts by the hour, and
// ends the process at some requests.
type road struct {
	w     *world
	kills []int
	dead  int
}

func (r *road) RoundTrip(req *http.Request) (*http.Response, error) {
	r.w.total++
	r.w.requests[r.w.now.Truncate(time.Hour)]++
	if len(r.kills) > 0 && r.w.total >= r.kills[0] {
		r.kills, r.dead = r.kills[1:], r.dead+1
		panic(killed{})
	}
	return http.DefaultTransport.RoundTrip(req)
}

// activities is what a service has of those alone.
type activities struct {
	source.Service
	source.ActivityLister
	source.ActivityReader
	source.RecordingFetcher
}

// TestAHistoryOfTheEmulator reads 3,000 activities of Intervals.icu through
// the whole chain, with limits, faults, cuts and three kills on the way.
func TestAHistoryOfTheEmulator(t *testing.T) {
	t.Parallel()
	count := 3000
	if testing.Short() {
		count = 200
	}
	w := newWorld(300)
	began := w.now
	server := intervalstest.New(t, intervalstest.Options{
		Now: func() time.Time { return began }, Activities: count,
		Seconds: 10, StubEvery: 50,
	})
	for _, f := range []intervalstest.Fault{
		{After: 5, Every: 41, Status: http.StatusTooManyRequests, RetryAfter: "3"},
		{After: 9, Every: 97, Status: http.StatusTooManyRequests},
		{After: 50, Every: 601, Status: http.StatusTooManyRequests, RetryAfter: "900"},
		{After: 3, Every: 53, Status: http.StatusBadGateway},
		{After: 11, Every: 67, Cut: true},
		{After: 20, Every: 83, Body: `[{"id":"i1","start`, Cut: true},
	} {
		server.Inject(f)
	}
	way := &road{w: w, kills: []int{count / 10, count / 2, count * 9 / 10}}
	jitter := rand.New(rand.NewPCG(3, 4))
	client := func() source.Service {
		c, err := intervalsicu.New(jsonapi.Options{
			BaseURL: server.URL, Tokens: token.Static("intervals",
				source.Token{Scheme: source.Basic, Access: source.NewSecret(intervalstest.DefaultKey)}), Budget: w.purse, Base: way,
			Clock: jsonapi.Clock{Now: w.clock, Sleep: func(ctx context.Context, d time.Duration) error {
				w.now = w.now.Add(d)
				return ctx.Err()
			}},
			Retry: jsonapi.Retry{Jitter: jitter.Float64},
		})
		if err != nil {
			t.Fatal(err)
		}
		return struct {
			activities
			source.StreamFetcher
		}{activities{c, c, c, c}, c}
	}
	runs := untilRead(t, w, client)
	stubs := w.state.pick(func(i ledger.ConnectionItem) bool { return i.State == "withheld" })
	kinds := map[string]int{}
	for _, kind := range w.with {
		kinds[kind]++
	}
	byHand := 0 // the emulator's athlete wrote each thirteenth down
	for i := range count {
		if i%13 == 10 && i%50 != 49 {
			byHand++
		}
	}
	if len(w.here)+len(stubs) != count || len(stubs) != count/50 || kinds["words"] != byHand ||
		kinds["file"] != len(w.here)-byHand || way.dead != 3 {
		t.Errorf("%d here, %v, %d withheld of %d, %d kills", len(w.here), kinds, len(stubs), count, way.dead)
	}
	twice := 0
	for _, n := range w.takes {
		twice += n - 1
	}
	if twice > way.dead || most(w.requests) > w.limit {
		t.Errorf("%d were taken again, %d requests in an hour", twice, most(w.requests))
	}
	t.Logf("%d requests in %d runs over %s, at most %d an hour, %d taken again", w.total, runs, w.now.Sub(began), most(w.requests), twice)
}

// untilRead runs until nothing is left to read, each time with a client as a
// new process has it.
func untilRead(t *testing.T, w *world, open func() source.Service) (runs int) {
	t.Helper()
	for good := 0; good < 2; runs++ {
		if runs > 500 {
			t.Fatal("it does not end")
		}
		_, err, dead := w.run(t.Context(), w.syncer(func(o *intake.Options) { o.Source = open() }), true)
		switch {
		case dead || training.KindOf(err) == training.KindConflict:
			w.now = w.now.Add(time.Minute)
		case err == nil:
			good++
		default:
			f, failed := source.FailureOf(err)
			if !failed || !f.Fault.Temporary() {
				t.Fatal(err)
			}
			w.now = later(w.now, f.RetryAt)
		}
		for n := range maps.Values(w.state.items) {
			if n.State == "failed" && n.Tries > 1 {
				t.Fatalf("%+v", n)
			}
		}
		w.now = w.now.Add(time.Hour) // for what failed once
	}
	return runs
}
