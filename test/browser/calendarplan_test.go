package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestASessionOfThePlanMovesInTheCalendar: one that stands in the plan alone is
// dragged and moved by keys in each view, by an edit of the plan; it is not
// copied, and its key opens it on the plan.
func TestASessionOfThePlanMovesInTheCalendar(t *testing.T) {
	home := ownHome(t)
	plan := call(t, home, "check_training_plan", `{}`)
	week, day := 0, ""
	for _, w := range list(plan["weeks"]) {
		if start := text(get(w, "week_start")); start > time.Now().Format(time.DateOnly) {
			day = start
			_, _ = fmt.Sscan(text(get(w, "week")), &week)
			break
		}
	}
	if week == 0 {
		t.Skip("the demo's plan has no week to come")
	}
	call(t, home, "edit_training_plan", fmt.Sprintf(`{"operations":[{"op":"add","week":%d,"day":"Monday","fields":{"name":"Skipping rope","type":"strength","duration_minutes":15}}]}`, week))
	at := dashboard(t)
	b := open(t, at)
	there := func(day string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('[data-day=%q] .event[data-session] .event-name')].some((e) => e.textContent.trim() === "Skipping rope")`, day)
	}
	const it = `[...document.querySelectorAll(".event[data-session]")].find((e) => e.textContent.includes("Skipping rope"))`
	for i, view := range []string{"month", "week", "agenda"} {
		b.visit(t, at, "/calendar?view="+view+"&date="+day, "light", 1440, 900)
		b.until(t, there(next(day, i)))
		if !eval[bool](t, b, it+`.textContent.includes("in the plan") && `+it+`.textContent.includes("◇")`) {
			t.Errorf("%s does not say that it stands in the plan alone", view)
		}
		if view == "month" {
			b.drag(t, fmt.Sprintf(".event[data-session=%q]", eval[string](t, b, it+`.dataset.session`)), next(day, i+1))
		} else {
			b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`))
			b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
		}
		b.until(t, there(next(day, i+1))+` && !document.querySelector(".moving")`)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`), chromedp.KeyEvent("c"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.getElementById("toasts").textContent.includes("moved, not copied")`)
	b.do(t, chromedp.KeyEvent("u"))
	b.until(t, there(next(day, 2)))
	b.do(t, chromedp.Evaluate[chromedp.Void](it+`.focus()`), chromedp.KeyEvent("e"))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/plan" && document.querySelector("li:target")?.textContent.includes("Skipping rope")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestNothingInACellIsCut at any width, in either theme; e changes an entry, and
// a week of the plan's bars opens.
func TestNothingInACellIsCut(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, view := range []string{"month", "week", "agenda"} {
		for _, width := range []int64{1440, 1100, 900, 820, 390} {
			b.visit(t, at, "/calendar?metric=distance&view="+view, "dark", width, 900)
			if got := eval[string](t, b, `[...document.querySelectorAll(".event, .event .part, .rail, .rail .part, .day")].filter((e) => { const c = e.closest(".day, .rail"); return c.clientWidth > 0 && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 || e.getBoundingClientRect().right > c.getBoundingClientRect().right + 1); }).map((e) => e.className + ": " + e.textContent.trim()).slice(0, 3).join("; ")`); got != "" {
				t.Errorf("%s at %d: %s", view, width, got)
			}
			if eval[bool](t, b, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s at %d scrolls sideways", view, width)
			}
		}
	}
	b.visit(t, at, "/calendar?view=week", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".event[data-id]").focus()`), chromedp.KeyEvent("e"))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "").startsWith("/calendar/") && location.hash === "#edit"`)
	b.visit(t, at, "/plan", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-chart[kind=weeks]").focus()`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/calendar" && location.search.includes("view=week")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
