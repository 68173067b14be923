package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// started returns the address of a server that ends with the test.
func started(t *testing.T) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, said := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(ctx, "127.0.0.1:0", said)
		said.CloseWithError(err)
		ended <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// TestFixturesStandBehindTheWall: without the suite, the fixtures are there
// for whoever knows the address, and for nobody else.
func TestFixturesStandBehindTheWall(t *testing.T) {
	t.Parallel()
	url := started(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	for _, want := range []string{"test_simple_text", "test_elicitation", "test_input_required_result_multi_round", "test_reconnection"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %q", want, names)
		}
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	res, err := http.Post("http://"+host+path, "application/json", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the key the answer is %d", res.StatusCode)
	}
}

// TestRowsGoThroughTheTable: an argument that no row has is refused in the
// table's own words, and an error is an answer.
func TestRowsGoThroughTheTable(t *testing.T) {
	t.Parallel()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: started(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for name, args := range map[string]map[string]any{
		"test_simple_text":    {"limit": 1},
		"test_error_handling": {},
	} {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil || !res.IsError {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

func TestStatesAreSealed(t *testing.T) {
	t.Parallel()
	mine, err := newFixtures(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := newFixtures(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sealed := mine.seal("two:Ann")
	if state, ok := mine.open(sealed); !ok || state != "two:Ann" {
		t.Errorf("%q, %t", state, ok)
	}
	for _, wrong := range []string{"", "two:Ann", sealed + "-TAMPERED", "two:Bob" + sealed[len("two:Ann"):], other.seal("two:Ann")} {
		if _, ok := mine.open(wrong); ok {
			t.Errorf("%q was taken for ours", wrong)
		}
	}
}
