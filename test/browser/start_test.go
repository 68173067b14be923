package browser

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

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
