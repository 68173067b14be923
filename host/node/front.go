package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/replica"
	"lapkeep/internal/faces/guard"
)

// Headers between nodes. A front removes them from what comes from outside.
const (
	homeHeader = "Lapkeep-Home"
	takeHeader = "Lapkeep-Take" // the epoch of an owner at whose address nobody listens
	doHeader   = "Lapkeep-Do"
	doWork     = "work"
	doCopy     = "copy"
)

const (
	// patience is how long a front looks for the node of a home: longer than a lease lasts.
	patience = 30 * time.Second
	// firstPause and longPause are between two attempts.
	firstPause = 10 * time.Millisecond
	longPause  = 500 * time.Millisecond
	// refusedTwice is between the two attempts after which an address counts as left.
	refusedTwice = 300 * time.Millisecond
	// mostRead bounds an answer that a front keeps until it is whole.
	mostRead = 4 << 20
)

// unsure is what a client hears when the node stopped while it did something.
const unsure = "The server stopped before it answered, so it is not known whether this was done. Read what it was about, then " +
	"repeat what is missing."

// front passes requests on to the nodes of their homes.
type front struct {
	n     *Node
	proxy *httputil.ReverseProxy
	inner http.RoundTripper

	mu    sync.Mutex
	nodes map[string]routed // by home
}

// routed is where a home was last.
type routed struct {
	id      string // of the node
	address string
	epoch   uint64 // of its owner; 0 if nobody had it
}

func newFront(n *Node) *front {
	f := &front{n: n, nodes: map[string]routed{}, inner: &http.Transport{
		TLSClientConfig: n.client, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute,
		DialContext:         (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 5 * time.Second}).DialContext,
		HTTP2:               &http.HTTP2Config{SendPingTimeout: 5 * time.Second, PingTimeout: 5 * time.Second},
		TLSHandshakeTimeout: 5 * time.Second, ExpectContinueTimeout: patience,
	}}
	f.proxy = &httputil.ReverseProxy{
		Transport: f, FlushInterval: -1, ErrorHandler: f.failed,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "https", innerName, "localhost"
			r.Out.Header.Del("Origin")
		},
	}
	return f
}

type credentialKey struct{}

// handler answers requests from outside: the guard admits whoever has a key of some home, and the home's node checks
// the key against the home's own file.
func (f *front) handler() http.Handler {
	o := f.n.served.Guard
	known := func(key string) bool { _, ok := f.n.keys.home(key); return ok }
	o.HomeOf, o.IsFeed, o.IsHook = f.n.keys.home, known, known
	guarded := guard.New(o).Wrap(f.n.served.Observer.Metrics(http.HandlerFunc(f.pass)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{homeHeader, takeHeader, doHeader} {
			r.Header.Del(name)
		}
		_, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		guarded.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), credentialKey{}, strings.TrimSpace(key))))
	})
}

// pass passes on one request of a known caller.
func (f *front) pass(w http.ResponseWriter, r *http.Request) {
	home := guard.Home(r.Context())
	switch feed, hook := guard.FeedToken(r.URL.Path), guard.HookToken(r.URL.Path); {
	case home != "":
		key, _ := r.Context().Value(credentialKey{}).(string)
		r.Header.Set("Authorization", "Bearer "+home+"."+key)
	case guard.IsFeed(r):
		home, _ = f.n.keys.home(feed)
		r.URL.Path, r.URL.RawPath = guard.FeedRoot+home+"."+feed+guard.FeedEnd, ""
	case guard.IsHook(r):
		home, _ = f.n.keys.home(hook)
		r.URL.Path, r.URL.RawPath = guard.HookRoot+home+"."+hook, ""
	}
	switch home {
	case notKnown:
		f.failed(w, r, errors.New("the engine does not say whose key this is"))
		return
	case "":
		http.Error(w, "This key opens no home. Use the key of a home.", http.StatusForbidden)
		return
	}
	r.Header.Set(homeHeader, home)
	r.ContentLength = int64(len(guard.Body(r.Context())))
	r.Body = io.NopCloser(bytes.NewReader(guard.Body(r.Context())))
	f.proxy.ServeHTTP(w, r)
}

// RoundTrip implements http.RoundTripper: it finds the node of the request's home and asks it, again and again while
// the home moves. It repeats a request only if its node has begun nothing, or if it changes nothing.
func (f *front) RoundTrip(r *http.Request) (*http.Response, error) {
	home, body := r.Header.Get(homeHeader), guard.Body(r.Context())
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Header.Get(doHeader) != "" || f.reads(body)
	until := f.n.o.Now().Add(patience)
	refused := routed{}
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		at, err := f.route(r.Context(), home, pause > firstPause)
		if err == nil {
			take := uint64(0)
			if at.epoch != 0 && at == refused {
				if take, at.address = at.epoch, f.instead(r.Context(), home, at); at.address == "" {
					at, take = refused, 0
				}
			}
			var res *http.Response
			var begun atomic.Bool
			if res, err = f.ask(r, at, body, take, reads, &begun); err == nil && res.StatusCode != http.StatusMisdirectedRequest {
				return f.ending(res, r, body, reads), nil
			}
			switch {
			case err == nil:
				err = errNotMine
				drain(res)
			case errors.Is(err, syscall.ECONNREFUSED) && at != refused && take == 0:
				refused = at
				pause = max(pause, refusedTwice/2)
			case begun.Load():
				return nil, errors.Join(engine.ErrUnknown, err)
			}
		}
		f.forget(home, at)
		if r.Context().Err() != nil || f.n.o.Now().After(until) {
			return nil, err
		}
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(pause):
		}
	}
}

// route returns where a home is, or should be if no living node has it.
func (f *front) route(ctx context.Context, home string, again bool) (at routed, err error) {
	most := lookAtLeast
	if again {
		most = lookAgain
	}
	all, err := f.n.members.there(ctx, most)
	if err != nil {
		return at, err
	}
	f.mu.Lock()
	known, ok := f.nodes[home]
	f.mu.Unlock()
	if _, lives := all[known.id]; ok && lives {
		return known, nil
	}
	owner, epoch, err := f.n.o.Engine.Owner(ctx, replica.OwnerName(home))
	if err != nil && !errors.Is(err, engine.ErrMissing) {
		return at, err
	}
	if is, lives := all[owner]; lives {
		at = routed{is.id, is.address, epoch}
	} else if is, ok := place(home, all); ok {
		at = routed{is.id, is.address, 0}
	} else {
		return at, errors.New("no node takes homes now")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.nodes) >= mostKnown {
		clear(f.nodes)
	}
	f.nodes[home] = at
	return at, nil
}

// instead returns the node that should take a home at whose owner's address nobody listens, or "".
func (f *front) instead(ctx context.Context, home string, at routed) string {
	all, err := f.n.members.there(ctx, lookAgain)
	if err != nil {
		return ""
	}
	others := map[string]member{}
	for id, is := range all {
		if is.address != at.address {
			others[id] = is
		}
	}
	best, _ := place(home, others)
	return best.address
}

func (f *front) forget(home string, at routed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.nodes[home] == at || at == (routed{}) {
		delete(f.nodes, home)
	}
}

// ask sends a request to a node. The answer to a request that can be repeated is whole before it is passed on.
func (f *front) ask(r *http.Request, at routed, body []byte, take uint64, reads bool, begun *atomic.Bool) (*http.Response, error) {
	ctx := r.Context()
	if !reads && len(body) > 0 { // the node asks for the message once it has the home, so until then nothing was begun
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{Got100Continue: func() { begun.Store(true) }})
	}
	out := r.Clone(ctx)
	if !reads && len(body) > 0 {
		out.Header.Set("Expect", "100-continue")
	}
	out.URL.Host, out.Body = at.address, io.NopCloser(bytes.NewReader(body))
	if take != 0 {
		out.Header.Set(takeHeader, strconv.FormatUint(take, 10))
	}
	res, err := f.inner.RoundTrip(out)
	if err != nil || !reads || r.Method != http.MethodPost {
		return res, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	whole, err := io.ReadAll(io.LimitReader(res.Body, mostRead+1))
	if err != nil {
		return nil, err
	}
	if len(whole) > mostRead {
		return nil, errors.New("the answer of a node is too long")
	}
	res.Body = io.NopCloser(bytes.NewReader(whole))
	return res, nil
}

func drain(res *http.Response) {
	_, _ = io.CopyN(io.Discard, res.Body, 4<<10) // so that the connection can be used again
	_ = res.Body.Close()
}

// reads reports whether a message of MCP changes nothing.
func (f *front) reads(body []byte) bool {
	var m struct {
		Method string
		Params struct{ Name string }
	}
	if json.Unmarshal(body, &m) != nil {
		return false
	}
	switch m.Method {
	case "tools/call":
		return f.n.served.Reads(m.Params.Name)
	case "initialize": // it opens a session
		return false
	}
	return strings.HasSuffix(m.Method, "/list") || strings.HasSuffix(m.Method, "/read") || strings.HasSuffix(m.Method, "/get") ||
		m.Method == "ping" || strings.HasSuffix(m.Method, "/discover")
}

// ending returns an answer that tells its client if it breaks off.
func (f *front) ending(res *http.Response, r *http.Request, body []byte, reads bool) *http.Response {
	if !reads && r.Method == http.MethodPost && strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		res.Body = &told{ReadCloser: res.Body, last: append(append([]byte("\n\nevent: message\ndata: "), answerUnsure(body)...), "\n\n"...)}
	}
	return res
}

// told is a stream of events whose last one says that it broke off.
type told struct {
	io.ReadCloser
	last  []byte
	ended bool
}

// Read implements io.Reader.
func (t *told) Read(p []byte) (int, error) {
	if !t.ended {
		n, err := t.ReadCloser.Read(p)
		if err == nil || errors.Is(err, io.EOF) || n > 0 {
			return n, err
		}
		t.ended = true
	}
	if len(t.last) == 0 {
		return 0, io.EOF
	}
	n := copy(p, t.last)
	t.last = t.last[n:]
	return n, nil
}

// answerUnsure returns the error that answers a message whose outcome is not known.
func answerUnsure(body []byte) []byte {
	var m struct{ ID json.RawMessage }
	if json.Unmarshal(body, &m) != nil || m.ID == nil {
		m.ID = json.RawMessage("null")
	}
	answer, _ := json.Marshal(map[string]any{ // these values can always be written
		"jsonrpc": "2.0", "id": m.ID, "error": map[string]any{"code": -32603, "message": unsure},
	})
	return answer
}

// failed answers a request that no node answered.
func (f *front) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	f.n.o.Log.WarnContext(r.Context(), "a request was not answered by a node", "err", err)
	if errors.Is(err, engine.ErrUnknown) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK) // an error of the protocol, which clients show
		_, _ = w.Write(answerUnsure(guard.Body(r.Context())))
		return
	}
	w.Header().Set("Retry-After", "2")
	http.Error(w, "The home cannot be reached now. Nothing was done. Try again in a moment.", http.StatusServiceUnavailable)
}
