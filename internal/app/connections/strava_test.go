package connections_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/stravatest"
)

// rider is a home whose athlete has an account at the emulated service, whose
// clock it goes by.
type rider struct {
	*home
	t     *testing.T
	at    *stravatest.Server
	rows  *limited.DB
	given connections.Given
	s     *connections.Set
}

func newRider(t *testing.T, o stravatest.Options) *rider {
	t.Helper()
	r := &rider{home: newHome(t, intervalstest.Options{Empty: true}), t: t, at: stravatest.New(t, o)}
	r.given = connections.Given{URL: r.at.APIURL(), SignInURL: r.at.WebURL}
	r.rows = limited.New(limited.Options{
		Home: r.dir, Now: r.at.Now, Terms: connections.Terms(connections.Limited(connections.Kinds()), r.db.Connections()),
	})
	t.Cleanup(func() {
		if err := r.rows.Close(); err != nil {
			t.Error(err)
		}
	})
	r.again()
	return r
}

// again returns another process.
func (r *rider) again() *connections.Set {
	r.s = r.set(func(o *connections.Options) {
		o.Limited, o.Now = r.rows, r.at.Now
		o.Sleep = func(ctx context.Context, d time.Duration) error { r.at.Advance(d); return ctx.Err() }
		o.Given["strava"] = r.given
	})
	return r.s
}

// said returns what the athlete says, who agrees in a browser as d says.
func (r *rider) said(d stravatest.Decision) connect.Answers {
	need, err := r.s.Needs("strava", "")
	if err != nil {
		r.t.Fatal(err)
	}
	return connect.Answers{
		Agreed: need.Agree.Version,
		Credentials: source.Credentials{
			User: strconv.Itoa(stravatest.DefaultClientID), Password: source.NewSecret(stravatest.DefaultClientSecret),
		},
		Browse: func(ctx context.Context, address string) (string, error) {
			back, err := r.at.Decide(address, d)
			if err != nil {
				return "", err
			}
			_, err = visit(ctx, back)
			return "", err
		},
	}
}

func (r *rider) connect(a connect.Answers) (source.Account, error) {
	return r.s.Connect(r.t.Context(), "strava", a, r.at.Now())
}

func (r *rider) connected() {
	r.t.Helper()
	if _, err := r.connect(r.said(stravatest.Decision{})); err != nil {
		r.t.Fatal(err)
	}
}

// TestConnectingByAnAppOfOnesOwn: the page is opened, the rights are compared,
// and nothing secret lies anywhere but in the vault.
func TestConnectingByAnAppOfOnesOwn(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	need, err := r.s.Needs("strava", "")
	if err != nil || need.Way != connect.ByApp || !slices.Contains(need.Steps, "Authorization callback domain: localhost") ||
		need.Agree.Text == "" || need.Assistants.Text == "" {
		t.Fatalf("%+v %v", need, err)
	}
	who, err := r.connect(r.said(stravatest.Decision{}))
	if err != nil || who.ID != strconv.Itoa(stravatest.DefaultAthleteID) || len(who.Missing) > 0 ||
		slices.Contains(who.Scopes, "activity:write") {
		t.Fatalf("%+v %v", who, err)
	}
	r.takes(nil)
	if who, err = r.again().Check(t.Context(), "strava"); err != nil || len(who.Scopes) != 5 {
		t.Errorf("%+v %v", who, err)
	}
	a := r.said(stravatest.Decision{Scopes: []string{"read", "activity:read", "activity:write"}})
	a.Write = true
	if who, err = r.connect(a); err != nil || strings.Join(who.Missing, " ") != "read_all profile:read_all activity:read_all profile:write" {
		t.Errorf("%+v %v", who, err)
	}
	r.takes([]string{"activities"})
	a = r.said(stravatest.Decision{Scopes: []string{"read", "activity:read", "profile:write"}})
	a.Write = true
	if _, err = r.connect(a); err != nil {
		t.Error(err)
	}
	r.takes(nil)
	r.nowhere(t, "strava", stravatest.DefaultClientSecret, "")
}

// takes compares what the connection says that it sends, which follows from the
// rights that were given.
func (r *rider) takes(want []string) {
	r.t.Helper()
	v, err := r.s.View(r.t.Context(), "strava", r.at.Now())
	if err != nil || !slices.Equal(v.Takes, want) || r.s.Lacks("strava", "activities") != (want == nil) {
		r.t.Errorf("it sends %q, not %q; %v", v.Takes, want, err)
	}
}

// TestConsentThatIsNone: refused, of another state, without the permissions that
// there must be, by another secret, of one athlete too many.
func TestConsentThatIsNone(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		o      stravatest.Options
		d      stravatest.Decision
		change func(a *connect.Answers)
		says   string
		mends  string
	}{
		"refused":   {d: stravatest.Decision{Refuse: true}, says: "access was not allowed", mends: "allow access on the service's page"},
		"too few":   {d: stravatest.Decision{Scopes: []string{"read"}}, says: "without the permission", mends: "allow activity:read."},
		"no secret": {change: func(a *connect.Answers) { a.Password = source.NewSecret("x") }, says: "client ID and secret", mends: "Copy both"},
		"inactive":  {o: stravatest.Options{Inactive: true}, says: "is not active", mends: "application's settings"},
		"crowded":   {o: stravatest.Options{AthleteLimit: 1}, says: "another athlete", mends: "the athlete's own"},
		"an old code": {
			change: func(a *connect.Answers) {
				a.Browse = func(_ context.Context, address string) (string, error) {
					return "http://127.0.0.1/?code=old&state=" + stateOf(address), nil
				}
			},
			says: "already been used, or has expired", mends: "lapkeep connect strava",
		},
		"another state": {
			change: func(a *connect.Answers) {
				a.Browse = func(context.Context, string) (string, error) { return "http://127.0.0.1/?code=x&state=guessed", nil }
			},
			says: "not the address", mends: "full address",
		},
		"script": {
			change: func(a *connect.Answers) {
				a.Browse = func(_ context.Context, address string) (string, error) {
					return "http://127.0.0.1/?error=%3Cscript%3Ealert(1)%3C/script%3E&state=" + stateOf(address), nil
				}
			},
			says: "access was not allowed", mends: "Start again",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRider(t, x.o)
			if name == "crowded" {
				r.at.GrantTo(stravatest.DefaultClientID, stravatest.SecondAthleteID)
			}
			a := r.said(x.d)
			if x.change != nil {
				x.change(&a)
			}
			_, err := r.connect(a)
			said := fmt.Sprint(err)
			if err == nil || !strings.Contains(said, x.says) || !strings.Contains(said, x.mends) || strings.Contains(said, "<script") {
				t.Errorf("%v", err)
			}
			if len(r.s.Connected()) > 0 {
				t.Error("it is connected")
			}
		})
	}
}

func stateOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("state")
}

// TestCheck14_APageThatComesBack knows nothing of what it was told, and is answered once.
func TestCheck14_APageThatComesBack(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	a := r.said(stravatest.Decision{})
	a.Browse = func(_ context.Context, address string) (string, error) {
		u, err := url.Parse(address)
		if err != nil {
			return "", err
		}
		back := u.Query().Get("redirect_uri") + "?error=%3Cscript%3E&redirect=http://elsewhere.example&state=" + u.Query().Get("state")
		for _, want := range []int{http.StatusOK, http.StatusGone} {
			resp, err := http.Get(back)
			if err != nil {
				return "", err
			}
			text, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if err != nil || resp.StatusCode != want || bytes.Contains(text, []byte("script")) || resp.Header.Get("Location") != "" ||
				resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%d %s %v %v", resp.StatusCode, text, resp.Header, err)
			}
		}
		return "", nil
	}
	if _, err := r.connect(a); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
}

// TestWhatABrowserEndedAtIsPasted: its address, or the code in it; once.
func TestWhatABrowserEndedAtIsPasted(t *testing.T) {
	t.Parallel()
	for _, bare := range []bool{false, true} {
		r := newRider(t, stravatest.Options{})
		a, pasted := r.said(stravatest.Decision{}), ""
		a.Browse = func(_ context.Context, address string) (string, error) {
			if pasted != "" {
				return pasted, nil
			}
			back, err := r.at.Decide(address, stravatest.Decision{})
			if pasted = back; bare && err == nil {
				u, _ := url.Parse(back)
				pasted = u.Query().Get("code")
			}
			return pasted, err
		}
		if _, err := r.connect(a); err != nil {
			t.Errorf("%v: %v", bare, err)
		}
		if _, err := r.connect(a); err == nil {
			t.Error("it is taken twice")
		}
	}
}

// TestTokensThatAreThere checks that tokens that are there are used while
// nothing else is kept, and never over it.
func TestTokensThatAreThere(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{Rotation: stravatest.RotateAlways})
	old := r.at.Grant("read", "activity:read_all")
	r.given.Key, r.given.Refresh = source.NewSecret(old.Access), source.NewSecret(old.Refresh)
	r.given.From = "environment STRAVA_REFRESH_TOKEN"
	r.again()
	if got := r.s.Connected(); len(got) > 0 {
		t.Fatalf("%q without an agreement", got)
	}
	a := r.said(stravatest.Decision{})
	need, err := r.s.Needs("strava", "")
	if err != nil || need.TokensFrom != r.given.From || need.Given.Refresh != r.given.Refresh {
		t.Fatalf("%+v %v", need, err)
	}
	a.Key, a.Refresh = need.Given.Key, need.Given.Refresh
	browse := a.Browse
	a.Browse = func(context.Context, string) (string, error) { t.Error("a browser is opened"); return "", io.EOF }
	if who, err := r.connect(a); err != nil || strings.Join(who.Missing, " ") != "read_all profile:read_all activity:read" {
		t.Fatalf("%+v %v", who, err)
	}
	if need, err = r.again().Needs("strava", ""); err != nil || !need.Given.Refresh.Empty() || !need.Given.Key.Empty() {
		t.Errorf("what is older is used over what is kept: %v", err)
	}
	if _, err := r.s.Check(t.Context(), "strava"); err != nil {
		t.Error(err)
	}
	a.Browse = browse // the former token is dead by now
	if _, err := r.connect(a); err != nil {
		t.Errorf("with a dead token: %v", err)
	}
}

// TestTheFileOfTheServerBefore checks that the file of the server before is
// offered, read once somebody says yes, and left.
func TestTheFileOfTheServerBefore(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	old, user := r.at.Grant(), t.TempDir()
	path := filepath.Join(user, "strava_mcp_tokens.json")
	text := `{"access_token":"` + old.Access + `","refresh_token":"` + old.Refresh + `","expires_at":1,"athlete":{"id":1}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := r.set(func(o *connections.Options) {
		o.UserHome, o.Limited, o.Now = user, r.rows, r.at.Now
		o.Given["strava"] = r.given
	})
	need, err := s.Needs("strava", "")
	if err != nil || need.Former != path || !need.Given.Refresh.Empty() {
		t.Fatalf("%+v %v", need, err)
	}
	taken, err := need.TakeOver()
	if err != nil || taken.Given.Refresh.Reveal() != old.Refresh || taken.TokensFrom != path {
		t.Fatalf("%+v %v", taken, err)
	}
	a := r.said(stravatest.Decision{Refuse: true})
	a.Key, a.Refresh = taken.Given.Key, taken.Given.Refresh
	if _, err := r.connect(a); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != text {
		t.Errorf("%s %v", after, err)
	}
	if need, err = s.Needs("strava", ""); err != nil || need.Former != "" {
		t.Errorf("it is offered again: %v", err)
	}
}

// TestAnAccessThatWasWithdrawn checks that a withdrawn access is reported as
// such, and disconnecting withdraws it.
func TestAnAccessThatWasWithdrawn(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	r.connected()
	r.at.RevokeByAthlete(stravatest.DefaultAthleteID)
	_, err := r.s.Check(t.Context(), "strava")
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "lapkeep connect strava") {
		t.Errorf("%v", err)
	}
	r.at.Advance(7 * time.Hour)
	_, err = r.s.Check(t.Context(), "strava")
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "withdrawn there") {
		t.Errorf("%v", err)
	}
	r.connected()
	if _, err := r.s.Sync(t.Context(), "strava", false, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.disconnect(t, r.s, "strava"); err != nil || r.at.Count("revoke") != 1 {
		t.Errorf("%v, revoked %d times", err, r.at.Count("revoke"))
	}
}

// TestSettingsThatNameAnotherAddress get no secret of another hand, and a token
// is renewed where it was given.
func TestSettingsThatNameAnotherAddress(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	r.connected()
	r.at.Forget()
	for name, change := range map[string]func(){
		"the API":        func() { r.given.URL = "http://127.0.0.1:9/api/v3" },
		"the sign-in":    func() { r.given.URL, r.given.SignInURL = r.at.APIURL(), "http://127.0.0.1:9" },
		"the sign-in no": func() { r.given.SignInURL = "" },
	} {
		change()
		if _, err := r.again().Check(t.Context(), "strava"); err == nil || !strings.Contains(err.Error(), "was given for") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(r.at.Requests()) > 0 {
		t.Errorf("%+v", r.at.Requests())
	}
}

// TestALongHistoryWithinTheLimits: the list is whole after the requests that it
// takes, somebody who asks meanwhile is answered, and no window is overrun.
func TestALongHistoryWithinTheLimits(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{Activities: 5000, Seconds: 60, GapEvery: -1})
	r.connected()
	client, err := r.s.Service("strava")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for range 200 {
		_, err := r.s.Sync(t.Context(), "strava", false, nil)
		f, failed := source.FailureOf(err)
		if err != nil && (!failed || f.Fault != source.RateLimited || !f.RetryAt.After(r.at.Now())) {
			t.Fatal(err)
		}
		if _, err := client.Check(t.Context()); err != nil {
			t.Fatalf("nobody is answered: %v", err)
		}
		if asked++; err == nil {
			break
		}
		r.at.Advance(f.RetryAt.Sub(r.at.Now()))
	}
	n, err := r.rows.Count(t.Context(), limited.Place{
		Scope: training.Scope{Athlete: ann, Audience: training.AudiencePage}, Source: "strava", Kind: limited.Activity,
	})
	if err != nil || n != 5000 {
		t.Errorf("%d rows after %d readings, %v", n, asked, err)
	}
	if got := r.at.Count("getLoggedInAthleteActivities"); got != 26 {
		t.Errorf("listed in %d requests", got)
	}
	for _, q := range r.at.Requests() {
		if q.Status == http.StatusTooManyRequests {
			t.Fatalf("the service had to refuse: %+v", q)
		}
	}
}
