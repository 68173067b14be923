package mcpserver

import (
	"container/list"
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxSessions is how many sessions of the older era are kept. Where clients
// leave more behind, the one that was silent longest ends.
const maxSessions = 256

// sessions names sessions and knows which was used last.
type sessions struct {
	most  int
	end   func(id string)
	mu    sync.Mutex
	order *list.List // of ids, the longest silent first
	at    map[string]*list.Element
}

func newSessions(most int, end func(id string)) *sessions {
	return &sessions{most: most, end: end, order: list.New(), at: map[string]*list.Element{}}
}

// next is the id of a new session, which nobody can guess. It comes from the
// system whatever the server's own randomness is: two sessions must not share one.
func (s *sessions) next() string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.order.Len() >= s.most {
		oldest := s.order.Remove(s.order.Front()).(string)
		delete(s.at, oldest)
		go s.end(oldest) // which waits for what runs in it
	}
	s.at[id] = s.order.PushBack(id)
	return id
}

// track notes which session a request uses.
func (s *sessions) track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if e, ok := s.at[r.Header.Get(sessionHeader)]; ok {
			s.order.MoveToBack(e)
		}
		s.mu.Unlock()
		next.ServeHTTP(w, r)
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
	transport *mcp.SSEServerTransport
	caller    string
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
func (s *sseSessions) of(id, caller string) (*mcp.SSEServerTransport, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.all[id]
	return session.transport, ok && session.caller == caller
}
