package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// assistant is a chat's connection to the program: a client that shows views.
type assistant struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
	n   int
}

// converse starts the program as an MCP server for a client that shows views.
func converse(t *testing.T) *assistant {
	t.Helper()
	path, demo := program(t)
	c := exec.CommandContext(t.Context(), path, "serve", "--home", demo, "--toolsets", "all")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = c.Wait() })
	a := &assistant{in: in, out: bufio.NewReaderSize(out, 1<<20)}
	a.ask(t, "initialize", `{"protocolVersion":"2025-11-25","clientInfo":{"name":"chat","version":"1"},"capabilities":{"extensions":{`+
		`"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}`)
	return a
}

// ask sends a request and returns its result.
func (a *assistant) ask(t *testing.T, method, params string) json.RawMessage {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.n++
	if _, err := fmt.Fprintf(a.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", a.n, method, params); err != nil {
		t.Error(err)
		return nil
	}
	for {
		line, err := a.out.ReadBytes('\n')
		var got struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err != nil || json.Unmarshal(line, &got) != nil {
			t.Errorf("%s: %s %v", method, line, err)
			return nil
		}
		if got.ID == a.n {
			if got.Error != nil {
				t.Errorf("%s: %s", method, got.Error)
			}
			return got.Result
		}
	}
}

// chat is a page with the protocol's own bridge, and the view in it.
type chat struct {
	*tab
	*assistant
	html string
}

// openChat starts a chat without a view.
func openChat(t *testing.T) *chat {
	t.Helper()
	a := converse(t)
	var read struct {
		Contents []struct{ Text string }
	}
	if err := json.Unmarshal(a.ask(t, "resources/read", `{"uri":"ui://lapkeep/answer.html"}`), &read); err != nil {
		t.Fatal(err)
	}
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{"testdata/viewhost/host.js"}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
	})
	if len(built.Errors) > 0 {
		t.Fatalf("the host was not built; run npm ci: %v", built.Errors[0].Text)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `<!doctype html><title>Chat</title><link rel="icon" href="data:,"><body><script type="module" src="/host.js"></script>`)
	})
	mux.HandleFunc("GET /host.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(built.OutputFiles[0].Contents)
	})
	mux.HandleFunc("POST /call", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(a.ask(t, "tools/call", string(body)))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := &chat{launch(t, at), a, read.Contents[0].Text}
	c.do(t, chromedp.Navigate(at.String()))
	c.until(t, `window.ready === true`)
	return c
}

// js calls an asynchronous function of the page.
func js[T any](t *testing.T, c *chat, call string) T {
	t.Helper()
	v, err := chromedp.Run(c, chromedp.Evaluate[T](call, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	return v
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// begin opens the view in a chat with these capabilities, context and manners.
func (c *chat) begin(t *testing.T, capabilities, context string, refuses bool) {
	t.Helper()
	js[string](t, c, fmt.Sprintf(`begin(%s, %s, %s, %t)`, asJSON(c.html), capabilities, context, refuses))
}

// answers calls a tool and shows the answer.
func (c *chat) answers(t *testing.T, tool, args string) (structured map[string]any) {
	t.Helper()
	var result struct {
		IsError           bool
		StructuredContent map[string]any
	}
	text := js[string](t, c, fmt.Sprintf(`answer(%q, %s)`, tool, args))
	if err := json.Unmarshal([]byte(text), &result); err != nil || result.IsError {
		t.Fatalf("%s %s: %s %v", tool, args, text, err)
	}
	return result.StructuredContent
}

func (c *chat) text(t *testing.T, selector string) string {
	t.Helper()
	return js[string](t, c, fmt.Sprintf(`probe("text", %q)`, selector))
}

func (c *chat) count(t *testing.T, selector string) int {
	t.Helper()
	return int(js[float64](t, c, fmt.Sprintf(`probe("count", %q)`, selector)))
}

func (c *chat) click(t *testing.T, selector string) {
	t.Helper()
	if got := js[string](t, c, fmt.Sprintf(`probe("click", %q)`, selector)); got != "" {
		t.Fatalf("click on %s: %s", selector, got)
	}
}

// soon reports whether something becomes true.
func soon(is func() bool) bool {
	for range 500 {
		if is() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// shows waits until an element has a text.
func (c *chat) shows(t *testing.T, selector, part string) {
	t.Helper()
	if !soon(func() bool { return strings.Contains(c.text(t, selector), part) }) {
		t.Fatalf("%s does not show %q but %q", selector, part, c.text(t, selector))
	}
}

// has waits until there are so many elements.
func (c *chat) has(t *testing.T, selector string, want int) {
	t.Helper()
	if !soon(func() bool { return c.count(t, selector) == want }) {
		t.Errorf("%d of %s, not %d", c.count(t, selector), selector, want)
	}
}

// logged returns the chat's entries of a kind.
func (c *chat) logged(t *testing.T, kind string) string {
	t.Helper()
	return js[string](t, c, fmt.Sprintf(`JSON.stringify(log.filter((e) => e[0] === %q).map((e) => e[1]))`, kind))
}

// quiet checks that the view broke no rule of the chat and asked nobody.
func (c *chat) quiet(t *testing.T) {
	t.Helper()
	if got := js[string](t, c, `probe("violations", "html")`); got != "" {
		t.Errorf("the view broke the chat's policy: %s", got)
	}
	for _, w := range c.wrong() {
		t.Error(w)
	}
}

const (
	mayCall = `{"serverTools":{},"updateModelContext":{}}`
	light   = `{"theme":"light","locale":"en-GB","displayMode":"inline","availableDisplayModes":["inline","fullscreen"],` +
		`"toolInfo":{"tool":{"name":"get_curves","title":"Power and pace curves","inputSchema":{"type":"object"}}}}`
)

// TestAViewLives from its start to its end: result, hover, a chosen duration, width, theme,
// language, display mode, cancellation, teardown.
func TestAViewLives(t *testing.T) {
	c := openChat(t)
	c.begin(t, mayCall, light, false)
	c.shows(t, "main", "Waiting for the answer.")
	curve := c.answers(t, "get_curves", `{"kind":"power"}`)["curve"].(map[string]any)
	c.shows(t, "h1", "Power curve")
	c.has(t, "lk-chart canvas", 1)
	durations, power := curve["duration_s"].([]any), curve["power_w"].([]any)
	if rows := c.count(t, "tbody tr"); rows != len(durations) {
		t.Errorf("%d rows of %d durations", rows, len(durations))
	}
	js[string](t, c, `probe("set", ".picker select", "2")`)
	c.shows(t, ".readout", "Power "+rounded(power[2].(float64), 0)+" W")
	box := js[[]float64](t, c, `probe("box", ".u-over")`)
	frame := js[[]float64](t, c, `(() => { const r = document.querySelector("iframe").getBoundingClientRect(); return [r.x, r.y]; })()`)
	x, y := frame[0]+box[0]+box[2]-2, frame[1]+box[1]+box[3]/2
	if !soon(func() bool {
		y++ // the chart follows a pointer that moves
		c.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
		return strings.Contains(c.text(t, ".readout"), "Power "+rounded(power[len(power)-1].(float64), 0)+" W")
	}) {
		t.Errorf("below the pointer it says %s", c.text(t, ".readout"))
	}

	js[string](t, c, `wide(400)`)
	c.until(t, `log.some((e) => e[0] === "size" && e[1].width === 400)`)
	if !soon(func() bool { return js[[]float64](t, c, `probe("box", "lk-chart canvas")`)[2] < 400 }) {
		t.Error("the chart is wider than its frame")
	}

	js[string](t, c, `change({...`+light+`, theme: "dark", locale: "zh-CN", styles: {variables: {"--color-text-primary": "light-dark(#111111, #eeddcc)"}}})`)
	c.shows(t, "summary", "以表格显示")
	if got := js[string](t, c, `probe("attribute", "html", "data-theme")`); got != "dark" {
		t.Errorf("the theme is %s", got)
	}
	if got := js[string](t, c, `probe("css", "html", "--ink")`); got != "rgb(238, 221, 204)" {
		t.Errorf("the ink is %s", got)
	}
	c.click(t, "header .button")
	c.until(t, `log.some((e) => e[0] === "mode" && e[1] === "fullscreen")`)
	c.has(t, "header .button", 0)
	c.has(t, ".chart-tools .button", 1)
	over := js[[]float64](t, c, `probe("box", ".u-over")`)
	for _, at := range []struct {
		kind input.DispatchMouseEventType
		part float64
	}{
		{input.DispatchMouseEventTypeMouseMoved, 0.2}, {input.DispatchMouseEventTypeMousePressed, 0.2},
		{input.DispatchMouseEventTypeMouseMoved, 0.6}, {input.DispatchMouseEventTypeMouseReleased, 0.6},
	} {
		c.do(t, chromedp.MouseEvent(at.kind, frame[0]+over[0]+over[2]*at.part, frame[1]+over[1]+over[3]/2, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	c.has(t, ".chart-tools .button:not([hidden])", 1) // zoomed
	if got := js[string](t, c, `end()`); got != "{}" || c.count(t, "main *") != 0 {
		t.Errorf("after the end: %s, %d elements", got, c.count(t, "main *"))
	}
	c.quiet(t)
}

// TestEveryDrawnAnswerHasAView shows the answer of every tool that draws, in both languages,
// with the values of the answer.
func TestEveryDrawnAnswerHasAView(t *testing.T) {
	c := openChat(t)
	var list struct {
		Tools []struct {
			Name string
			Meta struct{ UI struct{ ResourceURI string } } `json:"_meta"`
		}
	}
	if err := json.Unmarshal(c.ask(t, "tools/list", `{}`), &list); err != nil {
		t.Fatal(err)
	}
	rides := c.beside(t, "list_activities", `{"sport":"cycling","limit":3}`)["activities"].([]any)
	ids := []string{}
	for _, r := range rides {
		ids = append(ids, r.(map[string]any)["id"].(string))
	}
	asked := map[string]string{
		"analyze_training_load": `{"project_days":14}`, "get_curves": `{"kind":"power","compare":"last year"}`,
		"get_activity": `{"id":"` + ids[0] + `","sections":["summary","laps","splits","zones"]}`, "get_activity_streams": `{"id":"` + ids[0] + `"}`,
		"get_training_summary": `{"range":"last 8 weeks","sections":["by_sport","time_in_zones","by_week"]}`, "get_wellness": `{}`, "list_events": `{}`,
		"compare_activities": `{"ids":` + asJSON(ids) + `}`, "get_training_plan": `{}`,
		"create_workout": `{"workouts":[{"name":"Tempo","sport":"cycling","steps":[{"duration_s":600,"power":"50%"},{"duration_s":1200,"power":"80%"}]}],"dry_run":true,"picture":true}`,
	}
	drawn := map[string]string{"get_training_plan": ".sessions li", "list_events": ".sessions li", "compare_activities": "td .bar", "get_activity": "td .bar",
		"create_workout": "img"}
	for _, tool := range list.Tools {
		if tool.Meta.UI.ResourceURI == "" {
			continue
		}
		args, ok := asked[tool.Name]
		if !ok {
			t.Errorf("%s has a view; ask it for something here", tool.Name)
			continue
		}
		delete(asked, tool.Name)
		for _, locale := range []string{"en", "zh-CN"} {
			c.begin(t, mayCall, `{"theme":"dark","locale":"`+locale+`"}`, false)
			c.answers(t, tool.Name, args)
			want := drawn[tool.Name]
			if want == "" {
				want = "lk-chart canvas"
			}
			there := soon(func() bool { return c.count(t, want) > 0 })
			text := c.text(t, "main")
			if !there || strings.Contains(text, "undefined") || strings.Contains(text, "[object") || strings.Contains(text, "NaN") {
				t.Errorf("%s %s: no %s in %s", tool.Name, locale, want, text)
			}
			c.quiet(t)
			if dir := os.Getenv("LAPKEEP_SCREENSHOTS"); dir != "" {
				shot, err := chromedp.Run(c, chromedp.FullScreenshot(100))
				if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "view-"+tool.Name+"-"+locale+".png"), shot, 0o644)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for name := range asked {
		t.Errorf("%s has no view", name)
	}
}

// beside calls a tool beside the view.
func (c *chat) beside(t *testing.T, tool, args string) map[string]any {
	t.Helper()
	var result struct{ StructuredContent map[string]any }
	if err := json.Unmarshal(c.ask(t, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args)), &result); err != nil {
		t.Fatal(err)
	}
	return result.StructuredContent
}

// TestAViewMovesASession after it has shown what a move changes and a person confirmed it.
func TestAViewMovesASession(t *testing.T) {
	copied(t)
	c := openChat(t)
	c.begin(t, mayCall, light, false)
	events := c.answers(t, "list_events", `{}`)["events"].([]any)
	first := events[0].(map[string]any)
	id, day := first["id"].(string), first["local_date"].(string)
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	to := at.AddDate(0, 0, 1).Format(time.DateOnly)
	c.shows(t, ".sessions li", first["name"].(string))
	c.click(t, `.sessions li[data-id="`+id+`"] .button`)
	js[string](t, c, fmt.Sprintf(`probe("set", ".mover input", %q)`, to))
	c.click(t, ".mover .button")
	c.shows(t, ".mover .told", day+" → "+to)
	dry := fmt.Sprintf(`[{"name":"update_event","arguments":{"id":%q,"date":%q,"dry_run":true}}]`, id, to)
	if got := c.logged(t, "call"); got != dry {
		t.Errorf("it called %s", got)
	}
	stays := func(want string) {
		t.Helper()
		if got := c.beside(t, "get_event", `{"id":"`+id+`"}`); !strings.Contains(asJSON(got), `"local_date":"`+want+`"`) {
			t.Errorf("the session is not on %s: %s", want, asJSON(got))
		}
	}
	stays(day)
	js[string](t, c, fmt.Sprintf(`probe("set", ".mover input", %q)`, day))
	if n := c.count(t, ".mover .told .button"); n != 0 {
		t.Error("another day needs no new preview")
	}
	js[string](t, c, fmt.Sprintf(`probe("set", ".mover input", %q)`, to))
	c.click(t, ".mover .button")
	c.shows(t, ".mover .told", to)
	c.click(t, ".mover .told .button")
	c.shows(t, ".said", "Moved. "+to)
	stays(to)
	if got := c.logged(t, "context"); !strings.Contains(got, id) {
		t.Errorf("the model does not know: %s", got)
	}
	c.quiet(t)
}

// TestAChatMayRefuse calls and display modes; the view says so and stays as it is.
func TestAChatMayRefuse(t *testing.T) {
	c := openChat(t)
	c.begin(t, `{}`, light, true)
	c.answers(t, "list_events", `{}`)
	c.shows(t, "h2", "Planned sessions")
	if n := c.count(t, ".sessions .button"); n != 0 {
		t.Errorf("%d buttons for calls that the chat does not pass on", n)
	}
	c.click(t, "header .button")
	c.until(t, `log.some((e) => e[0] === "mode")`)
	if c.count(t, "header .button") != 1 {
		t.Error("the view believes that it fills the screen")
	}
	c.begin(t, mayCall, light, true)
	c.answers(t, "list_events", `{}`)
	c.shows(t, ".sessions", "Move")
	c.click(t, ".sessions .button")
	c.click(t, ".mover .button")
	c.shows(t, ".mover .told", "The chat did not pass this on")
	js[string](t, c, `cancel()`)
	js[string](t, c, `result({isError: true, content: [{type: "text", text: "Something failed."}]})`)
	c.shows(t, "main", "Something failed.")
	c.quiet(t)
}

// TestAViewTakesNamesAsText, of whatever length and direction, and odd answers.
func TestAViewTakesNamesAsText(t *testing.T) {
	c := openChat(t)
	c.begin(t, mayCall, light, false)
	name := `<img src=x onerror="violated.push('ran')">رحلة <script>violated.push('ran')</script>` + strings.Repeat("long ", 40)
	result := map[string]any{"content": []any{}, "structuredContent": map[string]any{
		"name": name, "sport": `x" onclick="`, "words": []any{name, 3, nil}, "events": []any{
			map[string]any{"id": `"]<b>`, "local_date": "2026-12-01", "name": name, "sport": `a b"><i>`, "status": "upcoming"},
		},
		"days":   map[string]any{"dates": []any{"2026-12-01", "2026-12-02", "2026-12-03"}, "values": map[string]any{name: []any{1, nil, 3}, "weight_kg": []any{nil, 70, nil}}},
		"laps":   []any{map[string]any{"name": name, "duration_s": 5}, map[string]any{"name": name, "duration_s": nil}, 7, nil},
		"odd":    map[string]any{"dates": []any{1, 2}, "from": "x", "deep": map[string]any{"a": map[string]any{"b": map[string]any{"c": []any{[]any{}}}}}},
		"totals": map[string]any{"duration_s": "x", "tss": 12},
	}}
	js[string](t, c, `result(`+asJSON(result)+`)`)
	c.shows(t, "h1", name)
	if n := c.count(t, "main img, main script, main b.x, main i"); n != 0 {
		t.Errorf("%d elements came from a name", n)
	}
	c.has(t, "lk-chart canvas", 2)
	for _, odd := range []string{`{}`, `{structuredContent: null}`, `{content: [null, 3], structuredContent: {days: {dates: ["x", "y"], ctl: [1, 2]}}}`} {
		js[string](t, c, `(async () => { try { return await result(`+odd+`); } catch (e) { return ""; } })()`)
	}
	c.quiet(t)
}
