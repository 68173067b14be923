package terminal

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"lapkeep/internal/faces/guard"
)

// What a page may send: a first message soon, and then no more than hands and a
// clipboard do. What comes faster waits on the line.
const (
	firstWithin = 5 * time.Second
	firstLimit  = 1 << 10  // bytes of the first message
	typedLimit  = 32 << 10 // of one that is typed
	typedRate   = 256 << 10
	typedBurst  = 1 << 20
	messageRate = 200 // a second
	messageMost = 400 // at once
	// sendWithin is how long a page may take to receive.
	sendWithin = 10 * time.Second
)

// first is a page's first message: the ticket, its window, and whether a program
// is to be started where none runs.
type first struct {
	Ticket string `json:"ticket"`
	Size
	Start bool `json:"start"`
}

// state is what a page is told beside what the program writes.
type state struct {
	State string `json:"state"` // idle, running, elsewhere, ended or refused
	// Replay is how many of the next bytes are from before the page came.
	Replay int64  `json:"replay,omitempty"`
	Code   *int   `json:"code,omitempty"`
	Why    string `json:"why,omitempty"`
}

func (t *Terminal) converse(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it was told why
	}
	defer conn.CloseNow() //nolint:errcheck // it is over
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
	_ = now.program.Resize(in.Size) // a program that just ended has no window
	now.converse(ctx, conn)
}

// greeted reads the first message.
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

// finish says the last thing.
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

// converse shows the dialogue to a page until one of them ends.
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

// receive takes what a page sends: bytes are typed, a text is its new window. What
// is neither ends the connection.
func (t *dialogue) receive(ctx context.Context, conn *websocket.Conn, v *viewer) {
	conn.SetReadLimit(typedLimit)
	messages, typed := rate.NewLimiter(messageRate, messageMost), rate.NewLimiter(typedRate, typedBurst)
	for {
		kind, b, err := conn.Read(ctx)
		if err != nil || messages.Wait(ctx) != nil {
			return
		}
		if !t.isShown(v) {
			continue // it is being told so
		}
		if kind == websocket.MessageText {
			var s Size
			if json.Unmarshal(b, &s) != nil || !s.ok() {
				_ = conn.Close(websocket.StatusPolicyViolation, "that is no window")
				return
			}
			_ = t.program.Resize(s) // a program that just ended has no window
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
