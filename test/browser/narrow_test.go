package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestANarrowWindow: today is in view when the calendar opens, nothing is cut off or
// covered by the bar, and the other panels open by the keyboard.
func TestANarrowWindow(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{390, 820} {
		b.visit(t, at, "/calendar", "light", width, 844)
		b.until(t, `(() => { const r = document.getElementById("today").getBoundingClientRect(); return r.top >= 0 && r.bottom < 300; })()`)
		if eval[string](t, b, `document.getElementById("today").innerText.trim()`) == "" {
			t.Errorf("at %d today has no name", width)
		}
		cut := eval[[]string](t, b, `[...document.querySelectorAll(".side nav a, .side nav button, .find")].filter((e) => e.checkVisibility() &&
			(e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1)).map((e) => e.textContent.trim())`)
		if len(cut) > 0 {
			t.Errorf("at %d these are cut off: %v", width, cut)
		}
	}
	b.visit(t, at, "/", "light", 390, 844)
	b.do(t, chromedp.Evaluate[chromedp.Void](`scrollTo(0, document.body.scrollHeight)`))
	b.until(t, `document.querySelector("main").lastElementChild.lastElementChild.getBoundingClientRect().bottom < document.querySelector(".side").getBoundingClientRect().top`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".more-panels").focus()`), chromedp.KeyEvent("\r"))
	b.until(t, `document.querySelector("#more-panels a[href$='/plan']").checkVisibility()`)
	b.do(t, chromedp.KeyEvent("\x1b"))
	b.until(t, `!document.querySelector("#more-panels a[href$='/plan']").checkVisibility()`)
	b.visit(t, at, "/", "light", 1440, 900)
	b.until(t, `document.querySelector("#more-panels a[href$='/plan']").checkVisibility() && !document.querySelector(".more-panels").checkVisibility()`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
