package igpsporttest

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/emulator"
)

// The default accounts. The two regions have separate accounts: a phone number
// in one, an e-mail address in the other.
const (
	DefaultPhone    = "13800000042"
	DefaultEmail    = "rider@example.invalid"
	DefaultPassword = "canary-igpsport"
)

// Region is one of the two services, which share only their paths.
type Region string

// The regions.
const (
	CN   Region = "cn"
	INTL Region = "intl"
)

// Signing is the policy by which the Chinese service checks signatures.
type Signing int

// The policies. Which one the service has is unknown; the first is likely.
const (
	SigningIfPresent Signing = iota // a call with any of the headers is checked
	SigningOff
	SigningRequired // unsigned calls are refused too
)

// PastEnd is the content of a page after the last one.
type PastEnd int

// Both were reported. PastEndVaries repeats in China and is empty elsewhere.
const (
	PastEndVaries PastEnd = iota
	PastEndEmpty
	PastEndRepeats
)

// Dates is the form of startTime in the list of activities.
type Dates int

// Both were reported, by account. DatesVary has days in China, times elsewhere.
const (
	DatesVary Dates = iota
	DatesDotted
	DatesWithTime
)

// DownloadForm is the form of the address in getDownloadUrl.
type DownloadForm int

// A string was seen; others read an object, and sometimes there is nothing.
const (
	DownloadText DownloadForm = iota
	DownloadObject
	DownloadNull
)

// Options configure a server. The zero value is one athlete in each region,
// with a little of everything.
type Options struct {
	Password string // of both regions; "" is the default

	// Now is the server's clock. Nil is a fixed moment: 22:30 UTC on 20
	// September 2026, when it is already the 21st in China.
	Now  func() time.Time
	Live bool // use the machine's clock instead

	Empty        bool // no sample data except the athletes
	Activities   int  // number of activities, newest first, one per day; 0 is 26, more than a page
	Seconds      int  // duration of each; 0 is 900
	NoThresholds bool // the athlete never entered FTP, LTHR and maximal heart rate: all are 0
	NoStartEvery int  // every n-th activity has no startTime; 0 is none

	Signing        Signing
	SigningRefusal int    // the status for missing or wrong signatures; 0 is 401, which is a guess
	SessionKey     []byte // the signing key; nil is the bytes 0 to 31

	TokenLife   time.Duration // 0 is seven days
	MemberClaim MemberClaim
	LoginFails  LoginFailure
	LockAfter   int // wrong passwords in a row that lock an account, a guess; 0 is 5, negative none

	PageCap     int // maximum rows of a page; 0 is 20
	Rows        RowsForm
	PastEnd     PastEnd
	Dates       Dates
	Download    DownloadForm
	NumbersText bool // numbers of athletes, activities and laps are strings
	NullCreated bool // the answer to a saved workout has null data
	PerSecond   int  // more calls than this in one second of the clock get 429; 0 is no limit

	// Lenient keeps violations from failing the test; they are still in
	// Violations.
	Lenient bool
}

// RowsForm is the form in which a page of activities contains its rows.
type RowsForm int

// The first was seen; an older client reads the others too. A bare array does
// not have the number of pages.
const (
	RowsInRows RowsForm = iota
	RowsInList
	RowsBare
)

// MemberClaim is the form of the member's id in a token.
type MemberClaim int

// Both a number and a string were seen. MemberVaries is a number in China, a
// string elsewhere.
const (
	MemberVaries MemberClaim = iota
	MemberNumber
	MemberText
	MemberMissing
)

// LoginFailure is the form of the answer to a wrong password.
type LoginFailure int

// The first was seen; the second is what an older client expects.
const (
	LoginForbidden LoginFailure = iota // HTTP 403 with code 1002
	LoginCodeOnly                      // HTTP 200 with code 1002
)

func (o Options) filled() Options {
	o.Password = cmp.Or(o.Password, DefaultPassword)
	o.Now = emulator.Clock(o.Now, o.Live, time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC))
	o.Activities = cmp.Or(o.Activities, 26)
	o.Seconds = cmp.Or(o.Seconds, 900)
	o.SigningRefusal = cmp.Or(o.SigningRefusal, 401)
	o.LockAfter = cmp.Or(o.LockAfter, 5)
	o.PageCap = cmp.Or(o.PageCap, 20)
	o.TokenLife = cmp.Or(o.TokenLife, 7*24*time.Hour)
	if o.SessionKey == nil {
		o.SessionKey = PlainKey()
	}
	return o
}

// username returns the user name of the athlete in a region.
func username(region Region) string {
	if region == CN {
		return DefaultPhone
	}
	return DefaultEmail
}

// PlainKey returns the default signing key: the bytes 0 to 31.
func PlainKey() []byte {
	key := make([]byte, 32)
	for i := range key {
		key[i] = byte(i)
	}
	return key
}

// account is a member's login.
type account struct {
	member *Member
	wrong  int // passwords in a row
	locked time.Time
}

// session is what a token opens. Both regions accept each other's tokens, and
// read the member's number as one of their own.
type session struct {
	region   Region
	memberID string
	expires  time.Time
}

// Guesses about locked accounts and signatures, which nobody has seen.
const (
	lockedCode = 1004
	lockFor    = 30 * time.Minute
	skew       = 300 * time.Second // maximum error of x-timestamp
)

// login exchanges a password for a token. A locked account accepts no password,
// not even the right one; how the service reports that is unknown.
func login(c *call) (any, error) {
	c.knows("the login", c.body, "appId", "username", "password")
	if text(c.body, "appId") != "igpsport-web" {
		return nil, refuseCode(400, "appId error")
	}
	s := c.server
	a := s.worlds[c.region].logins[text(c.body, "username")]
	if a != nil && s.Now().Before(a.locked) {
		return nil, refuse(http.StatusForbidden, lockedCode, "Account locked")
	}
	if a == nil || text(c.body, "password") != s.options.Password {
		if a != nil {
			if a.wrong++; s.options.LockAfter > 0 && a.wrong >= s.options.LockAfter {
				a.locked, a.wrong = s.Now().Add(lockFor), 0
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

// issue makes a token for seven days and one that renews it.
func (s *Server) issue(region Region, memberID string) Doc {
	now := s.Now()
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
	part := func(v any) string { return base64.RawURLEncoding.EncodeToString(emulator.JSON(0, v).Body) }
	token := part(Doc{"alg": "RS256", "typ": "at+jwt", "kid": "emulated"}) + "." + part(claims) + ".c2lnbmVkLWJ5LW5vYm9keQ"
	renewal := "renewal-" + strconv.Itoa(len(s.sessions)+1) + "-" + string(region)
	s.sessions[token] = v
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
}

// authorise identifies the caller.
func (c *call) authorise() error {
	s := c.server
	no := refuse(http.StatusUnauthorized, 401, "Unauthorized")
	token, ok := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
	v := s.sessions[token]
	if !ok || v == nil || !s.Now().Before(v.expires) {
		return no
	}
	if v.region != c.region {
		s.Violated("%s %s: the token is of region %s", c.region, c.op.name, v.region)
	}
	c.member = s.worlds[c.region].members[v.memberID]
	if c.member == nil {
		return no
	}
	return nil
}
