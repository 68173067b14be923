package syncer_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
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
		var last syncer.Runs
		if _, cErr := w.book.Cursor(context.Background(), syncer.Key("ann", "tri"), "runs", &last); cErr != nil {
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
