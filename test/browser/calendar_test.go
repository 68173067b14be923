package browser

import (
	"context"
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

// ownHome is the demo's home once more, for what writes.
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

// eval is the value of an expression of the page.
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

// first is the first session of the week that begins on a day.
func first(t testing.TB, b *tab, at *url.URL, week string) session {
	t.Helper()
	b.visit(t, at, "/calendar?view=week&date="+week, "light", 1440, 900)
	s := eval[session](t, b, `(() => { const a = document.querySelector(".event[data-id]"); return {ID: a.dataset.id, Name: a.querySelector(".event-name").textContent.trim(), On: a.closest("[data-day]").dataset.day}; })()`)
	return s
}

// on is the day on which the program's own tool has an event.
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
	if got := eval[string](t, b, `document.querySelector(".question").textContent`); !strings.HasPrefix(got, "Move "+s.Name) || !strings.HasSuffix(got, ", a day that is past?") {
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
