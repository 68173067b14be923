package stravatest

import (
	"fmt"
	"net/http"
	"strings"
)

// revoke ends both tokens of a grant, and is content with tokens that it does
// not know.
func revoke(c *call) (any, error) {
	s := c.server
	id, secret, ok := c.request.BasicAuth()
	var a *app
	for _, known := range s.apps {
		if ok && fmt.Sprint(known.id) == id && known.secret == secret {
			a = known
		}
	}
	if a == nil {
		return nil, unauthorized("Application", "client_secret", "invalid")
	}
	value := c.form.Get("token")
	if value == "" {
		return nil, bad("Application", "token", "missing")
	}
	var g *grant
	if t := s.access[value]; t != nil {
		g = t.grant
	} else if r := s.refresh[value]; r != nil {
		g = r.grant
	}
	if g != nil && g.app == a {
		s.disconnect(g)
	}
	return response{status: http.StatusOK}, nil
}

// deauthorize is the endpoint that revoke replaces.
func deauthorize(c *call) (any, error) {
	s := c.server
	if s.since(headersOnly) {
		return nil, refuse(http.StatusNotFound, "Record Not Found", "resource", "path", "invalid")
	}
	_, value, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	t := s.access[orElse(c.both().Get("access_token"), value)]
	if t == nil || !s.now().Before(t.expires) {
		return nil, unauthorized("Athlete", "access_token", "invalid")
	}
	s.disconnect(t.grant)
	return Doc{"access_token": t.value}, nil
}

// disconnect ends a grant and tells the application's webhook.
func (s *Server) disconnect(g *grant) {
	delete(g.app.grants, g.athlete)
	for value, t := range s.access {
		if t.grant == g {
			delete(s.access, value)
		}
	}
	for value, r := range s.refresh {
		if r.grant == g {
			delete(s.refresh, value)
		}
	}
	s.tell(g.app, g.athlete, Event{ObjectType: "athlete", ObjectID: g.athlete, AspectType: "update", Updates: Doc{"authorized": "false"}})
}

// RevokeByAthlete is the athlete who takes the consent back on the website.
func (s *Server) RevokeByAthlete(athlete int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.apps {
		if g := a.grants[athlete]; g != nil {
			s.disconnect(g)
		}
	}
}
