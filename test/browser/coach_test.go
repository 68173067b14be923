package browser

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
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
	b.says(t, "talker does not run.")
	b.order(t, "start")
	b.says(t, "talker runs.")
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
			b.says(t, "talker runs.")
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
	b.says(t, "talker ended, with the code 7.")
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// sizeOf is how many columns the talker said that it has when it heard a word.
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
	b.says(t, "talker runs.")
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
	b.says(t, "The dashboard does not answer.")
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
	b.says(t, "talker does not run.")
	b.order(t, "start")
	b.says(t, "talker runs.")
	b.order(t, "stop")
	b.says(t, "talker ended")
}

// childOf is the process that another one started.
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

// dead is a process that is only waited for.
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
	b.says(t, "talker does not run.")
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
	b.says(t, "talker does not run.")
}
