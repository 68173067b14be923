package browser

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// savedSVGs has the elements that the charts of a page are saved as, in drawn.
func (b *tab) savedSVGs(t testing.TB) {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](`window.drawn = []; URL.createObjectURL = () => "#saved"; (() => {
		const write = XMLSerializer.prototype.serializeToString;
		XMLSerializer.prototype.serializeToString = function (x) { drawn.push(x); return write.call(this, x); };
		[...document.querySelectorAll(".chart-tools button")].filter((x) => x.textContent === "Save as SVG").forEach((x) => x.click());
	})()`))
	b.until(t, `drawn.length === document.querySelectorAll("lk-chart .chart-tools").length && drawn.length > 0`)
}

// readBars is the highest bar by the axis to the right, and the highest load of the table.
const readBars = `(() => {
	const number = (text) => Number(text.replaceAll(",", ""));
	const marks = [...drawn[0].querySelectorAll("text[text-anchor=start]")].map((x) => [number(x.textContent), Number(x.getAttribute("y"))]);
	const [low, high] = [marks[0], marks.at(-1)], per = (high[0] - low[0]) / (low[1] - high[1]);
	const tall = Math.max(...[...drawn[0].querySelectorAll("g[clip-path] rect")].map((x) => Number(x.getAttribute("height"))));
	const heads = [...document.querySelectorAll("#fitness thead th")].map((x) => x.dataset.key);
	const loads = [...document.querySelectorAll("#fitness tbody tr")].flatMap((r) => [...r.cells].filter((_td, i) => heads[i].includes("load")))
		.map((td) => Number(td.querySelector("data")?.value ?? 0));
	return [tall * per, Math.max(...loads)];
})()`

// TestBarsHaveAnAxis: the height of a bar can be read on the axis to the right, which
// says what it is of; the chart below is as wide.
func TestBarsHaveAnAxis(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{1440, 390} {
		b.visit(t, at, "/fitness", "light", width, 900)
		b.savedSVGs(t)
		if got := eval[[]float64](t, b, readBars); math.Abs(got[0]-got[1]) > 0.02*got[1] || got[1] == 0 {
			t.Errorf("%d: the highest bar reads as %.1f, the table has %.1f", width, got[0], got[1])
		}
		if width > 1000 && !eval[bool](t, b, `[...drawn[0].querySelectorAll("text[transform]")].some((x) => x.textContent === "Load")`) {
			t.Error("nothing says what the axis is of")
		}
		if !eval[bool](t, b, `(([a, b]) => a.left === b.left && a.right === b.right)([...document.querySelectorAll("lk-chart .u-over")].map((x) => x.getBoundingClientRect()))`) {
			t.Errorf("%d: the two charts are not as wide", width)
		}
	}
}

// TestWeeksStandAtTheirBars: the marks below bars of weeks are first days of weeks, and
// the chart opens at the week that is now.
func TestWeeksStandAtTheirBars(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for path, table := range map[string]string{"/plan": "weeks", "/fitness/zones?weeks=26": "zone-weeks"} {
		b.visit(t, at, path, "light", 1440, 900)
		b.savedSVGs(t)
		marks := eval[[]string](t, b, `[...drawn[0].querySelectorAll("text[text-anchor=middle]")].map((x) => x.textContent)`)
		days := `[...document.querySelectorAll("#` + table + ` tbody td.date, #` + table + ` tbody td:first-child")]`
		for _, m := range marks {
			if !eval[bool](t, b, days+`.some((td) => td.textContent.trim().endsWith(", `+m+`"))`) {
				t.Errorf("%s: no week begins on %s", path, m)
			}
		}
		if len(marks) < 8 {
			t.Errorf("%s: the marks are %q", path, marks)
		}
		now := `Math.floor((Date.now() - Date.parse(` + days + `.find((td) => td.textContent.trim() === document.querySelector(".readout span").textContent).dataset.value)) / 864e5)`
		if got := eval[int](t, b, now); got < 0 || got > 6 {
			t.Errorf("%s: it opens %d days ago", path, got)
		}
	}
}

// TestRatingsAreRows: each rating is a row of its own across the page, whose marks have
// room; the averages stand in the order of the charts.
func TestRatingsAreRows(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/wellness", "light", 1440, 900)
	const rows = `[...document.querySelectorAll("lk-chart[kind=ratings] .uplot")]`
	if n := eval[int](t, b, rows+`.length`); n != 3 || eval[int](t, b, `document.querySelectorAll("lk-chart[kind=ratings] .strip-title").length`) != 3 {
		t.Errorf("%d rows", n)
	}
	if !eval[bool](t, b, rows+`.every((x) => x.getBoundingClientRect().bottom - x.querySelector(".u-over").getBoundingClientRect().bottom >= 7)`) {
		t.Error("the lowest mark is cut")
	}
	if !eval[bool](t, b, `document.querySelector("lk-chart[kind=ratings]").closest("section").offsetWidth === document.querySelector("#trends").closest("section").offsetWidth`) {
		t.Error("half of the page beside the ratings is empty")
	}
	charts := eval[[]string](t, b, `[...document.querySelectorAll("lk-chart")].flatMap((c) => [...document.getElementById(c.dataset.table).tHead.rows[0].cells].slice(1).map((x) => x.textContent))`)
	fields := eval[[]string](t, b, `[...document.querySelectorAll("#trends tbody tr")].map((r) => r.cells[0].textContent.trim())`)
	last := -1
	for _, f := range fields {
		if i := slices.Index(charts, f); i >= 0 && i < last {
			t.Errorf("%s does not stand as in the charts: %q", f, fields)
		} else if i >= 0 {
			last = i
		}
	}
	if last < 3 {
		t.Errorf("the averages are %q", fields)
	}
}

// bandNames redraws the charts, and has what is written and each stretch of a line after the first word.
const bandNames = `(() => {
	const words = [], lines = [], fill = CanvasRenderingContext2D.prototype.fillText, to = Path2D.prototype.lineTo, from = Path2D.prototype.moveTo;
	let at = null;
	const names = new Set([...document.querySelectorAll("[data-band]")].map((x) => x.dataset.name));
	CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
		if (names.has(text)) words.push({ text, left: x - this.measureText(text).width, right: x, top: y - 5, bottom: y + 5 });
		return fill.apply(this, arguments);
	};
	Path2D.prototype.moveTo = function (x, y) { at = [x, y]; return from.apply(this, arguments); };
	Path2D.prototype.lineTo = function (x, y) { if (words.length > 0 && at) lines.push([at, [x, y]]); at = [x, y]; return to.apply(this, arguments); };
	document.dispatchEvent(new Event("lapkeep-theme"));
	window.written = { words, lines };
})()`

// struck are the names of bands that a line goes through.
const struck = `written.words.filter((w) => written.lines.some(([a, b]) => Array.from({length: 50}, (_, i) => i / 49).some((k) => {
	const x = a[0] + (b[0] - a[0]) * k, y = a[1] + (b[1] - a[1]) * k;
	return x > w.left && x < w.right && y > w.top && y < w.bottom;
}))).map((w) => w.text)`

// TestFitnessIsSeenFirst: one legend stands above the chart, with keys that differ; the
// words about it stand below, and no line goes through the name of a band.
func TestFitnessIsSeenFirst(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{1440, 390} {
		b.visit(t, at, "/fitness", "light", width, 900)
		if !eval[bool](t, b, `document.getElementById(document.querySelector("lk-chart").getAttribute("aria-describedby")).compareDocumentPosition(document.querySelector("lk-chart")) === Node.DOCUMENT_POSITION_PRECEDING`) {
			t.Error("the words stand above the chart")
		}
		if n := eval[int](t, b, `[...document.querySelectorAll(".legend")].filter((x) => x.compareDocumentPosition(document.querySelector("lk-chart")) & Node.DOCUMENT_POSITION_FOLLOWING).length`); n != 1 {
			t.Errorf("%d legends stand above the chart", n)
		}
		looks := eval[[]string](t, b, `[...document.querySelectorAll(".legend.toggles li")].map((x) => { const s = getComputedStyle(x, "::before"); return [s.borderTop, s.width, s.backgroundImage].join(); })`)
		seen := map[string]bool{}
		for _, x := range looks {
			if seen[x] {
				t.Errorf("two keys look like %s", x)
			}
			seen[x] = true
		}
		b.do(t, chromedp.Evaluate[chromedp.Void](bandNames))
		b.until(t, `written.words.length > 1 && written.lines.length > 20`)
		if got := eval[[]string](t, b, struck); len(got) > 0 {
			t.Errorf("%d: a line goes through %q", width, got)
		}
	}
}

// TestStreamsSelected: what is selected lies beneath the lines and has edges, and the
// lowest mark of each axis has the room of its letters.
func TestStreamsSelected(t *testing.T) {
	b := open(t, dashboard(t))
	b.run(t, "?from=2:00&to=5:00")
	b.until(t, `[...document.querySelectorAll(".strips .u-select")].every((x) => x.offsetWidth > 10) && document.querySelector(".strips .u-select") !== null`)
	if !eval[bool](t, b, `[...document.querySelectorAll(".strips .u-select")].every((x) => x.parentElement.matches(".u-under") && getComputedStyle(x).opacity === "1" && getComputedStyle(x).boxShadow.includes("inset"))`) {
		t.Error("the selection lies over the lines")
	}
	if !eval[bool](t, b, `[...document.querySelectorAll(".strips .uplot")].every((x) => x.getBoundingClientRect().bottom - x.querySelector(".u-over").getBoundingClientRect().bottom >= 7)`) {
		t.Error("the lowest mark is cut")
	}
}

// TestPlotsWithoutWidth: what is folded away draws nothing and fails in nothing, and is
// drawn once it has a width.
func TestPlotsWithoutWidth(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.run(t, "")
	b.until(t, `document.querySelector("lk-streams canvas.track") !== null`)
	for _, x := range [][2]string{{"lk-streams", ""}, {"lk-chart", "/fitness"}} { // the page of a run is open
		part, path := x[0], x[1]
		if path != "" {
			b.visit(t, at, path, "light", 1440, 900)
		}
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("`+part+`").style.width = "0"; document.dispatchEvent(new Event("lapkeep-theme"))`))
		b.until(t, `document.querySelector("`+part+` canvas") === null`)
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("`+part+`").style.width = ""`))
		b.until(t, `document.querySelector("`+part+` .uplot canvas") !== null`)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestTodaysPictureIsRead: the words of the workout of today are no smaller than 11
// pixels, on every screen, and stay on it.
func TestTodaysPictureIsRead(t *testing.T) {
	home := ownHome(t)
	today := text(call(t, home, "get_status", `{}`)["local_date"])
	call(t, home, "create_events", `{"events":[{"category":"WORKOUT","date":"`+today+`","name":"Blocks","sport":"cycling",
		"description":"- Warm up 10m 50-70%\n\n3x\n- Steady 8m 95%\n- Easy 4m 55%\n\n- 10m 50%"}]}`)
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{1440, 820, 390} {
		b.visit(t, at, "/", "light", width, 900)
		small := eval[[]float64](t, b, `[...document.querySelectorAll(".steps svg text")].map((x) => parseFloat(getComputedStyle(x).fontSize) * x.getScreenCTM().a)`)
		if len(small) < 4 {
			t.Errorf("%d: it has %d words", width, len(small))
		}
		for _, px := range small {
			if px < 11 || px > 16 {
				t.Errorf("%d: words of %.1f pixels", width, px)
			}
		}
	}
}

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
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("#new").form; f.elements.name.value = " "; f.elements.load.value = "50"; f.requestSubmit(); })()`))
	b.until(t, `document.activeElement?.name === "name" && document.activeElement.closest("label").nextElementSibling.textContent === "Name is missing. Fill it in."`)
	if !eval[bool](t, b, `document.querySelector("#new").form.elements.load.value === "50"`) {
		t.Error("what was typed is gone")
	}

	b.visit(t, at, "/wellness", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("form[action$='/wellness']").requestSubmit()`))
	b.until(t, `document.querySelector("form[action$='/wellness'] .wrong")?.textContent === "No field was filled in. Fill in at least one field."`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("form[action$='/wellness']"); f.elements.mood.value = "2"; f.requestSubmit(); })()`))
	b.until(t, `document.querySelector("#toasts").textContent.includes("Saved.") && document.querySelector("form[action$='/wellness']").elements.mood.value === ""`)
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
	b.until(t, `document.activeElement?.name === "duration_minutes" && document.querySelector(".wrong")?.textContent === "The session has no duration, distance, load or steps. Enter a duration, a distance, a load or steps."`)
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
	if !strings.HasPrefix(asks, "Move "+s.Name+" from ") || !strings.HasSuffix(asks, ", a day in the past?MoveCancel") || strings.Contains(asks, past) {
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
	b.until(t, `document.querySelector(".last-change")?.textContent.includes("a day in the past")`)
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

// TestAPauseIsAGap: no line of a stream leads over a stop.
func TestAPauseIsAGap(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	all := call(t, "", "list_activities", `{"sport":"running","limit":50,"range":"last 365 days","fields":["elapsed_time_s","duration_s"]}`)
	for _, x := range all["activities"].([]any) {
		a := x.(map[string]any)
		elapsed, _ := strconv.ParseFloat(fmt.Sprint(a["elapsed_time_s"]), 64)
		if timer, _ := strconv.ParseFloat(fmt.Sprint(a["duration_s"]), 64); elapsed-timer < 20 {
			continue
		}
		b.visit(t, at, "/activities/"+a["id"].(string), "light", 1440, 900)
		b.do(t, chromedp.Evaluate[chromedp.Void](`window.drawn = []; URL.createObjectURL = () => "#saved"; (() => {
			const write = XMLSerializer.prototype.serializeToString;
			XMLSerializer.prototype.serializeToString = function (x) { drawn.push(x); return write.call(this, x); };
			[...document.querySelectorAll("lk-streams button")].find((x) => x.textContent === "Save as SVG").click();
		})()`))
		b.until(t, `drawn.length > 0`)
		if least := eval[float64](t, b, `Math.min(...[...drawn[0].querySelectorAll("g[clip-path] path")].map((p) => p.getAttribute("d").split("M").length - 1))`); least < 2 {
			t.Errorf("%s stops, but a line of it has %v part", a["id"], least)
		}
		return
	}
	t.Skip("no run of the demo stops")
}
