package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestThePane opens by its key beside a page, answers with keys alone, stays open on the next
// page with its last answer, keeps its width, and covers the screen of a phone.
func TestThePane(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/fitness", "light", 1440, 900)
	width := eval[float64](t, b, `document.querySelector("main").getBoundingClientRect().width`)
	b.do(t, chromedp.KeyEvent("a"))
	b.until(t, `document.activeElement?.matches(".pane input[type=search]") === true`)
	if now := eval[float64](t, b, `document.querySelector("main").getBoundingClientRect().width`); now > width-300 {
		t.Errorf("the page has %v px of %v beside the pane", now, width)
	}
	b.do(t, chromedp.KeyEvent("best 5 min"))
	b.until(t, `document.querySelector(".pane .ask-found a")?.textContent.includes("Best 20 minutes last year") === true`)
	b.do(t, chromedp.KeyEvent(" power this year\r"))
	b.until(t, `document.querySelector('.pane .told data[data-key="power_w"]') !== null`)
	b.until(t, `document.activeElement?.matches(".pane h2") === true`)
	if path := eval[string](t, b, `location.pathname.replace(/^\/s\/\w+/, "")`); path != "/fitness" {
		t.Errorf("the question left the page for %s", path)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-divider[data-name=pane]").focus()`), chromedp.KeyEvent(kb.ArrowLeft))
	wide := eval[float64](t, b, `document.querySelector(".pane").getBoundingClientRect().width`)
	if wide <= 384 {
		t.Errorf("the divider leaves the pane at %v px", wide)
	}
	b.visit(t, at, "/activities", "dark", 1440, 900)
	b.until(t, `document.querySelector('.pane .told data[data-key="power_w"]') !== null`)
	if now := eval[float64](t, b, `document.querySelector(".pane").getBoundingClientRect().width`); now != wide {
		t.Errorf("the next page has a pane of %v px, not %v", now, wide)
	}
	if over := eval[bool](t, b, `document.documentElement.scrollWidth > innerWidth`); over {
		t.Error("the page is wider than the screen")
	}
	b.visit(t, at, "/activities", "light", 390, 844)
	b.until(t, `document.querySelector(".pane .told") !== null`)
	if got := eval[float64](t, b, `document.querySelector(".pane").getBoundingClientRect().width`); got != 390 {
		t.Errorf("on a phone the pane has %v px", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".pane input").focus()`), chromedp.KeyEvent(kb.Escape))
	b.until(t, `document.querySelector(".pane").hidden && document.activeElement?.matches(".side a[data-pane]") === true`)
	b.visit(t, at, "/activities", "light", 1440, 900)
	if eval[bool](t, b, `document.querySelector(".shell").classList.contains("with-pane")`) {
		t.Error("a pane that was closed is there again")
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestTheTerminalIsInThePane, whose program goes on running on the next page.
func TestTheTerminalIsInThePane(t *testing.T) {
	at := dashboard(t, "--terminal", "sh")
	b := open(t, at)
	b.visit(t, at, "/calendar", "light", 1440, 900)
	b.do(t, chromedp.Click(`.side a[data-pane]`), chromedp.Click(`.pane a[data-pane=terminal]`))
	b.until(t, `document.querySelector(".pane [data-do=start]")?.checkVisibility() === true`)
	b.do(t, chromedp.Click(`.pane [data-do=start]`))
	b.until(t, `document.activeElement?.matches(".pane lk-coach textarea") === true`)
	b.until(t, `document.querySelector(".pane [data-do=stop]")?.checkVisibility() === true`)
	b.do(t, chromedp.KeyEvent("echo $((6 * 7))\r"))
	b.until(t, `document.querySelector(".pane .xterm-rows").textContent.includes("42")`)
	b.visit(t, at, "/goals", "light", 1440, 900)
	b.until(t, `document.querySelector(".pane .xterm-rows")?.textContent.includes("42") === true`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestThePaneHasNoFaults for axe-core, with an answer, at each width.
func TestThePaneHasNoFaults(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.cookie = "lapkeep_pane=ask; path=/; samesite=strict";
		sessionStorage.setItem("lapkeep-asked", "?q=My longest rides this year")`))
	for _, width := range []int64{1440, 820, 390} {
		for _, theme := range []string{"light", "dark"} {
			b.visit(t, at, "/goals", theme, width, 900)
			b.until(t, `document.querySelector(".pane .told table") !== null`)
			for _, v := range b.violations(t, source) {
				t.Errorf("%d px, %s: %s", width, theme, v)
			}
		}
	}
}
