package authserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/i18n"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// ask is a program's request for access.
type ask struct {
	client   client
	redirect string
	state    string
	// challenge is the hash of a secret that only the program has.
	challenge   string
	permissions []training.Permission
	query       string // the whole request
}

// readAsk reads a request. If the program or the address for the answer is not valid, there is
// an error for the person, and nothing is sent; any other fault is for the program.
func (s *Server) readAsk(ctx context.Context, query string) (a ask, fault *people.Fault, err error) {
	q, err := url.ParseQuery(query)
	if err != nil || len(query) > maxForm || once(q) != nil || len(q["scope"]) > 1 {
		return a, nil, training.Errorf(training.KindInvalid, "The program's request cannot be read.").WithFix("Start again in the program.")
	}
	if a.client, err = s.client(ctx, q.Get("client_id")); err != nil {
		return a, nil, err
	}
	a.redirect, a.state, a.challenge, a.query = q.Get("redirect_uri"), q.Get("state"), q.Get("code_challenge"), query
	if !a.client.answersAt(a.redirect) {
		return a, nil, training.Errorf(training.KindForbidden, "%s has not named this return address.", i18n.Name(a.client.name)).
			WithFix("Do not continue: somebody may be trying to steal your access. Start again in the program itself.")
	}
	sum, err := base64.RawURLEncoding.DecodeString(a.challenge)
	switch {
	case q.Get("response_type") != "code":
		fault = &people.Fault{Code: "unsupported_response_type", What: "Use response_type=code."}
	case q.Get("code_challenge_method") != "S256" || err != nil || len(sum) != sha256.Size:
		fault = &people.Fault{Code: "invalid_request", What: "PKCE with code_challenge_method=S256 is required."}
	case s.resourceIn(q) != s.Resource():
		fault = &people.Fault{Code: "invalid_target", What: "The resource is " + s.Resource() + "."}
	case q.Get("request") != "" || q.Get("request_uri") != "":
		fault = &people.Fault{Code: "request_not_supported", What: "Send the parameters themselves."}
	}
	for _, word := range strings.Fields(q.Get("scope")) {
		if p := training.Permission(word); slices.Contains(training.Permissions(), p) && !slices.Contains(a.permissions, p) {
			a.permissions = append(a.permissions, p)
		}
	}
	if len(a.permissions) == 0 {
		a.permissions = []training.Permission{training.MayRead}
	}
	return a, fault, nil
}

// answer sends the browser back to the program, after the person decided.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, a ask, values url.Values) {
	to, err := s.addressOf(a, values)
	if err != nil {
		s.trouble(w, r, http.StatusBadRequest, err)
		return
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther) //nolint:gosec // to an address of the program, after the person decided
}

// addressOf returns the address of an answer. It always names this server, so that a program
// that knows several cannot be confused about who answered (RFC 9207).
func (s *Server) addressOf(a ask, values url.Values) (*url.URL, error) {
	to, err := url.Parse(a.redirect)
	if err != nil {
		return nil, err
	}
	q := to.Query()
	for name := range values {
		q.Set(name, values.Get(name))
	}
	q.Set("iss", s.Base)
	if a.state != "" {
		q.Set("state", a.state)
	}
	to.RawQuery = q.Encode()
	return to, nil
}

// answerFault tells a program what is wrong with its request. Nobody has decided anything yet,
// and anybody can describe a program, so that a link to this server would lead anywhere. The
// browser goes on by itself only to exactly an address that was registered by hand.
func (s *Server) answerFault(w http.ResponseWriter, r *http.Request, v *view, a ask, f *people.Fault) {
	values := url.Values{"error": {f.Code}, "error_description": {f.What}}
	to, err := s.addressOf(a, values)
	switch {
	case err != nil:
		s.trouble(w, r, http.StatusBadRequest, err)
	case a.client.host == "" && slices.Contains(a.client.redirects, a.redirect):
		http.Redirect(w, r, to.String(), http.StatusSeeOther) //nolint:gosec // exactly an address that was registered by hand
	default:
		s.show(w, r, http.StatusBadRequest, v, faultPage(v, a.client.name, f.What, to))
	}
}

// authorize shows a program's request to the person. The program's description is fetched only
// for somebody who has signed in, so that strangers cannot make this server call others.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	v, ok := s.view(w, r)
	if !ok {
		return
	}
	if v.person == nil {
		s.welcome(w, r, http.StatusOK, v, r.URL.RawQuery, nil)
		return
	}
	a, fault, err := s.readAsk(r.Context(), r.URL.RawQuery)
	switch {
	case err != nil:
		s.trouble(w, r, http.StatusBadRequest, err)
	case fault != nil:
		s.answerFault(w, r, v, a, fault)
	default:
		s.askPerson(w, r, v, a, nil)
	}
}

// askPerson shows who asks, for what, about whom and how long.
func (s *Server) askPerson(w http.ResponseWriter, r *http.Request, v *view, a ask, problem error) {
	all, roles, err := s.athletesOf(r.Context(), *v.person)
	if err != nil {
		s.trouble(w, r, http.StatusServiceUnavailable, err)
		return
	}
	c := &consent{view: v, ask: a, athletes: all, problem: problem}
	for _, p := range training.Permissions() {
		may := slices.Contains(v.person.Role.Permissions(), p)
		for _, role := range roles {
			may = may || slices.Contains(role.Permissions(), p)
		}
		if may && slices.Contains(a.permissions, p) {
			c.offered = append(c.offered, p)
		}
	}
	if u, err := url.Parse(a.redirect); err == nil {
		c.at, c.own = u.Host, loopback(u)
		v.sendsTo = u.Scheme + "://" + u.Host
	}
	status := http.StatusOK
	if problem != nil {
		status = http.StatusBadRequest
	}
	s.show(w, r, status, v, consentPage(c))
}

// athletesOf returns the athletes that a person may ask about, and what the person is to each.
func (s *Server) athletesOf(ctx context.Context, p people.Person) ([]training.Athlete, map[training.AthleteID]training.Role, error) {
	roles, err := s.Book.Roles(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	all, err := s.Athletes(ctx)
	return slices.DeleteFunc(all, func(x training.Athlete) bool { _, may := roles[x.ID]; return !may }), roles, err
}

// lifetimes returns for how many days a person can allow a program to act.
func lifetimes() []int { return []int{1, 30, 90, 365} }

const usualDays = 90

// decide acts on the person's answer. The request is read again, because only the person's
// session vouches for the form.
func (s *Server) decide(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	a, fault, err := s.readAsk(r.Context(), form.Get("query"))
	switch {
	case err != nil:
		s.trouble(w, r, http.StatusBadRequest, err)
		return
	case fault != nil:
		s.answerFault(w, r, v, a, fault)
		return
	case form.Get("decision") != "allow":
		s.answer(w, r, a, url.Values{"error": {"access_denied"}, "error_description": {"The person did not agree."}})
		return
	}
	days, err := strconv.Atoi(form.Get("days"))
	if err != nil || !slices.Contains(lifetimes(), days) {
		days = usualDays
	}
	g := people.Grant{
		Client: a.client.id, ClientName: a.client.name, Resource: s.Resource(), Expires: s.Now().Add(time.Duration(days) * 24 * time.Hour),
	}
	for _, p := range form["scope"] {
		if x := training.Permission(p); slices.Contains(a.permissions, x) {
			g.Permissions = append(g.Permissions, x)
		}
	}
	for _, id := range form["athlete"] {
		g.Athletes = append(g.Athletes, training.AthleteID(id))
	}
	code, err := s.Book.Authorize(r.Context(), *v.person, g, a.redirect, a.challenge)
	switch {
	case training.KindOf(err) == training.KindInvalid && err != nil:
		s.askPerson(w, r, v, a, err)
	case err != nil:
		s.trouble(w, r, http.StatusServiceUnavailable, err)
	default:
		s.answer(w, r, a, url.Values{"code": {code}})
	}
}

// cookieName is the cookie of a browser's session. With TLS it has the prefix that keeps other
// hosts and paths from setting it.
const cookieName = "lapkeep_login"

func (s *Server) cookie() string {
	if strings.HasPrefix(s.Base, "https:") {
		return "__Host-" + cookieName
	}
	return cookieName
}

// view is what every page needs.
type view struct {
	Say      func(format string, args ...any) string
	language string
	person   *people.Person // nil without a session
	session  string
	sendsTo  string // origin to which a form of the page may lead
	code     bool   // people sign in with a one-time code
	options  string // what the browser asks devices for, if the page is about a passkey
	provider string // host where people sign in instead
}

// formToken proves that a form was on a page of the session.
func (v *view) formToken() string {
	sum := sha256.Sum256([]byte("form\x00" + v.session))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// view reads the session of a request. It answers the request itself if it cannot.
func (s *Server) view(w http.ResponseWriter, r *http.Request) (*view, bool) {
	v := s.plain(r)
	c, err := r.Cookie(s.cookie())
	if err != nil {
		return v, true
	}
	p, ok, err := s.Book.Session(r.Context(), c.Value)
	if err != nil {
		s.trouble(w, r, http.StatusServiceUnavailable, err)
		return nil, false
	}
	if ok {
		v.person, v.session = &p, c.Value
	}
	return v, true
}

// plain returns the view of somebody who is not known.
func (s *Server) plain(r *http.Request) *view {
	v := &view{language: "en", code: true}
	if strings.HasPrefix(strings.ToLower(r.Header.Get("Accept-Language")), "zh") {
		v.language = "zh-CN"
	}
	v.Say = s.Say(v.language)
	return v
}

// sent reads a form that a signed-in person sent from one of the pages. It answers the request
// itself if it is anything else.
func (s *Server) sent(w http.ResponseWriter, r *http.Request) (*view, url.Values, bool) {
	form, err := formOf(r)
	if err != nil {
		s.trouble(w, r, http.StatusBadRequest, err)
		return nil, nil, false
	}
	v, ok := s.view(w, r)
	if !ok {
		return nil, nil, false
	}
	if v.person == nil {
		s.welcome(w, r, http.StatusUnauthorized, v, form.Get("query"), nil)
		return nil, nil, false
	}
	if subtle.ConstantTimeCompare([]byte(form.Get(guard.TokenField)), []byte(v.formToken())) != 1 {
		s.trouble(w, r, http.StatusForbidden, training.Errorf(training.KindForbidden, "The page is from an earlier session.").
			WithFix("Go back, reload the page and try again."))
		return nil, nil, false
	}
	return v, form, true
}

// signIn turns a one-time code into a session.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err != nil {
		s.trouble(w, r, http.StatusBadRequest, err)
		return
	}
	session, err := s.Book.SignIn(r.Context(), form.Get("code"))
	if err != nil {
		s.welcome(w, r, refusedStatus(err), s.plain(r), form.Get("query"), err)
		return
	}
	s.enter(w, r, session, form.Get("query"))
}

// signOut ends this browser's session, or those of all browsers of a person: one's own, and for
// the owner anybody's.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	var err error
	switch who := training.PersonID(form.Get("person")); {
	case who == "":
		err = s.Book.SignOut(r.Context(), v.session)
	case who != v.person.ID && v.person.Role != training.RoleOwner:
		err = training.Errorf(training.KindNotFound, "You cannot sign out this person.").WithFix("Reload the page.")
	default:
		err = s.Book.SignOutAll(r.Context(), who)
	}
	own := form.Get("person") == "" || form.Get("person") == string(v.person.ID)
	if to := s.leaving(r.Context()); err == nil && own && to != nil {
		http.Redirect(w, r, to.String(), http.StatusSeeOther) //nolint:gosec // the provider that was set up
		return
	}
	s.backHome(w, r, err)
}

// told returns an error in the reader's language.
func (s *Server) told(v *view, err error) string {
	if e, ok := errors.AsType[*training.Error](err); ok {
		return i18n.OfError(e).In(v.Say)
	}
	if f, ok := errors.AsType[*people.Fault](err); ok {
		return f.What
	}
	return v.Say("The store cannot answer now. Try again in a moment.")
}

// trouble shows an error to a person.
func (s *Server) trouble(w http.ResponseWriter, r *http.Request, status int, err error) {
	if status >= http.StatusInternalServerError {
		s.Log.WarnContext(r.Context(), "a sign-in page failed", "kind", training.KindOf(err).String())
	}
	v := s.plain(r)
	s.show(w, r, status, v, troublePage(v, s.told(v, err)))
}

// show writes a page. Nothing may frame it, and it runs no script but ours for passkeys.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, v *view, page templ.Component) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	// Browsers send the origin of a form only if the page lets them.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
	scripts := ""
	if v.options != "" {
		scripts = "script-src 'self'; "
	}
	h.Set("Content-Security-Policy", strings.TrimSpace("default-src 'none'; "+scripts+"style-src 'self'; base-uri 'none'; "+
		"frame-ancestors 'none'; form-action 'self' "+v.sendsTo))
	w.WriteHeader(status)
	_ = page.Render(r.Context(), w) // the browser may have disconnected
}
