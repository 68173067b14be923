package connections_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// club is an invented service that counts by application, everything but
// uploads also as reads, and says in words of its own what it refuses.
type club struct{ api *client.Client }

const (
	clubAll, clubReads = 9, 5 // requests in a quarter of an hour
	quarter            = 15 * time.Minute
)

func clubKind() connections.Kind {
	api := client.API{
		Name: "club", Title: "The Club", URL: "https://club.example", Path: "/v1",
		Buckets: func(op client.Operation) []string {
			if op.ID == "upload" {
				return nil
			}
			return []string{source.Reads}
		},
		Quotas: func(h http.Header) (all []source.Quota) {
			for _, name := range []string{"", source.Reads} {
				if used, err := strconv.Atoi(h.Get("X-Used" + name)); err == nil {
					limit := map[string]int{"": clubAll, source.Reads: clubReads}[name]
					all = append(all, source.Quota{Name: name, Window: quarter, Limit: limit, Used: used})
				}
			}
			return all
		},
		Explain: func(f source.Failure, said client.Message) error {
			reason := said.Reason
			scope, unscoped := strings.CutPrefix(reason, "missing ")
			switch {
			case reason == "application inactive":
				f.Fault = source.Inactive
			case reason == "too many wrong passwords":
				f.Fault = source.LockedOut
			case unscoped:
				f.Fault, f.Scope = source.Unscoped, scope
			default:
				return nil
			}
			return source.Fail(f, "")
		},
	}
	return connections.Kind{
		API:    api,
		SignIn: connections.SignIn{Key: source.Bearer, OAuth: &connections.OAuth{}},
		Windows: []source.Quota{
			{Window: quarter, Aligned: true, Application: true, Limit: clubAll},
			{Name: source.Reads, Window: quarter, Aligned: true, Application: true, Limit: clubReads},
		},
		Open: func(o client.Options) (source.Service, error) {
			c, err := client.New(api, o)
			return &club{c}, err
		},
	}
}

func (c *club) Name() source.Name { return "club" }

func (c *club) Policy() source.Policy { return source.Policy{Retention: source.Forever, Joined: true} }

func (c *club) Check(ctx context.Context) (source.Account, error) {
	return client.Ask[source.Account](ctx, c.api, client.Request{Op: client.Get("me", "/me")})
}

func (c *club) Profile(ctx context.Context) (training.Profile, error) {
	return client.Ask[training.Profile](ctx, c.api, client.Request{Op: client.Get("profile", "/profile")})
}

func (c *club) ListActivities(ctx context.Context, _ source.ActivityQuery) (source.ActivityPage, error) {
	return client.Ask[source.ActivityPage](ctx, c.api, client.Request{Op: client.Get("rides", "/rides")})
}

func (c *club) FetchRecording(context.Context, string) (source.File, error) {
	return source.File{}, nil
}

func (c *club) rename(ctx context.Context) error {
	return c.api.Do(ctx, client.Request{Op: client.Put("rename", "/me")})
}

func (c *club) upload(ctx context.Context) error {
	return c.api.Do(ctx, client.Request{Op: client.Post("upload", "/uploads")})
}

// house is a home whose athletes are all in the club.
type house struct {
	*home
	url    string
	asked  []string                      // paths
	answer http.HandlerFunc              // nil is that all is well
	by     map[training.AthleteID]string // by which application
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{home: newHome(t, intervalstest.Options{}), by: map[training.AthleteID]string{ann: "7", "bob": "7", "eve": "8"}}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		if err := tx.PutAthlete(training.Athlete{ID: "bob", TimeZone: "Etc/UTC"}); err != nil {
			return err
		}
		return tx.PutAthlete(training.Athlete{ID: "eve", TimeZone: "Etc/UTC"})
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked = append(h.asked, strings.TrimPrefix(r.URL.Path, "/v1"))
		if h.answer != nil {
			h.answer(w, r)
			return
		}
		_, _ = w.Write([]byte("{}"))
	}))
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

func (h *house) of(a training.AthleteID) *connections.Set {
	return h.set(func(o *connections.Options) {
		o.Athlete, o.Kinds = a, []connections.Kind{clubKind()}
		o.Given = map[source.Name]connections.Given{
			"club": {Key: source.NewSecret("key of " + string(a)), From: "a setting", URL: h.url, Credentials: source.Credentials{User: h.by[a]}},
		}
	})
}

func (h *house) read(t *testing.T, a training.AthleteID) error {
	t.Helper()
	_, err := h.of(a).Check(t.Context(), "club")
	return err
}

func (h *house) client(t *testing.T, a training.AthleteID) *club {
	t.Helper()
	s, err := h.of(a).Service("club")
	if err != nil {
		t.Fatal(err)
	}
	return s.(*club)
}

func (h *house) upload(t *testing.T, a training.AthleteID) error {
	t.Helper()
	return h.client(t, a).upload(t.Context())
}

// TestAnApplicationsRequestsAreCountedOnceForAll athletes, in each bucket, over restarts.
func TestAnApplicationsRequestsAreCountedOnceForAll(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for n := range clubReads {
		who := []training.AthleteID{ann, "bob"}[n%2]
		if err := h.read(t, who); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		h.reopen(t)
		for _, who := range []training.AthleteID{ann, "bob"} {
			err := h.read(t, who)
			f, failed := source.FailureOf(err)
			if !failed || f.Fault != source.RateLimited || !f.RetryAt.Equal(began.Add(quarter)) ||
				!strings.Contains(err.Error(), "of the kind read") {
				t.Errorf("%s: %v", who, err)
			}
		}
		if err := h.upload(t, "bob"); err != nil {
			t.Errorf("nothing can be sent: %v", err)
		}
		if err := h.client(t, ann).rename(t.Context()); err == nil {
			t.Error("what the service counts as a read is sent")
		}
	}
	if err := h.read(t, "eve"); err != nil {
		t.Errorf("another application: %v", err)
	}
	if len(h.asked) != clubReads+3 {
		t.Errorf("%d requests came: %q", len(h.asked), h.asked)
	}
	v, err := h.of(ann).View(t.Context(), "club", h.Now())
	if err != nil || len(v.Quota) != 2 || v.Quota[0].Bucket != "" || v.Quota[0].Left != clubAll-clubReads-2 ||
		v.Quota[1].Bucket != source.Reads || v.Quota[1].Left != 0 {
		t.Errorf("%+v %v", v.Quota, err)
	}
}

// TestWhatTheServiceCountsOfAnApplicationHoldsForAll who share it, and so does
// its 429.
func TestWhatTheServiceCountsOfAnApplicationHoldsForAll(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Used"+source.Reads, strconv.Itoa(clubReads)) // others of the application read too
		_, _ = w.Write([]byte("{}"))
	}
	if err := h.read(t, ann); err != nil {
		t.Fatal(err)
	}
	if f, _ := source.FailureOf(h.read(t, "bob")); f.Fault != source.RateLimited || len(h.asked) != 1 {
		t.Errorf("%+v after %q", f, h.asked)
	}
	h.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	}
	if f, _ := source.FailureOf(h.upload(t, ann)); f.Fault != source.RateLimited {
		t.Fatalf("%+v", f)
	}
	f, _ := source.FailureOf(h.upload(t, "bob"))
	if f.Fault != source.RateLimited || !f.RetryAt.Equal(began.Add(time.Minute)) || len(h.asked) != 2 {
		t.Errorf("%+v after %q", f, h.asked)
	}
}

// TestFaultsOfTheWholeConnectionEndAReading, others only what they are about.
func TestFaultsOfTheWholeConnectionEndAReading(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		status int
		body   string
		want   source.Fault
		says   string
	}{
		"unpaid":   {402, "", source.Unpaid, "Subscribe on The Club"},
		"unscoped": {401, `{"message":"missing profile:read_all"}`, source.Unscoped, "allow profile:read_all."},
		"inactive": {403, `{"message":"application inactive"}`, source.Inactive, "your application's settings on The Club"},
		"locked":   {423, "", source.LockedOut, "before 2026-08-20T11:00:00Z"},
		"told":     {403, `{"message":"too many wrong passwords"}`, source.LockedOut, "before 2026-08-20T11:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.answer = func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/profile") {
					w.WriteHeader(x.status)
					fmt.Fprint(w, x.body)
					return
				}
				_, _ = w.Write([]byte("{}"))
			}
			r, err := h.of(ann).Sync(t.Context(), "club", false, nil)
			f, failed := source.FailureOf(err)
			v, verr := h.of(ann).View(t.Context(), "club", h.Now())
			if verr != nil {
				t.Fatal(verr)
			}
			if !x.want.Total() {
				if err != nil || len(r.Words) != 1 || !strings.Contains(r.Words[0].String(), x.says) || !slices.Contains(h.asked, "/rides") ||
					v.State != "up_to_date" || !slices.Equal(v.Words, r.Words) {
					t.Errorf("%+v %v after %q, %+v", r, err, h.asked, v)
				}
				return
			}
			if !failed || f.Fault != x.want || !strings.Contains(err.Error(), x.says) || len(h.asked) != 1 {
				t.Errorf("%v after %q", err, h.asked)
			}
			if next := map[bool]string{true: "2026-08-20T11:00:00Z", false: "2026-08-20T16:00:00Z"}[x.want.Waits()]; v.NextTry != next {
				t.Errorf("the next try is %s", v.NextTry)
			}
			if v.State != "failing" || !strings.Contains(v.Error.String(), x.says) {
				t.Errorf("it is shown as %+v", v.Report)
			}
		})
	}
}

// TestALockedAccountIsLeftAlone by every process and after every start, until
// the lock ends; nobody else is kept waiting.
func TestALockedAccountIsLeftAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusLocked) }
	if f, _ := source.FailureOf(h.read(t, ann)); f.Fault != source.LockedOut || !f.RetryAt.Equal(began.Add(time.Hour)) {
		t.Fatalf("%+v", f)
	}
	h.answer = nil
	h.reopen(t)
	for range 2 {
		err := h.read(t, ann)
		if f, _ := source.FailureOf(err); f.Fault != source.LockedOut || len(h.asked) != 1 ||
			!strings.Contains(err.Error(), "locked the account") || !strings.Contains(err.Error(), "before 2026-08-20T11:00:00Z") {
			t.Errorf("%v after %q", err, h.asked)
		}
	}
	v, err := h.of(ann).View(t.Context(), "club", h.Now())
	if err != nil || v.State != "failing" || !strings.Contains(v.Error.String(), "locked the account") || v.NextTry != "2026-08-20T11:00:00Z" {
		t.Errorf("%+v %v", v.Report, err)
	}
	if err := h.read(t, "bob"); err != nil {
		t.Errorf("bob waits for ann: %v", err)
	}
	wait(t, h.home, time.Hour)
	if err := h.read(t, ann); err != nil {
		t.Errorf("after it: %v", err)
	}
	if v, err := h.of(ann).View(t.Context(), "club", h.Now()); err != nil || v.State != "new" || v.Error != "" {
		t.Errorf("%+v %v", v.Report, err)
	}
}
