package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// server is a running program, which kill ends as a power cut would.
type server struct {
	at   *url.URL
	kill func()
	pid  int
}

// started returns the program at an address of its own.
func started(t testing.TB, addr string, args ...string) server {
	t.Helper()
	path, home := program(t)
	ctx, cancel := context.WithCancel(t.Context())
	c := exec.CommandContext(ctx, path, append([]string{"dashboard", "--no-open", "--home", home, "--addr", addr}, args...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill := sync.OnceFunc(func() { cancel(); _ = c.Wait() })
	t.Cleanup(kill)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := regexp.MustCompile(`http://\S+`).FindString(lines.Text()); found != "" {
			at, err := url.Parse(found)
			if err != nil {
				t.Fatal(err)
			}
			return server{at, kill, c.Process.Pid}
		}
	}
	t.Fatal("it said no address")
	return server{}
}

// TestRestartUnderAPage: the server is killed under an open page and comes back. The
// page says so, and loses neither what was chosen and opened, nor the place, nor what
// was typed; the next start's address lets the browser in again, its old ones too.
func TestRestartUnderAPage(t *testing.T) {
	home := copied(t)
	path, _ := program(t)
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_ = free.Close()
	first := started(t, addr)
	at := first.at
	b := open(t, at)
	b.visit(t, at, "/wellness?range=last+42+days", "light", 1440, 900)
	// All of this is the page's; the number of its load tells that it was not loaded anew.
	b.do(t, chromedp.Evaluate[chromedp.Void](`window.kept = true; document.querySelectorAll("main details").forEach((d) => { d.open = true; });
		document.querySelector("input[name=mood]").value = "2"; window.scrollTo(0, 400)`))
	b.until(t, `document.querySelector(".live") && !document.querySelector(".live.lost")`)
	words := get1(t, b, `document.querySelector(".live").textContent`)
	first.kill()
	killed := time.Now()
	b.until(t, `document.querySelector(".live.lost") !== null`)
	t.Logf("%q after %v", get1(t, b, `document.querySelector(".live").textContent`), time.Since(killed))
	if out, err := exec.CommandContext(t.Context(), path, "call", "update_wellness", `{"values":{"weight_kg":"61.17"}}`, "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	again := started(t, addr)
	if again.at.Host != addr {
		t.Fatalf("it came back at %s, not %s", again.at.Host, addr)
	}
	for what, is := range map[string]string{
		"the page was not loaded anew":     `String(window.kept)`,
		"the address is as it was":         `String(location.search === "?range=last+42+days")`,
		"what was opened is open":          `String([...document.querySelectorAll("main .fold")].every((d) => d.open))`,
		"what was typed stands":            `String(document.querySelector("input[name=mood]").value === "2")`,
		"the page is where it was":         `String(Math.abs(scrollY - 400) < 60)`,
		"the page says that it is alone":   `String(document.querySelector(".live.lost") !== null)`,
		"the choice of 42 days is current": `String(document.querySelector(".choices [aria-current]")?.getAttribute("href").replace(/^\/s\/\w+/, "").includes("42"))`,
	} {
		if get1(t, b, is) != "true" {
			t.Errorf("not so: %s", what)
		}
	}
	path42 := "/wellness?range=last+42+days"
	b.do(t, chromedp.Navigate("http://"+at.Host+path42)) // the session ended with the process
	b.until(t, `document.querySelector("body.door #wait:not([hidden])") !== null`)
	b.do(t, chromedp.Navigate(again.at.String()))
	b.until(t, `document.querySelector('.shell') !== null`)
	b.do(t, chromedp.Navigate("http://"+at.Host+path42)) // an address of before leads into the new session
	b.until(t, `document.querySelector('main data[value="61.17"]') !== null`)
	if now := get1(t, b, `document.querySelector(".live").textContent`); now != words {
		t.Errorf("it says %q, not %q", now, words)
	}
}

func get1(t testing.TB, b *tab, expression string) string {
	t.Helper()
	s, err := chromedp.Run(b, chromedp.Evaluate[string](expression))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// press types keys, one after the other.
func (b *tab) press(t testing.TB, keys ...string) {
	t.Helper()
	for _, k := range keys {
		b.do(t, chromedp.KeyEvent(k))
	}
}

// space presses the space bar as a keyboard does: what the page takes for itself
// then types nothing and scrolls nothing, which a key of the library would.
func (b *tab) space(t testing.TB) {
	t.Helper()
	b.do(t, chromedp.Action[chromedp.Void](func(ctx context.Context, s *chromedp.Target) (chromedp.Void, error) {
		var failed error
		for _, how := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
			_, err := cdp.Call(ctx, s, input.DispatchKeyEvent, input.DispatchKeyEventParams{
				Type: how, Key: " ", Code: "Space", WindowsVirtualKeyCode: 32, NativeVirtualKeyCode: 32,
			})
			failed = errors.Join(failed, err)
		}
		return chromedp.Void{}, failed
	}))
}

// palette opens it as Ctrl-K does.
func (b *tab) palette(t testing.TB) {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](
		`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true, cancelable: true}))`))
}

// fine fails with what axe and the browser say against the page as it is.
func (b *tab) fine(t testing.TB, where, source string) {
	t.Helper()
	for _, v := range append(b.violations(t, source), b.wrong()...) {
		t.Errorf("%s: %s", where, v)
	}
}

// TestPalette goes to a panel, a day and an activity by keys alone; closed, it
// gives the focus back.
func TestPalette(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{1440, 390} {
		b.visit(t, at, "/glossary", "light", width, 900)
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("main a").focus()`))
		b.palette(t)
		b.until(t, `document.querySelector("dialog.palette[open] [role=option]") !== null && document.activeElement.matches("[role=combobox]")`)
		b.fine(t, fmt.Sprint("the palette at ", width), source)
		b.press(t, kb.Tab, kb.Tab, kb.Tab)
		b.until(t, `document.activeElement === document.body || document.activeElement.closest("dialog") !== null`)
		b.press(t, kb.Escape)
		b.until(t, `document.querySelector("dialog[open]") === null && document.activeElement.matches("main a")`)
	}
	newest, _ := get(call(t, "", "list_activities", `{"limit":1}`), "activities").([]any)
	day := text(get(newest[0], "local_date"))
	for typed, want := range map[string]string{
		"wellness": `location.pathname.replace(/^\/s\/\w+/, "") === "/wellness"`,
		day:        fmt.Sprintf(`location.href.endsWith("/calendar?view=week&date=%s")`, day),
	} {
		b.visit(t, at, "/plan", "light", 1440, 900)
		b.palette(t)
		b.until(t, `document.activeElement.matches("[role=combobox]")`)
		b.press(t, typed)
		b.until(t, `document.querySelector("[role=option][aria-selected=true]") !== null && document.querySelectorAll("[role=option]").length < 12`)
		b.press(t, kb.Enter)
		b.until(t, want)
	}
	b.visit(t, at, "/plan", "light", 1440, 900)
	b.do(t, chromedp.Click(".find"))
	b.until(t, `document.activeElement.matches("[role=combobox]")`)
	b.press(t, "rides "+day)
	b.until(t, `document.querySelector("[role=option].activity, [role=status]")?.textContent !== ""`)
	b.press(t, kb.Escape, "?")
	b.until(t, `document.querySelector("dialog.keys[open] dt") !== null`)
	b.fine(t, "the keys", source)
	b.press(t, kb.Escape)
	b.until(t, `document.querySelector("dialog[open]") === null`)
}

// TestBodyMap: regions are chosen by the keyboard, by a click and by drawing,
// marked, and cleared again; the page says each of it.
func TestBodyMap(t *testing.T) {
	t.Setenv("LAPKEEP_DEMO", copied(t))
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/body", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("a[data-region=forehead]").focus()`))
	b.press(t, kb.ArrowDown)
	b.space(t)
	b.until(t, `new URLSearchParams(location.search).getAll("region").length === 1`)
	b.do(t, chromedp.Click("a[data-region=left_chest] path"))
	b.until(t, `document.querySelector("input[value=left_chest]").checked && location.search.includes("left_chest")`)
	b.do(t, chromedp.Click("[data-clear]"))
	b.until(t, `location.search === "" && document.querySelectorAll(".part.chosen").length === 0`)
	b.do(t, chromedp.Click("a[data-region=right_shin] path"))
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("input[name=pain][value='4']").click()`))
	b.do(t, chromedp.SetValue("input[name=note]", "after <b>hills</b>"))
	b.do(t, chromedp.Click("button[value=mark]"))
	b.until(t, `document.querySelector("a[data-region=right_shin]").classList.contains("pain-1") && document.querySelector("#marks").textContent.includes("after <b>hills</b>")`)
	b.until(t, `document.querySelector("a[data-region=right_shin]").getAttribute("aria-label").includes("4/10")`)
	b.do(t, chromedp.Click("a[data-region=right_shin] path"))
	b.do(t, chromedp.Click("button[value=clear]"))
	b.until(t, `!document.querySelector("a[data-region=right_shin]").classList.contains("by-athlete")`)
	b.script(t, false) // and the form alone
	b.do(t, chromedp.Navigate("http://"+at.Host+"/body?region=right_heel"))
	b.do(t, chromedp.Click("button[value=mark]"))
	b.until(t, `location.search === "" && document.readyState === "complete"`)
	b.script(t, true)
	b.visit(t, at, "/body", "light", 1440, 900)
	b.until(t, `document.querySelector("a[data-region=right_heel]").classList.contains("by-athlete")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
