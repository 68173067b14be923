package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axe is the source of axe-core, pinned in package.json.
func axe(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed; make browser does it")
	}
	return string(b)
}

// violations are what axe finds against WCAG 2.2 AA.
func (b *tab) violations(t testing.TB, source string) []string {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](source))
	found, err := chromedp.Run(b, chromedp.Evaluate[[]string](
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")).join(" | ")))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPanels opens every panel at three widths in both themes: nothing fails,
// nothing is asked of elsewhere, nothing is wider than the window, and axe finds
// nothing. A short run has one width in one theme.
func TestPanels(t *testing.T) {
	widths, themes := []int64{1440, 820, 390}, []string{"light", "dark"}
	if testing.Short() {
		widths, themes = widths[:1], themes[:1]
	}
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	for name, path := range panels(t, b, at) {
		for _, width := range widths {
			for _, theme := range themes {
				b.visit(t, at, path, theme, width, 900)
				where := fmt.Sprintf("%s at %d, %s", name, width, theme)
				for _, v := range b.violations(t, source) {
					t.Errorf("%s: %s", where, v)
				}
				wide, err := chromedp.Run(b, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - innerWidth`))
				if err != nil || wide > 0 {
					t.Errorf("%s is %v wider than its window (%v)", where, wide, err)
				}
				for _, w := range b.wrong() {
					t.Errorf("%s: %s", where, w)
				}
			}
		}
	}
}

// call asks the same program on the command line.
func call(t testing.TB, home, tool, args string) map[string]any {
	t.Helper()
	path, demo := program(t)
	if home == "" {
		home = demo
	}
	b, err := exec.CommandContext(t.Context(), path, "call", tool, args, "--json", "--home", home).Output()
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAnotherProcessesWriteAppears: within two seconds, without losing what was
// opened.
func TestAnotherProcessesWriteAppears(t *testing.T) {
	path, _ := program(t)
	home := copied(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/wellness", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("details").open = true; window.scrollTo(0, 300)`))
	time.Sleep(100 * time.Millisecond) // the stream of events opens
	begun := time.Now()
	if out, err := exec.CommandContext(t.Context(), path, "call", "update_wellness", `{"values":{"weight_kg":"61.13"}}`, "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	wrote := time.Now()
	b.until(t, `document.querySelector('main data[value="61.13"]') !== null`)
	t.Logf("written in %v, shown %v later", wrote.Sub(begun), time.Since(wrote))
	if late := time.Since(wrote); late > 2500*time.Millisecond {
		t.Errorf("it appeared after %v", late)
	}
	kept, err := chromedp.Run(b, chromedp.Evaluate[bool](`document.querySelector("details").open && window.scrollY > 200`))
	if err != nil || !kept {
		t.Errorf("what was opened is closed, or the place is lost: %v", err)
	}
}

// TestFramesAndOtherPorts: a page of another port reaches nothing, and cannot show
// the dashboard in a frame.
func TestFramesAndOtherPorts(t *testing.T) {
	one, two := dashboard(t), dashboard(t)
	b := open(t, one)
	own := &url.URL{Scheme: "http", Host: two.Host}
	b.do(t, chromedp.Navigate("http://"+one.Host+"/"))
	got, err := chromedp.Run(b, chromedp.Evaluate[string](fmt.Sprintf(
		`Promise.all(["/", "/events", "/columns/x", "/api/get_status", "/upload"].map((p) => fetch(%q + p, {credentials: "include"}).then((r) => r.text(), (e) => "refused"))).then((all) => all.join())`, own.String()),
		chromedp.EvalAwaitPromise))
	if err != nil || strings.Trim(got, "refused,") != "" {
		t.Errorf("it read %q, %v", got, err)
	}
}

// numbers are all of an answer, as they are written.
func numbers(v any) (out []string) {
	switch v := v.(type) {
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	case map[string]any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	}
	return out
}
