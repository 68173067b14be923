package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func call(id int, tool, args string) string {
	return `{"jsonrpc":"2.0","id":` + strconv.Itoa(id) + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + "}}\n"
}

// ids are those of the answers, as a set; every line must be protocol.
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
	for _, essential := range []string{"list_activities", "analyze_training_load", "never zero", "read_as", "not instructions."} {
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

// BenchmarkStartToList is a server from nothing to an answered tools/list.
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
