package stravatest

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// code is the one-time result of an athlete's consent.
type code struct {
	app     *app
	athlete int64
	scopes  []string
	expires time.Time
	used    bool
}

func knownScopes() []string {
	return []string{"read", "read_all", "profile:read_all", "profile:write", "activity:read", "activity:read_all", "activity:write"}
}

func authorizeFields() []string {
	return []string{"client_id", "redirect_uri", "response_type", "approval_prompt", "scope", "state"}
}

// Decision is the athlete's action on the consent page.
type Decision struct {
	Refuse  bool
	Scopes  []string // left ticked; nil is all requested ones
	Athlete int64    // who is logged in; 0 is the default athlete
}

// asked is a valid request for consent.
type asked struct {
	app    *app
	back   *url.URL
	scopes []string
	state  string
	auto   bool
}

func (c *call) asked() (*asked, error) {
	id, _ := number(c.query, "client_id")
	a := c.server.apps[id]
	if a == nil {
		return nil, bad("Application", "client_id", "invalid")
	}
	back, err := url.Parse(c.query.Get("redirect_uri"))
	if err != nil || back.Host == "" || !a.takes(back) {
		return nil, bad("Application", "redirect_uri", "invalid")
	}
	if c.query.Get("response_type") != "code" {
		return nil, bad("Authorize", "response_type", "invalid")
	}
	scopes := strings.Split(c.query.Get("scope"), ",")
	for _, scope := range scopes {
		if !slices.Contains(knownScopes(), scope) {
			return nil, bad("Authorize", "scope", "invalid")
		}
	}
	prompt := cmp.Or(c.query.Get("approval_prompt"), "auto")
	if prompt != "auto" && prompt != "force" {
		return nil, bad("Authorize", "approval_prompt", "invalid")
	}
	return &asked{a, back, scopes, c.query.Get("state"), prompt == "auto"}, nil
}

// takes reports whether a callback is in the application's domain.
func (a *app) takes(back *url.URL) bool {
	host := strings.ToLower(back.Hostname())
	return host == "localhost" || host == "127.0.0.1" || host == a.domain || strings.HasSuffix(host, "."+a.domain)
}

// authorize shows the page, or redirects at once if everything was granted
// before and approval_prompt is auto.
func authorize(c *call) (any, error) {
	q, err := c.asked()
	if err != nil {
		return nil, err
	}
	s := c.server
	athlete := int64(DefaultAthleteID)
	switch g := q.app.grants[athlete]; {
	case s.options.Consent == ConsentRefused:
		return q.refused(), nil
	case s.options.Consent == ConsentGiven:
		return s.agreed(q, athlete, s.options.Granted)
	case q.auto && g != nil && !slices.ContainsFunc(q.scopes, func(x string) bool { return !slices.Contains(g.scopes, x) }):
		return s.agreed(q, athlete, nil)
	}
	return response{Status: http.StatusOK, Kind: "text/html; charset=utf-8", Body: q.page(c.request.URL.RawQuery)}, nil
}

func (q *asked) page(query string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>Authorize</title><h1>Application %d asks</h1>\n"+
		"<form method=post action=\"/oauth/accept_application?%s\">\n", q.app.id, html.EscapeString(query))
	for _, scope := range q.scopes {
		fmt.Fprintf(&b, "<p><label><input type=checkbox name=scope value=%q checked> %[1]s</label>\n", scope)
	}
	b.WriteString("<p><button name=decision value=authorize>Authorize</button> <button name=decision value=cancel>Cancel</button></form>\n")
	return []byte(b.String())
}

// accept handles the page's form; its path is arbitrary.
func accept(c *call) (any, error) {
	q, err := c.asked()
	if err != nil {
		return nil, err
	}
	if c.form.Get("decision") != "authorize" {
		return q.refused(), nil
	}
	athlete, ok := number(c.form, "athlete")
	if !ok {
		athlete = DefaultAthleteID
	}
	left := append([]string{}, c.form["scope"]...)
	if c.server.options.Granted != nil {
		left = c.server.options.Granted
	}
	return c.server.agreed(q, athlete, left)
}

func (q *asked) refused() response {
	return q.redirect(url.Values{"error": {"access_denied"}})
}

func (q *asked) redirect(v url.Values) response {
	if q.state != "" {
		v.Set("state", q.state)
	}
	back := *q.back
	query := back.Query()
	for name := range v {
		query.Set(name, v.Get(name))
	}
	back.RawQuery = query.Encode()
	return response{Status: http.StatusFound, Location: back.String()}
}

// agreed redirects back with a code for the requested scopes that were kept.
func (s *Server) agreed(q *asked, athlete int64, left []string) (any, error) {
	scopes := []string{}
	for _, scope := range q.scopes {
		if left == nil || slices.Contains(left, scope) {
			scopes = append(scopes, scope)
		}
	}
	value := s.secret()
	s.codes[value] = &code{app: q.app, athlete: athlete, scopes: scopes, expires: s.Now().Add(s.options.CodeLife)}
	return q.redirect(url.Values{"code": {value}, "scope": {strings.Join(scopes, ",")}}), nil
}

// Decide opens an address of the authorize page like a browser, decides like an
// athlete, and returns the address to which the browser is redirected.
func (s *Server) Decide(address string, d Decision) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := browser.Get(address)
	if err != nil {
		return "", err
	}
	defer page.Body.Close()
	if page.StatusCode == http.StatusFound {
		return page.Header.Get("Location"), nil
	}
	if page.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(page.Body) // only for the message
		return "", fmt.Errorf("the page is not shown: %s %s", page.Status, text)
	}
	form := url.Values{"decision": {"authorize"}, "scope": d.Scopes, "athlete": {fmt.Sprint(cmp.Or(d.Athlete, DefaultAthleteID))}}
	if d.Scopes == nil {
		form["scope"] = strings.Split(u.Query().Get("scope"), ",")
	}
	if d.Refuse {
		form.Set("decision", "cancel")
	}
	u.Path = "/oauth/accept_application"
	gone, err := browser.PostForm(u.String(), form)
	if err != nil {
		return "", err
	}
	defer gone.Body.Close()
	return gone.Header.Get("Location"), nil
}

// getComments returns the oldest first. Each row has its own cursor, and the
// next page is requested with the last one.
func getComments(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	rows := a.Comments
	if c.query.Has("page") || c.query.Has("per_page") { // deprecated
		if rows, err = paged(c, rows); err != nil {
			return nil, err
		}
	} else {
		size, err := c.size("page_size")
		if err != nil {
			return nil, err
		}
		if cursor := c.query.Get("after_cursor"); cursor != "" {
			at := -1
			for i, r := range rows {
				if r.cursor() == cursor {
					at = i
				}
			}
			if at < 0 {
				return nil, bad("Comment", "after_cursor", "invalid")
			}
			rows = rows[at+1:]
		}
		rows = rows[:min(size, len(rows))]
	}
	out := []Doc{}
	for _, r := range rows {
		first, last, _ := strings.Cut(r.By, " ")
		out = append(out, Doc{
			"id": r.ID, "activity_id": a.ID, "post_id": nil, "resource_state": 2, "text": r.Text, "mentions_metadata": nil,
			"created_at": utc(r.At), "athlete": Doc{"firstname": first, "lastname": last}, "cursor": r.cursor(),
		})
	}
	return out, nil
}

// cursor returns a cursor with characters that a query must escape.
func (r Comment) cursor() string { return fmt.Sprintf("%d%%7C%d+=", r.At.Unix(), r.ID) }

// getKudos returns only names, without ids.
func getKudos(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	rows, err := paged(c, a.Kudos)
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	for _, name := range rows {
		first, last, _ := strings.Cut(name, " ")
		out = append(out, Doc{"firstname": first, "lastname": last})
	}
	return out, nil
}

// getPhotos answers an undocumented call. The pictures are on another host and
// must be requested without the token.
func getPhotos(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	size := cmp.Or(c.query.Get("size"), "0")
	out := []Doc{}
	for i := range a.Photos {
		name := fmt.Sprintf("photo-%d-%d", a.ID, i)
		out = append(out, Doc{
			"unique_id": name, "activity_id": a.ID, "athlete_id": c.athlete.ID, "resource_state": 2, "caption": "", "type": 1, "source": 1,
			"created_at": utc(a.Start), "created_at_local": falseUTC(a.Start, a.zone.at), "default_photo": i == 0,
			"urls": Doc{size: c.server.ElsewhereURL + "/" + name + ".jpg"},
		})
	}
	return out, nil
}

// getActivityZones returns the seconds of an activity in each zone.
func getActivityZones(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	if a.Manual {
		return out, nil
	}
	r := a.make()
	if r.heart != nil {
		out = append(out, Doc{
			"type": "heartrate", "resource_state": 3, "sensor_based": true, "custom_zones": false, "score": len(r.time) / 40, "points": 0,
			"max": c.athlete.MaxHeartRate, "distribution_buckets": timeIn(c.athlete.heartZones(), r.heart),
		})
	}
	if r.watts != nil && c.athlete.FTP > 0 {
		out = append(out, Doc{
			"type": "power", "resource_state": 3, "sensor_based": a.Power == Metered,
			"distribution_buckets": timeIn(c.athlete.powerZones(), r.watts),
		})
	}
	return out, nil
}

// timeIn counts the rows in each zone; nulls are in none.
func timeIn(zones []Doc, rows []int) []Doc {
	for i, z := range zones {
		n := 0
		for _, v := range rows {
			low, last := z["min"].(int), i == len(zones)-1
			if v >= low && (last || v < zones[i+1]["min"].(int)) {
				n++
			}
		}
		z["time"] = n
	}
	return zones
}

// State is all data that a client can change, for comparison: a line for each
// thing, by its kind and id ("activity 17123456790"). The lines contain no ids
// and timestamps of the moment.
type State map[string]string

// State returns a copy of the current state.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := State{}
	for id, m := range s.athletes {
		out["athlete "+strconv.FormatInt(id, 10)] = fmt.Sprintf("%g kg", m.WeightKg)
		for _, a := range m.Activities {
			out["activity "+strconv.FormatInt(a.ID, 10)] = fmt.Sprintf("%q %q %q %s %s %d s %g m trainer %t commute %t hidden %t gear %q",
				a.Name, a.Description, a.PrivateNote, a.SportType, utc(a.Start), a.Seconds, a.DistanceM, a.Trainer, a.Commute, a.HideHome, a.GearID)
		}
		for segment, starred := range m.Starred {
			if starred {
				out[fmt.Sprintf("star %d %d", id, segment)] = ""
			}
		}
	}
	for id, a := range s.apps {
		if a.hook != nil {
			out["subscription "+strconv.FormatInt(id, 10)] = a.hook.callback
		}
		for athlete, g := range a.grants {
			out[fmt.Sprintf("grant %d %d", id, athlete)] = fmt.Sprint(g.scopes)
		}
	}
	return out
}
