package httpguard

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"sync"
	"time"
)

// How long what lets a browser in is good for.
const (
	// TicketLife is the life of a one-time ticket in a printed address.
	TicketLife = 2 * time.Minute
	// sessionLife is that of a cookie; a page that is open stays open.
	sessionLife = 30 * 24 * time.Hour
)

// maxTickets are those that may wait to be used; the oldest makes room.
const maxTickets = 8

// Sessions lets browsers in: a one-time ticket becomes a cookie, and a cookie
// says which token its pages must send with what changes something. Cookies are
// sealed with a secret of the home and kept nowhere, so that they outlive a
// restart; who takes the secret away ends them all.
type Sessions struct {
	secret  []byte
	name    string
	now     func() time.Time
	mu      sync.Mutex
	tickets []ticket
}

type ticket struct {
	sum  [sha256.Size]byte
	made time.Time
}

// NewSessions makes the sessions of a home's secret, which has at least 32 bytes.
// The name of the cookie is the home's own: cookies do not know ports, and two
// dashboards on one machine must not end each other's sessions.
func NewSessions(secret []byte, now func() time.Time) *Sessions {
	s := &Sessions{secret: secret, now: now}
	s.name = "lapkeep_" + hex.EncodeToString(s.seal("name", nil)[:6])
	return s
}

func (s *Sessions) seal(use string, b []byte) []byte {
	h := hmac.New(sha256.New, s.secret)
	h.Write([]byte(use))
	h.Write([]byte{0})
	h.Write(b)
	return h.Sum(nil)
}

// Ticket makes a one-time ticket that nobody can guess.
func (s *Sessions) Ticket() string {
	text := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tickets) >= maxTickets {
		s.tickets = s.tickets[1:]
	}
	s.tickets = append(s.tickets, ticket{sha256.Sum256([]byte(text)), s.now()})
	return text
}

// redeem uses a ticket up, and makes the cookie's value for it.
func (s *Sessions) redeem(text string) (cookie string, ok bool) {
	sum, now := sha256.Sum256([]byte(text)), s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.tickets[:0]
	for _, t := range s.tickets {
		switch fresh := now.Sub(t.made) <= TicketLife; {
		case fresh && subtle.ConstantTimeCompare(t.sum[:], sum[:]) == 1:
			ok = true
		case fresh:
			kept = append(kept, t)
		}
	}
	s.tickets = kept
	if !ok {
		return "", false
	}
	return s.begin(), true
}

// begin makes the value of a cookie.
func (s *Sessions) begin() string { return s.cookie(s.now().Add(sessionLife)) }

const nonceBytes = 16

// cookie is a nonce and the last second at which it counts, sealed.
func (s *Sessions) cookie(until time.Time) string {
	b := make([]byte, nonceBytes, nonceBytes+8+sha256.Size)
	_, _ = rand.Read(b) // it never fails
	b = binary.BigEndian.AppendUint64(b, uint64(until.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, s.seal("cookie", b)...))
}

// holds is whether a cookie's value was made here and still counts.
func (s *Sessions) holds(cookie string) bool {
	b, err := base64.RawURLEncoding.DecodeString(cookie)
	if err != nil || len(b) != nonceBytes+8+sha256.Size {
		return false
	}
	head, tail := b[:nonceBytes+8], b[nonceBytes+8:]
	return hmac.Equal(tail, s.seal("cookie", head)) && int64(binary.BigEndian.Uint64(head[nonceBytes:])) >= s.now().Unix()
}

// token is what pages of a cookie's session send with each change.
func (s *Sessions) token(cookie string) string {
	return base64.RawURLEncoding.EncodeToString(s.seal("csrf", []byte(cookie))[:24])
}
