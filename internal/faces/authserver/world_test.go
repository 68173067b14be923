package authserver_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/people"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const (
	base     = "https://lapkeep.example"
	resource = base + "/mcp"
	program  = "https://chat.example/oauth/client.json"
	callback = "https://chat.example/callback"
	verifier = "0123456789012345678901234567890123456789abc"
)

// world is a server with a home of two athletes, an owner and a coach of one of them.
type world struct {
	*httptest.Server
	book         *people.Book
	clock        atomic.Int64
	owner, coach people.Person
	browser      *http.Client
	cookie       string
	document     string // what the program says of itself
	fetched      atomic.Int32
	approved     []string
}

func (x *world) now() time.Time { return time.Unix(x.clock.Load(), 0).UTC() }

func newWorld(t *testing.T) *world { return newWorldWith(t, nil) }

// newWorldWith returns a world whose server has other options.
func newWorldWith(t *testing.T, change func(o *authserver.Options)) *world {
	t.Helper()
	x := &world{document: `{"client_id":"` + program + `","client_name":"Chat","redirect_uris":["` + callback +
		`"],"token_endpoint_auth_method":"none"}`}
	x.clock.Store(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC).Unix())
	db, err := store.Open(t.Context(), store.Options{Home: t.TempDir(), Now: x.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		return errors.Join(
			tx.PutAthlete(training.Athlete{ID: "ann", Name: "Ann", TimeZone: "UTC", Units: training.MetricUnits}),
			tx.PutAthlete(training.Athlete{ID: "bea", Name: "Bea", TimeZone: "UTC", Units: training.MetricUnits}))
	})
	if err != nil {
		t.Fatal(err)
	}
	x.book = people.New(db.SQL(), x.now, rand.Reader)
	x.owner = x.add(t, "Olga", training.RoleOwner)
	x.coach = x.add(t, "Carl", training.RoleCoach, "ann")
	o := authserver.Options{
		Book: x.book, Base: base, Path: "/mcp", Athletes: db.Athletes, Now: x.now, Log: slog.New(slog.DiscardHandler),
		Say: func(string) func(string, ...any) string { return fmt.Sprintf },
		Fetch: func(context.Context, *url.URL) ([]byte, error) {
			x.fetched.Add(1)
			return []byte(x.document), nil
		},
		Waiting: func(_ context.Context, s training.Scope) ([]journal.Preview, error) {
			return []journal.Preview{
				{Token: "wait-" + string(s.Athlete), Tool: "update_activity", Summary: "Change it"},
				{Token: "gone-" + string(s.Athlete), Tool: "delete_activity", Summary: "Delete it"},
				{Token: "back-" + string(s.Athlete), Tool: "undo", Summary: "Take it back"},
			}, nil
		},
		Needs: func(tool string) training.Permission {
			if tool == "update_activity" {
				return training.MayWrite
			}
			return training.MayAdmin
		},
		Approve: func(_ context.Context, s training.Scope, by training.PersonID, token string) error {
			x.approved = append(x.approved, string(s.Athlete)+" "+string(by)+" "+token)
			return nil
		},
	}
	if change != nil {
		change(&o)
	}
	s := authserver.New(o)
	u, _ := url.Parse(base)
	g := guard.New(guard.Options{
		Key: "a-key-of-the-server-itself", Public: []*url.URL{u}, Now: x.now,
		People: &guard.People{Access: s.Access, IsDoor: s.IsDoor, Challenge: s.Challenge},
	})
	x.Server = httptest.NewServer(g.Wrap(s.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp/stream" {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			return
		}
		_ = json.NewEncoder(w).Encode(training.AccessOf(r.Context()))
	}))))
	t.Cleanup(x.Close)
	x.browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return x
}

func (x *world) add(t *testing.T, name string, role training.Role, of ...training.AthleteID) people.Person {
	t.Helper()
	p, err := x.book.Add(t.Context(), name, role, of, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// send sends a request as the browser or program that the headers describe.
func (x *world) send(t *testing.T, method, path string, form url.Values, header ...string) (*http.Response, string) {
	t.Helper()
	var body io.Reader = http.NoBody
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(t.Context(), method, x.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "lapkeep.example"
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if x.cookie != "" {
		req.Header.Set("Cookie", "__Host-lapkeep_login="+x.cookie)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := x.browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

func (x *world) signIn(t *testing.T, p people.Person) {
	t.Helper()
	code, err := x.book.SignInCode(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	res, text := x.send(t, http.MethodPost, "/login/code", url.Values{"code": {strings.ToLower(code)}})
	if res.StatusCode != http.StatusSeeOther || len(res.Cookies()) != 1 {
		t.Fatalf("signing in answers %d: %s", res.StatusCode, text)
	}
	c := res.Cookies()[0]
	if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || !strings.HasPrefix(c.Name, "__Host-") || c.Path != "/" {
		t.Errorf("the cookie is %v", c)
	}
	x.cookie = c.Value
}

func challenge() string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// request is a valid request for access; changes replace or, if they are empty, remove fields.
func request(changes ...string) url.Values {
	q := url.Values{
		"response_type": {"code"}, "client_id": {program}, "redirect_uri": {callback}, "state": {"s t"}, "scope": {"read write"},
		"code_challenge": {challenge()}, "code_challenge_method": {"S256"}, "resource": {resource},
	}
	for i := 0; i < len(changes); i += 2 {
		if q.Set(changes[i], changes[i+1]); changes[i+1] == "" {
			q.Del(changes[i])
		}
	}
	return q
}

var tokenField = regexp.MustCompile(`name="` + guard.TokenField + `" value="([^"]+)"`)

// decide opens the page of a request and sends its form.
func (x *world) decide(t *testing.T, q url.Values, form url.Values) (*http.Response, string) {
	t.Helper()
	_, page := x.send(t, http.MethodGet, "/login/authorize?"+q.Encode(), nil)
	found := tokenField.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no form: %s", page)
	}
	form.Set(guard.TokenField, found[1])
	form.Set("query", q.Encode())
	return x.send(t, http.MethodPost, "/login/authorize", form)
}

func allow(scope string, athletes ...string) url.Values {
	return url.Values{"decision": {"allow"}, "scope": strings.Fields(scope), "athlete": athletes, "days": {"30"}}
}

// code returns the code of a grant that the signed-in person makes.
func (x *world) code(t *testing.T, q url.Values, scope string, athletes ...string) string {
	t.Helper()
	res, text := x.decide(t, q, allow(scope, athletes...))
	to, err := res.Location()
	if err != nil || to.Query().Get("code") == "" {
		t.Fatalf("no code: %d %s %v", res.StatusCode, text, to)
	}
	if got := to.Query(); got.Get("iss") != base || got.Get("state") != "s t" {
		t.Errorf("the answer is %s", to)
	}
	return to.Query().Get("code")
}

type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
	Life    int    `json:"expires_in"`
	Error   string `json:"error"`
}

func (x *world) token(t *testing.T, form url.Values) tokens {
	t.Helper()
	res, text := x.send(t, http.MethodPost, "/login/token", form, "Cookie", "")
	var out tokens
	if err := json.Unmarshal([]byte(text), &out); err != nil || (res.StatusCode == http.StatusOK) != (out.Error == "") {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
	if (out.Access == "") != (out.Error != "") {
		t.Errorf("the answer has both or neither: %s", text)
	}
	return out
}

func exchange(code string, changes ...string) url.Values {
	q := url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "client_id": {program}, "redirect_uri": {callback},
		"code_verifier": {verifier}, "resource": {resource},
	}
	for i := 0; i < len(changes); i += 2 {
		q.Set(changes[i], changes[i+1])
	}
	return q
}

func refresh(token string) url.Values {
	return url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}, "client_id": {program}, "resource": {resource}}
}

// access returns what a token opens; ok is false if it opens nothing.
func (x *world) access(t *testing.T, token string) (a training.Access, ok bool) {
	t.Helper()
	res, text := x.send(t, http.MethodPost, "/mcp", nil, "Authorization", "Bearer "+token, "Cookie", "")
	if res.StatusCode == http.StatusUnauthorized {
		if h := res.Header.Get("WWW-Authenticate"); !strings.Contains(h, `error="invalid_token"`) ||
			!strings.Contains(h, `resource_metadata="`+base+`/.well-known/oauth-protected-resource/mcp"`) || !strings.Contains(h, `scope="read"`) {
			t.Errorf("the challenge is %s", h)
		}
		return a, false
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
	return a, true
}

// granted signs a person in and returns the tokens of a grant.
func (x *world) granted(t *testing.T, p people.Person, scope string, athletes ...string) tokens {
	t.Helper()
	x.signIn(t, p)
	return x.token(t, exchange(x.code(t, request("scope", scope), scope, athletes...)))
}
