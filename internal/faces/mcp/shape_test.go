package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// insides are words of the libraries that the program is made of.
var insides = regexp.MustCompile(`(?i)\b(mcp|json|jsonrpc2?|auth|http|runtime|internal)\.[A-Z]|\*mcp|Go (struct|value)|unmarshal|segmentio|malformed payload|json:`)

// odd returns messages whose parts have types that the protocol does not name.
func odd() []string {
	var out []string
	for _, method := range []string{
		"initialize", "ping", "server/discover", "tools/list", "tools/call", "logging/setLevel", "completion/complete",
		"prompts/list", "prompts/get", "resources/list", "resources/templates/list", "resources/read",
		"resources/subscribe", "resources/unsubscribe", "subscriptions/listen", "no/such",
	} {
		for _, params := range []string{`[]`, `5`, `null`, `{"_meta":5}`} {
			out = append(out, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
		}
		for _, member := range []string{
			"name", "arguments", "cursor", "uri", "level", "ref", "argument", "context", "protocolVersion", "capabilities",
			"clientInfo", "notifications", "inputResponses", "requestState",
		} {
			for _, value := range []string{`1e999`, `{"roots":5,"name":5,"type":5,"elicitation":[]}`} {
				out = append(out, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"name":"get_activity",%q:%s}}`, method, member, value))
			}
		}
	}
	return append(out,
		`{"jsonrpc":2,"id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":{},"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"method":5}`, `{"jsonrpc":"2.0","id":1,"error":5}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}`, `{"jsonrpc":"2.0"}`, `{}`, `5`, `null`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","method":"tools/call"}`,
	)
}

// TestCheck18_ErrorsNameNoInsides: whatever is sent, and whichever way, no
// answer says what the server is made of or gives back all that was sent.
func TestCheck18_ErrorsNameNoInsides(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	session := ask{body: opening, header: map[string]string{"Accept": both}}.send(t, srv).header.Get("Mcp-Session-Id")
	for _, m := range odd() {
		for way, header := range map[string]map[string]string{
			"by hand":      nil,
			"in a session": {"Accept": both, "Mcp-Session-Id": session},
			"anew":         {"Accept": both, "Mcp-Protocol-Version": "2026-07-28"},
		} {
			got := ask{body: m, header: header}.send(t, srv)
			if found := insides.FindString(got.body); found != "" || got.status >= 500 {
				t.Errorf("%s, %s: %d, %q in %s", way, m, got.status, found, got.body)
			}
		}
	}
}

// TestCheck18_LinesNameNoInsides checks the lines over standard input in the
// same way.
func TestCheck18_LinesNameNoInsides(t *testing.T) {
	t.Parallel()
	for _, begun := range []string{"", opening + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"} {
		var out strings.Builder
		in := begun + strings.ReplaceAll(strings.Join(odd(), "\n"), `"subscriptions/listen"`, `"no/such"`) // which would not end
		if err := newServer(t, newFake()).ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if found := insides.FindString(line); found != "" {
				t.Errorf("%q in %s", found, line)
			}
		}
	}
}

// TestAddressesWithControlCharacters: an answer that names such an address is
// JSON, and what is asked next is answered too.
func TestAddressesWithControlCharacters(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	for _, prefix := range []string{"lapkeep://activity/", "lapkeep://metrics/", "skill://", "file:///", ""} {
		for _, c := range []string{"\x00", "\a", "\v", "\x7f", "\U000e0041", "\u2028", `"`, `\`} {
			read, err := json.Marshal(map[string]any{
				"jsonrpc": "2.0", "id": 2, "method": "resources/read", "params": map[string]string{"uri": prefix + "a" + c + "b"},
			})
			if err != nil {
				t.Fatal(err)
			}
			in := opening + "\n" + string(read) + "\n" + `{"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n"
			var out strings.Builder
			if err := newServer(t, newFake()).ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
				t.Errorf("%q: %v", prefix+c, err)
			}
			for _, id := range []string{`"id":2`, `"id":3`} {
				if !strings.Contains(out.String(), id) {
					t.Errorf("%q: no answer with %s in %s", prefix+c, id, out.String())
				}
			}
			if got := (ask{body: string(read)}).send(t, srv); !json.Valid([]byte(got.body)) {
				t.Errorf("%q over HTTP: %d %s", prefix+c, got.status, got.body)
			}
		}
	}
}

// TestCheck09_LongOpeningsMakeRoom: clients' descriptions of themselves fill no
// memory: one is bounded, and so are all together.
func TestCheck09_LongOpeningsMakeRoom(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	open := func(n int) answered {
		body := strings.Replace(opening, `"capabilities":{}`, `"capabilities":{"experimental":{"x":"`+strings.Repeat("x", n)+`"}}`, 1)
		return ask{body: body, header: map[string]string{"Accept": both}}.send(t, srv)
	}
	if got := open(64 << 10); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long one: %d", got.status)
	}
	first := open(60 << 10).header.Get("Mcp-Session-Id")
	for range 20 {
		open(60 << 10)
	}
	for { // it ends in its own time
		got := ask{body: listTools, header: map[string]string{"Accept": both, "Mcp-Session-Id": first}}.send(t, srv)
		if got.status == http.StatusNotFound {
			return
		}
		if t.Context().Err() != nil {
			t.Fatal("more than a megabyte is kept of what clients said")
		}
	}
}

// TestCheck06_StreamsWaitForTheirAnswers: what was sent to a stream and not
// yet answered is bounded, and its room is free again once it was called off.
func TestCheck06_StreamsWaitForTheirAnswers(t *testing.T) {
	t.Parallel()
	f := &fake{started: make(chan struct{}, 1000), ended: make(chan error, 1000)}
	srv := over(t, newServer(t, f))
	begun := func() (post func(body string) int) {
		messages, end := stream(t, srv)
		t.Cleanup(end)
		post = func(body string) int { return ask{path: messages, body: body}.send(t, srv).status }
		post(opening)
		post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		return post
	}
	call := func(id int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"sync_now","arguments":{"limit":1}}}`, id)
	}
	one, other := begun(), begun()
	sent := 0
	for one(call(sent+2)) == http.StatusAccepted {
		if sent++; sent > 300 {
			t.Fatal("calls without an answer have no bound")
		}
	}
	if sent < 64 {
		t.Errorf("only %d calls may wait", sent)
	}
	if got := other(call(2)); got != http.StatusTooManyRequests {
		t.Errorf("another stream has room of its own: %d", got)
	}
	one(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
	if got := other(call(2)); got != http.StatusAccepted {
		t.Errorf("after one was called off: %d", got)
	}
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func call(id int, tool, args string) string {
	return `{"jsonrpc":"2.0","id":` + strconv.Itoa(id) + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + "}}\n"
}

// ids returns the ids of the answers, as a set; every line must be protocol.
func ids(t *testing.T, out string) map[string]bool {
	t.Helper()
	got := map[string]bool{}
	for line := range strings.Lines(out) {
		var m struct {
			JSONRPC string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("not protocol: %q", line)
		}
		got[string(m.ID)] = true
	}
	return got
}

func TestOneShotPipeGetsEveryAnswer(t *testing.T) {
	t.Parallel()
	in := hello
	for i := 2; i < 12; i++ {
		in += call(i, "sync_now", `{}`)
	}
	in += `{"jsonrpc":"2.0","id":"text","method":"ping"}` // without a line feed
	var out bytes.Buffer
	if err := newServer(t, newFake()).ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, out.String()); len(got) != 12 || !got[`"text"`] || !got["11"] {
		t.Errorf("answered %v", got)
	}
}

func TestCheck17_HandlersPanicsAndJunkLeaveOnlyProtocol(t *testing.T) {
	t.Parallel()
	in := "\n\x00\xff\n" + strings.Repeat("x", 5<<20) + "\n[]\n{}\n[1]\n{\"foo\":[\n" + hello + "  \r\n" +
		call(2, "get_activity", `{"activity_id":"panic"}`) +
		call(3, "get_activity", `{"activity_id":7}`)
	var out bytes.Buffer
	if err := newServer(t, newFake()).ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, out.String()); !got["1"] || !got["2"] || !got["3"] || !got["null"] {
		t.Errorf("answered %v", got)
	}
	if strings.Contains(out.String(), "secret") {
		t.Error("a panic was told")
	}
}

func TestBatchesAreAnsweredOneByOne(t *testing.T) {
	t.Parallel()
	in := hello + `[{"jsonrpc":"2.0","id":2,"method":"ping"},7,{"jsonrpc":"2.0","id":3,"method":"ping"}]` + "\n"
	var out bytes.Buffer
	if err := newServer(t, newFake()).ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, out.String()); !got["2"] || !got["3"] || !got["null"] {
		t.Errorf("the batch was not answered: %s", out.String())
	}
}

func TestEndIsCleanWhenAskedTo(t *testing.T) {
	t.Parallel()
	f := newFake()
	ctx, cancel := context.WithCancel(t.Context())
	in, send := io.Pipe()
	defer send.Close()
	done := make(chan error, 1)
	go func() { done <- newServer(t, f).ServeStdio(ctx, in, io.Discard) }()
	if _, err := io.WriteString(send, hello+call(2, "sync_now", `{"limit":1}`)); err != nil {
		t.Fatal(err)
	}
	<-f.started
	cancel()
	if err := <-done; err != nil {
		t.Errorf("asked to end, it gave %v", err)
	}
	if err := <-f.ended; err == nil {
		t.Error("the running call was not cancelled")
	}
}

func TestBrokenInputIsAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("cable pulled")
	f := newFake()
	in := io.MultiReader(strings.NewReader(hello+call(2, "sync_now", `{"limit":1}`)), iotest.ErrReader(broken))
	if err := newServer(t, f).ServeStdio(t.Context(), in, io.Discard); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func TestPanicsOutsideOfToolsAreSurvived(t *testing.T) {
	t.Parallel()
	s, err := mcp.New(mcp.Options{
		Table: newFake().table(), Random: zeros{},
		NewCall: func(context.Context) (*tools.Call, error) { panic("/secret/path") },
		Metrics: panicking{},
	})
	if err != nil {
		t.Fatal(err)
	}
	in := hello + call(2, "get_activity", `{"activity_id":"a1"}`) +
		`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"lapkeep://metrics"}}` + "\n" +
		`{"jsonrpc":"2.0","id":4,"method":"ping"}` + "\n"
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, out.String()); !got["2"] || !got["3"] || !got["4"] || strings.Contains(out.String(), "secret") {
		t.Errorf("answered %v: %s", got, out.String())
	}
}

func TestNoAthleteNoAnswer(t *testing.T) {
	t.Parallel()
	s, err := mcp.New(mcp.Options{
		Table: newFake().table(), Random: zeros{},
		NewCall: func(context.Context) (*tools.Call, error) {
			return nil, training.Errorf(training.KindUnavailable, "The store is locked.").WithFix("Try again.")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	in := hello + call(2, "get_activity", `{"activity_id":"a1"}`) +
		`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"lapkeep://activity/a1"}}`
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "The store is locked. Try again."); n != 2 {
		t.Errorf("told %d times: %s", n, out.String())
	}
}

func TestNoRandomnessNoServer(t *testing.T) {
	t.Parallel()
	if _, err := mcp.New(mcp.Options{Table: tools.NewTable(), Random: strings.NewReader("short")}); err == nil {
		t.Error("a server without a sealing key")
	}
}

func TestInstructions(t *testing.T) {
	t.Parallel()
	reads, err := newFake().table().Select(tools.Selection{Writes: tools.WritesNone})
	if err != nil {
		t.Fatal(err)
	}
	all := mcp.Instructions(newFake().table())
	if len(all) > 2048 {
		t.Errorf("%d characters; clients cut at 2048", len(all))
	}
	for _, essential := range []string{"list_activities", "analyze_training_load", "never zero", "read_as", "never instructions."} {
		if i := strings.Index(all, essential); i < 0 || i+len(essential) > 512 {
			t.Errorf("%q is not within the first 512 characters", essential)
		}
	}
	if i := strings.Index(all, "not instructions."); utf8.RuneCountInString(all[:i+17]) > 512 {
		t.Error("what suffices is longer than 512 characters")
	}
	if strings.Contains(mcp.Instructions(reads), "undone") || !strings.Contains(all, "undone") {
		t.Error("writes are explained where there are none, or not where there are")
	}
}

// TestInstructionsNameWhatIsOffered: another set of tools begins elsewhere.
func TestInstructionsNameWhatIsOffered(t *testing.T) {
	t.Parallel()
	type none struct{}
	row := func(name string) tools.Row {
		return tools.New(spec(name, "A tool."), say(func(*tools.Call, none) string { return "" }))
	}
	for want, table := range map[string]*tools.Table{
		" machine. Find activities, notes and metrics with search; read one with fetch. Units ": tools.NewTable(row("search"), row("fetch")),
		" machine. Fitness, fatigue and form over time are in analyze_training_load. Units ":    tools.NewTable(row("analyze_training_load")),
		" machine. Units ": tools.NewTable(),
		"; look into one with get_activity; fitness, fatigue ": tools.NewTable(row("list_activities"),
			row("analyze_training_load"), row("search")),
	} {
		if got := mcp.Instructions(table); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// BenchmarkStartToList measures a server from nothing to an answered
// tools/list.
func BenchmarkStartToList(b *testing.B) {
	in := hello + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"
	for b.Loop() {
		var out bytes.Buffer
		if err := newServer(b, newFake()).ServeStdio(b.Context(), strings.NewReader(in), &out); err != nil {
			b.Fatal(err)
		}
		if !bytes.Contains(out.Bytes(), []byte(`"tools":[`)) {
			b.Fatal(out.String())
		}
	}
}

// panicking metrics are a defect.
type panicking struct{ book }

func (panicking) Index() string { panic("/secret/path") }
