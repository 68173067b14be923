package mcp

import (
	"bytes"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/platform/textclean"
)

// way is the way in which a request is answered.
type way int

const (
	toModern  way = iota // without sessions, as of 2026-07-28
	toSession            // within a session, or opening one
	toPlain              // one JSON document, for users of curl
)

// posted holds the members of a message that routing reads.
type posted struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
		Name json.RawMessage            `json:"name"`
		Args json.RawMessage            `json:"arguments"`
	} `json:"params"`

	text []byte // the whole message
}

// metaVersion is the field in which a message of the newer protocol states its version.
const metaVersion = "io.modelcontextprotocol/protocolVersion"

// route reads a request as far as needed to decide how to handle it.
func route(w http.ResponseWriter, r *http.Request) (way, posted, *refusal) {
	var m posted
	inSession := r.Header.Get(sessionHeader) != ""
	modern := r.Header.Get(versionHeader) >= firstModern
	switch r.Method {
	case http.MethodPost:
	case http.MethodGet, http.MethodDelete:
		if why := unknownVersion(r); why != nil {
			return 0, m, why
		}
		if inSession && !modern {
			return toSession, m, nil
		}
		return 0, m, notAllowed(w, "Without a session, only POST is accepted here.")
	default:
		return 0, m, notAllowed(w, r.Method+" is not accepted here.")
	}
	m, refused := readMessage(r)
	if refused == nil {
		refused = unknownVersion(r)
	}
	switch {
	case refused != nil:
		return 0, m, refused
	case modern:
		return toModern, m, nil
	case inSession || m.Method == "initialize":
		return toSession, m, nil
	case m.Params.Meta[metaVersion] != nil:
		return toModern, m, nil // that handler reports the missing header
	case (m.Method == "tools/list" || m.Method == "tools/call") && m.ID != nil:
		if !takesJSON(r.Header.Values("Accept")) {
			return 0, m, &refusal{
				status: http.StatusNotAcceptable, code: jsonrpc.CodeInvalidRequest,
				says: "Without a session the answer is JSON, which Accept does not allow. Leave Accept out, or send initialize first.",
			}
		}
		return toPlain, m, nil
	}
	return 0, m, &refusal{
		status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest,
		says: "Without a session only tools/list and tools/call are answered. Send initialize first, or the header " +
			"MCP-Protocol-Version: " + firstModern + " with a message of that version.",
	}
}

func notAllowed(w http.ResponseWriter, what string) *refusal {
	w.Header().Set("Allow", "GET, POST, DELETE")
	return &refusal{status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest, says: what + " Send a message of MCP with POST."}
}

// unknownVersion rejects a header without a known version of the protocol, or with two, and
// lists the known ones. Without the header, the session's version applies, if there is a
// session.
func unknownVersion(r *http.Request) *refusal {
	named, known := r.Header.Values(versionHeader), mcp.SupportedProtocolVersions()
	if len(named) == 0 || len(named) == 1 && slices.Contains(known, named[0]) {
		return nil
	}
	return &refusal{
		http.StatusBadRequest, mcp.CodeUnsupportedProtocolVersion,
		"The header MCP-Protocol-Version does not name a version of the protocol. Send one of " + strings.Join(known, ", ") + ".",
		mcp.UnsupportedProtocolVersionData{Supported: known, Requested: textclean.Line(strings.Join(named, ", "), 40)},
	}
}

// decode returns the message as the SDK decodes it.
func (m posted) decode() (jsonrpc.Message, *refusal) {
	read, err := message(m.text)
	if err != nil {
		return nil, notAMessage()
	}
	if why := invalidParams(read); why != nil {
		return nil, &refusal{status: http.StatusBadRequest, code: why.Code, says: why.Message}
	}
	return read, nil
}

func notAMessage() *refusal {
	return &refusal{
		status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest,
		says: "The body is not a JSON-RPC message. Send jsonrpc, id, method and params.",
	}
}

// readMessage reads one JSON-RPC message from the body that the guard has read.
func readMessage(r *http.Request) (posted, *refusal) {
	var m posted
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return m, &refusal{
			status: http.StatusUnsupportedMediaType, code: jsonrpc.CodeInvalidRequest,
			says: "The request has no JSON content type. Send Content-Type: application/json.",
		}
	}
	body := guard.Body(r.Context())
	switch {
	case bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")):
		return m, &refusal{
			status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest,
			says: "Batches are not supported. Send one message at a time.",
		}
	case reading.CheckJSON(body) != nil:
		return m, &refusal{status: http.StatusBadRequest, code: jsonrpc.CodeParseError, says: "The message nests too deeply. Send simpler JSON."}
	}
	switch err := json.Unmarshal(body, &m); {
	case err != nil && !json.Valid(body):
		return posted{}, &refusal{
			status: http.StatusBadRequest, code: jsonrpc.CodeParseError,
			says: "The body is not JSON. Send one JSON-RPC message.",
		}
	case err != nil:
		return posted{}, notAMessage()
	case m.Method == "initialize" && len(body) > maxOpening:
		return m, &refusal{
			status: http.StatusRequestEntityTooLarge, code: jsonrpc.CodeInvalidRequest,
			says: "The client's information about itself is too long. Send less with initialize.",
		}
	}
	m.text = body
	return m, nil
}

// takesJSON reports whether Accept allows JSON; a missing header allows everything.
func takesJSON(accept []string) bool {
	if len(accept) == 0 {
		return true
	}
	for kind := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		kind, _, _ = strings.Cut(kind, ";")
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "", "*/*", "application/*", "application/json":
			return true
		}
	}
	return false
}

// refusal is the error message for a request that is not answered.
type refusal struct {
	status int
	code   int64
	says   string
	data   any // in addition to the words; nil means none
}

func (f *refusal) write(w http.ResponseWriter, id json.RawMessage) {
	if id == nil {
		id = json.RawMessage("null")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	why := map[string]any{"code": f.code, "message": f.says}
	if f.data != nil {
		why["data"] = f.data
	}
	// The caller may have disconnected; nobody else needs the error.
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": id, "error": why})
}

// firstModern is the first protocol version without sessions.
const firstModern = "2026-07-28"

// The headers that determine how a request is read.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// sessionTimeout ends the sessions of clients that have disconnected.
const sessionTimeout = 10 * time.Minute

// HTTPHandler serves MCP over streamable HTTP, with the old and the new protocol at one
// address. It does not check the caller and uses the body that a guard has read, so it must
// be behind a guard. When ctx is done, running calls are cancelled.
func (s *Server) HTTPHandler(ctx context.Context) http.Handler {
	context.AfterFunc(ctx, s.stop)
	return s.streamable()
}

// streamable passes each request to the handler for its kind.
func (s *Server) streamable() http.Handler {
	get := func(*http.Request) *mcp.Server { return s.mcp }
	// The guard checks Host; the SDK would reject the host names of tunnels.
	modern := asCaller(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, Logger: s.log, DisableLocalhostProtection: true,
		PropagateRequestCancellation: true, // a client that disconnects has cancelled its request
	}))
	legacy := asCaller(s.track(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		SessionTimeout: sessionTimeout, Logger: s.log, DisableLocalhostProtection: true,
		EventStore: newEvents(maxEventBytes, maxStreams),
	})))
	plain := asCaller(asPlainJSON(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: s.log, DisableLocalhostProtection: true,
	})))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Accel-Buffering", "no") // so that proxies pass events on at once
		way, m, refused := route(w, r)
		if refused == nil {
			refused = s.stepUp(w, r, m)
		}
		if plain, ok := s.asRead(m); ok && refused == nil && way == toPlain {
			s.plainRead(w, r, plain)
			return
		}
		if refused == nil && m.text != nil {
			_, refused = m.decode()
		}
		switch {
		case refused != nil:
			refused.write(w, m.ID)
		case way == toModern, way == toSession && s.opts.Roams && s.elsewhere(r):
			modern.ServeHTTP(w, r)
		case way == toSession:
			legacy.ServeHTTP(w, r)
		default:
			plain.ServeHTTP(w, r)
		}
	})
}

// elsewhere reports whether a request belongs to a session of another server.
func (s *Server) elsewhere(r *http.Request) bool {
	id := r.Header.Get(sessionHeader)
	return id != "" && !s.sessions.used(id)
}

// asPlainJSON changes a request without a protocol version so that the SDK
// answers it with one JSON document.
func asPlainJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Del(versionHeader)
		r.Header.Del("Last-Event-Id")
		next.ServeHTTP(w, r)
	})
}

// asCaller passes the owner of a request to the SDK, so that only the credential that opened
// a session can use it.
func asCaller(next http.Handler) http.Handler {
	verify := func(ctx context.Context, who string, _ *http.Request) (*auth.TokenInfo, error) {
		return tokenInfo(ctx, who), nil
	}
	bound := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		who := guard.Caller(r.Context())
		if who == "" {
			next.ServeHTTP(w, r)
			return
		}
		// The guard has removed the real key; this is the credential's name.
		r.Header.Set("Authorization", "Bearer "+who)
		bound.ServeHTTP(w, r)
	})
}

// Limits on the events kept for clients that lose their connection during a call:
// the number of last answers per session, and the bytes of all answers.
const (
	maxEventBytes = 4 << 20
	maxStreams    = 32
)

// events keeps the last streams of each session, for [mcp.EventStore]. The
// SDK's own store keeps an entry of every answer until its session ends; here
// each stream is a session of that store, which can end.
type events struct {
	kept *mcp.MemoryEventStore
	most int

	mu       sync.Mutex
	sessions map[string]*streams
}

// streams holds the streams of a session, the least recently used first. It does not include
// the unnamed stream, which the client opens and which stays open.
type streams struct {
	order *list.List // of string
	at    map[string]*list.Element
}

func newEvents(mostBytes, mostStreams int) *events {
	kept := mcp.NewMemoryEventStore(nil)
	kept.SetMaxBytes(mostBytes)
	return &events{kept: kept, most: mostStreams, sessions: map[string]*streams{}}
}

// key returns the key of a stream of a session; neither id contains a space.
func key(session, stream string) string { return session + " " + stream }

func (e *events) Open(ctx context.Context, session, stream string) error {
	return errors.Join(e.use(ctx, session, stream), e.kept.Open(ctx, key(session, stream), stream))
}

func (e *events) Append(ctx context.Context, session, stream string, data []byte) error {
	return errors.Join(e.use(ctx, session, stream), e.kept.Append(ctx, key(session, stream), stream, data))
}

func (e *events) After(ctx context.Context, session, stream string, index int) iter.Seq2[[]byte, error] {
	return e.kept.After(ctx, key(session, stream), stream, index)
}

// use makes a stream the most recently used one of its session, and drops the
// oldest if there are too many.
func (e *events) use(ctx context.Context, session, stream string) error {
	if stream == "" {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.sessions[session]
	if !ok {
		s = &streams{list.New(), map[string]*list.Element{}}
		e.sessions[session] = s
	}
	if at, ok := s.at[stream]; ok {
		s.order.MoveToBack(at)
		return nil
	}
	s.at[stream] = s.order.PushBack(stream)
	if s.order.Len() <= e.most {
		return nil
	}
	oldest := s.order.Remove(s.order.Front()).(string)
	delete(s.at, oldest)
	return e.kept.SessionClosed(ctx, key(session, oldest))
}

func (e *events) SessionClosed(ctx context.Context, session string) error {
	e.mu.Lock()
	s := e.sessions[session]
	delete(e.sessions, session)
	e.mu.Unlock()
	err := e.kept.SessionClosed(ctx, key(session, ""))
	if s == nil {
		return err
	}
	for stream := range s.at {
		err = errors.Join(err, e.kept.SessionClosed(ctx, key(session, stream)))
	}
	return err
}
