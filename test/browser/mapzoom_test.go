package browser

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watched notes what is drawn on the map: the words of its scale, the cursor, and
// where the start is written.
const watched = `window.drawn = {scale: "", dot: null, start: null};
{
	const p = CanvasRenderingContext2D.prototype, write = p.fillText, round = p.arc;
	p.fillText = function (text, x, y, ...more) {
		if (x === 16 && /^[0-9.]+ (m|km|ft|mi)$/.test(text)) drawn.scale = text;
		if (text === "Track start") drawn.start = [x + (this.textAlign === "right" ? 12 : -12), y + 8];
		return write.call(this, text, x, y, ...more);
	};
	p.arc = function (x, y, r, ...more) {
		if (this.canvas.className.startsWith("track") && r === 6) drawn.dot = [x, y];
		return round.call(this, x, y, r, ...more);
	};
}`

// drawing is a picture of the map, its places in pixels from its corner.
type drawing struct {
	Scale string    `json:"scale"`
	Dot   []float64 `json:"dot"`
	Start []float64 `json:"start"`
}

// drawn returns the map once what was asked of it is drawn.
func (b *tab) drawn(t testing.TB) drawing {
	t.Helper()
	d, err := chromedp.Run(b, chromedp.Evaluate[drawing](`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(drawn))))`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// near reports whether two positions are the same.
func near(a, b []float64) bool {
	return len(a) == 2 && len(b) == 2 && math.Hypot(a[0]-b[0], a[1]-b[1]) < 1.5
}

// onMap opens the newest ride with the watch, the map in the middle of the window and
// the cursor on the track. It is where the map's corner is and how large it is.
func onMap(t testing.TB, b *tab, path string, width int64) (x, y, w, h float64) {
	t.Helper()
	b.do(t, chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watched})
		return err
	}))
	b.visit(t, b.at, path, "light", width, 900)
	b.streamKey(t, "ArrowRight")
	r := eval[[]float64](t, b, `(() => { const c = document.querySelector("canvas.track"); c.scrollIntoView({block: "center"}); const r = c.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`)
	return r[0], r[1], r[2], r[3]
}

// mouse moves the mouse, presses or turns its wheel.
func (b *tab) mouse(t testing.TB, how input.DispatchMouseEventType, x, y float64, with ...chromedp.MouseOption) {
	t.Helper()
	b.do(t, chromedp.MouseEvent(how, x, y, with...))
}

// turned returns a wheel that is turned by pixels.
func turned(by float64) chromedp.MouseOption {
	return func(p *input.DispatchMouseEventParams) { p.DeltaX, p.DeltaY = 1e-9, by } // a zero would not be sent
}

// zoomButton presses one of the three buttons of the map.
func (b *tab) zoomButton(t testing.TB, nth int) {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll(".track-zoom button")[%d].click()`, nth)))
}

// TestTheMapZooms by its buttons, by keys and by the wheel with Ctrl: the scale and
// what is drawn where follow, and the wheel alone scrolls the page.
func TestTheMapZooms(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	left, top, _, _ := onMap(t, b, panels(t, b, at)["activity"], 1440)
	b.do(t, chromedp.Evaluate[chromedp.Void](`for (let i = 0; i < 300; i++) document.querySelector("lk-streams").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, cancelable: true}))`))
	whole := b.drawn(t) // with the cursor far from the start
	changed := func(how string) {
		t.Helper()
		if now := b.drawn(t); now.Scale == whole.Scale || near(now.Start, whole.Start) {
			t.Errorf("%s: %v is drawn after %v", how, now, whole)
		}
	}
	same := func(how string) {
		t.Helper()
		if now := b.drawn(t); now.Scale != whole.Scale || !near(now.Start, whole.Start) || !near(now.Dot, whole.Dot) {
			t.Errorf("%s: %v is drawn in place of %v", how, now, whole)
		}
	}
	b.zoomButton(t, 0)
	b.zoomButton(t, 0)
	changed("button +")
	if now := b.drawn(t).Dot; !near(now, whole.Dot) {
		t.Errorf("the cursor went from %v to %v", whole.Dot, now)
	}
	b.zoomButton(t, 1)
	b.zoomButton(t, 1)
	same("button −")
	b.zoomButton(t, 0)
	b.zoomButton(t, 0)
	b.zoomButton(t, 2)
	same("button of the whole track")
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("canvas.track").focus({preventScroll: true})`), chromedp.KeyEvent("++"))
	changed("key +")
	b.do(t, chromedp.KeyEvent("--"))
	same("key −")
	b.do(t, chromedp.KeyEvent("++0"))
	same("key 0")
	scrolled := eval[float64](t, b, `scrollY`)
	x, y := left+whole.Dot[0], top+whole.Dot[1]
	for range 3 {
		b.mouse(t, input.DispatchMouseEventTypeMouseWheel, x, y, turned(-100), chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	}
	b.until(t, fmt.Sprintf(`drawn.scale !== %q`, whole.Scale))
	if now := b.drawn(t); !near(now.Dot, whole.Dot) || eval[float64](t, b, `scrollY`) != scrolled {
		t.Errorf("the wheel with Ctrl moved what it points at from %v to %v, or the page", whole.Dot, now.Dot)
	}
	zoomed := b.drawn(t).Scale
	b.mouse(t, input.DispatchMouseEventTypeMouseWheel, x, y, turned(80))
	b.until(t, fmt.Sprintf(`scrollY > %v`, scrolled))
	if now := b.drawn(t).Scale; now != zoomed {
		t.Errorf("the wheel alone zoomed from %s to %s", zoomed, now)
	}
	for range 30 {
		b.zoomButton(t, 0)
	}
	if got := b.drawn(t).Scale; got != "5 m" {
		t.Errorf("the closest has a scale of %s", got)
	}
	b.until(t, `[...document.querySelectorAll(".track-zoom button")].map((e) => e.getAttribute("aria-disabled")).join() === "true,false,false"`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestTheMapPans by the mouse, by keys, and after the cursor of the streams when that
// would be out of view.
func TestTheMapPans(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	left, top, w, h := onMap(t, b, panels(t, b, at)["activity"], 1440)
	first := b.drawn(t).Dot
	x, y := left+first[0], top+first[1]
	b.mouse(t, input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	b.mouse(t, input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	b.mouse(t, input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(2))
	b.mouse(t, input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(2))
	b.mouse(t, input.DispatchMouseEventTypeMouseWheel, x, y, turned(-100), chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	before := b.drawn(t)
	by := []float64{math.Copysign(40, first[0]-w/2), math.Copysign(20, first[1]-h/2)} // towards the rest of the track
	held := func(p *input.DispatchMouseEventParams) { p.Buttons = 1 }
	b.mouse(t, input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1), held)
	b.mouse(t, input.DispatchMouseEventTypeMouseMoved, x+by[0]/2, y+by[1]/2, chromedp.ButtonLeft, held)
	b.mouse(t, input.DispatchMouseEventTypeMouseMoved, x+by[0], y+by[1], chromedp.ButtonLeft, held)
	b.mouse(t, input.DispatchMouseEventTypeMouseReleased, x+by[0], y+by[1], chromedp.ButtonLeft, chromedp.ClickCount(1))
	now := b.drawn(t)
	if !near(now.Start, []float64{before.Start[0] + by[0], before.Start[1] + by[1]}) || now.Scale != before.Scale {
		t.Errorf("dragged by %v from %v to %v", by, before.Start, now.Start)
	}
	key, shift := kb.ArrowLeft, chromedp.KeyModifiers(chromedp.ModifierShift)
	if by[0] < 0 {
		key = kb.ArrowRight
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("canvas.track").focus({preventScroll: true})`), chromedp.KeyEvent(key, shift))
	before, now = now, b.drawn(t)
	if !near(now.Start, []float64{before.Start[0] + math.Copysign(60, by[0]), before.Start[1]}) {
		t.Errorf("an arrow with Shift moved the map from %v to %v", before.Start, now.Start)
	}
	for range 4 {
		b.zoomButton(t, 0)
	}
	over := eval[[]float64](t, b, `(() => { const e = document.querySelector("lk-streams .u-over"); const r = e.getBoundingClientRect(); return [r.left, r.top, r.width]; })()`)
	moved := 0
	for i := range 20 {
		before := b.drawn(t)
		b.mouse(t, input.DispatchMouseEventTypeMouseMoved, over[0]+over[2]*float64(i+1)/21, over[1]+20)
		now := b.drawn(t)
		if d := now.Dot; d[0] < 0 || d[1] < 0 || d[0] > w || d[1] > h {
			t.Errorf("the cursor is at %v, out of a map of %v by %v", d, w, h)
		}
		if !near(before.Start, now.Start) {
			moved++
		}
	}
	b.streamKey(t, "ArrowRight")
	rest := b.drawn(t)
	b.streamKey(t, "ArrowLeft")
	if now := b.drawn(t); moved == 0 || !near(rest.Start, now.Start) {
		t.Errorf("the map moved %d times after a cursor that went far, and from %v to %v after one in view", moved, rest.Start, now.Start)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestTheViewStays when the theme changes and when a change of somebody else puts the
// streams in anew; paper shows the whole track.
func TestTheViewStays(t *testing.T) {
	lapkeep, _ := program(t)
	home := copied(t)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	onMap(t, b, path, 1440)
	for range 3 {
		b.zoomButton(t, 0)
	}
	zoomed := b.drawn(t)
	stays := func(when string) {
		t.Helper()
		if now := b.drawn(t); now.Scale != zoomed.Scale || !near(now.Start, zoomed.Start) {
			t.Errorf("after %s: %v is drawn in place of %v", when, now, zoomed)
		}
	}
	const states = `[...document.querySelectorAll(".track-zoom button")].map((e) => e.getAttribute("aria-disabled")).join()`
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.documentElement.dataset.theme = "dark"; document.dispatchEvent(new Event("lapkeep-theme"))`))
	stays("another theme")
	b.do(t, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("beforeprint"))`))
	if got := eval[string](t, b, states); got != "false,true,true" {
		t.Errorf("paper has not the whole track: %s", got)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("afterprint"))`))
	b.until(t, states+` === "false,false,false"`)
	stays("printing")
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").title = "old"`))
	day := call(t, home, "get_activity", `{"id":"`+strings.TrimPrefix(path, "/activities/")+`"}`)["local_date"]
	settings := fmt.Sprintf(`{"ftp_w": 217, "effective_from": %q}`, day)
	if out, err := exec.CommandContext(t.Context(), lapkeep, "call", "update_athlete_settings", settings, "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	b.until(t, `document.querySelector("lk-streams").title === "" && document.querySelector("lk-streams canvas.track") !== null`)
	stays("a live update")
}

// TestTwoFingersAreTheMaps and one is the page's: a pinch zooms, a swipe scrolls. The
// buttons are wide enough for a finger.
func TestTwoFingersAreTheMaps(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	onMap(t, b, path, 390)
	b.do(t, chromedp.EmulateViewport(390, 900, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate("http://"+at.Host+path))
	b.until(t, `document.querySelector("canvas.track") !== null`)
	r := eval[[]float64](t, b, `(() => { const c = document.querySelector("canvas.track"); c.scrollIntoView({block: "center"}); const r = c.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	whole, scrolled := b.drawn(t), eval[float64](t, b, `scrollY`)
	fingers := func(how input.DispatchTouchEventType, apart, down float64) {
		t.Helper()
		var points []*input.TouchPoint
		for i, by := range []float64{-apart, apart} {
			id := float64(i)
			points = append(points, &input.TouchPoint{X: r[0] + by, Y: r[1] + down, ID: &id})
		}
		b.do(t, chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
			_, err := cdp.Call(ctx, to, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: how, TouchPoints: points})
			return err
		}))
	}
	fingers(input.DispatchTouchEventTypeTouchStart, 20, 0)
	for i := range 5 {
		fingers(input.DispatchTouchEventTypeTouchMove, 30+10*float64(i), 0)
	}
	b.until(t, fmt.Sprintf(`drawn.scale !== %q`, whole.Scale))
	before := b.drawn(t)
	fingers(input.DispatchTouchEventTypeTouchMove, 70, 12)
	if now := b.drawn(t); near(now.Start, before.Start) {
		t.Errorf("two fingers that go down leave the start at %v", now.Start)
	}
	b.finger(t, input.DispatchTouchEventTypeTouchEnd)
	if got := eval[[]float64](t, b, `[scrollY, visualViewport.scale]`); got[0] != scrolled || got[1] != 1 {
		t.Errorf("a pinch scrolled the page from %v to %v, at %v", scrolled, got[0], got[1])
	}
	before = b.drawn(t)
	b.finger(t, input.DispatchTouchEventTypeTouchStart, r[0], r[1])
	for i := range 6 {
		b.finger(t, input.DispatchTouchEventTypeTouchMove, r[0], r[1]-20*float64(i+1))
	}
	b.until(t, fmt.Sprintf(`scrollY > %v`, scrolled+20))
	b.finger(t, input.DispatchTouchEventTypeTouchEnd)
	if now := b.drawn(t); now.Scale != before.Scale || !near(now.Start, before.Start) {
		t.Errorf("one finger moved the map from %v to %v", before, now)
	}
	small := eval[[]string](t, b, `[...document.querySelectorAll(".track-zoom button")].filter((e) => { const r = e.getBoundingClientRect(); return r.width < 44 || r.height < 44 || e.tabIndex < 0 || !(e.getAttribute("aria-label") || e.textContent.trim()); }).map((e) => e.outerHTML)`)
	if n := eval[int](t, b, `document.querySelectorAll(".track-zoom button").length`); n != 3 || len(small) > 0 {
		t.Errorf("%d buttons, which a finger or the keyboard does not reach: %v", n, small)
	}
	for _, v := range b.violations(t, axe(t)) {
		t.Error(v)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
