package terminal

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"sync"
	"time"
)

// A ticket opens one connection of the session that asked for it, and soon.
const (
	ticketLife = 20 * time.Second
	maxTickets = 8 // that wait to be used; the oldest makes room
)

type tickets struct {
	now func() time.Time
	mu  sync.Mutex
	all []ticket
}

type ticket struct {
	sum  [sha256.Size]byte
	made time.Time
}

// sealed binds a ticket to a session.
func sealed(text, session string) [sha256.Size]byte {
	return sha256.Sum256([]byte(session + "\x00" + text))
}

func (t *tickets) give(session string) string {
	text := rand.Text()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) >= maxTickets {
		t.all = t.all[1:]
	}
	t.all = append(t.all, ticket{sealed(text, session), t.now()})
	return text
}

// take uses a ticket up.
func (t *tickets) take(text, session string) (ok bool) {
	sum, now := sealed(text, session), t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.all[:0]
	for _, x := range t.all {
		switch fresh := now.Sub(x.made) <= ticketLife; {
		case fresh && subtle.ConstantTimeCompare(x.sum[:], sum[:]) == 1:
			ok = true
		case fresh:
			kept = append(kept, x)
		}
	}
	t.all = kept
	return ok
}
