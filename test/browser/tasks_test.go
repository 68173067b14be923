package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// task is something that athletes do, from the first page, with what it takes. A step is a
// selector of what is pressed, which may name its text behind a bar; with an equals sign it is a
// field and what is typed or chosen there, which counts as one press too.
type task struct {
	name  string
	steps []string
	done  string // a condition of the page
	most  int    // presses at a desk; a phone takes one more for pages behind More
}

func tasks() []task {
	const session = `main .event[href*="/calendar/"]:not(.done)`
	return []task{
		{"best 20 minutes last year", []string{`.side a[data-pane]`, `.pane .ask-found a|Best 20 minutes last year`},
			`document.querySelector('.pane .told data[data-key="power_w"]') !== null`, 2},
		{"why is today a rest day", []string{`.side a[data-pane]`, `.pane .ask-found a|why is it a rest day`},
			`document.querySelector('.pane .told') !== null`, 2},
		{"move a session", []string{`.side nav a|Calendar`, session, `main input[name=date]=2031-01-02`, `main button[value=move]`},
			`document.querySelector("main")?.textContent.includes("2031")`, 4},
		{"compare two climbs", []string{`.side nav a|Segments`}, `document.querySelectorAll("#segments tbody tr").length > 1`, 1},
		{"log a sick week", []string{
			`.side nav a|Calendar`, `main a[data-key=n]`, `main select[name=category]=sick`, `main input[name=end_date]=2031-01-08`, `main form:has([name=end_date]) button|Add`,
		}, `/\/calendar\/\w/.test(location.pathname)`, 5},
		{"build 5x5 and take it to a device", []string{
			`.side nav a|Calendar`, `main a[data-key=n]`, `main form:has([name=end_date]) select[name=sport]=cycling`,
			`main form:has([name=end_date]) textarea=5x\n- 5m 105%\n- 3m 50%`, `main form:has([name=end_date]) button|Add`,
		}, `document.querySelector('main a[href$="workout.fit"]') !== null`, 5},
		{"is my chain due", []string{`.side nav a|Gear`}, `document.querySelector("main .tasks") !== null`, 1},
		{"read a triathlon", []string{`.side nav a|Activities`, `main input[name=q]=triathlon`, `main button[form=filters]`, `#activities td.name a|riathlon`},
			`document.querySelectorAll("#legs a").length > 2`, 4},
		{"share a ride", []string{`.side nav a|Activities`, `#activities td.name a`, `main summary|Share`, `main .share-form button|Preview`},
			`document.querySelector(".share-preview article") !== null`, 4},
		{"set a threshold", []string{
			`.side nav a|Settings`, `main summary|Set a value`, `main input[name=value]=251`, `main form:has([name=value]) button`,
		}, `document.querySelector("#thresholds")?.textContent.includes("251") === true`, 4},
	}
}

// at returns the JavaScript that finds what a step means.
func (s task) at(step string) (find, value string) {
	step, value, _ = strings.Cut(step, "]=")
	if value != "" {
		step += "]"
	} else if field, typed, ok := strings.Cut(step, " textarea="); ok {
		step, value = field+" textarea", typed
	}
	selector, text, _ := strings.Cut(step, "|")
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => e.textContent.includes(%q) && !e.closest("[hidden]"))
		.sort((a, b) => b.checkVisibility() - a.checkVisibility())[0]`, selector, text), value
}

// TestTasks does what athletes do, with a pointer at a desk and on a phone, and with keys alone,
// and counts what they press.
func TestTasks(t *testing.T) {
	for _, how := range []struct {
		name  string
		width int64
		keys  bool
	}{{"pointer", 1440, false}, {"phone", 390, false}, {"keys", 1440, true}} {
		t.Run(how.name, func(t *testing.T) {
			copied(t)
			at := dashboard(t)
			b := open(t, at)
			for _, x := range tasks() {
				b.visit(t, at, "/", "light", how.width, 900)
				b.do(t, chromedp.Evaluate[chromedp.Void](`document.cookie = "lapkeep_pane=; path=/; max-age=0"; sessionStorage.clear()`))
				b.visit(t, at, "/", "light", how.width, 900)
				presses, more := 0, 0
				for _, step := range x.steps {
					find, value := x.at(step)
					b.until(t, "!!"+find)
					if strings.HasPrefix(step, ".side nav") && !eval[bool](t, b, find+`.checkVisibility()`) {
						b.strike(t, `document.querySelector(".more-panels")`, "", how.keys)
						more++
					}
					b.strike(t, find, value, how.keys)
					presses++
				}
				const asks = `document.querySelector("dialog[open] button[value=yes]")`
				b.until(t, "("+x.done+") || "+asks+" !== null")
				if yes, err := chromedp.Run(b, chromedp.Evaluate[bool](asks+" !== null")); err == nil && yes { // a change that others would notice
					b.strike(t, asks, "", how.keys)
					presses++
				}
				b.until(t, x.done)
				t.Logf("%s: %d presses, and %d for the menu", x.name, presses, more)
				if presses > x.most || more > 1 {
					t.Errorf("%s takes %d presses, and %d for the menu", x.name, presses, more)
				}
			}
			for _, w := range b.wrong() {
				t.Error(w)
			}
		})
	}
}

// strike presses what find finds, with the mouse or with Enter, and types or chooses a value.
func (b *tab) strike(t *testing.T, find, value string, keys bool) {
	t.Helper()
	// In one go, because the page may be replaced in between.
	on := func(do string) {
		t.Helper()
		b.until(t, fmt.Sprintf(`(() => { const e = %s; if (!e?.checkVisibility()) return false; e.scrollIntoView({ block: "center" }); %s })()`, find, do))
	}
	switch {
	case value != "":
		on(fmt.Sprintf(`e.focus(); e.value = %q.replaceAll("\\n", "\n"); e.dispatchEvent(new Event("input", { bubbles: true }));
			e.dispatchEvent(new Event("change", { bubbles: true })); return e.value !== "";`, value))
	case keys && eval[bool](t, b, find+`?.dataset.key !== undefined`):
		on(`document.activeElement.blur(); return true;`)
		b.do(t, chromedp.KeyEvent(eval[string](t, b, find+`.dataset.key`)))
	case keys:
		on(`e.focus(); return e.tabIndex >= 0 && document.activeElement === e;`)
		b.do(t, chromedp.KeyEvent("\r"))
	default:
		on(`return true;`)
		box := eval[[]float64](t, b, fmt.Sprintf(`(() => { const r = %s.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, find))
		b.do(t, chromedp.MouseClickXY(box[0], box[1]))
	}
}
