package igpsport

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"lapkeep/internal/services/client"
)

// Claims are what a token says of itself. Nobody here can verify it, and
// nothing but when to renew it hangs on that.
type Claims struct {
	Member string
	Expiry time.Time // zero if it does not say
}

// ClaimsOf reads a token (a JWT). One in another form says nothing.
func ClaimsOf(token string) Claims {
	_, rest, _ := strings.Cut(token, ".")
	middle, _, _ := strings.Cut(rest, ".")
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(middle, "="))
	if err != nil {
		return Claims{}
	}
	var said struct {
		Member client.ID     `json:"memberid"` // memberId too: names are read in any case
		Expiry client.Number `json:"exp"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return Claims{}
	}
	c := Claims{Member: string(said.Member)}
	if said.Expiry > 0 && said.Expiry < 1<<40 {
		c.Expiry = time.Unix(int64(said.Expiry), 0).UTC()
	}
	return c
}

// WireLogin is what the athlete signs in with. Its text holds the password.
type WireLogin struct {
	App      string `json:"appId"`
	User     string `json:"username"`
	Password string `json:"password"`
}

// Session is the answer to a [Login].
type Session struct {
	Access  string        `json:"access_token"`
	Seconds client.Number `json:"expires_in"`
}

// Expiry is when the session ends: as its token says, or else so long after
// now as the answer does. Zero is not said.
func (s *Session) Expiry(now time.Time) time.Time {
	if at := ClaimsOf(s.Access).Expiry; !at.IsZero() {
		return at
	}
	if s.Seconds <= 0 || s.Seconds > 1<<31 {
		return time.Time{}
	}
	return now.Add(time.Duration(s.Seconds) * time.Second)
}
