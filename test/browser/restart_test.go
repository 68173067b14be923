package browser

import (
	"bufio"
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// server is a running program, which kill ends as a power cut would.
type server struct {
	at   *url.URL
	kill func()
	pid  int
}

// started is the program at an address of its own.
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
