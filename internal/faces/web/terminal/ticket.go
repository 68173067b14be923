package terminal

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"lapkeep/internal/faces/guard"
)

// A ticket opens one connection, within a short time, for the session that asked for it.
const (
	ticketLife = 20 * time.Second
	maxTickets = 8 // unused tickets; a new one replaces the oldest
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

// take uses up a ticket.
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

// Limits on what a page may send: a first message within a short time, then no more
// than typing and pasting produce. Faster messages wait.
const (
	firstWithin = 5 * time.Second
	firstLimit  = 1 << 10  // bytes of the first message
	typedLimit  = 32 << 10 // bytes of a typed message
	typedRate   = 256 << 10
	typedBurst  = 1 << 20
	messageRate = 200 // messages per second
	messageMost = 400 // messages at the same time
	// sendWithin is how long a page may take to receive data.
	sendWithin = 10 * time.Second
)

// first is a page's first message: the ticket, its window size, and whether to
// start a program if none runs.
type first struct {
	Ticket string `json:"ticket"`
	Size
	Start bool `json:"start"`
}

// state is a message to a page other than the program's output.
type state struct {
	State string `json:"state"` // idle, running, elsewhere, ended or refused
	// Replay is how many of the next bytes were output before the page connected.
	Replay int64  `json:"replay,omitempty"`
	Code   *int   `json:"code,omitempty"`
	Why    string `json:"why,omitempty"`
}

func (t *Terminal) converse(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // the page has been told why
	}
	defer conn.CloseNow() //nolint:errcheck // the connection is over
	in, ok := t.greeted(ctx, conn, guard.Token(r.Context()))
	if !ok {
		_ = conn.Close(websocket.StatusPolicyViolation, "the ticket is missing, used or too old")
		return
	}
	now, _ := t.running()
	if in.Start {
		if now, err = t.begin(in.Size); err != nil {
			finish(ctx, conn, state{State: "refused", Why: t.say(r, err)})
			return
		}
	}
	if now == nil {
		finish(ctx, conn, state{State: "idle"})
		return
	}
	_ = now.program.Resize(in.Size) // the program may just have ended
	now.converse(ctx, conn)
}

// greeted reads a page's first message.
func (t *Terminal) greeted(ctx context.Context, conn *websocket.Conn, session string) (in first, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, firstWithin)
	defer cancel()
	conn.SetReadLimit(firstLimit)
	kind, b, err := conn.Read(ctx)
	if err != nil || kind != websocket.MessageText || json.Unmarshal(b, &in) != nil {
		return in, false
	}
	return in, session != "" && in.ok() && t.tickets.take(in.Ticket, session)
}

// finish sends the last state and closes the connection.
func finish(ctx context.Context, conn *websocket.Conn, s state) {
	if send(ctx, conn, s) == nil {
		_ = conn.Close(websocket.StatusNormalClosure, s.State)
	}
}

func send(ctx context.Context, conn *websocket.Conn, s state) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return sendBytes(ctx, conn, websocket.MessageText, b)
}

func sendBytes(ctx context.Context, conn *websocket.Conn, kind websocket.MessageType, b []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	return conn.Write(ctx, kind, b)
}

// converse shows the dialogue to a page until either ends.
func (t *dialogue) converse(ctx context.Context, conn *websocket.Conn) {
	v, replay := t.show()
	defer t.leave(v)
	ctx, cancel := context.WithCancel(ctx)
	received := make(chan struct{})
	go func() {
		defer close(received)
		defer cancel()
		t.receive(ctx, conn, v)
	}()
	defer func() { cancel(); <-received }()
	if send(ctx, conn, state{State: "running", Replay: replay}) != nil {
		return
	}
	for {
		m := t.next(v)
		switch {
		case m.elsewhere:
			finish(ctx, conn, state{State: "elsewhere"})
			return
		case len(m.out) > 0:
			if sendBytes(ctx, conn, websocket.MessageBinary, m.out) != nil {
				return
			}
			t.showed(v, len(m.out))
			continue
		case m.ended:
			finish(ctx, conn, state{State: "ended", Code: &m.code})
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-m.changed:
		}
	}
}

// receive handles a page's messages: bytes are typed input, and a text message is the new
// window size. Anything else ends the connection.
func (t *dialogue) receive(ctx context.Context, conn *websocket.Conn, v *viewer) {
	conn.SetReadLimit(typedLimit)
	messages, typed := rate.NewLimiter(messageRate, messageMost), rate.NewLimiter(typedRate, typedBurst)
	for {
		kind, b, err := conn.Read(ctx)
		if err != nil || messages.Wait(ctx) != nil {
			return
		}
		if !t.isShown(v) {
			continue // a different page took over, and this one is being told
		}
		if kind == websocket.MessageText {
			var s Size
			if json.Unmarshal(b, &s) != nil || !s.ok() {
				_ = conn.Close(websocket.StatusPolicyViolation, "that is not a window size")
				return
			}
			_ = t.program.Resize(s) // the program may just have ended
			continue
		}
		if typed.WaitN(ctx, len(b)) != nil {
			return
		}
		select {
		case t.typed <- b:
		case <-t.done:
			return
		case <-ctx.Done():
			return
		}
	}
}

// refused returns why a request may not become a connection, or "" if it may. Unlike
// guard.Pages it rejects a request without an Origin, because browsers always send one.
func refused(r *http.Request) string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	origin := r.Header.Values("Origin")
	switch {
	case !loopbackHost(r.Host):
		return "The terminal does not accept requests for that Host."
	case len(origin) != 1 || !strings.EqualFold(origin[0], scheme+r.Host):
		return "Only the dashboard's own page may open the terminal."
	case !isOr(r, "Sec-Fetch-Site", "same-origin"), !isOr(r, "Sec-Fetch-Mode", "websocket"):
		return "Only the dashboard's own page may open the terminal."
	case !loopbackPeer(r.RemoteAddr), forwarded(r):
		return "Only browsers on this machine may open the terminal."
	}
	return ""
}

// isOr reports whether a header has a value, or is missing, as in older
// browsers.
func isOr(r *http.Request, header, want string) bool {
	said := r.Header.Values(header)
	return len(said) == 0 || len(said) == 1 && said[0] == want
}

func loopbackHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.Unmap().IsLoopback()
}

func loopbackPeer(remote string) bool {
	peer, err := netip.ParseAddrPort(remote)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}

// forwarded reports whether a request came through a proxy that is not
// configured.
func forwarded(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if len(r.Header.Values(name)) > 0 {
			return true
		}
	}
	return false
}

// Command is a program to start.
type Command struct {
	Path    string   // absolute
	Args    []string // without the program's name
	Dir     string
	Environ []string
}
