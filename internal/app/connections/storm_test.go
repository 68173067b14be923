package connections_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// killed is how a process ends in the middle of a request.
type killed struct{}

// road is between the client and the service: it counts by the hour, and ends
// the process at some requests.
type road struct {
	*clock
	kills   []int
	total   int
	hours   map[time.Time]int
	deadHad int
}

func (r *road) RoundTrip(req *http.Request) (*http.Response, error) {
	r.total++
	r.hours[r.Now().Truncate(time.Hour)]++
	if len(r.kills) > 0 && r.total >= r.kills[0] {
		r.kills = r.kills[1:]
		r.deadHad++
		panic(killed{})
	}
	return http.DefaultTransport.RoundTrip(req)
}

// alive runs f and reports whether the process was killed in it.
func alive(f func() error) (err error, dead bool) { //nolint:revive,staticcheck // the kill is no error of the run
	defer func() {
		if x := recover(); x != nil {
			if _, dead = x.(killed); !dead {
				panic(x)
			}
		}
	}()
	return f(), false
}

// storm injects the faults that can happen on the way.
func storm(s *intervalstest.Server) {
	for _, f := range []intervalstest.Fault{
		{After: 5, Every: 41, Status: http.StatusTooManyRequests, RetryAfter: "3"},
		{After: 9, Every: 97, Status: http.StatusTooManyRequests},
		{After: 50, Every: 301, Status: http.StatusTooManyRequests, RetryAfter: "900"},
		{After: 3, Every: 53, Status: http.StatusBadGateway},
		{After: 11, Every: 67, Cut: true},
		{After: 20, Every: 83, Body: `[{"id":"i1","start`, Cut: true},
	} {
		s.Inject(f)
	}
}

// TestAHistoryThroughAStorm reads 300 activities into a real store, with
// limits, faults, cuts and three kills on the way: in the end all of it is
// here once, no hour had more requests than allowed, and the key is nowhere
// but in its own file.
func TestAHistoryThroughAStorm(t *testing.T) {
	t.Parallel()
	const count, limit = 300, 150
	h := newHome(t, intervalstest.Options{Activities: count, Seconds: 30, StubEvery: 50})
	h.windows = []source.Quota{{Window: time.Hour, Aligned: true, Limit: limit}}
	way := &road{clock: h.clock, kills: []int{40, 170, 290}, hours: map[time.Time]int{}}
	h.base = way
	jitter := rand.New(rand.NewPCG(3, 4)).Float64
	var log bytes.Buffer
	mend := func(o *connections.Options) { o.Jitter, o.Log = jitter, logTo(&log) }
	set := h.connected(t, mend)
	storm(h.server)
	runs := 0
	for good := 0; good < 2; runs++ {
		if runs > 200 {
			t.Fatal("it does not end")
		}
		var r connection.Result
		err, dead := alive(func() (err error) {
			r, err = set.Sync(t.Context(), "intervals", false, nil)
			return err
		})
		switch {
		case dead:
			h.reopen(t)
			set = h.set(mend)
			if !mustWait(t, set) {
				t.Error("the lease of the dead does not hold")
			}
			wait(t, h, 3*time.Minute)
		case err == nil && r.Stored+r.Failed == 0:
			good++
			wait(t, h, time.Hour)
		case err == nil:
			wait(t, h, time.Hour) // for what failed once
		default:
			f, failed := source.FailureOf(err)
			if training.KindOf(err) != training.KindConflict && (!failed || !f.Fault.Temporary()) {
				t.Fatal(err)
			}
			wait(t, h, max(time.Minute, f.RetryAt.Sub(h.Now())))
		}
	}
	stubs := count / 50
	if n := h.count(t); n != count-stubs || way.deadHad != 3 {
		t.Errorf("%d activities of %d, %d kills", n, count-stubs, way.deadHad)
	}
	h.once(t, count-stubs)
	for hour, n := range way.hours {
		if n > limit {
			t.Errorf("%d requests in the hour of %s", n, hour)
		}
	}
	h.secret(t, log.String())
	t.Logf("%d requests in %d runs over %s", way.total, runs, h.Now().Sub(began))
}

func wait(t *testing.T, h *home, d time.Duration) {
	t.Helper()
	if err := h.Sleep(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}

// once checks that every activity of the service is one here, recorded once
// if at all.
func (h *home) once(t *testing.T, want int) {
	t.Helper()
	recorded := map[string]bool{}
	for r, err := range h.db.AllRecordings(t.Context(), storetest.Export(ann)) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Origin.Source != "intervals" || r.Origin.ExternalID == "" || recorded[r.Origin.ExternalID] {
			t.Errorf("a recording of %+v, %s", r.Origin, r.Recording.Format)
		}
		recorded[r.Origin.ExternalID] = true
	}
	days := training.DayRange{From: 0, To: training.DayOf(began)}
	items, err := h.db.Connections().Items(t.Context(), connection.Key(ann, "intervals"), days)
	if err != nil {
		t.Fatal(err)
	}
	here := map[training.ActivityID]string{}
	for _, i := range items {
		if i.State != ledger.Stored {
			continue
		}
		id, err := h.db.Resolve(t.Context(), storetest.Export(ann), "intervals:"+i.ID)
		if err != nil || here[id] != "" {
			t.Errorf("intervals:%s is %s, as is %q, %v", i.ID, id, here[id], err)
		}
		here[id] = i.ID
	}
	if len(here) != want || len(recorded) < want*8/10 {
		t.Errorf("%d activities, %d of them recorded, want %d", len(here), len(recorded), want)
	}
}

// secret searches everything that was written for the key: only its own file
// may have it.
func (h *home) secret(t *testing.T, said string) {
	t.Helper()
	backup := filepath.Join(h.dir, "backup.tar")
	if _, err := h.db.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(said, intervalstest.DefaultKey) {
		t.Error("the key was said")
	}
	files := 0
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files++
		if bytes.Contains(data, []byte(intervalstest.DefaultKey)) != strings.HasSuffix(path, filepath.Join("keys", "intervals.json")) {
			t.Errorf("%s: the key", path)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files, %v", files, err)
	}
}

// mustWait reports whether a reading has to wait for another, and stops it
// then.
func mustWait(t *testing.T, set *connections.Set) bool {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := set.Sync(ctx, "intervals", false, func(r connection.Result, _ training.Day) {
		if r.Waiting != "" {
			cancel()
		}
	})
	return errors.Is(err, context.Canceled)
}

// TestTwoProcessesNeverReadAtOnce: the second one waits and asks nothing.
func TestTwoProcessesNeverReadAtOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Activities: 3, StubEvery: -1})
	first := h.connected(t)
	gate, inside := make(chan struct{}), make(chan struct{}, 3)
	h.server.Inject(intervalstest.Fault{Operation: "downloadActivityFile", Gate: gate, Held: func() { inside <- struct{}{} }})
	done := make(chan error)
	go func() {
		_, err := first.Sync(context.WithoutCancel(t.Context()), "intervals", false, nil)
		done <- err
	}()
	for range 3 { // all of them are fetched at once
		<-inside
	}
	other := &home{clock: h.clock, dir: h.dir, server: h.server, ids: 1000}
	other.reopen(t)
	if _, err := first.Disconnect(t.Context(), "intervals", true, journal.Write{Now: h.Now()}); training.KindOf(err) != training.KindConflict {
		t.Errorf("disconnected while it is read: %v", err)
	}
	before := len(h.server.Requests())
	if !mustWait(t, other.set()) {
		t.Error("two read at once")
	}
	if asked := len(h.server.Requests()) - before; asked > 0 {
		t.Errorf("the second asked %d times", asked)
	}
	close(gate)
	if err := <-done; err != nil || h.count(t) != 3 {
		t.Errorf("%v, %d activities", err, h.count(t))
	}
}
