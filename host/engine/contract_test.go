package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"lapkeep/host/engine"
)

func TestMemory(t *testing.T)       { contract(t, &engine.Memory{Now: time.Now}) }
func TestOneServer(t *testing.T)    { contract(t, cluster(t, 1)) }
func TestThreeServers(t *testing.T) { contract(t, cluster(t, 3)) }

// cluster starts servers in this process and opens the engine on them.
func cluster(t *testing.T, n int) engine.Engine {
	t.Helper()
	var routes []*url.URL
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		defer l.Close()
		port := l.Addr().(*net.TCPAddr).Port
		ports = append(ports, port)
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		must(t, l.Close())
	}
	var addresses string
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: true,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: ports[i]}
			o.Routes = routes
		}
		s, err := server.NewServer(o)
		must(t, err)
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("a server did not start")
		}
		addresses += "," + s.ClientURL()
	}
	conn, err := nats.Connect(addresses[1:])
	must(t, err)
	t.Cleanup(conn.Close)
	deadline := time.Now().Add(40 * time.Second)
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		e, err := engine.Open(ctx, conn, n, 2)
		cancel()
		if err == nil {
			return e
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

func contract(t *testing.T, e engine.Engine) {
	t.Run("owners", func(t *testing.T) { owners(t, e) })
	t.Run("lease", func(t *testing.T) { lease(t, e) })
	t.Run("fence", func(t *testing.T) { fence(t, e) })
	t.Run("race", func(t *testing.T) { race(t, e) })
	t.Run("read", func(t *testing.T) { read(t, e) })
	t.Run("objects", func(t *testing.T) { objects(t, e) })
	t.Run("cut", func(t *testing.T) { cut(t, e) })
	t.Run("jobs", func(t *testing.T) { jobs(t, e) })
	t.Run("bad input", func(t *testing.T) { bad(t, e) })
}

func owners(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	_, _, err := e.Owner(ctx, "home-a")
	wants(t, err, engine.ErrMissing)
	one, err := e.Own(ctx, "home-a", "n1", 0, 0)
	must(t, err)
	_, err = e.Own(ctx, "home-a", "n2", 0, 0)
	wants(t, err, engine.ErrStale)
	two, err := e.Own(ctx, "home-a", "n2", one, 0)
	must(t, err)
	_, err = e.Own(ctx, "home-a", "n1", one, 0)
	wants(t, err, engine.ErrStale)
	holder, epoch, err := e.Owner(ctx, "home-a")
	must(t, err)
	if holder != "n2" || epoch != two || two <= one {
		t.Fatalf("owner %s %d after %d, want n2 %d", holder, epoch, one, two)
	}
}

// lease checks that a lease that was renewed still ends, and that one that is renewed in time does not.
func lease(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	epoch, err := e.Own(ctx, "node-a", "i1", 0, 2*time.Second)
	must(t, err)
	for range 3 {
		time.Sleep(time.Second)
		epoch, err = e.Own(ctx, "node-a", "i1", epoch, 2*time.Second)
		must(t, err)
	}
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		_, _, err := e.Owner(ctx, "node-a")
		if errors.Is(err, engine.ErrMissing) {
			break
		}
		must(t, err)
		if time.Since(start) > 8*time.Second {
			t.Fatal("a renewed lease of 2 s did not end")
		}
	}
	_, err = e.Own(ctx, "node-a", "i1", epoch, 2*time.Second)
	wants(t, err, engine.ErrStale)
	_, err = e.Own(ctx, "node-a", "i2", 0, 2*time.Second)
	must(t, err)
}

// fence checks that who took a home stops who had it, with no lease anywhere.
func fence(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	last, err := e.Last(ctx, "home-f")
	must(t, err)
	if last != 0 {
		t.Fatal("a new log has a record", last)
	}
	first, err := e.Append(ctx, "home-f", 0, []byte("fence 1"))
	must(t, err)
	_, err = e.Append(ctx, "home-other", 0, []byte("another home is no hindrance"))
	must(t, err)
	write, err := e.Append(ctx, "home-f", first, []byte("write"))
	must(t, err)
	taken, err := e.Append(ctx, "home-f", write, []byte("fence 2"))
	must(t, err)
	for range 3 {
		_, err = e.Append(ctx, "home-f", write, []byte("stale"))
		wants(t, err, engine.ErrStale)
	}
	got, err := e.Read(ctx, "home-f", 0, taken)
	must(t, err)
	if len(got) != 3 || string(got[1].Record) != "write" || got[2].Sequence != taken {
		t.Fatalf("log %v", got)
	}
}

// race checks that of many that append after the same record, one does.
func race(t *testing.T, e engine.Engine) {
	var after uint64
	for round := range 10 {
		var won atomic.Int32
		var next atomic.Uint64
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				s, err := e.Append(t.Context(), "home-race", after, fmt.Append(nil, round, i))
				if err == nil {
					won.Add(1)
					next.Store(s)
				} else if !errors.Is(err, engine.ErrStale) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Fatalf("%d of 8 were told that they wrote", won.Load())
		}
		after = next.Load()
	}
}

func read(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	const n = 1100
	var last, third uint64
	for i := range n {
		var err error
		last, err = e.Append(ctx, "home-long", last, fmt.Append(nil, i))
		must(t, err)
		if i == 2 {
			third = last
		}
	}
	for _, from := range []struct {
		after uint64
		skip  int
	}{{0, 0}, {third, 3}} {
		got, err := e.Read(ctx, "home-long", from.after, last)
		must(t, err)
		if len(got) != n-from.skip {
			t.Fatalf("%d records after %d, want %d", len(got), from.after, n-from.skip)
		}
		for i, entry := range got {
			if string(entry.Record) != fmt.Sprint(i+from.skip) {
				t.Fatalf("record %d is %q", i, entry.Record)
			}
		}
	}
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	_, err := e.Read(short, "home-long", 0, last+1000)
	wants(t, err, engine.ErrMissing)
	gone, stop := context.WithCancel(ctx)
	stop()
	if _, err := e.Read(gone, "home-long", 0, last); err == nil {
		t.Fatal("read after the caller had gone")
	}
	_, err = e.Append(gone, "home-long", last, []byte("x"))
	wants(t, err, engine.ErrUnknown)
}

func objects(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	_, err := e.Get(ctx, "none")
	wants(t, err, engine.ErrMissing)
	large := bytes.Repeat([]byte("lap"), 400_000)
	must(t, e.Put(ctx, "large", large))
	must(t, e.Put(ctx, "large", large))
	wants(t, e.Put(ctx, "large", []byte("other")), engine.ErrExists)
	got, err := e.Get(ctx, "large")
	must(t, err)
	if !bytes.Equal(got, large) {
		t.Fatal("an object came back changed")
	}
	names, err := e.Names(ctx, "home-o")
	must(t, err)
	if len(names) != 0 {
		t.Fatalf("objects of a folder that is not there: %v", names)
	}
	all := []string{"home-o/a", "home-o/file/1", "home-o/file/2"}
	for _, name := range append([]string{"home-ox/a"}, all...) {
		must(t, e.Put(ctx, name, large[:2*engine.MaxRecord+1]))
	}
	is(t, e, "home-o", all)
	is(t, e, "home-o/file", all[1:])
	must(t, e.Remove(ctx, "home-o/file/1"))
	must(t, e.Remove(ctx, "home-o/file/1"))
	_, err = e.Get(ctx, "home-o/file/1")
	wants(t, err, engine.ErrMissing)
	is(t, e, "home-o", []string{all[0], all[2]})
	is(t, e, "home-ox", []string{"home-ox/a"})
	must(t, e.Put(ctx, "home-o/file/1", []byte("new")))
	got, err = e.Get(ctx, "home-o/file/1")
	must(t, err)
	if string(got) != "new" {
		t.Fatalf("an object that was removed and put again is %.10q", got)
	}
}

func is(t *testing.T, e engine.Engine, folder string, want []string) {
	t.Helper()
	names, err := e.Names(t.Context(), folder)
	must(t, err)
	if !slices.Equal(names, want) {
		t.Fatalf("objects in %s: %v, want %v", folder, names, want)
	}
}

// cut checks that what is before a sequence goes, that the rest stays, and that the fence still holds.
func cut(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	var sequences []uint64
	var last uint64
	for i := range 5 {
		var err error
		last, err = e.Append(ctx, "home-cut", last, fmt.Append(nil, i))
		must(t, err)
		sequences = append(sequences, last)
	}
	other, err := e.Append(ctx, "home-cut2", 0, []byte("stays"))
	must(t, err)
	must(t, e.Cut(ctx, "home-cut", sequences[3]))
	must(t, e.Cut(ctx, "home-cut", sequences[1]))
	got, err := e.Read(ctx, "home-cut", 0, last)
	must(t, err)
	if len(got) != 2 || got[0].Sequence != sequences[3] || string(got[1].Record) != "4" {
		t.Fatalf("log after the cut: %v", got)
	}
	_, err = e.Append(ctx, "home-cut", sequences[2], []byte("stale"))
	wants(t, err, engine.ErrStale)
	_, err = e.Append(ctx, "home-cut", last, []byte("5"))
	must(t, err)
	if _, err = e.Read(ctx, "home-cut2", 0, other); err != nil {
		t.Fatal("the cut of another home took this one's record", err)
	}
	logs, err := e.Logs(ctx)
	must(t, err)
	if !slices.Contains(logs, "home-cut2") || !slices.IsSorted(logs) {
		t.Fatalf("the logs are %v, want home-cut2 among them", logs)
	}
	must(t, e.Cut(ctx, "home-cut2", other+1))
	if logs, err = e.Logs(ctx); err != nil || slices.Contains(logs, "home-cut2") {
		t.Fatalf("a log that was cut as a whole is listed: %v %v", logs, err)
	}
}

func jobs(t *testing.T, e engine.Engine) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	must(t, e.Post(ctx, engine.Job{Kind: "sync", Home: "h1", ID: "1"}))
	must(t, e.Post(ctx, engine.Job{Kind: "sync", Home: "h1", ID: "1"}))
	must(t, e.Post(ctx, engine.Job{Kind: "purge", Home: "h1", ID: "1"}))
	var done []engine.Job
	failed := errors.New("not now")
	working, stop := context.WithCancel(ctx)
	defer stop()
	do := func(_ context.Context, j engine.Job) error {
		done = append(done, j)
		if len(done) == 1 {
			return failed
		}
		return nil
	}
	wants(t, work(working, e, do), failed)
	must(t, work(working, e, do))
	idle, end := context.WithTimeout(working, time.Second)
	defer end()
	if err := work(idle, e, do); err == nil {
		t.Fatal("a job that was done came again, or a repeated one was kept")
	}
	want := engine.Job{Kind: "sync", Home: "h1", ID: "1"}
	if len(done) != 2 || done[0] != want || done[1] != want {
		t.Fatalf("done %v, want one job that failed once", done)
	}
}

func work(ctx context.Context, e engine.Engine, do func(context.Context, engine.Job) error) error {
	return e.Work(ctx, "sync", do)
}

func bad(t *testing.T, e engine.Engine) {
	ctx := t.Context()
	for _, name := range []string{"", "a.b", "*", ">", "a b", "ä"} {
		_, err := e.Append(ctx, name, 0, []byte("x"))
		refused(t, err)
		_, err = e.Own(ctx, name, "n", 0, 0)
		refused(t, err)
		_, err = e.Read(ctx, name, 0, 1)
		refused(t, err)
		_, err = e.Last(ctx, name)
		refused(t, err)
		refused(t, e.Put(ctx, name, nil))
		refused(t, e.Put(ctx, "home/"+name, nil))
		refused(t, e.Remove(ctx, name))
		refused(t, e.Cut(ctx, name, 1))
		_, err = e.Names(ctx, name)
		refused(t, err)
		refused(t, e.Post(ctx, engine.Job{Kind: "sync", Home: name, ID: "1"}))
	}
	_, err := e.Append(ctx, "home-b", 0, nil)
	refused(t, err)
	_, err = e.Append(ctx, "home-b", 0, make([]byte, engine.MaxRecord+1))
	refused(t, err)
	_, err = e.Append(ctx, "home-b", 0, make([]byte, engine.MaxRecord))
	must(t, err)
	_, err = e.Own(ctx, "home-b", "n", 0, time.Second/2)
	refused(t, err)
}

// refused checks that an input was refused before it was sent, so that its outcome is known.
func refused(t *testing.T, err error) {
	t.Helper()
	if err == nil || errors.Is(err, engine.ErrUnknown) || errors.Is(err, engine.ErrStale) || errors.Is(err, engine.ErrMissing) {
		t.Fatalf("error %v for bad input", err)
	}
}

// TestLostAcknowledgement checks that a write whose answer was lost is found by who reads again, and that a
// repeat with the old sequence does not write twice.
func TestLostAcknowledgement(t *testing.T) {
	m := &engine.Memory{Now: time.Now}
	lost := false
	m.Fail = func(verb string, done bool) error {
		if verb == "append" && done == lost {
			return engine.ErrUnknown
		}
		return nil
	}
	_, err := m.Append(t.Context(), "h", 0, []byte("refused"))
	wants(t, err, engine.ErrUnknown)
	if last, _ := m.Last(t.Context(), "h"); last != 0 {
		t.Fatal("a write that failed before is there")
	}
	lost = true
	_, err = m.Append(t.Context(), "h", 0, []byte("lost"))
	wants(t, err, engine.ErrUnknown)
	_, err = m.Append(t.Context(), "h", 0, []byte("lost"))
	wants(t, err, engine.ErrStale)
	last, err := m.Last(t.Context(), "h")
	must(t, err)
	got, err := m.Read(t.Context(), "h", 0, last)
	must(t, err)
	if len(got) != 1 {
		t.Fatalf("%d records", len(got))
	}
}
