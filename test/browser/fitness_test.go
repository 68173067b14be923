package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

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
