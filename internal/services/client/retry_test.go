package client_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	now := newClock().now
	background := func(ctx context.Context) context.Context { return source.WithUrgency(ctx, source.Background) }
	soon := func(ctx context.Context) context.Context { return laterDeadline{ctx, now.Add(time.Second)} }
	type script = []http.HandlerFunc
	for name, tt := range map[string]struct {
		script   script
		method   string
		key      string
		ctx      func(context.Context) context.Context
		requests int
		slept    time.Duration
		fault    source.Fault // 255 for none
	}{
		"a moment": {
			script: script{transportStatus(503), cut, transportStatus(200)}, requests: 3,
			slept: 1500 * time.Millisecond, fault: 255,
		},
		"for good":          {script: script{transportStatus(500)}, requests: 4, slept: 3500 * time.Millisecond, fault: source.Unavailable},
		"cut for good":      {script: script{cut}, requests: 4, slept: 3500 * time.Millisecond, fault: source.Unavailable},
		"never implemented": {script: script{transportStatus(501)}, requests: 1, fault: source.Unavailable},
		"a post":            {script: script{transportStatus(503), transportStatus(200)}, method: "POST", requests: 1, fault: source.Unavailable},
		"a post with a key": {
			script: script{transportStatus(503), transportStatus(200)}, method: "POST", key: "k1", requests: 2,
			slept: 500 * time.Millisecond, fault: 255,
		},
		"a post marked so": {
			script: script{transportStatus(503), transportStatus(200)}, method: "POST", ctx: client.Repeatable,
			requests: 2, slept: 500 * time.Millisecond, fault: 255,
		},
		"refused":        {script: script{transportStatus(422)}, requests: 1, fault: source.Refused},
		"locked":         {script: script{transportStatus(423)}, ctx: background, requests: 1, fault: source.LockedOut},
		"unpaid":         {script: script{transportStatus(402)}, requests: 1, fault: source.Unpaid},
		"a person waits": {script: script{transportStatus(429, "Retry-After", "7")}, requests: 1, fault: source.RateLimited},
		"nobody waits": {
			script: script{transportStatus(429, "Retry-After", "7"), transportStatus(200)}, ctx: background, requests: 2,
			slept: 7 * time.Second, fault: 255,
		},
		"until a time of day": {script: script{
			transportStatus(503, "Retry-After", now.Add(9*time.Second).Format(http.TimeFormat)),
			transportStatus(200),
		}, ctx: background, requests: 2, slept: 9 * time.Second, fault: 255},
		"a time gone by": {script: script{
			transportStatus(503, "Retry-After", now.Add(-time.Hour).Format(http.TimeFormat)),
			transportStatus(200),
		}, ctx: background, requests: 2, fault: 255},
		"not said for when": {
			script: script{transportStatus(429), transportStatus(200)}, ctx: background, requests: 2,
			slept: 5 * time.Second, fault: 255,
		},
		"nonsense": {
			script: script{transportStatus(503, "Retry-After", "-3"), transportStatus(200)}, ctx: background, requests: 2,
			slept: 500 * time.Millisecond, fault: 255,
		},
		"too long": {
			script: script{transportStatus(429, "Retry-After", "3600")}, ctx: background, requests: 1,
			fault: source.RateLimited,
		},
		"past its context": {
			script: script{transportStatus(503)}, ctx: soon, requests: 2, slept: 500 * time.Millisecond,
			fault: source.Unavailable,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.method == "" {
				tt.method = http.MethodGet
			}
			var bodies []string
			for i, h := range tt.script {
				tt.script[i] = func(w http.ResponseWriter, r *http.Request) {
					b, _ := io.ReadAll(r.Body)
					bodies = append(bodies, string(b))
					h(w, r)
				}
			}
			s, c := serve(t, tt.script...), newClock()
			ctx := t.Context()
			if tt.ctx != nil {
				ctx = tt.ctx(ctx)
			}
			r := request(ctx, t, tt.method, s.URL, "body")
			if tt.key != "" {
				r.Header.Set(client.IdempotencyKey, tt.key)
			}
			_, err := s.client(c).Do(r)
			if fault(err) != tt.fault || s.count() != tt.requests || c.total() != tt.slept {
				t.Errorf("%v after %d requests and %s", err, s.count(), c.total())
			}
			for _, b := range bodies {
				if b != "body" {
					t.Errorf("a request was sent with %q", b)
				}
			}
		})
	}
}

// laterDeadline ends by the test's clock and not by the machine's.
type laterDeadline struct {
	context.Context
	end time.Time
}

func (l laterDeadline) Deadline() (time.Time, bool) { return l.end, true }

func TestWaitsAreDrawn(t *testing.T) {
	t.Parallel()
	draws := []float64{0, 0.25, 0.5}
	jitter := func(o *client.TransportOptions) {
		o.Retry = client.Retry{Tries: 4, First: time.Second, Jitter: func() float64 {
			d := draws[0]
			draws = draws[1:]
			return d
		}}
	}
	s, c := serve(t, transportStatus(500)), newClock()
	_, err := s.client(c, jitter).Do(get(t, s))
	if fault(err) != source.Unavailable || len(c.slept) != 3 || c.slept[0] != 0 || c.slept[1] != 500*time.Millisecond ||
		c.slept[2] != 2*time.Second {
		t.Errorf("%v: %v", err, c.slept)
	}
}

func TestRetryTimeIsTold(t *testing.T) {
	t.Parallel()
	s, c := serve(t, transportStatus(429, "Retry-After", "60")), newClock()
	_, err := s.client(c).Do(get(t, s))
	if f, _ := source.FailureOf(err); !f.RetryAt.Equal(c.now.Add(time.Minute)) {
		t.Errorf("%+v", f)
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, transportStatus(503))
	real := func(o *client.TransportOptions) {
		o.Clock.Sleep = nil
		o.Retry = client.Retry{First: time.Hour, Jitter: func() float64 { cancel(); return 1 }}
	}
	_, err := s.client(newClock(), real).Do(request(ctx, t, http.MethodGet, s.URL, ""))
	if training.KindOf(err) != training.KindCanceled || s.count() != 1 {
		t.Errorf("%v after %d requests", err, s.count())
	}
}

// TestNobodyAsksForAYear: what is told and kept is at most a day ahead.
func TestNobodyAsksForAYear(t *testing.T) {
	t.Parallel()
	now := newClock().now
	for _, asked := range []string{"31536000", now.AddDate(1, 0, 0).Format(http.TimeFormat)} {
		at, ok := client.RetryAfter(http.Header{"Retry-After": {asked}}, now)
		if want := now.Add(24 * time.Hour); !ok || !at.Equal(want) {
			t.Errorf("%s: %v, want %v", asked, at, want)
		}
	}
}

func TestIDsAreText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]client.ID{`7`: "7", `"7"`: "7", `9007199254740993`: "9007199254740993", `null`: "", `"a-b"`: "a-b"} {
		var got client.ID = "before"
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	var id client.ID
	for _, text := range []string{`{}`, `[1]`, `true`} {
		if json.Unmarshal([]byte(text), &id) == nil {
			t.Errorf("%s is an id", text)
		}
	}
}

func TestNumbersInEachForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]client.Number{
		`7`: 7, `"7"`: 7, `"-7.5"`: -7.5, `null`: 0, `""`: 0, `" 3 "`: 3, `"1e2"`: 100, `"NaN"`: 0, `"Inf"`: 0,
	} {
		got := client.Number(5)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %g, %v", text, got, err)
		}
	}
	var n client.Number
	for _, text := range []string{`"x"`, `{}`, `[1]`, `true`, `"1h15min"`} {
		if err := json.Unmarshal([]byte(text), &n); err == nil || err.Error() == "" {
			t.Errorf("%s is a number", text)
		}
	}
}
