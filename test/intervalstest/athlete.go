package intervalstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// addAthlete adds an athlete with settings and, unless the server should be
// empty, a sample.
func (s *Server) addAthlete(id string, owner bool) error {
	zone, err := time.LoadLocation(s.options.TimeZone)
	if err != nil {
		return fmt.Errorf("the emulator's time zone: %w", err)
	}
	a := NewAthlete(Doc{
		"id": id, "name": "Ada Example", "firstname": "Ada", "lastname": "Example", "email": "ada@example.org", "sex": "F",
		"city": "Berlin", "country": "Germany", "timezone": s.options.TimeZone, "locale": "en", "measurement_preference": "meters",
		"icu_weight": 62.5, "weight": 62.5, "height": 1.7, "icu_resting_hr": 48, "icu_date_of_birth": "1990-04-12",
		"icu_api_key": s.options.APIKey, "icu_friend_invite_token": "canary-invite-token", // a client must not pass it on
		"icu_coach": owner && len(s.options.Coached) > 0, "plan": "FREE", "status": "ACTIVE", "visibility": "PRIVATE",
	}, zone)
	if !owner {
		a.Profile["name"], a.Profile["icu_permission"] = "Coached "+id, "WRITE" // null for the caller
	}
	s.world.Athletes = append(s.world.Athletes, a)
	if s.options.Rich && owner {
		Rich(s.world, a, s.options.Seconds)
		s.settle()
		return nil
	}
	Settings(s.world, a)
	if !s.options.Empty {
		Fill(s.world, a, Size{
			Activities: s.options.Activities, Seconds: s.options.Seconds,
			StubEvery: s.options.StubEvery, Wellness: s.options.Wellness,
		})
	}
	return nil
}

// settle updates the data that depends on a change.
func (s *Server) settle() {
	for _, a := range s.world.Athletes {
		Settle(a, s.world.Clock().In(a.Zone).Format(time.DateOnly))
	}
}

// The following functions are the first athlete's actions on the service's own
// pages. They are no requests, so neither the log nor a fault applies to them.

// AtService runs one of the service's operations as its pages would. The path
// is without /api/v1, with "0" for the athlete.
func (s *Server) AtService(method, path string, body any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	target, err := url.Parse(basePath + path)
	if err != nil {
		return fmt.Errorf("a path of the service: %w", err)
	}
	r := &http.Request{Method: method, URL: target, Header: http.Header{}}
	op := s.find(r).op
	if op == nil {
		return fmt.Errorf("the service has no %s %s", method, path)
	}
	c := &Call{World: s.world, Op: op, Query: target.Query(), Request: r}
	if body != nil { // as decoded JSON
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("a body for the service: %w", err)
		}
		if err := json.Unmarshal(text, &c.JSON); err != nil {
			return fmt.Errorf("a body for the service: %w", err)
		}
	}
	if err := c.ChooseAthlete(); err != nil {
		return err
	}
	_, err = s.run(c)
	return err
}

// EditActivity changes fields of an activity.
func (s *Server) EditActivity(id string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/activity/"+url.PathEscape(id), fields)
}

// DeleteActivity deletes an activity; withheld ones can be deleted too.
func (s *Server) DeleteActivity(id string) error {
	return s.AtService(http.MethodDelete, "/activity/"+url.PathEscape(id), nil)
}

// EditIntervals replaces an activity's intervals, each given by its
// start_index, end_index and label.
func (s *Server) EditIntervals(id string, drawn []map[string]any) error {
	return s.AtService(http.MethodPut, "/activity/"+url.PathEscape(id)+"/intervals", drawn)
}

// EditWellness changes a day, which need not have a record.
func (s *Server) EditWellness(day string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/athlete/0/wellness/"+url.PathEscape(day), fields)
}

// areas are the parts of the service that an OAuth scope opens, by a part of
// the operation's path. The first match applies.
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

// authorise returns the kind of credentials of a call: "key" or "bearer".
func (s *Server) authorise(op *Operation, r *http.Request) (who string, refusal *response) {
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
	case token == s.options.APIKey, token == "": // a key is not a token
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

// allows reports whether the token's scopes allow an area. Writing implies
// reading; the athlete itself can be read by any token.
func (s *Server) allows(area string, write bool) bool {
	for scope := range strings.SplitSeq(s.options.Scopes, ",") {
		if scope == area+":WRITE" || !write && scope == area+":READ" {
			return true
		}
	}
	return area == "SETTINGS" && !write
}
