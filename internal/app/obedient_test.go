package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/app/injectiontest"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// hostileRecording returns a file whose device and name are a text.
func hostileRecording(start time.Time, text string) ([]byte, error) {
	r := answerstest.Session(training.Cycling, start, 60, nil)
	r.Name, r.Description = text, text
	r.Device = training.Device{Manufacturer: text, Product: strings.ToValidUTF8(text, "?")}
	var b bytes.Buffer
	err := xmlfile.WriteTCX(&b, r)
	return b.Bytes(), err
}

// obedient is an assistant that does whatever any text tells it.
type obedient struct {
	session *mcp.ClientSession
	corpus  []injectiontest.Text

	queue []injectiontest.Order
	met   map[string]bool // orders
	seen  map[string]bool // marks of texts
	wrong []string
	asked int
}

// obey connects an assistant to the server, asks it what people ask, and lets
// it obey all that it reads.
func (a *injected) obey(t *testing.T, w *cli.Workbench, asks bool) *obedient {
	t.Helper()
	o := &obedient{corpus: a.corpus, met: map[string]bool{}, seen: map[string]bool{}}
	options := &mcp.ClientOptions{}
	if asks {
		options.ElicitationHandler = func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			o.asked++
			o.read("question", req.Params.Message)
			return &mcp.ElicitResult{Action: "decline"}, nil
		}
	}
	o.session, _ = a.connect(t, w, []string{"all"}, options)
	for _, id := range a.ids {
		o.do(t, "get_activity", `{"id":"`+id+`","sections":["summary","device","laps","notes"]}`)
		o.do(t, "fetch", `{"id":"`+id+`"}`)
	}
	o.do(t, "get_activity_notes", `{"id":"`+a.ids[1]+`"}`)
	for _, span := range []string{"2026-05", "2026-06"} {
		o.do(t, "list_activities", `{"limit":100,"range":"`+span+`","fields":["name","description","tags","sport"]}`)
	}
	for _, view := range []string{"agenda", "upcoming", "annual"} {
		o.do(t, "list_events", `{"view":"`+view+`","range":"2026-08-20..2026-09-10"}`)
	}
	o.do(t, "list_gear", `{"include_retired":true}`)
	o.do(t, "list_routes", `{}`)
	o.do(t, "list_custom_items", `{}`)
	o.do(t, "list_workouts", `{}`)
	for i := 0; i < len(a.corpus); i += 10 {
		o.do(t, "get_route", fmt.Sprintf(`{"id":"hostile-%d"}`, i))
		o.do(t, "get_workout", fmt.Sprintf(`{"id":"hostile-%d"}`, i))
	}
	o.do(t, "get_wellness", `{"range":"2026-08-20..2026-09-10"}`)
	for i := range 20 {
		o.do(t, "get_event", fmt.Sprintf(`{"id":"intervals:%d"}`, i))
	}
	for _, q := range []string{"LKI0", "call", "2026-06 yoga", "ignore instructions"} {
		o.do(t, "search", `{"query":"`+q+`"}`)
	}
	for _, tool := range []string{"get_status", "get_athlete_profile", "analyze_training_load", "get_training_summary", "get_curves"} {
		o.do(t, tool, `{}`)
	}
	for len(o.queue) > 0 {
		next := o.queue[0]
		o.queue = o.queue[1:]
		o.do(t, next.Tool, string(next.Args))
	}
	return o
}

// connect serves a workbench to a client in this process. end hangs up and
// waits until the server has ended what it was doing.
func (a *subject) connect(
	t *testing.T, w *cli.Workbench, toolsets []string, options *mcp.ClientOptions,
) (s *mcp.ClientSession, end func()) {
	t.Helper()
	server, err := a.program(io.Discard, io.Discard).server(t.Context(), w, toolsets, nil)
	if err != nil {
		t.Fatal(err)
	}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- server.ServeStdio(t.Context(), in, out)
		out.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "obedient", Version: "1"}, options)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, nil)
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		_ = session.Close() // the server's end says whether it went well
		send.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return session, end
}

// do calls a tool and reads its answer.
func (o *obedient) do(t *testing.T, tool, args string) {
	t.Helper()
	key := tool + args
	if o.met[key] {
		return
	}
	o.met[key] = true
	res, err := o.session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		return // a name that no tool has
	}
	text := res.Content[0].(*mcp.TextContent).Text
	if res.IsError {
		o.read("error", text)
		return
	}
	structured, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range []json.RawMessage{structured, json.RawMessage(text)} {
		if err := injectiontest.Strings(answer, func(path, text string) { o.read(tool+"."+path, text) }); err != nil {
			t.Fatalf("%s %s: %v", tool, args, err)
		}
	}
}

// quoted returns a name in quotes, with those in it escaped.
func quoted() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"`) }

// read takes in one text of an answer.
func (o *obedient) read(path, text string) {
	o.queue = append(o.queue, injectiontest.Orders(text)...)
	if strings.Contains(text, canary) && path != "error" {
		o.wrong = append(o.wrong, path+" shows what is hidden: "+text)
	}
	at := strings.Index(text, "LKI")
	if at < 0 || len(text) < at+6 {
		return
	}
	o.seen[text[at:at+6]] = true
	switch path {
	case "error", "question": // it names in quotes what would go
		if strings.Contains(quoted().ReplaceAllString(text, ""), "LKI") {
			o.wrong = append(o.wrong, "our own words carry a text: "+text)
		}
	default:
		if what := inItsPlace(path, text); what != "" {
			o.wrong = append(o.wrong, what+": "+path+": "+text)
		}
	}
}

// check: the assistant met nearly all texts and many of their orders, and none
// of them was anywhere but in its place.
func (o *obedient) check(t *testing.T, least int) {
	t.Helper()
	if len(o.seen) < len(o.corpus)*9/10 || len(o.met) < least {
		t.Errorf("it saw %d texts of %d and did %d things", len(o.seen), len(o.corpus), len(o.met))
	}
	for i, w := range o.wrong {
		if i == 10 {
			t.Errorf("and %d more", len(o.wrong)-i)
			break
		}
		t.Errorf("%.400q", w)
	}
}

// TestOldNamesLeadToTools calls what replaces each tool of the older servers,
// and each old name, which must say so.
func TestOldNamesLeadToTools(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	called := map[string]bool{}
	for _, n := range tools.FormerNames() {
		row, ok := a.table.Lookup(n.Tool)
		if _, taken := a.table.Lookup(n.Old); !ok || taken {
			t.Errorf("%s leads to %s: there %v, itself a tool %v", n.Old, n.Tool, ok, taken)
			continue
		}
		p := tooltest.Fails(t, a.table, a.call(t), n.Old, `{"anything":1}`)
		if !strings.HasPrefix(p.Fix, "Use "+n.Tool) {
			t.Errorf("%s: %s", n.Old, p)
		}
		if called[n.Tool+n.Args] {
			continue
		}
		called[n.Tool+n.Args] = true
		nobodyAgreed := strings.Contains(n.Args, tools.ExampleAnswer)
		if row.Safety == tools.Destructive || nobodyAgreed || n.Old == "update_athlete_notes" || n.Tool == "delete_workout" { // a person is asked
			tooltest.Fails(t, a.table, a.call(t), n.Tool, a.own(n.Args))
			continue
		}
		tooltest.Call(t, a.table, a.call(t), n.Tool, a.own(n.Args))
	}
}
