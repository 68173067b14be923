package node_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/node"
)

var manyHomes = flag.Int("homes", 0, "measure so many homes on three nodes (300 for docs/reliability.md)")

// TestManyHomes measures three nodes and three servers of the engine in one process: memory and descriptors, and how long
// reads and changes take, as ratios to one node on an engine in memory, which is what one process with its homes costs.
func TestManyHomes(t *testing.T) {
	if *manyHomes == 0 {
		t.Skip("it measures, and is run by hand: go test ./node -run TestManyHomes -homes 300 -v")
	}
	alone := &engine.Memory{Now: time.Now}
	one := measured(t, alone, []string{startNode(t, alone, "alone", most).url})
	s := startServers(t, 3)
	setup := s.connect(t)
	urls := []string{s.node(t, "a", most).url, s.node(t, "b", most).url, s.node(t, "c", most).url}
	three := measured(t, setup, urls)
	for _, what := range []string{"opening", "read", "change"} {
		for _, p := range []int{50, 95} {
			of, to := percentile(three[what], p), percentile(one[what], p)
			t.Logf("%-8s p%d: three nodes %s, one process %s, ratio %.1f", what, p, of, to, float64(of)/float64(to))
		}
	}
}

func most(o *node.Options) { o.Most, o.TTL, o.Sweep = 2**manyHomes, node.LeaseTime, time.Hour }

// measured adds homes and asks them, by eight clients.
func measured(t *testing.T, e engine.Engine, urls []string) map[string][]time.Duration {
	t.Helper()
	keys := make([]string, *manyHomes)
	for i := range keys {
		keys[i] = addHome(t, e, fmt.Sprint("home", i))
	}
	runtime.GC()
	memory, files := usage(t)
	took := map[string][]time.Duration{}
	var mu sync.Mutex
	all := func(what string, calls int, ask func(i int) (answer, error)) {
		var asking sync.WaitGroup
		next := make(chan int)
		for range 8 {
			asking.Go(func() {
				for i := range next {
					began := time.Now()
					got, err := ask(i)
					d := time.Since(began)
					if err != nil || got.failed {
						t.Errorf("%s %d: %+v %v", what, i, got, err)
					}
					mu.Lock()
					took[what] = append(took[what], d)
					mu.Unlock()
				}
			})
		}
		for i := range calls {
			next <- i
		}
		close(next)
		asking.Wait()
	}
	url := func() string { return urls[rand.IntN(len(urls))] }
	read := func(i int) (answer, error) {
		return call(t.Context(), url(), keys[i%len(keys)], "list_gear", map[string]any{})
	}
	all("opening", len(keys), read)
	all("read", 4*len(keys), read)
	all("change", 2*len(keys), func(i int) (answer, error) { return note(t.Context(), url(), keys[i%len(keys)], i) })
	runtime.GC()
	withHomes, withFiles := usage(t)
	t.Logf("%d homes on %d nodes: %d MB and %d descriptors more than before they were open", len(keys), len(urls),
		(withHomes-memory)>>20, withFiles-files)
	return took
}

// usage returns the process's resident memory and open descriptors.
func usage(t *testing.T) (bytes, files int) {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	must(t, err)
	var size, resident int
	_, err = fmt.Sscan(string(statm), &size, &resident)
	must(t, err)
	entries, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	return resident * os.Getpagesize(), len(entries)
}

func percentile(all []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)].Round(10 * time.Microsecond)
}
