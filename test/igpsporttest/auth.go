package igpsporttest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// account is how a member signs in.
type account struct {
	member *Member
	wrong  int // passwords in a row
	locked time.Time
}

// session is what a token opens. Both regions take the token of either, and
// take its member's number for one of their own.
type session struct {
	region   Region
	memberID string
	expires  time.Time
}

const lockedCode = 1004 // nobody has seen the real one

// login exchanges a password for a token. An account that is locked takes no
// password, not the right one either; how the service says so is not known.
func login(c *call) (any, error) {
	c.knows("the login", c.body, "appId", "username", "password")
	if text(c.body, "appId") != "igpsport-web" {
		return nil, refuseCode(400, "appId error")
	}
	s := c.server
	a := s.worlds[c.region].logins[text(c.body, "username")]
	if a != nil && s.now().Before(a.locked) {
		return nil, refuse(http.StatusForbidden, lockedCode, "Account locked")
	}
	if a == nil || text(c.body, "password") != s.options.Password {
		if a != nil {
			if a.wrong++; s.options.LockAfter > 0 && a.wrong >= s.options.LockAfter {
				a.locked, a.wrong = s.now().Add(s.options.LockFor), 0
			}
		}
		if s.options.LoginFails == LoginCodeOnly {
			return nil, refuseCode(1002, "Password error")
		}
		return nil, refuse(http.StatusForbidden, 1002, "Password error")
	}
	a.wrong = 0
	return s.issue(c.region, strconv.FormatInt(a.member.ID, 10)), nil
}

// issue makes a token of seven days and one that renews it.
func (s *Server) issue(region Region, memberID string) Doc {
	now := s.now()
	v := &session{region, memberID, now.Add(s.options.TokenLife)}
	claims := Doc{
		"iss": "http://authserver", "nbf": now.Unix(), "exp": v.expires.Unix(), "client_id": "qiwu.mobile", "sub": "s" + memberID,
		"jti": strconv.Itoa(len(s.sessions) + 1), "scope": []string{
			"openid", "offline_access", "mobile.api", "user.api", "device.api", "activity.api", "IdentityServerApi",
		},
	}
	form := s.options.MemberClaim
	if form == MemberVaries {
		form = map[Region]MemberClaim{CN: MemberNumber, INTL: MemberText}[region]
	}
	switch form {
	case MemberNumber:
		claims["memberid"] = json.Number(memberID)
	case MemberText:
		claims["memberid"] = memberID
	}
	part := func(v any) string { return base64.RawURLEncoding.EncodeToString(jsonResponse(0, v).body) }
	token := part(Doc{"alg": "RS256", "typ": "at+jwt", "kid": "emulated"}) + "." + part(claims) + ".c2lnbmVkLWJ5LW5vYm9keQ"
	renewal := "renewal-" + strconv.Itoa(len(s.sessions)+1) + "-" + string(region)
	s.sessions[token], s.renewals[renewal] = v, v
	return Doc{
		"token_type": "Bearer", "access_token": token, "refresh_token": renewal, "expires_in": int(s.options.TokenLife.Seconds()),
		"scope": "openid offline_access mobile.api", "boundPhone": region == CN,
	}
}

// Revoke ends all tokens at once, as a changed password does.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for token := range s.sessions {
		delete(s.sessions, token)
	}
	clear(s.renewals)
}

// authorise finds who calls.
func (c *call) authorise() error {
	s := c.server
	no := refuse(http.StatusUnauthorized, 401, "Unauthorized")
	token, ok := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
	v := s.sessions[token]
	if !ok || v == nil || !s.now().Before(v.expires) {
		return no
	}
	if v.region != c.region {
		s.violated("%s %s: the token is of region %s", c.region, c.op.name, v.region)
	}
	c.member = s.worlds[c.region].members[v.memberID]
	if c.member == nil {
		return no
	}
	return nil
}

// renew is the OAuth endpoint. Passwords need a client's secret there, which is
// the vendor's; whether a refresh token does too is not known.
func renew(c *call) (any, error) {
	no := func(word string) error {
		return &refusalError{status: http.StatusBadRequest, plain: Doc{"error": word}}
	}
	form, err := url.ParseQuery(string(c.raw))
	if err != nil {
		return nil, no("invalid_request")
	}
	if form.Get("grant_type") != "refresh_token" || !c.server.options.RefreshGrant {
		return nil, no("invalid_client")
	}
	old := c.server.renewals[form.Get("refresh_token")]
	if old == nil || old.region != c.region {
		return nil, no("invalid_grant")
	}
	delete(c.server.renewals, form.Get("refresh_token"))
	fresh := c.server.issue(old.region, old.memberID)
	fresh["memberId"] = old.memberID
	return fresh, nil
}
