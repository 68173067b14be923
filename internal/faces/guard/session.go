package guard

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// The lifetimes of tickets and sessions.
const (
	// TicketLife is the lifetime of a one-time ticket in a printed address.
	TicketLife = 2 * time.Minute
	// sessionLife is the maximum lifetime of a session; it also ends with the process.
	sessionLife = 30 * 24 * time.Hour
	// endNoticed is how often a request that stays open checks whether its session
	// has ended.
	endNoticed = time.Second
)

// maxTickets is the maximum number of unused tickets; a new one replaces the oldest.
const maxTickets = 8

// cookieName is the same for all sessions, because each cookie is sent only below
// its own root.
const cookieName = "lapkeep_session"

// The ways to begin a session.
const (
	byTicket = "ticket"
	byKey    = "key"
)

// Sessions admits browsers: it turns a one-time ticket or the key into a session,
// which is known only to this process. Each session has a file in a folder of the
// home; removing the file ends the session.
type Sessions struct {
	dir     string
	now     func() time.Time
	start   string
	mu      sync.Mutex
	tickets []ticket
	open    map[[sha256.Size]byte]*Session
}

// Session is an admitted browser.
type Session struct {
	Begun time.Time `json:"begun"`
	How   string    `json:"how"`   // ticket or key
	Start string    `json:"start"` // the start of the dashboard in which it began
	// root is the path prefix of the session's pages. Cookies do not distinguish
	// ports; because the path cannot be guessed, no other server with the same host
	// name receives this cookie.
	root  string
	token string // sent by its pages with each change
	sum   [sha256.Size]byte
	file  string // empty if the home is not writable
}

// Is reports whether both are the same session.
func (x *Session) Is(y *Session) bool { return x.sum == y.sum }

// ByKey reports whether the session began with the key, not with a printed ticket.
func (x *Session) ByKey() bool { return x.How == byKey }

type ticket struct {
	sum  [sha256.Size]byte
	made time.Time
}

// NewSessions returns the sessions of one start of the dashboard. They are listed
// in a folder of the home; if dir is empty, they exist only in memory.
func NewSessions(dir string, now func() time.Time) *Sessions {
	return &Sessions{dir: dir, now: now, start: rand.Text(), open: map[[sha256.Size]byte]*Session{}}
}

// Ticket creates an unguessable one-time ticket.
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

// redeem uses up a ticket.
func (s *Sessions) redeem(text string) (ok bool) {
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
	return ok
}

// begin creates a session and the value of its cookie, of which only a hash is kept.
func (s *Sessions) begin(how string) (x *Session, cookie string) {
	cookie = rand.Text()
	x = &Session{Begun: s.now(), How: how, Start: s.start, root: secretRoot + rand.Text(), token: rand.Text()}
	x.sum = sha256.Sum256([]byte(cookie))
	if s.dir != "" {
		b, _ := json.Marshal(x) // its fields are plain, so this cannot fail
		file := filepath.Join(s.dir, hex.EncodeToString(x.sum[:]))
		if os.MkdirAll(s.dir, 0o700) == nil && os.WriteFile(file, b, 0o600) == nil {
			x.file = file
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[x.sum] = x
	return x, cookie
}

// of returns the session of a request, or nil if it has none: cookie and path
// must belong to the same session.
func (s *Sessions) of(r *http.Request) *Session {
	for _, c := range r.CookiesNamed(cookieName) {
		s.mu.Lock()
		x := s.open[sha256.Sum256([]byte(c.Value))]
		s.mu.Unlock()
		if x != nil && strings.HasPrefix(r.URL.Path, x.root+"/") && s.holds(x) {
			return x
		}
	}
	return nil
}

// holds reports whether a session is still valid, and forgets it otherwise.
func (s *Sessions) holds(x *Session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := s.now().Sub(x.Begun) > sessionLife
	if x.file != "" {
		_, err := os.Lstat(x.file)
		gone = gone || errors.Is(err, fs.ErrNotExist)
	}
	if gone {
		delete(s.open, x.sum)
	}
	return s.open[x.sum] == x
}

// follow cancels a request that stays open when its session ends.
func (s *Sessions) follow(ctx context.Context, x *Session, cancel func()) {
	look := time.NewTicker(endNoticed)
	defer look.Stop()
	for s.holds(x) {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
	cancel()
}

// Open lists the sessions of this start, the oldest first.
func (s *Sessions) Open() []*Session {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.open))
	s.mu.Unlock()
	all = slices.DeleteFunc(all, func(x *Session) bool { return !s.holds(x) })
	slices.SortFunc(all, func(a, b *Session) int { return a.Begun.Compare(b.Begun) })
	return all
}

// End ends one session of this start.
func (s *Sessions) End(x *Session) error {
	s.mu.Lock()
	delete(s.open, x.sum)
	s.mu.Unlock()
	if x.file == "" {
		return nil
	}
	if err := os.Remove(x.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// EndAll ends the sessions of this start, and all other sessions of the home.
func (s *Sessions) EndAll() error {
	err := s.Close()
	if s.dir != "" {
		_, ended := EndSessions(s.dir, false)
		err = errors.Join(err, ended)
	}
	return err
}

// Close ends the sessions of this start.
func (s *Sessions) Close() error {
	var err error
	for _, x := range s.Open() {
		err = errors.Join(err, s.End(x))
	}
	return err
}

// EndSessions ends all sessions that a folder lists, regardless of which process
// began them, and returns their number; a dry run only counts them.
func EndSessions(dir string, dryRun bool) (int, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, f := range files {
		if !dryRun {
			if gone := os.Remove(filepath.Join(dir, f.Name())); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	if err != nil {
		return 0, fmt.Errorf("ending sessions: %w", err)
	}
	return len(files), nil
}
