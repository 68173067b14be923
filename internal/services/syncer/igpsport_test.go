package syncer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/igpsport"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// uncounted leaves out what goes to the file host, which is another company's.
type uncounted struct {
	*road
	files string
}

func (u uncounted) RoundTrip(r *http.Request) (*http.Response, error) {
	if "http://"+r.URL.Host == u.files {
		u.w.requests[u.w.now.Truncate(time.Hour)]--
	}
	return u.road.RoundTrip(r)
}

// TestAHistoryOfIGPSport reads 3,000 activities of each region within its
// pages, with limits, faults, cuts, rows without a start and three kills on the
// way.
func TestAHistoryOfIGPSport(t *testing.T) {
	t.Parallel()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			historyOfIGPSport(t, region)
		})
	}
}

func historyOfIGPSport(t *testing.T, region igpsporttest.Region) {
	t.Helper()
	count := 3000
	if testing.Short() {
		count = 200
	}
	w := newWorld(300)
	began := w.now
	server := igpsporttest.New(t, igpsporttest.Options{
		Now: func() time.Time { return began }, Activities: count, Seconds: 10, NoStartEvery: 50, TokenLife: 10 * 365 * 24 * time.Hour,
	})
	for _, f := range []igpsporttest.Fault{
		{After: 5, Every: 41, Status: http.StatusTooManyRequests, RetryAfter: "3"},
		{After: 9, Every: 97, Status: http.StatusTooManyRequests},
		{After: 50, Every: 601, Status: http.StatusTooManyRequests, RetryAfter: "900"},
		{After: 3, Every: 53, Status: http.StatusBadGateway},
		{After: 11, Every: 67, Cut: true},
		{After: 20, Every: 83, Body: igpsporttest.HTML},
		{After: 30, Every: 89, Truncate: true},
		{Operation: "file", After: 7, Every: 61, Status: http.StatusBadGateway},
		{Operation: "file", After: 8, Every: 71, Cut: true},
	} {
		server.Inject(f)
	}
	way := &road{w: w, kills: []int{count / 10, count / 2, count * 9 / 10}}
	jitter := rand.New(rand.NewPCG(3, 4))
	o := client.Options{
		BaseURL: server.URL(region), Region: string(region), Budget: w.purse, Base: uncounted{way, server.FilesURL},
		Clock: client.Clock{Now: w.clock, Sleep: func(ctx context.Context, d time.Duration) error {
			w.now = w.now.Add(d)
			return ctx.Err()
		}},
		Retry: client.Retry{Jitter: jitter.Float64},
	}
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[region]
	signedIn, err := igpsport.Login(t.Context(), o, source.Credentials{
		Region: string(region), User: user, Password: source.NewSecret(igpsporttest.DefaultPassword),
	})
	if err != nil {
		t.Fatal(err)
	}
	runs := untilRead(t, w, func() source.Service {
		o := o
		o.Tokens = token.Static("igpsport", signedIn)
		c, err := igpsport.New(o)
		if err != nil {
			t.Fatal(err)
		}
		return c
	})
	files := 0
	for _, kind := range w.with {
		if kind == "file" {
			files++
		}
	}
	stored := w.book.pick(func(i ledger.ConnectionItem) bool { return i.State == ledger.Stored })
	if len(w.here) != count || len(stored) != count || files != count || way.dead != 3 {
		t.Errorf("%d here, %d with a file, %d noted of %d, %d kills", len(w.here), files, len(stored), count, way.dead)
	}
	calls := map[string]int{}
	for _, r := range server.Requests() {
		calls[r.Operation]++
		if r.Operation == "listActivities" && r.Query.Get("pageSize") != "20" {
			t.Errorf("asked for a page of %s", r.Query.Get("pageSize"))
		}
	}
	if most(w.requests) > w.limit {
		t.Errorf("%d requests in an hour", most(w.requests))
	}
	t.Logf("%v in %d runs over %s", calls, runs, w.now.Sub(began))
}

// notes are the cursors of services, with their names.
type notes []ledger.Kept

func (n notes) Cursors(_ context.Context, a training.AthleteID, name string) ([]ledger.Kept, error) {
	if a != "ann" || name != "runs" {
		return nil, errors.New("another question")
	}
	return n, nil
}

func TestFreshness(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 20, 10, 0, 0, 0, time.UTC)
	read := func(ago time.Duration) notes {
		body, err := json.Marshal(syncer.Runs{LastTry: now, LastSuccess: now.Add(-ago)})
		if err != nil {
			t.Fatal(err)
		}
		return notes{{Source: "tri", Body: body}}
	}
	for ago, want := range map[time.Duration]string{
		-time.Minute: "tri read just now", 0: "tri read just now", 12*time.Minute + 40*time.Second: "tri read 12 minutes ago",
		61 * time.Minute: "tri read 1 hour ago", 47 * time.Hour: "tri read 47 hours ago", 50 * time.Hour: "tri read 2 days ago",
	} {
		if got := syncer.Freshness(t.Context(), read(ago), "ann", now); got.String() != want {
			t.Errorf("%s: %q", ago, got)
		}
	}
	never := notes{{Source: "tri", Body: json.RawMessage(`{}`)}, {Source: "other", Body: read(0)[0].Body}}
	if got := syncer.Freshness(t.Context(), never, "ann", now); got.String() != "tri not yet read, other read just now" {
		t.Errorf("%q", got)
	}
	if got := syncer.Freshness(t.Context(), notes(nil), "ann", now); got != "" {
		t.Errorf("none: %q", got)
	}
	damaged := notes{{Source: "other", Body: json.RawMessage(`{`)}, read(0)[0]}
	if got := syncer.Freshness(t.Context(), damaged, "ann", now); !strings.HasPrefix(got.String(),
		"other read at a time that is not known") || !strings.HasSuffix(got.String(), ", tri read just now") {
		t.Errorf("damaged: %q", got)
	}
	if got := syncer.Freshness(t.Context(), damaged, "bob", now); !strings.HasPrefix(got.String(), "read at a time that is not known") {
		t.Errorf("no answer: %q", got)
	}
}

// defined is a service whose athlete defined streams.
type defined struct{ service }

func (s defined) OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error) {
	return map[string]training.OwnStream{"Lactate": {}}, s.ask(ctx, "own", id)
}

// drawer keeps them.
type drawer struct {
	sink
	kept  map[string]string
	taken []string
}

func (d *drawer) OwnStreamVersions(context.Context, training.AthleteID, []source.Activity) (map[string]string, error) {
	return d.kept, nil
}

func (d *drawer) TakeOwnStreams(_ context.Context, _ training.AthleteID, a source.Activity, all map[string]training.OwnStream) error {
	d.kept[a.ID] = a.OwnStreams
	d.taken = append(d.taken, fmt.Sprint(a.ID, " ", len(all)))
	return nil
}

// TestOwnStreamsAreReadOnceAndThoseOfTheLastDaysAgain, as a changed value shows
// nowhere; what is there no more is taken away.
func TestOwnStreamsAreReadOnceAndThoseOfTheLastDaysAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	with := func(a *source.Activity) { a.OwnStreams = "v1" }
	w.did("edge", 14, with)
	w.did("past", 15, with)
	w.did("plain", 3)
	box := &drawer{sink: sink{w}, kept: map[string]string{}}
	run := func(want ...string) {
		t.Helper()
		box.taken = nil
		if _, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = defined{service{w}}, box }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, id := range box.taken {
			got[id] = true
		}
		expected := map[string]bool{}
		for _, id := range want {
			expected[id] = true
		}
		if d := cmp.Diff(expected, got); d != "" {
			t.Error(d)
		}
	}
	run("edge 1", "past 1")
	run("edge 1")
	gone := w.there["past"]
	gone.OwnStreams = ""
	w.there["past"] = gone
	run("edge 1", "past 0")
	w.fault = func(op, _ string) error {
		if op == "own" {
			return fails(source.NotFound, time.Time{})
		}
		return nil
	}
	run("edge 1")
}

// guide knows ways.
type guide struct{ service }

func (g guide) Routes(ctx context.Context) ([]source.Route, error) {
	return []source.Route{{ID: "1", Name: "Lake"}, {ID: "2"}, {ID: "3"}}, g.ask(ctx, "routes", "")
}

func (g guide) Route(ctx context.Context, id string) (source.Route, error) {
	return source.Route{ID: id, Path: [][2]float64{{1, 2}, {3, 4}}}, g.ask(ctx, "route", id)
}

// atlas keeps them, with how often each came.
type atlas struct {
	sink
	ways map[string]int
}

func (a atlas) TakeRoutes(_ context.Context, _ training.AthleteID, all []source.Route) (fresh []source.Route, err error) {
	for _, r := range all {
		if a.ways[r.ID] == 0 {
			fresh = append(fresh, r)
		}
	}
	return fresh, nil
}

func (a atlas) TakeRoute(_ context.Context, _ training.AthleteID, r source.Route) error {
	if len(r.Path) != 2 || r.ID == "1" && r.Name != "Lake" {
		return training.Errorf(training.KindInternal, "%+v", r)
	}
	a.ways[r.ID]++
	return nil
}

// TestAWayIsAskedForOnce: a run that ends early goes on where it was; a way
// that the service does not give holds no other up.
func TestAWayIsAskedForOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	box := atlas{sink{w}, map[string]int{}}
	reader := func() *syncer.Syncer {
		return w.syncer(func(o *syncer.Options) { o.Source, o.Sink = guide{service{w}}, box })
	}
	fault := source.NotFound
	w.fault = func(op, id string) error {
		if op == "route" && id == "2" {
			return fails(fault, time.Time{})
		}
		return nil
	}
	if r, err := reader().Run(t.Context(), true); err != nil || len(r.Words) != 1 {
		t.Errorf("%+v %v", r, err)
	}
	if d := cmp.Diff(map[string]int{"1": 1, "3": 1}, box.ways); d != "" {
		t.Error(d)
	}
	delete(box.ways, "3")
	fault = source.RateLimited
	if _, err := reader().Run(t.Context(), true); training.KindOf(err) != training.KindUnavailable {
		t.Error(err)
	}
	w.fault = func(string, string) error { return nil }
	for range 2 {
		if _, err := reader().Run(t.Context(), true); err != nil {
			t.Error(err)
		}
	}
	if d := cmp.Diff(map[string]int{"1": 1, "2": 1, "3": 1}, box.ways); d != "" {
		t.Error(d)
	}
}
