package mcp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// awkward has characters that JSON and HTML write in more than one way.
const awkward = "<b>&\"\\ \u2028 é\t\x7f"

func echoes(t *testing.T) *mcp.Server {
	t.Helper()
	echo := func(_ context.Context, c *tools.Call, in listIn) (listOut, error) {
		if in.Limit == 1 {
			return listOut{}, training.Errorf(training.KindNotFound, "There is no %q.", in.Text).WithFix("Say %s.", awkward)
		}
		return listOut{Answer: c.Tool + c.Face + in.Text + awkward, Activities: []listedRow{{ID: "a1", Name: awkward}}}, nil
	}
	writes := spec("update_activity", "Writes.")
	writes.Safety = tools.Write
	s, err := mcp.New(mcp.Options{
		Table: tools.NewTable(tools.New(spec("get_activity", "Reads."), echo), tools.New(writes, echo)), Random: zeros{},
		NewCall: func(context.Context) (*tools.Call, error) { return &tools.Call{Now: now()}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReadsAreAnsweredAsTheSDKDoes: a member that means nothing sends the
// same call through the SDK, and both answers are one byte for byte.
func TestReadsAreAnsweredAsTheSDKDoes(t *testing.T) {
	t.Parallel()
	srv := over(t, echoes(t))
	for _, id := range []string{
		`1`, `0`, `4503599627370495`, `"a-Z_9"`, `""`, `"aé<"`, `1.5`, `-3`, `01`, `1e3`,
		`4503599627370497`, `true`, `null`,
	} {
		for _, params := range []string{
			`"name":"get_activity"`,
			`"name":"get_activity","arguments":{"text":"x"}`,
			`"name":"get_activity","arguments":{"text":"<\u2028>","limit":1}`,
			`"name":"get_activity","arguments":{"limt":1}`,
			`"name":"get_activity","arguments":null`,
			`"name":"get_activity","arguments":[]`,
			`"name":"get_activity","arguments":{"from":"yesterday"},"_meta":{"progressToken":1}`,
			`"name":"get_activity","Arguments":{"text":"x"}`,
			`"name":7`,
			`"name":"get_activities"`,
			`"name":"update_activity"`,
			`"arguments":{}`,
			``,
		} {
			message := `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{` + params + `}}`
			got := ask{body: message}.send(t, srv)
			want := ask{body: strings.Replace(message, `"params"`, `"more":1,"params"`, 1)}.send(t, srv)
			if d := cmp.Diff([]any{want.status, want.body}, []any{got.status, got.body}); d != "" {
				t.Errorf("%s (-SDK +ours):\n%s", message, d)
			}
			if kind := got.header.Get("Content-Type"); kind != want.header.Get("Content-Type") {
				t.Errorf("%s is answered as %q", message, kind)
			}
		}
	}
}

// TestOddMessagesAreRefused: what is not exactly as the protocol has it.
func TestOddMessagesAreRefused(t *testing.T) {
	t.Parallel()
	srv := over(t, echoes(t))
	for message, says := range map[string]string{
		`{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"get_activity"}}`: "not a JSON-RPC message",
		`{"id":1,"method":"tools/call","params":{"name":"get_activity"}}`:                 "not a JSON-RPC message",
		`{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"get_activity"}}`: "",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`:                                  "missing required",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`:                      "",
	} {
		got := ask{body: message}.send(t, srv)
		if got.status == http.StatusOK && got.code() == 0 || !strings.Contains(got.body, says) {
			t.Errorf("%s: %d %s", message, got.status, got.body)
		}
	}
}

// TestReadsEndWithTheServer: what runs when the server stops is cancelled and
// says so, as where the client hangs up.
func TestReadsEndWithTheServer(t *testing.T) {
	t.Parallel()
	for _, hangUp := range []bool{false, true} {
		f := newFake()
		ctx, stop := context.WithCancel(t.Context())
		handler := guard.New(guard.Options{NoKey: true}).Wrap(newServer(t, f).HTTPHandler(ctx))
		asking, leave := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(asking, http.MethodPost, "/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sync_now","arguments":{"limit":1}}}`))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		var answering sync.WaitGroup
		answering.Go(func() { handler.ServeHTTP(w, r) })
		<-f.started
		if hangUp {
			leave()
		} else {
			stop()
		}
		answering.Wait()
		if err := <-f.ended; !errors.Is(err, context.Canceled) || !strings.Contains(w.Body.String(), "cancelled") {
			t.Errorf("hanging up %v: %v, %s", hangUp, err, w.Body)
		}
		stop()
		leave()
	}
}
