package stravatest

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// identify finds the application and the athlete of a call; the caller holds
// the lock.
func (c *call) identify() {
	s := c.server
	if c.op != nil && (c.op.web || c.op.client) {
		id, _ := number(c.both(), "client_id")
		if a := s.apps[id]; a != nil && a.secret == c.both().Get("client_secret") {
			c.app, c.entry.App = a, a.id
		}
		return
	}
	scheme, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	if in := c.both().Get("access_token"); in != "" {
		s.violated("a token was sent outside of the headers, which ends on %s", headersOnly)
		if token == "" && !s.since(headersOnly) {
			token = in
		}
	}
	t := s.access[token]
	if t == nil || !s.now().Before(t.expires) {
		return
	}
	c.token, c.app, c.athlete = t, t.grant.app, s.athletes[t.grant.athlete]
	c.entry.App, c.entry.Athlete = c.app.id, c.athlete.ID
}

// both are the fields of the query and of a form.
func (c *call) both() url.Values {
	all := url.Values{}
	for _, v := range []map[string][]string{c.query, c.form} {
		for name, values := range v {
			all[name] = append(all[name], values...)
		}
	}
	return all
}

// admit says whether this token may call anything now.
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
		s.violated("the base URL of 2027 is asked before %s", newBaseFrom)
		return refuse(404, "Record Not Found", "resource", "path", "invalid")
	case c.host == hostWeb && s.options.OldBaseGone && s.since(headersOnly):
		return refuse(404, "Record Not Found", "resource", "path", "invalid")
	}
	return nil
}

// crowd is the refusal of an athlete too many. Its body is a guess.
func crowd() error { return forbidden("Application", "Limit of connected athletes", "exceeded") }

// permit says whether the call may be made with this token.
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

// may tells whether the athlete granted a scope.
func (c *call) may(scope string) bool { return slices.Contains(c.token.grant.scopes, scope) }

// sees tells whether the token may see an activity.
func (g *grant) sees(a *Activity) bool {
	if slices.Contains(g.scopes, "activity:read_all") {
		return true
	}
	return a.Visibility != OnlyMe && slices.Contains(g.scopes, "activity:read")
}

// activity is the activity of the path, if it may be seen.
func (c *call) activity() (*Activity, error) {
	for _, a := range c.athlete.Activities {
		if a.ID == c.id && c.token.grant.sees(a) {
			return a, nil
		}
	}
	return nil, missing("Activity")
}

// own is an error unless the path's athlete is the token's.
func (c *call) own() error {
	if c.id != c.athlete.ID {
		return forbidden("Athlete", strconv.FormatInt(c.id, 10), "forbidden")
	}
	return nil
}
