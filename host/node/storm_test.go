package node_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/node"
)

var storm = flag.Duration("storm", 8*time.Second, "how long the storm lasts")

// outcomes counts what the writers of a storm heard.
type outcomes struct {
	mu    sync.Mutex
	count map[string]int
	slow  time.Duration // the longest wait for an acknowledgement
}

func (o *outcomes) add(what string, took time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count[what]++
	if what == "acknowledged" {
		o.slow = max(o.slow, took)
	}
}

// fleet is the nodes of a storm that run.
type fleet struct {
	t     *testing.T
	s     *servers
	mu    sync.Mutex
	nodes []*killable
	made  int
}

func (f *fleet) add() {
	f.mu.Lock()
	f.made++
	name := fmt.Sprint("n", f.made)
	f.mu.Unlock()
	k := f.s.node(f.t, name, nil)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes = append(f.nodes, k)
}

// any returns a node; with take, it is no longer among those that are asked.
func (f *fleet) any(take bool) *killable {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := rand.IntN(len(f.nodes))
	k := f.nodes[i]
	if take {
		f.nodes = slices.Delete(f.nodes, i, i+1)
	}
	return k
}

// written is what a writer knows of a home: the names that were acknowledged, and those that may be there.
type written struct{ acknowledged, maybe []string }

// write writes to a home until ctx ends.
func (f *fleet) write(ctx context.Context, key string, heard *outcomes) (w written) {
	for i := 0; ctx.Err() == nil; i++ {
		began := time.Now()
		asked, cancel := context.WithTimeout(context.Background(), 40*time.Second)
		got, err := note(asked, f.any(false).url, key, i)
		cancel()
		name, took := fmt.Sprint("bike-", i), time.Since(began)
		switch {
		case err == nil && got.status == 200 && !got.failed:
			w.acknowledged = append(w.acknowledged, name)
			heard.add("acknowledged", took)
			continue
		case err != nil:
			heard.add("connection to the front lost", took)
		case got.status == 200:
			heard.add("unknown", took)
		default:
			heard.add(fmt.Sprint("refused ", got.status), took)
		}
		w.maybe = append(w.maybe, name)
		time.Sleep(50 * time.Millisecond)
	}
	return w
}

// TestStorm drains, kills and pauses nodes, and stops servers of the engine, while every home is written. Afterwards all homes
// are read from the engine into empty folders: everything that was acknowledged is there, and nothing twice.
func TestStorm(t *testing.T) {
	s := startServers(t, 3)
	setup := s.connect(t)
	const count = 6
	var keys [count]string
	for i := range keys {
		keys[i] = addHome(t, setup, fmt.Sprint("home", i))
	}
	f := &fleet{t: t, s: s}
	for range 3 {
		f.add()
	}
	heard := &outcomes{count: map[string]int{}}
	ctx, cancel := context.WithTimeout(t.Context(), *storm)
	defer cancel()
	var all [count]written
	var writing sync.WaitGroup
	for i := range all {
		writing.Go(func() { all[i] = f.write(ctx, keys[i], heard) })
	}
	steps := f.rage(ctx)
	writing.Wait()
	for len(f.nodes) > 0 {
		f.any(true).kill()
	}
	total := 0
	for i, w := range all {
		names := allBikes(t, setup, fmt.Sprint("home", i))
		total += len(w.acknowledged)
		for _, name := range w.acknowledged {
			if !slices.Contains(names, name) {
				t.Errorf("home%d: %s was acknowledged and is lost", i, name)
			}
		}
		for j, name := range names {
			if j > 0 && names[j-1] == name {
				t.Errorf("home%d: %s is there twice", i, name)
			}
			if !slices.Contains(w.acknowledged, name) && !slices.Contains(w.maybe, name) {
				t.Errorf("home%d: nobody wrote %s", i, name)
			}
		}
	}
	if total == 0 {
		t.Error("nothing was acknowledged, so nothing was tested")
	}
	t.Logf("%s: %v; %d acknowledged changes read back, the slowest after %s; %v", *storm, steps, total, heard.slow.Round(time.Millisecond), heard.count)
}

// allBikes reads the bikes of a home in a folder that the engine alone has filled.
func allBikes(t *testing.T, e engine.Engine, home string) (names []string) {
	t.Helper()
	dir := filepath.Join(privateDir(t), home)
	must(t, node.Export(t.Context(), e, keysOn(t, e), home, dir, newID))
	db, err := sql.Open("sqlite", filepath.Join(dir, "lapkeep.db"))
	must(t, err)
	defer db.Close() //nolint:errcheck // it was read
	rows, err := db.QueryContext(t.Context(), "SELECT json_extract(own, '$.name') FROM documents WHERE collection='gear' ORDER BY 1")
	must(t, err)
	defer rows.Close() //nolint:errcheck // Err tells
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		names = append(names, name)
	}
	must(t, rows.Err())
	return names
}

// rage does one thing after the other to nodes and servers, and counts them.
func (f *fleet) rage(ctx context.Context) map[string]int {
	did := map[string]int{}
	acts := []string{"drain", "kill", "pause", "server"}
	for i := 0; ctx.Err() == nil; i++ {
		what := acts[i%len(acts)]
		did[what]++
		switch what {
		case "drain":
			k := f.any(true)
			k.drained(f.t)
			f.add()
		case "kill":
			f.any(true).kill()
			f.add()
		case "pause": // longer than its lease
			k := f.any(false)
			k.engine.shut()
			wait(ctx, 6*time.Second)
			k.engine.open()
		case "server":
			i := rand.IntN(len(f.s.options))
			f.s.stop(i)
			wait(ctx, time.Second)
			if err := f.s.start(i); err != nil {
				f.t.Error(err)
			}
		}
		wait(ctx, time.Second)
	}
	return did
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
