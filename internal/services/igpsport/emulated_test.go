package igpsport

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

var regionsUnderTest = []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL}

// both runs a test against each region of a service of its own.
func both(t *testing.T, o igpsporttest.Options, f func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region)) {
	t.Helper()
	for _, r := range regionsUnderTest {
		t.Run(string(r), func(t *testing.T) {
			t.Parallel()
			f(t, igpsporttest.New(t, o), r)
		})
	}
}

// optionsOf are those of a client whose clock stands where the server's does.
func optionsOf(s *igpsporttest.Server, r igpsporttest.Region) client.Options {
	return client.Options{
		BaseURL: s.URL(r), Region: string(r), UserAgent: "lapkeep/test", Random: rand.Reader,
		Clock: client.Clock{
			Now:   func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
}

func credentials(r igpsporttest.Region) source.Credentials {
	c := source.Credentials{Region: string(r), User: igpsporttest.DefaultEmail, Password: source.NewSecret(igpsporttest.DefaultPassword)}
	if r == igpsporttest.CN {
		c.User = igpsporttest.DefaultPhone
	}
	return c
}

// signIns gives tokens by signing in, as what keeps them does, and counts.
type signIns struct {
	o     client.Options
	c     source.Credentials
	token source.Token
	n     int
}

func (s *signIns) Token(ctx context.Context) (source.Token, error) {
	if s.token.Access.Empty() {
		return s.Renew(ctx, s.token)
	}
	return s.token, nil
}

func (s *signIns) Renew(ctx context.Context, _ source.Token) (source.Token, error) {
	s.n++
	var err error
	s.token, err = Login(ctx, s.o, s.c)
	return s.token, err
}

// signedIn is a client of an account. Its tokens count how often they signed in.
func signedIn(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region, change ...func(*client.Options)) (*Client, *signIns) {
	t.Helper()
	o := optionsOf(s, r)
	for _, f := range change {
		f(&o)
	}
	tokens := &signIns{o: o, c: credentials(r)}
	o.Tokens = tokens
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c, tokens
}

func everyDay() source.ActivityQuery {
	return source.ActivityQuery{Days: training.DayRange{From: training.NewDay(1990, 1, 1), To: training.NewDay(2026, 9, 22)}}
}

// listed are all activities of a query, page by page.
func listed(t *testing.T, c *Client, q source.ActivityQuery) (all []source.Activity) {
	t.Helper()
	for range 1000 {
		p, err := c.ListActivities(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Activities...)
		if q.After = p.Next; q.After == "" {
			return all
		}
	}
	t.Fatal("the list does not end")
	return nil
}

// asked counts the calls of an operation.
func asked(s *igpsporttest.Server, op string) (n int) {
	for _, r := range s.Requests() {
		if r.Operation == op {
			n++
		}
	}
	return n
}
