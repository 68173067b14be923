package authserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// attemptLife is how long a page for signing in works. A page that is opened later continues
// the attempt of the browser if at least half of the time is left, so that two tabs work.
const attemptLife = 10 * time.Minute

// maxQuery is the longest program's request that fits into a cookie.
const maxQuery = 2 << 10

// attempt is one attempt of a browser to sign in or to add a passkey. It is in a cookie, sealed
// by this process, so that strangers who open pages leave nothing here.
type attempt struct {
	people.Attempt
	query string // the program's request, if there is one
}

// makeSeal makes the key that seals cookies of attempts, at the first use.
func (s *Server) makeSeal() error {
	s.sealing.Lock()
	defer s.sealing.Unlock()
	if s.seal != "" {
		return nil
	}
	a, err := s.Book.NewAttempt(0)
	s.seal = a.ID
	return err
}

// derive returns a secret of the server for a purpose of an attempt.
func (s *Server) derive(a attempt, purpose ...string) []byte {
	h := hmac.New(sha256.New, []byte(s.seal))
	_, _ = h.Write([]byte(strings.Join(append(purpose, a.ID), "\x00"))) // it never fails
	return h.Sum(nil)
}

func (s *Server) derived(a attempt, purpose ...string) string {
	return base64.RawURLEncoding.EncodeToString(s.derive(a, purpose...))
}

func (s *Server) tryCookie() string { return s.cookie() + "_try" }

// begin returns an attempt of the browser, and gives it to the browser if it is new. After an
// attempt that failed, it is new in any case.
func (s *Server) begin(w http.ResponseWriter, r *http.Request, query string, failed bool) (attempt, error) {
	if len(query) > maxQuery {
		return attempt{}, training.Errorf(training.KindInvalid, "The program's request is too long.").WithFix("Tell its makers.")
	}
	if a, ok := s.tried(r); ok && !failed && a.query == query && a.Expires.Sub(s.Now()) > attemptLife/2 {
		return a, nil
	}
	if err := s.makeSeal(); err != nil {
		return attempt{}, err
	}
	made, err := s.Book.NewAttempt(attemptLife)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{made, query}
	text := a.ID + "." + strconv.FormatInt(a.Expires.Unix(), 10) + "." + base64.RawURLEncoding.EncodeToString([]byte(query))
	s.setCookie(w, s.tryCookie(), text+"."+s.derived(a, "cookie", text), attemptLife)
	return a, nil
}

// tried returns the attempt of a browser. ok is false if it has none, or an old one.
func (s *Server) tried(r *http.Request) (a attempt, ok bool) {
	c, err := r.Cookie(s.tryCookie())
	if err != nil {
		return a, false
	}
	if err := s.makeSeal(); err != nil {
		return a, false
	}
	i := strings.LastIndexByte(c.Value, '.')
	parts := strings.Split(c.Value[:max(i, 0)], ".")
	if len(parts) != 3 {
		return a, false
	}
	a.ID = parts[0]
	if !hmac.Equal([]byte(c.Value[i+1:]), []byte(s.derived(a, "cookie", c.Value[:i]))) {
		return a, false
	}
	seconds, err := strconv.ParseInt(parts[1], 10, 64)
	query, qerr := base64.RawURLEncoding.DecodeString(parts[2])
	a.Expires, a.query = time.Unix(seconds, 0), string(query)
	return a, err == nil && qerr == nil && s.Now().Before(a.Expires)
}

// setCookie sets a cookie that scripts cannot read; one without a life is removed.
func (s *Server) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	c := &http.Cookie{ //nolint:gosec // without TLS the server is on this machine alone
		Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life / time.Second), Secure: strings.HasPrefix(s.Base, "https:"),
	}
	if life <= 0 {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// enter gives a browser its session, and leads it back to the program's request or to the
// person's page.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, session, query string) {
	s.setCookie(w, s.cookie(), session, people.SessionLife)
	to := homePath
	if query != "" {
		to = authorizePath + "?" + query
	}
	if _, err := url.Parse(to); err != nil {
		to = homePath
	}
	http.Redirect(w, r, to, http.StatusSeeOther) //nolint:gosec // it begins with one of our own paths
}

// refusedStatus returns the status of an answer to somebody who was not let in.
func refusedStatus(err error) int {
	switch training.KindOf(err) {
	case training.KindForbidden:
		return http.StatusUnauthorized
	case training.KindInvalid, training.KindConflict, training.KindNotFound:
		return http.StatusBadRequest
	}
	return http.StatusServiceUnavailable
}

// welcome shows the page on which people sign in, in the ways that there are. err is why an
// earlier attempt failed.
func (s *Server) welcome(w http.ResponseWriter, r *http.Request, status int, v *view, query string, failed error) {
	if s.signsInElsewhere() {
		v.provider, v.code = hostOf(s.Provider.Issuer), false
	} else if s.keys != nil {
		all, err := s.Book.Passkeys(r.Context())
		if err == nil && len(all) > 0 {
			v.options, err = s.askForPasskey(w, r, failed != nil)
		}
		if err != nil {
			s.trouble(w, r, http.StatusServiceUnavailable, err)
			return
		}
	}
	problem := ""
	if failed != nil {
		problem = s.told(v, failed)
	}
	s.show(w, r, status, v, signInPage(v, query, problem))
}
