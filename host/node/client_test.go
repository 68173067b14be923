package node_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/host/node"
	"lapkeep/host/replica"
)

// keyed adds a home's key to the requests of a client.
type keyed string

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(k))
	return http.DefaultTransport.RoundTrip(r)
}

// TestClientsWhileNodesGo checks what a real client of the protocol sees through one front while the node of its home drains
// and is killed: reads go on, and a change that was cut off is told as not known.
func TestClientsWhileNodesGo(t *testing.T) {
	s := startServers(t, 3)
	setup := s.connect(t)
	key := addHome(t, setup, "anna")
	front := s.node(t, "front", func(o *node.Options) { o.Most = 0 }) // it takes no homes
	others := []*killable{s.node(t, "n1", nil), s.node(t, "n2", nil)}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: front.url + "/mcp", HTTPClient: &http.Client{Transport: keyed(key)},
	}, nil)
	must(t, err)
	defer session.Close() //nolint:errcheck // the test ends
	ask := func(tool string, args any) (string, time.Duration) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		defer cancel()
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		switch took := time.Since(began); {
		case err != nil:
			return "error: " + err.Error(), took
		case res.IsError:
			return "the tool says that it failed", took
		default:
			return "ok", took
		}
	}
	// around calls again and again while something happens, and returns what was heard.
	around := func(tool string, args func(int) any, happens func()) (heard map[string]int, slowest time.Duration) {
		heard = map[string]int{}
		ctx, cancel := context.WithCancel(t.Context())
		var calling sync.WaitGroup
		calling.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				what, took := ask(tool, args(i))
				heard[what]++
				slowest = max(slowest, took)
			}
		})
		time.Sleep(300 * time.Millisecond)
		happens()
		time.Sleep(300 * time.Millisecond)
		cancel()
		calling.Wait()
		return heard, slowest
	}
	none := func(int) any { return map[string]any{} }
	made := 0
	bike := func(int) any { made++; return map[string]any{"name": fmt.Sprintf("bike-%d", made), "kind": "bike"} }
	owner := func() int {
		holder, _, err := setup.Owner(t.Context(), replica.OwnerName("anna"))
		must(t, err)
		return slices.IndexFunc(others, func(k *killable) bool { return strings.HasPrefix(holder, k.name) })
	}
	for _, c := range []struct {
		what, tool string
		args       func(int) any
		kills      bool
		may        string // what may be heard beside "ok"
	}{
		{"reads while the node drains", "list_gear", none, false, ""},
		{"changes while the node drains", "save_gear", bike, false, ""},
		{"reads while the node is killed", "list_gear", none, true, ""},
		{"changes while the node is killed", "save_gear", bike, true, "not known"},
	} {
		i := owner()
		if i < 0 {
			t.Fatalf("%s: nobody has the home", c.what)
		}
		k := others[i]
		heard, slowest := around(c.tool, c.args, func() {
			if c.kills {
				k.kill()
			} else {
				k.drained(t)
			}
		})
		t.Logf("%s: %v, the slowest answer after %s", c.what, heard, slowest.Round(time.Millisecond))
		delete(heard, "ok")
		for what, count := range heard {
			if c.may == "" || !strings.Contains(what, c.may) || count > 1 {
				t.Errorf("%s: %d times %s", c.what, count, what)
			}
		}
		others[i] = s.node(t, fmt.Sprint("n", i+3), nil)
	}
}
