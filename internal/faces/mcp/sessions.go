package mcp

import (
	"container/list"
	"crypto/rand"
	"net/http"
	"sync"
)

// The sessions of the older eras that are kept. Where clients leave more behind, the one
// that was silent longest ends. A client's description of itself is kept as long as its
// session, in some twenty times the bytes that it came in.
const (
	maxSessions     = 256
	maxSessionBytes = 1 << 20
	maxOpening      = 64 << 10 // bytes of one initialize; clients need some hundreds
)

// sessions names sessions and knows which was used last.
type sessions struct {
	most, mostBytes int

	mu    sync.Mutex
	bytes int
	order *list.List // of *kept, the longest silent first
	at    map[string]*list.Element
}

// kept is a session that has not ended, as far as is known.
type kept struct {
	id    string
	bytes int
	end   func(id string)
}

func newSessions(most, mostBytes int) *sessions {
	return &sessions{most: most, mostBytes: mostBytes, order: list.New(), at: map[string]*list.Element{}}
}

// open makes the id of a new session, which nobody can guess; end is called to
// end it. The id comes from the system whatever the server's own randomness is:
// two sessions must not share one.
func (s *sessions) open(end func(id string)) string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.order.Len() >= s.most {
		s.endOldest()
	}
	s.at[id] = s.order.PushBack(&kept{id: id, end: end})
	return id
}

// endOldest makes room. It ends the session beside, which waits for what runs
// in it.
func (s *sessions) endOldest() {
	oldest := s.order.Front().Value.(*kept)
	s.drop(oldest.id)
	go oldest.end(oldest.id)
}

func (s *sessions) drop(id string) {
	if e, ok := s.at[id]; ok {
		s.bytes -= s.order.Remove(e).(*kept).bytes
		delete(s.at, id)
	}
}

// weigh notes how much a session was opened with, and ends others where that
// is too much of all together.
func (s *sessions) weigh(id string, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.at[id]
	if !ok {
		return
	}
	k := e.Value.(*kept)
	s.bytes += bytes - k.bytes
	k.bytes = bytes
	s.order.MoveToBack(e)
	for s.bytes > s.mostBytes && s.order.Len() > 1 {
		s.endOldest()
	}
}

// used notes that a session is not silent.
func (s *sessions) used(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.at[id]; ok {
		s.order.MoveToBack(e)
	}
}

// ended forgets a session.
func (s *sessions) ended(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(id)
}

// track notes which session a request uses, opens or ends.
func (s *sessions) track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(sessionHeader)
		s.used(id)
		next.ServeHTTP(w, r)
		switch {
		case id == "":
			s.weigh(w.Header().Get(sessionHeader), int(r.ContentLength))
		case r.Method == http.MethodDelete:
			s.ended(id)
		}
	})
}

// endSession ends the session of the id, if it is still there.
func (s *Server) endSession(id string) {
	for session := range s.mcp.Sessions() {
		if session.ID() == id {
			_ = session.Close() // its client is told when it comes back
		}
	}
}

// sseSessions are the open streams of the oldest transport.
type sseSessions struct {
	mu  sync.Mutex
	all map[string]sseSession
}

type sseSession struct {
	*due
	caller string
}

func (s *sseSessions) put(id string, session sseSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]sseSession{}
	}
	s.all[id] = session
}

func (s *sseSessions) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, id)
}

// of is the session of an id, for the credential that opened it alone.
func (s *sseSessions) of(id, caller string) (*due, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.all[id]
	return session.due, ok && session.caller == caller
}
