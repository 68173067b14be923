package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLoadByOneMethod chooses what load is counted by: the numbers are then the
// tool's by that method, in the table and of a day; and a day whose load is
// estimated says so in the table and beside the chart.
func TestLoadByOneMethod(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	const whole = `{"range":"last 90 days","resolution":"day","sections":["series"]}`
	row := func(day, column string) string {
		return fmt.Sprintf(`(() => { const t = document.querySelector("#fitness"); const i = [...t.tHead.rows[0].cells].findIndex((c) => c.dataset.key === %q);
			return i < 0 ? "none" : [...t.tBodies[0].rows].find((r) => r.cells[0].dataset.value === %q).cells[i].textContent.trim(); })()`, column, day)
	}
	estimated := ""
	for _, days := range get(call(t, "", "analyze_training_load", whole), "actual", "estimated").(map[string]any) {
		estimated = text(list(days)[0])
	}
	if estimated == "" {
		t.Fatal("no day of the demo has an estimated load")
	}
	b.visit(t, at, "/fitness", "light", 1440, 900)
	if got := eval[string](t, b, row(estimated, "load_estimated_by")); got != "≈ estimated, by heart rate" {
		t.Errorf("%s says %q", estimated, got)
	}
	b.visit(t, at, "/days/"+estimated, "light", 390, 800)
	b.until(t, `[...document.querySelectorAll(".kpi .mark")].some((m) => m.textContent.includes("estimated, by heart rate"))`)
	b.visit(t, at, "/fitness", "light", 1440, 900)
	for by, word := range map[string]string{"power": "By power", "hr": "By heart rate", "pace": "By pace", "rpe": "By how it felt"} {
		b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("nav[aria-label='Load by'] a[href*='load=%s']").click()`, by)))
		b.until(t, fmt.Sprintf(`new URLSearchParams(location.search).get("load") === %q &&
			document.querySelector("nav[aria-label='Load by'] a[href*='load=%s'][aria-current]")?.textContent === %q`, by, by, word))
		a := call(t, "", "analyze_training_load", whole[:len(whole)-1]+`,"load_method":"`+by+`"}`)
		days := list(get(a, "actual", "dates"))
		for i := 0; i < len(days); i += 30 {
			for _, column := range []string{"load", "ctl"} {
				want := text(list(get(a, "actual", column))[i])
				if got := eval[string](t, b, row(text(days[i]), column)); got != want {
					t.Errorf("by %s, %s of %s is %s, not %s", by, column, text(days[i]), got, want)
				}
			}
		}
		if reasons := list(get(a, "coverage", "without")); len(reasons) > 0 {
			want := text(get(reasons[0], "reason"))
			b.until(t, fmt.Sprintf(`document.querySelector("main").textContent.includes(%q)`, want))
		}
	}
	b.fine(t, "load by one method", source)
}
