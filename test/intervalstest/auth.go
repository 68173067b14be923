package intervalstest

import (
	"net/http"
	"net/url"
	"strings"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/contracttest"
)

// areas are the parts of the service that an OAuth scope opens, by what an
// operation's path holds. The first match counts.
var areas = []struct{ in, area string }{
	{"/messages", "CHATS"},
	{"/chats", "CHATS"},
	{"/groups", "CHATS"},
	{"/wellness", "WELLNESS"},
	{"/activity", "ACTIVITY"},
	{"/activities", "ACTIVITY"},
	{"-curve", "ACTIVITY"},
	{"/mmp-model", "ACTIVITY"},
	{"/download-fit-files", "ACTIVITY"},
	{"/routes", "ACTIVITY"},
	{"event", "CALENDAR"},
	{"workouts.zip", "CALENDAR"},
	{"/apply-plan", "CALENDAR"},
	{"/training-plan", "CALENDAR"},
	{"/weather", "SETTINGS"},
	{"/folders", "LIBRARY"},
	{"workout", "LIBRARY"},
	{"", "SETTINGS"},
}

func areaOf(path string) string {
	for _, a := range areas {
		if strings.Contains(path, a.in) {
			return a.area
		}
	}
	return "SETTINGS"
}

// authorise tells who calls: "key" or "bearer".
func (s *Server) authorise(op *contracttest.Operation, r *http.Request) (who string, refusal *response) {
	denied := func(status int, message string) *response {
		p := refused(r, status, message)
		return &p
	}
	if user, key, ok := r.BasicAuth(); ok {
		if user != "API_KEY" || key != s.options.APIKey {
			return "", denied(http.StatusUnauthorized, "Unauthorized")
		}
		if op.ID == "disconnectApp" {
			return "", denied(http.StatusUnauthorized, "Bearer token required")
		}
		return "key", nil
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !ok:
		return "", denied(http.StatusUnauthorized, "Unauthorized")
	case token == s.options.APIKey, token == "": // a key is no token
		return "", denied(http.StatusForbidden, "Access denied")
	case token != s.options.Token:
		return "", denied(http.StatusUnauthorized, "Unauthorized")
	case op.ID == "listAthletes":
		return "", denied(http.StatusForbidden, "Access denied")
	}
	if !s.allows(areaOf(op.Path), op.Method != http.MethodGet) {
		return "", denied(http.StatusForbidden, "Access denied")
	}
	return "bearer", nil
}

// allows tells whether the token's scopes open an area. Writing implies
// reading; the athlete itself can be read by any token.
func (s *Server) allows(area string, write bool) bool {
	for scope := range strings.SplitSeq(s.options.Scopes, ",") {
		if scope == area+":WRITE" || !write && scope == area+":READ" {
			return true
		}
	}
	return area == "SETTINGS" && !write
}

// exchange is the OAuth token endpoint: the one code it takes is "code", and
// there is neither a refresh token nor an end.
func (s *Server) exchange(r *http.Request, body []byte) response {
	form, err := url.ParseQuery(string(body))
	if err != nil || form.Get("code") != "code" || form.Get("client_id") == "" || form.Get("client_secret") == "" {
		return refused(r, http.StatusBadRequest, "Invalid code")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.world.Athletes[0]
	v := map[string]any{
		"token_type": "Bearer", "access_token": s.options.Token, "scope": s.options.Scopes,
		"athlete": map[string]any{"id": a.ID, "name": a.Profile["name"]},
	}
	return s.answered(&apitest.Call{World: s.world, Op: &contracttest.Operation{ID: "token", Answer: "any"}, Request: r}, v)
}

// grant is the page on which an athlete lets an app in; here nobody is asked.
func grant(r *http.Request, _ []byte) response {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || back.Host == "" || q.Get("client_id") == "" || q.Get("scope") == "" {
		return refused(r, http.StatusBadRequest, "Invalid request")
	}
	values := back.Query()
	values.Set("code", "code")
	values.Set("state", q.Get("state"))
	back.RawQuery = values.Encode()
	return response{status: http.StatusFound, location: back.String()}
}
