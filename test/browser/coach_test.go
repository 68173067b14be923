package browser

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// talker builds the program that stands for an assistant.
func talker(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talker")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "./testdata/talker").CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	return path
}

// screen is what the terminal shows.
const screen = `(document.querySelector(".xterm-rows")?.innerText ?? "").replaceAll("\u00a0", " ")`

// shows waits until the terminal shows a text.
func (b *tab) shows(t testing.TB, text string) {
	t.Helper()
	b.until(t, fmt.Sprintf(`%s.includes(%q)`, screen, text))
}

// says waits until the state beside the terminal is a text.
func (b *tab) says(t testing.TB, text string) {
	t.Helper()
	b.until(t, fmt.Sprintf(`document.querySelector(".coach-state")?.textContent.includes(%q)`, text))
}

// press clicks the button that does something.
func (b *tab) order(t testing.TB, do string) {
	t.Helper()
	b.until(t, fmt.Sprintf(`document.querySelector('[data-do="%s"]')?.hidden === false`, do))
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('[data-do="%s"]').click()`, do)))
}

// TestTheCoachTalks: typing and its echo, the window's size, both themes, axe, the
// way out by keyboard, a page that is loaded anew and one that takes over.
func TestTheCoachTalks(t *testing.T) {
	source, home := axe(t), copied(t)
	t.Setenv("MCP_SERVER_API_KEY", "k-secret")
	at := dashboard(t, "--addr", "127.0.0.1:0", "--terminal", talker(t)+" --some 'argument of two'")
	b := open(t, at)
	b.visit(t, at, "/coach", "light", 1440, 900)
	b.says(t, "talker is not running.")
	b.order(t, "start")
	b.says(t, "talker is running.")
	b.shows(t, "ready in "+home[:20])
	if got := get1(t, b, screen); strings.Contains(got, "k-secret") || !strings.Contains(got, "<b>no tag</b>") {
		t.Errorf("the terminal shows\n%s", got)
	}
	b.do(t, chromedp.KeyEvent("hello"+kb.Enter))
	b.shows(t, `heard "hello" at`)
	wide := get1(t, b, `String(document.querySelector(".xterm-screen").offsetWidth)`)
	b.do(t, chromedp.EmulateViewport(900, 900))
	b.until(t, fmt.Sprintf(`document.querySelector(".xterm-screen").offsetWidth < %s`, wide))
	time.Sleep(50 * time.Millisecond) // the new size is on its way
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".xterm-helper-textarea").focus()`), chromedp.KeyEvent("narrow"+kb.Enter))
	b.shows(t, `heard "narrow" at`)
	if got := get1(t, b, screen); strings.Count(got, "by") < 2 || sizeOf(got, "hello") <= sizeOf(got, "narrow") || sizeOf(got, "narrow") < 20 {
		t.Errorf("the window did not follow:\n%s", got)
	}
	b.until(t, `document.querySelector(".xterm-accessibility-tree").textContent.includes("heard")`) // for who hears it
	for what, is := range map[string]string{
		"no link is in it":                  `String(document.querySelectorAll(".terminal-box a, .xterm-link").length === 0)`,
		"the title is the page's":           `String(document.title.startsWith("Coach"))`,
		"pale text is readable":             `String(getComputedStyle([...document.querySelectorAll(".xterm-rows span")].find((s) => s.textContent.includes("pale"))).color !== "rgb(255, 254, 253)")`,
		"styles come from no element":       `String(document.querySelectorAll("style").length === 0)`,
		"one button is there":               `String([...document.querySelectorAll("[data-do]")].filter((b) => b.offsetWidth > 0).length === 1)`,
		"the keyboard's way out is told":    `String(document.getElementById(document.querySelector(".xterm-helper-textarea").getAttribute("aria-describedby")).textContent.includes("F6"))`,
		"the terminal's font is the page's": `String(getComputedStyle(document.querySelector(".xterm-rows")).fontFamily.includes("monospace"))`,
	} {
		if get1(t, b, is) != "true" {
			t.Errorf("not so: %s", what)
		}
	}
	b.do(t, chromedp.KeyEvent(kb.F6))
	b.until(t, `document.activeElement?.dataset.do === "stop"`)
	b.do(t, chromedp.KeyEvent(kb.Tab))
	b.until(t, `!document.querySelector(".terminal-box").contains(document.activeElement)`)
	for _, theme := range []string{"dark", "light"} {
		for _, width := range []int64{1440, 390} {
			b.visit(t, at, "/coach", theme, width, 900) // loaded anew: what was said stands
			b.says(t, "talker is running.")
			b.shows(t, `heard "narrow" at`)
			for _, v := range b.violations(t, source) {
				t.Errorf("%s at %d: %s", theme, width, v)
			}
			if over := get1(t, b, `String(document.documentElement.scrollWidth - innerWidth)`); over != "0" {
				t.Errorf("%s at %d: %s wider than its window", theme, width, over)
			}
			if dir := os.Getenv("LAPKEEP_SCREENSHOTS"); dir != "" {
				png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("coach-%d-%s.png", width, theme)), png, 0o644)
			}
		}
	}
	b.answers(t)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".xterm-helper-textarea").focus()`), chromedp.KeyEvent("exit 7"+kb.Enter))
	b.says(t, "talker ended with exit code 7.")
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// sizeOf returns how many columns the talker said that it has when it heard a
// word.
func sizeOf(text, word string) int {
	_, rest, _ := strings.Cut(text, `"`+word+`" at `)
	n, _, _ := strings.Cut(rest, " ")
	cols, _ := strconv.Atoi(n)
	return cols
}

// answers: a question that stands in what was written before is answered once, and
// not again by a page that is loaded anew.
func (b *tab) answers(t testing.TB) {
	t.Helper()
	focus := chromedp.Evaluate[chromedp.Void](`document.querySelector(".xterm-helper-textarea").focus()`)
	b.do(t, focus, chromedp.KeyEvent("ask"+kb.Enter))
	b.shows(t, "asked")
	b.do(t, focus, chromedp.KeyEvent(kb.Enter)) // ends the line that the answers are
	b.shows(t, "R\" at")
	b.do(t, chromedp.Navigate("http://"+b.at.Host+"/coach"))
	b.says(t, "talker is running.")
	b.shows(t, "asked")
	b.do(t, focus, chromedp.KeyEvent("plain"+kb.Enter))
	b.shows(t, `heard "plain" at`)
}

// TestTheCoachEndsWithTheServer, which comes back and starts nothing by itself; the
// page says so. Another page takes the terminal over.
func TestTheCoachEndsWithTheServer(t *testing.T) {
	copied(t)
	program := talker(t)
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_ = free.Close()
	first := started(t, addr, "--terminal", program)
	b := open(t, first.at)
	b.visit(t, first.at, "/coach", "light", 1440, 900)
	b.order(t, "start")
	b.shows(t, "ready in")
	pid := childOf(t, first.pid)
	first.kill()
	b.says(t, "The dashboard is not responding.")
	for range 500 {
		if syscall.Kill(pid, 0) != nil || dead(pid) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if syscall.Kill(pid, 0) == nil && !dead(pid) {
		t.Error("the program outlived the server, which was killed")
	}
	again := started(t, addr, "--terminal", program)
	b.do(t, chromedp.Navigate(again.at.String())) // the session of before opens nothing
	b.until(t, `document.querySelector('.shell') !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("nav a[href$='/coach']").click()`))
	b.says(t, "talker is not running.")
	b.order(t, "start")
	b.says(t, "talker is running.")
	b.order(t, "stop")
	b.says(t, "talker ended")
}

// childOf returns the process that another one started.
func childOf(t testing.TB, parent int) int {
	t.Helper()
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		b, _ := os.ReadFile(f)
		_, rest, _ := strings.Cut(string(b), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			return pid
		}
	}
	t.Fatal("no program runs")
	return 0
}

// dead reports whether a process is dead and only waited for.
func dead(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(b), ") Z ")
}

// TestNoOtherPortReachesTheCoach, though the browser sends its pages' requests with
// the cookie: neither the connection nor a ticket for it.
func TestNoOtherPortReachesTheCoach(t *testing.T) {
	copied(t)
	at := dashboard(t, "--addr", "127.0.0.1:0", "--terminal", talker(t))
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<p>a page</p>")) }))
	defer other.Close()
	b := open(t, at)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/coach"))
	b.says(t, "talker is not running.")
	for _, from := range []string{other.URL, strings.Replace(other.URL, "127.0.0.1", "localhost", 1)} {
		b.do(t, chromedp.Navigate(from))
		got, err := chromedp.Run(b, chromedp.Evaluate[string](fmt.Sprintf(`Promise.all([
			new Promise((done) => { const s = new WebSocket("ws://%[1]s/coach/terminal"); s.onopen = () => done("open"); s.onerror = () => done("refused"); }),
			fetch("http://%[1]s/coach/ticket", {method: "POST", credentials: "include", mode: "cors"}).then(() => "open", () => "refused"),
			fetch("http://%[1]s/coach/stop", {method: "POST", credentials: "include", mode: "no-cors"}).then((r) => r.type, () => "refused"),
		]).then((all) => all.join())`, at.Host), chromedp.EvalAwaitPromise))
		if err != nil || got != "refused,refused,opaque" && got != "refused,refused,refused" {
			t.Errorf("from %s: %q %v", from, got, err)
		}
	}
	b.do(t, chromedp.Navigate("http://"+at.Host+"/coach"))
	b.says(t, "talker is not running.")
}

// TestColumnsByKeyboard chooses columns of the list with the keyboard alone; the
// address has them, and the table the tool's numbers.
func TestColumnsByKeyboard(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/activities", "light", 1440, 900)
	const has = `[...document.querySelectorAll("#activities th")].map((x) => x.dataset.key).join()`
	usual := eval[string](t, b, has)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser summary").focus()`), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector(".chooser").open`)
	b.do(t, chromedp.KeyEvent(kb.Tab))
	b.until(t, `document.activeElement.matches(".chooser input")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser input[value='activities.local_date']").focus()`), chromedp.KeyEvent(" "),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser input[value='activities.work_kj']").focus()`), chromedp.KeyEvent(" "),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser [type=submit]").focus()`), chromedp.KeyEvent(kb.Enter))
	b.until(t, `location.search.includes("cols=activities.work_kj") && `+has+`.endsWith("work_kj") && !`+has+`.includes("local_date")`)
	b.all(t, `[...document.querySelectorAll('#activities tbody data[data-key="work_kj"]')].map((d) => d.value)`,
		numbers(call(t, "", "list_activities", `{"limit":50,"fields":["work_kj"]}`)))
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser a").click()`))
	b.until(t, `!location.search.includes("cols") && `+has+` === "`+usual+`"`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestColumnsKeepTheRest: what scripts put into the address since the page was made is
// there still after columns were chosen.
func TestColumnsKeepTheRest(t *testing.T) {
	b := open(t, dashboard(t))
	b.run(t, "")
	b.streamKey(t, "7")
	b.until(t, `location.search.includes("show=")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("[role=tab]")].at(-1).click()`))
	b.until(t, `location.search.includes("tab=part-splits")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const box = document.querySelector("#part-splits .chooser");
		box.open = true;
		box.querySelector("input[value='splits.max_hr_bpm']").click();
		box.querySelector("[type=submit]").click();
	})()`))
	b.until(t, `location.search.includes("cols=splits.max_hr_bpm") && location.search.includes("tab=part-splits") && location.search.includes("show=")`)
	b.until(t, `document.querySelector("#part-splits:not([hidden]) #splits th[data-key=max_hr_bpm]") !== null`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestSendToADevice: the planned session of the first page and its own page have
// the same files, and what comes of a link is what the tool writes.
func TestSendToADevice(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/", "light", 1440, 900)
	const file = `[...document.querySelectorAll(".to-device a[href*='/workout.']")].map((a) => a.getAttribute("href"))`
	first := eval[[]string](t, b, file)
	if len(first) == 0 {
		t.Fatal("the planned session has no file")
	}
	if w := eval[float64](t, b, `(document.querySelector(".to-device").closest("details").open = true, document.documentElement.scrollWidth - innerWidth)`); w > 0 {
		t.Errorf("the page is %v wider than its window", w)
	}
	b.until(t, `document.querySelector(".to-device:not([data-part])") !== null`) // it was asked for
	opened := eval[string](t, b, `document.querySelector(".to-device").textContent`)
	b.fine(t, "today, with its files", source)
	address, _, _ := strings.Cut(first[0], "/workout.")
	event := regexp.MustCompile(`^/s/\w+`).ReplaceAllString(address, "") // visits add the session's path
	for _, width := range []int64{1440, 390} {
		b.visit(t, at, event, "dark", width, 900)
		if there := eval[[]string](t, b, file); strings.Join(there, " ") != strings.Join(first, " ") {
			t.Errorf("the event has %v, and the first page %v", there, first)
		}
		if w := eval[float64](t, b, `document.documentElement.scrollWidth - innerWidth`); w > 0 {
			t.Errorf("at %d the event is %v wider than its window", width, w)
		}
		b.fine(t, "the event", source)
	}
	id, said := strings.TrimPrefix(event, "/calendar/"), eval[string](t, b, `document.querySelector(".to-device").textContent`)
	if strings.Join(strings.Fields(opened), " ") != strings.Join(strings.Fields(said), " ") {
		t.Errorf("the first page says %q, the event %q", opened, said)
	}
	for _, href := range first {
		format := href[strings.LastIndex(href, ".")+1:]
		wrote := call(t, "", "export_workout", `{"id":"`+id+`","format":"`+format+`","inline":true}`)
		for _, loss := range list(wrote["losses"]) {
			if !strings.Contains(said, text(loss)) {
				t.Errorf("%s: %q is not said", format, text(loss))
			}
		}
		if format == "fit" {
			continue // no text
		}
		want := text(wrote["content"])
		got := fetched(t, b, href)
		if got != want || want == "" {
			t.Errorf("%s is %d bytes, not the %d of the tool", href, len(got), len(want))
		}
	}
	if got := fetched(t, b, address+"/workout.fit"); !strings.Contains(got, ".FIT") {
		t.Errorf("the FIT file is %q", got)
	}
	if n := eval[int](t, b, `document.querySelectorAll("button[value=send]").length`); n != 0 {
		t.Error("it is sent to a service, and none is connected")
	}
}

// fetched returns what the page's own browser gets from an address.
func fetched(t testing.TB, b *tab, href string) string {
	t.Helper()
	got, err := chromedp.Run(b, chromedp.Evaluate[string](`fetch("`+href+`").then((r) => r.text())`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
