package syncer_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/igpsport"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
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
