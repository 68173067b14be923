package mcp

import (
	"container/list"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/tools"
)

// Approver records that a person agreed to what a preview shows.
type Approver interface {
	Grant(ctx context.Context, token string) error
}

// Options describes what a server offers, and to whom.
type Options struct {
	Version string
	Table   *tools.Table
	// NewCall returns the context of each call: the athlete, the day, and one
	// reading of the clock. It is first called when a tool is called, so listing
	// tools does not wait for it.
	NewCall func(ctx context.Context) (*tools.Call, error)
	// AtOneMoment makes all reads of one call see the same moment; nil reads the
	// current state each time.
	AtOneMoment func(ctx context.Context) context.Context
	// Approver is called when a person agreed through the client; if it is nil,
	// people are told to use the command line.
	Approver Approver
	// ModelConsent accepts a second call with a preview's code as a person's
	// consent, if the client cannot ask. Only the config file may allow that.
	ModelConsent bool
	// SignIn describes how people get access from elsewhere; nil means that they cannot.
	SignIn *SignIn
	// Roams is set if requests of one session may come to several servers. A server then answers
	// a session that it does not know as it answers requests without one.
	Roams bool
	// Metrics explains the metrics; nil leaves those resources out.
	Metrics Glossary
	// Skills are workflows that assistants follow; nil leaves them out. It is first
	// called when they are requested.
	Skills func() []skills.Skill
	// View returns the page in which chats show answers that can be drawn, with miles
	// and feet if the athlete uses them; nil leaves it out.
	View func(miles bool) string
	// Random is used to seal what clients carry between two rounds of a call.
	Random io.Reader
	Log    *slog.Logger // nil discards
	// Extra is used in tests of the protocol and may be nil.
	Extra *Extra
}

// Server offers the table as an MCP server to any number of clients.
type Server struct {
	opts   Options
	mcp    *mcp.Server
	seal   *sealer
	skills func() (*skills.Set, error) // nil if there are none
	log    *slog.Logger
	listed func() map[string]*mcp.Tool // tools as published
	whole  func() ([]byte, error)      // the table's tools as one text
	viewed func() ([]byte, error)      // the same for clients that show views
	within *tools.Table                // all tools that a session can enable
	extra  map[string]*mcp.Tool        // tools outside the table

	widened  widened
	sessions *sessions   // sessions of the older protocol versions
	sse      sseSessions // sessions of the oldest transport
	due      *semaphore.Weighted

	// stopped ends running calls: the SDK waits for them when a session is
	// closed, but does not cancel them.
	stopped context.Context
	stop    context.CancelFunc
}

// ttlMs is how long a client may keep a list: a server's tools change only with
// a restart.
const ttlMs = 5 * 60 * 1000

// New returns a server for the table.
func New(o Options) (*Server, error) {
	s := &Server{opts: o, log: o.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if s.seal, err = newSealer(o.Random); err != nil {
		return nil, fmt.Errorf("sealing key: %w", err)
	}
	if s.opts.AtOneMoment == nil {
		s.opts.AtOneMoment = func(ctx context.Context) context.Context { return ctx }
	}
	s.within = o.Table.Within()
	s.widened.of, s.widened.told = map[mcp.Session]*tools.Table{}, map[mcp.Session]bool{}
	s.listed = sync.OnceValue(s.publishedTools)
	s.whole = sync.OnceValues(func() ([]byte, error) { return s.wholeList(s.opts.Table, false) })
	s.viewed = sync.OnceValues(func() ([]byte, error) { return s.wholeList(s.opts.Table, true) })
	s.sessions, s.due = newSessions(maxSessions, maxSessionBytes), semaphore.NewWeighted(allDue)
	s.stopped, s.stop = context.WithCancel(context.Background())
	s.mcp = mcp.NewServer(
		s.identity(true),
		o.Extra.announce(&mcp.ServerOptions{
			Instructions:      Instructions(o.Table),
			Logger:            s.log,
			Capabilities:      s.capabilities(),
			SetCacheable:      setCacheable,
			CompletionHandler: s.complete,
			GetSessionID:      func() string { return s.sessions.open(s.endSession) },
		}),
	)
	for _, r := range o.Table.Rows() {
		s.register(r.Name)
	}
	s.addMoved()
	s.mcp.AddReceivingMiddleware(s.survive, s.admitted, s.introduce, s.completed, s.explainUnknown)
	s.mcp.AddSendingMiddleware(s.tellWidened)
	s.addPrompts()
	s.addResources()
	if err := s.addSkills(); err != nil {
		return nil, err
	}
	s.extra = o.Extra.mount(s.mcp)
	return s, nil
}

// unlisted returns a placeholder for a tool's schema until it is listed. It states its type
// twice, so it cannot be encoded as JSON. Otherwise the SDK would encode and decode it,
// using 32 KB per tool, to look for headers that no argument has.
func unlisted() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Types: []string{"object"}}
}

// survive turns a panic, which would end the process and every session with it,
// into an error. The table already handles panics of tools.
func (s *Server) survive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				s.log.ErrorContext(ctx, "request panicked", "method", method, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
				res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: told(nil)}
			}
		}()
		return next(ctx, method, req)
	}
}

// capabilities returns only what is supported: only the tool list can change, and
// logs are not sent to clients.
func (s *Server) capabilities() *mcp.ServerCapabilities {
	c := &mcp.ServerCapabilities{
		Tools:       &mcp.ToolCapabilities{ListChanged: len(s.opts.Table.More()) > 0},
		Completions: &mcp.CompletionCapabilities{},
	}
	if len(s.prompts()) > 0 {
		c.Prompts = &mcp.PromptCapabilities{}
	}
	if s.hasResources() {
		c.Resources = &mcp.ResourceCapabilities{}
	}
	if s.opts.Skills != nil {
		c.AddExtension(skillsExtension, map[string]any{})
	}
	return c
}

// setCacheable allows clients to keep lists, but not to share them.
func setCacheable(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	c.CacheScope = "private"
	if _, isRead := req.GetParams().(*mcp.ReadResourceParams); !isRead {
		c.TTLMs = ttlMs
	}
}

// movedTool is registered but never listed. It answers calls to tools of other programs.
// Middleware cannot do this, because its answers lack fields that strict clients of the
// newer protocol require in a tool's result.
const movedTool = "lapkeep.moved"

// movedFrom is the context key of the called name.
type movedFrom struct{}

func (s *Server) addMoved() {
	s.mcp.AddTool(&mcp.Tool{Name: movedTool, InputSchema: unlisted()},
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			name, _ := ctx.Value(movedFrom{}).(string)
			_, err := s.tableOf(req.Session).Call(ctx, name, &tools.Call{}, nil)
			return s.failed(err), nil
		})
}

// explainUnknown answers a call to a tool that is not offered by recommending the tool to
// call instead. A name known from another program gets a result, which models see; for any
// other name the protocol requires a protocol error.
func (s *Server) explainUnknown(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok || call.Params == nil {
			return next(ctx, method, req)
		}
		name := call.Params.Name
		t := s.tableFor(call, name)
		_, known := t.Lookup(name)
		if _, extra := s.extra[name]; known || extra {
			if _, listed := s.opts.Table.Lookup(name); known && !listed {
				s.register(name) // no client may have called it yet
			}
			return next(ctx, method, req)
		}
		if t.Explains(name) {
			moved, params := *call, *call.Params
			params.Name, params.Arguments = movedTool, nil
			moved.Params = &params
			return next(context.WithValue(ctx, movedFrom{}, name), method, &moved)
		}
		_, err := t.Call(ctx, name, &tools.Call{}, nil)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: told(err)}
	}
}

// Limits on the sessions of the older protocol versions. When they are exceeded, of the caller
// who has the most, the session that has been idle longest ends. A client's description of
// itself is kept for its whole session, and takes about twenty times its size.
const (
	maxSessions     = 256
	maxSessionBytes = 1 << 20
	maxOpening      = 64 << 10 // bytes of one initialize; clients need a few hundred
)

// sessions gives sessions their ids and keeps the order of their last use.
type sessions struct {
	most, mostBytes int

	mu    sync.Mutex
	bytes int
	order *list.List // of *kept, the longest idle one first
	at    map[string]*list.Element
}

// kept is a session that is not known to have ended.
type kept struct {
	id    string
	who   string // the caller who opened it, once that is known
	bytes int
	end   func(id string)
}

func newSessions(most, mostBytes int) *sessions {
	return &sessions{most: most, mostBytes: mostBytes, order: list.New(), at: map[string]*list.Element{}}
}

// open returns an unguessable id for a new session; end is called to end it. The id
// always comes from the system's random source, not from the server's, because two
// sessions must not share an id.
func (s *sessions) open(end func(id string)) string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.order.Len() >= s.most {
		s.endOne(func(*kept) int { return 1 })
	}
	s.at[id] = s.order.PushBack(&kept{id: id, end: end})
	return id
}

// endOne makes room for a new session: it ends the longest idle one of the caller who has the
// most. It does so in the background, because ending a session waits for its running calls.
func (s *sessions) endOne(size func(*kept) int) {
	k := guard.Excess(s.order, func(entry any) (string, int) {
		k := entry.(*kept)
		return k.who, size(k)
	}).Value.(*kept)
	s.drop(k.id)
	go k.end(k.id)
}

func (s *sessions) drop(id string) {
	if e, ok := s.at[id]; ok {
		s.bytes -= s.order.Remove(e).(*kept).bytes
		delete(s.at, id)
	}
}

// weigh records who opened a session and the size of its opening message, and ends other
// sessions if the total is too large.
func (s *sessions) weigh(id, who string, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.at[id]
	if !ok {
		return
	}
	k := e.Value.(*kept)
	s.bytes += bytes - k.bytes
	k.who, k.bytes = who, bytes
	s.order.MoveToBack(e)
	for s.bytes > s.mostBytes && s.order.Len() > 1 {
		s.endOne(func(k *kept) int { return k.bytes })
	}
}

// used records that a session is not idle, and reports whether it exists.
func (s *sessions) used(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.at[id]
	if ok {
		s.order.MoveToBack(e)
	}
	return ok
}

// ended drops a session.
func (s *sessions) ended(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(id)
}

// track records which session a request uses, opens or ends.
func (s *Server) track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(sessionHeader)
		s.sessions.used(id)
		next.ServeHTTP(w, r)
		switch {
		case id == "":
			id = w.Header().Get(sessionHeader)
			s.sessions.weigh(id, guard.Caller(r.Context()), int(r.ContentLength))
			s.endWithAccess(r, id)
		case r.Method == http.MethodDelete:
			s.sessions.ended(id)
		}
	})
}

// endSession ends the session with the id, if it still exists.
func (s *Server) endSession(id string) {
	for session := range s.mcp.Sessions() {
		if session.ID() == id {
			_ = session.Close() // the client is told when it returns
		}
	}
}

// sseSessions holds the open streams of the oldest transport.
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

// of returns the session with the given id, but only for the credential that opened it.
func (s *sseSessions) of(id, caller string) (*due, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.all[id]
	return session.due, ok && session.caller == caller
}
