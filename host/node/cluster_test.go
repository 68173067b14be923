package node_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/node"
	"lapkeep/internal/app"
)

// servers are the servers of an engine, in this process.
type servers struct {
	addresses []string
	stops     []func()
	options   []engine.Options
}

// freePort returns an address where nobody listens.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close() //nolint:errcheck // it was only for its number
	return l.Addr().String()
}

// startServers starts the servers of an engine.
func startServers(t testing.TB, count int) *servers {
	t.Helper()
	s := &servers{stops: make([]func(), count)}
	var routes []string
	for range count {
		routes = append(routes, freePort(t))
		s.addresses = append(s.addresses, "nats://"+freePort(t))
	}
	for i := range count {
		o := engine.Options{Replicas: count, Shards: 4, Token: "test", Embedded: &engine.Embedded{
			Dir: t.TempDir(), Name: fmt.Sprint("s", i), Listen: strings.TrimPrefix(s.addresses[i], "nats://"),
		}}
		if count > 1 {
			o.Embedded.Cluster, o.Embedded.Routes = routes[i], routes
		}
		s.options = append(s.options, o)
	}
	var starting sync.WaitGroup
	for i := range count {
		starting.Go(func() {
			if err := s.start(i); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	t.Cleanup(func() {
		for i := range count {
			s.stop(i)
		}
	})
	return s
}

func (s *servers) start(i int) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, stop, err := engine.Connect(ctx, s.options[i])
	s.stops[i] = stop
	return err
}

func (s *servers) stop(i int) {
	if s.stops[i] != nil {
		s.stops[i]()
		s.stops[i] = nil
	}
}

// connect connects one node to the servers.
func (s *servers) connect(t testing.TB) *gated {
	t.Helper()
	o := s.options[0]
	o.Embedded, o.Addresses = nil, s.addresses
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, stop, err := engine.Connect(ctx, o)
	must(t, err)
	t.Cleanup(stop)
	return &gated{Engine: e}
}

// gated is an engine that a node reaches only while its gate is open, as if the node were paused or cut off.
type gated struct {
	engine.Engine
	mu   sync.Mutex
	gate chan struct{} // closed when it opens; nil if it is open
	dead bool          // it never opens again
}

func (g *gated) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gate == nil {
		g.gate = make(chan struct{})
	}
}

func (g *gated) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gate != nil {
		close(g.gate)
		g.gate = nil
	}
}

func (g *gated) wait(ctx context.Context) error {
	g.mu.Lock()
	gate, dead := g.gate, g.dead
	g.mu.Unlock()
	switch {
	case dead:
		return engine.ErrUnknown
	case gate == nil:
		return nil
	}
	select {
	case <-gate:
		return nil
	case <-ctx.Done():
		return errors.Join(engine.ErrUnknown, ctx.Err())
	}
}

func (g *gated) Own(ctx context.Context, name, holder string, after uint64, ttl time.Duration) (uint64, error) {
	if err := g.wait(ctx); err != nil {
		return 0, err
	}
	return g.Engine.Own(ctx, name, holder, after, ttl)
}

func (g *gated) Owner(ctx context.Context, name string) (string, uint64, error) {
	if err := g.wait(ctx); err != nil {
		return "", 0, err
	}
	return g.Engine.Owner(ctx, name)
}

func (g *gated) Append(ctx context.Context, home string, after uint64, record []byte) (uint64, error) {
	if err := g.wait(ctx); err != nil {
		return 0, err
	}
	return g.Engine.Append(ctx, home, after, record)
}

func (g *gated) Put(ctx context.Context, name string, content []byte) error {
	if err := g.wait(ctx); err != nil {
		return err
	}
	return g.Engine.Put(ctx, name, content)
}

// connections are those of a listener, which a kill breaks off.
type connections struct {
	net.Listener
	mu  sync.Mutex
	all map[net.Conn]bool
}

func (c *connections) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.all == nil {
			c.all = map[net.Conn]bool{}
		}
		c.all[conn] = true
	}
	return conn, err
}

func (c *connections) kill() {
	_ = c.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.all {
		_ = conn.Close()
	}
}

// node is a machine that a test can kill and pause.
type killable struct {
	*machine
	engine       *gated
	inner, outer *connections
}

func (s *servers) node(t testing.TB, name string, change func(*node.Options)) *killable {
	t.Helper()
	k := &killable{engine: s.connect(t)}
	k.machine = startNode(t, k.engine, name, func(o *node.Options) {
		o.TTL = 4 * time.Second
		k.inner = &connections{Listener: o.Inner}
		o.Inner = k.inner
		if change != nil {
			change(o)
		}
	}, func(s *app.Served) {
		k.outer = &connections{Listener: s.Listener}
		s.Listener = k.outer
	})
	return k
}

// kill ends a node as if its process were killed: it says nothing more to anybody.
func (k *killable) kill() {
	k.engine.mu.Lock()
	k.engine.dead = true
	k.engine.mu.Unlock()
	k.log.end()
	k.outer.kill()
	k.inner.kill()
	k.stop()
}

// bikes returns the names of the bikes that a front tells of a home.
func bikes(ctx context.Context, url, key string) ([]string, error) {
	got, err := call(ctx, url, key, "list_gear", map[string]any{})
	if err != nil {
		return nil, err
	}
	if got.failed || got.status != 200 {
		return nil, fmt.Errorf("%d %s", got.status, got.text)
	}
	var m struct {
		Result struct {
			StructuredContent struct{ Gear []struct{ Name string } }
		}
	}
	if err := json.Unmarshal([]byte(got.text), &m); err != nil {
		return nil, err
	}
	var names []string
	for _, is := range m.Result.StructuredContent.Gear {
		names = append(names, is.Name)
	}
	slices.Sort(names)
	return names, nil
}

// TestHomesMove checks what clients see while a node drains, is killed, and is paused: every change that was acknowledged is
// there afterwards.
func TestHomesMove(t *testing.T) {
	s := startServers(t, 3)
	setup := s.connect(t)
	const count = 4
	keys := map[string]string{}
	for i := range count {
		home := fmt.Sprint("home", i)
		keys[home] = addHome(t, setup, home)
	}
	nodes := []*killable{s.node(t, "a", nil), s.node(t, "b", nil), s.node(t, "c", nil)}
	written := map[string]int{}
	write := func(at *killable, what string) {
		t.Helper()
		began := time.Now()
		for home, key := range keys {
			got, err := note(t.Context(), at.url, key, written[home])
			must(t, err)
			if got.failed {
				t.Fatalf("%s, %s: %+v", what, home, got)
			}
			written[home]++
			names, err := bikes(t.Context(), nodes[2].url, key)
			must(t, err)
			if len(names) != written[home] {
				t.Fatalf("%s: %s has %v after %d changes", what, home, names, written[home])
			}
		}
		t.Logf("%s: %d changes in %s", what, count, time.Since(began).Round(time.Millisecond))
	}
	write(nodes[0], "first")
	write(nodes[1], "warm")
	nodes[0].drained(t)
	write(nodes[1], "after a drain")
	nodes[1].kill()
	write(nodes[2], "after a kill")
}
