package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ownHome returns the demo's home once more, for what writes.
func ownHome(t testing.TB) string {
	t.Helper()
	_, demo := program(t)
	home := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", demo+"/.", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	t.Setenv("LAPKEEP_DEMO", home)
	return home
}

// eval returns the value of an expression of the page.
func eval[T any](t testing.TB, b *tab, text string) T {
	t.Helper()
	v, err := chromedp.Run(b, chromedp.Evaluate[T](text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// session is an event of the calendar as the page has it, and where it is.
type session struct{ ID, Name, On string }

// first returns the first session of the week that begins on a day.
func first(t testing.TB, b *tab, at *url.URL, week string) session {
	t.Helper()
	b.visit(t, at, "/calendar?view=week&date="+week, "light", 1440, 900)
	s := eval[session](t, b, `(() => { const a = document.querySelector(".event[data-id]"); return {ID: a.dataset.id, Name: a.querySelector(".event-name").textContent.trim(), On: a.closest("[data-day]").dataset.day}; })()`)
	return s
}

// on returns the day on which the program's own tool has an event.
func on(t testing.TB, home, id string) string {
	t.Helper()
	e, _ := call(t, home, "get_event", fmt.Sprintf(`{"id":%q}`, id))["event"].(map[string]any)
	return fmt.Sprint(e["local_date"])
}

// entry finds an event of the calendar.
func entry(id string) string { return fmt.Sprintf(".event[data-id=%q]", id) }

// drag takes what a selector finds to a day with the mouse.
func (b *tab) drag(t testing.TB, event, day string, with ...chromedp.Modifier) {
	t.Helper()
	middle := func(selector string) []float64 {
		return eval[[]float64](t, b, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector))
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "center", behavior: "instant"})`, event)))
	from, to := middle(event), middle(fmt.Sprintf("[data-day=%q]", day))
	held := func(p *input.DispatchMouseEventParams) { p.Buttons = 1 }
	b.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, from[0], from[1], chromedp.ButtonLeft, held, chromedp.ClickCount(1)))
	for i := 1; i <= 5; i++ {
		part := float64(i) / 5
		b.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from[0]+(to[0]-from[0])*part, from[1]+(to[1]-from[1])*part, chromedp.ButtonLeft, held))
	}
	if !eval[bool](t, b, fmt.Sprintf(`document.querySelector('[data-day=%q]').matches(".target") && document.querySelector(".lifted") !== null`, day)) {
		t.Error("what is dragged is not seen")
	}
	b.do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, to[0], to[1], chromedp.ButtonLeft, chromedp.ClickCount(1), chromedp.ButtonModifiers(with...)))
}

func next(day string, n int) string {
	d, _ := time.Parse(time.DateOnly, day)
	return d.AddDate(0, 0, n).Format(time.DateOnly)
}

// TestSessionsMoveInTheCalendar by mouse and by keyboard, are copied, and go back.
func TestSessionsMoveInTheCalendar(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	week := time.Now().AddDate(0, 0, 7).Format(time.DateOnly)
	s := first(t, b, at, week)
	to := next(s.On, 1)
	there := func(id, day string) string {
		return fmt.Sprintf(`document.querySelector('[data-day=%q] .event[data-id=%q]') !== null`, day, id)
	}
	b.drag(t, entry(s.ID), to)
	b.until(t, there(s.ID, to))
	if got := on(t, home, s.ID); got != to {
		t.Errorf("dragged to %s, the tool has it on %s", to, got)
	}
	if !eval[bool](t, b, `location.pathname.replace(/^\/s\/\w+/, "") === "/calendar" && document.querySelector(".lifted, .target, .moving") === null`) {
		t.Error("the drag left something, or opened the event")
	}

	b.until(t, `document.querySelector(".last-change button[data-key=u]") !== null`)
	b.do(t, chromedp.KeyEvent("u"))
	b.until(t, there(s.ID, s.On))
	if got := on(t, home, s.ID); got != s.On {
		t.Errorf("undone, the tool has it on %s", got)
	}

	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('.event[data-id=%q]').focus()`, s.ID)))
	b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft))
	if !eval[bool](t, b, fmt.Sprintf(`document.querySelector("[data-said]").textContent === document.querySelector('[data-day=%q]').getAttribute("aria-label")`, to)) {
		t.Error("the day is not announced")
	}
	b.do(t, chromedp.KeyEvent(kb.Escape))
	if !eval[bool](t, b, there(s.ID, s.On)+` && document.querySelector(".target") === null`) {
		t.Error("Escape does not leave it")
	}
	b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.until(t, there(s.ID, to)+fmt.Sprintf(` && document.activeElement.dataset.id === %q`, s.ID))

	b.drag(t, entry(s.ID), s.On, chromedp.ModifierCtrl)
	b.until(t, fmt.Sprintf(`[...document.querySelectorAll('[data-day=%q] .event-name')].some((e) => e.textContent.trim() === %q)`, s.On, s.Name))
	if got := on(t, home, s.ID); got != to {
		t.Errorf("copied, the tool has the original on %s", got)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestFormsNeedNoScript: with scripts off, an event moves by its form, a date of
// the past is asked about first, and a plan's session is changed and changed back.
func TestFormsNeedNoScript(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	s := first(t, b, at, time.Now().AddDate(0, 0, 7).Format(time.DateOnly))
	b.script(t, false)
	event := "http://" + at.Host + "/calendar/" + url.PathEscape(s.ID)
	move := func(day string) {
		t.Helper()
		b.do(t, chromedp.Navigate(event), chromedp.Evaluate[chromedp.Void](fmt.Sprintf(
			`document.querySelector("input[type=date]").value = %q; document.querySelector("button[value=move]").click()`, day)))
	}
	move(next(s.On, 2))
	b.until(t, `document.querySelector(".last-change") !== null`)
	if got := on(t, home, s.ID); got != next(s.On, 2) {
		t.Errorf("moved without a script, the tool has it on %s", got)
	}
	past := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	move(past)
	b.until(t, `document.querySelector("input[name=approval]") !== null`)
	if got := on(t, home, s.ID); got == past {
		t.Error("it went into the past without a yes")
	}
	if got := eval[string](t, b, `document.querySelector(".question").textContent`); !strings.HasPrefix(got, "Move "+s.Name) || !strings.HasSuffix(got, ", a day in the past?") {
		t.Errorf("it asks %q", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("input[name=approval]").form.querySelector("button").click()`))
	b.until(t, fmt.Sprintf(`document.querySelector("input[type=date]")?.value === %q`, past))
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".last-change button").click()`))
	b.until(t, fmt.Sprintf(`document.querySelector("input[type=date]")?.value === %q`, next(s.On, 2)))

	b.do(t, chromedp.Navigate("http://"+at.Host+"/plan"))
	if eval[bool](t, b, `document.querySelector("button[value=save]") === null`) {
		t.Skip("the demo has no plan of its own")
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("button[value=save]").form; f.elements.name.value = "Hills in the rain"; f.querySelector("button[value=save]").click(); })()`))
	b.until(t, `document.querySelector(".plan-week")?.textContent.includes("Hills in the rain") && document.querySelector(".last-change") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".last-change button").click()`))
	b.until(t, `document.querySelector(".plan-week") !== null && !document.querySelector(".plan-week").textContent.includes("Hills in the rain")`)
	for _, w := range b.wrong() {
		if !strings.Contains(w, "409") { // the question
			t.Error(w)
		}
	}
}

// script lets the page's scripts run, or not.
func (b *tab) script(t testing.TB, on bool) {
	t.Helper()
	if _, err := chromedp.Run(b, chromedp.Action[chromedp.Void](func(ctx context.Context, s *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, s, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
		return chromedp.Void{}, err
	})); err != nil {
		t.Fatal(err)
	}
}

// finger touches the page at a place, or leaves it.
func (b *tab) finger(t testing.TB, how input.DispatchTouchEventType, at ...float64) {
	t.Helper()
	points := []*input.TouchPoint{}
	if len(at) == 2 {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1]})
	}
	if _, err := chromedp.Run(b, chromedp.Action[chromedp.Void](func(ctx context.Context, s *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, s, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: how, TouchPoints: points})
		return chromedp.Void{}, err
	})); err != nil {
		t.Fatal(err)
	}
}

// TestAFingerTakesWhatItHolds: one that rests takes a session along, on a screen
// where days without any are hidden before; one that moves at once scrolls.
func TestAFingerTakesWhatItHolds(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	s := first(t, b, at, time.Now().AddDate(0, 0, 7).Format(time.DateOnly))
	b.do(t, chromedp.EmulateViewport(390, 844, chromedp.EmulateTouch))
	const place = `(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`
	touch := func(selector string) []float64 { return eval[[]float64](t, b, fmt.Sprintf(place, selector)) }
	from := touch(`.event[data-id="` + s.ID + `"]`)
	b.finger(t, input.DispatchTouchEventTypeTouchStart, from...)
	b.until(t, `document.querySelector(".lifted") !== null`)
	day := next(s.On, 1)
	to := touch(`[data-day="` + day + `"]`)
	b.finger(t, input.DispatchTouchEventTypeTouchMove, (from[0]+to[0])/2, (from[1]+to[1])/2)
	b.finger(t, input.DispatchTouchEventTypeTouchMove, to...)
	b.finger(t, input.DispatchTouchEventTypeTouchEnd)
	b.until(t, fmt.Sprintf(`document.querySelector('[data-day=%q] .event[data-id=%q]') !== null`, day, s.ID))
	if got := on(t, home, s.ID); got != day {
		t.Errorf("the tool has it on %s, not on %s", got, day)
	}
	from = touch(`.event[data-id="` + s.ID + `"]`)
	b.finger(t, input.DispatchTouchEventTypeTouchStart, from...)
	b.finger(t, input.DispatchTouchEventTypeTouchMove, from[0], from[1]-60)
	b.finger(t, input.DispatchTouchEventTypeTouchMove, from[0], from[1]-120)
	if eval[bool](t, b, `document.querySelector(".lifted") !== null`) {
		t.Error("a finger that scrolls takes a session along")
	}
	b.finger(t, input.DispatchTouchEventTypeTouchEnd)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

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

// eventIn returns the event of an id among those of an answer.
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

// TestAWorkoutComesFromTheLibrary by mouse and by keyboard, and what is typed as
// a workout is drawn beside its field, or told to be wrong.
func TestAWorkoutComesFromTheLibrary(t *testing.T) {
	home := ownHome(t)
	at := dashboard(t)
	b := open(t, at)
	week := time.Now().AddDate(0, 0, 7).Format(time.DateOnly)
	s := first(t, b, at, week)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".drawer summary").click()`))
	b.until(t, `document.querySelectorAll(".library .event[data-workout]").length > 20`)
	name := eval[string](t, b, `document.querySelector(".library .event[data-workout] .event-name").textContent.trim()`)
	there := func(day string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('[data-day=%q] .event-name')].some((e) => e.textContent.trim() === %q)`, day, name)
	}
	to := next(s.On, 1)
	b.drag(t, ".library .event[data-workout]", to)
	b.until(t, there(to))
	events, _ := call(t, home, "list_events", fmt.Sprintf(`{"range":"%s to %s"}`, to, to))["events"].([]any)
	if !strings.Contains(fmt.Sprint(events...), name) {
		t.Errorf("the tool does not have %s on %s: %v", name, to, events)
	}
	b.until(t, `document.querySelector(".last-change button[data-key=u]") !== null && document.querySelector(".library .event") !== null`)
	b.do(t, chromedp.KeyEvent("u"))
	b.until(t, "!("+there(to)+")")
	b.until(t, `document.querySelector(".library .event") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".library .event").focus()`))
	b.do(t, chromedp.KeyEvent("m"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.until(t, there(eval[string](t, b, `document.querySelectorAll("lk-calendar [data-day]")[1].dataset.day`)))

	write := func(text string) {
		b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const f = document.getElementById("new").form; f.elements.sport.value = "cycling"; f.elements.name.value = "Typed"; const d = f.elements.description; d.value = %q; d.dispatchEvent(new Event("input", {bubbles: true})); })()`, text)))
	}
	write("- 10m 60%")
	b.until(t, `document.querySelector("lk-draft figure svg") !== null && document.querySelector('lk-draft data[value="600"]') !== null`)
	write("- 10x 3m 300% foo")
	b.until(t, `document.querySelector("lk-draft figure") === null && document.querySelector("lk-draft .notice.bad") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.getElementById("new").form.querySelector("button").click()`))
	b.until(t, `document.querySelector(".wrong")?.textContent.includes("10x") === true`)
	for _, w := range b.wrong() {
		if !strings.Contains(w, "422") { // the refusal
			t.Error(w)
		}
	}
}
