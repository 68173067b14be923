package intake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	jsonapi "lapkeep/internal/services/client"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// years is the account of an athlete with a long history. As with the emulator's athlete, each
// sixth activity is withheld, and each thirteenth has no file. Its answers take their time, by
// the clock of a bubble.
type years struct {
	began time.Time
	count int
	takes time.Duration
	// says answers in place of the service, if it is not nil.
	says func(n int, r *http.Request) *http.Response

	mu       sync.Mutex
	requests []time.Time
	files    map[string]int
	inFlight int
	most     int
}

const layout = "2006-01-02T15:04:05"

func (y *years) start(i int) time.Time { return y.began.Add(-time.Duration(i+1) * 5 * time.Hour) }

func (y *years) withheld(i int) bool { return i%6 == 5 }

func (y *years) activity(i int) map[string]any {
	start := y.start(i).Format(layout)
	a := map[string]any{"id": fmt.Sprintf("i%05d", i), "start_date": start + "Z", "start_date_local": start, "icu_athlete_id": "i1"}
	switch {
	case y.withheld(i):
		a["source"], a["_note"] = "STRAVA", "withheld"
	case i%13 == 10:
		a["name"], a["type"], a["moving_time"] = "By hand", "Ride", 60
	default:
		a["name"], a["type"], a["moving_time"], a["file_type"] = "Ride", "Ride", 60, "fit"
	}
	return a
}

func (y *years) list(r *http.Request) []byte {
	newest := r.URL.Query().Get("newest")
	if len(newest) == len("2006-01-02") {
		newest += "T23:59:59"
	}
	list := []map[string]any{}
	oldest := r.URL.Query().Get("oldest")
	first := sort.Search(y.count, func(i int) bool { return y.start(i).Format(layout) <= newest })
	for i := first; i < y.count && len(list) < 100 && y.start(i).Format(layout) >= oldest; i++ {
		list = append(list, y.activity(i))
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return text
}

func (y *years) RoundTrip(r *http.Request) (*http.Response, error) {
	y.mu.Lock()
	y.requests = append(y.requests, time.Now())
	n := len(y.requests)
	y.inFlight++
	y.most = max(y.most, y.inFlight)
	y.mu.Unlock()
	defer func() { y.mu.Lock(); y.inFlight--; y.mu.Unlock() }()
	select {
	case <-time.After(y.takes):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if y.says != nil {
		if resp := y.says(n, r); resp != nil {
			return resp, nil
		}
	}
	body := []byte("no such thing")
	switch path := strings.Split(r.URL.Path, "/"); {
	case strings.HasSuffix(r.URL.Path, "/activities"):
		body = y.list(r)
	case strings.HasSuffix(r.URL.Path, "/file"):
		y.mu.Lock()
		y.files[path[len(path)-2]]++
		y.mu.Unlock()
	}
	return answer(http.StatusOK, body), nil
}

func answer(status int, body []byte) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body))}
}

// tooMany429 is the service's answer to one request too many.
func tooMany429(after string) *http.Response {
	resp := answer(http.StatusTooManyRequests, []byte(`{"status":429}`))
	resp.Header.Set("Retry-After", after)
	return resp
}

// history is a home that reads such an account. The process may end at any write.
type history struct {
	*years

	state *notebook
	takes map[string]int
	order []string
	writes,
	dies int // the process ends at this write; 0 is never
	quota source.Quota
	told  []string
}

func newHistory(count int) *history {
	y := &years{began: time.Now().UTC(), count: count, takes: 300 * time.Millisecond, files: map[string]int{}}
	return &history{
		years: y, state: newNotebook(), takes: map[string]int{},
		quota: source.Quota{Window: time.Hour, Limit: 30_000, Own: true},
	}
}

// dying is a state of syncs in a process that ends.
type dying struct {
	*notebook

	h *history
}

func (h *history) write() {
	if h.writes++; h.writes == h.dies {
		panic(killed{})
	}
}

func (d dying) PutItem(ctx context.Context, k ledger.ConnectionKey, i ledger.ConnectionItem) error {
	d.h.write()
	return d.notebook.PutItem(ctx, k, i)
}

func (d dying) SetCursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) error {
	d.h.write()
	return d.notebook.SetCursor(ctx, k, name, v)
}

// recordings takes activities like [sink].
type recordings struct {
	sink

	h *history
}

func (r recordings) Take(_ context.Context, in intake.Incoming) error {
	r.h.write()
	id := in.Activity.ID
	r.h.takes[id]++
	r.h.order = append(r.h.order, id)
	if want := in.Activity.HasFile; want != (in.File != nil) {
		return fmt.Errorf("%s has a file: %v, but %v was taken", id, want, in.File)
	}
	return nil
}

// safePurse is a purse that several goroutines use.
type safePurse struct {
	mu sync.Mutex
	source.Budget
}

func (p *safePurse) Take(ctx context.Context, u source.Urgency, buckets ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Budget.Take(ctx, u, buckets...)
}

func (p *safePurse) Block(ctx context.Context, until time.Time, why source.Fault) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Budget.Block(ctx, until, why)
}

// sync runs as one process.
func (h *history) sync(
	ctx context.Context, t *testing.T, n int,
) (r connection.Result, err error, dead bool) { //nolint:revive,staticcheck // the kill is no error of the run
	t.Helper()
	purse := connection.NewBudget(h.state, connection.Key(ann, "intervals"), connection.BudgetOptions{
		Windows: []source.Quota{h.quota}, Now: time.Now, Title: "Intervals.icu",
	})
	c, err := intervalsicu.New(jsonapi.Options{
		Tokens: token.Static("intervals", source.Token{Scheme: source.Basic, Access: source.NewSecret("key")}), Budget: &safePurse{Budget: purse},
		Base: h.years, BaseURL: "http://127.0.0.1:1", Clock: jsonapi.Clock{Now: time.Now},
	})
	if err != nil {
		t.Fatal(err)
	}
	o := intake.Options{
		Location: time.UTC, Source: activities{c, c, c, c}, State: dying{h.state, h}, Activities: recordings{h: h}, AtOnce: 4,
		Sink: &intake.Sink{Athlete: ann, Now: time.Now}, NewID: func() string { return fmt.Sprint("run", n) },
		Sleep: jsonapi.Clock{}.Pause, Progress: func(r connection.Result, _ training.Day) {
			if r.Waiting != "" {
				h.told = append(h.told, r.Waiting.String())
			}
		},
	}
	defer func() {
		if x := recover(); x != nil {
			if _, dead = x.(killed); !dead {
				panic(x)
			}
		}
	}()
	r, err = intake.New(o).Run(ctx, true)
	return r, err, false
}

// whole reports what is missing of the account, or was taken more than once.
func (h *history) whole(t *testing.T, twice int) {
	t.Helper()
	again := 0
	for i := range h.count {
		id := fmt.Sprintf("i%05d", i)
		n, item := h.takes[id], h.state.items[id]
		switch {
		case h.withheld(i):
			if n > 0 || item.State != ledger.Withheld {
				t.Errorf("%s is withheld, but was taken %d times, and is %q", id, n, item.State)
			}
		case n == 0 || item.State != ledger.Stored:
			t.Errorf("%s was taken %d times, and is %q: %s", id, n, item.State, item.Reason)
		default:
			again += n - 1
		}
	}
	if again > twice {
		t.Errorf("%d were taken again", again)
	}
}

// fastest returns the highest number of requests in any stretch of time.
func (y *years) fastest(in time.Duration) (most int) {
	from := 0
	for i, at := range y.requests {
		for at.Sub(y.requests[from]) >= in {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}

// TestAFirstSyncOfYears reads 15,000 activities at 300 ms a request, newest first and
// each once, within half an hour of its clock, and never faster than the service asks for.
func TestAFirstSyncOfYears(t *testing.T) {
	t.Parallel()
	count, longest := 15_000, 30*time.Minute
	if testing.Short() {
		count, longest = 600, 90*time.Second
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHistory(count)
		began := time.Now()
		r, err, _ := h.sync(t.Context(), t, 1)
		took := time.Since(began)
		if err != nil || r.Failed > 0 || len(h.told) > 0 {
			t.Fatalf("%+v, %v, %v", r, err, h.told)
		}
		h.whole(t, 0)
		if !slices.IsSorted(h.order) {
			t.Error("newer activities were stored after older ones")
		}
		if took > longest || h.most > 4 || h.fastest(time.Second) > 16 || h.fastest(10*time.Second) > 88 {
			t.Errorf("it took %s, with %d requests in flight, %d in a second and %d in ten", took, h.most,
				h.fastest(time.Second), h.fastest(10*time.Second))
		}
		t.Logf("%d activities, %d requests, %s", count, len(h.requests), took)
	})
}

// TestAFirstSyncThatIsKilled at twenty of its writes: the next process continues, and
// nothing is fetched again except what was on its way.
func TestAFirstSyncThatIsKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const count, kills = 500, 20
		h := newHistory(count)
		dead := 0
		for n := 1; ; n++ {
			if h.writes, h.dies = 0, 0; dead < kills {
				h.dies = 31 + dead%7
			}
			_, err, killed := h.sync(t.Context(), t, n)
			switch {
			case killed:
				dead++
			case training.KindOf(err) == training.KindConflict: // the lease of the process before
			case err != nil:
				t.Fatal(err)
			default:
				if dead != kills {
					t.Fatalf("it ended after %d kills", dead)
				}
				h.whole(t, kills)
				if files := len(h.files); files == 0 || len(h.requests) > count+kills*8+files/10 {
					t.Errorf("%d requests for %d files", len(h.requests), files)
				}
				return
			}
		}
	})
}

// TestALimitEndsByItself: a run that a person started waits for the end of a limit,
// says whose limit it is, and continues.
func TestALimitEndsByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit int
		says  func(n int, r *http.Request) *http.Response
		told  string
		least time.Duration
	}{
		"ours": {limit: 125, told: "Lapkeep's own limit, not the service's. The sync continues at", least: 2 * time.Hour},
		"the service's": {
			limit: 30_000, least: 40 * time.Minute, told: "Intervals.icu accepts no more requests for now. The sync continues at",
			says: func(n int, _ *http.Request) *http.Response {
				if n == 50 {
					return tooMany429("2400")
				}
				return nil
			},
		},
		"the service's, short": {limit: 30_000, least: 60 * time.Second, says: func(n int, _ *http.Request) *http.Response {
			if n%50 == 0 {
				return tooMany429("15")
			}
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newHistory(300)
				h.quota.Limit, h.says = c.limit, c.says
				began := time.Now()
				r, err, _ := h.sync(t.Context(), t, 1)
				if took := time.Since(began); err != nil || r.Failed > 0 || r.Stored != 250 || took < c.least || took > 2*c.least {
					t.Errorf("after %s: %+v, %v", took, r, err)
				}
				h.whole(t, 0)
				if h.fastest(time.Hour) > c.limit {
					t.Errorf("%d requests in an hour", h.fastest(time.Hour))
				}
				if told := strings.Join(h.told, "\n"); c.told == "" != (told == "") || !strings.Contains(told, c.told) {
					t.Errorf("it said %q", told)
				}
			})
		})
	}
}

// TestAWaitThatIsEnded: who cancels while a run waits keeps what was read, and learns
// why it waited. A run in the background, and one without time, does not wait.
func TestAWaitThatIsEnded(t *testing.T) {
	t.Parallel()
	for name, within := range map[string]time.Duration{"cancelled": 30 * time.Minute, "a deadline": 2 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newHistory(300)
				h.quota.Limit = 125
				ctx, cancel := context.WithCancel(t.Context())
				if name == "a deadline" {
					ctx, cancel = context.WithTimeout(t.Context(), within)
				} else {
					time.AfterFunc(within, cancel)
				}
				defer cancel()
				began := time.Now()
				r, err, _ := h.sync(ctx, t, 1)
				f, _ := source.FailureOf(err)
				if f.Fault != source.RateLimited || r.Stored == 0 || r.Stored > 125 || len(h.takes) != r.Stored {
					t.Errorf("%+v, %v, %d taken", r, err, len(h.takes))
				}
				if took := time.Since(began); took > within || name == "a deadline" && took > within/2 {
					t.Errorf("it ended after %s", took)
				}
			})
		})
	}
}

// TestTheFirstThatFailsEndsTheRun: of what is fetched ahead of it nothing is stored, and
// no request goes on after the run.
func TestTheFirstThatFailsEndsTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHistory(60)
		h.says = func(_ int, r *http.Request) *http.Response {
			if strings.HasSuffix(r.URL.Path, "/i00021/file") {
				return answer(http.StatusUnauthorized, []byte(`{"status":401}`))
			}
			return nil
		}
		_, err, _ := h.sync(t.Context(), t, 1)
		if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || h.order[len(h.order)-1] != "i00020" {
			t.Errorf("%v, the last is %v", err, h.order)
		}
		n := len(h.requests)
		time.Sleep(time.Hour)
		if len(h.requests) != n || h.inFlight != 0 || errors.Is(err, context.Canceled) {
			t.Errorf("%d requests after the run, %d in flight, %v", len(h.requests)-n, h.inFlight, err)
		}
	})
}
