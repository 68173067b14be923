package connections_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// canary is a password that may be seen nowhere but in the vault.
const canary = "canary-password-4711"

// invented are services that differ from those of the product in how one signs
// in, and that change no other package. Each is all of them at once: a key, an
// account of two regions, and an app that is authorised.
type invented struct {
	*httptest.Server

	now func() time.Time

	mu       sync.Mutex
	password string
	locked   time.Time
	lives    time.Duration     // of a token
	tokens   map[string]opens  // by access token
	codes    map[string]string // challenges of PKCE by code
	logins   int
	requests int
}

// opens is what a token is good for.
type opens struct {
	region string
	until  time.Time
}

func newInvented(t *testing.T, now func() time.Time) *invented {
	t.Helper()
	v := &invented{now: now, password: canary, lives: time.Hour, tokens: map[string]opens{}, codes: map[string]string{}}
	v.tokens["the-key"] = opens{until: now().AddDate(10, 0, 0)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", v.login)
	mux.HandleFunc("GET /authorize", v.authorize)
	mux.HandleFunc("POST /token", v.token)
	mux.HandleFunc("GET /me", v.me)
	mux.HandleFunc("GET /rides", v.rides)
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.requests++
		w.Header().Set("Content-Type", "application/json")
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(v.Close)
	return v
}

// counts returns the requests and the sign-ins so far.
func (v *invented) counts() (requests, logins int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.requests, v.logins
}

// change changes how it behaves from now on.
func (v *invented) change(f func()) { v.mu.Lock(); defer v.mu.Unlock(); f() }

func (v *invented) issue(region string) string {
	access := fmt.Sprint("access-", region, "-", len(v.tokens))
	v.tokens[access] = opens{region, v.now().Add(v.lives)}
	return access
}

func (v *invented) login(w http.ResponseWriter, r *http.Request) {
	v.logins++
	var said struct{ Region, User, Password string }
	_ = json.NewDecoder(r.Body).Decode(&said)
	if v.now().Before(v.locked) || said.Password != v.password || said.User != "ann@example.com" {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"error":"Password error"}`))
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"token": v.issue(said.Region)})
}

func (v *invented) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	v.codes["the-code"] = q.Get("code_challenge")
	back := url.Values{"code": {"the-code"}, "state": {q.Get("state")}}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (v *invented) token(w http.ResponseWriter, r *http.Request) {
	_, secret, basic := r.BasicAuth()
	if !basic {
		secret = r.FormValue("client_secret")
	}
	proven := oauth2.S256ChallengeFromVerifier(r.FormValue("code_verifier")) == v.codes[r.FormValue("code")]
	if secret != canary || r.FormValue("grant_type") == "authorization_code" && !proven {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"access_token": v.issue("club"), "refresh_token": fmt.Sprint("refresh", len(v.tokens)), "token_type": "Bearer", "expires_in": 3600,
	})
}

func (v *invented) allowed(w http.ResponseWriter, r *http.Request) bool {
	_, access, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if _, key, ok := r.BasicAuth(); ok {
		access = key
	}
	o, ok := v.tokens[access]
	if !ok || !v.now().Before(o.until) || o.region != r.Header.Get("Region") && o.region != "club" {
		w.WriteHeader(http.StatusUnauthorized)
		return false
	}
	return true
}

func (v *invented) me(w http.ResponseWriter, r *http.Request) {
	if v.allowed(w, r) {
		_, _ = w.Write([]byte(`{"ID":"7","Name":"ann@example.com"}`))
	}
}

func (v *invented) rides(w http.ResponseWriter, r *http.Request) {
	if v.allowed(w, r) {
		_, _ = w.Write([]byte(`[{"ID":"r1","Title":"Over the hill","Local":"2026-08-19T08:00:00",` +
			`"Begun":"2026-08-19T08:00:00Z","Seconds":3600}]`))
	}
}

// regional sends the region that its real like tells by its host.
type regional struct {
	name string
	next http.RoundTripper
}

func (r regional) RoundTrip(q *http.Request) (*http.Response, error) {
	q = q.Clone(q.Context())
	q.Header.Set("Region", r.name)
	return r.next.RoundTrip(q)
}

// diary is the client of any of them.
type diary struct {
	api  *client.Client
	name source.Name
}

func (v *invented) api(n source.Name) client.API {
	return client.API{
		Name: n, Title: "The " + string(n), URL: v.URL, BasicUser: "KEY",
		Explain: func(f source.Failure, said client.Message) error {
			if said.Reason != "Password error" {
				return nil
			}
			f.Fault = source.Unauthorised
			v.change(func() { f.RetryAt = v.locked })
			return source.Fail(f, "The password is wrong.")
		},
	}
}

func (v *invented) open(n source.Name, o client.Options) (*diary, error) {
	if o.Base == nil {
		o.Base = http.DefaultTransport
	}
	o.Base = regional{o.Region, o.Base}
	api, err := client.New(v.api(n), o)
	return &diary{api, n}, err
}

func (d *diary) Name() source.Name { return d.name }

func (d *diary) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true, Audiences: []training.Audience{training.AudienceModel, training.AudiencePage},
		Source: "https://diary.example/terms", AsOf: "2026-09-01",
	}
}

func (d *diary) Check(ctx context.Context) (source.Account, error) {
	return client.Ask[source.Account](ctx, d.api, client.Request{Op: client.Get("me", "/me")})
}

type ride struct {
	ID, Title, Local string
	Begun            time.Time
	Seconds          float64
}

func (r *ride) read() source.Activity {
	local := training.LocalTime(r.Local)
	return source.Activity{
		ID: r.ID, Version: "1", Start: r.Begun, StartLocal: local, Day: local.Day(),
		Statement: training.Statement{Name: r.Title, Sport: training.Cycling, Entry: &training.Entry{
			Start: r.Begun, TimerS: r.Seconds, ElapsedS: r.Seconds,
		}},
	}
}

func (d *diary) ListActivities(ctx context.Context, _ source.ActivityQuery) (source.ActivityPage, error) {
	all, err := client.List(ctx, d.api, client.Request{Op: client.Get("rides", "/rides")}, (*ride).read)
	for i := range all {
		all[i].Statement.Ref = d.name.Ref(all[i].ID)
	}
	return source.ActivityPage{Activities: all}, err
}

// kinds returns the kinds, declared like those of the product: everything that
// a new service needs.
func (v *invented) kinds() []connections.Kind {
	kind := func(n source.Name, s connections.SignIn) connections.Kind {
		return connections.Kind{
			API: v.api(n), SignIn: s, Windows: []source.Quota{{Window: time.Hour, Limit: 1000}},
			Open: func(o client.Options) (source.Service, error) { return v.open(n, o) },
		}
	}
	diary := kind("diary", connections.SignIn{Asks: "an account", Account: &connections.Account{
		Regions: []connect.Region{{Name: "north", Title: "North"}, {Name: "south", Title: "South"}}, Login: v.signIn,
	}})
	diary.Former = &connections.Former{Path: ".diary-mcp/config.json", Fields: map[string]settings.Use{
		"username": settings.ForUser, "password": settings.ForPassword, "region": settings.ForRegion,
		"ftp": settings.ForFTP, "lthr": settings.ForLTHR,
	}}
	return []connections.Kind{
		diary,
		kind("keyed", connections.SignIn{Asks: "a key", Key: source.Basic}),
		kind("club", connections.SignIn{Asks: "your own app", OAuth: &connections.OAuth{
			Endpoint: func(string) oauth2.Endpoint {
				return oauth2.Endpoint{AuthURL: v.URL + "/authorize", TokenURL: v.URL + "/token"}
			},
			Scopes: []string{"read", "write"}, Comma: true,
		}}),
	}
}

func (v *invented) signIn(ctx context.Context, o client.Options, c source.Credentials) (source.Token, error) {
	d, err := v.open("diary", o)
	if err != nil {
		return source.Token{}, err
	}
	got, err := client.Ask[struct{ Token string }](ctx, d.api, client.Request{
		Op:   client.Post("login", "/login"),
		Body: map[string]string{"region": c.Region, "user": c.User, "password": c.Password.Reveal()},
	})
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(got.Token), Expiry: o.Clock.Now().Add(v.lives), User: c.User, Password: c.Password,
	}, err
}

// answers returns an athlete's entries for connecting each of them.
func answers(name string) connect.Answers {
	switch name {
	case "keyed":
		return connect.Answers{Key: source.NewSecret("the-key")}
	case "diary":
		return connect.Answers{Credentials: source.Credentials{Region: "south", User: "ann@example.com", Password: source.NewSecret(canary)}}
	}
	return connect.Answers{Credentials: source.Credentials{User: "77", Password: source.NewSecret(canary)}, Browse: visit}
}

// visit returns a browser that goes where it is sent, and a person who pastes
// nothing.
func visit(ctx context.Context, address string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(r)
	if err == nil {
		err = resp.Body.Close()
	}
	return "", err
}

// besides adds the invented services to those of the product.
func besides(v *invented, given ...func(map[source.Name]connections.Given)) func(*connections.Options) {
	return func(o *connections.Options) {
		o.Kinds = append(o.Kinds, v.kinds()...)
		for _, f := range given {
			f(o.Given)
		}
	}
}

// TestAServiceIsAPackageAndALine: whichever way one signs in, the service is
// connected, checked, read and disconnected like every other.
func TestAServiceIsAPackageAndALine(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"keyed", "diary", "club"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{Empty: true})
			v := newInvented(t, h.Now)
			s := h.set(besides(v))
			who, err := s.Connect(t.Context(), name, answers(name), h.Now())
			if err != nil || who.ID != "7" {
				t.Fatalf("%+v %v", who, err)
			}
			if r, err := s.Sync(t.Context(), source.Name(name), false, nil); err != nil || r.Stored != 1 {
				t.Errorf("%+v %v", r, err)
			}
			user := map[string]string{"diary": "a…@e….com"}[name]
			if who, err := s.Check(t.Context(), source.Name(name)); err != nil || who.SignedInAs != user {
				t.Errorf("%+v %v", who, err)
			}
			h.sealed(t, name)
			if err := h.disconnect(t, s, name); err != nil || len(s.Connected()) != 0 || h.count(t) != 0 {
				t.Errorf("%v, still connected: %q", err, s.Connected())
			}
		})
	}
}
