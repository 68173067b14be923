package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	httpguard "lapkeep/internal/faces/guard"
	mcpserver "lapkeep/internal/faces/mcp"
)

// secret is the path that replaces the key in these tests.
const secret = "/s/secret"

// over serves everything over loopback behind the guard.
func over(t *testing.T, s *mcpserver.Server) *httptest.Server {
	t.Helper()
	guard := httpguard.New(httpguard.Options{Key: bearer, SecretPath: secret})
	srv := httptest.NewServer(guard.Wrap(s.Routes(t.Context(), "/mcp")))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

// ask is one request as somebody sends it by hand.
type ask struct {
	method, path, body string
	header             map[string]string
}

// answered is the answer to a request.
type answered struct {
	status int
	header http.Header
	body   string
}

func (a ask) send(t *testing.T, srv *httptest.Server) answered {
	t.Helper()
	method, path := a.method, a.path
	if method == "" {
		method = http.MethodPost
	}
	if path == "" {
		path = "/mcp"
	}
	req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	req.Header.Set("Content-Type", "application/json")
	for k, v := range a.header {
		req.Header.Del(k)
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answered{res.StatusCode, res.Header, string(body)}
}

// code returns the code of the error in an answer.
func (a answered) code() int {
	var m struct {
		Error struct{ Code int }
	}
	_ = json.Unmarshal([]byte(a.body), &m) // no JSON has no code
	return m.Error.Code
}

func (a answered) isJSON() bool {
	return strings.HasPrefix(a.header.Get("Content-Type"), "application/json") && json.Valid([]byte(a.body))
}

const (
	listTools = `{"jsonrpc":"2.0","method":"tools/list","id":1}`
	callTool  = `{"jsonrpc":"2.0","method":"tools/call","id":1,"params":{"name":"get_activity","arguments":{"id":"a1"}}}`
	opening   = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	both      = "application/json, text/event-stream"
)

// modern returns a message of the new era, and its headers.
func modern(method, params string) (string, map[string]string) {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		map[string]string{"Accept": both, "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": method}
}

// TestRouting has a row for every way in which a request can be meant.
func TestRouting(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	started := ask{body: opening, header: map[string]string{"Accept": both}}.send(t, srv)
	session := started.header.Get("Mcp-Session-Id")
	if started.status != http.StatusOK || session == "" {
		t.Fatalf("initialize opens no session: %+v", started)
	}
	inSession := map[string]string{"Accept": both, "Mcp-Session-Id": session, "Mcp-Protocol-Version": "2025-11-25"}
	newList, newHeader := modern("tools/list", "")
	for _, c := range []struct {
		name   string
		ask    ask
		status int
		says   string
	}{
		{"a new version goes without sessions", ask{body: newList, header: newHeader}, 200, `"resultType":"complete"`},
		{"a session id goes to its session", ask{body: listTools, header: inSession}, 200, `"get_activity"`},
		{"a notification in a session", ask{body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`, header: inSession}, 202, ""},
		{"an unknown session", ask{body: listTools, header: map[string]string{"Accept": both, "Mcp-Session-Id": "x"}}, 404, "session not found"},
		{"curl lists", ask{body: listTools}, 200, `"get_activity"`},
		{"curl calls", ask{body: callTool}, 200, `"a ride on a1"`},
		{"any Accept", ask{body: callTool, header: map[string]string{"Accept": "*/*"}}, 200, `"a ride on a1"`},
		{"both of Accept", ask{body: callTool, header: map[string]string{"Accept": both}}, 200, `"a ride on a1"`},
		{"an older version without a session", ask{
			body:   callTool,
			header: map[string]string{"Mcp-Protocol-Version": "2025-06-18"},
		}, 200, `"a ride on a1"`},
		{"only events are accepted", ask{body: callTool, header: map[string]string{"Accept": "text/event-stream"}}, 406, "Leave Accept out"},
		{"anything else without a session", ask{body: `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`}, 400, "Send initialize first"},
		{"a notification without a session", ask{body: `{"jsonrpc":"2.0","method":"tools/list"}`}, 400, "Send initialize first"},
		{"a destructive call by hand", ask{body: strings.Replace(callTool, "get_activity", "delete_activity", 1)}, 200, "lapkeep approve"},
		{"a tool of another server", ask{body: strings.Replace(callTool, "get_activity", "get-activity-details", 1)}, 200, "get_activity"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := c.ask.send(t, srv)
			if got.status != c.status || !strings.Contains(got.body, c.says) {
				t.Errorf("%d %s, want %d with %q", got.status, got.body, c.status, c.says)
			}
			if strings.HasPrefix(c.name, "curl") && !got.isJSON() {
				t.Errorf("no plain JSON: %v %s", got.header, got.body)
			}
			if c.status == 400 && !got.isJSON() {
				t.Errorf("a refusal without a sentence: %s", got.body)
			}
		})
	}
}

func TestCheck06_WhatIsNoMessage(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	nested := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + strings.Repeat(`{"a":[`, 40) + strings.Repeat(`]}`, 40) + `}`
	_, newHeader := modern("tools/list", "")
	for name, c := range map[string]struct {
		ask    ask
		status int
		code   int
	}{
		"text": {ask{body: callTool, header: map[string]string{"Content-Type": "text/plain"}}, 415, -32600},
		"a form": {ask{
			body:   callTool,
			header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		}, 415, -32600},
		"of no type":           {ask{body: callTool, header: map[string]string{"Content-Type": ""}}, 415, -32600},
		"JSON with a charset":  {ask{body: callTool, header: map[string]string{"Content-Type": "application/json; charset=utf-8"}}, 200, 0},
		"5 MiB":                {ask{body: `{"a":"` + strings.Repeat("x", 5<<20) + `"}`}, 413, 0},
		"a nesting bomb":       {ask{body: nested}, 400, -32700},
		"a deeper bomb":        {ask{body: strings.Repeat("[", 1<<20)}, 400, -32600},
		"a bomb in a new era":  {ask{body: nested, header: newHeader}, 400, -32700},
		"brackets in a string": {ask{body: strings.Replace(callTool, "a1", strings.Repeat(`[\"{`, 99), 1)}, 200, 0},
		"a batch":              {ask{body: "[" + listTools + "," + listTools + "]"}, 400, -32600},
		"a batch after blanks": {ask{
			body:   " \n[" + listTools + "]",
			header: map[string]string{"Mcp-Protocol-Version": "2025-03-26"},
		}, 400, -32600},
		"nothing":          {ask{}, 400, -32700},
		"half a message":   {ask{body: listTools[:20]}, 400, -32700},
		"a number":         {ask{body: "7"}, 400, -32600},
		"two messages":     {ask{body: listTools + listTools}, 400, -32700},
		"a message to SSE": {ask{path: "/messages/?session_id=x", body: nested}, 400, -32700},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.ask.send(t, srv); got.status != c.status || got.code() != c.code || !got.isJSON() {
				t.Errorf("%d, code %d: %.200s; want %d, %d", got.status, got.code(), got.body, c.status, c.code)
			}
		})
	}
}

func TestCheck07_HeadersAndBodyAgree(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	with := func(header map[string]string, name, value string) map[string]string {
		out := map[string]string{}
		for k, v := range header {
			out[k] = v
		}
		out[name] = value
		return out
	}
	body, header := modern("tools/call", `"name":"get_activity","arguments":{"id":"a1"}`)
	header["Mcp-Name"] = "get_activity"
	unknown, unknownHeader := modern("tools/burn", "")
	future := strings.Replace(body, "2026-07-28", "2099-01-01", 1)
	for name, c := range map[string]struct {
		ask          ask
		status, code int
	}{
		"as it should be":    {ask{body: body, header: header}, 200, 0},
		"another method":     {ask{body: body, header: with(header, "Mcp-Method", "tools/list")}, 400, -32020},
		"no method":          {ask{body: body, header: with(header, "Mcp-Method", "")}, 400, -32020},
		"another tool":       {ask{body: body, header: with(header, "Mcp-Name", "delete_activity")}, 400, -32020},
		"another version":    {ask{body: future, header: header}, 400, -32020},
		"no version":         {ask{body: body, header: with(header, "Mcp-Protocol-Version", "")}, 400, -32020},
		"an unknown version": {ask{body: future, header: with(header, "Mcp-Protocol-Version", "2099-01-01")}, 400, -32022},
		"an unknown method":  {ask{body: unknown, header: unknownHeader}, 404, -32601},
		"a version of old age": {ask{
			body:   listTools,
			header: map[string]string{"Accept": both, "Mcp-Protocol-Version": "1999-01-01", "Mcp-Session-Id": "x"},
		}, 400, -32022},
		"one by hand":       {ask{body: callTool, header: map[string]string{"Mcp-Protocol-Version": "1999-01-01"}}, 400, -32022},
		"no version at all": {ask{body: callTool, header: map[string]string{"Mcp-Protocol-Version": "latest"}}, 400, -32022},
		"a session's end": {ask{
			method: "DELETE",
			header: map[string]string{"Mcp-Protocol-Version": "2099-01-01", "Mcp-Session-Id": "x"},
		}, 400, -32022},
		"a stream of old age": {ask{
			method: "GET",
			header: map[string]string{"Mcp-Protocol-Version": "1999-01-01", "Mcp-Session-Id": "x"},
		}, 400, -32022},
		"a notification": {ask{
			body:   `{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
			header: with(header, "Mcp-Protocol-Version", "2099-01-01"),
		}, 400, -32022},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.ask.send(t, srv); got.status != c.status || got.code() != c.code {
				t.Errorf("%d, code %d: %s; want %d, %d", got.status, got.code(), got.body, c.status, c.code)
			}
		})
	}
}

func TestCheck08_OtherMethodsAndPaths(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/mcp", 405},
		{"DELETE", "/mcp", 405},
		{"OPTIONS", "/mcp", 405},
		{"PUT", "/mcp", 405},
		{"PATCH", "/mcp", 405},
		{"POST", "/sse", 405},
		{"OPTIONS", "/sse", 405},
		{"GET", "/messages/", 405},
		{"DELETE", "/messages/", 405},
		{"GET", "/", 404},
		{"POST", "/", 404},
		{"GET", "/mcp/x", 404},
		{"GET", "/.well-known/oauth-protected-resource", 404},
		{"GET", "//mcp", 404},
		{"GET", "/mcp/../sse/", 404},
		{"GET", "/favicon.ico", 404},
		{"GET", "/messages", 405},
	} {
		got := ask{method: c.method, path: c.path}.send(t, srv)
		if got.status != c.want || !got.isJSON() || !strings.Contains(got.body, `"message"`) {
			t.Errorf("%s %s: %d %s, want %d", c.method, c.path, got.status, got.body, c.want)
		}
		if c.want == 405 && got.header.Get("Allow") == "" {
			t.Errorf("%s %s does not say what is allowed", c.method, c.path)
		}
	}
}

func TestCheck09_SessionsBelongToWhoOpenedThem(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	open := func() string {
		id := ask{body: opening, header: map[string]string{"Accept": both}}.send(t, srv).header.Get("Mcp-Session-Id")
		if len(id) < 26 {
			t.Fatalf("session %q", id)
		}
		return id
	}
	id := open()
	if id == open() {
		t.Error("two sessions have one id")
	}
	header := map[string]string{"Accept": both, "Mcp-Session-Id": id, "Mcp-Protocol-Version": "2025-11-25"}
	other := map[string]string{"Accept": both, "Mcp-Session-Id": id, "Authorization": ""}
	for _, c := range []struct {
		what string
		ask  ask
		want int
	}{
		{"another credential reads", ask{path: secret + "/mcp", body: listTools, header: other}, 403},
		{"another credential listens", ask{method: "GET", path: secret + "/mcp", header: other}, 403},
		{"another credential ends it", ask{method: "DELETE", path: secret + "/mcp", header: other}, 403},
		{"its own", ask{body: listTools, header: header}, 200},
		{"it is ended", ask{method: "DELETE", header: header}, 204},
		{"it is gone", ask{body: listTools, header: header}, 404},
		{"it cannot be ended twice", ask{method: "DELETE", header: header}, 404},
	} {
		if got := c.ask.send(t, srv); got.status != c.want {
			t.Errorf("%s: %d %s, want %d", c.what, got.status, got.body, c.want)
		}
	}
}

// TestCheck09_ForgottenSessionsMakeRoom: clients that never say goodbye do
// not fill the server.
func TestCheck09_ForgottenSessionsMakeRoom(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	var first, second string
	list := func(id string) int {
		return ask{body: listTools, header: map[string]string{"Accept": both, "Mcp-Session-Id": id}}.send(t, srv).status
	}
	for i := range 258 {
		id := ask{body: opening, header: map[string]string{"Accept": both}}.send(t, srv).header.Get("Mcp-Session-Id")
		switch i {
		case 0:
			first = id
		case 1:
			second = id
		case 255: // the limit: whoever was used just now stays
			if list(first) != http.StatusOK {
				t.Fatal("a session ended before there were too many")
			}
		}
	}
	if got := list(first); got != http.StatusOK {
		t.Errorf("the session in use: %d", got)
	}
	for list(second) != http.StatusNotFound { // it ends in its own time
		if t.Context().Err() != nil {
			t.Fatal("the session that was silent longest is kept")
		}
	}
}

// TestAMissedAnswerIsSentAgain to a client of a session that lost its
// connection: each stream begins with an id, from which it can go on.
func TestAMissedAnswerIsSentAgain(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	header := map[string]string{"Accept": both, "Mcp-Protocol-Version": "2025-11-25"}
	header["Mcp-Session-Id"] = ask{body: opening, header: header}.send(t, srv).header.Get("Mcp-Session-Id")
	whole := ask{body: callTool, header: header}.send(t, srv).body
	first, rest, _ := strings.Cut(whole, "\n\n")
	_, id, ok := strings.Cut(first, "id: ")
	id, _, _ = strings.Cut(id, "\n")
	if !ok || strings.Contains(first, "data: {") || !strings.Contains(rest, "a ride on a1") {
		t.Fatalf("no id comes before the answer: %q", whole)
	}
	header["Last-Event-Id"], header["Accept"] = id, "text/event-stream"
	if again := (ask{method: http.MethodGet, header: header}).send(t, srv); again.status != http.StatusOK ||
		!strings.Contains(again.body, "a ride on a1") {
		t.Errorf("it is not sent again: %d %q", again.status, again.body)
	}
}

// TestCheck18_PanicsAreAnswers over HTTP too, and the server lives on.
func TestCheck18_PanicsAreAnswers(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	got := ask{body: strings.Replace(callTool, `"a1"`, `"panic"`, 1)}.send(t, srv)
	if got.status != 200 || !strings.Contains(got.body, `"isError":true`) || strings.Contains(got.body, "secret") ||
		strings.Contains(got.body, "goroutine") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := (ask{body: callTool}).send(t, srv); got.status != 200 {
		t.Errorf("afterwards: %d", got.status)
	}
}

// TestCheck26_WhoHangsUpHasCancelled a call of the new era.
func TestCheck26_WhoHangsUpHasCancelled(t *testing.T) {
	t.Parallel()
	f := newFake()
	srv := over(t, newServer(t, f))
	body, header := modern("tools/call", `"name":"sync_now","arguments":{"limit":1}`)
	ctx, hangUp := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	header["Mcp-Name"] = "sync_now"
	header["Authorization"], header["Content-Type"] = "Bearer "+bearer, "application/json"
	for k, v := range header {
		req.Header.Set(k, v)
	}
	go func() {
		<-f.started
		hangUp()
	}()
	if res, err := http.DefaultClient.Do(req); err == nil {
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
	}
	if err := <-f.ended; err == nil {
		t.Error("the call ran on")
	}
}

// agrees returns a client at which a person agrees to everything.
func agrees(t *testing.T) *mcp.ClientOptions {
	t.Helper()
	return &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		if !strings.Contains(req.Params.Message, "Delete the ride") {
			return nil, fmt.Errorf("asked %q", req.Params.Message)
		}
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}}
}

// TestCheck22_ResourcesAreNoFiles: a variable of an address is an id and
// nothing else.
func TestCheck22_ResourcesAreNoFiles(t *testing.T) {
	t.Parallel()
	s := connected(t, newServer(t, newFake()), nil)
	for _, id := range []string{"%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cx", "a1%00", "%2Fetc%2Fpasswd", "a1%2f", "%"} {
		if res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "lapkeep://activity/" + id}); err == nil {
			t.Errorf("%s was read: %+v", id, res.Contents)
		}
	}
	if _, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "lapkeep://activity/a1"}); err != nil {
		t.Errorf("an id: %v", err)
	}
}
