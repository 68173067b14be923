package syncer_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	jsonapi "lapkeep/internal/services/client"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

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
		return c
	}
	runs := untilRead(t, w, client)
	stubs := w.book.pick(func(i ledger.ConnectionItem) bool { return i.State == "withheld" })
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
		_, err, dead := w.run(t.Context(), w.syncer(func(o *syncer.Options) { o.Source = open() }), true)
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
		for n := range maps.Values(w.book.items) {
			if n.State == "failed" && n.Tries > 1 {
				t.Fatalf("%+v", n)
			}
		}
		w.now = w.now.Add(time.Hour) // for what failed once
	}
	return runs
}
