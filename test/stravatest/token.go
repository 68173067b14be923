package stravatest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// grant is an athlete's consent for an application.
type grant struct {
	app     *app
	athlete int64
	scopes  []string
	refresh string
	serial  int // in order of connecting
}

type accessToken struct {
	value   string
	grant   *grant
	expires time.Time
}

func (t *accessToken) later(u *accessToken) bool {
	return t.expires.After(u.expires) || t.expires.Equal(u.expires) && t.value > u.value
}

// Token holds a client's tokens.
type Token struct {
	Access, Refresh string
	ExpiresAt       time.Time
	Scopes          []string
}

// secret returns a new token or code; the caller holds the lock.
func (s *Server) secret() string {
	s.nextToken++
	sum := sha256.Sum256(fmt.Appendf(nil, "secret %d", s.nextToken))
	return hex.EncodeToString(sum[:20])
}

// Grant connects the default athlete without any page; no scopes means all
// scopes.
func (s *Server) Grant(scopes ...string) Token {
	return s.GrantTo(DefaultClientID, DefaultAthleteID, scopes...)
}

// GrantTo connects any athlete to any application without any page.
func (s *Server) GrantTo(application, athlete int64, scopes ...string) Token {
	s.mu.Lock()
	defer s.mu.Unlock()
	if scopes == nil {
		scopes = knownScopes()
	}
	g, t := s.connect(s.apps[application], athlete, scopes)
	return Token{t.value, g.refresh, t.expires, g.scopes}
}

func (s *Server) connect(a *app, athlete int64, scopes []string) (*grant, *accessToken) {
	g := a.grants[athlete]
	if g == nil {
		s.nextToken++
		g = &grant{app: a, athlete: athlete, serial: s.nextToken}
		a.grants[athlete] = g
	}
	g.scopes = slices.Clone(scopes)
	s.rotate(g)
	return g, s.issue(g)
}

func (s *Server) issue(g *grant) *accessToken {
	t := &accessToken{s.secret(), g, s.Now().Add(s.options.TokenLife).Truncate(time.Second)}
	s.access[t.value] = t
	return t
}

// rotate replaces the refresh token; the former one ends at once.
func (s *Server) rotate(g *grant) {
	delete(s.refresh, g.refresh)
	g.refresh = s.secret()
	s.refresh[g.refresh] = g
}

func tokenFields() []string {
	return []string{"client_id", "client_secret", "grant_type", "code", "refresh_token"}
}

func token(c *call) (any, error) {
	if c.query.Has("client_secret") || c.query.Has("refresh_token") || c.query.Has("code") {
		c.server.Violated("token: a secret was sent in the query")
	}
	if err := c.client(); err != nil {
		return nil, err
	}
	switch c.both().Get("grant_type") {
	case "authorization_code":
		return c.exchange()
	case "refresh_token":
		return c.renew()
	}
	return nil, bad("Application", "grant_type", "invalid")
}

// client returns an error unless client_id and client_secret belong to an
// application.
func (c *call) client() error {
	if c.app != nil {
		return nil
	}
	id, _ := number(c.both(), "client_id")
	if c.server.apps[id] == nil {
		return bad("Application", "client_id", "invalid")
	}
	return unauthorized("Application", "client_secret", "invalid")
}

func (c *call) exchange() (any, error) {
	s := c.server
	k := s.codes[c.both().Get("code")]
	switch {
	case k == nil || k.app != c.app || k.used:
		return nil, bad("AuthorizationCode", "", "invalid")
	case !s.Now().Before(k.expires):
		return nil, bad("AuthorizationCode", "", "expired")
	case !s.options.LimitAtCalls && s.crowded(c.app, k.athlete):
		return nil, crowd()
	}
	k.used = true
	g, t := s.connect(c.app, k.athlete, k.scopes)
	d := s.tokenDoc(g, t)
	d["athlete"] = s.athletes[g.athlete].summary()
	return d, nil
}

func (c *call) renew() (any, error) {
	s := c.server
	g := s.refresh[c.both().Get("refresh_token")]
	if g == nil || g.app != c.app {
		return nil, bad("RefreshToken", "refresh_token", "invalid")
	}
	var t *accessToken // the newest, if it is valid for more than an hour
	for _, have := range s.access {
		if have.grant == g && have.expires.Sub(s.Now()) > time.Hour && (t == nil || have.later(t)) {
			t = have
		}
	}
	fresh := t == nil
	if fresh {
		t = s.issue(g)
	}
	if s.options.Rotation == RotateAlways || s.options.Rotation == RotateWithAccess && fresh {
		s.rotate(g)
	}
	return s.tokenDoc(g, t), nil
}

// tokenDoc returns a token with spaces between scopes, unlike the commas of the
// redirect: the service's own form was not seen.
func (s *Server) tokenDoc(g *grant, t *accessToken) Doc {
	return Doc{
		"token_type": "Bearer", "access_token": t.value, "refresh_token": g.refresh, "expires_at": t.expires.Unix(),
		"expires_in": int(t.expires.Sub(s.Now()).Seconds()), "scope": strings.Join(g.scopes, " "),
	}
}

// identify finds the application and the athlete of a call; the caller holds
// the lock.
func (c *call) identify() {
	s := c.server
	if c.op != nil && (c.op.web || c.op.client) {
		id, _ := number(c.both(), "client_id")
		if a := s.apps[id]; a != nil && a.secret == c.both().Get("client_secret") {
			c.app, c.x.Entry.App = a, a.id
		}
		return
	}
	scheme, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	if in := c.both().Get("access_token"); in != "" {
		s.Violated("a token was sent outside of the headers, which ends on %s", headersOnly)
		if token == "" && !s.since(headersOnly) {
			token = in
		}
	}
	t := s.access[token]
	if t == nil || !s.Now().Before(t.expires) {
		return
	}
	c.token, c.app, c.athlete = t, t.grant.app, s.athletes[t.grant.athlete]
	c.x.Entry.App, c.x.Entry.Athlete = c.app.id, c.athlete.ID
}

// both returns the fields of the query and of a form.
func (c *call) both() url.Values {
	all := url.Values{}
	for _, v := range []map[string][]string{c.query, c.form} {
		for name, values := range v {
			all[name] = append(all[name], values...)
		}
	}
	return all
}

// admit returns an error if this token may make no calls now.
func (c *call) admit() error {
	s := c.server
	switch {
	case c.token == nil:
		return unauthorized("Athlete", "access_token", "invalid")
	case c.over:
		return tooMany()
	case s.options.Inactive:
		return forbidden("Application", "Status", "Inactive")
	case s.options.LimitAtCalls && s.crowded(c.app, c.athlete.ID):
		return crowd()
	case c.host == hostAPI && !s.since(newBaseFrom):
		s.Violated("the base URL of 2027 is asked before %s", newBaseFrom)
		return refuse(404, "Record Not Found", "resource", "path", "invalid")
	}
	return nil
}

// crowd returns the error for one athlete too many. Its body is a guess.
func crowd() error { return forbidden("Application", "Limit of connected athletes", "exceeded") }

// permit returns an error unless the token allows the call.
func (c *call) permit() error {
	s := c.server
	switch {
	case c.op.extended && s.options.Tier != Extended:
		return forbidden("Application", "Tier", "insufficient") // a guess
	case len(c.op.scopes) > 0 && !slices.ContainsFunc(c.op.scopes, c.may):
		return unauthorized("AccessToken", c.op.scopes[0]+"_permission", "missing")
	case c.op.subscribed && (!c.athlete.Subscribed || s.options.NoSubscription):
		return unpaid()
	}
	return nil
}

// may reports whether the athlete granted a scope.
func (c *call) may(scope string) bool { return slices.Contains(c.token.grant.scopes, scope) }

// sees reports whether the token may see an activity.
func (g *grant) sees(a *Activity) bool {
	if slices.Contains(g.scopes, "activity:read_all") {
		return true
	}
	return a.Visibility != OnlyMe && slices.Contains(g.scopes, "activity:read")
}

// activity returns the activity in the path, if it may be seen.
func (c *call) activity() (*Activity, error) {
	for _, a := range c.athlete.Activities {
		if a.ID == c.id && c.token.grant.sees(a) {
			return a, nil
		}
	}
	return nil, missing("Activity")
}

// own returns an error unless the path's athlete is the token's.
func (c *call) own() error {
	if c.id != c.athlete.ID {
		return forbidden("Athlete", strconv.FormatInt(c.id, 10), "forbidden")
	}
	return nil
}
