package mcp

import (
	"container/list"
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What is kept for clients that lose their connection while a call runs: the
// events of the last answers of each session, and so many bytes of all.
const (
	maxEventBytes = 4 << 20
	maxStreams    = 32
)

// events keep the last streams of each session, for [mcp.EventStore]. The
// SDK's own store keeps an entry of every answer until its session ends; here
// each stream is a session of that store, which can end.
type events struct {
	kept *mcp.MemoryEventStore
	most int

	mu       sync.Mutex
	sessions map[string]*streams
}

// streams are those of a session, the longest unused first. The one without a
// name is the client's own, which stays open, and is not among them.
type streams struct {
	order *list.List // of string
	at    map[string]*list.Element
}

func newEvents(mostBytes, mostStreams int) *events {
	kept := mcp.NewMemoryEventStore(nil)
	kept.SetMaxBytes(mostBytes)
	return &events{kept: kept, most: mostStreams, sessions: map[string]*streams{}}
}

// key is a stream as a session; neither id has a blank.
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

// use makes a stream the last used one of its session, and forgets the first
// where there are too many.
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
