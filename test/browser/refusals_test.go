package browser

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestARefusalStaysAtItsField: what was typed stands, the field says what is wrong
// and has the focus, and typing in it takes the sentence away.
func TestARefusalStaysAtItsField(t *testing.T) {
	ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/settings", "light", 1440, 900)
	const field = `document.querySelector("input[name=value]")`
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = `+field+`; f.closest("details").open = true; f.form.elements.setting.value = "ftp_w"; f.focus(); })()`))
	b.do(t, chromedp.KeyEvent("4000"), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector(".wrong") !== null`)
	if got := eval[string](t, b, `document.getElementById(`+field+`.getAttribute("aria-describedby")).textContent`); got != "FTP cannot be 4000. Give a number from 30 to 700." {
		t.Errorf("it says %q", got)
	}
	if !eval[bool](t, b, `location.pathname.replace(/^\/s\/\w+/, "") === "/settings" && `+field+`.value === "4000" && `+field+`.ariaInvalid === "true" && document.activeElement === `+field) {
		t.Error("the field is not as it was typed, marked and in focus")
	}
	b.do(t, chromedp.KeyEvent(kb.Backspace))
	b.until(t, `document.querySelector(".wrong, [aria-invalid]") === null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](field+`.value = ""`))
	b.do(t, chromedp.KeyEvent("255"), chromedp.KeyEvent(kb.Enter))
	b.until(t, field+`?.value === "" && document.querySelector("#thresholds data[value='255']") !== null`)

	b.visit(t, at, "/calendar", "light", 1440, 900)
	if eval[bool](t, b, `document.querySelector("#new").form.checkValidity()`) {
		t.Error("an entry without a name may be sent")
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("#new").form; f.elements.name.value = " "; f.elements.load.value = "50"; f.requestSubmit(); })()`))
	b.until(t, `document.activeElement?.name === "name" && document.activeElement.closest("label").nextElementSibling.textContent === "Name is missing. Fill it in."`)
	if !eval[bool](t, b, `document.querySelector("#new").form.elements.load.value === "50"`) {
		t.Error("what was typed is gone")
	}

	b.visit(t, at, "/wellness", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("form[action='/wellness']").requestSubmit()`))
	b.until(t, `document.querySelector("form[action='/wellness'] .wrong")?.textContent === "Nothing was filled in. Fill in at least one field."`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("form[action='/wellness']"); f.elements.mood.value = "2"; f.requestSubmit(); })()`))
	b.until(t, `document.querySelector("#toasts").textContent.includes("Noted.") && document.querySelector("form[action='/wellness']").elements.mood.value === ""`)
	for _, w := range b.wrong() {
		if !strings.Contains(w, "status of 422") { // which the browser tells by itself
			t.Error(w)
		}
	}
}

// TestWithoutAScriptARefusedFormIsFilledAgain and sends what was mended.
func TestWithoutAScriptARefusedFormIsFilledAgain(t *testing.T) {
	ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	b.script(t, false)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/settings"))
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("input[name=value]").form; f.elements.setting.value = "ftp_w"; f.elements.value.value = "4000"; f.elements.effective_from.value = "2026-01-05"; f.querySelector("button").click(); })()`))
	b.until(t, `document.querySelector("#why")?.textContent.includes("FTP cannot be 4000.") && document.querySelector("[name=effective_from]").value === "2026-01-05"`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("[name=value]").form; f.elements.value.value = "251"; f.querySelector("button").click(); })()`))
	b.until(t, `document.querySelector("#histories data[value='251']") !== null`)
}

// TestASessionNeedsALength: an empty one is not added to the plan; one with minutes
// is, on a day that is not past, and is called by its kind.
func TestASessionNeedsALength(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/plan?weeks=all", "light", 1440, 900)
	const form = `[...document.querySelectorAll("button[value=add]")].at(-1).form`
	b.do(t, chromedp.Evaluate[chromedp.Void](form+`.closest("details").open = true`))
	b.do(t, chromedp.Evaluate[chromedp.Void](form+`.querySelector("button").click()`))
	b.until(t, `document.activeElement?.name === "duration_minutes" && document.querySelector(".wrong")?.textContent === "The session has no length. Give a time, a distance, a load or steps."`)
	before := len(list(call(t, home, "get_training_plan", `{"weeks":"all"}`)["weeks"]))
	b.do(t, chromedp.KeyEvent("37"), chromedp.Evaluate[chromedp.Void](form+`.requestSubmit(`+form+`.querySelector("button"))`))
	b.until(t, `document.querySelector(".wrong") === null && [...document.querySelectorAll(".plan-week:last-of-type .notices li")].some((l) => l.textContent.includes("37:00") && l.querySelector("span").textContent === "Easy")`)
	if got := len(list(call(t, home, "get_training_plan", `{"weeks":"all"}`)["weeks"])); got != before {
		t.Errorf("%d weeks became %d", before, got)
	}
	for _, w := range b.wrong() {
		if !strings.Contains(w, "status of 422") {
			t.Error(w)
		}
	}
}

// TestAMoveIntoThePastIsAsked in words, with buttons that say what they do;
// leaving it leaves the event, and the journal says the same.
func TestAMoveIntoThePastIsAsked(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	s := first(t, b, at, time.Now().AddDate(0, 0, 7).Format(time.DateOnly))
	past := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	b.visit(t, at, "/calendar/"+url.PathEscape(s.ID), "light", 1440, 900)
	move := fmt.Sprintf(`(() => { const f = document.querySelector("button[value=move]").form; f.elements.date.value = %q; f.querySelector("button").click(); })()`, past)
	b.do(t, chromedp.Evaluate[chromedp.Void](move))
	b.until(t, `document.querySelector("dialog[open] .question") !== null`)
	asks := eval[string](t, b, `document.querySelector("dialog[open]").textContent`)
	if !strings.HasPrefix(asks, "Move "+s.Name+" from ") || !strings.HasSuffix(asks, ", a day that is past?MoveLeave it") || strings.Contains(asks, past) {
		t.Errorf("it asks %q", asks)
	}
	b.do(t, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector("dialog[open]") === null && document.activeElement?.value === "move"`)
	if got := on(t, home, s.ID); got != s.On {
		t.Errorf("left, it is on %s", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](move))
	b.until(t, `document.querySelector("dialog[open] .question") !== null`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector(".last-change")?.textContent.includes("a day that is past")`)
	if got := on(t, home, s.ID); got != past {
		t.Errorf("agreed, it is on %s", got)
	}
	b.visit(t, at, "/journal", "light", 1440, 900)
	if row := eval[string](t, b, `document.querySelector(".journal li p").textContent`); !strings.HasPrefix(row, "Move "+s.Name+" from ") || strings.Contains(row, past) {
		t.Errorf("the journal says %q", row)
	}
	for _, w := range b.wrong() {
		if !strings.Contains(w, "status of 409") {
			t.Error(w)
		}
	}
}

// TestAnAddedEntryIsUndoneByKey: its page goes with it, to the calendar at its day,
// which says so; nothing is asked that is not there.
func TestAnAddedEntryIsUndoneByKey(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	day := time.Now().AddDate(0, 0, 9).Format(time.DateOnly)
	b.visit(t, at, "/calendar", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const f = document.querySelector("#new").form; f.elements.date.value = %q; f.elements.name.value = "Hills"; f.elements.duration_minutes.value = "45"; f.requestSubmit(); })()`, day)))
	b.until(t, `document.querySelector("#edit")?.value === "Hills" && document.querySelector("lk-undo") !== null && customElements.get("lk-undo") !== undefined`)
	if sub := eval[string](t, b, `document.querySelector(".sub").textContent`); strings.HasPrefix(sub, ",") {
		t.Errorf("its head says %q", sub)
	}
	id := eval[string](t, b, `decodeURIComponent(location.pathname.replace(/^\/s\/\w+/, "").slice("/calendar/".length))`)
	b.do(t, chromedp.KeyEvent("u"))
	b.until(t, fmt.Sprintf(`location.pathname.replace(/^\/s\/\w+/, "") === "/calendar" && location.search === "?date=%s" && document.querySelector("#toasts")?.textContent === "Undone."`, day))
	if eventIn(call(t, home, "list_events", fmt.Sprintf(`{"range":%q}`, day))["events"], id) != nil {
		t.Error("it is still there")
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
