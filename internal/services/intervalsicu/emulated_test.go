package intervalsicu

import (
	"context"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/test/intervalstest"
)

// emulated is a service and a client of it. Their clocks stand at the same
// moment, when it is already tomorrow where the athlete lives.
func emulated(t *testing.T, o intervalstest.Options, change ...func(*client.Options)) (*intervalstest.Server, *Client) {
	t.Helper()
	s := intervalstest.New(t, o)
	key := o.APIKey
	if key == "" {
		key = intervalstest.DefaultKey
	}
	opt := client.Options{
		BaseURL: s.URL, Tokens: fixedKey{source.Token{Scheme: source.Basic, Access: source.NewSecret(key)}}, UserAgent: "lapkeep/test",
		Clock: client.Clock{
			Now:   func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
	for _, f := range change {
		f(&opt)
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func bearer(o *client.Options) {
	o.Tokens = fixedKey{source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(intervalstest.DefaultToken),
		Scopes: []string{"ACTIVITY:READ"},
	}}
}

// asked counts the requests of an operation.
func asked(s *intervalstest.Server, op string) (n int) {
	for _, r := range s.Requests() {
		if r.Operation == op {
			n++
		}
	}
	return n
}

// must is a value that there is no reason not to get.
func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// clockOf is a clock like the client's.
func clockOf(c *Client) client.Clock {
	return client.Clock{Now: c.now, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
}
