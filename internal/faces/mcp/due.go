package mcp

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"
)

// A message of the oldest transport is taken before it is answered, so that
// what waits for its answer is bounded here and not by the guard.
const (
	allDue   = 16 << 20 // bytes, of all streams
	leastDue = 64 << 10 // that one counts, for what its call needs
)

// due counts the bytes that one stream has taken in and not yet answered.
type due struct {
	*mcp.SSEServerTransport
	room *semaphore.Weighted // of all streams
	mu   sync.Mutex
	held map[any]int64 // by the id of the request
}

// Connect counts what is answered on the stream.
func (d *due) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.SSEServerTransport.Connect(ctx)
	return answering{c, d}, err
}

type answering struct {
	mcp.Connection
	due *due
}

func (a answering) Write(ctx context.Context, m jsonrpc.Message) error {
	err := a.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		a.due.forget(r.ID)
	}
	return err
}

// take makes room for a message, or finds none.
func (d *due) take(m jsonrpc.Message, bytes int) bool {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return true
	}
	if !r.ID.IsValid() {
		d.cancel(r)
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	n := max(int64(bytes), leastDue)
	if _, twice := d.held[r.ID.Raw()]; twice || !d.room.TryAcquire(n) {
		return false
	}
	d.held[r.ID.Raw()] = n
	return true
}

// cancel forgets a request that was called off, which may get no answer.
func (d *due) cancel(r *jsonrpc.Request) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if r.Method != "notifications/cancelled" || json.Unmarshal(r.Params, &p) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(p.RequestID); err == nil {
		d.forget(id)
	}
}

func (d *due) forget(id jsonrpc.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room.Release(d.held[id.Raw()])
	delete(d.held, id.Raw())
}

// end gives everything back when the stream ends.
func (d *due) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, n := range d.held {
		d.room.Release(n)
		delete(d.held, id)
	}
}
