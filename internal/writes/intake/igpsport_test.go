package intake_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/igpsport"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/kinds"
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
		return activities{c, c, c, c}
	})
	files := 0
	for _, kind := range w.with {
		if kind == "file" {
			files++
		}
	}
	stored := w.state.pick(func(i ledger.ConnectionItem) bool { return i.State == ledger.Stored })
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
type notes struct {
	intake.SyncState
	all []ledger.Kept
}

func (n notes) Cursors(_ context.Context, a training.AthleteID, name string) ([]ledger.Kept, error) {
	if a != "ann" || name != "runs" {
		return nil, errors.New("another question")
	}
	return n.all, nil
}

func TestFreshness(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 20, 10, 0, 0, 0, time.UTC)
	read := func(ago time.Duration) notes {
		body, err := json.Marshal(intake.Runs{LastTry: now, LastSuccess: now.Add(-ago)})
		if err != nil {
			t.Fatal(err)
		}
		return notes{all: []ledger.Kept{{Source: "tri", Body: body}}}
	}
	for ago, want := range map[time.Duration]string{
		-time.Minute: "tri read just now", 0: "tri read just now", 12*time.Minute + 40*time.Second: "tri read 12 minutes ago",
		61 * time.Minute: "tri read 1 hour ago", 47 * time.Hour: "tri read 47 hours ago", 50 * time.Hour: "tri read 2 days ago",
	} {
		if got := intake.Freshness(t.Context(), read(ago), "ann", now); got.String() != want {
			t.Errorf("%s: %q", ago, got)
		}
	}
	never := notes{all: []ledger.Kept{{Source: "tri", Body: json.RawMessage(`{}`)}, {Source: "other", Body: read(0).all[0].Body}}}
	if got := intake.Freshness(t.Context(), never, "ann", now); got.String() != "tri not yet read, other read just now" {
		t.Errorf("%q", got)
	}
	if got := intake.Freshness(t.Context(), notes{}, "ann", now); got != "" {
		t.Errorf("none: %q", got)
	}
	damaged := notes{all: []ledger.Kept{{Source: "other", Body: json.RawMessage(`{`)}, read(0).all[0]}}
	if got := intake.Freshness(t.Context(), damaged, "ann", now); !strings.HasPrefix(got.String(),
		"other read at an unknown time") || !strings.HasSuffix(got.String(), ", tri read just now") {
		t.Errorf("damaged: %q", got)
	}
	if got := intake.Freshness(t.Context(), damaged, "bob", now); !strings.HasPrefix(got.String(), "read at an unknown time") {
		t.Errorf("no answer: %q", got)
	}
}

// defined is a service whose athlete defined streams, with the activities whose
// streams were asked for.
type defined struct {
	service
	source.OwnStreamKeeper // of it only the reading is asked for

	asked []string
}

func (s *defined) OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error) {
	s.asked = append(s.asked, id)
	return map[string]training.OwnStream{"Lactate": {}}, s.ask(ctx, "own", id)
}

// keptStreams returns the activities whose streams are stored, each with how
// many.
func keptStreams(t *testing.T, in *intake.Sink) (all []string) {
	t.Helper()
	docs, err := in.Store.Documents(t.Context(), storetest.Export(ann), document.OwnStreams, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		x, err := document.Show[training.OwnStreams](d)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(d.ID, " ", len(x.Streams)))
	}
	return all
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
	from, to := &defined{service: service{w}}, w.stored(t)
	run := func(asked, stored []string) {
		t.Helper()
		from.asked = nil
		if _, err := w.syncer(func(o *intake.Options) { o.Source, o.Sink = from, to }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		slices.Sort(from.asked)
		if d := cmp.Diff(asked, slices.Compact(from.asked)) + cmp.Diff(stored, keptStreams(t, to)); d != "" {
			t.Error(d)
		}
	}
	edge, both := []string{"edge"}, []string{"tri:past 1", "tri:edge 1"}
	run([]string{"edge", "past"}, both)
	run(edge, both)
	gone := w.there["past"]
	gone.OwnStreams = ""
	w.there["past"] = gone
	run(edge, both[1:])
	w.fault = func(op, _ string) error {
		if op == "own" {
			return fails(source.NotFound, time.Time{})
		}
		return nil
	}
	run(edge, both[1:])
}

// guide knows ways, and notes how often each was asked for.
type guide struct {
	service
	ways map[string]int
}

func (g guide) Routes(ctx context.Context) ([]source.Route, error) {
	return []source.Route{{ID: "1", Name: "Lake"}, {ID: "2"}, {ID: "3"}}, g.ask(ctx, "routes", "")
}

func (g guide) Route(ctx context.Context, id string) (source.Route, error) {
	if err := g.ask(ctx, "route", id); err != nil {
		return source.Route{}, err
	}
	g.ways[id]++
	return source.Route{ID: id, Path: [][2]float64{{1, 2}, {3, 4}}}, nil
}

// TestAWayIsAskedForOnce: a run that ends early goes on where it was; a way
// that the service does not give holds no other up.
func TestAWayIsAskedForOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	from, to := guide{service{w}, map[string]int{}}, w.stored(t)
	reader := func() *intake.Syncer {
		return w.syncer(func(o *intake.Options) { o.Source, o.Sink = from, to })
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
	if d := cmp.Diff(map[string]int{"1": 1, "3": 1}, from.ways); d != "" {
		t.Error(d)
	}
	delete(from.ways, "3")
	storetest.Write(t, to.Store, func(tx *store.Tx) error {
		return kinds.PutStatement(tx, ann, "tri", document.Statement{Collection: document.Routes, ID: "tri:3", AsOf: w.now, Now: w.now})
	})
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
	if d := cmp.Diff(map[string]int{"1": 1, "2": 1, "3": 1}, from.ways); d != "" {
		t.Error(d)
	}
	docs, err := to.Store.Documents(t.Context(), storetest.Export(ann), document.Routes, document.Filter{})
	if err != nil || len(docs) != 3 {
		t.Fatal(len(docs), err)
	}
	for _, d := range docs {
		r, err := document.Show[training.Route](d)
		if err != nil || len(r.Points) != 2 || d.ID == "tri:1" && r.Name != "Lake" {
			t.Errorf("%s: %+v %v", d.ID, r, err)
		}
	}
}
