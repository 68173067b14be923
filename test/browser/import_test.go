package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// outing returns a recording of half an hour as a GPX file.
func outing(t testing.TB, name string, start time.Time) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>%s</name><type>cycling</type><trkseg>`, name)
	for s := range 1800 {
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="8.5"><ele>400</ele><time>%s</time></trkpt>`,
			47+float64(s)*7/111_000, start.Add(time.Duration(s)*time.Second).UTC().Format(time.RFC3339))
	}
	b.WriteString(`</trkseg></trk></gpx>`)
	path := filepath.Join(t.TempDir(), "outing.gpx")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAnotherProcessesImportAppears on the pages that show it, within two seconds,
// and takes neither the selection, the place nor the focus.
func TestAnotherProcessesImportAppears(t *testing.T) {
	home := copied(t)
	path, _ := program(t)
	at := dashboard(t)
	b := open(t, at)
	for i, panel := range []string{"/", "/activities"} {
		b.visit(t, at, panel, "light", 1440, 500)
		b.until(t, `document.querySelector(".live") && !document.querySelector(".live.lost")`)
		b.do(t, chromedp.Evaluate[chromedp.Void](`window.kept = true; window.scrollTo(0, 120);
			getSelection().selectAllChildren(document.querySelector("main h1"));
			[...document.querySelectorAll("main a")].find((e) => e.offsetParent).focus({preventScroll: true}); window.focused = document.activeElement.outerHTML`))
		selected := get1(t, b, `getSelection().toString()`)
		name := fmt.Sprintf("From elsewhere %d", i+1)
		file := outing(t, name, time.Now().Add(time.Duration(40*i-80)*time.Minute))
		if out, err := exec.CommandContext(t.Context(), path, "import", file, "--home", home).CombinedOutput(); err != nil {
			t.Fatalf("%s%v", out, err)
		}
		wrote := time.Now()
		b.until(t, fmt.Sprintf(`document.querySelector("main").textContent.includes(%q)`, name))
		late := time.Since(wrote)
		t.Logf("%s: shown %v after the import ended", panel, late)
		if late > 2*time.Second {
			t.Errorf("%s: it appeared after %v", panel, late)
		}
		for what, is := range map[string]string{
			"the page was not loaded anew": `String(window.kept)`,
			"the selection stands":         fmt.Sprintf(`String(getSelection().toString() === %q)`, selected),
			"the page is where it was":     `String(Math.abs(scrollY - 120) < 60)`,
			"the focus stands":             `String(document.activeElement.outerHTML === window.focused)`,
		} {
			if get1(t, b, is) != "true" {
				t.Errorf("%s: not so: %s", panel, what)
			}
		}
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestAnAssistantIsConnected from the page's start by clicks: what changes is shown
// before it is written, and the program is tried afterwards.
func TestAnAssistantIsConnected(t *testing.T) {
	copied(t)
	user := t.TempDir()
	t.Setenv("HOME", user)
	t.Setenv("XDG_CONFIG_HOME", "")
	file := filepath.Join(user, ".cursor", "mcp.json")
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/start?step=assistant", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details").forEach((d) => { d.open = true; })`))
	b.do(t, chromedp.Click(`main a[href$="/assistants/cursor"]`))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/assistants/cursor" && customElements.get("lk-install") !== undefined`)
	b.do(t, chromedp.Click(`lk-install button[value=show]`))
	b.until(t, `document.querySelector("dialog[open]")?.textContent.includes("lapkeep")`)
	if _, err := os.Stat(file); err == nil {
		t.Error("the file was written before it was asked for")
	}
	t.Log(get1(t, b, `document.querySelector("dialog[open]").textContent`))
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("dialog[open] button")].find((e) => e.textContent === "Save and test").click()`))
	for range 2000 {
		if _, err := os.Stat(file); err == nil {
			break
		}
		b.until(t, `document.querySelector("dialog[open]") !== null`)
	}
	written, err := os.ReadFile(file)
	var config struct {
		Servers map[string]struct {
			Command string `json:"command"`
		} `json:"mcpServers"`
	}
	if err != nil || json.Unmarshal(written, &config) != nil || len(config.Servers) != 1 {
		t.Fatalf("%s %v", written, err)
	}
	b.until(t, `/tools/.test(document.querySelector("dialog[open]")?.textContent ?? "")`)
	t.Log(get1(t, b, `document.querySelector("dialog[open]").textContent`))
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestAKilledUploadIsGoneAfterTheNextStart: nothing of it stays in the home.
func TestAKilledUploadIsGoneAfterTheNextStart(t *testing.T) {
	home := copied(t)
	s := started(t, "127.0.0.1:0")
	base := "http://" + s.at.Host
	res, err := http.Post(base+"/session", "application/json", strings.NewReader(fmt.Sprintf(`{"ticket":%q}`, s.at.Fragment)))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	cookie, _, _ := strings.Cut(res.Header.Get("Set-Cookie"), ";")
	base += strings.TrimSuffix(res.Cookies()[0].Path, "/")
	ask := func(method, path, token string, body io.Reader) *http.Request {
		r, err := http.NewRequestWithContext(t.Context(), method, base+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", cookie)
		r.Header.Set("X-Lapkeep-Token", token)
		return r
	}
	page, err := http.DefaultClient.Do(ask(http.MethodGet, "/glossary", "", nil))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(page.Body)
	_ = page.Body.Close()
	token := regexp.MustCompile(`name="lapkeep-token" content="([^"]+)"`).FindSubmatch(text)
	if token == nil {
		t.Fatalf("no token in %.300s", text)
	}
	half, feed := io.Pipe()
	form := multipart.NewWriter(feed)
	upload := ask(http.MethodPost, "/upload", string(token[1]), half)
	upload.Header.Set("Content-Type", form.FormDataContentType())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if res, err := http.DefaultClient.Do(upload); err == nil {
			_ = res.Body.Close()
		}
	}()
	part, err := form.CreateFormFile("file", "ride.fit")
	if err == nil {
		_, err = part.Write(make([]byte, 1<<20))
	}
	if err != nil {
		t.Fatal(err)
	}
	left := func() int {
		all, _ := filepath.Glob(filepath.Join(home, "uploads", "*", "*", "*"))
		return len(all)
	}
	for range 1000 { // the server writes it while we look
		if left() > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.kill()
	_ = feed.Close()
	<-ended
	if left() != 1 {
		t.Fatalf("%d files of the upload were there when it was killed", left())
	}
	started(t, "127.0.0.1:0")
	if all, _ := filepath.Glob(filepath.Join(home, "uploads", "*")); len(all) > 0 {
		t.Errorf("%v stayed", all)
	}
}

// TestABadFileSaysWhyItWasNotRead beside its name, in red and in the page's
// language, and the table of imports keeps the reason.
func TestABadFileSaysWhyItWasNotRead(t *testing.T) {
	for language, c := range map[string]struct{ says, lacks string }{
		"en": {"kaputt.fit was not imported: ", "1 failed"},
		"zh": {"kaputt.fit 未能读取：", "failed"},
	} {
		t.Run(language, func(t *testing.T) {
			copied(t)
			at := dashboard(t, "--lang", language)
			b := open(t, at)
			b.visit(t, at, "/sources", "light", 1440, 900)
			b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const d = new DataTransfer(), i = document.querySelector("lk-upload input"); d.items.add(new File(["no recording"], "kaputt.fit")); i.files = d.files; i.dispatchEvent(new Event("change")); })()`))
			b.until(t, `document.querySelector(".results .bad") !== null`)
			got := get1(t, b, `document.querySelector(".results .bad").textContent`)
			t.Log(got)
			reason, ok := strings.CutPrefix(got, c.says)
			if !ok || len(reason) < 8 || strings.Contains(got, c.lacks) {
				t.Errorf("it says %q", got)
			}
			b.visit(t, at, "/sources", "light", 1440, 900)
			if row := get1(t, b, `document.querySelector("#imports tbody tr").textContent`); !strings.Contains(row, "kaputt.fit") || !strings.Contains(row, reason) {
				t.Errorf("the table says %q, not %q", row, reason)
			}
		})
	}
}

// size returns the size of a divider as a screen reader has it.
func (b *tab) size(t testing.TB, name string) int {
	t.Helper()
	return eval[int](t, b, fmt.Sprintf(`Number(document.querySelector('lk-divider[data-name=%s]')?.getAttribute("aria-valuenow") ?? 0)`, name))
}

// becomes waits until a divider is at a size.
func (b *tab) becomes(t testing.TB, name string, size int) {
	t.Helper()
	b.until(t, fmt.Sprintf(`document.querySelector('lk-divider[data-name=%s]').getAttribute("aria-valuenow") === "%d"`, name, size))
}

// TestDividers: arrows, Home, End, the pointer and a double click, on the three that
// there are; what was chosen is there on the next page, and gone on a phone.
func TestDividers(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	source := axe(t)
	activity := panels(t, b, at)["activity"]
	for _, c := range []struct {
		name, path, part, more string
		least                  int
	}{
		{"side", "/", ".side", "ArrowRight", 180},
		{"rail", "/calendar", ".month .rail", "ArrowLeft", 110},
		{"map", activity, "canvas.track", "ArrowDown", 160},
	} {
		b.visit(t, at, c.path, "light", 1440, 900)
		before := b.size(t, c.name)
		if before == 0 {
			t.Fatalf("%s has no size", c.name)
		}
		here := fmt.Sprintf(`document.querySelector('lk-divider[data-name=%s]')`, c.name)
		key := func(k string) {
			b.do(t, chromedp.Evaluate[chromedp.Void](here+`.focus(), `+here+`.dispatchEvent(new KeyboardEvent("keydown", {key: "`+k+`", bubbles: true}))`))
		}
		key(c.more)
		b.becomes(t, c.name, before+16)
		key("Home")
		b.becomes(t, c.name, c.least)
		b.visit(t, at, c.path, "dark", 1440, 900)
		b.becomes(t, c.name, c.least)
		for _, v := range b.violations(t, source) {
			t.Errorf("%s: %s", c.name, v)
		}
		spot := eval[[]float64](t, b, `(() => { const d = `+here+`; d.scrollIntoView({block: "center"}); const r = d.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, r.width, r.height]; })()`)
		if spot[2] < 44 || spot[3] < 44 {
			t.Errorf("%s is %v by %v", c.name, spot[2], spot[3])
		}
		dx, dy := 40.0, 0.0
		switch c.name {
		case "rail":
			dx = -40
		case "map":
			dx, dy = 0, 40
		}
		mouse := func(how input.DispatchMouseEventType, x, y float64) {
			b.do(t, chromedp.MouseEvent(how, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1), func(p *input.DispatchMouseEventParams) { p.Buttons = 1 }))
		}
		mouse(input.DispatchMouseEventTypeMousePressed, spot[0], spot[1])
		mouse(input.DispatchMouseEventTypeMouseMoved, spot[0]+dx/2, spot[1]+dy/2)
		mouse(input.DispatchMouseEventTypeMouseMoved, spot[0]+dx, spot[1]+dy)
		mouse(input.DispatchMouseEventTypeMouseReleased, spot[0]+dx, spot[1]+dy)
		b.becomes(t, c.name, c.least+40)
		b.visit(t, at, c.path, "light", 390, 900)
		if eval[bool](t, b, `(() => { const d = `+here+`; return d !== null && d.getBoundingClientRect().width > 0; })()`) {
			t.Errorf("%s is there on a phone", c.name)
		}
		b.visit(t, at, c.path, "light", 1440, 900)
		b.becomes(t, c.name, c.least+40)
		b.do(t, chromedp.Evaluate[chromedp.Void](here+`.dispatchEvent(new MouseEvent("dblclick"))`))
		b.becomes(t, c.name, before)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestFitnessChart: the pointer and the keys do the same on the chart of fitness:
// a day is shown and kept, a part is looked at, and the address has it.
func TestFitnessChart(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/fitness", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-chart").scrollIntoView({block: "center"})`))
	box := eval[[]float64](t, b, `(() => { const r = document.querySelector("lk-chart .u-over").getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`)
	x, y := box[0]+box[2]*0.3, box[1]+box[3]*0.5
	mouse := func(kind input.DispatchMouseEventType, x float64, with ...chromedp.MouseOption) {
		b.do(t, chromedp.MouseEvent(kind, x, y, append(with, chromedp.ClickCount(1))...))
	}
	held := func(p *input.DispatchMouseEventParams) { p.Buttons = 1 }
	const moved, pressed, released = input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased
	mouse(moved, x)
	b.until(t, `document.querySelector(".day-card [data-day-of]") !== null`)
	mouse(pressed, x, chromedp.ButtonLeft, held)
	mouse(released, x, chromedp.ButtonLeft)
	b.until(t, `document.querySelector(".day-card.kept") !== null`)
	kept := eval[string](t, b, `document.querySelector("[data-day-of]").dataset.dayOf`)
	mouse(moved, x+300)
	if got := eval[string](t, b, `document.querySelector("[data-day-of]").dataset.dayOf`); got != kept {
		t.Errorf("the kept day became %s", got)
	}
	if n := eval[int](t, b, `document.querySelectorAll(".flags a.flag[href*='/calendar/']").length`); n == 0 {
		t.Error("no race has a flag")
	}
	mouse(pressed, x, chromedp.ButtonLeft, held)
	mouse(moved, x+200, chromedp.ButtonLeft, held)
	mouse(released, x+200, chromedp.ButtonLeft)
	b.until(t, `new URLSearchParams(location.search).get("zoom") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".legend.toggles .atl a").click()`))
	b.until(t, `document.querySelector(".legend.toggles .atl.off") !== null && document.querySelector("lk-chart canvas") !== null`)
	query := eval[string](t, b, `location.search`)
	if !strings.Contains(query, "zoom=") || !strings.Contains(query, "hide=atl") {
		t.Errorf("the address is %s", query)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`history.back()`))
	b.until(t, `document.querySelector(".legend.toggles .atl:not(.off)") !== null`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestFitnessChartByKeys: arrows go through the days, Enter leads to what was done,
// + and z change the part that is seen.
func TestFitnessChartByKeys(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/fitness?range=last+42+days", "dark", 390, 800)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-chart").focus()`), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	second := eval[string](t, b, `document.querySelector("#fitness tbody tr:nth-child(2) td").dataset.value`)
	b.until(t, `document.querySelector("[data-day-of]")?.dataset.dayOf === "`+second+`"`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector(".day-card.kept") !== null && document.activeElement.closest("[data-day-of]") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-chart").focus()`), chromedp.KeyEvent("+"))
	b.until(t, `new URLSearchParams(location.search).get("zoom") !== null && !document.querySelector(".chart-tools .button").hidden`)
	b.do(t, chromedp.KeyEvent("z"))
	b.until(t, `new URLSearchParams(location.search).get("zoom") === null`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
