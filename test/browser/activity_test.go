package browser

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestSelectionByKeys selects a part of the streams with the keyboard: the address
// names it, its numbers are the tool's, and a reload shows the same.
func TestSelectionByKeys(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 1440, 900)
	key := func(name string, shift bool) {
		t.Helper()
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").dispatchEvent(new KeyboardEvent("keydown", {key: "`+name+`", bubbles: true, cancelable: true, shiftKey: `+map[bool]string{true: "true", false: "false"}[shift]+`}))`))
	}
	for range 5 {
		key("ArrowRight", true)
	}
	b.until(t, `document.querySelector("lk-streams [aria-live]").textContent.includes(" · ")`)
	key("s", false)
	for range 40 {
		key("ArrowRight", true)
	}
	key("s", false)
	b.until(t, `document.querySelector("#selection data") !== null && new URL(location.href).searchParams.has("to")`)
	query, err := chromedp.Run(b, chromedp.Evaluate[[]string](`["from", "to"].map((k) => new URL(location.href).searchParams.get(k))`))
	if err != nil || len(query) != 2 {
		t.Fatalf("%v %v", query, err)
	}
	given := numbers(call(t, "", "get_activity_streams", `{"id":"`+strings.TrimPrefix(path, "/activities/")+
		`","channels":["hr"],"resolution":"1min","start_offset_s":`+query[0]+`,"end_offset_s":`+query[1]+`}`))
	shown := `[...document.querySelectorAll("#selection data")].map((d) => d.value)`
	b.all(t, shown, given)
	b.visit(t, at, path+"?from="+query[0]+"&to="+query[1], "light", 1440, 900)
	b.all(t, shown, given)
	b.until(t, `document.querySelector(".u-select").clientWidth > 2`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").focus()`), chromedp.KeyEvent(kb.Escape))
	b.until(t, `document.querySelector("#selection data") === null && location.search === ""`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// all checks that some numbers are shown, and each is one that was given.
func (b *tab) all(t testing.TB, shown string, given []string) {
	t.Helper()
	got, err := chromedp.Run(b, chromedp.Evaluate[[]string](shown))
	if err != nil || len(got) < 5 {
		t.Errorf("%d numbers are shown, %v", len(got), err)
	}
	for _, n := range got {
		if !strings.Contains(" "+strings.Join(given, " ")+" ", " "+n+" ") {
			t.Errorf("%s is shown, which the tool did not give", n)
		}
	}
}

// TestTrackInColours: each choice has a legend in words, and the map's cursor and
// that of the streams are one.
func TestTrackInColours(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, panels(t, b, at)["activity"], "dark", 1440, 900)
	for _, by := range []string{"grade", "hr", "power", "speed"} {
		b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector(".track-tools select"); s.value = "`+by+`"; s.dispatchEvent(new Event("change")); })()`))
		b.until(t, `document.querySelectorAll(".track-legend li").length > 3 && location.search.includes("color=`+by+`")`)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const c = document.querySelector("canvas.track"), r = c.getBoundingClientRect();
		for (let x = 0; x < r.width; x += 10) for (let y = 0; y < r.height; y += 10)
			c.dispatchEvent(new PointerEvent("pointermove", {clientX: r.left + x, clientY: r.top + y}));
	})()`))
	b.until(t, `[...document.querySelectorAll(".strip-title b")].some((n) => n.textContent.includes(" · "))`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestCompareIsInTheAddress chooses another activity without any script's help.
func TestCompareIsInTheAddress(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 390, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#compare-with form").requestSubmit()`))
	b.until(t, `document.querySelectorAll("#compare tbody tr").length > 5 && location.search.startsWith("?with=")`)
	other, err := chromedp.Run(b, chromedp.Evaluate[string](`new URL(location.href).searchParams.get("with")`))
	if err != nil {
		t.Fatal(err)
	}
	given := numbers(call(t, "", "compare_activities", `{"ids":["`+strings.TrimPrefix(path, "/activities/")+`","`+other+`"]}`))
	b.all(t, `[...document.querySelectorAll("#compare data")].map((d) => d.value)`, given)
}

// numbers are all of an answer, as they are written.
func numbers(v any) (out []string) {
	switch v := v.(type) {
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	case map[string]any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	}
	return out
}
