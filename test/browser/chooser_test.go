package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestColumnsByKeyboard chooses columns of the list with the keyboard alone; the
// address has them, and the table the tool's numbers.
func TestColumnsByKeyboard(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/activities", "light", 1440, 900)
	const has = `[...document.querySelectorAll("#activities th")].map((x) => x.dataset.key).join()`
	usual := eval[string](t, b, has)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser summary").focus()`), chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector(".chooser").open`)
	b.do(t, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" "),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser input[value='activities.work_kj']").focus()`), chromedp.KeyEvent(" "),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser [type=submit]").focus()`), chromedp.KeyEvent(kb.Enter))
	b.until(t, `location.search.includes("cols=activities.work_kj") && `+has+`.endsWith("work_kj") && !`+has+`.includes("local_date")`)
	b.all(t, `[...document.querySelectorAll('#activities data[data-key="work_kj"]')].map((d) => d.value)`,
		numbers(call(t, "", "list_activities", `{"limit":50,"fields":["work_kj"]}`)))
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".chooser a").click()`))
	b.until(t, `!location.search.includes("cols") && `+has+` === "`+usual+`"`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestColumnsKeepTheRest: what scripts put into the address since the page was made is
// there still after columns were chosen.
func TestColumnsKeepTheRest(t *testing.T) {
	b := open(t, dashboard(t))
	b.run(t, "")
	b.streamKey(t, "7")
	b.until(t, `location.search.includes("show=")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("[role=tab]")].at(-1).click()`))
	b.until(t, `location.search.includes("tab=part-splits")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const box = document.querySelector("#part-splits .chooser");
		box.open = true;
		box.querySelector("input[value='splits.max_hr_bpm']").click();
		box.querySelector("[type=submit]").click();
	})()`))
	b.until(t, `location.search.includes("cols=splits.max_hr_bpm") && location.search.includes("tab=part-splits") && location.search.includes("show=")`)
	b.until(t, `document.querySelector("#part-splits:not([hidden]) #splits th[data-key=max_hr_bpm]") !== null`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
