package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// size is that of a divider as a screen reader has it.
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
