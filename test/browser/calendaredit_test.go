package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTheAgendaHasTheKeysOfTheCalendar: arrows go from one entry to the next,
// and what is moved by pointer or keys is moved in the tool.
func TestTheAgendaHasTheKeysOfTheCalendar(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	week := time.Now().AddDate(0, 0, 7).Format(time.DateOnly)
	b.visit(t, at, "/calendar?view=agenda&date="+week, "light", 1440, 900)
	s := eval[session](t, b, `(() => { const a = document.querySelector(".event[data-id]"); return {ID: a.dataset.id, Name: a.querySelector(".event-name").textContent.trim(), On: a.closest("[data-day]").dataset.day}; })()`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".event").focus()`))
	b.do(t, chromedp.KeyEvent(kb.ArrowDown))
	if !eval[bool](t, b, `document.activeElement === document.querySelectorAll(".event")[1]`) {
		t.Error("down does not go to the next entry")
	}
	b.do(t, chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowRight))
	if !eval[bool](t, b, `(() => { const days = [...document.querySelectorAll("[data-day]")].filter((d) => d.querySelector(".event")); return document.activeElement === days[1].querySelector(".event"); })()`) {
		t.Error("right does not go to the first entry of the next day that has one")
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('.event[data-id=%q]').focus()`, s.ID)))
	b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	to := next(s.On, 1)
	b.until(t, fmt.Sprintf(`document.querySelector('[data-day=%q] .event[data-id=%q]') !== null && !document.querySelector(".moving")`, to, s.ID))
	if got := on(t, home, s.ID); got != to {
		t.Errorf("moved to %s, the tool has it on %s", to, got)
	}
	b.until(t, fmt.Sprintf(`document.querySelector('[data-day=%q] .event') !== null`, next(to, 1)))
	b.drag(t, entry(s.ID), next(to, 1))
	b.until(t, fmt.Sprintf(`document.querySelector('[data-day=%q] .event[data-id=%q]') !== null`, next(to, 1), s.ID))
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestEntriesOfTheCalendarByForms: with scripts off, an entry is added, changed,
// and removed; one of the past is paired with another activity, and with none.
func TestEntriesOfTheCalendarByForms(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	b.script(t, false)
	day := time.Now().AddDate(0, 0, 9).Format(time.DateOnly)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/calendar"))
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const f = document.querySelector("#new").form; f.elements.date.value = %q; f.elements.name.value = "Hills <b>5</b>"; f.elements.sport.value = "running"; f.elements.duration_minutes.value = "45"; f.elements.load.value = "50"; f.querySelector("button").click(); })()`, day)))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "").startsWith("/calendar/") && document.querySelector("#edit")?.value === "Hills <b>5</b>"`)
	id := eval[string](t, b, `decodeURIComponent(location.pathname.replace(/^\/s\/\w+/, "").slice("/calendar/".length))`)
	planned := func() map[string]any {
		e, _ := call(t, home, "get_event", fmt.Sprintf(`{"id":%q}`, id))["event"].(map[string]any)
		p, _ := e["planned"].(map[string]any)
		return p
	}
	if got := planned(); on(t, home, id) != day || fmt.Sprint(got["duration_s"]) != "2700" || fmt.Sprint(got["load"]) != "50" {
		t.Errorf("added: %v", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("#edit").form; f.elements.load.value = ""; f.elements.duration_minutes.value = "50"; f.querySelector("button[value=save]").click(); })()`))
	b.until(t, `document.querySelector('input[name="was.duration_minutes"]')?.value === "50"`)
	if got := planned(); fmt.Sprint(got["duration_s"]) != "3000" || got["load"] != nil && fmt.Sprint(got["load"]) == "50" {
		t.Errorf("changed: %v", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("button[value=remove]").click()`))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/calendar"`)
	if e := call(t, home, "list_events", fmt.Sprintf(`{"range":%q}`, day))["events"]; eventIn(e, id) != nil {
		t.Error("it was not removed")
	}

	past := time.Now().AddDate(0, 0, -14).Format(time.DateOnly) + " to " + time.Now().AddDate(0, 0, -2).Format(time.DateOnly)
	events, _ := call(t, home, "list_events", fmt.Sprintf(`{"range":%q}`, past))["events"].([]any)
	for _, e := range events {
		e, _ := e.(map[string]any)
		done, _ := e["done"].(map[string]any)
		if done == nil {
			continue
		}
		b.do(t, chromedp.Navigate("http://"+at.Host+"/calendar/"+url.PathEscape(fmt.Sprint(e["id"]))))
		if got := eval[string](t, b, `document.querySelector("select[name=done_by]").value`); got != done["activity_id"] {
			t.Errorf("%s stands in the form, not %v", got, done["activity_id"])
		}
		b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector("select[name=done_by]"); s.value = "none"; s.form.querySelector("button").click(); })()`))
		b.until(t, `document.querySelector("select[name=done_by]")?.value === "none" && document.querySelector(".last-change") !== null`)
		after := eventIn(call(t, home, "list_events", fmt.Sprintf(`{"range":%q}`, past))["events"], fmt.Sprint(e["id"]))
		if after == nil || after["done"] != nil {
			t.Errorf("it is paired still: %v", after)
		}
		break
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// eventIn is the event of an id among those of an answer.
func eventIn(all any, id string) map[string]any {
	rows, _ := all.([]any)
	for _, r := range rows {
		if r, _ := r.(map[string]any); r["id"] == id {
			return r
		}
	}
	return nil
}

// TestAPlanThatIsNotPublishedStandsInTheCalendar: each of its sessions once,
// told apart, until the plan is put into the calendar.
func TestAPlanThatIsNotPublishedStandsInTheCalendar(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	was, _ := call(t, home, "get_training_plan", `{}`)["plan"].(map[string]any)
	number := func(key string) int64 { n, _ := was[key].(json.Number); i, _ := n.Int64(); return i }
	week := number("current_week")
	if week == 0 || week == number("weeks") {
		t.Skip("the demo has no plan that goes on next week")
	}
	call(t, home, "edit_training_plan", fmt.Sprintf(
		`{"operations":[{"op":"add","week":%v,"day":"Sunday","fields":{"type":"easy","sport":"running","name":"Of the plan alone","duration_minutes":40}}]}`, week+1))
	from := time.Now().AddDate(0, 0, 7).Format(time.DateOnly)
	for _, view := range []string{"month", "week", "agenda"} {
		b.visit(t, at, "/calendar?view="+view+"&date="+from, "light", 1440, 900)
		if n := eval[int](t, b, `[...document.querySelectorAll(".event.of-plan")].filter((a) => a.textContent.includes("Of the plan alone")).length`); n != 1 {
			t.Errorf("%s: it stands there %d times", view, n)
		}
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".event.of-plan")].find((a) => a.textContent.includes("Of the plan alone")).click()`))
	b.until(t, `location.pathname.replace(/^\/s\/\w+/, "") === "/plan" && document.body.textContent.includes("Of the plan alone")`)
	edited := eval[string](t, b, `document.querySelector(".last-change").textContent`)
	published := fmt.Sprintf(`document.querySelector(".last-change") !== null && document.querySelector(".last-change").textContent !== %q`, edited)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("button[value=publish]").click()`))
	b.until(t, `document.querySelector("dialog[open] .question") !== null || `+published)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("dialog[open] .question")?.parentElement.querySelector("button").click()`))
	b.until(t, published)
	b.visit(t, at, "/calendar?date="+from, "light", 1440, 900)
	if got := eval[string](t, b, `[...document.querySelectorAll(".event")].filter((a) => a.textContent.includes("Of the plan alone")).map((a) => a.className).join()`); got == "" || strings.Contains(got, ",") || strings.Contains(got, "of-plan") {
		t.Errorf("published, it stands there as %q", got)
	}
	for _, w := range b.wrong() {
		if !strings.Contains(w, "409") { // the question
			t.Error(w)
		}
	}
}
